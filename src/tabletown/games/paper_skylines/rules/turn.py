"""Paper Skylines' rules in the order of the rulebook: set-up, the turn, what choices do, round end and game end.

Effects are resolved in effects.py, what can be chosen is in choices.py. Rule numbers (PS-n) are those of rules.md.
"""

from typing import Any

from tabletown.engine.chance import below, shuffle
from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules import building, claims, effects, final_scoring, tracks
from tabletown.games.paper_skylines.rules.choices import choices, only, write
from tabletown.games.paper_skylines.rules.city import clear_slot, put_on_top, take_top
from tabletown.games.paper_skylines.rules.decks import discard_row, draw_cards, is_marked, refill, take_card, take_open
from tabletown.games.paper_skylines.rules.effect_stack import enter_block, finish_step, push
from tabletown.games.paper_skylines.rules.sets import from_hand, put, remove, to_hand

QUIET_ROUNDS = 3  # after which the row is replaced (PS-66)
HANDICAP = 2  # points per player who acts later (V-1)

# --- Set-up ---------------------------------------------------------------------------------------------------------


@kernel
def setup(state: Any, cards: Any) -> None:
    """First player, city cards, decks, round-end cards, chips (PS-1 to 6); then all choose a city at once."""
    clear(state)
    state.first = below(state, int64(state.players))
    state.current = state.first
    deal_cities(state)
    for level in range(1, s.LEVELS + 1):
        build_deck(state, level)
    for i in range(s.ACHIEVEMENTS):
        state.chip[i] = cards.chip[i]
    shuffle(state, state.chip, s.ACHIEVEMENTS)
    state.phase = s.CITY
    state.waiting = (1 << int64(state.players)) - 1


@kernel
def clear(state: Any) -> None:
    """Nothing lies anywhere, nothing is in progress."""
    for seat in range(s.SEATS):
        state.city[seat] = s.NONE
        state.dealt[seat, 0] = s.NONE
        state.dealt[seat, 1] = s.NONE
        for slot in range(s.SLOTS):
            clear_slot(state, seat, slot)
    for card in range(s.BUILDINGS + s.CITIES):
        state.below[card] = s.NONE
    for track in range(s.TRACKS):
        state.ended_by[track] = s.NONE
    for achievement in range(s.ACHIEVEMENTS):
        state.chip_owner[achievement] = s.NONE
    for i in range(s.ROW):
        state.row[i] = s.NONE
    state.opener = s.NONE
    state.held = s.NONE
    state.spot = s.NONE
    state.level = 1


@kernel
def deal_cities(state: Any) -> None:
    """Two city cards for each player (PS-3)."""
    heap = state.below  # still empty, and long enough
    for city in range(s.CITIES):
        heap[city] = city
    shuffle(state, heap, s.CITIES)
    for seat in range(int64(state.players)):
        state.dealt[seat, 0] = min(heap[2 * seat], heap[2 * seat + 1])
        state.dealt[seat, 1] = max(heap[2 * seat], heap[2 * seat + 1])
    for city in range(s.CITIES):
        heap[city] = s.NONE


@kernel
def build_deck(state: Any, level: int) -> None:
    """Shuffle the cards of a level and put its round-end card among the bottom five (PS-5)."""
    deck = state.deck[level - 1]
    first, n = s.LEVEL_START[level - 1], s.LEVEL_START[level] - s.LEVEL_START[level - 1]
    for i in range(n):
        deck[i] = first + i
    shuffle(state, deck, n)
    place = below(state, 5)
    for i in range(n, place, -1):
        deck[i] = deck[i - 1]
    deck[place] = s.ROUND_END
    state.deck_left[level - 1] = n + 1


@kernel
def choose_city(state: Any, cards: Any, seat: int, city: int) -> None:
    """Keep one of two city cards, in secret; the last choice reveals all (PS-3, 4)."""
    state.city[seat] = city
    state.waiting = int64(state.waiting) & ~(1 << seat)
    if state.waiting:
        return
    state.reveals += 1
    for p in range(int64(state.players)):
        state.dealt[p, 0] = s.NONE
        state.dealt[p, 1] = s.NONE
        state.slots[p] = 1
        put_on_top(state, cards, p, 0, s.BUILDINGS + int64(state.city[p]))
    if state.options & s.SEAT_HANDICAP:
        handicap(state)
    deal(state, cards, int64(state.first))
    state.moved = 0
    begin_turn(state, int64(state.first))


@kernel
def handicap(state: Any) -> None:
    """Points for each player who acts later in the round, without hopping (V-1)."""
    players = int64(state.players)
    for i in range(players):
        seat = (int64(state.first) + i) % players
        state.score[seat] = HANDICAP * (players - 1 - i)
        state.points[seat, s.BY_HANDICAP] = HANDICAP * (players - 1 - i)


@kernel
def deal(state: Any, cards: Any, first: int) -> None:
    """Two cards for each player, with what a city draws at a level change, then the row (PS-7, 68, 69)."""
    players = int64(state.players)
    for i in range(players):
        seat = (first + i) % players
        number = int64(2)
        if state.level > 1 and state.top[seat, state.home[seat]] >= s.BUILDINGS:
            number += int64(cards.level_draw[state.city[seat]])
        draw_cards(state, cards, seat, int64(state.level), number)
    refill(state)


