"""Penny Lane's rules in the order of the rulebook: set-up, rounds and turns, upkeep, the end.

What the locations do is in main_street.py, what a lane is worth in lane.py. Rule numbers (PL-n, G-n) are those of
rules.md.
"""

from typing import Any

from tabletown.engine.chance import below, shuffle
from tabletown.engine.kernel import int64, kernel
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.rules import gazette, guild, main_street, spaces
from tabletown.games.penny_lane.rules.lane import count, income, stars

# --- Set-up ---------------------------------------------------------------------------------------------------------


@kernel
def setup(state: Any, cards: Any) -> None:
    """Shuffle the buildings, then the boards, then draw the Mayor (PL-1 to 6)."""
    for card in range(cards.buildings):
        state.deck[card] = card
    shuffle(state, state.deck, cards.buildings)
    state.deck_left = cards.buildings
    deal_boards(state)
    state.mayor = below(state, state.players)
    for seat in range(state.players):
        state.pennies[seat] = 3
    clear_work(state)
    guild.refill(state)
    state.reveals = 0
    begin_round(state)


@kernel
def deal_boards(state: Any) -> None:
    """One board per seat, dealt at random (PL-4)."""
    heap = state.supply  # still empty, and as long as there are boards
    for board in range(s.BOARDS):
        heap[board] = board
    shuffle(state, heap, s.BOARDS)
    for seat in range(state.players):
        state.board[seat] = heap[seat]
    for board in range(s.BOARDS):
        heap[board] = 0


@kernel
def clear_work(state: Any) -> None:
    """Nothing is in progress."""
    state.adding = s.NONE
    state.via_guild = 0
    state.paid = 0
    state.moves_left = 0
    state.leaving = s.NONE
    state.moved_to = s.NONE
    state.moved_job = 0
    state.drawn[0] = s.NONE
    state.drawn[1] = s.NONE


# --- Round and turn -------------------------------------------------------------------------------------------------


@kernel
def begin_round(state: Any) -> None:
    """The Mayor's holder takes the first turn (PL-10, 60)."""
    state.rounds += 1
    state.passes = 0
    begin_turn(state, int64(state.mayor))


@kernel
def begin_turn(state: Any, seat: int) -> None:
    """It is this seat's turn."""
    state.current = seat
    state.waiting = 1 << seat
    state.phase = s.TURN


@kernel
def end_turn(state: Any) -> None:
    """The action is complete: the next seat clockwise has its turn (PL-10)."""
    clear_work(state)
    begin_turn(state, (int64(state.current) + 1) % int64(state.players))


@kernel
def end_action(state: Any) -> None:
    """A Main Street action is complete: fill up the supply (PL-39) and start counting passes anew (PL-12)."""
    if state.via_guild:
        guild.refill(state)
    state.passes = 0
    end_turn(state)


@kernel
def pass_turn(state: Any, cards: Any) -> None:
    """Do nothing; when all have passed in a row, the action phase ends (PL-11, 12)."""
    state.passes += 1
    if state.passes == state.players:
        upkeep(state, cards)
    else:
        end_turn(state)


