"""The interpreter of card effects (section 5): one step at a time, until a seat has to choose."""

from typing import Any

from tabletown.engine.bits import count_bits
from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules import building, tracks
from tabletown.games.paper_skylines.rules.decks import can_take, discard_row, draw_cards, refill, take_card
from tabletown.games.paper_skylines.rules.effect_stack import (
    amount,
    enter_block,
    finish_list,
    finish_step,
    happens,
    push,
)
from tabletown.games.paper_skylines.rules.sets import from_hand, hand_size, pick, put, to_hand


@kernel
def run(state: Any, cards: Any, seat: int) -> int:
    """Resolve effects until a choice is needed; returns its phase, or 0 when all lists are at their end."""
    while state.depth > 0:
        frame = int64(state.depth) - 1
        step = int64(state.step[frame])
        op = int64(cards.op[step])
        if op == s.STOP:
            finish_list(state)
            continue
        if state.left[frame] == s.FRESH:
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
    if op == s.DRAW_OP:
        if cards.source[step] == s.FROM_DECK or cards.source[step] == s.FROM_NEXT:
            draw_cards(state, cards, seat, deck_level(state, int64(cards.source[step])), n)
            finish_step(state, cards)
    elif op == s.ADVANCE_OP:
        if cards.on_track[step] < s.TRACKS or cards.on_track[step] == s.EACH:
            for track in range(s.TRACKS):
                if cards.on_track[step] == s.EACH or cards.on_track[step] == track:
                    tracks.advance(state, cards, seat, track, n)
            finish_step(state, cards)
    elif op == s.PEEK:
        look(state, cards, n)
        state.left[int64(state.depth) - 1] = cards.low[step]
    elif op == s.HINDER:
        if cards.on_track[step] != s.ANY_TRACK:
            tracks.hinder(state, seat, int64(cards.on_track[step]), n)
            finish_step(state, cards)
    else:
        simple(state, cards, seat, step, op, n)


@kernel
def simple(state: Any, cards: Any, seat: int, step: int, op: int, n: int) -> None:
    """Steps that never ask."""
    if op == s.SWEEP:
        discard_row(state)
        refill(state)
    elif op == s.DECLINE:
        tracks.decline(state, seat, int64(cards.on_track[step]), n)
    elif op == s.SCORE:
        tracks.score(state, seat, n, s.BY_EFFECTS)
    elif op == s.GIFT:
        gift(state, cards, seat, n)
    elif op == s.EXTRA_ACTION:
        if not state.gained:  # one a turn (PS-47)
            state.gained = 1
            state.actions_left += 1
    elif op != s.EVENT:
        return
    finish_step(state, cards)
    if op == s.EVENT:
        happens(state, cards, seat, int64(cards.source[step]))


@kernel
def deck_level(state: Any, source: int) -> int:
    """The level of the deck that an effect means (PS-60)."""
    return min(int64(state.level) + (1 if source == s.FROM_NEXT else 0), s.LEVELS)


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
        if card != s.NONE:
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
    for level in range(s.LEVELS):
        if keep:
            state.hand_levels[seat, level] += state.peeked_levels[level]
        state.peeked_levels[level] = 0


@kernel
def question(state: Any, cards: Any, seat: int, step: int, op: int) -> int:
    """What a step in progress asks next: a phase, or 0 if it went on by itself or is complete."""
    left = int64(state.left[int64(state.depth) - 1])
    if op == s.BUILD_OP:
        return build_question(state, cards, seat, step)
    if op == s.TUCK_OP:
        if state.held != s.NONE:
            return s.OWN
        if left > 0:
            return tuck_question(state, cards, seat, step)
    elif op == s.TRADE:
        if left > 0 and hand_size(state, seat) > 0:
            return s.HAND
        enter_block(state, cards, int64(cards.high[step]) - left)
        return 0
    elif op == s.PEEK:
        looked = count_bits(state.peeked[0]) + count_bits(state.peeked[1])
        if 0 < left < looked:
            return s.KEEP
        end_look(state, cards, seat, left > 0)
    elif left > 0:
        return plain_question(cards, step, op)
    finish_step(state, cards)
    return 0


@kernel
def plain_question(cards: Any, step: int, op: int) -> int:
    """The phase of steps that ask the same until they are done."""
    if op == s.DRAW_OP:
        return s.TAKE
    if op == s.ADVANCE_OP or op == s.HINDER:
        return s.TRACK
    if op == s.PERFORM:
        return s.HAND
    if op == s.MAY:
        return s.YES_NO
    if op == s.STEAL:
        return s.ROB
    if op == s.DECLARE:
        return s.TYPE
    if op == s.CLAIM_OP:
        return s.ACHIEVEMENT
    if op == s.RAZE or op == s.REGAIN or op == s.VISIT:
        return s.OWN
    if op == s.SEIZE:
        return s.RIVAL
    if op == s.COPY:
        source = int64(cards.source[step])
        return s.OWN if source == s.FROM_OWN else (s.RIVAL if source == s.FROM_OPPONENT else s.TAKE)
    return s.OPTION


@kernel
def build_question(state: Any, cards: Any, seat: int, step: int) -> int:
    """Which card, where, and which cards pay for it (6.2)."""
    if state.held == s.NONE:
        return s.PLAN
    if state.spot == s.NONE:
        return s.SPOT
    if state.price > 0:
        return s.PAY
    building.place(state, cards, seat, step)
    return 0


@kernel
def tuck_question(state: Any, cards: Any, seat: int, step: int) -> int:
    """Which card to tuck, or first where if it comes from the deck (6.2)."""
    source = int64(cards.source[step])
    if source == s.FROM_HAND:
        return s.HAND
    if source != s.FROM_DECK:
        return s.TAKE
    # A place is chosen only if there is a card for it (PS-43).
    if cards.where[step] != s.HERE and can_take(state, int64(state.level)):
        return s.OWN
    building.tuck(state, cards, seat, int64(state.mayor[seat]), take_card(state, int64(state.level)))
    return 0


# --- What choices do that is more than one line --------------------------------------------------------------------


@kernel
def declare(state: Any, cards: Any, seat: int, kind: int, n: int) -> None:
    """Draw cards that all see, and one more for each of the declared type (5.4)."""
    hits = int64(0)
    for _ in range(n):
        card = take_card(state, int64(state.level))
        if card != s.NONE and cards.kind[card] == kind:
            hits += 1
        if card < s.BUILDINGS:
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
    if card < s.BUILDINGS:
        push(state, int64(cards.program[card]), 1)
