"""Positions as text: short ones written by hand, every phase there and back, and impossible ones refused."""

from functools import cache
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

import tabletown as tt
from tabletown.engine.errors import PositionError
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.positions import seats as positions_seats
from tabletown.games.milton_keynes.positions import table as positions
from tabletown.games.milton_keynes.positions.table import PHASES

from ...shared import audit, position_error, there_and_back, try_position
from ..helpers import (
    ORANGE,
    SKY,
    all_but,
    building_of,
    cash,
    deck,
    deeds,
    default,
    do,
    lots,
    moves,
    numbers,
    options,
    permit_deck,
    permits,
    table,
    walk,
)


@cache
def some_of_each_phase() -> dict[int, list[tt.Game]]:
    """Situations of random games, a few per phase; contests are too rare for that and are made by hand."""
    found: dict[int, list[tt.Game]] = {s.CONTEST: contests()}
    for players, seed, advanced in ((3, 0, False), (2, 1, True), (5, 2, True), (4, 3, False)):
        for game in walk(players, seed, advanced):
            kept = found.setdefault(int(game.state.phase), [])
            if (len(kept) < 4 and game.ply % 9 == 0) or not kept:
                kept.append(game.copy())
    return found


def contests() -> list[tt.Game]:
    """Two air bases on one plot: nobody has decided, one has, and with two contested plots one is half way."""
    rows: list[dict[str, Any]] = [
        {"permits": ["air-base", "sewage"], "pouch": ["air-base b2 b4", "sewage f6"], "nominated": ["b3", "f7"]},
        {"permits": ["air-base", "sewage"], "pouch": ["sewage g7", "air-base a3"], "nominated": ["f7", "b3"]},
        {"deeds": 3, "permits": 2},
    ]
    fresh = table(*rows, phase="contest", year=2)
    half, decided = fresh.copy(), fresh.copy()
    do(half, "sky: move g6")
    do(decided, "sky: stand, sky: move a2")
    return [fresh, half, decided]


@pytest.mark.parametrize("phase", range(26), ids=PHASES)
def test_every_phase_reads_back_byte_for_byte(phase: int) -> None:
    for game in some_of_each_phase()[phase]:
        there_and_back(game)


# --- Written by hand ------------------------------------------------------------------------------------------------


def test_the_shortest_position() -> None:
    """Two seats are enough: pouches are filled in the first year, and all cards lie in their decks."""
    game = tt.loads('title = "milton_keynes"\n[[seat]]\n[[seat]]\n')
    assert (game.players, int(game.state.year), game.state.phase, game.waiting) == (2, 1, s.POUCH, (0, 1))
    assert (cash(game), numbers(game, "marker"), len(deck(game)), len(permit_deck(game))) == ([0, 0], [10, 10], 45, 32)
    assert moves(game) == ["seal"]


def test_a_table_as_a_person_writes_it() -> None:
    game = tt.loads(
        """
        title = "milton_keynes"
        year = 3
        chair = "sky"
        [[seat]]
        cash = 12
        marker = 18
        floor = 15
        deeds = ["B4", "h1"]
        permits = ["lobby", "dump"]
        buildings = ["estate h6 h7", "dump a4 a5 a6", "sewage f6 f8 g7 + f7"]
        [[seat]]
        cash = 3
        buildings = ["air c5 c7 + c6"]
        [[seat]]
        """
    )
    assert (deeds(game), permits(game), cash(game)) == ("b4 h1", ["lobby", "dump"], [12, 3, 0])
    assert building_of(game, "f7") == "f6 f7 f8 g7"
    assert numbers(game, "marker") == [18, 12, 10]
    assert game.scores()[SKY] == 2
    assert len(deck(game)) == 53 - 2 - 2 - 3 - 3 - 3
    do(game, "start dump, add b4, close, seal")
    assert audit(game) == ""


def test_markers_follow_from_the_blocks() -> None:
    row = {"buildings": ["estate a4 a5 a6 b4 b5 b6"]}
    assert numbers(table(row), "marker") == [17, 10]
    assert numbers(table(row), "floor") == [15, 10]
    assert numbers(table({**row, "floor": 20}), "marker") == [20, 10]
    assert numbers(table({**row, "marker": 26}), "floor") == [25, 10]


