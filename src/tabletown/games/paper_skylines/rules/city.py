"""Geometry of a city: slots, buildings, discounts, and what can be counted in it (PS-9 to 18, 5.2)."""

from typing import Any

from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules.sets import put
from tabletown.games.paper_skylines.rules.tracks import lowest

ICON_BITS = 12  # of one type in a survey: a city shows fewer than all 97 cards

# --- Cards come and go ----------------------------------------------------------------------------------------------


@kernel
def bonus_works(state: Any, seat: int) -> bool:
    """Whether the city card is the top card of its building (PS-29); not before the city is chosen."""
    return s.BUILDINGS <= state.top[seat, state.home[seat]] < s.NONE


@kernel
def show(state: Any, cards: Any, seat: int, slot: int, card: int) -> None:
    """The icons of a card become visible in a building (PS-11)."""
    state.icons[seat, slot, cards.kind[card]] += 1
    for site in range(s.SITES):
        state.sites[seat, site] += cards.sites[card, site]


@kernel
def unshow(state: Any, cards: Any, seat: int, slot: int, card: int) -> None:
    """The icons of a card leave a building."""
    state.icons[seat, slot, cards.kind[card]] -= 1
    for site in range(s.SITES):
        state.sites[seat, site] -= cards.sites[card, site]


@kernel
def put_on_top(state: Any, cards: Any, seat: int, slot: int, card: int) -> None:
    """A card is built on a slot: over its top card, or on an empty one."""
    state.below[card] = state.top[seat, slot]
    state.top[seat, slot] = card
    state.height[seat, slot] += 1
    show(state, cards, seat, slot, card)


@kernel
def tuck_under(state: Any, cards: Any, seat: int, slot: int, card: int) -> None:
    """A card is tucked under a building (PS-30)."""
    state.below[card] = state.under[seat, slot]
    state.under[seat, slot] = card
    show(state, cards, seat, slot, card)


@kernel
def move_slot(state: Any, seat: int, origin: int, goal: int) -> None:
    """Copy a slot to another place in the row of slots."""
    state.top[seat, goal] = state.top[seat, origin]
    state.under[seat, goal] = state.under[seat, origin]
    state.height[seat, goal] = state.height[seat, origin]
    for kind in range(s.TYPES):
        state.icons[seat, goal, kind] = state.icons[seat, origin, kind]


@kernel
def clear_slot(state: Any, seat: int, slot: int) -> None:
    """An empty lot, or a place beyond the last slot."""
    state.top[seat, slot] = s.NONE
    state.under[seat, slot] = s.NONE
    state.height[seat, slot] = 0
    for kind in range(s.TYPES):
        state.icons[seat, slot, kind] = 0


@kernel
def slot_for(state: Any, seat: int, spot: int) -> int:
    """The slot of a spot, opened at an end if need be (PS-14)."""
    slots = int64(state.slots[seat])
    if spot < s.LEFT_END:
        return spot
    state.slots[seat] = slots + 1
    if spot == s.RIGHT_END:
        return slots
    for slot in range(slots, 0, -1):
        move_slot(state, seat, slot - 1, slot)
    clear_slot(state, seat, 0)
    state.home[seat] += 1
    state.mayor[seat] += 1
    return 0


@kernel
def take_top(state: Any, cards: Any, seat: int, slot: int) -> int:
    """The top card leaves; without another built card the building ends (PS-17)."""
    card = int64(state.top[seat, slot])
    state.top[seat, slot] = state.below[card]
    state.below[card] = s.NONE
    state.height[seat, slot] -= 1
    unshow(state, cards, seat, slot, card)
    if state.top[seat, slot] == s.NONE:
        while state.under[seat, slot] != s.NONE:
            tucked = int64(state.under[seat, slot])
            state.under[seat, slot] = state.below[tucked]
            state.below[tucked] = s.NONE
            unshow(state, cards, seat, slot, tucked)
            put(state.pile, tucked)
        if state.mayor[seat] == slot:
            state.mayor[seat] = state.home[seat]
        trim(state, seat)
    return card


