"""Set-up (MK-1 to 7): worked example EX-1, and a test for every other rule."""

import pytest

import tabletown as tt
from tabletown.engine.errors import OptionError
from tabletown.games.milton_keynes import state as s

from ..helpers import (
    CARDS,
    TITLE,
    all_do,
    cash,
    counted,
    deck,
    default,
    do,
    names,
    numbers,
    options,
    permit_deck,
    plots,
)
from ..helpers import permits as permits_of

STARTING = {
    "scarlet": ["inquiry", "inquiry", "inquiry", "lobby"],
    "orange": ["demolish", "demolish", "commons", "redevelop"],
    "gray": ["dump", "lobby", "extension", "redevelop"],
    "yellow": ["nature", "lobby", "lobby", "redevelop"],
    "blue": ["air-base", "sewage", "demolish"],
    "green": ["lobby", "allotments", "nature", "redevelop"],
}
MAP = """
. . . . . . . . .
. . . . . . . . .
~ ~ . . . . . . .
% . ~ . . . . . ~
. . . ~ . . . ~ #
. . . ~ . . ~ . .
. % . . ~ ~ . . .
. . . . . . . . .
. . . . . . . . .
"""


@pytest.mark.rules("MK-1", "MK-2")
@pytest.mark.parametrize(("players", "land"), [(2, 45), (3, 53), (4, 59), (5, 68)])
def test_ex_1_deck_sizes(players: int, land: int) -> None:
    game = tt.new("milton_keynes", players=players, seed=3)
    assert len(plots(names(game.state.land))) == land
    assert len(deck(game)) == land - 3 * players
    assert numbers(game, "deeds_held") == [3] * players


@pytest.mark.rules("MK-1")
def test_ex_1_dots() -> None:
    """No dots: two players or more; one: three or more; two: four; three: five; four: river and marsh."""
    dots = {2: 0, 3: 1, 4: 2, 5: 3}
    wanted = {"g9": 2, "g8": 0, "g6": 4, "h5": 1, "i5": 3, "d9": 4}
    for name, number in wanted.items():
        (plot,) = plots(name)
        assert (dots[int(CARDS.dots[plot])] if CARDS.ground[plot] == s.LAND else 4) == number


@pytest.mark.rules("MK-1")
@pytest.mark.parametrize(("players", "rows", "columns"), [(2, 7, 8), (3, 8, 8), (4, 8, 9), (5, 9, 9)])
def test_the_map_of_each_number_of_players(players: int, rows: int, columns: int) -> None:
    state = tt.new("milton_keynes", players=players, seed=0).state
    signs = {"~": state.river, "%": state.marsh, ".": state.land}
    for sign, words in signs.items():
        cells = [line.split() for line in MAP.split("\n")[1:-1]]
        expected = [r * 9 + c for r in range(rows) for c in range(columns) if cells[r][c] == sign]
        assert plots(names(words)) == expected


@pytest.mark.rules("MK-1")
@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_play(players: int) -> None:
    with pytest.raises(OptionError, match="2 to 5 players"):
        tt.new("milton_keynes", players=players)


@pytest.mark.rules("MK-2", "MK-6")
def test_deeds_are_dealt_in_secret() -> None:
    game = tt.new("milton_keynes", players=3, seed=1)
    for seat in range(3):
        view = game.view(seat)
        assert [names(view.state.hand[other]) != "" for other in range(3)] == [other == seat for other in range(3)]
        assert numbers(view, "deeds_held") == [3, 3, 3]
        assert (view.state.deck[: view.state.deck_left] == s.HIDDEN).all()


@pytest.mark.rules("MK-3")
def test_characters_are_picked_from_the_chair_on() -> None:
    game = tt.new("milton_keynes", players=4, seed=2)
    chair = int(game.state.chair)
    picked = ["gray", "scarlet", "blue", "yellow"]
    for turn, name in enumerate(picked):
        assert game.turn == (chair + turn) % 4
        assert sorted(options(game, "character")) == sorted(set(STARTING) - set(picked[:turn]))
        do(game, f"character {name}")
        assert counted(permits_of(game, (chair + turn) % 4)) == counted(STARTING[name])