def test_unknown_cards_are_dealt() -> None:
    game = table(
        {"deeds": ["a1", "?", "?"], "permits": ["lobby", "?"]}, {"deeds": 4, "permits": 2, "cash": "?"}, seed=1
    )
    assert "a1" in deeds(game).split()
    assert numbers(game, "deeds_held") == [3, 4]
    assert (len(permits(game)), len(permits(game, SKY))) == (2, 2)
    assert audit(game) == ""
    other = table({"deeds": ["a1", "?", "?"], "permits": ["lobby", "?"]}, {"deeds": 4, "permits": 2}, seed=2)
    assert deeds(game) != deeds(other) or deeds(game, SKY) != deeds(other, SKY)


def test_what_all_have_seen_is_the_best_guess() -> None:
    row = {
        "deeds": 2,
        "seen_deeds": ["a1", "b2", "c3"],
        "permits": 1,
        "seen_permits": ["dump"],
        "cash": "?",
        "seen_cash": 9,
    }
    game = table({}, row)
    assert set(deeds(game, SKY).split()) < {"a1", "b2", "c3"}
    assert (permits(game, SKY), cash(game)) == (["dump"], [0, 9])


def test_unknown_cash_is_at_least_what_was_bid() -> None:
    rows: list[dict[str, Any]] = [
        {"cash": "?", "bids": [4, 5], "permits": ["lobby"], "left": "dump"},
        {"cash": "?", "seen_cash": 188, "left": "lobby"},
    ]
    game = table(*rows, phase="lobby-bid", year=2)
    assert cash(game)[ORANGE] == 9
    assert sum(cash(game)) <= 190


def test_decks_are_named_from_the_top_down() -> None:
    game = table({}, {}, deck=["a1", "?", "b2"], permit_deck=["dump", "air-base"])
    assert (deck(game)[0], deck(game)[2], len(deck(game))) == ("a1", "b2", 45)
    assert permit_deck(game)[:2] == ["dump", "air-base"]


def test_the_seed_deals_what_is_left_open() -> None:
    assert table({}, seed=1).digest() == table({}, seed=1).digest()
    assert table({}, seed=1).digest() != table({}, seed=2).digest()


def test_lots_and_permits_on_offer_are_dealt() -> None:
    game = table({}, {}, {}, phase="bribe", year=1)
    assert len(lots(game)) == 3
    game = table({}, {}, {}, phase="trade", year=4)
    assert (len(permit_deck(game)), audit(game)) == (29, "")


def test_characters_are_picked() -> None:
    game = table({"character": "blue"}, {}, {}, phase="character")
    assert (game.turn, permits(game), numbers(game, "deeds_held")) == (
        SKY,
        ["demolish", "sewage", "air-base"],
        [3, 3, 3],
    )
    do(game, "character scarlet, character gray")
    assert game.state.phase == s.NEW_YEAR


def test_who_cannot_act_is_passed_over_and_an_idle_window_closes() -> None:
    game = table({}, {"permits": ["lobby"]}, phase="new-year", year=2)
    assert (game.turn, int(game.state.passes)) == (SKY, 1)
    game = table({"marker": 20}, {}, phase="new-year", year=2)
    assert (game.state.phase, cash(game)) == (s.BRIBE, [20, 10])


@pytest.mark.rules("ADV-1", "ADV-2", "ADV-5")
def test_advanced_maps() -> None:
    tiles = ["a2", "b2", "c2", "d1"]
    game = table({"buildings": ["sewage b1 + b2"]}, {}, options=["advanced"], river=tiles, marsh=["a1", "g8"], year=2)
    assert game.scores() == [3, 0]
    assert len(deck(game)) == 56 - 4 - 2 - 1
    laying = table({}, {}, {}, options=["advanced"], river=tiles[:2], chair="green")
    assert (laying.state.phase, laying.turn) == (s.RIVER, SKY)
    marsh = table({}, {}, {}, options=["advanced"], river=tiles, marsh=["a1"])
    assert (marsh.state.phase, marsh.turn) == (s.MARSH, 2)
    do(marsh, "tile h8")
    assert marsh.state.phase == s.NEW_YEAR
    for game in (laying, marsh):
        there_and_back(game)


