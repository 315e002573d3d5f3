"""The kernels against the slow twin: whole games, compared in everything they hold before every single decision."""

import random

import pytest

import tabletown as tt
from tabletown.engine.chance import below
from tabletown.engine.position import Position
from tabletown.engine.state import blank, record
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules import city as cities
from tabletown.games.paper_skylines.vocabulary import COUNT_NAMES, TYPE_NAMES

from ....marks import quick_if
from ..helpers import TITLE, city, count, deck, hand, marked, name_of, out_of_the_game, pile
from .twin import Twin
from .twin_table import TRACKS, Deck, Heap, Player

CARDS = Deck(TITLE.folder / "cards.toml")
ACHIEVEMENTS = [a.name for a in TITLE.cards.achievements]


class Dice:
    """The dice of a game from here on, thrown without it."""

    def __init__(self, game: tt.Game) -> None:
        self.states = blank(TITLE.dtype)
        record(self.states).rng[:] = game.state.rng

    def __call__(self, n: int) -> int:
        return int(below(record(self.states), n))


def twin_of(game: tt.Game) -> Twin:
    """A twin that starts where a game starts, once the cities are chosen."""
    players = []
    for p in range(game.players):
        home = TITLE.cards.cities[int(game.state.city[p])].name
        heap = Heap([home])
        players.append(Player(home, [heap], heap, hand(game, p), score=int(game.state.score[p])))
    decks = {n: [card if card in CARDS.cards else "end" for card in deck(game, n)[::-1]] for n in (1, 2, 3, 4)}
    chips = {name: int(game.state.chip[i]) for i, name in enumerate(ACHIEVEMENTS)}
    whole_game = bool(game.state.options & s.WHOLE_GAME_TURNS)
    row: list[str | None] = [name_of(int(c)) for c in game.state.row]
    return Twin(CARDS, players, row, decks, chips, int(game.state.first), whole_game, Dice(game))


def choose(moves: list[str], rng: random.Random) -> str:
    """Random, but long lists do not crowd out short ones, and turns are seldom cut short."""
    verbs = sorted({move.split()[0] for move in moves} - ({"end"} if rng.random() < 0.9 else set()))
    verb = rng.choice(verbs or ["end"])
    if {"build", "claim"} & set(verbs) and rng.random() < 0.4:
        verb = "claim" if "claim" in verbs else "build"
    return rng.choice([move for move in moves if move.split()[0] == verb])


def compare(game: Position, twin: Twin) -> None:
    state = game.state
    for p, player in enumerate(twin.players):
        assert hand(game, p) == player.hand
        assert city(game, p) == city_text(player)
        assert tuple(state.track[p]) == tuple(player.tracks[track] for track in TRACKS)
        assert tuple(state.paid[p]) == tuple(max(player.paid[track], default=0) for track in TRACKS)
        assert {name for i, name in enumerate(ACHIEVEMENTS) if state.claimed[p] >> i & 1} == player.claimed
    assert game.scores() == [player.score for player in twin.players]
    assert (pile(game), out_of_the_game(game)) == (twin.pile, twin.out)
    assert [None if c == s.NONE else name_of(int(c)) for c in state.row] == twin.row
    for level, cards in twin.decks.items():
        assert [card if card in CARDS.cards else "end" for card in deck(game, level)[::-1]] == cards
    assert marked(game) == sorted(twin.marked)
    assert (int(state.level), bool(state.ended)) == (twin.level, twin.over)
    assert [int(p) for p in state.chip_owner] == [twin.owner.get(name, s.NONE) for name in ACHIEVEMENTS]
    assert [int(p) for p in state.ended_by] == [twin.ended.get(track, s.NONE) for track in TRACKS]
    assert {name_of(c) for c in [int(state.held)] if c != s.NONE} == ({twin.held} if twin.held else set())
    assert isinstance(twin.chance, Dice)
    assert (state.rng == record(twin.chance.states).rng).all()  # thrown for thefts and reshuffles only (6.4)
    if not twin.over:
        assert (int(state.actions_left), int(state.quiet)) == (twin.actions, twin.quiet)
        assert (bool(state.gained), bool(state.bonus_used)) == (twin.gained, twin.bonus_used)


def compare_prices(game: Position, twin: Twin, me: int) -> None:
    """Every card at every spot of a city, and everything that can be counted in it."""
    kernels, cards = game.state, record(game.cards.data)
    for place, spot in enumerate(twin.spots(me, "any")):
        number = {"left": s.LEFT_END, "right": s.RIGHT_END}.get(spot[0], place)
        for index, card in enumerate(CARDS.order):
            assert cities.price(kernels, cards, me, index, number, 1) == twin.price(me, card, spot, "1")
    for what in COUNT_NAMES[2:]:
        assert count(game, what, me) == twin.count(me, what)
    for kind, name in enumerate(TYPE_NAMES):
        assert count(game, "type", me, kind) == twin.count(me, f"type:{name}")


def city_text(player: Player) -> str:
    parts = []
    for heap in player.slots:
        mayor = "*" if heap is player.mayor else ""
        under = "".join(f" + {card}" for card in heap.tucked)
        parts.append(f"[{' < '.join(heap.built)}{mayor}{under}]" if heap.built else "( )")
    return " ".join(parts)


def play_twice(players: int, seed: int, options: dict[str, bool]) -> tuple[tt.Game, Twin]:
    """A random game on both tables, from the first turn to the end."""
    game, rng = tt.new("paper_skylines", players=players, seed=seed, options=options), random.Random(seed)
    for p in range(players):
        game.push_action(rng.choice(game.legal_actions_of(p)), p)
    twin = twin_of(game)
    talk = twin.game()
    question = next(talk)
    while True:
        asked, offered = question
        assert game.turn == asked
        assert sorted(game.legal_moves) == sorted(offered)
        compare(game, twin)
        if game.ply % 40 == 0:
            compare_prices(game, twin, asked)
        move = choose(sorted(offered), rng)
        game.push(move)
        try:
            question = talk.send(move)
        except StopIteration:
            return game, twin


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", quick_if(lambda seed: seed < 2, range(6)))
def test_whole_games_agree(players: int, seed: int) -> None:
    game, twin = play_twice(players, 100 * players + seed, {"whole_game_turns": seed % 3 == 2})
    compare(game, twin)
    outcome = game.outcome()
    assert outcome is not None
    assert list(outcome.places) == twin.places()
