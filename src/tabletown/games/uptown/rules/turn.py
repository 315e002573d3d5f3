"""UpTown's rules in the order of the rulebook: set-up, the turn with its two actions, placing, income, the end.

Rule numbers (UT-n) are those of rules.md.
"""

from typing import Any

from tabletown.engine.chance import below, shuffle
from tabletown.engine.kernel import int64, kernel
from tabletown.games.uptown import state as s
from tabletown.games.uptown.rules.scoring import ground_floor, street_income

# --- Set-up ---------------------------------------------------------------------------------------------------------


@kernel
def setup(state: Any, cards: Any) -> None:
    """Shuffle, deal evenly, give every seat $10 and draw the start player (UT-1 to 6)."""
    for card in range(cards.public_cards):
        state.public[card] = card
    shuffle(state, state.public, cards.public_cards)
    state.public_left = cards.public_cards
    deal(state, cards)
    for seat in range(state.players):
        state.account[seat] = 10
    state.start = below(state, state.players)
    state.chosen = s.NONE
    begin_turn(state, state.start)


@kernel
def deal(state: Any, cards: Any) -> None:
    """Shuffle all project cards and deal them evenly; a remainder is put away unseen (UT-3)."""
    heap = state.discards  # still empty, so it can hold the heap while it is dealt out
    for card in range(cards.project_cards):
        heap[card] = card
    shuffle(state, heap, cards.project_cards)
    each = cards.project_cards // state.players
    for seat in range(state.players):
        for i in range(each):
            state.deck[seat, i] = heap[seat * each + i]
        state.deck_left[seat] = each
    for card in range(cards.project_cards):
        heap[card] = 0


# --- The turn -------------------------------------------------------------------------------------------------------


@kernel
def begin_turn(state: Any, seat: int) -> None:
    """It is this seat's first action (UT-8)."""
    state.current = seat
    state.waiting = 1 << seat
    state.phase = s.FIRST_ACTION


@kernel
def end_turn(state: Any) -> None:
    """Play goes on clockwise; a final round ends before the start player would move again (UT-7, 44)."""
    seat = (state.current + 1) % state.players
    if seat == state.start:
        state.turns += 1
        if state.final_round:
            state.ended = state.final_round
            state.waiting = 0
            state.phase = s.OVER
            return
    begin_turn(state, seat)


@kernel
def end_action(state: Any) -> None:
    """After the first action comes the second, after the second the next seat (UT-8)."""
    if state.phase == s.FIRST_ACTION or state.phase == s.PLACE_FIRST:
        state.phase = s.SECOND_ACTION
    else:
        end_turn(state)


