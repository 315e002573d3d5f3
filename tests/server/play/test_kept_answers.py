"""Answers that are kept: those that were wanted last, and only so many."""

from tabletown.server.play.bots.kept_answers import KeptAnswers


def test_the_answers_that_were_wanted_last_are_kept() -> None:
    kept = KeptAnswers[str, str](most=2)
    kept.keep("one", "1")
    kept.keep("two", "2")
    assert kept.find("one") == "1"  # now it was wanted later than the other
    kept.keep("three", "3")
    assert [kept.find(question) for question in ("one", "two", "three")] == ["1", None, "3"]
    kept.keep("one", "another")
    assert kept.find("one") == "another"