@pytest.mark.rules("MK-3")
@pytest.mark.parametrize("name", STARTING)
def test_starting_permits(name: str) -> None:
    game = tt.new("milton_keynes", players=2, seed=0)
    seat = int(game.state.chair)
    do(game, f"character {name}")
    assert sorted(permits_of(game, seat)) == sorted(STARTING[name])


@pytest.mark.rules("MK-4")
def test_the_permit_deck_is_what_nobody_took() -> None:
    game = tt.new("milton_keynes", players=5, seed=0)
    do(game, "character scarlet, character orange, character gray, character yellow, character green")
    assert len(permit_deck(game)) == 12
    held = [permit for seat in range(5) for permit in permits_of(game, seat)]
    counts = {permit.id: permit.count for permit in TITLE.cards.permits}
    assert counted([*held, *permit_deck(game)]) == dict(sorted(counts.items()))
    assert sum(counts.values()) == 32
    with_blue = tt.new("milton_keynes", players=5, seed=0)
    do(with_blue, "character blue, character orange, character gray, character yellow, character green")
    assert len(permit_deck(with_blue)) == 13


@pytest.mark.rules("MK-4", "MK-8")
def test_used_permits_go_under_the_deck() -> None:
    game = tt.new("milton_keynes", players=2, seed=0)
    do(game, "character scarlet, character orange")
    before = permit_deck(game)
    do(game, "inquiry")
    assert permit_deck(game) == [*before, "inquiry"]


@pytest.mark.rules("MK-5")
def test_everybody_starts_at_ten_without_cash() -> None:
    game = tt.new("milton_keynes", players=5, seed=0)
    assert (numbers(game, "marker"), numbers(game, "floor"), cash(game)) == ([10] * 5, [10] * 5, [0] * 5)
    assert int(CARDS.cash) == 190


@pytest.mark.rules("MK-6")
def test_cash_and_hands_are_secret_and_counts_are_not() -> None:
    game = tt.new("milton_keynes", players=2, seed=0)
    do(game, "character scarlet, character orange, pass, pass")
    assert cash(game) == [30, 30]
    for seat in range(2):
        view = game.view(seat)
        assert view.state.cash[1 - seat] == 0
        assert permits_of(view, 1 - seat) == []
        assert numbers(view, "permits_held") == numbers(game, "permits_held")
        assert view.state.cash[seat] == 30


@pytest.mark.rules("MK-7")
def test_the_phases_of_a_year() -> None:
    game = tt.new("milton_keynes", players=3, seed=4)
    chair = int(game.state.chair)
    seen: list[tuple[int, int, int]] = []
    while game.state.year < 2:
        phase = int(game.state.phase)
        if not seen or seen[-1] != (phase, int(game.state.season), int(game.state.session)):
            seen.append((phase, int(game.state.season), int(game.state.session)))
        default(game)
    spring = [(s.BRIBE, 0, 0), (s.LOBBY_BRIBE, 0, 0), (s.PURCHASE, 0, 0)]
    autumn = [(phase, 1, 0) for phase, _, _ in spring]
    auction = [(s.BID, 0, 1), (s.LOBBY_BID, 0, 1), (s.REBID, 0, 1)]
    assert seen == [
        (s.CHARACTER, 0, 0), (s.NEW_YEAR, 0, 0), *spring, *autumn, (s.TRADE, 0, 1), *auction, (s.TRADE, 0, 2),
        (s.POUCH, 0, 0),
    ]  # fmt: skip
    assert game.state.chair == (chair + 1) % 3
    assert game.state.phase == s.NEW_YEAR


@pytest.mark.rules("MK-7")
def test_the_chair_moves_on_every_year_and_a_window_begins_with_it() -> None:
    game = tt.new("milton_keynes", players=2, seed=0)
    for year in (1, 2, 3):
        while (game.state.year, game.state.phase) != (year, s.NEW_YEAR):
            default(game)
        first = game.turn
        assert first == game.state.chair
        all_do(game, "pass")
