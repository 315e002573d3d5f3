"""The table of Milton Keynes as a scene: the town map with its rail, neighbours, what is for sale, pouch and hand."""

from collections.abc import Mapping
from dataclasses import replace

from tabletown.engine.english import listing
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.drawing import (
    building_types,
    captions,
    card_faces,
    characters_and_legend,
    income_blocks,
    income_rail,
    offer_desk,
    other_players,
    own_hand,
    permit_desk,
    pouch_desk,
    preview_map,
    sale_desk,
    symbols,
    town_map,
)
from tabletown.games.milton_keynes.drawing.card_faces import CHARACTER_H, CHARACTER_W
from tabletown.games.milton_keynes.drawing.cover import picture
from tabletown.games.milton_keynes.text import words
from tabletown.games.offered import Offered, rivals_of, scene
from tabletown.render.scene import Button, Piece, Scene, Seat, Shape, Stat, Zone

symbol = symbols.symbol
"""The drawings that pieces refer to (see `render.html.sprite`)."""

ON_PLOTS = ("add", "nominate", "move", "tile", "deed", "demolish", "redevelop", "extend")


class _Plots(Offered):
    """The moves on offer, of which a plot bears one."""

    def on_plots(self) -> dict[int, tuple[str, Button]]:
        """One move for each plot: those that go on come before those that take the last choice back."""
        waiting = [(button.instead, *s.ACTIONS.decode(action), button) for action, button in self.left.items()]
        found: dict[int, tuple[str, Button]] = {}
        for _, verb, args, button in sorted(waiting, key=lambda move: move[0]):
            if verb in ON_PLOTS and args[0] not in found:
                found[args[0]] = verb, button
        for square, (verb, _) in found.items():
            self.take(verb, square)
        return dict(sorted(found.items()))


def draw(position: Position, seat: int, buttons: Mapping[int, Button]) -> Scene:
    """The table as a seat sees it, and -1 for a spectator, who sees seat 0 in front.

    `buttons` are the actions that can be clicked now; those that belong to no piece end up in the scene's own buttons.
    """
    offered = _Plots(s.ACTIONS, buttons, {"block": f"block-{max(seat, 0)}", "coin": "cash", "marker": "income"})
    now = income_blocks.blocks_on_walls(position.state, record(position.cards.data))
    pouch = preview_map.of_own_pouch(position, seat, now)
    zones = (
        *_neighbours(position, seat, offered),
        *_town(position, seat, offered, now, pouch),
        *_desk(position, seat, offered, pouch),
        _own(position, seat, offered),
    )
    seats = [_seat(position, other, seat) for other in range(position.players)]
    return scene(position, seat, zones, seats, offered, symbol)


def _whose(seat: int) -> str:
    return f"{SEAT_NAMES[seat]}'s papers"


def _neighbours(position: Position, seat: int, offered: _Plots) -> list[Zone]:
    rivals = rivals_of(position, seat)
    return [
        other_players.zone(position, rival, _whose(rival), "rival", len(rivals), offered.take("partner", rival))
        for rival in rivals
    ]


def _own(position: Position, seat: int, offered: _Plots) -> Zone:
    if seat >= 0:
        return own_hand.zone(position, seat, offered.take)
    return other_players.zone(position, 0, _whose(0), "own", 1)


def _town(
    position: Position, seat: int, offered: _Plots, now: income_blocks.Walls, pouch: preview_map.MapPreview | None
) -> list[Zone]:
    moves = town_map.Moves(offered.on_plots(), _wishes(position, seat, offered, "ask_deed", "deed"))
    to_come = pouch.totals[seat] if pouch and pouch.ghosts else None
    return [town_map.zone(position, seat, moves, now, pouch), income_rail.zone(position, seat, to_come)]


def _desk(position: Position, seat: int, offered: _Plots, pouch: preview_map.MapPreview | None) -> list[Zone]:
    zones = (
        characters_and_legend.characters(position, offered.take),
        sale_desk.zone(position, seat, offered.take),
        offer_desk.zone(position, seat, _wishes(position, seat, offered, "ask_permit", "permit")),
        permit_desk.zone(position, seat),
        pouch_desk.zone(position, seat, pouch),
        characters_and_legend.legend(position),
    )
    return [zone for zone in zones if zone is not None]


# --- Shortcuts: a card is asked for in two plies, which may be sent together ----------------------------------


def _wishes(position: Position, seat: int, offered: _Plots, first: str, then: str) -> dict[int, Button]:
    """Buttons that say what is asked for at once, by plot or by kind of permit."""
    ask = offered.left.get(s.ACTIONS.encode(first))
    if ask is None or ask.instead or int(position.state.phase) != s.OFFER:
        return {}
    asked = position.after(seat, s.ACTIONS.encode(first))
    found = {}
    for action in asked.legal_actions(seat):
        verb, args = s.ACTIONS.decode(action)
        if verb == then:
            button = words.button(asked, seat, action)
            found[args[0]] = replace(button, move=f"{ask.move}; {button.move}")
    return found


# --- Seats ----------------------------------------------------------------------------------------------------------


def _seat(position: Position, seat: int, viewer: int) -> Seat:
    state = position.state
    known = seat == viewer or bool(state.ended)
    stats = [
        Stat(f"block-{seat}", str(int(state.blocks[seat])), "income blocks on the map", chip=True),
        Stat("income", str(int(state.marker[seat])), "income", chip=True),
    ]
    if known:
        stats.append(Stat("cash", str(int(state.cash[seat])), "cash"))
    if seat == viewer:
        stats.append(Stat("deed", str(int(state.deeds_held[seat])), "deeds in hand"))
        stats.append(Stat("permit", str(int(state.permits_held[seat])), "permits in hand"))
    if seat == int(state.chair) and not state.ended:
        stats.append(Stat("chair", "", "holds the chair this year"))
    return Seat(tuple(stats))


# --- Gallery and cover ----------------------------------------------------------------------------------------------


def gallery(cards: CardSet) -> list[tuple[str, list[Piece]]]:
    """Every card under headings; their page needs `render.html.sprite(pieces, symbol)`."""
    permits = [
        Piece(card_faces.explained(cards, card.index, copies=card.count), captions.permit(cards, card.index))
        for card in cards.permits
    ]
    people = []
    for who in cards.characters:
        says = f"{who.name}: starts with {listing([cards.permits[kind].name for kind in who.permits])}"
        shape = Shape(0, 0, CHARACTER_W, CHARACTER_H, card_faces.character(cards, who.index))
        people.append(Piece(shape, says))
    buildings = [Piece(building_types.card(cards, kind), captions.walls(cards, kind)) for kind in cards.buildings]
    simple, other = permits[: s.REDEVELOP + 1], permits[s.REDEVELOP + 1 :]
    return [("Simple permits", simple), ("Permits", other), ("Buildings", buildings), ("Characters", people)]


def cover() -> Shape:
    """A picture of the game: a corner of the town with all seven roofs."""
    return picture()
