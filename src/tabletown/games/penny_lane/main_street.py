"""Main Street: what each location costs, when it can be used, and what it does (PL-13 to 43)."""

from typing import Any

from tabletown.engine.kernel import kernel
from tabletown.games.penny_lane.lane import (
    add_to_lane,
    citizens,
    open_cells,
    owns_effect,
    row_of,
    total,
    typed_count,
    vacancies,
)
from tabletown.games.penny_lane.state import (
    AT,
    BANK,
    BARRACKS,
    BLACK_MARKET,
    BOARD,
    BONUS,
    BUILDINGS,
    CELL,
    COLUMNS,
    DISCOUNT,
    DRAW,
    FROM,
    GARAGE,
    GAZETTE,
    HOUSING,
    KEEP,
    KEEP_CARD,
    LANE,
    LOCATIONS,
    LOWER,
    MASONS_GUILD,
    MOST_SWAPS,
    MOVE_IN,
    NONE,
    ON_LANE,
    PASS,
    SOURCE,
    STOP,
    SUPPLY,
    SWAP,
    SWAP_CARD,
    SWAP_WITH,
    TEMPLE,
    TO,
    TO_BANK,
    TO_BARRACKS,
    TO_BLACK_MARKET,
    TO_GAZETTE,
    TO_GUILD,
    TO_TEMPLE,
    TO_TOWER,
    TO_TOWN_HALL,
    TOWER,
    TOWN_HALL,
    UPPER,
)

# --- Spaces and costs -----------------------------------------------------------------------------------------------


@kernel
def has_space(state: Any, cards: Any, location: int) -> bool:
    """Whether an action space, or a vacancy of barracks or temple, is open (PL-13)."""
    return bool(state.used[location] < cards.spaces[location, 1 if state.players > 3 else 0])


@kernel
def has_priority(state: Any, location: int) -> bool:
    """The first user of a location in a round takes its priority space (PL-16)."""
    return bool(state.used[location] == 0)


@kernel
def guild_discount(state: Any, cards: Any, seat: int) -> int:
    """How much less the seat pays now: priority and discounts add up (PL-17, 35, 36)."""
    discount = total(state, cards, seat, DISCOUNT, MASONS_GUILD)
    return discount + int(cards.priority[MASONS_GUILD]) if has_priority(state, MASONS_GUILD) else discount


@kernel
def guild_cost(state: Any, cards: Any, seat: int, card: int) -> int:
    """What a card of the supply costs the seat now, never below 1."""
    return max(1, int(cards.cost[card]) - guild_discount(state, cards, seat))


@kernel
def gazette_cost(state: Any, cards: Any, seat: int, movers: int) -> int:
    """What moving one or two citizens costs the seat now, never below 1 (PL-23, 26, 29)."""
    cost = int(cards.location_cost[GAZETTE]) - total(state, cards, seat, DISCOUNT, GAZETTE)
    return max(1, cost + (int(cards.priority[GAZETTE]) if movers == 2 else 0))


@kernel
def use(state: Any, seat: int, location: int, cost: int) -> None:
    """Pay in full on the leftmost open space, before the effect (PL-14)."""
    state.pennies[seat] -= cost
    state.paid = cost
    state.used[location] += 1


# --- Which locations can be used ------------------------------------------------------------------------------------


