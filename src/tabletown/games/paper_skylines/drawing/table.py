"""The table of Paper Skylines as a scene: every city's skyline, the board with its tracks, row, achievements, hand."""

from collections.abc import Mapping
from dataclasses import replace

from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.offered import Offered, rivals_of, scene
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Building, CardSet
from tabletown.games.paper_skylines.drawing import (
    achievement_tiles,
    captions,
    card_faces,
    city_zones,
    common_cards,
    hands,
    symbols,
    track_board,
)
from tabletown.games.paper_skylines.drawing.captions import Card
from tabletown.games.paper_skylines.drawing.cover import picture
from tabletown.games.paper_skylines.rules import city
from tabletown.games.paper_skylines.rules.sets import hand_size
from tabletown.games.paper_skylines.text import words
from tabletown.games.paper_skylines.text.names import card, members
from tabletown.games.paper_skylines.vocabulary import TYPE_NAMES
from tabletown.render.scene import Button, Piece, Scene, Seat, Shape, Stat, Zone

symbol = symbols.symbol
"""The drawings that pieces refer to (see `render.html.sprite`)."""

TYPES = TYPE_NAMES
"""The types by which cards of the gallery can be found."""

_ON_CARDS = ("plan", "card", "pay", "take", "keep")


class _Cards(Offered):
    """The moves on offer, of which a card bears one, wherever it lies."""

    def first(self, verbs: tuple[str, ...], *args: int) -> Button | None:
        """A button for one thing: a move, or else an alternative to the last choice; a second one stays for others."""
        found = [verb for verb in verbs if s.ACTIONS.encode(verb, *args) in self.left]
        found.sort(key=lambda verb: self.left[s.ACTIONS.encode(verb, *args)].instead)
        return self.take(found[0], *args) if found else None

    def on_card(self, number: int) -> Button | None:
        """The button of a card."""
        if number >= s.BUILDINGS:
            return self.take("city", number - s.BUILDINGS)
        return self.first(_ON_CARDS, number)

    def wanted(self, numbers: list[int]) -> bool:
        """Whether any of these cards has a button."""
        return any(s.ACTIONS.encode(verb, number) in self.left for number in numbers for verb in _ON_CARDS)


def draw(position: Position, seat: int, buttons: Mapping[int, Button]) -> Scene:
    """The table as a seat sees it, and -1 for a spectator, who sees seat 0 in front.

    `buttons` are the actions that can be clicked now; those that belong to no piece end up in the scene's own buttons.
    """
    offered = _Cards(s.ACTIONS, buttons)
    front = max(seat, 0)
    zones = (
        *_cities(position, seat, offered),
        track_board.zone(position, front, offered.take),
        *_common(position, front, offered),
    )
    seats = [_seat(position, other) for other in range(position.players)]
    return scene(position, seat, zones, seats, offered, symbol)


# --- Cities ---------------------------------------------------------------------------------------------------------


def _cities(position: Position, seat: int, offered: _Cards) -> list[Zone]:
    rivals = rivals_of(position, seat)
    wide = city_zones.RIVALS[len(rivals) - 1]
    high = max(city_zones.fit(position, rival, wide).h for rival in rivals)
    zones = []
    for rival in rivals:
        moves = city_zones.Moves(roofs=offered.all("rival", rival), hand=offered.take("rob", rival))
        zones.append(
            city_zones.zone(position, rival, _whose(rival), "rival", moves, wide, city_zones.RIVAL_PHONE, high)
        )
    return [*zones, *_own(position, seat, offered)]


