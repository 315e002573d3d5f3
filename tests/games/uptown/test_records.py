"""UpTown's collection of records; that they replay, and survive no tampering, is tested for all titles together."""

import pytest

import tabletown as tt

from ..shared import TESTS
from .helpers import TITLE

RECORDS = sorted((TESTS / "records" / "uptown").glob("*.txt"))


def test_the_collection_tells_every_kind_of_story() -> None:
    finished = [tt.load(path) for path in RECORDS]
    outcomes = [game.outcome() for game in finished]
    assert {o.reason for o in outcomes if o} == {"all five sites of a street are finished", "a deck is empty"}
    assert any(o and len(o.winners) > 1 for o in outcomes)
    assert any(o and min(o.scores) < 0 for o in outcomes)
    assert max(gifts(game) for game in finished) >= 8
    verbs = {TITLE.actions.decode(ply.action)[0] for game in finished for ply in game.history}
    assert verbs >= {"take", "discard", "play", "buy", "public", "pass", "site"}


def gifts(game: tt.Game) -> int:
    sites = [(ply.seat, TITLE.actions.decode(ply.action)) for ply in game.history]
    return sum(verb == "site" and args[0] != seat for seat, (verb, args) in sites)


def ties(name: str) -> tt.Outcome:
    outcome = tt.load(TESTS / "records" / "uptown" / f"{name}.txt").outcome()
    assert outcome is not None
    return outcome


@pytest.mark.rules("UT-48", "UT-49")
def test_ties_in_whole_games() -> None:
    assert ties("2-shared").places == (1, 1)
    assert len(ties("3-shared").winners) == 2
    broken = ties("3-tie-broken")
    assert sorted(broken.scores)[-1] == sorted(broken.scores)[-2]
    assert len(broken.winners) == 1


@pytest.mark.rules("UT-47")
def test_an_uncollected_price_is_lost() -> None:
    game = tt.load(TESTS / "records" / "uptown" / "4-deck-sold-out.txt")
    sold = [seat for seat in range(4) if game.state.upcoins[seat] and not game.state.deck_left[seat]]
    assert sold
    points = TITLE.scoring.sheet(game)[-1][1]
    assert [points[seat] for seat in sold] == [int(game.state.account[seat]) // 3 for seat in sold]


def test_a_record_from_a_position_tells_where_it_began() -> None:
    game = tt.load(TESTS / "records" / "uptown" / "2-from-position.txt")
    start = game.at(game.first_ply)
    assert TITLE.positions.write(start)["seat"][0]["street"] == [["P03A"], [], [], ["P04A"], ["P05A"]]
