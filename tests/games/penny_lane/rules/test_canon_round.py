"""Set-up, rounds, Bank, Tower and Town Hall (PL-1 to 19, 41 to 43, G8): W8 to W12, and a test for every other rule."""

from collections import Counter

import pytest

import tabletown as tt
from tabletown.engine.errors import OptionError

from ...shared import play, refusal
from ..helpers import TITLE, income, lane_of, pass_all, pennies, score, seat, supply, table, verbs

PLAYERS = [2, 3, 4, 5]


# --- Set-up ---------------------------------------------------------------------------------------------------------


@pytest.mark.rules("PL-1", "PL-2", "PL-3", "PL-4", "PL-8")
@pytest.mark.parametrize("players", PLAYERS)
def test_set_up(players: int) -> None:
    game = tt.new("penny_lane", players=players, seed=11)
    state = game.state
    assert pennies(game) == [3] * players
    assert (int(state.supply_left), int(state.deck_left)) == (5, 30)
    cards = [*state.supply.tolist(), *state.deck[:30].tolist()]
    assert sorted(cards) == list(range(35))
    assert state.length.tolist() == [0] * 5
    assert state.bonus.tolist() == [0] * 5
    assert len(set(state.board[:players].tolist())) == players
    assert game.scores() == [0] * players
    assert [income(game, p) for p in range(players)] == [1] * players
    assert (int(state.rounds), game.turn) == (1, int(state.mayor))


@pytest.mark.rules("PL-1")
@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_can_play(players: int) -> None:
    with pytest.raises(OptionError, match="Penny Lane is for 2 to 5 players"):
        tt.new("penny_lane", players=players)


@pytest.mark.rules("PL-4", "PL-5", "PL-6")
def test_the_seed_deals_cards_boards_and_the_mayor() -> None:
    deals = [tt.new("penny_lane", players=4, seed=seed) for seed in range(200)]
    assert deals[7].digest() == tt.new("penny_lane", players=4, seed=7).digest()
    mayors = Counter(int(game.state.mayor) for game in deals)
    assert set(mayors) == {0, 1, 2, 3}
    assert min(mayors.values()) > 25
    boards = Counter(int(game.state.board[0]) for game in deals)
    assert set(boards) == {0, 1, 2, 3, 4}
    first = Counter(int(card) for game in deals for card in game.state.supply)
    assert set(first) == set(range(35))


@pytest.mark.rules("PL-6")
def test_the_number_of_seats_changes_neither_cards_nor_boards() -> None:
    """Cards are shuffled first, then the boards, and only then the Mayor is drawn among the seats."""
    deals = [tt.new("penny_lane", players=players, seed=3).state for players in PLAYERS]
    assert len({tuple(state.deck.tolist()) for state in deals}) == 1
    assert all(state.board[:2].tolist() == deals[3].board[:2].tolist() for state in deals)


@pytest.mark.rules("PL-6")
def test_after_the_deal_nothing_is_left_to_chance() -> None:
    game = tt.new("penny_lane", players=3, seed=5)
    chance = game.state.rng.tolist()
    while not game.is_game_over():
        game.push_action(game.legal_actions[-1] if game.ply % 3 else game.legal_actions[0])
        assert game.state.rng.tolist() == chance


@pytest.mark.rules("PL-8")
def test_more_pennies_than_the_box_holds() -> None:
    game = table(seat(pennies=45), seat(pennies=45))
    play(game, "bank")
    assert sum(pennies(game)) == 92


@pytest.mark.rules("PL-8")
def test_a_spectator_sees_all_but_the_order_of_the_deck() -> None:
    game = table(seat("T+1 Tailor(2), B+1 Cottage(1)", pennies=7), deck="museum", supply="loft")
    view = game.view(-1)
    assert (pennies(view), lane_of(view), int(view.state.deck_left)) == (pennies(game), lane_of(game), 28)
    assert supply(view) == supply(game)
    assert set(view.state.deck[:28].tolist()) == {255}


# --- Rounds and turns -----------------------------------------------------------------------------------------------


@pytest.mark.rules("PL-10", "PL-43", "PL-60")
def test_w9_town_hall_by_the_mayor() -> None:
    game = table(seat(pennies=3), seat(pennies=3), seat(pennies=1), mayor="green")
    assert game.turn == 2
    game.push("town-hall")
    assert (pennies(game)[2], int(game.state.mayor)) == (1, 2)
    for other in (0, 1):
        assert game.turn == other
        assert refusal(game, "town-hall").rule == "PL-13"
        game.push("pass")
    assert game.turn == 2
    game.push("pass")
    assert (int(game.state.rounds), game.turn) == (2, 2)


