"""Seats in sentences: names for others, "you" for the reader, verbs that agree."""

import pytest

from tabletown.engine.final_result import tie_in_words
from tabletown.engine.position import Outcome
from tabletown.engine.seat_marks import Names, in_words, second_person, the_seat, their, verb
from tabletown.engine.sentence import LogSentence, sentence_of
from tabletown.engine.state import NOBODY

ADA, BOB = Names(("Ada", "Bob"), 0), Names(("Ada", "Bob"), 1)
SALE = LogSentence(0, f"buys {the_seat(1)}'s deck and {verb(0, 'puts')} it on {their(0)} street; {the_seat(1)} gains")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (Names(("Ada", "Bob")), "Ada buys Bob's deck and puts it on their street; Bob gains"),
        (ADA, "You buy Bob's deck and put it on your street; Bob gains"),
        (BOB, "Ada buys your deck and puts it on their street; you gains"),  # this verb was not marked
        (Names(), "Orange buys Sky's deck and puts it on their street; Sky gains"),
    ],
)
def test_a_sentence_for_each_reader(names: Names, said: str) -> None:
    assert sentence_of(SALE, names) == said


def test_a_sentence_without_a_subject_begins_with_a_capital_but_a_name_stays_as_it_is() -> None:
    assert in_words("the deck is empty", NOBODY) == "The deck is empty"
    text = f"{the_seat(0)} and {the_seat(1)} are tied"
    assert in_words(text, NOBODY, Names(("ada", "Bob"))) == "ada and Bob are tied"
    assert in_words(text, NOBODY, ADA) == "You and Bob are tied"


def test_names_may_be_dressed_up_and_apostrophes_escaped() -> None:
    text = f"takes {the_seat(1)}&#39;s card"
    assert in_words(text, 0, Names(("Ada", "Bob")), lambda name: f"<i>{name}</i>") == "takes <i>Bob</i>&#39;s card"
    assert in_words(text, 0, BOB) == "takes your card"


@pytest.mark.parametrize(
    ("of_others", "of_you"),
    [
        ("passes", "pass"),
        ("carries", "carry"),
        ("uses", "use"),
        ("has", "have"),
        ("left", "left"),
    ],
)
def test_verbs_of_the_second_person(of_others: str, of_you: str) -> None:
    assert second_person(of_others) == of_you


class Words:
    """Words of a title with two tie-breaks."""

    POINT = "star"

    @staticmethod
    def tie_breaks(position: object) -> list[tuple[str, list[int]]]:
        return [("buildings", [5, 5, 7]), ("pennies", [2, 3, 0])]


class Title:
    """A title of which only the words matter."""

    words = Words


class Over:
    """A finished game of three."""

    players = 3
    title = Title


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ((11, 10, 9), ""),
        ((10, 10, 9), "Ada and Bob are tied on 10 stars, and on buildings, broken by pennies: Ada 2 and Bob 3"),
        ((9, 10, 10), "Bob and Cyd are tied on 10 stars, broken by buildings: Bob 5 and Cyd 7"),
    ],
)
def test_a_tie_says_how_it_was_broken(scores: tuple[int, ...], said: str) -> None:
    outcome = Outcome("", scores, (1, 2, 3))
    tie = tie_in_words(Over(), outcome)  # type: ignore[arg-type]
    assert in_words(tie, NOBODY, Names(("Ada", "Bob", "Cyd"))) == said