# --- The turn -------------------------------------------------------------------------------------------------------


@kernel
def begin_turn(state: Any, seat: int) -> None:
    """As many actions as the current level (PS-19)."""
    state.current = seat
    state.waiting = 1 << seat
    state.phase = s.ACTION
    state.actions_left = state.level
    state.gained = 0
    state.bonus_used = 0


@kernel
def legal(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Write the legal actions of the seat to act, in ascending order, and return how many there are."""
    phase = int64(state.phase)
    return write(choices(state, cards, int64(seat)), phase, s.PHASE_START[phase], out)


@kernel
def apply(state: Any, cards: Any, seat: int, action: int) -> None:
    """Carry out one legal action, and all that follows until there is something to choose."""
    who, choice = int64(seat), int64(action) - s.PHASE_START[int64(state.phase)]
    state.shown[0] = 0
    state.shown[1] = 0
    if state.phase == s.CITY:
        choose_city(state, cards, who, choice)
        return
    while choice >= 0:
        choose(state, cards, who, choice)
        choice = go_on(state, cards, who)


@kernel
def go_on(state: Any, cards: Any, seat: int) -> int:
    """Resolve effects up to the next choice; returns it if it is the only one, else -1: the seat is asked.

    A part without any choice is impossible and skipped; yes or no is always asked (6.1).
    """
    while True:
        phase = effects.run(state, cards, seat)
        if phase == 0:
            if state.ended == 0:
                state.phase = s.ACTION
            return -1
        state.phase = phase
        choice = only(choices(state, cards, seat), phase)
        if choice == -1:
            finish_step(state, cards)
        elif choice == -2:
            return -1
        else:
            return choice


@kernel
def choose(state: Any, cards: Any, seat: int, choice: int) -> None:
    """What a choice does, by what was asked (6.1)."""
    phase = int64(state.phase)
    if phase == s.ACTION:
        take_action(state, cards, seat, choice)
        return
    frame = int64(state.depth) - 1
    step = int64(state.step[frame])
    if phase == s.PLAN:
        building.plan(state, cards, seat, step, choice)
    elif phase == s.SPOT:
        building.choose_spot(state, cards, seat, step, choice)
    elif phase == s.PAY:
        building.pay(state, cards, seat, choice)
    elif phase == s.HAND:
        choose_hand_card(state, cards, seat, step, choice)
    elif phase == s.TAKE:
        take(state, cards, seat, step, choice)
    elif phase == s.KEEP:
        remove(state.peeked, choice)
        state.peeked_levels[int64(cards.level[choice]) - 1] -= 1
        to_hand(state, cards, seat, choice)
        state.left[frame] -= 1
    elif phase == s.OWN:
        choose_own(state, cards, seat, step, choice)
    elif phase == s.RIVAL:
        choose_rival(state, cards, seat, step, choice)
    elif phase == s.TRACK:
        choose_track(state, cards, seat, step, choice)
    else:
        choose_other(state, cards, seat, step, phase, choice)


@kernel
def choose_other(state: Any, cards: Any, seat: int, step: int, phase: int, choice: int) -> None:
    """The choices that complete their step."""
    number = int64(cards.high[step])
    if phase == s.YES_NO:
        enter_block(state, cards, choice)
        return
    finish_step(state, cards)
    if phase == s.ROB:
        effects.steal(state, cards, seat, choice, number)
    elif phase == s.TYPE:
        effects.declare(state, cards, seat, choice, number)
    elif phase == s.ACHIEVEMENT:
        claims.claim(state, cards, seat, choice)
    elif phase == s.OPTION:
        branch = step + 1
        for _ in range(choice):
            branch = int64(cards.skip[branch])
        push(state, branch + 1, 1)


@kernel
def take_action(state: Any, cards: Any, seat: int, choice: int) -> None:
    """One action of the turn: a basic action, a mayor action, or the end (PS-20, 21)."""
    if choice == s.END_TURN:
        end_turn(state, cards, seat)
        return
    state.actions_left -= 1
    if choice < s.END_TURN:
        push(state, int64(cards.basic[choice]), 1)
        return
    slot = choice - s.TO_MAYOR
    if state.mayor[seat] == slot:
        state.bonus_used = 1  # only a city that lets the mayor stay leads here
    state.mayor[seat] = slot
    effects.perform(state, cards, int64(state.top[seat, slot]))


@kernel
def choose_hand_card(state: Any, cards: Any, seat: int, step: int, card: int) -> None:
    """A hand card is tucked, traded or discarded for its action, or no more are (PS-30, 31, 5.4)."""
    frame = int64(state.depth) - 1
    op = int64(cards.op[step])
    if card == s.EXTRA:
        enter_block(state, cards, int64(cards.high[step]) - int64(state.left[frame]) if op == s.TRADE else 0)
        return
    from_hand(state, cards, seat, card)
    if op == s.TUCK_OP:
        hold(state, cards, seat, step, card)
        return
    put(state.pile, card)
    if op == s.PERFORM:
        finish_step(state, cards)
        effects.perform(state, cards, card)
    else:
        state.left[frame] -= 1


@kernel
def hold(state: Any, cards: Any, seat: int, step: int, card: int) -> None:
    """A card to be tucked: here at once, or first ask where."""
    if cards.where[step] == s.HERE:
        building.tuck(state, cards, seat, int64(state.mayor[seat]), card)
    else:
        state.held = card


@kernel
def take(state: Any, cards: Any, seat: int, step: int, card: int) -> None:
    """A card of the row, the deck or the pile is drawn, tucked or copied (PS-33, 34, 5.4)."""
    op = int64(cards.op[step])
    if op == s.COPY:
        finish_step(state, cards)
        effects.perform(state, cards, card)
        return
    if card == s.EXTRA:
        card = take_card(state, int64(state.level))
    else:
        take_open(state, card, int64(cards.source[step]))
    if op == s.DRAW_OP:
        to_hand(state, cards, seat, card)
        state.left[int64(state.depth) - 1] -= 1
    else:
        hold(state, cards, seat, step, card)


@kernel
def choose_own(state: Any, cards: Any, seat: int, step: int, slot: int) -> None:
    """One of the seat's own buildings: tuck there, raze it, gain it again, visit or copy it (5.4)."""
    op = int64(cards.op[step])
    card = int64(state.top[seat, slot])
    if op == s.TUCK_OP:
        tucked = int64(state.held)
        if tucked == s.NONE:
            tucked = take_card(state, int64(state.level))
        building.tuck(state, cards, seat, slot, tucked)
        return
    if op == s.RAZE:
        take_top(state, cards, seat, slot)
        if cards.source[step] == s.FROM_HAND:
            to_hand(state, cards, seat, card)
        else:
            put(state.pile, card)
        enter_block(state, cards, 1)
        return
    finish_step(state, cards)
    if op == s.REGAIN:
        tracks.gain(state, cards, seat, card)
        return
    if op == s.VISIT:
        state.mayor[seat] = slot
    effects.perform(state, cards, card)


@kernel
def choose_rival(state: Any, cards: Any, seat: int, step: int, choice: int) -> None:
    """An opponent's top card is seized or copied (5.4)."""
    rival, slot = choice // s.SLOTS, choice % s.SLOTS
    finish_step(state, cards)
    if cards.op[step] == s.SEIZE:
        to_hand(state, cards, seat, take_top(state, cards, rival, slot))
    else:
        effects.perform(state, cards, int64(state.top[rival, slot]))


@kernel
def choose_track(state: Any, cards: Any, seat: int, step: int, track: int) -> None:
    """A step, all steps, or the opponents' steps down (5.3)."""
    frame = int64(state.depth) - 1
    left = int64(state.left[frame])
    if cards.op[step] == s.HINDER:
        tracks.hinder(state, seat, track, left)
        finish_step(state, cards)
    elif cards.on_track[step] == s.ONE_TRACK:
        tracks.advance(state, cards, seat, track, left)
        finish_step(state, cards)
    else:
        tracks.step_up(state, cards, seat, track)
        state.left[frame] = left - 1


# --- Round end and game end -----------------------------------------------------------------------------------------


@kernel
def end_turn(state: Any, cards: Any, seat: int) -> None:
    """Guard against stalemate, then a new level, the end of the game, or just the next turn (PS-66 to 74)."""
    players = int64(state.players)
    following = (seat + 1) % players
    state.reveals += 1
    if following == state.first:
        end_round(state)
    level = int64(state.level)
    if is_marked(state, level):
        if level < s.LEVELS:
            next_level(state, cards, following)
        elif following == (state.first if state.options & s.WHOLE_GAME_TURNS else state.opener):
            final_scoring.final_scoring(state, cards)
            return
    begin_turn(state, following)


@kernel
def end_round(state: Any) -> None:
    """All have had a turn: after three rounds without a card from a deck the row is replaced (PS-66)."""
    state.quiet = 0 if state.moved else int64(state.quiet) + 1
    state.moved = 0
    if state.level == s.LEVELS and is_marked(state, int64(state.level)):
        state.quiet = 0
    elif state.quiet == QUIET_ROUNDS:
        discard_row(state)
        refill(state)
        state.quiet = 0
        state.moved = 0


@kernel
def next_level(state: Any, cards: Any, following: int) -> None:
    """The row and the rest of the deck go, every seat draws, a new row is turned up (PS-68 to 71)."""
    discard_row(state)
    level = int64(state.level)
    for i in range(int64(state.deck_left[level - 1])):
        card = int64(state.deck[level - 1, i])
        if card < s.BUILDINGS:
            put(state.box, card)
        state.deck[level - 1, i] = 0
    state.deck_left[level - 1] = 0
    state.level = level + 1
    if level + 1 == s.LEVELS:
        state.opener = following
    deal(state, cards, following)
    state.quiet = 0
    if following == state.first:
        state.moved = 0  # these cards belong to the round that is over