@kernel
def legal(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Write the legal actions of the seat to act, in ascending order, and return how many there are."""
    if state.phase == s.TURN:
        return main_street.turn_actions(state, cards, seat, out)
    if state.phase == s.CELL:
        return guild.cells(state, cards, seat, out)
    if state.phase == s.SOURCE:
        return gazette.sources(state, cards, seat, out)
    if state.phase == s.DESTINATION:
        return gazette.destinations(state, cards, seat, out)
    if state.phase == s.LANE:
        return gazette.lanes(state, out)
    if state.phase == s.GARAGE:
        return guild.garage_sources(state, seat, out)
    if state.phase == s.KEEP:
        return guild.keep_actions(state, cards, out)
    if state.phase == s.RECIPIENT:
        return recipients(state, seat, out)
    return main_street.swap_partners(state, cards, seat, out)


@kernel
def apply(state: Any, cards: Any, seat: int, action: int) -> None:
    """Carry out one legal action."""
    if action == s.PASS:
        pass_turn(state, cards)
    elif action == s.TO_BANK:
        main_street.bank(state, cards, seat)
        end_action(state)
    elif action == s.TO_TOWN_HALL:
        main_street.town_hall(state, cards, seat)
        end_action(state)
    elif action == s.TO_BLACK_MARKET:
        guild.black_market(state, cards, seat)
    elif action < s.TO_GAZETTE:
        guild.masons_guild(state, cards, seat, action - s.TO_GUILD)
    elif action < s.TO_TOWER:
        gazette.gazette(state, cards, seat, action - s.TO_GAZETTE + 1)
    elif action < s.KEEP_CARD:
        main_street.tower(state, cards, seat, action - s.TO_TOWER + 1)
    elif action < s.AT:
        guild.keep(state, action - s.KEEP_CARD)
    elif action < s.FROM:
        at_cell(state, cards, seat, action - s.AT - s.COLUMNS)
    elif action <= s.STOP:
        from_place(state, seat, action)
    elif action < s.ON_LANE:
        gazette.move_citizen(state, seat, action - s.TO)
        next_citizen(state, cards, seat)
    elif action < s.SWAP_CARD:
        gazette.work(state, cards, seat, action - s.ON_LANE)
        next_citizen(state, cards, seat)
    elif action < s.NAME:
        swap_building(state, action - s.SWAP_CARD)
    else:
        give(state, cards, seat, action - s.NAME)


@kernel
def at_cell(state: Any, cards: Any, seat: int, column: int) -> None:
    """The new building stands; the action is over unless Garage asks."""
    if not guild.add_building(state, cards, seat, column):
        end_action(state)


@kernel
def from_place(state: Any, seat: int, action: int) -> None:
    """A citizen leaves a place for a job, or for the new building; or no citizen (or no second one) moves."""
    if action == s.STOP:
        end_action(state)
    elif state.phase == s.GARAGE:
        gazette.leave(state, seat, action - s.FROM)
        state.citizens[state.adding] += 1
        end_action(state)
    else:
        state.leaving = action - s.FROM
        state.phase = s.DESTINATION


@kernel
def next_citizen(state: Any, cards: Any, seat: int) -> None:
    """After a citizen has moved and worked: the second one, if one was paid for and can move (PL-27)."""
    if state.phase == s.LANE:
        return
    state.leaving = s.NONE
    state.moves_left -= 1
    if state.moves_left == 0 or not gazette.somebody_can_move(state, cards, seat):
        end_action(state)


@kernel
def swap_building(state: Any, card: int) -> None:
    """Choose a building of a swap; after the last swap the action is over (PL-41)."""
    main_street.swap(state, card)
    if state.phase == s.SWAP and state.moves_left == 0:
        end_action(state)


# --- Upkeep ---------------------------------------------------------------------------------------------------------


@kernel
def upkeep(state: Any, cards: Any) -> None:
    """End the game, or clear Main Street and pay every seat its upkeep (PL-49 to 60)."""
    clear_work(state)
    state.passes = 0
    state.ended = why_it_ends(state, cards)
    if state.ended:
        state.waiting = 0
        state.phase = s.OVER
        return
    spaces.clear_main_street(state)
    for seat in range(state.players):
        state.pennies[seat] += income(state, cards, seat)
        state.bonus[seat] = 1
        state.gifts[seat] = gifts(state, cards, seat)
    ask_for_recipients(state, cards)


@kernel
def why_it_ends(state: Any, cards: Any) -> int:
    """Ten stars on a lane, a short supply, or the last round (PL-49 to 51); 0 if the game goes on."""
    for seat in range(state.players):
        if stars(state, cards, seat) >= s.STARS_TO_END:
            return s.TEN_STARS
    if state.supply_left < s.SUPPLY:
        return s.SUPPLY_SHORT
    return s.ROUND_LIMIT if state.rounds == s.LAST_ROUND else 0


@kernel
def gifts(state: Any, cards: Any, seat: int) -> int:
    """How many recipients a seat has to name (PL-57)."""
    number = 0
    for i in range(state.length[seat]):
        card = int64(state.lane[seat, i])
        for k in range(s.EFFECTS):
            if cards.effect[card, k] == s.GIFT:
                number += count(state, cards, seat, card, k)
    return number


@kernel
def gift_amount(state: Any, cards: Any, seat: int) -> int:
    """What the next recipient of a seat gains: gifts are given in the order of the cards, the last ones first."""
    left = int64(state.gifts[seat])
    for i in range(state.length[seat]):
        card = int64(state.lane[seat, i])
        for k in range(s.EFFECTS):
            if cards.effect[card, k] == s.GIFT:
                left -= count(state, cards, seat, card, k)
                if left <= 0:
                    return int64(cards.amount[card, k])
    return 0


@kernel
def ask_for_recipients(state: Any, cards: Any) -> None:
    """Ask clockwise from the Mayor; with two players there is nothing to ask (PL-53, 57)."""
    for i in range(state.players):
        seat = (int64(state.mayor) + i) % int64(state.players)
        if state.players == 2:
            while state.gifts[seat] > 0:
                state.pennies[1 - seat] += gift_amount(state, cards, seat)
                state.gifts[seat] -= 1
        elif state.gifts[seat] > 0:
            state.current = seat
            state.waiting = 1 << seat
            state.phase = s.RECIPIENT
            return
    begin_round(state)


@kernel
def recipients(state: Any, seat: int, out: Any) -> int:
    """Every other seat (PL-57)."""
    n = 0
    for other in range(state.players):
        if other != seat:
            out[n] = s.NAME + other
            n += 1
    return n


@kernel
def give(state: Any, cards: Any, seat: int, recipient: int) -> None:
    """The named player gains (PL-57)."""
    state.pennies[recipient] += gift_amount(state, cards, seat)
    state.gifts[seat] -= 1
    ask_for_recipients(state, cards)
