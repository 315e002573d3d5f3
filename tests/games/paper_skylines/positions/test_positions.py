"""Positions as text: short ones written by hand, every phase there and back, and impossible ones refused."""

from functools import cache
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletown as tt
from tabletown import games
from tabletown.engine.errors import PositionError
from tabletown.engine.position_text import read_position
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.positions.doing import PHASES

from ....marks import quick_if
from ...shared import (
    TESTS,
    audit,
    audited,
    damaged,
    misfits,
    one_per_phase,
    play,
    position_error,
    there_and_back,
    try_position,
    view_and_back,
)
from ..helpers import A, B, city, deck, hand, marked, pile, places, price, row, seat, table, tracks, turn, walk

FOLDER = TESTS / "positions" / "paper_skylines"


@cache
def one_of_each_phase() -> dict[int, tt.Game]:
    walks = (walk(players, seed) for players in (2, 3, 4) for seed in range(8))
    return one_per_phase(chain.from_iterable(walks), len(PHASES))


@pytest.mark.parametrize("phase", range(17), ids=PHASES)
def test_every_phase_reads_back_byte_for_byte(phase: int) -> None:
    there_and_back(one_of_each_phase()[phase])


@pytest.mark.parametrize(("players", "seed"), quick_if(lambda players, _: players == 2, [(2, 11), (3, 12), (4, 13)]))
def test_whole_games_read_back(players: int, seed: int) -> None:
    for game in walk(players, seed, {"seat_handicap": True, "whole_game_turns": True} if players == 3 else None):
        if game.ply % 4 == 0 or game.is_game_over():
            again = read_position(tt.position_text(game), games.get)
            assert again.states.tobytes() == game.states.tobytes()
            view_and_back(game.view(game.ply // 4 % (players + 1) - 1))


# --- Written by hand ------------------------------------------------------------------------------------------------


def test_the_shortest_position() -> None:
    """Two seats are enough: everything else is as at the start of a turn, and unknown cards are dealt."""
    game = tt.loads('title = "paper_skylines"\n[[seat]]\n[[seat]]\n')
    assert (game.players, turn(game), game.scores()) == (2, (1, A, 1), [0, 0])
    assert (len(row(game)), len(deck(game, 1)), marked(game)) == (3, 18, [])
    assert sorted(game.state.chip.tolist()) == [1, 1, 1, 1, 2, 2, 2, 3]
    assert len(places(game)) == 85


@pytest.mark.rules("PS-15", "PS-64")
def test_saved_examples() -> None:
    game = tt.load(FOLDER / "ex14-lot.toml")
    assert [price(game, "Commuter Suburb", spot) for spot in ("lot 2", "left", "right")] == [1, 2, 3]
    game = tt.load(FOLDER / "ex36-reshuffle.toml")
    play(game, "draw, deck, draw, deck")
    assert (len(hand(game, B)), pile(game)) == (2, {"Diner", "Cannery"})
    game = tt.load(FOLDER / "ex40-nesting.toml")
    play(game, "track population, track profit, track profit")
    assert (tracks(game), game.scores()[A], turn(game)) == ((7, 5, 6), 2, (3, A, 2))


def test_what_is_left_out_is_filled_in() -> None:
    game = table(seat("[Boston] [Diner*]", "Zoo"), level=3)
    assert (marked(game), turn(game), deck(game, 1), deck(game, 2)) == ([1, 2], (3, A, 3), [], [])
    assert (len(row(game)), len(deck(game, 3)), len(deck(game, 4))) == (3, 25 - 1 - 3 + 1, 21)
    game = table(seat(), seat(), first="sky")
    assert game.turn == B
    game = table(seat(), seat(), level=4, first="sky")
    assert int(game.state.opener) == B
    game = table(seat(tracks=[7, 12, 24]))
    assert (game.state.paid[A].tolist(), game.state.ended_by.tolist()) == ([6, 11, 24], [s.NONE, s.NONE, A])
    game = table(seat(claims=["high-rise"]), seat(claims=["high-rise"]))
    assert int(game.state.chip_owner[4]) == A


def test_the_seed_deals_what_is_left_open() -> None:
    assert table(seat(), seed=1).digest() == table(seat(), seed=1).digest()
    assert table(seat(), seed=1).digest() != table(seat(), seed=2).digest()


def test_question_marks_are_dealt_and_the_rest_stays() -> None:
    game = tt.loads('title = "paper_skylines"\nlevel = 2\ndeck = [[], ["?2", "cannery", "end", "?2"]]\n'
                    '[[seat]]\nhand = ["?1", "diner", "?2"]\n[[seat]]\n')  # fmt: skip
    assert deck(game, 2)[1:3] == ["Cannery", "Round end 2"]
    assert len(deck(game, 2)) == 4
    assert game.state.hand_levels[A].tolist() == [2, 1, 0, 0]
    assert "Diner" in hand(game)


def test_names_ids_and_words_all_name_a_card() -> None:
    game = tt.loads(
        'title = "paper_skylines"\n[[seat]]\ncity = "X06"\nhand = ["1M3", "Post Office", "zoo"]\n[[seat]]\n'
    )
    assert (city(game), hand(game)) == ("[Boston*]", {"Diner", "Post Office", "Zoo"})


@pytest.mark.parametrize(
    ("seats", "header", "moves"),
    [
        ([seat("[Philadelphia*]", "Village Green")], {"doing": {"phase": "spot", "frames": ["build 0 0 0 1"],
         "held": "cottage-row"}}, ["over philadelphia", "left", "right"]),
        ([seat("[Philadelphia*]", "Village Green, Zoo")], {"doing": {"phase": "pay", "frames": ["build 0 0 0 1"],
         "held": "skating-pond", "spot": "left", "price": 1}}, ["pay village-green", "pay zoo"]),
        ([seat("[Philadelphia*]", "Village Green, Zoo")], {"doing": {"phase": "hand", "frames": ["tuck 0 0 1 1"]}},
         ["card village-green", "card zoo"]),
        ([seat()], {"doing": {"phase": "track", "frames": ["advance 0 0 1 1"]}},
         ["track profit", "track prestige", "track population"]),
        ([seat("[Philadelphia*] [Town Library]")], {"doing": {"phase": "keep", "frames": ["town-library 0 0 1 1"],
         "peeked": ["diner", "sandlot"]}}, ["keep diner", "keep sandlot"]),
        ([seat("[Philadelphia] [Zoo*]")], {"level": 3, "doing": {"phase": "option", "frames": ["zoo 0 1 2 1"]}},
         ["option 1", "option 2"]),
        ([seat("[Philadelphia] [Student Dorms*]")], {"doing": {"phase": "yes_no", "frames": ["student-dorms 0 1 1 1"]}},
         ["no", "yes"]),
    ],
)  # fmt: skip
def test_work_in_progress_can_be_written(seats: list[dict[str, Any]], header: dict[str, Any], moves: list[str]) -> None:
    game = table(*seats, actions_left=0, **header)
    assert game.legal_moves == moves
    while game.state.phase != s.ACTION:
        game.push_action(game.legal_actions[0])
    assert audit(game) == ""


def test_cities_being_chosen_can_be_written() -> None:
    text = 'title = "paper_skylines"\ndoing = { phase = "city" }\n'
    text += '[[seat]]\nwaiting = false\ndealt = ["boston", "chicago"]\ncity = "chicago"\n'
    text += '[[seat]]\nwaiting = true\ndealt = ["houston", "detroit"]\n'
    game = tt.loads(text)
    assert (game.waiting, game.legal_moves) == ((B,), ["city houston", "city detroit"])
    game.push("city detroit")
    assert (city(game, A), city(game, B)) == ("[Chicago*]", "[Detroit*]")


# --- What is refused ------------------------------------------------------------------------------------------------

TWO = "[[seat]]\n[[seat]]\n"


def slots(*texts: str, home: str = "boston") -> str:
    return f"[[seat]]\ncity = '{home}'\nslots = {list(texts)}\n[[seat]]\n"


def doing(text: str, seats: str = TWO, header: str = "") -> str:
    return f"{header}\ndoing = {{ {text} }}\n{seats}"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (f"first = 'purple'\n{TWO}", "first must be one of orange, sky, not 'purple'"),
        (f"turn = 1\n{TWO}", "turn must be one of orange, sky, not 1"),
        (f"opener = 'green'\n{TWO}", "opener must be one of orange, sky, not 'green'"),
        (f"opener = 'sky'\n{TWO}", "level 4 has an opener, the others have none"),
        (f"level = 0\n{TWO}", "level must be a whole number from 1 to 4, not 0"),
        (f"level = 5\n{TWO}", "level must be a whole number from 1 to 4, not 5"),
        (f"level = true\n{TWO}", "level must be a whole number"),
        (f"level = 3\nmarked = [1]\n{TWO}", "every level below the current one is marked"),
        (f"marked = 1\n{TWO}", "marked must be a list of levels"),
        (f"marked = [5]\n{TWO}", "each level of marked must be a whole number from 1 to 4, not 5"),
        (f"actions_left = 3\n{TWO}", "actions_left must be a whole number from 0 to 2"),
        (f"actions_left = 2\n{TWO}", "more actions are left than the turn has"),
        (f"gained = 1\n{TWO}", "gained must be true or false, not 1"),
        (f"quiet = 3\n{TWO}", "quiet must be a whole number from 0 to 2"),
        (f"row = 'diner'\n{TWO}", "row must be a list of at most 3 names"),
        (f"row = ['diner', 'zoo', 'sandlot', 'sawmill']\n{TWO}", "row must be a list of at most 3 names"),
        (f"row = ['castle']\n{TWO}", "unknown building card 'castle' in the row; write a name like post-office"),
        (f"row = ['diner', 'diner']\n{TWO}", "diner lies in two places (again in the row)"),
        (f"pile = ['zoo']\nrow = ['zoo']\n{TWO}", "zoo lies in two places (again in the row)"),
        (f"pile = [3]\n{TWO}", "pile must be a list of at most 85 names"),
        (f"deck = 5\n{TWO}", "deck must be a list of at most 4 lists, one for each level"),
        (f"deck = [[], [], [], [], []]\n{TWO}", "deck must be a list of at most 4 lists, one for each level"),
        (f"deck = [5]\n{TWO}", "deck 1 must be a list of at most 46 names"),
        (f"deck = [['zoo']]\n{TWO}", "zoo does not belong into the deck of level 1"),
        (f"deck = [['?2']]\n{TWO}", "?2 does not belong into the deck of level 1"),
        (f"deck = [['end', 'end']]\n{TWO}", "deck 1 has two round-end cards"),
        (f"marked = [1]\ndeck = [['end']]\n{TWO}", "level 1 is marked, so its round-end card is gone"),
        (f"deck = [{['?1'] * 21}]\n{TWO}", "21 cards of level 1 are needed"),
        (f"chips = [1, 2]\n{TWO}", "chips must be 8 whole numbers up to 9"),
        (f"chips = [3, 3, 1, 1, 1, 1, 2, 2]\n{TWO}", "there are only the chips 1, 1, 1, 1, 2, 2, 2, 3"),
        (f"ends = 5\n{TWO}", "ends must be a table like"),
        (f"ends = {{ money = 'sky' }}\n{TWO}", "unknown field 'money' in ends"),
        (f"ends = {{ profit = 'green' }}\n{TWO}", "ends.profit must be one of orange, sky"),
        (f"ends = {{ profit = 'sky' }}\n{TWO}", "whoever was first at the end of a track has crossed its lines"),
        ("ends = {}\n[[seat]]\ntracks = [24, 0, 0]\n[[seat]]\n", "somebody was first at the end of a track"),
        ("[[seat]]\ntracks = [1, 2]\n[[seat]]\n", "Orange's tracks must be 3 whole numbers up to 24"),
        ("[[seat]]\ntracks = [25, 0, 0]\n[[seat]]\n", "Orange's tracks must be 3 whole numbers up to 24"),
        ("[[seat]]\ntracks = [5, 0, 0]\n[[seat]]\ntracks = [5, 0, 0]\n", "two meeples stand on one space of a track"),
        ("[[seat]]\ntracks = [7, 0, 0]\npaid = [0, 0, 0]\n[[seat]]\n", "Orange's paid must name the highest line"),
        ("[[seat]]\npaid = [7, 0, 0]\n[[seat]]\n", "Orange's paid must name the highest line"),
        ("[[seat]]\nscore = -1\n[[seat]]\n", "Orange's score must be a whole number from 0 to 6000"),
        ("[[seat]]\nscore = 3\n[[seat]]\nscore = 3\n", "two markers stand on one space of the score track"),
        ("[[seat]]\npoints = 3\n[[seat]]\n", "points must be a table like { lines = 3 }"),
        ("[[seat]]\npoints = { money = 3 }\n[[seat]]\n", "unknown field 'money' in Orange's points"),
        ("[[seat]]\npoints = { lines = 3 }\n[[seat]]\n", "Orange's points are more than the score"),
        ("[[seat]]\nclaims = ['castle']\n[[seat]]\n", "unknown achievement 'castle'; there are five-districts"),
        ("[[seat]]\nclaims = 'high-rise'\n[[seat]]\n", "Orange's claims must be a list of at most 8 names"),
        ("[[seat]]\nchips = ['high-rise']\n[[seat]]\n", "the chip of an achievement belongs to one of those"),
        ("[[seat]]\nclaims = ['high-rise']\nchips = []\n[[seat]]\n", "the chip of an achievement belongs to one of"),
        ("[[seat]]\nchips = ['high-rise']\n[[seat]]\nchips = ['high-rise']\n", "the chip of high-rise has two owners"),
        ("[[seat]]\nhand = ['diner', 'diner']\n[[seat]]\n", "diner lies in two places (again in Orange's hand)"),
        ("[[seat]]\nhand = ['?5']\n[[seat]]\n", "unknown building card '?5' in Orange's hand"),
        ("[[seat]]\nhand = ['boston']\n[[seat]]\n", "unknown building card 'boston' in Orange's hand"),
        ("[[seat]]\ncity = 'paris'\n[[seat]]\n", "unknown city 'paris' in Orange's city; write a name like boston"),
        ("[[seat]]\ncity = 'boston'\n[[seat]]\ncity = 'boston'\n", "boston lies in two places"),
        (slots(), "Orange's city needs its city card Boston, and one mayor"),
        (slots("diner *"), "Orange's city needs its city card Boston, and one mayor"),
        (slots("boston *", "diner *"), "Orange's city needs its city card Boston, and one mayor"),
        (slots("diner < boston *"), "Boston is the lowest card of one building of Orange's city"),
        (slots("boston *", "boston"), "Boston is the lowest card of one building of Orange's city"),
        (slots("boston *", "houston"), "unknown building card 'houston' in Orange's slots"),
        (slots("boston", "( ) *"), "nothing lies under an empty lot of Orange's city, and no mayor stands on it"),
        (slots("boston *", "( ) + diner", "zoo"), "nothing lies under an empty lot of Orange's city"),
        (slots("( )", "boston *"), "Orange's city must begin and end with a building"),
        (slots("boston *", "( )"), "Orange's city must begin and end with a building"),
        (slots("boston *", "diner < zoo + diner"), "diner lies in two places (again in Orange's slots)"),
        (slots("boston *", "diner <"), "unknown building card '' in Orange's slots"),
        (slots("boston *", *["( )"] * 31, "diner"), "Orange's slots must be a list of at most 32 names"),
        (f"doing = 3\n{TWO}", "doing must be a table like { phase = \"track\" }, not 3"),
        (doing("phase = 'dance'"), "doing.phase must be one of city, action, plan"),
        (doing("step = 1"), "unknown field 'step' in doing"),
        (doing("phase = 'track'"), "effects are in progress exactly while they ask something"),
        (doing("phase = 'track', frames = 3"), "doing.frames must be a list of at most 7 names"),
        (doing("phase = 'track', frames = ['advance']"), "'advance' in doing.frames should look like"),
        (doing("phase = 'track', frames = ['castle 0 0 1 1']"), "'castle 0 0 1 1' in doing.frames should look like"),
        (doing("phase = 'track', frames = ['advance 0 9 1 1']"), "advance has no such step"),
        (doing("phase = 'track', frames = ['advance 0 0 1 0']"), "how often a list is resolved"),
        (doing("phase = 'spot', frames = ['build 0 0 0 1']"), "the effects in progress do not ask what doing.phase"),
        (doing("phase = 'spot', frames = ['build 0 0 0 1'], held = 'castle'"), "unknown building card 'castle'"),
        (doing("phase = 'pay', frames = ['build 0 0 0 1'], held = 'zoo', spot = 'up'"), "doing.spot must be left"),
        (doing("phase = 'pay', frames = ['build 0 0 0 1'], held = 'zoo', spot = '1', price = 99"), "doing.price must"),
        (doing("phase = 'track', frames = ['advance 0 0 1 1'], held = 'zoo'"), "a card is held, but nothing"),
        (doing("phase = 'track', frames = ['advance 0 0 1 1'], spot = 'left'"), "a spot is chosen, but nothing"),
        (doing("phase = 'track', frames = ['advance 0 0 1 1'], peeked = ['zoo']"), "cards are looked at exactly while"),
        (doing("phase = 'keep', frames = ['town-library 0 0 2 1']"), "cards are looked at exactly while"),
        (doing("phase = 'track', frames = ['seattle 0 0 1 1']"), "seattle cannot be the first list"),
        (doing("phase = 'track', frames = ['advance 0 1 - 1', 'seattle 0 0 1 1']", slots("boston *")),
         "seattle is not the city of the seat to act"),
        (doing("phase = 'track', frames = ['advance 0 0 1 1', 'sandlot 0 0 1 1']"), "nothing leads to sandlot"),
        (doing("phase = 'city'"), "while cities are chosen every seat says whether it is waiting"),
        ("[[seat]]\nwaiting = true\n[[seat]]\n", "city cards are dealt only while doing.phase is"),
        ("[[seat]]\ndealt = ['boston']\n[[seat]]\n", "dealt must be two city cards"),
        ("[[seat]]\ndealt = ['boston', 'houston']\ncity = 'detroit'\n[[seat]]\n", "'detroit' was not dealt to Orange"),
        (doing("phase = 'city'", "[[seat]]\nwaiting = true\nslots = ['boston']\n[[seat]]\nwaiting = true\n"),
         "nothing is built before the cities are chosen"),
        (doing("phase = 'city'", "[[seat]]\nwaiting = true\nhand = ['diner']\n[[seat]]\nwaiting = true\n"),
         "no building card is dealt before the cities are chosen"),
        (f"over = true\n{TWO}", "the game is over only at the end of a turn of level 4"),
        (f"over = 3\n{TWO}", "over must be true or false, not 3"),
    ],
)  # fmt: skip
def test_what_is_refused(body: str, message: str) -> None:
    assert message in position_error("paper_skylines", body)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("hand_levels", 3, "Orange's hand is counted wrongly"),
        ("slots", 0, "Orange's city must begin and end with a building"),
        ("home", 1, "Orange's city card must be the lowest card of its home building"),
        ("mayor", 9, "Orange's mayor must stand on a building"),
        ("height", 3, "Orange's building in slot 1 is counted wrongly"),
        ("icons", 3, "Orange's icons in slot 1 are counted wrongly"),
        ("sites", 7, "Orange's sites are counted wrongly"),
        ("row", 84, "85 building cards lie about, 84 different ones, of 85"),
        ("pile", 1, "86 building cards lie about"),
        ("peeked_levels", 1, "the cards that somebody looks at are counted wrongly"),
        ("chip", 9, "the values of the chips are wrong"),
        ("claimed", 1, "the chip of an achievement belongs to one of those who claimed it"),
        ("track", 24, "somebody was first at the end of a track"),
        ("current", 3, "the seat to act is not at the table"),
        ("marked", 2, "the round-end card of level 1 is in its deck until the level is marked"),
        ("opener", 0, "level 4 has an opener, the others have none"),
        ("actions_left", 2, "more actions are left than the turn has"),
        ("depth", 1, "effects are in progress exactly while they ask something"),
    ],
)
def test_the_audit_sees_what_cannot_be(field: str, value: int, problem: str) -> None:
    game = table(
        seat("[Philadelphia*] [Diner]", "Zoo"), seat(hand="Sawmill"), row="Post Office, Schoolhouse, Homestead"
    )
    assert audited(game, field, value).startswith(problem)