@kernel
def turn_actions(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Pass, or any location that is open, affordable and of effect (PL-10, 11, 13)."""
    pennies = int(state.pennies[seat])
    out[0] = PASS
    n = 1
    if has_space(state, cards, BANK) and pennies >= cards.location_cost[BANK]:
        out[n] = TO_BANK
        n += 1
    if has_space(state, cards, TOWN_HALL) and pennies >= cards.location_cost[TOWN_HALL]:
        out[n] = TO_TOWN_HALL
        n += 1
    if has_space(state, cards, BLACK_MARKET) and pennies >= cards.location_cost[BLACK_MARKET] and state.deck_left > 0:
        out[n] = TO_BLACK_MARKET
        n += 1
    n = guild_actions(state, cards, seat, out, n)
    n = gazette_actions(state, cards, seat, out, n)
    return tower_actions(state, cards, seat, out, n)


@kernel
def guild_actions(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """Every affordable card of the supply; of two copies only the first, for they are alike (PL-35, 39a)."""
    if has_space(state, cards, MASONS_GUILD):
        most = int(state.pennies[seat]) + guild_discount(state, cards, seat)
        for i in range(state.supply_left):
            card = int(state.supply[i])
            copy = i > 0 and cards.design[card] == cards.design[state.supply[i - 1]]
            if not copy and state.pennies[seat] > 0 and cards.cost[card] <= most:
                out[n] = TO_GUILD + card
                n += 1
    return n


@kernel
def gazette_actions(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """One citizen, and on the priority space two, if somebody can move at all (PL-24, 26, 27)."""
    if not has_space(state, cards, GAZETTE) or not somebody_can_move(state, cards, seat):
        return n
    if state.pennies[seat] >= gazette_cost(state, cards, seat, 1):
        out[n] = TO_GAZETTE
        n += 1
    two = has_priority(state, GAZETTE) and citizens(state, seat) >= 2
    if two and state.pennies[seat] >= gazette_cost(state, cards, seat, 2):
        out[n] = TO_GAZETTE + 1
        n += 1
    return n


@kernel
def tower_actions(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """As many swaps as the seat can pay, if a row holds two buildings (PL-41, 42)."""
    if has_space(state, cards, TOWER) and (can_swap(state, seat, UPPER) or can_swap(state, seat, LOWER)):
        for k in range(min(int(state.pennies[seat]) // max(1, int(cards.location_cost[TOWER])), MOST_SWAPS)):
            out[n] = TO_TOWER + k
            n += 1
    return n


# --- Bank and Town Hall ---------------------------------------------------------------------------------------------


@kernel
def bank(state: Any, cards: Any, seat: int) -> None:
    """Gain pennies, more on the priority space and with a bonus (PL-18, 19)."""
    gain = int(cards.gain[BANK]) + total(state, cards, seat, BONUS, BANK)
    if has_priority(state, BANK):
        gain += int(cards.priority[BANK])
    use(state, seat, BANK, int(cards.location_cost[BANK]))
    state.pennies[seat] += gain


@kernel
def town_hall(state: Any, cards: Any, seat: int) -> None:
    """Take or keep the Mayor and gain a penny; the order of this round does not change (PL-43)."""
    use(state, seat, TOWN_HALL, int(cards.location_cost[TOWN_HALL]))
    state.pennies[seat] += int(cards.gain[TOWN_HALL])
    state.mayor = seat


# --- Masons' Guild and Black Market ---------------------------------------------------------------------------------


@kernel
def masons_guild(state: Any, cards: Any, seat: int, card: int) -> None:
    """Choose a card of the supply and pay for it; its cell comes next (PL-35)."""
    use(state, seat, MASONS_GUILD, guild_cost(state, cards, seat, card))
    take_from_supply(state, card)
    state.adding = card
    state.via_guild = 1
    state.phase = CELL


@kernel
def take_from_supply(state: Any, card: int) -> None:
    """Remove a card from the supply, which stays in order."""
    state.supply_left -= 1
    passed = False
    for i in range(state.supply_left):
        passed = passed or state.supply[i] == card
        if passed:
            state.supply[i] = state.supply[i + 1]
    state.supply[state.supply_left] = 0


@kernel
def refill(state: Any) -> None:
    """Fill the supply back to five from the deck, as far as it goes, keeping it in order (PL-39)."""
    while state.supply_left < SUPPLY and state.deck_left > 0:
        card = draw(state)
        i = int(state.supply_left)
        while i > 0 and state.supply[i - 1] > card:
            state.supply[i] = state.supply[i - 1]
            i -= 1
        state.supply[i] = card
        state.supply_left += 1
        state.reveals += 1


@kernel
def draw(state: Any) -> int:
    """Take the top card of the deck."""
    state.deck_left -= 1
    left = int(state.deck_left)
    card = int(state.deck[left])
    state.deck[left] = 0
    state.known_bottom = min(int(state.known_bottom), left)
    return card


@kernel
def black_market(state: Any, cards: Any, seat: int) -> None:
    """Pay and turn up the top card; with Dark Alley look at two in secret (PL-20 to 22)."""
    use(state, seat, BLACK_MARKET, int(cards.location_cost[BLACK_MARKET]))
    state.reveals += 1
    state.via_guild = 0
    if state.deck_left >= 2 and owns_effect(state, cards, seat, DRAW, NONE):
        state.drawn[0] = draw(state)
        state.drawn[1] = draw(state)
        state.phase = KEEP
    else:
        state.adding = draw(state)
        state.phase = CELL


@kernel
def keep_actions(state: Any, cards: Any, out: Any) -> int:
    """The two cards seen with Dark Alley, in order; of two copies only the first."""
    a, b = int(state.drawn[0]), int(state.drawn[1])
    out[0] = KEEP_CARD + min(a, b)
    if cards.design[a] == cards.design[b]:
        return 1
    out[1] = KEEP_CARD + max(a, b)
    return 2


@kernel
def keep(state: Any, card: int) -> None:
    """Show the kept card, put the other unseen at the bottom of the deck (PL-22)."""
    other = state.drawn[1] if state.drawn[0] == card else state.drawn[0]
    for i in range(state.deck_left, 0, -1):
        state.deck[i] = state.deck[i - 1]
    state.deck[0] = other
    state.deck_left += 1
    state.known_bottom += 1
    state.drawn[0] = NONE
    state.drawn[1] = NONE
    state.adding = card
    state.reveals += 1
    state.phase = CELL


@kernel
def cells(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Every cell that could take the new building, by column (PL-37, G7)."""
    row = row_of(cards, int(state.adding))
    n = 0
    left = open_cells(state, cards, seat, row, -1)
    for column in range(COLUMNS, 0, -1):
        if (left >> (column - 1)) & 1:
            out[n] = AT + COLUMNS - column
            n += 1
    right = open_cells(state, cards, seat, row, 1)
    for column in range(1, COLUMNS + 1):
        if (right >> (column - 1)) & 1:
            out[n] = AT + COLUMNS + column
            n += 1
    return n


@kernel
def add_building(state: Any, cards: Any, seat: int, column: int) -> bool:
    """Put the new building on the lane, citizens on its slots (PL-38); True if Garage now asks (PL-40)."""
    card = int(state.adding)
    add_to_lane(state, cards, seat, card, column)
    state.citizens[card] = cards.slots[card]
    if owns_effect(state, cards, seat, MOVE_IN, card) and cards.jobs[card] > 0 and tenants(state, seat, card):
        state.phase = GARAGE
        return True
    return False


@kernel
def tenants(state: Any, seat: int, but: int) -> bool:
    """Whether any other building of the lane holds a citizen."""
    for i in range(state.length[seat]):
        card = state.lane[seat, i]
        if card != but and state.citizens[card] > 0:
            return True
    return False


@kernel
def garage_sources(state: Any, seat: int, out: Any) -> int:
    """Other buildings from which a citizen may move in, or nobody; the board is no building (PL-40)."""
    n = 0
    for i in range(state.length[seat]):
        card = int(state.lane[seat, i])
        if card != state.adding and state.citizens[card] > 0:
            out[n] = FROM + card
            n += 1
    out[n] = STOP
    return n + 1


# --- Gazette, Barracks and Temple -----------------------------------------------------------------------------------


@kernel
def gazette(state: Any, cards: Any, seat: int, movers: int) -> None:
    """Declare one or two citizens and pay (PL-23, 26, 27)."""
    use(state, seat, GAZETTE, gazette_cost(state, cards, seat, movers))
    state.moves_left = movers
    state.moved_to = NONE
    state.phase = SOURCE


@kernel
def can_leave(state: Any, card: int) -> bool:
    """Whether a citizen can leave a building; the second to move must be another than the first (PL-28)."""
    stay = 1 if card == state.moved_to else 0
    return bool(state.citizens[card] > stay)


@kernel
def main_street_hires(state: Any, cards: Any) -> bool:
    """Whether barracks or temple has a vacancy."""
    return has_space(state, cards, BARRACKS) or has_space(state, cards, TEMPLE)


@kernel
def hiring(state: Any, cards: Any, seat: int, but: int) -> int:
    """How many buildings of the lane, except one, have a vacancy."""
    number = 0
    for i in range(state.length[seat]):
        card = int(state.lane[seat, i])
        if card != but and vacancies(state, cards, card) > 0:
            number += 1
    return number


@kernel
def sources(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Where a citizen may leave for another place; the second one may also stay (PL-24, 25, 27)."""
    anywhere = main_street_hires(state, cards)
    n = 0
    for i in range(state.length[seat]):
        card = int(state.lane[seat, i])
        if can_leave(state, card) and (anywhere or hiring(state, cards, seat, card) > 0):
            out[n] = FROM + card
            n += 1
    if state.bonus[seat] > 0 and (anywhere or hiring(state, cards, seat, NONE) > 0):
        out[n] = FROM + BOARD
        n += 1
    if state.moved_to != NONE:
        out[n] = STOP
        n += 1
    return n


@kernel
def somebody_can_move(state: Any, cards: Any, seat: int) -> bool:
    """Whether any citizen of the lane could move."""
    anywhere = main_street_hires(state, cards)
    if state.bonus[seat] > 0 and (anywhere or hiring(state, cards, seat, NONE) > 0):
        return True
    for i in range(state.length[seat]):
        card = int(state.lane[seat, i])
        if can_leave(state, card) and (anywhere or hiring(state, cards, seat, card) > 0):
            return True
    return False


@kernel
def destinations(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Every open vacancy on the lane, except where the citizen comes from, and on Main Street (PL-24, 25)."""
    n = 0
    for i in range(state.length[seat]):
        card = int(state.lane[seat, i])
        if card != state.leaving and vacancies(state, cards, card) > 0:
            out[n] = TO + card
            n += 1
    if has_space(state, cards, BARRACKS):
        out[n] = TO + TO_BARRACKS
        n += 1
    if has_space(state, cards, TEMPLE):
        out[n] = TO + TO_TEMPLE
        n += 1
    return n


@kernel
def leave(state: Any, seat: int, place: int) -> None:
    """A citizen leaves a building, uncovering the star of a slot for good, or the board (PL-30)."""
    if place == BOARD:
        state.bonus[seat] -= 1
    else:
        state.citizens[place] -= 1


@kernel
def move_citizen(state: Any, seat: int, place: int) -> None:
    """The citizen works in a building, or on Main Street, where a lane is chosen next (PL-24, 31)."""
    leave(state, seat, int(state.leaving))
    state.moved_to = place
    if place < BUILDINGS:
        state.citizens[place] += 1
        state.phase = SOURCE
    else:
        state.moved_job = BARRACKS if place == TO_BARRACKS else TEMPLE
        state.used[state.moved_job] += 1
        state.phase = LANE


@kernel
def lanes(state: Any, out: Any) -> int:
    """Any lane may be chosen, one's own or not (PL-31)."""
    for seat in range(state.players):
        out[seat] = ON_LANE + seat
    return int(state.players)


@kernel
def job_pays(state: Any, cards: Any, location: int, lane: int) -> int:
    """What barracks or temple pay for a lane (PL-32, 33)."""
    return typed_count(state, lane, int(cards.pays_counter[location]), int(cards.pays_types[location]))


@kernel
def work(state: Any, cards: Any, seat: int, lane: int) -> None:
    """The citizen at barracks or temple works at once for the chosen lane (PL-31 to 33)."""
    state.pennies[seat] += job_pays(state, cards, int(state.moved_job), lane)
    state.moved_job = 0
    state.phase = SOURCE


# --- Tower ----------------------------------------------------------------------------------------------------------


@kernel
def can_swap(state: Any, seat: int, row: int) -> bool:
    """Whether a row of the lane holds at least two buildings (PL-42)."""
    houses = int(state.types[seat, HOUSING])
    return (houses if row == LOWER else int(state.length[seat]) - houses) >= 2


@kernel
def tower(state: Any, cards: Any, seat: int, swaps: int) -> None:
    """Declare the number of swaps and pay for all of them (PL-41)."""
    use(state, seat, TOWER, swaps * int(cards.location_cost[TOWER]))
    state.moves_left = swaps
    state.phase = SWAP


@kernel
def swap_partners(state: Any, cards: Any, seat: int, out: Any) -> int:
    """The buildings that can take part in a swap: all of a row with two, or those in the row of the chosen one."""
    n = 0
    for i in range(state.length[seat]):
        card = int(state.lane[seat, i])
        row = row_of(cards, card)
        if state.phase == SWAP:
            good = can_swap(state, seat, row)
        else:
            good = card != state.leaving and row == row_of(cards, int(state.leaving))
        if good:
            out[n] = SWAP_CARD + card
            n += 1
    return n


@kernel
def swap(state: Any, card: int) -> None:
    """Choose the first building, then exchange it with the second; citizens travel along (G8)."""
    if state.phase == SWAP:
        state.leaving = card
        state.phase = SWAP_WITH
        return
    held = state.column[card]
    state.column[card] = state.column[state.leaving]
    state.column[state.leaving] = held
    state.leaving = NONE
    state.moves_left -= 1
    state.phase = SWAP


@kernel
def clear_main_street(state: Any) -> None:
    """Pennies and citizens on Main Street go to the supply, all spaces are open again (PL-52)."""
    for location in range(LOCATIONS):
        state.used[location] = 0