@pytest.mark.parametrize(
    ("rows", "header", "who", "expected"),
    [
        ([{"cash": 5, "bribe": 2}, {"cash": 5}], {"phase": "bribe"}, SKY, "bribe 0"),
        ([{"cash": 5, "bribe": 2, "permits": ["lobby"]}, {}], {"phase": "bribe-again", "on_sale": ["a1", "c5"]}, ORANGE,
         "bribe 0"),
        ([{"cash": 9}, {}], {"phase": "purchase", "on_sale": ["a1", "c5"], "sold": ["c5"], "order": ["sky", "orange"],
         "turn": "orange", "sold_this_round": True}, ORANGE, "buy a1"),
        ([{"permits": ["demolish"]}, {}], {"phase": "deed", "demolished": {"plot": "a1", "owner": "sky"}}, ORANGE,
         "leave"),
        ([{"cash": 4}, {}], {"phase": "offer", "offer": {"to": "sky"}}, ORANGE, "give-cash"),
        ([{"cash": 4}, {}], {"phase": "give-cash", "offer": {"to": "sky"}}, ORANGE, "cash 4"),
        ([{"cash": 4, "offers": 1}, {"cash": 3}], {"phase": "reply", "offer": {"from": "orange", "to": "sky",
         "gives": {"cash": 1}, "asks": {"cash": 2}}}, SKY, "accept"),
        ([{"cash": 4, "offers": 1}, {"cash": 3}], {"phase": "answer", "session": 2, "offer": {"to": "sky",
         "gives": {"deeds": ["a1"]}, "asks": {"cash": 2}, "counter": {"gives": {"permits": ["dump"]},
         "asks": {"cash": 4}}}}, ORANGE, "accept"),
        ([{"cash": 4, "left": "dump", "bids": [1]}, {"left": "lobby"}], {"phase": "bid"}, ORANGE, "bid 3"),
        ([{"cash": 4, "bids": [1, 0], "permits": ["lobby"]}, {}], {"phase": "bid-again", "side": "right"}, ORANGE,
         "bid 3"),
        ([{"cash": 4, "left": "dump", "bids": [1, 0]}, {"cash": 4, "left": "lobby", "bids": [1, 1], "rebids": [0, 2]}],
         {"phase": "rebid"}, ORANGE, "rebid 1"),
        ([{"deeds": ["b6"], "buildings": ["estate b5"], "pouch": ["lobby a1 a2", "extend b5 with ..."]}, {}],
         {"phase": "pouch"}, ORANGE, "add b6"),
        ([{"pouch": ["lobby a1"], "sealed": True}, {}], {"phase": "pouch"}, SKY, "seal"),
        ([{"pouch": ["air-base b2 b4"]}, {"pouch": ["air-base a3"], "nominated": ["b3"]}], {"phase": "nominate"},
         ORANGE, "nominate b3"),
        ([{"pouch": ["air-base b2 b4"], "nominated": ["b3"]}, {"deeds": 2, "permits": 1, "requisitions": 1,
         "nominated": ["b3"]}], {"phase": "contest"}, SKY, "stand"),
    ],
)  # fmt: skip
def test_work_in_progress_can_be_written(
    rows: list[dict[str, Any]], header: dict[str, Any], who: int, expected: str
) -> None:
    game = table(*rows, year=2, **header)
    assert who in game.waiting
    assert expected in moves(game, who)
    there_and_back(game)
    for _ in range(40):
        default(game)
        assert audit(game) == ""


def test_a_counter_offer_half_made_reads_back() -> None:
    game = table({"cash": 4, "deeds": ["a1"]}, {"cash": 3, "permits": ["dump"]}, {}, phase="trade", year=2)
    do(game, "offer sky, give a1, ask-cash, cash 2, send, counter")
    there_and_back(game)
    do(game, "give dump, ask-deed")
    there_and_back(game)
    do(game, "deed c4")
    there_and_back(game)


def test_a_finished_game() -> None:
    game = table({"cash": 3}, {"cash": 5}, over="dry", dry=3, year=7)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)
    there_and_back(game)


# --- What is refused ------------------------------------------------------------------------------------------------

TWO = "[[seat]]\n[[seat]]\n"


