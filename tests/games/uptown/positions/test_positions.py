"""Positions as text: there and back byte for byte, short ones written by hand, and impossible ones refused."""

import random
import tomllib
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletown as tt
from tabletown import games
from tabletown.engine.errors import PositionError, UnknownTitle
from tabletown.engine.position_text import read_position
from tabletown.games.uptown import state as s

from ...shared import audited, damaged, misfits, position_error, try_position
from ..helpers import TITLE, accounts, seat, streets, table


def test_the_shortest_position() -> None:
    """Two seats are enough: everything else is as at the start, and unknown cards are dealt."""
    game = tt.loads('title = "uptown"\n[[seat]]\n[[seat]]\n')
    assert (game.players, game.turn, accounts(game)) == (2, 0, [10, 10])
    assert game.state.deck_left[:2].tolist() == [30, 30]
    assert int(game.state.public_left) == 16
    assert streets(game) == [[[], [], [], [], []]] * 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_unused_cards_are_spread_evenly(players: int) -> None:
    game = table(seat("1:[P36A] 2:[P39A]", deck="P01"), *[seat()] * (players - 1), discards=["P05"])
    left = game.state.deck_left[:players].tolist()
    assert max(left) <= 60 // players
    assert max(left) - min(left) <= 1
    assert game.cards.project_cards[int(game.state.deck[0, left[0] - 1])] == "P01"


def test_projects_go_by_id_name_or_slug() -> None:
    rows = [
        '[["P03A"], [], [], [], []]',
        '[["Grocery"], [], [], [], []]',
        '[["grocery"], [], [], [], []]',
        '[["p03a"], [], [], [], []]',
    ]
    found = [tt.loads(f'title = "uptown"\n[[seat]]\nstreet = {row}\n[[seat]]\n').digest() for row in rows]
    assert len(set(found)) == 1


def test_the_seed_deals_what_is_left_open() -> None:
    text = 'title = "uptown"\nseed = {}\n[[seat]]\n[[seat]]\n'
    assert tt.loads(text.format(1)).digest() == tt.loads(text.format(1)).digest()
    assert tt.loads(text.format(1)).digest() != tt.loads(text.format(2)).digest()


def test_question_marks_are_dealt_and_the_rest_stays() -> None:
    game = table(seat(deck="P01 ? P03 ?", left=4), seat(deck="? P05", left=2), public="? Q02 ?")
    names = [[game.cards.project_cards[c] for c in game.state.deck[p, : game.state.deck_left[p]]][::-1] for p in (0, 1)]
    assert [names[0][0], names[0][2], names[1][1]] == ["P01", "P03", "P05"]
    assert [len(deck) for deck in names] == [4, 2]
    assert len({*names[0], *names[1]}) == 6
    assert int(game.state.public_left) == 3
    assert game.cards.public_cards[int(game.state.public[1])] == "Q02"


def test_a_choice_in_progress_can_be_written() -> None:
    game = table(seat(deck="P36"), seat(), chosen="P36A", source="orange")
    assert game.legal_moves == ["site 1", "site 2", "site 3", "site 4", "site 5"]
    game = table(seat(), seat(), step="second", chosen="Q02-1B", source="public", public="Q02")
    game.push("site 1")
    assert streets(game)[0][0] == ["Q02-1B"]


def test_a_finished_street_or_an_empty_deck_makes_the_round_the_last_one() -> None:
    assert table(seat(left=0), seat()).state.final_round == s.DECK_EMPTY
    street = "1:[P02A] 2:[P57B] 3:[P59A] 4:[P60A] 5:[P12B]"
    assert table(seat(), seat(street)).state.final_round == s.STREET_FINISHED
    assert table(seat(left=0), seat(street), final_round="deck").state.final_round == s.DECK_EMPTY
    assert not table(seat(), seat()).state.final_round


