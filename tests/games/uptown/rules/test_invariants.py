"""What holds at every ply of every game: cards, money and masks are conserved, and no game leaves its bounds."""

from collections import Counter
from statistics import mean

import numpy as np
import pytest

import tabletown as tt
from tabletown.engine.position import Position
from tabletown.games.uptown import state as s

from ...shared import audit, many_games
from ..helpers import TITLE, accounts, compound_moves, income, upcoins, walk

GAMES = [(players, seed) for players in (2, 3, 4) for seed in range(6)]
ROUNDS = {2: 30, 3: 20, 4: 15}


def cards_everywhere(game: Position) -> Counter[str]:
    """Every card that lies anywhere, by its id."""
    state, cards = game.state, game.cards
    found = Counter(cards.projects[int(p)].card for p in state.floors[: int(state.height.sum())])
    for seat in range(game.players):
        found.update(cards.project_cards[card] for card in state.deck[seat, : state.deck_left[seat]])
    found.update(cards.project_cards[card] for card in state.discards[: state.discarded])
    found.update(cards.public_cards[card] for card in state.public[: state.public_left])
    return found


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_card_is_in_exactly_one_place(players: int, seed: int) -> None:
    everything = Counter((*TITLE.cards.project_cards, *TITLE.cards.public_cards))
    for game in walk(players, seed):
        assert cards_everywhere(game) == everything
        assert audit(game) == ""


@pytest.mark.rules("UT-6", "UT-16", "UT-32", "UT-34")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_money_comes_from_roofs_and_goes_to_the_bank(players: int, seed: int) -> None:
    """Per ply: accounts and upcoins together change by the income of a roof and the price of one's own card only."""
    before: Position | None = None
    for game in walk(players, seed):
        now = game.at(game.ply)
        if before is not None:
            came, went = money_moved(before, now, game.history[-1].seat, game.history[-1].action)
            change = sum(accounts(now)) + sum(upcoins(now)) - sum(accounts(before)) - sum(upcoins(before))
            assert change == came - went
        assert min(accounts(now) + upcoins(now)) >= 0
        before = now