def first(*lines: str) -> str:
    """The first seat's fields; the second has none."""
    return "[[seat]]\n" + "\n".join(lines) + "\n[[seat]]\n"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (f"year = 21\n{TWO}", "year must be a whole number from 0 to 20, not 21"),
        (f"year = 0\n{TWO}", "the year is 0; it is 0 during the set-up and then 1 to 20"),
        (f"phase = 'character'\nyear = 1\n{TWO}", "the year is 1"),
        (f"chair = 'green'\n{TWO}", "chair must be one of orange, sky, not 'green'"),
        (f"phase = 'dance'\n{TWO}", "phase must be one of river, marsh"),
        (f"phase = 'over'\n{TWO}", "phase must be one of river, marsh"),
        (f"phase = ['pouch']\n{TWO}", "phase must be one of river, marsh"),
        (f"turn = 'sky'\n{TWO}", "turn belongs to phases that ask one player after the other, not to pouch"),
        (f"phase = 'trade'\nturn = 3\n{TWO}", "turn must be one of orange, sky"),
        (f"passes = 2\n{TWO}", "passes must be a whole number from 0 to 1"),
        (f"bought = 1\n{TWO}", "bought must be true or false, not 1"),
        (f"dry = 3\nyear = 4\n{TWO}", "after 3 years without a purchase the game is over (MK-54)"),
        (f"dry = 2\n{TWO}", "there were not so many years without a purchase"),
        (f"over = true\n{TWO}", "over must be one of deck, dry, years"),
        (f"over = 'deck'\n{TWO}", "the game cannot have ended with an empty deed deck"),
        (f"over = 'dry'\n{TWO}", "there were not so many years without a purchase"),
        (f"over = 'years'\nyear = 19\n{TWO}", "the game ends after year 20"),
        (f"over = 'years'\nphase = 'pouch'\n{TWO}", "over must say why"),
        (f"session = 1\n{TWO}", "session belongs to the phase trade, offer"),
        (f"season = 'spring'\n{TWO}", "season belongs to the phase bribe"),
        (first("bribe = 1"), "Orange's bribe belongs to the phase bribe"),
        (first("left = 'dump'"), "Orange's left belongs to the phase trade"),
        # hands and decks
        (first("cash = -1"), "Orange's cash must be a whole number from 0 to 190, not -1"),
        (first("cash = 'much'"), "Orange's cash must be a whole number"),
        ("[[seat]]\ncash = 100\n[[seat]]\ncash = 91\n", "the players hold 191 cash; there are 190 in all"),
        (first("deeds = 'a1'"), "Orange's deeds must be a list of at most 108 cards, or their number"),
        (first("deeds = ['z9']"), "'z9' in Orange's deeds is no plot; plots are called a1 to i9"),
        (first("deeds = [3]"), "3 in Orange's deeds is no plot"),
        (first("deeds = ['a1', 'a1']"), "Orange's deeds name a1 twice"),
        (first("deeds = ['g6']"), "the deed of g6 lies in two places, or not on this map"),
        (first("deeds = ['h1']"), "the deed of h1 lies in two places, or not on this map"),
        ("[[seat]]\ndeeds = ['a1']\n[[seat]]\ndeeds = ['a1']\n", "the deed of a1 lies in two places"),
        (first("deeds = ['a1']", "buildings = ['estate a1']"), "the deed of a1 lies in two places"),
        (f"deck = ['a1', 'a1']\n{TWO}", "the deed of a1 in deck lies in two places"),
        (f"deck = ['g6']\n{TWO}", "the deed of g6 in deck lies in two places"),
        (f"deck = 46\n{TWO}", "46 deeds are not known, but only 45 lie nowhere else"),
        (f"deck = 44\n{TWO}", "1 deeds lie nowhere: deck should be 45"),
        (f"deck = 'a1'\n{TWO}", "deck must be a list of at most 76 cards from the top down, or their number"),
        (first("deeds = 46"), "46 deeds are not known, but only 45"),
        (first("permits = ['castle']"), "unknown permit 'castle' in Orange's permits; there are inquiry"),
        (first("permits = ['allotments', 'allotments']"), "there are only 1 permits allotments, not 1 more"),
        (first("permits = 33"), "33 permits are not known, but only 32 lie nowhere else"),
        (f"permit_deck = 31\n{TWO}", "1 permits lie nowhere: permit_deck should be 32"),
        (first("seen_deeds = 3"), "Orange's seen_deeds must be a list of plots"),
        (first("seen_permits = 3"), "Orange's seen_permits must be a list of permits"),
        (first("character = 'pink'"), "Orange's character must be one of scarlet, orange"),
        ("[[seat]]\ncharacter = 'blue'\n[[seat]]\ncharacter = 'blue'\n", "two players have the same character"),
        (f"phase = 'character'\n{first('permits = [2]')}", "unknown permit 2"),
        ("phase = 'character'\n" + first('permits = ["dump"]'), "must hold the permits of the character"),
        # markers
        (first("marker = 9"), "Orange's marker must be a whole number from 10 to 50"),
        (first("marker = 51"), "Orange's marker must be a whole number from 10 to 50"),
        (first("marker = 20", "floor = 15"), "Orange's floor is 15; with the marker at 20 it must be 20"),
        (first("marker = 14", "floor = 15"), "Orange's marker is at 14; must lie between 15 (the floor) and 50"),
        # buildings
        (first("buildings = 'estate a1'"), "Orange's buildings must be a list of at most 81 buildings like"),
        (first("buildings = ['castle a1']"), "'castle a1' in Orange's buildings must begin with one of estate"),
        (first("buildings = ['estate']"), "'estate' in Orange's buildings names no plot"),
        (first("buildings = ['estate a1 x']"), "'x' in Orange's buildings is no plot"),
        (first("buildings = ['estate a1 a1']"), "a1 is named twice in Orange's buildings"),
        (first("buildings = ['estate a1', 'dump a1']"), "two buildings stand on a1"),
        (first("buildings = ['estate d1']"), "nothing can be built on d1: it is marsh, rock, or outside the map"),
        (first("buildings = ['estate h1']"), "nothing can be built on h1"),
        (first("buildings = ['estate a1 b2']"), "the estate on a1 does not hang together (MK-42)"),
        (first("buildings = ['commons a1 a2']"), "the commons on a1 has 2 plots; commons has at most 1 (MK-42)"),
        (first("buildings = ['dump a1 a2 a3 a4']"), "the dump on a1 has 4 plots"),
        (first("buildings = ['estate g6']"), "the estate on g6 stands on the river"),
        (first("buildings = ['sewage g5 g6']"), "the sewage on g5 stands on the river; only sewage"),
        (first("buildings = ['estate a1 + a2']"), "behind + stands the one plot that a sewage or air requisitioned"),
        (first("buildings = ['air a1 + a2 a3']"), "behind + stands the one plot"),
        # the advanced map
        (f"marsh = ['a1']\n{TWO}", "marsh belongs to an advanced map: write river as well"),
        (f"river = 'a1'\n{TWO}", "river must be a list of plots"),
        (f"river = ['d4']\n{TWO}", "the river cannot go to d4 first"),
        (f"river = ['a4', 'c4']\n{TWO}", "the river cannot go to c4 after a4"),
        (f"river = ['a2', 'b1', 'c1']\n{TWO}", "the river cannot go to c1 after b1"),
        (f"river = ['a4']\nmarsh = ['a1']\n{TWO}", "the river must reach another edge before marshes are laid"),
        (f"river = ['a2', 'b1']\nmarsh = ['d4']\n{TWO}", "no marsh can lie on d4"),
        (f"river = ['a2', 'b1']\nmarsh = ['a1', 'a3', 'a4']\n{TWO}", "no marsh can lie on a4: there are two"),
        (f"river = ['a4']\nphase = 'pouch'\n{TWO}", "the phase is pouch, but river is still to be laid"),
        (f"phase = 'river'\n{TWO}", "the phase is river, but no river or marsh is still to be laid"),
        ("river = ['a4']\n" + first('deeds = ["a1"]'), "the deed of a1 is in the game"),
        # sales
        (f"phase = 'bribe'\nseason = 'winter'\n{TWO}", "season must be spring or autumn, not 'winter'"),
        (f"phase = 'bribe'\non_sale = ['a1', 'c5', 'g8']\n{TWO}", "on_sale makes 3 lots; there are at most as many"),
        (f"phase = 'bribe'\nyear = 2\non_sale = ['a1', 'a2']\n{TWO}",
         "there are 1 lots; deeds are dealt until there are 2"),
        (f"phase = 'purchase'\non_sale = ['a1', 'c5']\nsold = ['b5']\n{TWO}", "b5 is sold, but it is not in on_sale"),
        (f"phase = 'purchase'\non_sale = ['a1', 'c5']\norder = ['sky']\n{TWO}", "order must name every player once"),
        (f"phase = 'purchase'\non_sale = ['a1', 'c5']\norder = 'sky'\n{TWO}", "order must name every player once"),
        ("phase = 'bribe'\n[[seat]]\nbribe = 3\n[[seat]]\n", "Orange cannot bribe with more than the cash in hand"),
        ("phase = 'bribe'\n[[seat]]\nbribe = 0\n[[seat]]\nbribe = 0\n", "everybody has decided in the phase bribe"),
        (f"phase = 'bribe-again'\n{TWO}", "Orange holds no lobby to play"),
        # offers
        (f"phase = 'offer'\n{TWO}", "offer must be a table like"),
        (f"phase = 'offer'\noffer = {{ to = 'orange' }}\n{first('cash = 3')}",
         "an offer goes from the player at turn to another"),
        (f"phase = 'offer'\noffer = {{ to = 'sky', what = 3 }}\n{TWO}", "unknown field 'what' in offer"),
        (f"phase = 'reply'\noffer = {{ to = 'sky', gives = {{ cash = 1 }} }}\n{first('cash = 3', 'offers = 1')}",
         "an offer that was sent gives something and asks for something"),
        (f"phase = 'reply'\noffer = {{ to = 'sky', gives = {{ cash = 4 }}, asks = {{ cash = 1 }} }}\n"
         f"{first('cash = 3', 'offers = 1')}", "cannot offer more cash than there is in hand"),
        (f"phase = 'offer'\noffer = {{ to = 'sky', gives = {{ gold = 4 }} }}\n{TWO}",
         "unknown field 'gold' in offer.gives"),
        (f"phase = 'offer'\noffer = {{ to = 'sky', gives = 4 }}\n{TWO}", "offer.gives must be a table"),
        # the auction
        ("phase = 'bid'\n[[seat]]\nleft = 'dump'\nbids = [1]\n[[seat]]\n", "Orange's bids are more than the cash"),
        ("phase = 'bid'\n[[seat]]\nleft = 'dump'\nbids = [1, 2, 3]\n[[seat]]\n",
         "Orange's bids must be a list of at most 2 numbers like [4, 0]"),
        ("phase = 'bid'\n[[seat]]\nleft = 'castle'\n[[seat]]\n", "unknown permit 'castle' in Orange's left"),
        ("phase = 'bid'\n[[seat]]\nleft = 'dump'\n[[seat]]\n[[seat]]\nbids = [0]\n",
         "Green has nothing to bid for now"),
        ("phase = 'rebid'\n[[seat]]\nleft = 'dump'\nbids = [1, 0]\ncash = 2\n[[seat]]\n",
         "nobody has anything to decide"),
        ("phase = 'rebid'\ntied = ['sky']\n[[seat]]\nleft = 'dump'\n[[seat]]\n",
         "a permit that is not there cannot be tied"),
        (f"phase = 'bid-again'\nside = 'top'\n{TWO}", "side must be left or right"),
        # pouches
        (first("pouch = 'lobby a1'"), "Orange's pouch must be a list of at most 5 items like"),
        (first("pouch = ['']"), "'' in Orange's pouch should look like"),
        (first("pouch = ['...']"), "unknown permit '' in Orange's pouch"),
        (first("pouch = ['castle a1']"), "unknown permit 'castle' in Orange's pouch"),
        (first("pouch = ['extension a1']"), "should look like 'extend b5 with b6'"),
        (first("pouch = ['extend a1 a2']"), "should look like 'extend b5 with b6'"),
        (first("pouch = ['extend a1 with a2']"), "Orange has no building on a1"),
        (first("pouch = ['lobby a1 ...', 'lobby b2']"), "only the last item of Orange's pouch may be open"),
        (first("pouch = ['lobby']"), "Orange's pouch: every item needs a deed"),
        (first("pouch = ['lobby a1 b2']"), "Orange's pouch: the plots of an item do not hang together"),
        (first("pouch = ['commons a1 a2']"), "Orange's pouch: an item has too many plots"),
        (first("pouch = ['sewage b8']"), "Orange's pouch: a requisition has no plot that completes it"),
        (first("pouch = ['lobby a1', 'lobby a1']"),
         "Orange's pouch: there are deeds in it that are not in hand, or twice"),
        (first("pouch = ['lobby a1', 'lobby b2', 'lobby c3']"), "Orange's pouch: at most two new buildings fit in"),
        (first("pouch = ['lobby a1 ...']",
         "sealed = true"), "Orange's pouch: an item is open, yet the pouch is sealed"),
        (f"phase = 'nominate'\n{TWO}", "nobody has anything to decide in the phase nominate"),
        ("phase = 'nominate'\n" + first('pouch = ["air-base a1"]', 'nominated = ["c5"]'), "everybody has decided"),
        ("phase = 'nominate'\n" + first('nominated = ["c5"]'), "Orange nominates 0 plots, not more"),
        ("phase = 'nominate'\n" + first('requisitions = 2', 'pouch = ["air-base a1"]'),
         "Orange's requisitions are 1, as the pouch says"),
        ("phase = 'nominate'\n" + first("requisitions = 1", "deeds = ['a1']"),
         "name the items of the pouch, or fewer deeds"),
        (f"last_deal = [1, 2]\n{TWO}", "last_deal must be deeds and permits to and fro"),
        (f"phase = 'deed'\n{TWO}", "demolished must be a table like"),
        (f"phase = 'deed'\ndemolished = {{ plot = 'a1' }}\n{TWO}", "demolished must be a table like"),
    ],
)  # fmt: skip
def test_what_is_refused(body: str, message: str) -> None:
    assert message in position_error("milton_keynes", body)


