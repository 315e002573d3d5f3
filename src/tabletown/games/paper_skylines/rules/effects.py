"""The interpreter of card effects (section 5): one step at a time, until somebody has to choose."""

from typing import Any

from tabletown.engine.bits import count_bits
from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines.rules import building, tracks
from tabletown.games.paper_skylines.rules.decks import can_take, discard_row, draw_cards, refill, take_card
from tabletown.games.paper_skylines.rules.frames import amount, enter_block, finish_list, finish_step, happens, push
from tabletown.games.paper_skylines.rules.sets import from_hand, hand_size, pick, put, to_hand
from tabletown.games.paper_skylines.state import (
    ACHIEVEMENT,
    ADVANCE_OP,
    ANY_TRACK,
    BUILD_OP,
    BUILDINGS,
    BY_EFFECTS,
    CLAIM_OP,
    COPY,
    DECLARE,
    DECLINE,
    DRAW_OP,
    EACH,
    EVENT,
    EXTRA_ACTION,
    FRESH,
    FROM_DECK,
    FROM_HAND,
    FROM_NEXT,
    FROM_OPPONENT,
    FROM_OWN,
    GIFT,
    HAND,
    HERE,
    HINDER,
    KEEP,
    LEVELS,
    MAY,
    NONE,
    OPTION,
    OWN,
    PAY,
    PEEK,
    PERFORM,
    PLAN,
    RAZE,
    REGAIN,
    RIVAL,
    ROB,
    SCORE,
    SEIZE,
    SPOT,
    STEAL,
    STOP,
    SWEEP,
    TAKE,
    TRACK,
    TRACKS,
    TRADE,
    TUCK_OP,
    TYPE,
    VISIT,
    YES_NO,
)


@kernel
def run(state: Any, cards: Any, seat: int) -> int:
    """Resolve effects until a choice is needed; returns its phase, or 0 when all lists are at their end."""
    while state.depth > 0:
        frame = int64(state.depth) - 1
        step = int64(state.step[frame])
        op = int64(cards.op[step])
        if op == STOP:
            finish_list(state)
            continue
        if state.left[frame] == FRESH:
            state.left[frame] = amount(state, cards, seat, step)
            begin(state, cards, seat, step, op)
            continue
        phase = question(state, cards, seat, step, op)
        if phase > 0:
            return phase
    return 0


@kernel
def begin(state: Any, cards: Any, seat: int, step: int, op: int) -> None:
    """Do what a step does without any choice; steps that need none are complete then."""
    n = int64(state.left[int64(state.depth) - 1])
    if op == DRAW_OP:
        if cards.source[step] == FROM_DECK or cards.source[step] == FROM_NEXT:
            draw_cards(state, cards, seat, deck_level(state, int64(cards.source[step])), n)
            finish_step(state, cards)
    elif op == ADVANCE_OP:
        if cards.on_track[step] < TRACKS or cards.on_track[step] == EACH:
            for track in range(TRACKS):
                if cards.on_track[step] == EACH or cards.on_track[step] == track:
                    tracks.advance(state, cards, seat, track, n)
            finish_step(state, cards)
    elif op == PEEK:
        look(state, cards, n)
        state.left[int64(state.depth) - 1] = cards.low[step]
    elif op == HINDER:
        if cards.on_track[step] != ANY_TRACK:
            tracks.hinder(state, seat, int64(cards.on_track[step]), n)
            finish_step(state, cards)
    else:
        simple(state, cards, seat, step, op, n)


@kernel
def simple(state: Any, cards: Any, seat: int, step: int, op: int, n: int) -> None:
    """Steps that never ask."""
    if op == SWEEP:
        discard_row(state)
        refill(state)
    elif op == DECLINE:
        tracks.decline(state, seat, int64(cards.on_track[step]), n)
    elif op == SCORE:
        tracks.score(state, seat, n, int64(BY_EFFECTS))
    elif op == GIFT:
        gift(state, cards, seat, n)
    elif op == EXTRA_ACTION:
        if not state.gained:  # one a turn (PS-47)
            state.gained = 1
            state.actions_left += 1
    elif op != EVENT:
        return
    finish_step(state, cards)
    if op == EVENT:
        happens(state, cards, seat, int64(cards.source[step]))


@kernel
def deck_level(state: Any, source: int) -> int:
    """The level of the deck that an effect means (PS-60)."""
    return min(int64(state.level) + (1 if source == FROM_NEXT else 0), LEVELS)


@kernel
def gift(state: Any, cards: Any, seat: int, n: int) -> None:
    """Every opponent draws, in turn order from the left (5.4)."""
    players = int64(state.players)
    for i in range(1, players):
        draw_cards(state, cards, (seat + i) % players, int64(state.level), n)