@kernel
def trim(state: Any, seat: int) -> None:
    """Empty lots at the ends of the row are removed (PS-17)."""
    while state.top[seat, int64(state.slots[seat]) - 1] == s.NONE:
        state.slots[seat] -= 1
    while state.top[seat, 0] == s.NONE:
        slots = int64(state.slots[seat])
        for slot in range(1, slots):
            move_slot(state, seat, slot, slot - 1)
        clear_slot(state, seat, slots - 1)
        state.slots[seat] = slots - 1
        state.home[seat] -= 1
        state.mayor[seat] -= 1


# --- Prices ---------------------------------------------------------------------------------------------------------


@kernel
def discount(state: Any, cards: Any, seat: int, kind: int, spot: int) -> int:
    """Visible icons of a type left, right and underneath (PS-15, 16)."""
    slots = int64(state.slots[seat])
    first, last = spot - 1, spot + 1
    if spot == s.LEFT_END:
        first, last = 0, 0
    elif spot == s.RIGHT_END:
        first, last = slots - 1, slots - 1
    first, last = max(first, 0), min(last, slots - 1)
    count = 0
    for slot in range(first, last + 1):
        count += int64(state.icons[seat, slot, kind])
    home = int64(state.home[seat])
    if first <= home <= last and bonus_works(state, seat):
        city = int64(state.top[seat, home])
        if cards.wild_type[city - s.BUILDINGS] and cards.kind[city] != kind:
            count += 1
    return count


@kernel
def city_reduction(state: Any, cards: Any, seat: int, spot: int) -> int:
    """What the city's bonus takes off the price at a spot (5.6, PS-29)."""
    if not bonus_works(state, seat):
        return 0
    city = int64(state.city[seat])
    if spot < s.LEFT_END and state.top[seat, spot] != s.NONE:
        return int64(cards.cost_over[city])
    return int64(cards.cost_sprawl[city])


@kernel
def price(state: Any, cards: Any, seat: int, card: int, spot: int, reduction: int) -> int:
    """What building a card at a spot costs (PS-24)."""
    if reduction == s.FREE:
        return 0
    cost = int64(cards.cost[card]) - reduction
    cost -= city_reduction(state, cards, seat, spot)
    if cost > 0:
        cost -= discount(state, cards, seat, int64(cards.discount[card]), spot)
    return max(cost, 0)


@kernel
def prices(states: Any, i: int, cards: Any, seat: int, card: int, reduction: int, out: Any) -> None:
    """Write what building a card costs at every spot of a city of game `i`; for words and drawings, in one call."""
    state = states[i]
    for spot in range(s.SPOTS):
        if spot < state.slots[seat] or spot >= s.LEFT_END:
            out[spot] = price(state, cards[0], seat, card, spot, reduction)


@kernel
def spot_fits(state: Any, seat: int, spot: int, where: int) -> bool:
    """Whether an effect may build at a spot at all (PS-14, 18a)."""
    if spot >= s.LEFT_END:
        return where != s.ON_TOP and state.slots[seat] < s.SLOTS
    if state.top[seat, spot] == s.NONE:
        return where != s.ON_TOP
    return where != s.SPRAWL


@kernel
def fits_at_an_end(state: Any, cards: Any, seat: int, card: int, step: int, budget: int) -> bool:
    """Whether a step can build a card at an end of the row even without a discount: seen at once, and often so."""
    reduction = int64(cards.high[step])
    affordable = reduction == s.FREE or int64(cards.cost[card]) - reduction <= budget
    return affordable and budget >= 0 and spot_fits(state, seat, s.LEFT_END, int64(cards.where[step]))


@kernel
def spots(state: Any, cards: Any, seat: int, card: int, step: int, budget: int, enough: bool) -> int:
    """A bit mask of the spots where a step can build a card within the budget; with `enough`, the first will do."""
    mask = 0
    slots = int64(state.slots[seat])
    reduction, where = int64(cards.high[step]), int64(cards.where[step])
    for i in range(slots + 2):
        spot = i if i < slots else s.LEFT_END + i - slots
        if spot_fits(state, seat, spot, where) and price(state, cards, seat, card, spot, reduction) <= budget:
            mask |= 1 << spot
            if enough:
                return mask
    return mask


# --- Counts ---------------------------------------------------------------------------------------------------------


