"""Penny Lane in words: how moves may be written, refusals that name their rule, sentences, prompts and the board."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletown as tt
from tabletown.engine.errors import AmbiguousMove, IllegalMove
from tabletown.games.penny_lane import state as s

from ...colours import in_colours
from ...shared import no_move, play, refusal, refused, try_move
from ..helpers import TITLE, everything_but, pass_all, seat, table, walk

words = TITLE.words
RICH = "[board 3, bonus 1] T+1 Tailor(1), T+2 Museum(0), B+1 Row House(2), B+2 Row House(1), B+3 Cottage(1)"
SUPPLY = "bakery fountain loft manor mansion"


def rich(**fields: Any) -> tt.Game:
    """A table on which nearly everything is possible."""
    return table(seat(RICH, pennies=9), seat(pennies=9), seat(), supply=SUPPLY, deck="garage", **fields)


# --- How moves may be written ---------------------------------------------------------------------------------------


def test_buildings_may_be_named_by_the_beginning_of_their_name() -> None:
    game = rich()
    assert game.parse("guild bake") == game.parse("GUILD   Bakery") == game.parse("guild bakery")
    game.push("gazette 1")
    assert (
        game.parse("from cot") == game.parse("from cottage") == game.parse("from b+3") == game.parse("from cottage b+3")
    )


@pytest.mark.parametrize("text", ["from row-house", "from row", "from r", "from row-h"])
def test_copies_on_the_lane_need_their_cell(text: str) -> None:
    game = rich()
    game.push("gazette 1")
    with pytest.raises(AmbiguousMove, match=r"two copies of it stand on your lane: say which, at b\+1 or b\+2"):
        game.push(text)
    assert "from row-house b+2" in game.legal_moves
    assert game.parse("from b+2") == game.parse("from row b+2") == game.parse("from row-house b+2")
    assert game.parse("from b+1") != game.parse("from b+2")


def test_beginnings_that_fit_several_names() -> None:
    game = rich()
    with pytest.raises(AmbiguousMove, match="'man' could be manor or mansion"):
        game.push("guild man")
    lane = "T+1 Museum(1), T+2 Music Hall(1), B+1 Manor(1)"
    game = table(seat(lane, pennies=9))
    game.push("gazette 1")
    with pytest.raises(AmbiguousMove, match="'m' could be manor or museum or music-hall"):
        game.push("from m")
    assert game.parse("from mus t+1") == game.parse("from museum")


def test_an_article_is_not_said_twice() -> None:
    game = table(seat(pennies=9), supply="confectioners")
    game.push("guild confectioners")
    assert game.explain(game.parse("at t+1")) == "builds The Confectioners for 3 pennies, right of the board"
    assert in_colours(words.prompt(game, 0))[1] == "Choose where to put The Confectioners"


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "fly", "bank 2", "pass now", "guild", "keep", "from", "to", "swap", "name", "lane", "at", "gazette",
        "gazette 0", "gazette 3", "gazette two", "tower", "tower 0", "tower 33", "tower -1", "tower ²", "town hall",
        "guild castle", "keep castle", "from castle", "to castle", "swap castle", "name nobody", "lane purple",
        "at 2", "at t", "at t+0", "at t+34", "at t+99", "at x+1", "at t+1 t+2", "at t+١", "from castle t+1",
    ],
)  # fmt: skip
def test_what_is_no_move_at_all(text: str) -> None:
    assert no_move(rich(), text)


# --- Refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "rule", "sentence"),
    [
        ("at t+3", "PL-37", "no building is waiting for a cell"),
        ("from museum", "PL-10", "it is your turn"),
        ("from board", "PL-10", "it is your turn"),
        ("to temple", "PL-10", "it is your turn"),
        ("stop", "PL-10", "it is your turn"),
        ("lane sky", "PL-10", "it is your turn"),
        ("name sky", "PL-10", "it is your turn"),
        ("swap museum", "PL-10", "it is your turn"),
        ("keep museum", "PL-22", "museum is not one of the two cards now"),
        ("guild museum", "PL-35", "museum is not in the building supply now"),
        ("from bakery", "PL-24", "bakery does not stand on your lane"),
        ("to bakery", "PL-24", "bakery does not stand on your lane"),
        ("swap bakery", "G8", "bakery does not stand on your lane"),
        ("from t+9", "PL-24", "no building stands at t+9 of your lane"),
        ("swap t+9", "G8", "no building stands at t+9 of your lane"),
        ("tower 10", "PL-13", "that costs 10, you have 9"),
    ],
)
def test_why_not_in_a_turn(move: str, rule: str, sentence: str) -> None:
    refused(rich(), move, rule, sentence)


@pytest.mark.parametrize(
    ("mine", "header", "move", "rule", "sentence"),
    [
        ("", {"used": {"bank": 3}}, "bank", "PL-13", "no space is open at the Bank in this round"),
        ("", {"used": {"town_hall": 1}}, "town-hall", "PL-13", "no space is open at the Town Hall"),
        ("", {"used": {"masons_guild": 3}}, "guild loft", "PL-13", "no space is open at the Masons' Guild"),
        ("", {"used": {"black_market": 1}}, "black-market", "PL-13", "no space is open at the Black Market"),
        ("", {"used": {"tower": 1}}, "tower 1", "PL-13", "no space is open at the Tower"),
        ("", {"used": {"gazette": 3}}, "gazette 1", "PL-13", "no space is open at the Gazette"),
        ("", {}, "guild manor", "PL-13", "that costs 3, you have 2"),
        ("", {}, "black-market", "PL-13", "that costs 3, you have 2"),
        ("", {}, "gazette 1", "PL-24", "no citizen of your lane can move"),
        ("[board 1, bonus 1] T+1 Museum", {"used": {"gazette": 1}}, "gazette 2", "PL-26", "only on the priority space"),
        ("[board 1, bonus 1] T+1 Museum", {}, "gazette 2", "PL-27", "not two citizens on your lane"),
        ("[board 1, bonus 1] T+1 Museum(1)", {}, "gazette 2", "PL-13", "that costs 3, you have 2"),
        ("T+1 Museum, B+1 Cottage", {}, "tower 1", "PL-42", "no row of your lane holds two buildings"),
    ],
)
def test_why_not_at_a_location(mine: str, header: dict[str, Any], move: str, rule: str, sentence: str) -> None:
    game = table(seat(mine, pennies=2), seat(), supply="loft manor", **header)
    refused(game, move, rule, sentence)


def test_why_not_when_the_deck_is_empty() -> None:
    left = "loft manor mansion cottage cottage"
    game = table(seat(pennies=9), seat(everything_but(left)), supply=left, deck_left=0)
    assert refusal(game, "black-market").rule == "PL-21"


@pytest.mark.parametrize(
    ("moves", "move", "rule", "sentence"),
    [
        ("guild bakery", "pass", "PL-37", "choose a cell for the new building"),
        ("guild bakery", "at t+5", "G7", "beside the board, beside a building or across from one"),
        ("guild bakery", "at b-1", "G3", "the Bakery stands in the upper row, t"),
        ("guild loft", "at t-1", "G3", "the Loft stands in the lower row, b"),
        ("gazette 1", "pass", "PL-24", "choose where the citizen leaves"),
        ("gazette 1", "stop", "PL-27", "the first citizen must move"),
        ("gazette 1", "from museum", "PL-24", "no citizen can leave the Museum"),
        ("gazette 1, from cottage", "bank", "PL-24", "choose where the citizen works"),
        ("gazette 1, from tailor", "to tailor", "PL-25", "a citizen must move to another card"),
        ("gazette 1, from cottage", "to row-house b+1", "PL-24", "the Row House has no vacancy"),
        ("gazette 1, from cottage, to temple", "pass", "PL-31", "choose the lane that pays"),
        ("gazette 2, from cottage, to museum", "from museum", "PL-28", "another one than the first"),
        ("gazette 2, from cottage, to barracks, lane sky", "from museum", "PL-24", "no citizen can leave the Museum"),
        ("gazette 2, from board, to barracks, lane sky", "from board", "PL-24", "no citizen can leave the board"),
        ("gazette 2, from board, to temple, lane sky, from cottage", "to temple", "PL-24", "the Temple has no vacancy"),
        ("gazette 2, from board, to barracks, lane sky, from cottage", "to barracks", "PL-24", "the Barracks has no"),
        ("tower 2", "pass", "PL-41", "choose a building to swap"),
        ("tower 2, swap museum", "bank", "PL-41", "choose the building to swap with"),
        ("tower 2, swap museum", "swap cottage", "G8", "a swap needs two buildings of the same row"),
        ("tower 2, swap museum", "swap museum", "G8", "a swap needs two buildings of the same row"),
    ],
)
def test_why_not_in_the_middle_of_an_action(moves: str, move: str, rule: str, sentence: str) -> None:
    game = rich()
    play(game, moves)
    refused(game, move, rule, sentence)


def test_why_not_with_garage_dark_alley_and_coop() -> None:
    lane = "[board 3, bonus 1] T+1 Garage, T+2 Dark Alley, T+3 Farmer's Co-Op(1)"
    game = table(seat(lane, pennies=9), seat(), seat(), deck="museum loft", supply="bakery")
    game.push("black-market")
    assert refusal(game, "pass").rule == "PL-22"
    assert refusal(game, "keep tailor").rule == "PL-22"
    play(game, "keep museum, at t-1")
    for move in ("pass", "from board", "from garage", "from museum"):
        assert refusal(game, move).rule == "PL-40"
    play(game, "stop, pass, pass, pass")
    for move in ("pass", "name orange"):
        assert refusal(game, move).rule == "PL-57"


def test_only_the_seat_to_act_may_move() -> None:
    game = rich()
    for other in (1, 2, 3, -1):
        with pytest.raises(IllegalMove, match="not to act now"):
            game.push("pass", seat=other)
    assert game.ply == 0


# --- Sentences ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("pass", "passes"),
        ("bank", "pays 1 penny at the Bank and gains 3 pennies"),
        ("town-hall", "pays 1 penny at the Town Hall, keeps the Mayor and gains 1 penny"),
        ("pass, town-hall", "pays 1 penny at the Town Hall, takes the Mayor and gains 1 penny"),
        ("black-market", "pays 3 pennies at the Black Market"),
        ("black-market, at t-1", "builds the Garage from the Black Market, left of the board"),
        ("guild bakery", "chooses the Bakery at the Masons' Guild for 2 pennies"),
        ("guild fountain", "chooses the Fountain at the Masons' Guild for 1 penny"),
        ("guild bakery, at t+3", "builds the Bakery for 2 pennies, right of the Museum"),
        ("gazette 1", "pays 2 pennies at the Gazette to move a citizen"),
        ("gazette 2", "pays 3 pennies at the Gazette to move two citizens"),
        ("gazette 1, from cottage", "takes a citizen from the Cottage"),
        ("gazette 1, from board", "takes a citizen from the board"),
        ("gazette 1, from cottage, to museum", "moves a citizen from the Cottage to the Museum"),
        ("gazette 1, from board, to temple", "moves a citizen from the board to the Temple"),
        ("gazette 1, from cottage, to barracks, lane orange",
         "sends a citizen from the Cottage to the Barracks and gains 3 pennies for their own lane"),
        ("gazette 1, from board, to temple, lane sky",
         "sends a citizen from the board to the Temple and gains 0 pennies for Sky's lane"),
        ("gazette 2, from cottage, to museum, stop", "moves no second citizen"),
        ("tower 1", "pays 1 penny at the Tower for 1 swap"),
        ("tower 3", "pays 3 pennies at the Tower for 3 swaps"),
        ("tower 1, swap museum", "picks the Museum"),
        ("tower 1, swap museum, swap tailor", "swaps the Museum and the Tailor"),
    ],
)  # fmt: skip
def test_sentences(moves: str, sentence: str) -> None:
    game = rich()
    *before, last = moves.split(", ")
    for move in before:
        game.push(move)
    assert game.explain(game.parse(last)) == sentence


def test_sentences_of_garage_dark_alley_and_coop() -> None:
    lane = "[board 3, bonus 1] T+1 Garage, T+2 Dark Alley, T+3 Farmer's Co-Op(1)"
    game = table(seat(lane, pennies=9), seat(), seat(), deck="museum loft", supply="bakery")
    game.push("black-market")
    kept = "sees two cards, keeps the Museum and puts the other one under the deck"
    assert game.explain(game.parse("keep museum")) == kept
    play(game, "keep museum, at t-1")
    assert game.explain(game.parse("stop")) == "moves nobody into the Museum"
    moved = "moves a citizen from the Farmer's Co-Op into the Museum"
    assert game.explain(game.parse("from farmers-coop")) == moved
    play(game, "stop, pass, pass, pass")
    assert game.explain(game.parse("name green")) == "lets Green gain 1 penny from the Farmer's Co-Op"


def test_only_first_halves_are_partial() -> None:
    """A log shows what is done; choices that a later ply completes stay out of it."""
    whole = set()
    for moves in ("pass", "bank", "guild bakery, at t+3", "gazette 2, from cottage, to museum, stop",
                  "gazette 1, from board, to temple, lane sky", "tower 1, swap museum, swap tailor",
                  "black-market, at t-1"):  # fmt: skip
        game = rich()
        for move in moves.split(", "):
            if not words.partial(game, game.parse(move)):
                whole.add(move)
            game.push(move)
    assert whole == {"pass", "bank", "at t+3", "to museum", "stop", "lane sky", "swap tailor", "black-market", "at t-1"}


def test_moves_touch_their_cards() -> None:
    game = rich()
    assert words.touches(game, 0, game.parse("guild bakery")) == ["card-bakery"]
    assert words.touches(game, 0, game.parse("bank")) == []
    play(game, "gazette 1")
    assert words.touches(game, 0, game.parse("from row-house b+2")) == ["card-row-house-2"]
    play(game, "from row-house b+2")
    assert set(words.touches(game, 0, game.parse("to museum"))) == {"card-museum", "card-row-house-2"}
    assert words.touches(game, 0, game.parse("to temple")) == ["card-row-house-2"]


# --- Buttons --------------------------------------------------------------------------------------------------------


def button(game: tt.Game, move: str) -> tuple[str, list[tuple[str, int]], tuple[str, ...]]:
    found = in_colours(words.button(game, game.turn, game.parse(move)))
    return found.label, [(gain.icon, gain.amount) for gain in found.gains], found.notes


def test_buttons_say_what_moves_would_bring() -> None:
    game = rich()
    assert button(game, "pass") == ("Pass", [], ())
    assert button(game, "bank") == ("Bank", [("coin", 2)], ())
    assert button(game, "town-hall")[:2] == ("Town Hall", [])
    assert button(game, "gazette 2") == ("Move two citizens", [("coin", -3)], ())
    assert button(game, "tower 2")[:2] == ("2 swaps", [("coin", -2)])
    assert button(game, "guild bakery")[:2] == ("Bakery", [("coin", -2)])
    play(game, "gazette 1, from cottage")
    assert button(game, "to tailor") == ("Tailor", [("star", 1)], ("+1 at every upkeep",))
    assert button(game, "to temple")[0] == "Temple"


def test_buttons_of_cells_tell_about_links() -> None:
    game = table(seat("[board 3, bonus 0] B+1 Mansion(1)", pennies=9), supply="luthier florist")
    game.push("guild luthier")
    label, gains, notes = button(game, "at t+1")
    assert (label, gains) == ("Here", [("star", 1)])
    assert notes == ("Completes 1 penny link and 1 point link", "+1 at every upkeep")
    assert button(game, "at t-1")[2] == ("Completes 1 penny link", "+1 at every upkeep")
    game.pop()
    game.push("guild florist")
    assert button(game, "at t+1") == ("Here", [("star", 1)], ("Completes no link",))  # a store for the Mansion


# --- What to do -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "text", "rule"),
    [
        ("", "Use a location of Main Street, or pass", "PL-10"),
        ("guild bakery", "Choose where to put the Bakery", "PL-37"),
        ("gazette 2", "Choose a citizen to move", "PL-24"),
        ("gazette 2, from board", "Choose a job for the citizen from the board", "PL-24"),
        ("gazette 2, from board, to temple", "Choose the lane that the Temple pays for", "PL-31"),
        ("gazette 2, from board, to museum", "Choose the second citizen to move", "PL-24"),
        ("tower 2", "Choose a building to swap (2 left)", "PL-41"),
        ("tower 2, swap museum", "Choose the building to swap it with", "PL-41"),
    ],
)
def test_prompts(moves: str, text: str, rule: str) -> None:
    game = rich()
    if moves:
        play(game, moves)
    assert in_colours(words.prompt(game, 0)) == ("Action", text)
    assert in_colours(words.prompt(game, 1)) == ("Action", "Orange is to act")
    assert words.rule(game) == rule


def test_other_prompts() -> None:
    lane = "[board 3, bonus 1] T+1 Garage, T+2 Dark Alley, T+3 Farmer's Co-Op(1)"
    game = table(seat(lane, pennies=9), seat(), seat(), deck="museum loft", supply="bakery")
    game.push("black-market")
    assert in_colours(words.prompt(game, 0))[1] == "Keep one of the two cards"
    play(game, "keep museum, at t-1")
    assert in_colours(words.prompt(game, 0))[1] == "Move a citizen into the Museum, or nobody"
    play(game, "stop, pass, pass, pass")
    assert in_colours(words.prompt(game, 0)) == ("Upkeep", "Name the player who gains a penny")
    assert in_colours(words.prompt(game, 1)) == ("Upkeep", "Orange is to act")
    assert in_colours(words.prompt(table(seat(pennies=0)), 0)) == ("Action", "No location can be used: pass")
    over = table(seat(), round=30, over=True)
    assert (in_colours(words.prompt(over, 0)), words.rule(over)) == (("", "The game is over"), "PL-61")


def test_status_and_board() -> None:
    game = rich(round=4, used={"bank": 2})
    assert words.status(game) == "Round 4"
    text = str(game)
    assert "> Orange    9 pennies" in text
    assert "[board 3, 1 citizen] | +1 Tailor 1/3 | +2 Museum 0/1" in text
    assert "[board] | +1 Row House 2/2 | +2 Row House 1/2 | +3 Cottage 1/1" in text
    assert "Bakery (3), Fountain (2), Loft (3), Manor (4), Mansion (4); deck 25" in text
    assert "Bank 2/3" in text
    assert text.endswith("Orange, action: Use a location of Main Street, or pass")
    over = table(seat(), round=30, over=True)
    assert words.status(over) == "Over after 30 rounds"
    assert "to act" not in str(over)


# --- Any text at all ------------------------------------------------------------------------------------------------


@cache
def some_games() -> list[tt.Game]:
    """Situations of every phase."""
    found: dict[int, list[tt.Game]] = {}
    for players in (2, 5):
        for game in walk(players, 5):
            found.setdefault(int(game.state.phase), []).append(game.copy())
    return [game for phase, several in sorted(found.items()) if phase != s.OVER for game in several[:3]]


TOKENS = st.sampled_from(
    [
        "pass", "bank", "town-hall", "black-market", "guild", "gazette", "tower", "keep", "at", "from", "stop", "to",
        "lane", "swap", "name", "1", "2", "33", "-1", "t+1", "b-1", "t+99", "t-0", "board", "temple", "barracks",
        "bakery", "row-house", "c", "sky", "purple", "'", "", "  ", "\t", "½", "٣", "t+٣", "9" * 5000,
    ]
)  # fmt: skip


@given(number=st.integers(0, 99), text=st.one_of(st.text(max_size=30), st.lists(TOKENS, max_size=4).map(" ".join)))
def test_no_text_does_harm(number: int, text: str) -> None:
    try_move(some_games()[number % len(some_games())], text)


def test_every_ending_has_words() -> None:
    game = table(seat(), round=30)
    pass_all(game)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.reason == words.ENDINGS[s.ROUND_LIMIT]
    assert set(words.ENDINGS) == {s.TEN_STARS, s.SUPPLY_SHORT, s.ROUND_LIMIT}
