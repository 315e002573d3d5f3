"""What can be chosen now (section 6.1), as words of bits.

Cards are numbered as in sets of cards, `stop` and `deck` come after the last one; opponents' slots have one word per
seat; everything else fits into the first word.
"""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines.building import affordable_spots, buildable
from tabletown.games.paper_skylines.city import all_buildings, bonus_works, places, tops
from tabletown.games.paper_skylines.claims import claimable
from tabletown.games.paper_skylines.decks import can_take
from tabletown.games.paper_skylines.sets import bits, hand_size, lowest_bit, row_set
from tabletown.games.paper_skylines.state import (
    ACHIEVEMENT,
    ACTION,
    ADVANCE,
    ADVANCE_OP,
    BUILD,
    BUILDINGS,
    CITY,
    CLAIM,
    COPY,
    DISCARD,
    DRAW,
    END_TURN,
    EXTRA,
    FROM_ANY,
    FROM_PILE,
    HAND,
    KEEP,
    LEVELS,
    LOWEST,
    NONE,
    OPTION,
    OWN,
    PAY,
    PERFORM,
    PLAN,
    REGAIN,
    RIVAL,
    ROB,
    ROW,
    SEIZE,
    SLOTS,
    SPLIT,
    SPOT,
    TAKE,
    TO_MAYOR,
    TRACK,
    TRACKS,
    TRADE,
    TUCK,
    TUCK_OP,
    TYPE,
    TYPES,
    VISIT,
    YES_NO,
)
from tabletown.games.paper_skylines.tracks import lowest_tracks, open_tracks


@kernel
def choices(state: Any, cards: Any, seat: int) -> tuple[int, int, int, int]:
    """The choices of the seat that is asked."""
    phase = int64(state.phase)
    if phase == ACTION:
        return action_choices(state, cards, seat), 0, 0, 0
    if phase == CITY:
        return (1 << int64(state.dealt[seat, 0])) | (1 << int64(state.dealt[seat, 1])), 0, 0, 0
    step = int64(state.step[int64(state.depth) - 1])
    if phase == RIVAL:
        return (
            rival_choices(state, cards, seat, step, 0),
            rival_choices(state, cards, seat, step, 1),
            rival_choices(state, cards, seat, step, 2),
            rival_choices(state, cards, seat, step, 3),
        )
    if PLAN <= phase <= KEEP and phase != SPOT:
        return card_choices(state, cards, seat, step, 0), card_choices(state, cards, seat, step, 1), 0, 0
    return small_choices(state, cards, seat, step), 0, 0, 0


@kernel
def action_choices(state: Any, cards: Any, seat: int) -> int:
    """Basic actions that can be carried out, buildings for the mayor, and the end of the turn (PS-20 to 22, 41)."""
    mask = 1 << END_TURN
    if state.actions_left == 0:
        return mask
    here = int64(state.mayor[seat])
    slots = all_buildings(state, seat) & ~(1 << here)
    if not state.bonus_used and bonus_works(state, seat) and cards.stay[state.city[seat]] and here != state.home[seat]:
        slots |= 1 << here
    mask |= slots << TO_MAYOR
    if hand_size(state, seat) > 0:
        mask |= (1 << TUCK) | (1 << DISCARD)
        step = int64(cards.basic[BUILD])
        if buildable(state, cards, seat, step, 0, True) or buildable(state, cards, seat, step, 1, True):
            mask |= 1 << BUILD
    if open_tracks(state, cards, seat):
        mask |= 1 << ADVANCE
    if can_take(state, int64(state.level)) or row_set(state, 0) or row_set(state, 1):
        mask |= 1 << DRAW
    if claimable(state, cards, seat, True):
        mask |= 1 << CLAIM
    return mask


@kernel
def card_choices(state: Any, cards: Any, seat: int, step: int, word: int) -> int:
    """One word of the cards to choose from."""
    phase = int64(state.phase)
    if phase == PLAN:
        return buildable(state, cards, seat, step, word, False)
    if phase == KEEP:
        return int64(state.peeked[word])
    if phase == TAKE:
        return open_cards(state, cards, step, word)
    mask = int64(state.hand[seat, word])
    if phase == HAND and word == 1 and may_stop(state, cards, step):
        mask |= 1 << (EXTRA - SPLIT)
    return mask


