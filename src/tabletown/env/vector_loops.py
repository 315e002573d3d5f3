"""Native loops of vector environments, bound to a title like `engine/loops.py`.

A slot plays one game after the other: when a game ends its result is written and the next one is dealt at once. The
mask of a slot is cleared by the list of actions that were legal before: a mask has hundreds of entries, few of which
are set.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from tabletown.engine.feature_kernel import clear, encode
from tabletown.engine.kernel import int64, kernel
from tabletown.engine.state import first_seat
from tabletown.env.choosing import is_legal, slot_seed

if TYPE_CHECKING:
    from tabletown.engine.contract import legal, ranking, scores, sensible
    from tabletown.engine.loops import act, begin, view


BOTH, ADVANCE, OFFER = range(3)  # parts of a step: apply the actions; write the next legal actions and observations
WIN, PLACE, POINTS = range(3)  # what a game is played for, in the order of `results.Reward`


@kernel
def report(
    state: Any, cards: Any, i: int, players: int, reward: int, rewards: Any, dones: Any, points: Any, places: Any
) -> None:
    """Write the result of a game: points, places, and rewards (see `results.py`)."""
    dones[i] = True
    scores(state, cards, points[i])
    ranking(state, cards, points[i], places[i])
    for seat in range(players):
        own, below, level = int64(places[i, seat]), 0, 0
        for other in range(players):
            if places[i, other] > own:
                below += 1
            elif places[i, other] == own:
                level += 1
        if reward == POINTS:
            rewards[i, seat] = np.float32(points[i, seat])
        elif reward == PLACE:
            rewards[i, seat] = np.float32(2 * below + level - 1) / np.float32(2 * (players - 1))
        else:  # a victory, which the winners share
            rewards[i, seat] = np.float32(1) / np.float32(level) if own == 1 else np.float32(0)


@kernel
def step_slots(
    part: int, states: Any, start: int, end: int, slot: int, cards: Any, blank: Any, actions: Any, fresh: bool,
    seed: Any, players: Any, options: Any, narrow: bool, reward: int, keep: bool, ends: Any, seats: Any, masks: Any,
    choices: Any, counts: Any, rewards: Any, dones: Any, points: Any, places: Any, seeds: Any, episodes: Any, seen: Any,
    raw: Any, standing: Any, table: Any, kinds: Any, described: Any, observations: Any,
) -> None:  # fmt: skip
    """One step of the slots start..end-1; with `fresh`, deal a game in each instead. An illegal action is not applied.

    `slot` is the number of `states[0]` in the whole environment, `players` and `options` have the number of players and
    the options of each. With `narrow` only actions worth considering are allowed (the title's `sensible`). `reward` is
    what a game is played for. With `keep`, `ends` gets the last state of every game that ends. If
    `observations` has columns, it gets what the seats to act see: `seen` is scratch for one view, `raw` its bytes,
    `standing` for its points (without columns if they are not observed), `table` and `kinds` are the feature program,
    `described` the descriptions of the cards. All of this is one function, because passing so many arrays on would cost
    more than the rules; a GPU calls it for one `part` after the other.
    """
    for i in range(start, end):
        seated = int64(players[i])
        if part != OFFER:
            if dones[i]:  # the result of the last step is over
                dones[i] = False
                for seat in range(seated):
                    rewards[i, seat] = np.float32(0)
            if not fresh:
                if not is_legal(actions, masks, i):
                    continue
                act(states[i], cards[0], int64(seats[i]), int64(actions[i]))
                if states[i].ended != 0:
                    report(states[i], cards[0], i, seated, reward, rewards, dones, points, places)
                    if keep:
                        ends[i] = states[i]
            if fresh or dones[i]:
                seeds[i] = slot_seed(seed, slot + i, int64(episodes[i]))
                episodes[i] += 1
                begin(states, i, cards, blank, seeds[i], seated, int64(options[i]))
        if part == ADVANCE:
            continue
        for n in range(counts[i]):
            masks[i, choices[i, n]] = 0
        acting = first_seat(states[i].waiting)
        seats[i] = acting
        number = legal(states[i], cards[0], acting, choices[i])
        if narrow:
            number = sensible(states[i], cards[0], acting, choices[i], number)
        counts[i] = number
        for n in range(counts[i]):
            masks[i, choices[i, n]] = 1
        if observations.shape[1] > 0:
            seen[0] = states[i]
            view(seen, 0, cards, acting)
            if standing.shape[1] > 0:
                scores(seen[0], cards[0], standing[0])
            clear(observations, i, 0, observations.shape[1])
            encode(raw, 0, table, kinds, 0, len(table), acting, seated, described, standing, observations, i)


@kernel
def observe_slots(
    states: Any, cards: Any, seats: Any, players: Any, seen: Any, raw: Any, standing: Any, table: Any, kinds: Any,
    described: Any, observations: Any,
) -> None:  # fmt: skip
    """Write what `seats` see, one in each slot, whether to act or not; the arrays are those of `step_slots`."""
    for i in range(len(states)):
        seat, seated = int64(seats[i]), int64(players[i])
        seen[0] = states[i]
        view(seen, 0, cards, seat)
        if standing.shape[1] > 0:
            scores(seen[0], cards[0], standing[0])
        clear(observations, i, 0, observations.shape[1])
        encode(raw, 0, table, kinds, 0, len(table), seat, seated, described, standing, observations, i)