# --- Any text at all ------------------------------------------------------------------------------------------------


@cache
def good_texts() -> list[str]:
    return [tt.position_text(game) for phase, game in sorted(one_of_each_phase().items()) if phase != s.GAME_OVER]


VALUES = [
    "0", "-1", "99", "'x'", "true", "1.5", "['diner']", "['?1']", "[]", "''", "{}", "1979-05-27", "[['end']]",
     "[1, 2, 3]", "'sky'", "['boston *']", "['high-rise']", "2", "4", "[1]",
]  # fmt: skip
FIELDS = ["ply", "reveals", "chance", "players", "first", "turn", "level", "marked", "actions_left", "quiet", "row"]
FIELDS += ["pile", "deck", "chips", "ends", "over", "opener", "gained", "moved", "bonus_used"]
SEAT_FIELDS = ["city", "dealt", "waiting", "slots", "hand", "tracks", "paid", "score", "points", "claims", "chips"]
FRAMES = ["build 0 0 0 1", "advance 0 0 1 1", "discard 0 1 - 1", "shipyard 0 4 - 1", "shipyard 2 3 - 1", "zoo 0 1 2 1",
          "rail-yard 1 1 1 1", "rail-yard 1 2 2 1", "town-library 0 0 2 1", "san-francisco 0 0 1 1",
          "draw 0 0 1 1", "auto-plant 0 3 1 1", "auto-plant 0 3 - 1", "diner 0 0 1 1", "embassy 0 1 1 1"]  # fmt: skip