@kernel
def look(state: Any, cards: Any, n: int) -> None:
    """Take the top cards of the deck to look at them (5.4)."""
    for _ in range(n):
        card = take_card(state, int64(state.level))
        if card != NONE:
            put(state.peeked, card)
            state.peeked_levels[int64(cards.level[card]) - 1] += 1


@kernel
def end_look(state: Any, cards: Any, seat: int, keep: bool) -> None:
    """The cards still looked at go to the hand or to the pile."""
    for word in range(2):
        mask = int64(state.peeked[word])
        state.peeked[word] = 0
        if keep:
            state.hand[seat, word] |= mask
        else:
            state.pile[word] |= mask
    for level in range(LEVELS):
        if keep:
            state.hand_levels[seat, level] += state.peeked_levels[level]
        state.peeked_levels[level] = 0


@kernel
def question(state: Any, cards: Any, seat: int, step: int, op: int) -> int:
    """What a step in progress asks next: a phase, or 0 if it went on by itself or is complete."""
    left = int64(state.left[int64(state.depth) - 1])
    if op == BUILD_OP:
        return build_question(state, cards, seat, step)
    if op == TUCK_OP:
        if state.held != NONE:
            return OWN
        if left > 0:
            return tuck_question(state, cards, seat, step)
    elif op == TRADE:
        if left > 0 and hand_size(state, seat) > 0:
            return HAND
        enter_block(state, cards, int64(cards.high[step]) - left)
        return 0
    elif op == PEEK:
        looked = count_bits(state.peeked[0]) + count_bits(state.peeked[1])
        if 0 < left < looked:
            return KEEP
        end_look(state, cards, seat, left > 0)
    elif left > 0:
        return plain_question(cards, step, op)
    finish_step(state, cards)
    return 0


@kernel
def plain_question(cards: Any, step: int, op: int) -> int:
    """The phase of steps that ask the same until they are done."""
    if op == DRAW_OP:
        return TAKE
    if op == ADVANCE_OP or op == HINDER:
        return TRACK
    if op == PERFORM:
        return HAND
    if op == MAY:
        return YES_NO
    if op == STEAL:
        return ROB
    if op == DECLARE:
        return TYPE
    if op == CLAIM_OP:
        return ACHIEVEMENT
    if op == RAZE or op == REGAIN or op == VISIT:
        return OWN
    if op == SEIZE:
        return RIVAL
    if op == COPY:
        source = int64(cards.source[step])
        return OWN if source == FROM_OWN else (RIVAL if source == FROM_OPPONENT else TAKE)
    return OPTION


@kernel
def build_question(state: Any, cards: Any, seat: int, step: int) -> int:
    """Which card, where, and which cards pay for it (6.2)."""
    if state.held == NONE:
        return PLAN
    if state.spot == NONE:
        return SPOT
    if state.price > 0:
        return PAY
    building.place(state, cards, seat, step)
    return 0


@kernel
def tuck_question(state: Any, cards: Any, seat: int, step: int) -> int:
    """Which card to tuck, or first where if it comes from the deck (6.2)."""
    source = int64(cards.source[step])
    if source == FROM_HAND:
        return HAND
    if source != FROM_DECK:
        return TAKE
    if cards.where[step] != HERE and can_take(state, int64(state.level)):  # nobody chooses a place for no card (PS-43)
        return OWN
    building.tuck(state, cards, seat, int64(state.mayor[seat]), take_card(state, int64(state.level)))
    return 0


# --- What choices do that is more than one line --------------------------------------------------------------------


@kernel
def declare(state: Any, cards: Any, seat: int, kind: int, n: int) -> None:
    """Draw cards that all see, and one more for each of the declared type (5.4)."""
    hits = int64(0)
    for _ in range(n):
        card = take_card(state, int64(state.level))
        if card != NONE and cards.kind[card] == kind:
            hits += 1
        if card < BUILDINGS:
            put(state.shown, card)
        to_hand(state, cards, seat, card)
    draw_cards(state, cards, seat, int64(state.level), hits)


@kernel
def steal(state: Any, cards: Any, seat: int, victim: int, n: int) -> None:
    """Take hand cards at random (5.4). In a view they are unknown and stay where they are."""
    state.reveals += 1
    for _ in range(n):
        low, high = int64(state.hand[victim, 0]), int64(state.hand[victim, 1])
        if low | high == 0:
            return
        card = pick(state, low, high)
        from_hand(state, cards, victim, card)
        to_hand(state, cards, seat, card)


@kernel
def perform(state: Any, cards: Any, card: int) -> None:
    """Resolve the mayor action of a card; a city card has none (PS-42)."""
    if card < BUILDINGS:
        push(state, int64(cards.program[card]), int64(1))
