"""Positions of all titles as text: what is refused in every title, and in the same words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletown as tt
from tabletown import games
from tabletown.engine.errors import TabletownError, UnknownRules

from .shared import position_error

TWO = "[[seat]]\n[[seat]]\n"


@pytest.mark.parametrize("title", games.names())
@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("players = [", "not valid TOML"),
        ("", "one [[seat]] table per player"),
        ("seat = 3", "one [[seat]] table per player"),
        ("seat = [1, 2]", "one [[seat]] table per player"),
        ("[[seat]]\n", "players must be a whole number from 2 to {most}, not 1"),
        ("[[seat]]\n" * 6, "players must be a whole number from 2 to {most}, not 6"),
        (f"players = 3\n{TWO}", "players is 3, but there are 2"),
        (f"players = '2'\n{TWO}", "players must be a whole number from 2 to {most}, not '2'"),
        (f"colour = 1\n{TWO}", "unknown field 'colour' in the position; known are "),
        ("[[seat]]\nmoney = 1\n[[seat]]\n", "unknown field 'money' in the seat of Orange; known are "),
        ("[[seat]]\n[[seat]]\nmoney = 1\n", "unknown field 'money' in the seat of Sky; known are "),
        (f"ply = -1\n{TWO}", "ply must be a whole number"),
        (f"reveals = 'x'\n{TWO}", "reveals must be a whole number"),
        (f"seed = -1\n{TWO}", "seed must be a whole number"),
        (f"seed = {'9' * 5000}\n{TWO}", "a number is too long"),
        (f"deep = {'[' * 5000}{']' * 5000}\n{TWO}", "nested too deeply"),
        (f"chance = [1, 2]\n{TWO}", "chance must be two whole numbers in quotes"),
        (f"chance = ['1']\n{TWO}", "chance must be two whole numbers in quotes"),
        (f"chance = ['1', '18446744073709551616']\n{TWO}", "chance must be two whole numbers in quotes"),
        (f"chance = ['{'9' * 5000}', '1']\n{TWO}", "chance must be two whole numbers in quotes"),
        (f"options = 5\n{TWO}", "options must be a list of names"),
        (f"options = [[1]]\n{TWO}", "options must be a list of names"),
        (f"view = 'x'\n{TWO}", "view must be the number of a seat"),
        (f"view = 9\n{TWO}", "view must be the number of a seat"),
        (f"over = 5\n{TWO}", "over must be "),
    ],
)
def test_what_every_title_refuses(title: str, body: str, message: str) -> None:
    assert message.format(most=games.get(title).meta.players[1]) in position_error(title, body)


@pytest.mark.parametrize("title", games.names())
def test_rules_that_no_release_before_this_one_had(title: str) -> None:
    with pytest.raises(UnknownRules, match=f"written for the rules '{title}/99'; this release knows {title}/1\\b"):
        tt.loads(f"title = '{title}'\nrules = '{title}/99'\n{TWO}")


@given(st.text(max_size=200))
def test_no_text_does_harm(text: str) -> None:
    with pytest.raises(TabletownError):
        tt.loads(text)
