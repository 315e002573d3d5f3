"""Seats in sentences: marks that stand for names, verbs and "their", put into words for each reader.

A sentence of the log is made once and read by many: one reader is the seat that acted, another knows it by name. So
titles write marks where a sentence speaks of a seat, and `in_words` replaces them: by the names of the players, or by
"you" for the reader's own seat, with the verb that goes with it. Marks are characters for private use, which no name
can hold (see `server/play/people/names.py`).

>>> text = f"gives {the_seat(1)} a penny and {verb(0, 'keeps')} {their(0)} deck"
>>> in_words(text, 0, Names(("Ada", "Bob")))
'gives Bob a penny and keeps their deck'
>>> in_words(text, 0, Names(("Ada", "Bob"), you=0))
'give Bob a penny and keep your deck'
>>> in_words(text, 0, Names(("Ada", "Bob"), you=1))
'gives you a penny and keeps their deck'
"""

import re
from collections.abc import Callable
from functools import lru_cache

from tabletown.engine.english import capital
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import NOBODY
from tabletown.engine.value import Value

_NAME, _VERB, _THEIR = 0xE000, 0xE010, 0xE020  # the first of 16 characters each, one per seat
# A mark, and what is written together with it. It begins with a set of characters, by which long texts are searched
# more than ten times as fast as by alternatives.
_MARKS = re.compile("([\ue000-\ue02f])((?:'|&#39;)s|\\w+)?")
_GENITIVES = ("'s", "&#39;s")
_NO_SUBJECT = NOBODY - 1
_FIRST_WORD = re.compile(r"\w+")
_IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}


class Names(Value, frozen=True):
    """How a reader knows the seats: by these names, and as "you" the reader's own seat (NOBODY: none)."""

    names: tuple[str, ...] = SEAT_NAMES
    you: int = NOBODY

    def inside(self, seat: int) -> str:
        """A seat inside a sentence: its name, or "you"."""
        return "you" if seat == self.you else self.names[seat]

    def subject(self, seat: int) -> str:
        """A seat as the subject of a sentence: its name, or "You"."""
        return "You" if seat == self.you else self.names[seat]


COLOURS = Names()
"""The names of seats without players: their colours."""


@lru_cache(maxsize=64)
def the_seat(seat: int) -> str:
    """The mark for the name of a seat; followed by 's it becomes "your" for that seat."""
    return chr(_NAME + seat)


def verb(seat: int, word: str) -> str:
    """A verb whose subject is a seat, as it is written of others: "keeps". The first word of a sentence needs none."""
    return chr(_VERB + seat) + word


def their(seat: int) -> str:
    """The mark for "their", or "your" if the seat is the reader's."""
    return chr(_THEIR + seat)


def in_words(text: str, seat: int, names: Names = COLOURS, shown: Callable[[str], str] = str) -> str:
    """A sentence for a reader, without its subject, the seat (NOBODY: it has none, and begins with a capital).

    `shown` may dress up the names. The text may be HTML, with escaped apostrophes.
    """

    def replace(found: re.Match[str]) -> str:
        mark, more = ord(found[1]), found[2] or ""
        if mark >= _THEIR:
            return ("your" if mark - _THEIR == names.you else "their") + more
        if mark >= _VERB:
            return second_person(more) if mark - _VERB == names.you else more
        if mark - _NAME == names.you:
            return "your" if more in _GENITIVES else "you" + more
        return shown(names.names[mark - _NAME]) + more

    if seat == names.you != NOBODY:
        text = _FIRST_WORD.sub(lambda first: second_person(first[0]), text, count=1)
    words = _MARKS.sub(replace, text)
    if seat == NOBODY and (words.startswith("you") or text[:1].isalpha()):  # a name stays as it is
        return capital(words)
    return words


def with_names(text: str, names: Names = COLOURS, shown: Callable[[str], str] = str) -> str:
    """A text that is no sentence, such as a heading, with names for its marks; all else stays as it is."""
    if text.isascii():
        return text
    if names.you != NOBODY:
        return in_words(text, _NO_SUBJECT, names, shown)
    # nobody is "you", so what stands beside a mark does not matter, and long markup is done several times as fast
    for seat, name in enumerate(names.names):
        if chr(_NAME + seat) in text:
            text = text.replace(chr(_NAME + seat), shown(name))
        if chr(_VERB + seat) in text:
            text = text.replace(chr(_VERB + seat), "")
        if chr(_THEIR + seat) in text:
            text = text.replace(chr(_THEIR + seat), "their")
    return text


@lru_cache(maxsize=512)
def second_person(word: str) -> str:
    """The form of a verb that follows "you", from the one that follows a name.

    >>> [second_person(word) for word in ("builds", "passes", "tries", "has", "uses", "chooses")]
    ['build', 'pass', 'try', 'have', 'use', 'choose']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word.removesuffix("s")