@pytest.mark.rules("PL-13", "PL-14", "PL-15", "PL-16", "PL-18", "PL-19")
def test_w10_bank() -> None:
    game = table(seat(pennies=1), seat("[board 1, bonus 0] T+1 Smelter(1)", pennies=1), seat(pennies=1))
    play(game, "bank, bank, bank")
    assert pennies(game) == [3, 3, 2]
    assert refusal(game, "bank").rule == "PL-13"
    game = table(seat(pennies=1), seat("[board 1, bonus 0] T+1 Smelter(1)", pennies=1), seat(), turn="sky")
    game.push("bank")
    assert pennies(game)[1] == 1 - 1 + 3 + 1 == 4


@pytest.mark.rules("PL-10", "PL-11", "PL-12", "PL-43", "PL-60")
def test_w11_passing() -> None:
    game = table(seat(), seat(), seat())
    for turn, move in enumerate(["pass", "pass", "bank", "pass", "town-hall", "pass", "pass"]):
        game.push(move)
        assert (int(game.state.rounds), game.turn) == (1, (turn + 1) % 3)
    game.push("pass")
    assert (int(game.state.rounds), game.turn, int(game.state.mayor), game.ply) == (2, 1, 1, 8)


@pytest.mark.rules("PL-11", "PL-13", "PL-42")
def test_w12_forced_pass() -> None:
    game = table(seat(pennies=0))
    assert game.legal_moves == ["pass"]
    game = table(seat("[board 1, bonus 0] T+1 Bakery(0)", pennies=5))
    assert verbs(game) == {"pass", "bank", "town-hall", "black-market", "guild"}
    assert refusal(game, "gazette 1").rule == "PL-24"
    assert refusal(game, "tower 1").rule == "PL-42"


@pytest.mark.rules("PL-9", "PL-12", "PL-60")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_round_of_passes(players: int) -> None:
    """The action phase ends with as many passes in a row as there are players, and upkeep follows at once."""
    game = table(*[seat() for _ in range(players)], mayor="sky")
    for turn in range(players):
        assert (game.turn, int(game.state.rounds)) == ((1 + turn) % players, 1)
        game.push("pass")
    assert (int(game.state.rounds), int(game.state.passes), game.turn) == (2, 0, 1)
    assert pennies(game) == [4] * players


@pytest.mark.rules("PL-11", "PL-12")
def test_whoever_passed_may_act_again() -> None:
    game = table(seat(), seat())
    play(game, "pass, bank, bank, pass")
    assert int(game.state.rounds) == 1
    game.push("pass")
    assert int(game.state.rounds) == 2


@pytest.mark.rules("PL-13", "PL-14")
def test_a_location_is_paid_in_full_before_it_pays() -> None:
    """The Bank would give more than it costs, but a seat without a penny cannot use it."""
    game = table(seat(pennies=0))
    error = refusal(game, "bank")
    assert error.rule == "PL-13"
    assert "costs 1, you have 0" in str(error)
    assert refusal(game, "town-hall").rule == "PL-13"


@pytest.mark.rules("PL-15", "PL-16")
def test_a_location_may_be_used_again_but_only_once_first() -> None:
    game = table(seat(pennies=1), seat())
    play(game, "bank, pass, bank, pass, bank, pass")
    assert pennies(game)[0] == 1 + 2 + 1 + 1
    assert refusal(game, "bank").rule == "PL-13"


SPACES = {"bank": "bank", "gazette": "gazette 1", "masons_guild": "guild florist"}
ONE_SPACE = {"tower": "tower 1", "town_hall": "town-hall", "black_market": "black-market"}


@pytest.mark.rules("PL-13", "PL-16")
@pytest.mark.parametrize(("players", "spaces"), [(2, 3), (3, 3), (4, 4), (5, 4)])
@pytest.mark.parametrize(("name", "move"), [*SPACES.items(), *ONE_SPACE.items()])
def test_the_spaces_of_main_street(name: str, move: str, players: int, spaces: int) -> None:
    seats = [seat("T+1 Tailor(0), T+2 Museum(0)", bonus=1, pennies=9), *[seat() for _ in range(players - 1)]]
    most = spaces if name in SPACES else 1
    for used in range(most):
        assert move in table(*seats, supply="florist", used={name: used}).legal_moves
    full = table(*seats, supply="florist", used={name: most})
    assert refusal(full, move).rule == "PL-13"


@pytest.mark.rules("PL-16", "PL-18")
def test_the_priority_space_comes_back_every_round() -> None:
    game = table(seat(pennies=3), seat(pennies=3))
    play(game, "bank, bank")
    assert pennies(game) == [5, 4]
    pass_all(game)
    game.push("bank")
    assert pennies(game) == [6 + 2, 5]


@pytest.mark.rules("PL-19")
@pytest.mark.parametrize(("crew", "gain"), [(0, 2), (1, 3)])
def test_smelter_works_for_its_owner_at_every_use(crew: int, gain: int) -> None:
    game = table(seat(f"[board 2, bonus 0] T-1 Smelter({crew})"), seat(), used={"bank": 1})
    play(game, "bank, pass, bank")
    assert pennies(game)[0] == 3 + 2 * (gain - 1)


