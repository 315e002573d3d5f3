import doctest

import pytest

from tabletown.engine import english


def test_the_examples_hold() -> None:
    assert doctest.testmod(english) == (0, 8)


@pytest.mark.parametrize(("name", "said"), [("estate", "an estate"), ("Dump", "a Dump")])
def test_an_article_goes_by_the_first_letter(name: str, said: str) -> None:
    assert english.a(name) == said