@kernel
def legal(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Write the legal actions of the seat to act, in ascending order, and return how many there are."""
    if state.phase == s.FIRST_ACTION:
        return first_actions(state, cards, seat, out)
    if state.phase == s.SECOND_ACTION:
        return second_actions(state, cards, seat, out)
    return sites_for(state, cards, seat, int64(state.chosen), out)


@kernel
def apply(state: Any, cards: Any, seat: int, action: int) -> None:
    """Carry out one legal action."""
    if action == s.TAKE:
        take(state, seat)
    elif action == s.DISCARD:
        discard(state, seat)
    elif action == s.SKIP or action == s.PASS:
        end_action(state)
    elif action < s.BUY:
        choose(state, seat, 2 * top(state, seat) + action - s.PLAY)
    elif action < s.PUBLIC:
        source = (action - s.BUY) // 2
        choose(state, source, 2 * top(state, source) + (action - s.BUY) % 2)
    elif action < s.PASS:
        choose(state, s.PUBLIC_PILE, s.PUBLIC_START + 4 * top_public(state) + action - s.PUBLIC)
    else:
        site(state, cards, seat, (action - s.SITE) // s.SITES, (action - s.SITE) % s.SITES)


@kernel
def top(state: Any, seat: int) -> int:
    """The open card on top of a seat's deck."""
    return int64(state.deck[seat, state.deck_left[seat] - 1])


@kernel
def top_public(state: Any) -> int:
    """The open card on top of the public pile."""
    return int64(state.public[state.public_left - 1])


# --- First action ---------------------------------------------------------------------------------------------------


@kernel
def first_actions(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Collect the upcoins (UT-9), or else play or discard the free card (UT-10, 11); nothing there: skip (UT-12)."""
    if state.upcoins[seat] > 0:
        out[0] = s.TAKE
        return 1
    if state.deck_left[seat] == 0:
        out[0] = s.SKIP
        return 1
    out[0] = s.DISCARD
    n = 1
    for end in range(2):
        if has_place(state, cards, seat, 2 * top(state, seat) + end):
            out[n] = s.PLAY + end
            n += 1
    return n


@kernel
def take(state: Any, seat: int) -> None:
    """All upcoins on the seat's own deck go to the account (UT-9)."""
    state.account[seat] += state.upcoins[seat]
    state.upcoins[seat] = 0
    end_action(state)


@kernel
def discard(state: Any, seat: int) -> None:
    """The free card goes to the common open pile, never to be used again (UT-10, 31)."""
    state.discards[state.discarded] = top(state, seat)
    state.discarded += 1
    leave(state, seat)
    check_final_round(state)
    end_action(state)


# --- Second action --------------------------------------------------------------------------------------------------


@kernel
def second_actions(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Buy a top card or take the public one (UT-14); pass only if nothing else is possible (UT-19)."""
    n = 0
    for source in range(state.players):
        if for_sale(state, cards, seat, source):
            for end in range(2):
                if has_place(state, cards, seat, 2 * top(state, source) + end):
                    out[n] = s.BUY + 2 * source + end
                    n += 1
    if state.public_left > 0:
        for end in range(4):
            if has_place(state, cards, seat, s.PUBLIC_START + 4 * top_public(state) + end):
                out[n] = s.PUBLIC + end
                n += 1
    if n == 0:
        out[0] = s.PASS
        n = 1
    return n


@kernel
def for_sale(state: Any, cards: Any, seat: int, source: int) -> bool:
    """A top card can be bought if no upcoins block its deck and the account holds its full cost (UT-15, 17)."""
    if state.deck_left[source] == 0 or state.upcoins[source] > 0:
        return False
    return bool(state.account[seat] >= cards.cost[top(state, source)])


@kernel
def pay(state: Any, cards: Any, seat: int, source: int) -> None:
    """The seat's own card is paid to the bank, an opponent's onto the deck it came from (UT-16)."""
    cost = cards.cost[top(state, source)]
    state.account[seat] -= cost
    if source != seat:
        state.upcoins[source] += cost


# --- Placing --------------------------------------------------------------------------------------------------------


@kernel
def places(state: Any, cards: Any, project: int, street: int) -> int:
    """The sites of a street that could take the project, as a bit mask (UT-23 to 28)."""
    where = cards.where[project]
    if where == s.ON_ROOF:
        mask = int64(state.roofed[street])
    else:
        mask = s.ALL_SITES & ~int64(state.finished[street])
        if where == s.GROUND:
            mask &= ~int64(state.built[street])
        elif where == s.UPPER:
            mask &= int64(state.built[street])
    if cards.gift[project]:
        mask &= ~int64(state.protected[street])
    return mask


@kernel
def may_stand_on(cards: Any, seat: int, project: int, street: int) -> bool:
    """Gifts go on opponents' streets only, everything else on the seat's own (UT-21, 22)."""
    return (street != seat) == (cards.gift[project] != 0)


@kernel
def has_place(state: Any, cards: Any, seat: int, project: int) -> bool:
    """Whether the seat could place the project anywhere."""
    if not cards.gift[project]:
        return bool(places(state, cards, project, seat) != 0)
    for street in range(state.players):
        if street != seat and places(state, cards, project, street) != 0:
            return True
    return False


@kernel
def sites_for(state: Any, cards: Any, seat: int, project: int, out: Any) -> int:
    """Every site where the seat may place the chosen project."""
    n = 0
    for street in range(state.players):
        if may_stand_on(cards, seat, project, street):
            mask = places(state, cards, project, street)
            for k in range(s.SITES):
                if (mask >> k) & 1:
                    out[n] = s.SITE + street * s.SITES + k
                    n += 1
    return n


@kernel
def choose(state: Any, source: int, project: int) -> None:
    """Choose an end, and for a public card a face; the card itself moves when its site is chosen (UT-20)."""
    state.source = source
    state.chosen = project
    state.phase = s.PLACE_FIRST if state.phase == s.FIRST_ACTION else s.PLACE_SECOND


@kernel
def site(state: Any, cards: Any, seat: int, street: int, k: int) -> None:
    """Pay, move the card, build the floor, and if it is a roof pay the street's owner (UT-16, 20, 32)."""
    project, source = int64(state.chosen), int64(state.source)
    if state.phase == s.PLACE_SECOND and source != s.PUBLIC_PILE:
        pay(state, cards, seat, source)
    leave(state, source)
    build(state, cards, project, street, k)
    if cards.roof[project]:
        income(state, cards, street)
    state.chosen = s.NONE
    state.source = 0
    check_final_round(state)
    end_action(state)


@kernel
def leave(state: Any, source: int) -> None:
    """The top card leaves its deck or the pile; the next one is open at once (UT-13)."""
    if source == s.PUBLIC_PILE:
        state.public_left -= 1
        left = state.public_left
        state.public[left] = 0
    else:
        state.deck_left[source] -= 1
        left = state.deck_left[source]
        state.deck[source, left] = 0
    if left > 0:
        state.reveals += 1


@kernel
def build(state: Any, cards: Any, project: int, street: int, k: int) -> None:
    """The project becomes the top floor of a site (UT-20), which a roof finishes for ever (UT-27, 28)."""
    place = ground_floor(state, street, k) + int64(state.height[street, k])
    for i in range(ground_floor(state, state.players, 0), place, -1):
        state.floors[i] = state.floors[i - 1]
    state.floors[place] = project
    state.height[street, k] += 1
    bit = 1 << k
    state.built[street] |= bit
    if cards.roof[project]:
        state.finished[street] |= bit
        state.roofed[street] |= bit
    else:
        state.roofed[street] &= s.ALL_SITES & ~bit
    if cards.no_gifts[project]:
        state.protected[street] |= bit


# --- Income ---------------------------------------------------------------------------------------------------------


@kernel
def income(state: Any, cards: Any, street: int) -> None:
    """The owner of the street receives what it earns, never less than nothing (UT-32 to 35)."""
    state.account[street] += max(0, street_income(state, cards, street))


# --- The end --------------------------------------------------------------------------------------------------------


@kernel
def check_final_round(state: Any) -> None:
    """Five finished sites or an empty deck make this round the last one; that is never undone (UT-43, 45)."""
    if state.final_round:
        return
    for seat in range(state.players):
        if state.deck_left[seat] == 0:
            state.final_round = s.DECK_EMPTY
    for seat in range(state.players):
        if state.finished[seat] == s.ALL_SITES:
            state.final_round = s.STREET_FINISHED