# --- Tower ----------------------------------------------------------------------------------------------------------

W8 = "[board 5, bonus 0] T+1 Bakery(0), T+2 Fountain, T+3 Book Shoppe(0)"


@pytest.mark.rules("G8", "PL-41")
def test_w8_three_swaps() -> None:
    game = table(seat(W8, pennies=3))
    assert score(game) == 1 + 1
    game.push("tower 3")
    assert pennies(game)[0] == 0
    scores = []
    for swap in ("bakery, swap book-shoppe", "book-shoppe, swap fountain", "bakery, swap book-shoppe"):
        assert game.turn == 0
        play(game, f"swap {swap}")
        scores.append(score(game))
    assert scores == [3, 3, 2]
    assert [lane_of(game)[f"T+{n}"][0] for n in (1, 2, 3)] == ["fountain", "bakery", "book_shoppe"]
    assert game.turn == 1


@pytest.mark.rules("PL-41")
def test_w8_one_swap() -> None:
    game = table(seat(W8, pennies=3))
    play(game, "tower 1, swap bakery, swap book-shoppe")
    assert (pennies(game)[0], score(game), game.turn) == (2, 3, 1)


@pytest.mark.rules("PL-41", "PL-41a")
@pytest.mark.parametrize(("money", "most"), [(1, 1), (5, 5), (31, 31), (32, 32), (40, 32)])
def test_w8_how_many_swaps_can_be_declared(money: int, most: int) -> None:
    game = table(seat(W8, pennies=money))
    assert [move for move in game.legal_moves if "tower" in move] == [f"tower {k}" for k in range(1, most + 1)]


@pytest.mark.rules("G8")
def test_swaps_keep_citizens_and_cells() -> None:
    lane = "[board 5, bonus 1] T-2 Tailor(2), T-1 Museum(1), T+1 Fountain, B+1 Cottage(1), B+2 Boarding House(2)"
    game = table(seat(lane, pennies=3))
    cells = set(lane_of(game))
    game.push("tower 2")
    assert game.legal_moves == [
        f"swap {name}" for name in ("tailor", "fountain", "museum", "boarding-house", "cottage")
    ]
    game.push("swap tailor")
    assert game.legal_moves == ["swap fountain", "swap museum"]
    assert refusal(game, "swap cottage").rule == "G8"
    assert refusal(game, "swap tailor").rule == "G8"
    play(game, "swap fountain, swap cottage, swap boarding-house")
    assert set(lane_of(game)) == cells
    assert (lane_of(game)["T+1"], lane_of(game)["T-2"]) == (("tailor", 2), ("fountain", 0))
    assert (lane_of(game)["B+1"], lane_of(game)["B+2"]) == (("boarding_house", 2), ("cottage", 1))


@pytest.mark.rules("G8", "PL-41")
def test_a_swap_takes_two_buildings_of_a_row_with_two() -> None:
    """The lonely house cannot be swapped, neither can the board; all declared swaps must be made."""
    game = table(seat("[board 5, bonus 0] T+1 Bakery(0), T+2 Fountain, B+1 Cottage(1)", pennies=9))
    game.push("tower 2")
    assert game.legal_moves == ["swap bakery", "swap fountain"]
    assert refusal(game, "swap cottage").rule == "G8"
    play(game, "swap bakery, swap fountain")
    assert (game.turn, verbs(game)) == (0, {"swap"})
    assert refusal(game, "stop").rule == "PL-41"


@pytest.mark.rules("PL-42")
@pytest.mark.parametrize(
    ("lane", "possible"),
    [
        ("", False),
        ("T+1 Bakery", False),
        ("T+1 Bakery, B+1 Cottage", False),
        ("T+1 Bakery, T-1 Fountain", True),
        ("B+1 Cottage, B-1 Cottage", True),
    ],
)
def test_when_the_tower_can_be_used(lane: str, possible: bool) -> None:
    game = table(seat(lane, pennies=9))
    assert ("tower" in verbs(game)) == possible
    assert possible or refusal(game, "tower 1").rule == "PL-42"


# --- Town Hall ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("PL-10", "PL-43")
def test_town_hall_does_not_change_the_order_of_the_round() -> None:
    game = table(seat(), seat(), seat())
    play(game, "pass, town-hall")
    assert (game.turn, pennies(game)[1], int(game.state.mayor)) == (2, 3, 1)
    play(game, "pass, pass, pass")
    assert (game.turn, int(game.state.rounds)) == (1, 2)


@pytest.mark.rules("PL-10")
def test_a_turn_is_one_action() -> None:
    game = table(seat(), seat())
    game.push("bank")
    assert game.turn == 1
    assert TITLE.words.rule(game) == "PL-10"
