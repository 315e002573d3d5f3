"""What can be true of a Milton Keynes state: every card in one place, buildings in one piece, money that adds up."""

from collections import Counter
from typing import Any

from tabletown.engine.seats import SEAT_NAMES
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import BUILDING_IDS, PERMIT_IDS
from tabletown.games.milton_keynes.positions.audit_phases import audit_phase
from tabletown.games.milton_keynes.positions.map import split
from tabletown.games.milton_keynes.rules import blocks
from tabletown.games.milton_keynes.text.names import slug, squares

SET_UP = (s.RIVER, s.MARSH, s.CHARACTER)


def audit(state: Any, cards: Any) -> str:
    """What is impossible about a state, in one sentence; empty if nothing is (section 9 of the rules)."""
    return (
        _audit_money(state, cards)
        or _audit_buildings(state, cards)
        or _audit_deeds(state)
        or _audit_permits(state, cards)
        or _audit_blocks(state, cards)
        or audit_phase(state, cards)
    )


def _audit_money(state: Any, cards: Any) -> str:
    held = sum(int(cash) for cash in state.cash[: state.players])
    if held > cards.cash:
        return f"the players hold {held} cash; there are {cards.cash} in all"
    for seat in range(int(state.players)):
        marker, floor = int(state.marker[seat]), int(state.floor[seat])
        reached = max(int(cards.income), marker - marker % int(cards.step))
        if not floor <= marker <= cards.top:
            return f"{SEAT_NAMES[seat]}'s marker is at {marker}; must lie between {floor} (the floor) and {cards.top}"
        if floor != reached:
            return f"{SEAT_NAMES[seat]}'s floor is {floor}; with the marker at {marker} it must be {reached}"
    return ""


def _audit_buildings(state: Any, cards: Any) -> str:
    river, land = set(squares(state.river)), set(squares(state.land))
    owners, kinds = state.owner.tolist(), state.kind.tolist()
    anchors, extents = state.anchor.tolist(), state.extent.tolist()
    standing = {plot for plot in range(s.SQUARES) if owners[plot] != s.NONE}
    if standing != set(squares(state.built)):
        return "the set of built plots does not agree with the buildings"
    if not standing <= river | land:
        return "a building stands on marsh, on rock or outside the map"
    for anchor in sorted({anchors[plot] for plot in standing}):
        plots = [plot for plot in standing if anchors[plot] == anchor]
        kind = kinds[plots[0]]
        name = f"the {BUILDING_IDS[kind]} on {slug(anchor)}" if kind < s.TYPES else f"the building on {slug(anchor)}"
        seats = {owners[plot] for plot in plots}
        if anchor != min(plots) or len(seats) > 1 or max(seats) >= state.players or kind >= s.TYPES:
            return f"{name} is not one building of one player"
        if any(kinds[plot] != kind or extents[plot] != len(plots) for plot in plots):
            return f"{name} is counted wrongly"
        if len(plots) > cards.most_plots[kind]:
            return f"{name} has {len(plots)} plots; {BUILDING_IDS[kind]} has at most {cards.most_plots[kind]} (MK-42)"
        if not blocks.is_connected(*split(plots)):
            return f"{name} does not hang together (MK-42)"
        if len(river.intersection(plots)) > (1 if kind == s.SEWAGE else 0):
            return f"{name} stands on the river; only sewage takes a river plot, and only one (MK-45)"
    return ""


def _audit_deeds(state: Any) -> str:
    """Every land plot's deed is in one of deck, lots, hands, tables, or about to be returned."""
    places: Counter[int] = Counter(int(deed) for deed in state.deck[: state.deck_left])
    for seat in range(s.SEATS):
        places.update(squares(state.hand[seat]))
        places.update(squares(state.lot[seat]))
    land, built = set(squares(state.land)), set(squares(state.built))
    places.update(land & built)
    if state.cleared != s.NONE:
        places[int(state.cleared)] += 1
    expected = set() if state.phase in (s.RIVER, s.MARSH) else land
    for plot, times in sorted(places.items()):
        if plot not in expected:
            return f"the deed of {slug(plot) if plot < s.SQUARES else plot} is in the game, but it is no land plot"
        if times > 1:
            return f"the deed of {slug(plot)} is in two places"
    missing = expected - set(places)
    if missing:
        return f"the deed of {slug(min(missing))} is nowhere"
    for seat in range(int(state.players)):
        if len(squares(state.hand[seat])) != state.deeds_held[seat]:
            return f"{SEAT_NAMES[seat]}'s deeds are counted wrongly"
    return ""


def _audit_permits(state: Any, cards: Any) -> str:
    found = [int(n) for n in state.permits.sum(axis=0)]
    if state.phase in SET_UP:
        return _audit_characters(state, cards)
    for kind in (*state.permit_deck[: state.permits_left], *(k for k in state.on_offer if k != s.NONE)):
        if kind >= s.PERMIT_KINDS:
            return f"there is no permit {kind}"
        found[kind] += 1
    for kind, number in enumerate(found):
        if number != cards.permits[kind]:
            return f"there are {number} permits {PERMIT_IDS[kind]}; there must be {cards.permits[kind]}"
    for seat in range(int(state.players)):
        if int(state.permits[seat].sum()) != state.permits_held[seat]:
            return f"{SEAT_NAMES[seat]}'s permits are counted wrongly"
    return _audit_names(state)


def _audit_characters(state: Any, cards: Any) -> str:
    """Before the permit deck exists, everybody holds the permits of a character, or none (MK-3)."""
    if state.permits_left or any(kind != s.NONE for kind in state.on_offer):
        return "there is no permit deck before everything is laid out and everybody has a character (MK-4)"
    players = int(state.players)
    picked = [seat for seat in range(players) if state.character[seat] != s.NONE]
    if sorted((int(state.chair) + turn) % players for turn in range(len(picked))) != picked or len(picked) == players:
        return "characters are picked one by one from the chair on (MK-3)"
    for seat in range(players):
        character = int(state.character[seat])
        starting = cards.characters[character].tolist() if character < s.CHARACTERS else [0] * s.PERMIT_KINDS
        if state.permits[seat].tolist() != starting or state.permits_held[seat] != sum(starting):
            return f"{SEAT_NAMES[seat]} must hold the permits of the character, and no others (MK-3)"
    return _audit_names(state)


def _audit_names(state: Any) -> str:
    names = [int(c) for c in state.character[: state.players] if c != s.NONE]
    if len(set(names)) < len(names) or any(name >= s.CHARACTERS for name in names):
        return "two players have the same character (MK-3)"
    return ""


def _audit_blocks(state: Any, cards: Any) -> str:
    before = state.blocks.copy()
    blocks.count_blocks(state, cards)
    after = state.blocks.copy()
    state.blocks[:] = before
    if before.tolist() != after.tolist():
        return f"the blocks on the map are {after.tolist()}, not {before.tolist()} (MK-13)"
    return ""
