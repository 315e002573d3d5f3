"""Answers of minds that are kept for those who ask the same: the ones that were wanted last, up to a number."""

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class KeptAnswers(Generic[Question, Answer]):
    """Keeps `most` answers. Safe to use from several threads.

    >>> kept = KeptAnswers[str, int](most=2)
    >>> for number, question in enumerate(("one", "two", "three")):
    ...     kept.keep(question, number)
    >>> kept.find("one"), kept.find("three")
    (None, 2)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Question, Answer] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, question: Question) -> Answer | None:
        """The answer to a question, or None."""
        with self._lock:
            if question in self._kept:
                self._kept.move_to_end(question)
            return self._kept.get(question)

    def keep(self, question: Question, answer: Answer) -> None:
        """Keep an answer."""
        with self._lock:
            self._kept[question] = answer
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