@kernel
def may_stop(state: Any, cards: Any, step: int) -> bool:
    """Whether enough cards are tucked or traded, and more are possible (6.1)."""
    if cards.op[step] == PERFORM:
        return False
    done = int64(cards.high[step]) - int64(state.left[int64(state.depth) - 1])
    return done >= cards.low[step]


@kernel
def open_cards(state: Any, cards: Any, step: int, word: int) -> int:
    """One word of the cards of the row or the pile, with the deck where it may be chosen."""
    if cards.source[step] == FROM_PILE:
        return int64(state.pile[word])
    mask = row_set(state, word)
    if cards.op[step] == COPY:
        for i in range(ROW):
            card = int64(state.row[i])
            if card < BUILDINGS and cards.chain[card] and (card >= SPLIT) == (word == 1):
                mask &= ~(1 << (card - SPLIT * word))
    elif cards.source[step] == FROM_ANY and word == 1 and can_take(state, int64(state.level)):
        mask |= 1 << (EXTRA - SPLIT)
    return mask


@kernel
def rival_choices(state: Any, cards: Any, seat: int, step: int, rival: int) -> int:
    """The top cards of one opponent that can be seized or copied (5.4)."""
    if rival == seat or rival >= state.players:
        return 0
    if cards.op[step] == SEIZE:
        return tops(state, cards, rival, int64(cards.high[step]), False)
    return tops(state, cards, rival, LEVELS, True)


@kernel
def own_choices(state: Any, cards: Any, seat: int, step: int) -> int:
    """One's own buildings to choose from (6.1)."""
    op = int64(cards.op[step])
    if op == TUCK_OP:
        return places(state, seat, int64(cards.where[step]))
    if op == REGAIN:
        return tops(state, cards, seat, int64(cards.high[step]), False)
    if op == VISIT:
        return tops(state, cards, seat, LEVELS, True) & ~(1 << int64(state.mayor[seat]))
    return tops(state, cards, seat, LEVELS, op == COPY)


@kernel
def small_choices(state: Any, cards: Any, seat: int, step: int) -> int:
    """The choices of all phases that have few."""
    phase = int64(state.phase)
    if phase == SPOT:
        return affordable_spots(state, cards, seat, step)
    if phase == OWN:
        return own_choices(state, cards, seat, step)
    if phase == TRACK:
        if cards.op[step] != ADVANCE_OP:
            return (1 << TRACKS) - 1
        return lowest_tracks(state, cards, seat) if cards.on_track[step] == LOWEST else open_tracks(state, cards, seat)
    if phase == ACHIEVEMENT:
        return claimable(state, cards, seat, False)
    if phase == YES_NO:
        return 3
    if phase == OPTION:
        return (1 << int64(cards.high[step])) - 1
    if phase == TYPE:
        return (1 << TYPES) - 1
    mask = 0
    for other in range(state.players):
        if other != seat and hand_size(state, other) > 0:
            mask |= 1 << other
    return mask


@kernel
def write(words: tuple[int, int, int, int], phase: int, first: int, out: Any) -> int:
    """Write the choices of a phase as actions, in ascending order; returns how many."""
    width = SLOTS if phase == RIVAL else SPLIT
    n = 0
    for word in range(4):
        rest = words[word]
        while rest:
            out[n] = first + word * width + lowest_bit(rest)
            rest &= rest - 1
            n += 1
    return n


@kernel
def only(words: tuple[int, int, int, int], phase: int) -> int:
    """The number of the only choice; -1 if there is none, -2 if there are several."""
    width = SLOTS if phase == RIVAL else SPLIT
    found = -1
    for word in range(4):
        rest = words[word]
        if rest:
            if found != -1 or rest & (rest - 1):
                return -2
            found = word * width + lowest_bit(rest)
    return found