def _own(position: Position, seat: int, offered: _Cards) -> list[Zone]:
    """What lies before the front seat: cities to choose from, cards to keep, its city with the hand beside it."""
    state, front = position.state, max(seat, 0)
    if state.phase == s.CITY:
        cities = hands.dealt_cities(position, front)
        kept = next((found for found in cities if found.index == state.city[front]), None)
        return (
            [hands.spread(position, "Your two cities", cities, offered.on_card, kept, hands.PAGE, 1.4)]
            if cities
            else []
        )
    zones = []
    peeked: list[Card] = [card(position, c) for c in members(state.peeked)]
    if peeked:
        kept_ones = hands.spread(position, "Cards to keep", peeked, offered.on_card, None, hands.PAGE)
        zones.append(replace(kept_ones, id="peeked"))
    moves = _own_moves(position, front, offered)
    cards = hands.hand_of(position, front)
    if len(cards) < hand_size(state, front):  # a stranger's hand
        city_only = city_zones.zone(
            position, front, _whose(front), "own", moves, city_zones.ALONE, city_zones.OWN_PHONE
        )
        return [*zones, city_only]
    held = _held(position) if state.current == front else None
    if held is not None:
        cards = [held, *cards]
    hand = hands.spread(position, "Your hand", cards, offered.on_card, held, hands.BESIDE)
    title = "Your city and hand" if seat >= 0 else _whose(front)
    own = city_zones.zone(
        position, front, title, "own", moves, city_zones.OWN, city_zones.OWN_PHONE, max(hand.h, city_zones.OWN.high)
    )
    return [*zones, hands.beside(own, hand)]


def _whose(seat: int) -> str:
    return f"{SEAT_NAMES[seat]}'s city"


def _own_moves(position: Position, seat: int, offered: _Cards) -> city_zones.Moves:
    state, cards = position.state, record(position.cards.data)
    slots = range(int(state.slots[seat]))
    roofs = {slot: offered.first(("mayor", "own"), slot) for slot in slots}
    spots = offered.all("spot")
    held = _held(position)
    prices = {}
    if spots and held is not None:
        less = int(cards.high[words.instruction(position)])
        prices = {spot: int(city.price(state, cards, seat, held.index, spot, less)) for spot in spots}
    return city_zones.Moves(
        roofs={slot: button for slot, button in roofs.items() if button is not None},
        spots=spots,
        prices=prices,
        held=held,
        walks=state.phase == s.ACTION,
    )


def _held(position: Position) -> Building | None:
    """The card that is on its way to be built or tucked."""
    number = int(position.state.held)
    found: Building | None = position.cards.buildings[number] if number < s.BUILDINGS else None
    return found


def _common(position: Position, front: int, offered: _Cards) -> list[Zone]:
    state = position.state
    zones = [common_cards.row_zone(position, offered.on_card, offered.take("deck"))]
    pile = members(state.pile)
    if offered.wanted(pile):
        lying = [card(position, c) for c in pile]
        zones.insert(0, common_cards.choice_zone(position, "pile", "The pile", "choose a card", lying, offered.on_card))
    if sum(state.peeked_levels) and not members(state.peeked):
        zones.insert(0, common_cards.backs_zone(position))
    held = _held(position)
    if held is not None and state.current != front:
        zones.insert(
            0, common_cards.choice_zone(position, "held", "Being built or tucked", "", [held], offered.on_card)
        )
    return [*zones, achievement_tiles.zone(position, front, offered.take)]


# --- Seats ----------------------------------------------------------------------------------------------------------


def _seat(position: Position, seat: int) -> Seat:
    state = position.state
    chips = [n for n in range(s.ACHIEVEMENTS) if state.chip_owner[n] == seat]
    worth = sum(int(state.chip[n]) for n in chips)
    stats = (
        Stat("score", str(state.score[seat]), "score", chip=True),
        Stat("hand", str(hand_size(state, seat)), "hand", soft=True),
        *([Stat("chip", str(len(chips)), f"chips, worth {worth}" if worth else "chips")] if chips else []),
        Stat("sprawl", str(city.buildings(state, seat)), "buildings"),
        Stat("height", str(city.tallest(state, seat)), "floors of the tallest building"),
    )
    badges = ("first",) if seat == state.first else ()
    return Seat(stats, badges)


# --- Gallery and cover ----------------------------------------------------------------------------------------------


def gallery(cards: CardSet) -> list[tuple[str, list[Piece]]]:
    """Every card under headings; their page needs `render.html.sprite(pieces, symbol)`."""
    groups = [
        (f"Level {level}", [_whole(found) for found in cards.buildings if found.level == level])
        for level in range(1, s.LEVELS + 1)
    ]
    groups.append(("Cities", [_whole(found) for found in cards.cities]))
    groups.append(("Achievements and awards", achievement_tiles.gallery(cards)))
    return groups


def _whole(found: Card) -> Piece:
    return Piece(card_faces.shape(found, 0, 0, 1), captions.printed(found))


def cover() -> Shape:
    """A picture of the game: a skyline with its mayor below a track."""
    return picture()
