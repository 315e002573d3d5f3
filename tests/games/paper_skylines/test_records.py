"""Paper Skylines' collection of records; that they replay, and survive no tampering, is tested for all titles."""

from functools import cache

import pytest

import tabletown as tt
from tabletown.games.paper_skylines import state as s

from ..shared import TESTS
from .helpers import BUILDINGS, TITLE, city, deck, hand, name_of

FOLDER = TESTS / "records" / "paper_skylines"
RECORDS = sorted(path.stem for path in FOLDER.glob("*.txt"))


@cache
def load(name: str) -> tt.Game:
    return tt.load(FOLDER / f"{name}.txt")


def positions(game: tt.Game) -> list[tt.Position]:
    """Every position of a game, the first and the last included."""
    first = game.first_ply
    return [game.at(ply) for ply in range(first, game.ply + 1)]


def verbs(game: tt.Game) -> list[str]:
    return [TITLE.actions.decode(ply.action)[0] for ply in game.history]


def test_the_collection_tells_every_kind_of_story() -> None:
    collection = [load(name) for name in RECORDS]
    outcomes = [game.outcome() for game in collection]
    assert {o.reason for o in outcomes if o} == set(TITLE.words.ENDINGS.values())
    assert {len(o.winners) for o in outcomes if o} >= {1, 2}
    assert {verb for game in collection for verb in verbs(game)} == set(TITLE.actions.verbs)
    assert {int(game.state.options) for game in collection} == {0, 1, 2, 3}
    cities = {int(c) for game in collection for c in game.state.city[: game.players]}
    assert cities == set(range(12))


def used(game: tt.Game) -> set[str]:
    """The cards that the mayor came to, and those that were discarded for their action."""
    found: set[str] = set()
    for before, ply in zip(positions(game), game.history, strict=False):
        verb, args = TITLE.actions.decode(ply.action)
        own = hand(before, ply.seat)
        if verb == "mayor":
            found.add(name_of(int(before.state.top[ply.seat, args[0]])))
        elif verb == "card" and before.table()["doing"]["frames"][-1].startswith("discard "):
            found.add(name_of(args[0]))
        elif verb == "discard" and len(own) == 1:
            found |= own
    return found


def test_every_building_is_built_and_used_somewhere() -> None:
    built = " ".join(city(load(name), p) for name in RECORDS for p in range(load(name).players))
    assert {name for name in BUILDINGS if name not in built} == set()
    assert set(BUILDINGS) - set().union(*(used(load(name)) for name in RECORDS)) == set()


@pytest.mark.rules("PS-64")
def test_a_pile_becomes_a_deck() -> None:
    grown = [
        (before, after)
        for before, after in zip(positions(load("3-reshuffle")), positions(load("3-reshuffle"))[1:], strict=False)
        if after.state.deck_left[3] > before.state.deck_left[3]
    ]
    assert grown
    for before, after in grown:
        assert {b.level for b in TITLE.cards.buildings if b.name in deck(after, 4)} <= {3, 4}
        assert int(before.state.level) == 4


@pytest.mark.rules("PS-53")
def test_all_tracks_come_to_their_end() -> None:
    game = load("2-ends")
    assert s.NONE not in game.state.ended_by.tolist()
    assert int(game.state.points[:, s.BY_ENDS].sum()) == 3


@pytest.mark.rules("PS-66", "PS-79", "PS-80")
def test_nobody_acts() -> None:
    game = load("2-nobody-acts")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((0, 0), (1, 1))
    assert set(verbs(game)) == {"city", "end"}
    assert game.ply <= 2 * 268 + 2


@pytest.mark.rules("PS-79")
def test_a_tie_that_was_broken() -> None:
    outcome = load("3-tie-broken").outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((0, 0, 0), (1,))


@pytest.mark.rules("V-1", "V-2")
def test_games_with_optional_rules() -> None:
    for name in ("2-handicap", "3-handicap"):
        game = load(name)
        assert sorted(game.state.points[: game.players, s.BY_HANDICAP].tolist()) == list(range(0, 2 * game.players, 2))
    for name in ("2-handicap", "3-whole-game", "4-whole-game"):
        game = load(name)
        turns = [ply.seat for ply in game.history if TITLE.actions.decode(ply.action)[0] == "end"]
        assert len({turns.count(p) for p in range(game.players)}) == 1


@pytest.mark.rules("PS-73")
def test_games_end_with_as_many_turns_of_level_4() -> None:
    for name in RECORDS:
        game = load(name)
        if game.is_game_over() and not game.state.options & s.WHOLE_GAME_TURNS:
            ends = [
                before.state.current
                for before, after in zip(positions(game), positions(game)[1:], strict=False)
                if before.state.level == 4 and (after.is_game_over() or after.state.current != before.state.current)
            ]
            assert len({ends.count(p) for p in range(game.players)}) == 1


def test_a_record_from_a_position_tells_where_it_began() -> None:
    game = load("3-from-position")
    assert city(positions(game)[0]) == "[San Francisco*] [Shipyard] [Rail Yard]"