@kernel
def survey(state: Any, seat: int) -> tuple[int, int, int, int]:
    """What can be seen of a city in one walk along it: see below for what the four numbers are called.

    Visible icons of all types in one number, ICON_BITS for each (PS-11); buildings, without lots; the height of the
    tallest one (PS-12); and tucked cards.
    """
    icons, number, most, tucked = 0, 0, 0, 0
    slot, slots = 0, int64(state.slots[seat])
    while slot < slots:
        if state.top[seat, slot] != s.NONE:
            height = int64(state.height[seat, slot])
            number += 1
            most = max(most, height)
            tucked -= height
            for kind in range(s.TYPES):
                visible = int64(state.icons[seat, slot, kind])
                icons += visible << (ICON_BITS * kind)
                tucked += visible
        slot += 1
    return icons, number, most, tucked


@kernel
def buildings(state: Any, seat: int) -> int:
    """Buildings of a city; lots do not count."""
    return survey(state, seat)[1]


@kernel
def tallest(state: Any, seat: int) -> int:
    """The height of the tallest building (PS-12)."""
    return survey(state, seat)[2]


@kernel
def icons_of(icons: int, kind: int) -> int:
    """Visible icons of a type in a city, from its survey."""
    return (icons >> (ICON_BITS * kind)) & ((1 << ICON_BITS) - 1)


@kernel
def icons_at(state: Any, seat: int, slot: int) -> int:
    """Type icons of a building: its built and tucked cards."""
    count = 0
    for kind in range(s.TYPES):
        count += int64(state.icons[seat, slot, kind])
    return count


@kernel
def count_types(icons: int, counter: int) -> int:
    """How many types are visible, or how often the most frequent one."""
    different, most = 0, 0
    for kind in range(s.TYPES):
        count = icons_of(icons, kind)
        most = max(most, count)
        if count > 0:
            different += 1
    return different if counter == s.KINDS else most


@kernel
def count_sites(state: Any, cards: Any, seat: int, counter: int) -> int:
    """How many sites are visible, of how many kinds, or how often the most frequent one."""
    different, most, total = 0, 0, 0
    for site in range(s.SITES):
        count = int64(state.sites[seat, site])
        total += count
        most = max(most, count)
        if count > 0:
            different += 1
    wild = 0
    if bonus_works(state, seat) and cards.wild_site[state.city[seat]]:
        wild = 1
    if counter == s.ALL_SITES:
        return total + wild
    if counter == s.SITE_KINDS:
        return min(different + wild, s.SITES)
    return most + wild


@kernel
def count(state: Any, cards: Any, seat: int, seen: tuple[int, int, int, int], counter: int, kind: int) -> int:
    """One of the counts of effects and achievements, for a seat whose city was surveyed (5.2)."""
    icons, number, most, tucked = seen
    here = int64(state.mayor[seat])
    if counter == s.OF_TYPE:
        return icons_of(icons, kind)
    if counter == s.KINDS or counter == s.BEST_TYPE:
        return count_types(icons, counter)
    if counter == s.ALL_SITES or counter == s.SITE_KINDS or counter == s.BEST_SITE:
        return count_sites(state, cards, seat, counter)
    if counter == s.COUNT_BUILDINGS:
        return number
    if counter == s.HEIGHT:
        return int64(state.height[seat, here])
    if counter == s.TALLEST:
        return most
    if counter == s.ICONS_HERE:
        return icons_at(state, seat, here)
    if counter == s.TUCKED:
        return tucked
    return lowest(state, seat) if counter == s.LOW_TRACK else 0


# --- Buildings to choose from ---------------------------------------------------------------------------------------


@kernel
def tops(state: Any, cards: Any, seat: int, max_level: int, chainless: bool) -> int:
    """A bit mask of the slots of a city whose top card is a building card of such a kind (5.4, 5.5)."""
    mask = 0
    for slot in range(int64(state.slots[seat])):
        card = int64(state.top[seat, slot])
        if card < s.BUILDINGS and cards.level[card] <= max_level and not (chainless and cards.chain[card]):
            mask |= 1 << slot
    return mask


@kernel
def all_buildings(state: Any, seat: int) -> int:
    """A bit mask of the slots that are buildings."""
    mask = 0
    for slot in range(int64(state.slots[seat])):
        if state.top[seat, slot] != s.NONE:
            mask |= 1 << slot
    return mask


@kernel
def places(state: Any, seat: int, where: int) -> int:
    """A bit mask of the buildings under which a card may be tucked (5.3)."""
    return 1 << int64(state.mayor[seat]) if where == s.HERE else all_buildings(state, seat)