@pytest.mark.parametrize(
    ("nominated", "moves_made", "message"),
    [
        (["b3", "b3"], [[], []], ""),
        (["c4", "c4"], [[], []], "does not complete its building"),
        (["b3", "b3"], [["a9"], []], "cannot move there"),
        (["b3", "b3"], [["stand", "stand"], []], "more than the plots that others nominated too"),
        (["b3", "b3"], ["stand", []], "must be a list of plots, or 'stand'"),
        (["b3", "a2"], [[], []], "nobody has anything to decide in the phase contest"),
    ],
)
def test_contests_that_can_and_cannot_be(nominated: list[str], moves_made: list[Any], message: str) -> None:
    pouches = ["air-base b2 b4"], ["air-base a3"]
    rows = [
        {"pouch": list(pouch), "nominated": [plot], "moves": made}
        for pouch, plot, made in zip(pouches, nominated, moves_made, strict=True)
    ]
    if not message:
        assert options(table(*rows, phase="contest"), "move", SKY) == ["a2", "a4"]
        return
    with pytest.raises(PositionError, match=message):
        table(*rows, phase="contest")


def test_all_deeds_may_be_in_one_hand() -> None:
    game = table({"deeds": all_but("", 5)}, {}, {}, {}, {}, deck=[])
    assert (len(deeds(game).split()), deck(game)) == (68, [])


