"""Milton Keynes' collection of records; that they replay and cannot be tampered with is tested for all titles."""

import tabletown as tt
from tabletown.games.milton_keynes import state as s

from ..shared import TESTS
from .helpers import TITLE

FOLDER = TESTS / "records" / "milton_keynes"
RECORDS = sorted(FOLDER.glob("*.txt"))


def test_the_collection_tells_every_kind_of_story() -> None:
    games = [tt.load(path) for path in RECORDS]
    outcomes = [game.outcome() for game in games]
    assert {o.reason for o in outcomes if o} == set(TITLE.words.ENDINGS.values())
    assert {len(o.winners) for o in outcomes if o} >= {1, 2, 4}
    verbs = {TITLE.actions.decode(ply.action)[0] for game in games for ply in game.history}
    assert verbs == set(TITLE.actions.verbs)
    phases = {int(game.at(ply).state.phase) for game in games for ply in range(game.ply)}
    assert phases == set(range(s.RIVER, s.CONTEST + 1))
    built = {int(kind) for game in games for kind in game.state.kind if kind != s.NONE}
    assert built == set(range(s.TYPES))


def test_standard_and_advanced_games_of_every_size() -> None:
    sizes = {
        advanced: {g.players for g in map(tt.load, RECORDS) if bool(g.state.options & s.ADVANCED) is advanced}
        for advanced in (False, True)
    }
    assert sizes == {False: {2, 3, 4, 5}, True: {2, 3, 4, 5}}


def test_seats_decided_in_any_order() -> None:
    game = tt.load(FOLDER / "3-random.txt")
    orders = {
        tuple(ply.seat for ply in game.history[n : n + 3])
        for n in range(game.ply - 3)
        if game.at(n).state.phase == s.BRIBE and len(game.at(n).waiting) == 3
    }
    assert len(orders) >= 3