DOING: dict[str, list[Any]] = {
    "phase": list(PHASES[1:]),
    "held": ["zoo", "cottage-row", "boston"],
    "spot": ["left", "right", "1", "2", "9"],
    "price": [0, 1, 9],
    "peeked": [["zoo", "homestead"], ["?1", "?1", "?2"], []],
}


@given(st.data())
def test_no_damage_does_harm(data: st.DataObject) -> None:
    """Whatever is cut out of or typed into a good position: it is refused in a sentence, or it is a position."""
    try_position(data.draw(damaged(good_texts(), "12?'\"[], =\n<+*")))


@given(misfits("paper_skylines", VALUES, FIELDS, SEAT_FIELDS))
def test_no_wrong_value_does_harm(text: str) -> None:
    try_position(text)


@given(
    frames=st.lists(st.sampled_from(FRAMES), max_size=3),
    fields=st.fixed_dictionaries(
        {"phase": st.sampled_from(DOING["phase"])},
        optional={name: st.sampled_from(values) for name, values in DOING.items() if name != "phase"},
    ),
)
def test_no_work_in_progress_does_harm(frames: list[str], fields: dict[str, Any]) -> None:
    """Any mixture of fields: refused, or such that playing on keeps every card."""
    inside = ", ".join(f"{name} = {value!r}" for name, value in (fields | {"frames": frames}).items())
    seats = "[[seat]]\ncity = 'san-francisco'\nslots = ['san-francisco', 'shipyard *', 'rail-yard + city-hall']\n"
    seats += "hand = ['diner', 'sawmill']\n[[seat]]\ncity = 'houston'\nslots = ['houston *', 'post-office']\n"
    try_position(f'title = "paper_skylines"\nlevel = 3\ndoing = {{ {inside} }}\n{seats}')


def test_a_position_of_work_in_progress_needs_the_frames_it_claims() -> None:
    with pytest.raises(PositionError):
        table(seat("[Philadelphia*]", "Zoo, Diner"), doing={"phase": "hand", "frames": ["shipyard 2 2 1 1"]})
