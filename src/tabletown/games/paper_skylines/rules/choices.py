"""What can be chosen now (section 6.1), as words of bits.

Cards are numbered as in sets of cards, `stop` and `deck` come after the last one; opponents' slots have one word per
seat; everything else fits into the first word.
"""

from typing import Any

from tabletown.engine.bits import lowest_bit
from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules.building import build_choices
from tabletown.games.paper_skylines.rules.city import all_buildings, bonus_works, places, tops
from tabletown.games.paper_skylines.rules.claims import claimable
from tabletown.games.paper_skylines.rules.decks import can_take
from tabletown.games.paper_skylines.rules.sets import hand_size
from tabletown.games.paper_skylines.rules.tracks import lowest_tracks, open_tracks


@kernel
def choices(state: Any, cards: Any, seat: int) -> tuple[int, int, int, int]:
    """The choices of the seat that is asked.

    Whatever is long is called from one place only, for several phases: the compiler copies what it finds twice.
    """
    phase = int64(state.phase)
    if phase == s.CITY:
        return (1 << int64(state.dealt[seat, 0])) | (1 << int64(state.dealt[seat, 1])), 0, 0, 0
    if phase == s.ACTION and state.actions_left == 0:  # only the end is left (PS-21)
        return 1 << s.END_TURN, 0, 0, 0
    step = int64(cards.basic[s.BUILD]) if phase == s.ACTION else int64(state.step[int64(state.depth) - 1])
    if phase == s.ACTION or phase == s.PLAN or phase == s.SPOT:
        low, high = build_choices(state, cards, seat, step, phase)
        if phase == s.ACTION:
            return action_choices(state, cards, seat, low | high != 0), 0, 0, 0
        return low, high, 0, 0
    if phase == s.RIVAL or phase == s.OWN:
        return roof_choices(state, cards, seat, step, phase)
    if s.PAY <= phase <= s.KEEP:
        low, high = 0, 0
        for word in range(2):
            low, high = high, card_choices(state, cards, seat, step, word)
        return low, high, 0, 0
    return small_choices(state, cards, seat, step, phase), 0, 0, 0


@kernel
def action_choices(state: Any, cards: Any, seat: int, can_build: bool) -> int:
    """Basic actions that can be carried out, buildings for the mayor, and the end of the turn (PS-20 to 22, 41)."""
    mask = 1 << s.END_TURN
    here = int64(state.mayor[seat])
    slots = all_buildings(state, seat) & ~(1 << here)
    if not state.bonus_used and bonus_works(state, seat) and cards.stay[state.city[seat]] and here != state.home[seat]:
        slots |= 1 << here
    mask |= slots << s.TO_MAYOR
    if hand_size(state, seat) > 0:
        mask |= (1 << s.TUCK) | (1 << s.DISCARD)
    if can_build:
        mask |= 1 << s.BUILD
    if open_tracks(state, cards, seat):
        mask |= 1 << s.ADVANCE
    if can_draw(state):
        mask |= 1 << s.DRAW
    if claimable(state, cards, seat):
        mask |= 1 << s.CLAIM
    return mask


@kernel
def can_draw(state: Any) -> bool:
    """Whether the row or the deck has a card (PS-22, 33)."""
    for i in range(s.ROW):
        if state.row[i] != s.NONE:
            return True
    return can_take(state, int64(state.level))


@kernel
def card_choices(state: Any, cards: Any, seat: int, step: int, word: int) -> int:
    """One word of the cards to choose from."""
    phase = int64(state.phase)
    if phase == s.KEEP:
        return int64(state.peeked[word])
    if phase == s.TAKE:
        return open_cards(state, cards, step, word)
    mask = int64(state.hand[seat, word])
    if phase == s.HAND and word == 1 and may_stop(state, cards, step):
        mask |= 1 << (s.EXTRA - s.SPLIT)
    return mask


@kernel
def may_stop(state: Any, cards: Any, step: int) -> bool:
    """Whether enough cards are tucked or traded, and more are possible (6.1)."""
    if cards.op[step] == s.PERFORM:
        return False
    done = int64(cards.high[step]) - int64(state.left[int64(state.depth) - 1])
    return done >= cards.low[step]


@kernel
def open_cards(state: Any, cards: Any, step: int, word: int) -> int:
    """One word of the cards of the row or the pile, with the deck where it may be chosen."""
    if cards.source[step] == s.FROM_PILE:
        return int64(state.pile[word])
    mask = 0
    for i in range(s.ROW):
        card = int64(state.row[i])
        if (
            card < s.BUILDINGS
            and (card >= s.SPLIT) == (word == 1)
            and not (cards.op[step] == s.COPY and cards.chain[card])
        ):
            mask |= 1 << (card - s.SPLIT * word)
    if cards.source[step] == s.FROM_ANY and word == 1 and can_take(state, int64(state.level)):
        mask |= 1 << (s.EXTRA - s.SPLIT)
    return mask


@kernel
def roof_choices(state: Any, cards: Any, seat: int, step: int, phase: int) -> tuple[int, int, int, int]:
    """Buildings to choose from: the seat's own in the first word, or those of each opponent in a word of their own."""
    op = int64(cards.op[step])
    if op == s.TUCK_OP:
        return places(state, seat, int64(cards.where[step])), 0, 0, 0
    max_level = int64(cards.high[step]) if op == s.REGAIN or op == s.SEIZE else s.LEVELS
    chainless = op == s.COPY or op == s.VISIT
    a, b, c, d = 0, 0, 0, 0
    for other in range(int64(state.players)):
        if (other == seat) == (phase == s.OWN):
            found = tops(state, cards, other, max_level, chainless)
            if phase == s.OWN or other == 0:
                a = found
            elif other == 1:
                b = found
            elif other == 2:
                c = found
            else:
                d = found
    if op == s.VISIT:
        a &= ~(1 << int64(state.mayor[seat]))
    return a, b, c, d


@kernel
def small_choices(state: Any, cards: Any, seat: int, step: int, phase: int) -> int:
    """The choices of all phases that have few."""
    if phase == s.TRACK:
        if cards.op[step] != s.ADVANCE_OP:
            return (1 << s.TRACKS) - 1
        return (
            lowest_tracks(state, cards, seat) if cards.on_track[step] == s.LOWEST else open_tracks(state, cards, seat)
        )
    if phase == s.ACHIEVEMENT:
        return claimable(state, cards, seat)
    if phase == s.YES_NO:
        return 3
    if phase == s.OPTION:
        return (1 << int64(cards.high[step])) - 1
    if phase == s.TYPE:
        return (1 << s.TYPES) - 1
    mask = 0
    for other in range(int64(state.players)):
        if other != seat and hand_size(state, other) > 0:
            mask |= 1 << other
    return mask


@kernel
def write(words: tuple[int, int, int, int], phase: int, first: int, out: Any) -> int:
    """Write the choices of a phase as actions, in ascending order; returns how many."""
    width = s.SLOTS if phase == s.RIVAL else s.SPLIT
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
    width = s.SLOTS if phase == s.RIVAL else s.SPLIT
    found = -1
    for word in range(4):
        rest = words[word]
        if rest:
            if found != -1 or rest & (rest - 1):
                return -2
            found = word * width + lowest_bit(rest)
    return found
