"""The table of Penny Lane as a scene: every lane along its street, Main Street, the supply and the deck."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.games.offered import Offered, rivals_of, scene
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import CardSet
from tabletown.games.penny_lane.drawing import (
    captions,
    card_faces,
    lane_zones,
    main_street_zone,
    player_boards,
    shortcuts,
    supply_zone,
    symbols,
)
from tabletown.games.penny_lane.drawing.cover import picture
from tabletown.games.penny_lane.drawing.lane_plan import board_of, street_of
from tabletown.games.penny_lane.drawing.lane_zones import Moves
from tabletown.games.penny_lane.drawing.player_boards import Board
from tabletown.games.penny_lane.drawing.reasons import NO_REASON, Reason, Why, reasons
from tabletown.games.penny_lane.text.lane_numbers import LaneNumbers, lane_numbers
from tabletown.games.penny_lane.text.names import lane_of
from tabletown.games.plain_state import plain
from tabletown.render.scene import Button, Piece, Scene, Seat, Shape, Stat, Zone
from tabletown.render.text import number

symbol = symbols.symbol
"""The drawings that pieces refer to (see `render.html.sprite`)."""

_TOKENS = {"coin": "penny", "star": "point"}


def draw(position: Position, seat: int, buttons: Mapping[int, Button]) -> Scene:
    """The table as a seat sees it, and -1 for a spectator, who sees seat 0 in front.

    `buttons` are the actions that can be clicked now; those that belong to no piece end up in the scene's own buttons.
    """
    offered = Offered(s.ACTIONS, buttons, _TOKENS)
    numbers = [lane_numbers(position, other) for other in range(position.players)]
    why = reasons(position, seat)
    zones = (*_lanes(position, seat, numbers, offered, why), *_common(position, offered, why))
    seats = [_seat(position, other, counted) for other, counted in enumerate(numbers)]
    return scene(position, seat, zones, seats, offered, symbol)


def _lanes(position: Position, seat: int, numbers: Sequence[LaneNumbers], offered: Offered, why: Why) -> list[Zone]:
    front, rivals = max(seat, 0), rivals_of(position, seat)
    streets = [street_of(position, other, counted) for other, counted in enumerate(numbers)]
    boards = [board_of(position, street, numbers[street.seat]) for street in streets]
    wide, narrow = lane_zones.RIVALS[len(rivals) - 1], lane_zones.RIVAL_PHONE
    high = max(lane_zones.height(streets[rival], wide) for rival in rivals)
    zones = []
    for rival in rivals:
        moves = Moves(whole=offered.take("lane", rival) or offered.take("name", rival))
        shown = streets[rival], boards[rival]
        zones.append(lane_zones.zone(*shown, _whose(rival), "rival", moves, wide, narrow, high=high))
    title = "Your lane" if seat >= 0 else _whose(front)
    spare = 0 if position.is_game_over() else 1  # where a next building could go
    moves = _own_moves(position, front, offered, why)
    wide, narrow = lane_zones.OWN, lane_zones.OWN_PHONE
    return [*zones, lane_zones.zone(streets[front], boards[front], title, "own", moves, wide, narrow, spare)]


def _whose(seat: int) -> str:
    return f"{the_seat(seat)}'s lane"


def _own_moves(position: Position, seat: int, offered: Offered, why: Why) -> Moves:
    """What can be clicked on the lane in front: moves first, alternatives to the last choice where there is room."""
    state = plain(position)
    cards: dict[int, Button] = {}
    waiting = [(verb, arg, button) for verb in ("from", "to", "swap") for arg, button in offered.all(verb).items()]
    for verb, arg, button in sorted(waiting, key=lambda move: move[2].instead):
        place = arg if arg < s.BUILDINGS or verb == "from" else s.NONE  # barracks and temple lie on Main Street
        if place in cards or place == s.NONE:
            offered.left[s.ACTIONS.encode(verb, arg)] = button
        else:
            cards[place] = button
    cells = offered.all("at") if state.phase == s.CELL else {}
    mine = state.current == seat
    chips = shortcuts.chips(position, seat, offered.left)
    return Moves(
        slots=tuple((column - s.COLUMNS, button) for column, button in cells.items()),
        cards=tuple(cards.items()),
        adding=position.cards.buildings[state.adding] if cells else None,
        whole=offered.take("lane", seat) or offered.take("name", seat),
        chosen=state.leaving if mine and state.phase in (s.DESTINATION, s.SWAP_WITH) else s.NONE,
        chips=chips,
        reasons=_reasons(position, seat, why, cards),
    )


_CHOICES = {s.SOURCE: "from", s.GARAGE: "from", s.DESTINATION: "to", s.SWAP: "swap", s.SWAP_WITH: "swap"}
"""What is chosen on the own lane in a phase."""


def _reasons(position: Position, seat: int, why: Why, offered: Mapping[int, Button]) -> tuple[tuple[int, Reason], ...]:
    """Why buildings of the own lane, or its board, cannot be chosen while others can."""
    verb = _CHOICES.get(plain(position).phase)
    if verb is None:
        return ()
    places = [*lane_of(position, seat), *((s.BOARD,) if verb == "from" else ())]
    found = ((place, why(verb, place)) for place in places if place not in offered)
    return tuple((place, reason) for place, reason in found if reason != NO_REASON)


def _common(position: Position, offered: Offered, why: Why) -> list[Zone]:
    supply = supply_zone.supply(position, offered.take, why)
    can_build = any(button and not button.instead for button in supply.buttons)
    zones = [main_street_zone.zone(main_street_zone.main_street(position, offered.take, why, can_build))]
    market = supply_zone.market(position, offered.take)
    if market.numbers:
        zones.append(supply_zone.market_zone(market))
    return [*zones, supply_zone.supply_zone(supply, plain(position).deck_left)]


def _seat(position: Position, seat: int, counted: LaneNumbers) -> Seat:
    state = plain(position)
    mayor = seat == state.mayor
    return _numbers(state.pennies[seat], counted.stars, counted.income, state.length[seat], counted.citizens, mayor)


@lru_cache(maxsize=4096)
def _numbers(pennies: int, stars: int, income: int, buildings: int, citizens: int, mayor: bool) -> Seat:
    stats = (
        Stat("penny", str(pennies), "pennies", chip=True),
        Stat("point", str(stars), f"stars; {s.STARS_TO_END} end the game", chip=True),
        Stat("income", number(income, sign=True), "upkeep", soft=True),
        Stat("buildings", str(buildings), "buildings"),
        Stat("citizen", str(citizens), "citizens on the lane"),
    )
    return Seat(stats, ("Mayor: starts the round",) if mayor else ())


def gallery(cards: CardSet) -> list[tuple[str, list[Piece]]]:
    """Every card under headings; their page needs `render.html.sprite(pieces, symbol)`."""
    copies = Counter(building.design for building in cards.buildings)
    designs = {building.design: building for building in reversed(cards.buildings)}
    groups = []
    for kind, heading in enumerate(("Stores", "Workshops", "Attractions", "Housing")):
        found = [designs[design] for design in sorted(designs) if designs[design].type == kind]
        pieces = [Piece(card_faces.explained(b, copies[b.design]), captions.printed(b)) for b in found]
        groups.append((heading, pieces))
    groups.append(("Main Street", [main_street_zone.card_piece(cards.locations[n]) for n in main_street_zone.ORDER]))
    own = [Board(seat, links) for seat, links in enumerate(cards.boards)]
    groups.append(
        (
            "Boards",
            [
                Piece(player_boards.shape(b, card_faces.WHOLE, 0, 0, 1), player_boards.caption(b, own=False))
                for b in own
            ],
        )
    )
    return groups


def cover() -> Shape:
    """A picture of the game: a lane with shops, houses and whole links."""
    return picture()
