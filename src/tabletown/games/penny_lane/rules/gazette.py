"""The Gazette: citizens move to other jobs, also to Barracks and Temple (PL-23 to 34)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.rules.lane import citizens, total, typed_count, vacancies
from tabletown.games.penny_lane.rules.spaces import has_priority, has_space, use


@kernel
def gazette_cost(state: Any, cards: Any, seat: int, movers: int) -> int:
    """What moving one or two citizens costs the seat now, never below 1 (PL-23, 26, 29)."""
    cost = int64(cards.location_cost[s.GAZETTE]) - total(state, cards, seat, s.DISCOUNT, s.GAZETTE)
    return max(1, cost + (int64(cards.priority[s.GAZETTE]) if movers == 2 else 0))


@kernel
def gazette_actions(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """One citizen, and on the priority space two, if any citizen can move (PL-24, 26, 27)."""
    if not has_space(state, cards, s.GAZETTE) or state.pennies[seat] < gazette_cost(state, cards, seat, 1):
        return n
    if not somebody_can_move(state, cards, seat):
        return n
    out[n] = s.TO_GAZETTE
    n += 1
    two = has_priority(state, s.GAZETTE) and citizens(state, seat) >= 2
    if two and state.pennies[seat] >= gazette_cost(state, cards, seat, 2):
        out[n] = s.TO_GAZETTE + 1
        n += 1
    return n


@kernel
def gazette(state: Any, cards: Any, seat: int, movers: int) -> None:
    """Declare one or two citizens and pay (PL-23, 26, 27)."""
    use(state, seat, s.GAZETTE, gazette_cost(state, cards, seat, movers))
    state.moves_left = movers
    state.moved_to = s.NONE
    state.phase = s.SOURCE


@kernel
def can_leave(state: Any, card: int) -> bool:
    """Whether a citizen can leave a building; the second to move must be another than the first (PL-28)."""
    stay = 1 if card == state.moved_to else 0
    return bool(state.citizens[card] > stay)


@kernel
def main_street_hires(state: Any, cards: Any) -> bool:
    """Whether barracks or temple has a vacancy."""
    return has_space(state, cards, s.BARRACKS) or has_space(state, cards, s.TEMPLE)


@kernel
def hiring(state: Any, cards: Any, seat: int) -> int:
    """How many places have a vacancy: buildings of the lane, and Main Street."""
    number = 1 if main_street_hires(state, cards) else 0
    for i in range(state.length[seat]):
        if vacancies(state, cards, int64(state.lane[seat, i])) > 0:
            number += 1
    return number


@kernel
def finds_work(state: Any, cards: Any, card: int, places: int) -> bool:
    """Whether a citizen can leave a building for another of so many places that have a vacancy (PL-24, 25)."""
    elsewhere = places - 1 if vacancies(state, cards, card) > 0 else places
    return can_leave(state, card) and elsewhere > 0


@kernel
def sources(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Where a citizen may leave for another place; the second one may also stay (PL-24, 25, 27)."""
    places = hiring(state, cards, seat)
    n = 0
    for i in range(state.length[seat]):
        card = int64(state.lane[seat, i])
        if finds_work(state, cards, card, places):
            out[n] = s.FROM + card
            n += 1
    if state.bonus[seat] > 0 and places > 0:
        out[n] = s.FROM + s.BOARD
        n += 1
    if state.moved_to != s.NONE:
        out[n] = s.STOP
        n += 1
    return n


@kernel
def somebody_can_move(state: Any, cards: Any, seat: int) -> bool:
    """Whether any citizen of the lane could move."""
    places = hiring(state, cards, seat)
    if places == 0:
        return False
    if state.bonus[seat] > 0:
        return True
    for i in range(state.length[seat]):
        if finds_work(state, cards, int64(state.lane[seat, i]), places):
            return True
    return False


@kernel
def destinations(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Every open vacancy on the lane, except where the citizen comes from, and on Main Street (PL-24, 25)."""
    n = 0
    for i in range(state.length[seat]):
        card = int64(state.lane[seat, i])
        if card != state.leaving and vacancies(state, cards, card) > 0:
            out[n] = s.TO + card
            n += 1
    if has_space(state, cards, s.BARRACKS):
        out[n] = s.TO + s.TO_BARRACKS
        n += 1
    if has_space(state, cards, s.TEMPLE):
        out[n] = s.TO + s.TO_TEMPLE
        n += 1
    return n


@kernel
def leave(state: Any, seat: int, place: int) -> None:
    """A citizen leaves a building, uncovering the star of a slot for good, or the board (PL-30)."""
    if place == s.BOARD:
        state.bonus[seat] -= 1
    else:
        state.citizens[place] -= 1


@kernel
def move_citizen(state: Any, seat: int, place: int) -> None:
    """The citizen works in a building, or on Main Street, where a lane is chosen next (PL-24, 31)."""
    leave(state, seat, int64(state.leaving))
    state.moved_to = place
    if place < s.BUILDINGS:
        state.citizens[place] += 1
        state.phase = s.SOURCE
    else:
        state.moved_job = s.BARRACKS if place == s.TO_BARRACKS else s.TEMPLE
        state.used[state.moved_job] += 1
        state.phase = s.LANE


@kernel
def lanes(state: Any, out: Any) -> int:
    """Any lane may be chosen, the seat's own or not (PL-31)."""
    for seat in range(state.players):
        out[seat] = s.ON_LANE + seat
    return int64(state.players)


@kernel
def job_pays(state: Any, cards: Any, location: int, lane: int) -> int:
    """What barracks or temple pay for a lane (PL-32, 33)."""
    return typed_count(state, lane, int64(cards.pays_counter[location]), int64(cards.pays_types[location]))


@kernel
def job_pays_now(states: Any, i: int, cards: Any, lane: int) -> int:
    """What the job that was taken in game `i` pays for a lane."""
    return job_pays(states[i], cards[0], int64(states[i].moved_job), lane)


@kernel
def work(state: Any, cards: Any, seat: int, lane: int) -> None:
    """The citizen at barracks or temple works at once for the chosen lane (PL-31 to 33)."""
    state.pennies[seat] += job_pays(state, cards, int64(state.moved_job), lane)
    state.moved_job = 0
    state.phase = s.SOURCE