TWO = "[[seat]]\n[[seat]]\n"
OWN_P36 = "[[seat]]\ndeck = ['P36']\n[[seat]]\n"
ALL_DEALT = "[[seat]]\ndeck_left = 30\n[[seat]]\ndeck_left = 30\n"
FOUR_LISTS = "[[seat]]\nstreet = [[], [], [], []]\n[[seat]]\n"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (f"start = 'purple'\n{TWO}", "start must be one of orange, sky, not 'purple'"),
        (f"start = 1\n{TWO}", "start must be one of orange, sky, not 1"),
        (f"turn = 'green'\n{TWO}", "turn must be one of orange, sky, not 'green'"),
        (f"step = 'third'\n{TWO}", "step must be first or second, not 'third'"),
        (f"rounds = -1\n{TWO}", "rounds must be a whole number"),
        (f"rounds = 1.5\n{TWO}", "rounds must be a whole number"),
        (f"final_round = 'soon'\n{TWO}", "final_round must be street or deck, not 'soon'"),
        (f"over = true\n{TWO}", "the game cannot be over"),
        ("[[seat]]\naccount = -1\n[[seat]]\n", "Orange's account must be a whole number"),
        ("[[seat]]\naccount = true\n[[seat]]\n", "Orange's account must be a whole number"),
        ("[[seat]]\n[[seat]]\nupcoins = 99999\n", "Sky's upcoins must be a whole number"),
        (FOUR_LISTS, "Orange's street must be 5 lists of projects"),
        ("[[seat]]\nstreet = 'P03A'\n[[seat]]\n", "Orange's street must be 5 lists"),
        ("[[seat]]\nstreet = [1, 2, 3, 4, 5]\n[[seat]]\n", "Orange's street must be 5 lists"),
        ("[[seat]]\nstreet = [['P99A'], [], [], [], []]\n[[seat]]\n", "unknown project 'P99A' in Orange's site 1"),
        ("[[seat]]\nstreet = [[3], [], [], [], []]\n[[seat]]\n", "unknown project 3 in Orange's site 1"),
        ("[[seat]]\nstreet = [['P36A'], ['P36B'], [], [], []]\n[[seat]]\n", "card P36 lies in two places"),
        ("[[seat]]\nstreet = [['Q02-1B'], [], [], ['Q02-2A'], []]\n[[seat]]\n", "card Q02 lies in two places"),
        (
            "discards = ['P36']\n[[seat]]\ndeck = ['P36']\n[[seat]]\n",
            "card P36 lies in two places (again in Orange's deck)",
        ),
        ("discards = ['Q02']\n[[seat]]\n[[seat]]\n", "unknown card 'Q02' in the discards"),
        ("[[seat]]\ndeck = ['P36', 'P36']\n[[seat]]\n", "card P36 lies in two places"),
        ("[[seat]]\ndeck = ['P61']\n[[seat]]\n", "unknown card 'P61' in Orange's deck; cards are P01 to P60"),
        ("[[seat]]\ndeck = 'P36'\n[[seat]]\n", "Orange's deck must be a list of at most 30 cards"),
        (f"[[seat]]\ndeck = {['?'] * 31}\n[[seat]]\n", "Orange's deck must be a list of at most 30 cards"),
        ("[[seat]]\ndeck = ['P36', 'P39']\ndeck_left = 1\n[[seat]]\n", "deck_left must be a whole number from 2 to 30"),
        ("[[seat]]\ndeck_left = 31\n[[seat]]\n", "deck_left must be a whole number from 0 to 30"),
        ("[[seat]]\ndeck_left = 30\n[[seat]]\n[[seat]]\n", "deck_left must be a whole number from 0 to 20"),
        (f"discards = ['P01', 'P02', 'P03']\n{ALL_DEALT}", "the decks need 3 more cards"),
        (f"public = 'Q02'\n{TWO}", "public must be a list of at most 16 cards"),
        (f"public = {['?'] * 17}\n{TWO}", "public must be a list of at most 16 cards"),
        (f"public = ['P02']\n{TWO}", "unknown card 'P02' in the public pile"),
        (f"public = ['Q02', 'Q02']\n{TWO}", "card Q02 lies in two places"),
        (f"public_left = 17\n{TWO}", "public_left must be a whole number from 0 to 16"),
        (
            f"public = {['?'] * 16}\n[[seat]]\nstreet = [['Q02-1B'], [], [], [], []]\n[[seat]]\n",
            "the public pile has more cards than are left",
        ),
        (f"chosen = 'P36A'\n{OWN_P36}", "source must be one of orange, sky, public, not None"),
        (f"chosen = 'P36A'\nsource = 'green'\n{OWN_P36}", "source must be one of orange, sky, public, not 'green'"),
        (f"chosen = 'P36A'\nsource = []\n{OWN_P36}", "source must be one of orange, sky, public, not []"),
        (f"chosen = 'P39A'\nsource = 'orange'\n{OWN_P36}", "'P39A' cannot be chosen from orange at the first action"),
        (f"chosen = 'X'\nsource = 'orange'\n{OWN_P36}", "'X' cannot be chosen from orange"),
        (f"chosen = []\nsource = 'orange'\n{OWN_P36}", "[] cannot be chosen from orange"),
        (f"chosen = 'P36B'\nsource = 'orange'\n{OWN_P36}", "'P36B' cannot be chosen"),  # it has no place
        (f"source = 'orange'\n{OWN_P36}", "but none is chosen"),
        (f"step = []\n{TWO}", "step must be first or second, not []"),
        (f"final_round = []\n{TWO}", "final_round must be street or deck, not []"),
        (f"discards = 5\n{TWO}", "discards must be a list of at most 60 cards, the first discarded first"),
        (
            f"discards = {['P01'] * 300}\n{TWO}",
            "discards must be a list of at most 60 cards, the first discarded first",
        ),
        (f"over = 5\n{TWO}", "over must be true or false, not 5"),
    ],
)
def test_what_is_refused(body: str, message: str) -> None:
    assert message in position_error("uptown", body)


