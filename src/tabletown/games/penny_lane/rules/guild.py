"""New buildings: Guild and Black Market, supply and deck, cells, who moves in (PL-20 to 22, 35 to 40)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.rules.lane import add_to_lane, open_cells, owns_effect, row_of, total
from tabletown.games.penny_lane.rules.spaces import has_priority, has_space, use


@kernel
def guild_discount(state: Any, cards: Any, seat: int) -> int:
    """How much less the seat pays now: priority and discounts add up (PL-17, 35, 36)."""
    discount = total(state, cards, seat, s.DISCOUNT, s.MASONS_GUILD)
    return discount + int64(cards.priority[s.MASONS_GUILD]) if has_priority(state, s.MASONS_GUILD) else discount


@kernel
def guild_cost(state: Any, cards: Any, seat: int, card: int) -> int:
    """What a card of the supply costs the seat now, never below 1."""
    return max(1, int64(cards.cost[card]) - guild_discount(state, cards, seat))


@kernel
def guild_actions(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    """Every affordable card of the supply; of two copies only the first, for they are alike (PL-35, 39a)."""
    if has_space(state, cards, s.MASONS_GUILD):
        most = int64(state.pennies[seat]) + guild_discount(state, cards, seat)
        for i in range(state.supply_left):
            card = int64(state.supply[i])
            copy = i > 0 and cards.design[card] == cards.design[state.supply[i - 1]]
            if not copy and state.pennies[seat] > 0 and cards.cost[card] <= most:
                out[n] = s.TO_GUILD + card
                n += 1
    return n


@kernel
def masons_guild(state: Any, cards: Any, seat: int, card: int) -> None:
    """Choose a card of the supply and pay for it; its cell comes next (PL-35)."""
    use(state, seat, s.MASONS_GUILD, guild_cost(state, cards, seat, card))
    take_from_supply(state, card)
    state.adding = card
    state.via_guild = 1
    state.phase = s.CELL


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
    while state.supply_left < s.SUPPLY and state.deck_left > 0:
        card = draw(state)
        i = int64(state.supply_left)
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
    left = int64(state.deck_left)
    card = int64(state.deck[left])
    state.deck[left] = 0
    state.known_bottom = min(int64(state.known_bottom), left)
    return card


@kernel
def black_market(state: Any, cards: Any, seat: int) -> None:
    """Pay and turn up the top card; with Dark Alley look at two in secret (PL-20 to 22)."""
    use(state, seat, s.BLACK_MARKET, int64(cards.location_cost[s.BLACK_MARKET]))
    state.reveals += 1
    state.via_guild = 0
    if state.deck_left >= 2 and owns_effect(state, cards, seat, s.DRAW, s.NONE):
        state.drawn[0] = draw(state)
        state.drawn[1] = draw(state)
        state.phase = s.KEEP
    else:
        state.adding = draw(state)
        state.phase = s.CELL


@kernel
def keep_actions(state: Any, cards: Any, out: Any) -> int:
    """The two cards seen with Dark Alley, in order; of two copies only the first."""
    a, b = int64(state.drawn[0]), int64(state.drawn[1])
    if a == s.UNKNOWN:
        return 0
    out[0] = s.KEEP_CARD + min(a, b)
    if cards.design[a] == cards.design[b]:
        return 1
    out[1] = s.KEEP_CARD + max(a, b)
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
    state.drawn[0] = s.NONE
    state.drawn[1] = s.NONE
    state.adding = card
    state.reveals += 1
    state.phase = s.CELL


@kernel
def cells(state: Any, cards: Any, seat: int, out: Any) -> int:
    """Every cell that could take the new building, by column (PL-37, G7)."""
    row = row_of(cards, int64(state.adding))
    n = 0
    left = open_cells(state, cards, seat, row, -1)
    for column in range(s.COLUMNS, 0, -1):
        if (left >> (column - 1)) & 1:
            out[n] = s.AT + s.COLUMNS - column
            n += 1
    right = open_cells(state, cards, seat, row, 1)
    for column in range(1, s.COLUMNS + 1):
        if (right >> (column - 1)) & 1:
            out[n] = s.AT + s.COLUMNS + column
            n += 1
    return n


@kernel
def add_building(state: Any, cards: Any, seat: int, column: int) -> bool:
    """Put the new building on the lane, citizens on its slots (PL-38); True if Garage now asks (PL-40)."""
    card = int64(state.adding)
    add_to_lane(state, cards, seat, card, column)
    state.citizens[card] = cards.slots[card]
    if owns_effect(state, cards, seat, s.MOVE_IN, card) and cards.jobs[card] > 0 and tenants(state, seat, card):
        state.phase = s.GARAGE
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
    """Other buildings from which a citizen may move in, or that none does; the board is no building (PL-40)."""
    n = 0
    for i in range(state.length[seat]):
        card = int64(state.lane[seat, i])
        if card != state.adding and state.citizens[card] > 0:
            out[n] = s.FROM + card
            n += 1
    out[n] = s.STOP
    return n + 1