SCRAPS = st.sampled_from(
    [
        "a1", "b4", "g6", "?", "lobby", "dump", "estate a1 a2", "air b5 b7 + b6", "lobby a1", "extend a1 with b1",
        "sky", "orange", "pouch", "bribe", "trade", "bid", "rebid", "nominate", "contest", "reply", "new-year",
        "river", "deck",
    ]
)  # fmt: skip
VALUES = st.one_of(SCRAPS, st.integers(-1, 60), st.booleans(), st.lists(SCRAPS, max_size=3))
TOP = st.sampled_from(sorted((positions.ALWAYS | set(positions.FIELDS)) - {"seat"}))
FIELD = st.sampled_from(sorted(positions_seats.ALWAYS | set(positions.SEAT_FIELDS)))


@given(
    header=st.dictionaries(TOP, VALUES, max_size=4),
    seats=st.lists(st.dictionaries(FIELD, VALUES, max_size=3), min_size=2, max_size=3),
)
def test_any_text_is_read_or_refused_in_a_sentence(header: dict[str, Any], seats: list[dict[str, Any]]) -> None:
    try_position(tomlkit.dumps({"title": "milton_keynes", **header, "seat": seats}))


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text: str) -> None:
    try_position(f'title = "milton_keynes"\n{text}\n[[seat]]\n[[seat]]\n')
