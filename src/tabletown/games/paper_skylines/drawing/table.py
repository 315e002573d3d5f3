"""The table of Paper Skylines as a scene: every city's skyline, the board with its tracks, row, achievements, hand."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import replace
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
from tabletown.games.paper_skylines.drawing.city_zones import Cityscape, Moves, Spot
from tabletown.games.paper_skylines.drawing.cover import picture
from tabletown.games.paper_skylines.drawing.hands import Cards
from tabletown.games.paper_skylines.text import words
from tabletown.games.paper_skylines.text.names import card, hand_size, members, piece_id
from tabletown.games.paper_skylines.vocabulary import TYPE_NAMES
from tabletown.games.plain_state import plain
from tabletown.render.scene import Button, Piece, Scene, Seat, Shape, Stat, Zone

symbol = symbols.symbol
"""The drawings that pieces refer to (see `render.html.sprite`)."""

TYPES = TYPE_NAMES
"""The types by which cards of the gallery can be found."""

_CARD_VERBS = {s.PLAN: "plan", s.PAY: "pay", s.HAND: "card", s.TAKE: "take", s.KEEP: "keep"}
_ROOF_VERBS = {s.ACTION: "mayor", s.OWN: "own"}
"""By phase, what is done with a card of the hand or the row, and with a building of the own city."""
_ON_CARDS = ("plan", "card", "pay", "take", "keep")


class _Moves(Offered):
    """The moves on offer, of which a card bears one, wherever it lies."""

    def first(self, verbs: tuple[str, ...], *args: int) -> Button | None:
        """A button for one thing: a move, or else an alternative to the last choice; a second one stays for others."""
        if not self.left:
            return None
        found = [
            (verb, self.left[action]) for verb in verbs if (action := s.ACTIONS.start[verb] + args[0]) in self.left
        ]
        found.sort(key=lambda offer: offer[1].instead)
        return self.take(found[0][0], *args) if found else None

    def on_card(self, number: int) -> Button | None:
        """The button of a card."""
        if number >= s.BUILDINGS:
            return self.take("city", number - s.BUILDINGS)
        return self.first(_ON_CARDS, number)

    def on_cards(self, title: str, cards: Sequence[Card], chosen: Card | None = None) -> Cards:
        """Cards with their buttons."""
        numbers = (found.index if isinstance(found, Building) else found.card for found in cards)
        return Cards(title, tuple(cards), tuple(self.on_card(number) for number in numbers), chosen)

    def wanted(self, numbers: Sequence[int]) -> bool:
        """Whether any of these cards has a button."""
        starts = [s.ACTIONS.start[verb] for verb in _ON_CARDS]
        return bool(self.left) and any(start + number in self.left for number in numbers for start in starts)


def draw(position: Position, seat: int, buttons: Mapping[int, Button]) -> Scene:
    """The table as a seat sees it, and -1 for a spectator, who sees seat 0 in front.

    `buttons` are the actions that can be clicked now; those that belong to no piece end up in the scene's own buttons.
    """
    offered = _Moves(s.ACTIONS, buttons)
    front = max(seat, 0)
    cities = [city_zones.city_of(position, other) for other in range(position.players)]
    zones = (
        *_rivals(position, seat, cities, offered),
        *_own(position, seat, cities[front], offered),
        track_board.zone(
            track_board.tracks_of(position), front, tuple(offered.take("track", track) for track in range(s.TRACKS))
        ),
        *_common(position, front, cities, offered),
    )
    if buttons and seat >= 0:
        reasons = _reasons(position, seat, cities[seat])
        zones = tuple(_explained(zone, reasons) for zone in zones)
    seats = [_seat(position, city) for city in cities]
    return scene(position, seat, zones, seats, offered, symbol)


# --- Why not --------------------------------------------------------------------------------------------------------

Reasons = tuple[tuple[str, str, str], ...]
"""By the ids of pieces, why they cannot be chosen, and the rule that says so."""


def _reasons(position: Position, seat: int, city: Cityscape) -> Reasons:
    """Why cards of the hand and the row, and buildings of the own city, cannot be chosen if they have no button."""
    state = plain(position)
    found: dict[str, int] = {}
    if verb := _CARD_VERBS.get(state.phase):
        numbers = (*members(state.hand[seat]), *(number for number in state.row if number != s.NONE))
        found |= {piece_id(card(position, number)): s.ACTIONS.encode(verb, number) for number in numbers}
    if verb := _ROOF_VERBS.get(state.phase):
        tops = ((slot, tower.built[-1]) for slot, tower in enumerate(city.towers) if tower.built)
        found |= {piece_id(top): s.ACTIONS.encode(verb, slot) for slot, top in tops}
    return tuple((id, *words.why_not(position, seat, action)) for id, action in found.items())


@lru_cache(maxsize=1024)
def _explained(zone: Zone, reasons: Reasons) -> Zone:
    """A zone in which pieces that cannot be chosen say why."""
    why = {id: (text, rule) for id, text, rule in reasons}
    dead = [piece.id in why and piece.button is None and piece.state != "chosen" for piece in zone.pieces]
    if not any(dead):
        return zone
    pieces = [
        replace(piece, label=f"{piece.label} Not now: {why[piece.id][0]}.", rule=why[piece.id][1]) if is_dead else piece
        for piece, is_dead in zip(zone.pieces, dead, strict=True)
    ]
    return replace(zone, pieces=tuple(pieces))


# --- Cities ---------------------------------------------------------------------------------------------------------


def _rivals(position: Position, seat: int, cities: Sequence[Cityscape], offered: _Moves) -> list[Zone]:
    rivals = rivals_of(position, seat)
    wide = city_zones.RIVALS[len(rivals) - 1]
    high = max(city_zones.height(cities[rival], wide) for rival in rivals)
    zones = []
    for rival in rivals:
        roofs = tuple(offered.all("rival", rival).items())
        moves = Moves(roofs=roofs, hand=offered.take("rob", rival))
        backs = tuple(plain(position).hand_levels[rival])
        narrow = city_zones.RIVAL_PHONE
        zones.append(city_zones.zone(cities[rival], _whose(rival), "rival", backs, moves, wide, narrow, high))
    return zones


def _own(position: Position, seat: int, city: Cityscape, offered: _Moves) -> list[Zone]:
    """What lies before the front seat: cities to choose from, cards to keep, its city with the hand beside it."""
    state, front = plain(position), city.seat
    if state.phase == s.CITY:
        cities = hands.dealt_cities(position, front)
        kept = next((found for found in cities if found.index == state.city[front]), None)
        return [hands.spread(offered.on_cards("Your two cities", cities, kept), hands.PAGE, 1.4)] if cities else []
    zones = []
    peeked = [card(position, number) for number in members(state.peeked)]
    if peeked:
        zones.append(_peeked_zone(offered.on_cards("Cards to keep", peeked)))
    moves = _own_moves(position, front, offered)
    backs = tuple(state.hand_levels[front])
    cards = hands.hand_of(position, front)
    if len(cards) < hand_size(position, front):  # a stranger's hand
        wide, narrow = city_zones.ALONE, city_zones.OWN_PHONE
        return [*zones, city_zones.zone(city, _whose(front), "own", backs, moves, wide, narrow)]
    held = _held(position) if state.current == front else None
    if held is not None:
        cards = (held, *cards)
    whose = "Your" if seat >= 0 else f"{the_seat(front)}'s"
    title = f"{whose} city and hand"
    return [*zones, _city_and_hand(city, title, backs, moves, offered.on_cards(f"{whose} hand", cards, held))]


@lru_cache(maxsize=512)
def _peeked_zone(shown: Cards) -> Zone:
    return replace(hands.spread(shown, hands.PAGE), id="peeked")


@lru_cache(maxsize=2048)
def _city_and_hand(city: Cityscape, title: str, backs: tuple[int, ...], moves: Moves, hand: Cards) -> Zone:
    high = max(hands.layout(len(hand.cards), hands.BESIDE).h, city_zones.OWN.high)
    own = city_zones.zone(city, title, "own", backs, moves, city_zones.OWN, city_zones.OWN_PHONE, high)
    return hands.beside(own, hand)


def _whose(seat: int) -> str:
    return f"{the_seat(seat)}'s city"


def _own_moves(position: Position, seat: int, offered: _Moves) -> Moves:
    state = plain(position)
    roofs = ((slot, offered.first(("mayor", "own"), slot)) for slot in range(state.slots[seat]))
    spots = offered.all("spot")
    held = _held(position)
    prices = words.prices(position, seat) if spots and held is not None else None
    return Moves(
        roofs=tuple((slot, button) for slot, button in roofs if button is not None),
        spots=tuple(Spot(spot, button, prices[spot] if prices else None) for spot, button in spots.items()),
        held=held,
        walks=state.phase == s.ACTION,
    )


def _held(position: Position) -> Building | None:
    """The card that is on its way to be built or tucked."""
    number = plain(position).held
    found: Building | None = position.cards.buildings[number] if number < s.BUILDINGS else None
    return found


# --- Common cards ---------------------------------------------------------------------------------------------------


def _common(position: Position, front: int, cities: Sequence[Cityscape], offered: _Moves) -> list[Zone]:
    state = plain(position)
    zones = [common_cards.row_zone(common_cards.common(position, offered.on_card, offered.take("deck")))]
    pile = members(state.pile)
    if offered.wanted(pile):
        lying = offered.on_cards("The pile", [card(position, number) for number in pile])
        zones.insert(0, common_cards.choice_zone("pile", "choose a card", lying))
    if sum(state.peeked_levels) and not members(state.peeked):
        zones.insert(0, common_cards.backs_zone(tuple(state.peeked_levels)))
    held = _held(position)
    if held is not None and state.current != front:
        zones.insert(0, common_cards.choice_zone("held", "", offered.on_cards("Being built or tucked", [held])))
    tallest, buildings = tuple([city.tallest for city in cities]), tuple([city.buildings for city in cities])
    tiles = achievement_tiles.honours(position, front, tallest, buildings, offered.take)
    return [*zones, achievement_tiles.zone(tiles)]


# --- Seats ----------------------------------------------------------------------------------------------------------


def _seat(position: Position, city: Cityscape) -> Seat:
    state, seat = plain(position), city.seat
    chips = [worth for worth, owner in zip(state.chip, state.chip_owner, strict=True) if owner == seat]
    return _numbers(
        state.score[seat],
        hand_size(position, seat),
        len(chips),
        sum(chips),
        city.buildings,
        city.tallest,
        seat == state.first,
    )


@lru_cache(maxsize=4096)
def _numbers(score: int, hand: int, chips: int, worth: int, buildings: int, tallest: int, first: bool) -> Seat:
    stats = (
        Stat("score", str(score), "score", chip=True),
        Stat("hand", str(hand), "hand", soft=True),
        *([Stat("chip", str(chips), f"chips, worth {worth}" if worth else "chips")] if chips else []),
        Stat("sprawl", str(buildings), "buildings"),
        Stat("height", str(tallest), "floors of the tallest building"),
    )
    return Seat(stats, ("first",) if first else ())


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
