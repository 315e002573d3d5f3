"""The table of Penny Lane as a scene: every lane along its street, Main Street, the supply and the deck."""

from collections import Counter
from collections.abc import Mapping

from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.offered import Offered, rivals_of, scene
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import CardSet
from tabletown.games.penny_lane.drawing import (
    captions,
    card_faces,
    lane_zones,
    main_street_zone,
    player_boards,
    supply_zone,
    symbols,
)
from tabletown.games.penny_lane.drawing.cover import picture
from tabletown.games.penny_lane.drawing.player_boards import Board
from tabletown.games.penny_lane.rules import lane
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
    zones = (*_lanes(position, seat, offered), *_common(position, offered))
    seats = [_seat(position, other) for other in range(position.players)]
    return scene(position, seat, zones, seats, offered, symbol)


def _lanes(position: Position, seat: int, offered: Offered) -> list[Zone]:
    front, rivals = max(seat, 0), rivals_of(position, seat)
    wide = lane_zones.RIVALS[len(rivals) - 1]
    high = max(lane_zones.height(position, rival, wide) for rival in rivals)
    zones = []
    for rival in rivals:
        whole = offered.take("lane", rival) or offered.take("name", rival)
        moves = lane_zones.Moves(whole=whole)
        zones.append(
            lane_zones.zone(position, rival, _whose(rival), "rival", moves, wide, lane_zones.RIVAL_PHONE, high)
        )
    title = "Your lane" if seat >= 0 else _whose(front)
    moves = _own_moves(position, front, offered)
    return [*zones, lane_zones.zone(position, front, title, "own", moves, lane_zones.OWN, lane_zones.OWN_PHONE)]


def _whose(seat: int) -> str:
    return f"{SEAT_NAMES[seat]}'s lane"


def _own_moves(position: Position, seat: int, offered: Offered) -> lane_zones.Moves:
    """What can be clicked on the lane in front: moves first, alternatives to the last choice where there is room."""
    state = position.state
    cards: dict[int, Button] = {}
    waiting = [(verb, arg, button) for verb in ("from", "to", "swap") for arg, button in offered.all(verb).items()]
    for verb, arg, button in sorted(waiting, key=lambda move: move[2].instead):
        place = arg if arg < s.BUILDINGS or verb == "from" else s.NONE  # barracks and temple lie on Main Street
        if place in cards or place == s.NONE:
            offered.left[s.ACTIONS.encode(verb, arg)] = button
        else:
            cards[place] = button
    adding = position.cards.buildings[int(state.adding)] if state.phase == s.CELL else None
    slots = {column - s.COLUMNS: button for column, button in offered.all("at").items()} if adding else {}
    mine = state.current == seat
    return lane_zones.Moves(
        slots=slots,
        cards=cards,
        adding=adding,
        whole=offered.take("lane", seat) or offered.take("name", seat),
        chosen=int(state.leaving) if mine and state.phase in (s.DESTINATION, s.SWAP_WITH) else s.NONE,
    )


def _common(position: Position, offered: Offered) -> list[Zone]:
    street = main_street_zone.zone(position, offered.take)
    market = supply_zone.market_zone(position, offered.take)
    return [street, *([market] if market else []), supply_zone.supply_zone(position, offered.take)]


def _seat(position: Position, seat: int) -> Seat:
    state, cards = position.state, record(position.cards.data)
    stats = (
        Stat("penny", str(state.pennies[seat]), "pennies", chip=True),
        Stat("point", str(lane.stars(state, cards, seat)), f"stars; {s.STARS_TO_END} end the game", chip=True),
        Stat("income", number(int(lane.income(state, cards, seat)), sign=True), "upkeep", soft=True),
        Stat("buildings", str(state.length[seat]), "buildings"),
        Stat("citizen", str(lane.citizens(state, seat)), "citizens on the lane"),
    )
    badges = ("Mayor: starts the round",) if seat == state.mayor else ()
    return Seat(stats, badges)


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
