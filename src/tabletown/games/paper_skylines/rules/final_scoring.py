"""Final scoring at the end of the game, with the awards (PS-75 to 77)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules.city import buildings, tallest
from tabletown.games.paper_skylines.rules.tracks import score


@kernel
def measure(state: Any, award: int, seat: int) -> int:
    """What an award compares: the tallest building, or the number of buildings (PS-75)."""
    return tallest(state, seat) if award == 0 else buildings(state, seat)


@kernel
def wins_award(state: Any, award: int, seat: int) -> bool:
    """Whether a seat alone has the most (PS-75)."""
    own = measure(state, award, seat)
    for other in range(int64(state.players)):
        if other != seat and measure(state, award, other) >= own:
            return False
    return True


@kernel
def end_points(state: Any, cards: Any, seat: int) -> tuple[int, int]:
    """The points of a seat's awards and of its chips."""
    awards, chips = int64(0), int64(0)
    for award in range(2):
        if wins_award(state, award, seat):
            awards += int64(cards.award[award])
    for achievement in range(s.ACHIEVEMENTS):
        if state.chip_owner[achievement] == seat:
            chips += int64(state.chip[achievement])
    return awards, chips


@kernel
def next_to_score(state: Any, done: int, before: Any) -> int:
    """The leader of those who have not scored yet; equal scores go in turn order from the first player (PS-76)."""
    players = int64(state.players)
    best = -1
    for i in range(players):
        seat = (int64(state.first) + i) % players
        if (done >> seat) & 1 == 0 and (best < 0 or before[seat] > before[best]):
            best = seat
    return best


@kernel
def final_scoring(state: Any, cards: Any) -> None:
    """From the leader backwards, each scores awards and chips together, hopping (PS-76, 77)."""
    players = int64(state.players)
    before = state.begin  # no effect is in progress: room for the scores as they stand before any end points
    for seat in range(players):
        before[seat] = state.score[seat]
    done = int64(0)
    for _ in range(players):
        seat = next_to_score(state, done, before)
        done |= 1 << seat
        awards, chips = end_points(state, cards, seat)
        score(state, seat, awards, s.BY_AWARDS)
        score(state, seat, chips, s.BY_CHIPS)
    for seat in range(players):
        before[seat] = 0
    state.ended = s.LAST_LEVEL
    state.phase = s.GAME_OVER
    state.waiting = 0
