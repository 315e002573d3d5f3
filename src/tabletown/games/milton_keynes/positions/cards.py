"""The cards of a position: hands and decks as they are named, and dealing what is left open.

A hand is a list of cards, in which "?" is one that is not known, or just the number of its cards. A deck is a list from
its top down, or just a number; what lies nowhere else is shuffled under the cards that are named.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tabletown.engine.chance import below
from tabletown.engine.errors import PositionError
from tabletown.engine.position_fields import entries, whole
from tabletown.engine.seats import SEAT_NAMES
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import PERMIT_IDS
from tabletown.games.milton_keynes.positions.map import plot_named, split
from tabletown.games.milton_keynes.rules import worlds
from tabletown.games.milton_keynes.rules.squares import put
from tabletown.games.milton_keynes.text.names import slug, squares

UNKNOWN = "?"
MOST_CARDS = s.DECK + s.PERMITS
TRIES = 200


def permit_named(name: Any, where: str) -> int:
    """A kind of permit by its id; raises PositionError."""
    if not isinstance(name, str) or name.lower() not in PERMIT_IDS:
        raise PositionError(f"unknown permit {name!r} in {where}; there are {', '.join(PERMIT_IDS)}")
    return PERMIT_IDS.index(name.lower())


def permits_named(value: Any, where: str) -> list[int]:
    """A list of permits."""
    return [permit_named(name, where) for name in entries(value, where, "permits like ['lobby', 'dump']")]


def permit_ids(counts: Any) -> list[str]:
    """The ids of so many permits of each kind."""
    return [PERMIT_IDS[kind] for kind, number in enumerate(counts) for _ in range(int(number))]


def hand(value: Any, name: Callable[[Any, str], int], where: str) -> tuple[list[int], int]:
    """The cards of a hand that are known, and how many are not."""
    if type(value) is int:
        return [], whole(value, where, 0, MOST_CARDS)
    cards = entries(value, where, "cards, or their number", MOST_CARDS)
    known = [name(card, where) for card in cards if card != UNKNOWN]
    return known, len(value) - len(known)


# --- Reading hands --------------------------------------------------------------------------------------------------


def read_hand(state: Any, seat: int, row: Mapping[str, Any], deeds: Any, permits: Any) -> None:
    """The deeds and permits of a seat; where the row does not name them, those given."""
    name = SEAT_NAMES[seat]
    known, unknown = hand(row.get("deeds", deeds), plot_named, f"{name}'s deeds")
    for plot in known:
        if known.count(plot) > 1:
            raise PositionError(f"{name}'s deeds name {slug(plot)} twice")
    state.hand[seat] = split(known)
    state.deeds_held[seat] = len(known) + unknown
    kinds, unknown = hand(row.get("permits", permits), permit_named, f"{name}'s permits")
    for kind in kinds:
        state.permits[seat, kind] += 1
    state.permits_held[seat] = len(kinds) + unknown


def hold_deeds(state: Any, seat: int, plots: list[int]) -> None:
    """A seat holds these deeds, whether its hand names them or not."""
    held = set(squares(state.hand[seat]))
    unknown = int(state.deeds_held[seat]) - len(held)
    missing = set(plots) - held
    state.hand[seat] = split(held | missing)
    state.deeds_held[seat] += max(0, len(missing) - unknown)


def hold_permits(state: Any, seat: int, counts: Counter[int]) -> None:
    """A seat holds at least so many permits of each kind."""
    for kind, number in counts.items():
        missing = number - int(state.permits[seat, kind])
        if missing > 0:
            unknown = int(state.permits_held[seat]) - int(state.permits[seat].sum())
            state.permits[seat, kind] = number
            state.permits_held[seat] += max(0, missing - unknown)


# --- Dealing --------------------------------------------------------------------------------------------------------


def deal_deeds(state: Any, deck: Any) -> None:
    """Give every deed a place: hands that are not fully known, then the deck."""
    free = set(squares(state.land)) - set(squares(state.built)) - {int(state.cleared)}
    for seat in range(s.SEATS):
        for plot in (*squares(state.hand[seat]), *squares(state.lot[seat])):
            if plot not in free:
                raise PositionError(f"the deed of {slug(plot)} lies in two places, or not on this map")
            free.remove(plot)
    known, places = _deck(deck, plot_named, "deck")
    for card in known:
        if card is not None:
            if card not in free:
                raise PositionError(f"the deed of {slug(card)} in deck lies in two places, or not on this map")
            free.remove(card)
    pile = sorted(free)
    wanted = [int(state.deeds_held[seat]) - len(squares(state.hand[seat])) for seat in range(state.players)]
    _check_sum(pile, sum(wanted), known, places, "deck", "deeds")
    for seat, number in enumerate(wanted):
        seen = [plot for plot in squares(state.supposed[seat]) if plot in pile]
        for _ in range(min(number, len(seen))):
            plot = _draw(state, seen)
            pile.remove(plot)
            put(state.hand[seat], plot)
    for seat in range(int(state.players)):
        for _ in range(int(state.deeds_held[seat]) - len(squares(state.hand[seat]))):
            put(state.hand[seat], _draw(state, pile))
    order = [_draw(state, pile) if card is None else card for card in known]
    order += [_draw(state, pile) for _ in range(len(pile))]
    state.deck_left = len(order)
    state.deck[: len(order)] = order[::-1]


def deal_permits(state: Any, cards: Any, deck: Any) -> None:
    """Give every permit a place: hands that are not fully known, then the permit deck."""
    known, places = _deck(deck, permit_named, "permit_deck")
    used = Counter(int(kind) for kind in state.on_offer if kind != s.NONE)
    used.update(kind for kind in known if kind is not None)
    pile: list[int] = []
    for kind in range(s.PERMIT_KINDS):
        left = int(cards.permits[kind]) - int(state.permits[:, kind].sum()) - used[kind]
        if left < 0:
            raise PositionError(f"there are only {cards.permits[kind]} permits {PERMIT_IDS[kind]}, not {-left} more")
        pile += [kind] * left
    wanted = [int(state.permits_held[seat]) - int(state.permits[seat].sum()) for seat in range(state.players)]
    _check_sum(pile, sum(wanted), known, places, "permit_deck", "permits")
    for seat, number in enumerate(wanted):
        missing = number
        for kind in range(s.PERMIT_KINDS):
            while missing and kind in pile and state.permits[seat, kind] < state.supposed_permits[seat, kind]:
                pile.remove(kind)
                state.permits[seat, kind] += 1
                missing -= 1
    for seat in range(int(state.players)):
        for _ in range(int(state.permits_held[seat]) - int(state.permits[seat].sum())):
            state.permits[seat, _draw(state, pile)] += 1
    order = [_draw(state, pile) if card is None else card for card in known]
    order += [_draw(state, pile) for _ in range(len(pile))]
    state.permits_left = len(order)
    state.permit_deck[: len(order)] = order[::-1]


def _deck(value: Any, name: Callable[[Any, str], int], where: str) -> tuple[list[int | None], int | None]:
    """The cards from the top down (None: not known), and how many there are in all, if that is said."""
    if type(value) is int:
        number = whole(value, where, 0, s.DECK)
        return [None] * number, number
    cards = entries(value, where, "cards from the top down, or their number", s.DECK)
    return [None if card == UNKNOWN else name(card, where) for card in cards], None


def _check_sum(pile: list[int], in_hands: int, known: list[Any], places: int | None, deck: str, what: str) -> None:
    """Whether the cards that lie nowhere are as many as the places that are left for them."""
    open_places = in_hands + sum(card is None for card in known)
    if open_places > len(pile):
        raise PositionError(f"{open_places} {what} are not known, but only {len(pile)} lie nowhere else")
    if places is not None and open_places < len(pile):
        raise PositionError(f"{len(pile) - open_places} {what} lie nowhere: {deck} should be {len(pile) - in_hands}")


def _draw(state: Any, pile: list[int]) -> int:
    return pile.pop(int(below(state, len(pile))))


# --- What else is not known -----------------------------------------------------------------------------------------


def fill_pouches(state: Any, cards: Any, seats: list[int]) -> None:
    """Pouches with as many requisitions as all know of, in hands that are not known."""
    before = {seat: (state.hand[seat].copy(), state.permits[seat].copy()) for seat in seats}
    for _ in range(TRIES):
        if all(worlds.imagine_pouch(state, cards, seat) for seat in seats):
            return
        for seat in seats:
            worlds.forget_pouch(state, seat)
            state.hand[seat], state.permits[seat] = before[seat]
    raise PositionError("the requisitions of pouches that are not known do not fit to what lies elsewhere")


def guess_cash(state: Any, cards: Any, seats: list[int]) -> None:
    """Cash that is not known: what all could count, at least what was bribed, bid or offered, at most what there is."""
    for seat in seats:
        state.cash[seat] = max(int(state.supposed_cash[seat]), int(worlds.least_cash(state, seat)))
    for seat in seats:
        over = sum(int(cash) for cash in state.cash) - int(cards.cash)
        if over > 0:
            spare = int(state.cash[seat]) - int(worlds.least_cash(state, seat))
            state.cash[seat] = int(state.cash[seat]) - min(over, spare)