def test_a_position_needs_a_title_that_is_here() -> None:
    with pytest.raises(PositionError, match="begins with its title"):
        tt.loads(TWO)
    with pytest.raises(PositionError, match="begins with its title"):
        tt.loads(f"title = 3\n{TWO}")
    with pytest.raises(UnknownTitle, match="there is no game 'chess' here"):
        tt.loads(f'title = "chess"\n{TWO}')


@pytest.mark.rules("UT-24", "UT-25", "UT-26", "UT-27", "UT-28", "UT-23")
@pytest.mark.parametrize(
    ("street", "message"),
    [
        ("1:[P25B]", "P25B Green Roof cannot stand on floor 0 of Orange's site 1"),
        ("2:[P36A P03A]", "P03A Grocery cannot stand on floor 1 of Orange's site 2"),
        ("3:[P02A P36A]", "P36A Old-Town Flat cannot stand on floor 1"),
        ("1:[P36A P35B]", "P35B Helipad cannot stand on floor 1"),
        ("1:[P02A P38B P35B]", "P35B Helipad cannot stand on floor 2"),
        ("1:[P29A P37B]", "P37B Night Club cannot stand on floor 1"),
    ],
)
def test_streets_that_nobody_can_have_built(street: str, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        table(seat(street), seat())
    assert str(caught.value).startswith(message)


def test_a_choice_without_a_site_is_refused() -> None:
    full = "1:[P02A] 2:[P57B] 3:[P59A] 4:[P60A] 5:[P12B]"
    with pytest.raises(PositionError, match="'P36A' cannot be chosen from orange at the first action"):
        table(seat(full, deck="P36"), seat(), chosen="P36A", source="orange")


@pytest.mark.rules("UT-9", "UT-10", "UT-15", "UT-17")
@pytest.mark.parametrize(
    ("header", "mine", "theirs"),
    [
        ({"step": "second", "chosen": "P02A", "source": "sky"}, {"account": 5}, {"deck": "P02"}),
        ({"step": "second", "chosen": "P36A", "source": "sky"}, {}, {"deck": "P36", "upcoins": 3}),
        ({"step": "first", "chosen": "P36A", "source": "sky"}, {}, {"deck": "P36"}),
        ({"step": "first", "chosen": "Q02-1B", "source": "public", "public": "Q02"}, {}, {}),
        ({"step": "first", "chosen": "P36A", "source": "orange"}, {"deck": "P36", "upcoins": 3}, {}),
    ],
    ids=["too dear", "blocked", "the rival's free card", "the pile as free card", "upcoins first"],
)
def test_a_choice_that_no_move_can_have_made(
    header: dict[str, Any], mine: dict[str, Any], theirs: dict[str, Any]
) -> None:
    with pytest.raises(PositionError, match="cannot be chosen from"):
        table(seat(**mine), seat(**theirs), **header)


@pytest.mark.rules("UT-17", "UT-43", "UT-44")
@pytest.mark.parametrize(
    ("header", "mine", "message"),
    [
        ({"final_round": "street"}, {}, "it cannot be the final round: no street has five finished sites"),
        ({"final_round": "deck"}, {}, "it cannot be the final round: no deck is empty"),
        ({"over": True, "turn": "orange"}, {"left": 0}, "after the second action of the seat before the start player"),
        ({"over": True, "step": "first"}, {"left": 0}, "after the second action of the seat before the start player"),
        ({"over": True, "chosen": "P01A", "source": "sky"}, {"left": 0}, "while a project is being placed"),
        ({"step": "second"}, {"upcoins": 3}, "no upcoins can lie on the deck of the seat that is at its second action"),
    ],
)
def test_situations_that_cannot_arise(header: dict[str, Any], mine: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        table(seat(**mine), seat(), **header)


def test_views_of_games_with_cards_put_aside_read_back() -> None:
    """Eleven cards for three: the two that were put aside must not slip into a deck that happens to be open."""
    rows = tomllib.loads((TITLE.folder / "cards.toml").read_text(encoding="utf-8"))
    cards = TITLE.read_cards(rows | {"project_card": rows["project_card"][:11]})
    game, rng = tt.new("uptown", players=3, seed=2, cards=cards), random.Random(2)
    while not game.is_game_over():
        view = game.view(0)
        again = read_position(tt.position_text(view), games.get, cards)
        assert again.seat == 0
        assert again.states.tobytes() == view.states.tobytes()
        game.push_action(rng.choice(game.legal_actions))


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("account", -1, "Orange has a negative amount of money"),
        ("upcoins", -5, "Orange has a negative amount of money"),
        ("start", 2, "the seat to act is not at the table"),
        ("current", 3, "the seat to act is not at the table"),
        ("chosen", 7, "a project is chosen, but nothing is being placed"),
        ("discarded", 1, "a card lies in two places"),
        ("built", 0, "Orange's site 1 is marked wrongly as built"),
        ("finished", 0, "Orange's site 1 is marked wrongly as finished"),
        ("roofed", 2, "Orange's site 1 is marked wrongly as roofed"),
        ("protected", 4, "Orange's site 3 is marked wrongly as protected"),
    ],
)
def test_the_audit_sees_what_cannot_be(field: str, value: int, problem: str) -> None:
    game = table(seat("1:[P03A P25B] 2:[P02A]"), seat(deck="P01"))
    assert audited(game, field, value) == problem


# --- Any text at all ------------------------------------------------------------------------------------------------


@cache
def good_text() -> str:
    return tt.position_text(tt.new("uptown", players=2, seed=3))


VALUES = ["0", "-1", "99", "'x'", "true", "1.5", "['P01']", "['?']", "[]", "''", "1979-05-27"]
FIELDS = ["ply", "reveals", "chance", "players", "start", "turn", "rounds", "public", "public_left"]
SEAT_FIELDS = ["account", "upcoins", "deck", "deck_left", "street"]


@given(st.data())
def test_no_damage_does_harm(data: st.DataObject) -> None:
    """Whatever is cut out of or typed into a good position: it is refused in a sentence, or it is a position."""
    try_position(data.draw(damaged([good_text()], "P03A?'\"[], =\n1")))


@given(misfits("uptown", VALUES, FIELDS, SEAT_FIELDS))
def test_no_wrong_value_does_harm(text: str) -> None:
    try_position(text)
