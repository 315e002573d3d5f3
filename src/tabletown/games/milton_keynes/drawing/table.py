"""The table of Milton Keynes as a scene: the town map with its rail, neighbours, what is for sale, pouch and hand."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tabletown.engine.english import listing
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import replace
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.drawing import (
    building_types,
    captions,
    card_faces,
    characters_and_legend,
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
from tabletown.games.milton_keynes.drawing.other_players import Papers
from tabletown.games.milton_keynes.drawing.preview_map import MapPreview, Pouch
from tabletown.games.milton_keynes.drawing.shortcuts import shortcuts_of
from tabletown.games.milton_keynes.drawing.town import town_of
from tabletown.games.milton_keynes.drawing.town_plan import Plan
from tabletown.games.milton_keynes.text.composing import Cards, cannot_deliver, known_owners, offer_cards
from tabletown.games.milton_keynes.text.known_owners import KnownOwners
from tabletown.games.offered import Offered, rivals_of, scene
from tabletown.games.plain_state import plain
from tabletown.render.scene import Button, Piece, Refusal, Scene, Seat, Shape, Stat, Zone

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


def draw(position: Position, seat: int, buttons: Mapping[int, Button], memory: KnownOwners | None = None) -> Scene:
    """The table as a seat sees it, and -1 for a spectator, who sees seat 0 in front.

    `buttons` are the actions that can be clicked now; those that belong to no piece end up in the scene's own buttons.
    With `memory`, the map shows who is known to hold which deeds.
    """
    offered = _Plots(s.ACTIONS, buttons, {"block": f"block-{max(seat, 0)}", "coin": "cash", "marker": "income"})
    town, pouch = town_of(position), preview_map.pouch_of(position, seat)
    papers = other_players.papers_of(position)
    neighbours = _neighbours(position, seat, papers, offered)
    acts = s.PASS in buttons or s.DECLINE in buttons
    offer = offer_cards(position, seat, memory) if acts else None
    shown = town_map.map_of(
        position,
        seat,
        town,
        pouch,
        offered.on_plots(),
        shortcuts_of(position, seat, offered.left, "ask_deed", "deed"),
        offer,
        known_owners(memory, seat),
    )
    to_come = shown.pouch.totals[seat] if shown.pouch and shown.pouch.ghosts else None
    zones = (
        *neighbours,
        town_map.zone(shown),
        income_rail.zone(position, seat, to_come),
        *_desk(position, seat, town.plan, offered, pouch, shown.pouch),
        _own(position, seat, town.plan, papers, offered, offer),
    )
    drawn = scene(position, seat, zones, _seats(position, seat), offered, symbol)
    return replace(drawn, refusals=_refusals(position, seat, buttons))


def _refusals(position: Position, seat: int, buttons: Mapping[int, Button]) -> tuple[Refusal, ...]:
    """An offer that the seat cannot accept, and why."""
    if s.DECLINE not in buttons or s.ACCEPT in buttons:
        return ()
    return (Refusal("Accept", cannot_deliver(position, seat), "MK-33"),)


def _whose(seat: int) -> str:
    return f"{the_seat(seat)}'s papers"


def _neighbours(position: Position, seat: int, papers: Sequence[Papers], offered: _Plots) -> list[Zone]:
    rivals = rivals_of(position, seat)
    return [
        other_players.zone(papers[rival], _whose(rival), "rival", len(rivals), offered.take("partner", rival))
        for rival in rivals
    ]


def _own(
    position: Position, seat: int, plan: Plan, papers: Sequence[Papers], offered: _Plots, offer: Cards | None
) -> Zone:
    if seat >= 0:
        return own_hand.zone(own_hand.hand_of(position, seat, plan, offered.take, offer))
    return other_players.zone(papers[0], _whose(0), "own", 1)


def _desk(
    position: Position, seat: int, plan: Plan, offered: _Plots, pouch: Pouch | None, preview: MapPreview | None
) -> list[Zone]:
    zones = (
        characters_and_legend.characters(position, offered.take),
        sale_desk.zone(position, seat, plan, offered.take),
        offer_desk.zone(position, seat, plan, shortcuts_of(position, seat, offered.left, "ask_permit", "permit")),
        permit_desk.zone(position, seat),
        pouch_desk.zone(position, seat, plan, pouch, preview),
        characters_and_legend.legend(position),
    )
    return [zone for zone in zones if zone is not None]


# --- Seats ----------------------------------------------------------------------------------------------------------


def _seats(position: Position, viewer: int) -> list[Seat]:
    state = plain(position)
    over = position.is_game_over()
    chair = -1 if over else state.chair
    return [
        _seat(
            seat,
            (state.blocks[seat], state.marker[seat]),
            state.cash[seat] if seat == viewer or over else None,
            (state.deeds_held[seat], state.permits_held[seat]) if seat == viewer else None,
            seat == chair,
        )
        for seat in range(position.players)
    ]


@lru_cache(maxsize=2048)
def _seat(seat: int, income: tuple[int, int], cash: int | None, hand: tuple[int, int] | None, chairs: bool) -> Seat:
    """A seat by its blocks and its marker, its cash and the numbers of its deeds and permits where they are known."""
    blocks, marker = income
    stats = [
        Stat(f"block-{seat}", str(blocks), "income blocks on the map", chip=True),
        Stat("income", str(marker), "income", chip=True),
    ]
    if cash is not None:
        stats.append(Stat("cash", str(cash), "cash"))
    if hand is not None:
        stats.append(Stat("deed", str(hand[0]), "deeds in hand"))
        stats.append(Stat("permit", str(hand[1]), "permits in hand"))
    if chairs:
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