def money_moved(before: Position, after: Position, seat: int, action: int) -> tuple[int, int]:
    """What a ply drew from the bank as income, and what it paid into it."""
    verb, args = TITLE.actions.decode(action)
    if verb != "site":
        return 0, 0
    project = before.cards.projects[int(before.state.chosen)]
    came = max(0, income(after, args[0])) if project.roof else 0
    own = before.state.phase == s.PLACE_SECOND and before.state.source == seat
    return came, before.cards.cost[project.index // 2] if own else 0


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_choosing_a_project_moves_nothing(players: int, seed: int) -> None:
    """Money and cards move when the site is chosen; until then only the choice itself is in the state."""
    for game in walk(players, seed):
        if not game.history or TITLE.actions.decode(game.history[-1].action)[0] not in ("play", "buy", "public"):
            continue
        before = game.at(game.ply - 1).states.copy()
        for field in ("ply", "phase", "chosen", "source"):
            before[field] = game.states[field]
        assert before.tobytes() == game.states.tobytes()
        assert game.states["reveals"][0] == game.at(game.ply - 1).states["reveals"][0]


@pytest.mark.rules("UT-4", "UT-13")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_reveals_count_the_cards_that_came_to_light(players: int, seed: int) -> None:
    """`reveals` moves exactly when a covered card became the open one, so that undo never takes knowledge back."""
    for game in walk(players, seed):
        if not game.history:
            continue
        before = game.at(game.ply - 1)
        shown = sum(opened(before.state, game.state, seat) for seat in range(players))
        shown += int(game.state.public_left < before.state.public_left and game.state.public_left > 0)
        assert game.state.reveals - before.state.reveals == shown


def opened(before: np.record, after: np.record, seat: int) -> int:
    return int(after.deck_left[seat] < before.deck_left[seat] and after.deck_left[seat] > 0)


@pytest.mark.parametrize(("players", "seed"), GAMES[::2])
def test_the_choices_stay_within_their_bounds(players: int, seed: int) -> None:
    for game in walk(players, seed):
        actions = game.legal_actions
        assert len(actions) <= TITLE.max_legal
        assert actions == sorted(set(actions))
        assert bool(actions) != game.is_game_over()
        if game.state.phase == s.FIRST_ACTION:
            assert compound_moves(game) <= 5 * players + 1
        elif game.state.phase == s.SECOND_ACTION:
            assert compound_moves(game) <= 5 * players**2 + 5 * players + 10


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_choice_can_be_completed(players: int) -> None:
    """A project is offered only if there is a site for it, and only the seat to act is offered anything."""
    for game in walk(players, 77):
        for action in game.legal_actions:
            if TITLE.actions.decode(action)[0] in ("play", "buy", "public"):
                game.push_action(action)
                assert game.legal_actions
                game.pop()
        assert all(not game.legal_actions_of(seat) for seat in range(players) if seat != game.turn)


@pytest.mark.rules("UT-7", "UT-44")
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_everybody_has_the_same_number_of_turns(players: int, seed: int) -> None:
    turns: Counter[int] = Counter()
    for game in walk(players, seed):
        if game.state.phase == s.FIRST_ACTION:
            assert game.turn is not None
            turns[game.turn] += 1
    assert set(turns.values()) == {int(game.state.turns)}
    assert len(turns) == players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_street_is_paid_too_often(players: int) -> None:
    """One first roof per site, and two cards are roofs on roofs: 5 n + 2 payments in a game, 7 on one street."""
    for seed in range(20):
        *_, game = walk(players, seed)
        roofs = Counter(
            TITLE.actions.decode(ply.action)[1][0]
            for number, ply in enumerate(game.history)
            if TITLE.actions.decode(ply.action)[0] == "site"
            and game.cards.projects[int(game.at(number).state.chosen)].roof
        )
        assert roofs.total() <= 5 * players + 2
        assert max(roofs.values()) <= 7


# --- Many games at native speed -------------------------------------------------------------------------------------


@pytest.mark.rules("UT-43", "UT-45")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_thousands_of_games_stay_within_the_bounds(players: int) -> None:
    states = many_games("uptown", players, 2000)
    each = 60 // players
    assert (states["ended"] != 0).all()
    assert states["turns"].max() <= ROUNDS[players]
    assert (states["deck_left"][:, :players] <= each - states["turns"][:, None]).all()  # every round costs a card
    assert states["height"].max() <= 16 + 2 * 30
    assert states["account"].min() >= 0
    assert states["upcoins"].min() >= 0
    empty = (states["deck_left"][:, :players] == 0).any(axis=1)
    closed = (states["finished"][:, :players] == s.ALL_SITES).any(axis=1)
    assert (empty | closed).all()
    assert (closed[states["ended"] == s.STREET_FINISHED]).all()
    assert (empty[states["ended"] == s.DECK_EMPTY]).all()
    total = states["height"].sum(axis=(1, 2)) + states["discarded"] + states["public_left"]
    assert (total + states["deck_left"].sum(axis=1) == 76).all()


@pytest.mark.parametrize(("players", "by_deck"), [(2, (0.0, 0.02)), (3, (0.0, 0.06)), (4, (0.04, 0.25))])
def test_random_games_look_as_they_should(players: int, by_deck: tuple[float, float]) -> None:
    """Loose statistics: a change of a rule or a card that tilts the game shows here."""
    states = many_games("uptown", players, 600)
    games = [tt.Position(TITLE, TITLE.cards, states[i : i + 1]) for i in range(len(states))]
    assert 8 <= states["turns"].mean() <= 10.5
    assert states["turns"].min() >= 3
    best = [max(game.scores()) for game in games]
    assert 18 <= mean(best) <= 27
    assert -30 < min(min(game.scores()) for game in games) < max(best) < 100
    assert 12 <= states["account"][:, :players].mean() <= 27
    assert by_deck[0] <= (states["ended"] == s.DECK_EMPTY).mean() <= by_deck[1]
    starts = Counter(states["start"].tolist())
    assert min(starts.values()) > 0.7 * len(games) / players
    assert len(starts) == players
