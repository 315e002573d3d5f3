"""The table of UpTown as a scene: five sites a street, every deck with its top card open, the public pile."""

from collections.abc import Mapping

from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.offered import Offered, scene
from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import TYPE_NAMES, CardSet
from tabletown.games.uptown.drawing import decks, streets, symbols
from tabletown.games.uptown.drawing.cover import picture
from tabletown.games.uptown.rules import scoring
from tabletown.render.scene import Button, Piece, Scene, Seat, Shape, Stat, Zone
from tabletown.render.text import number

symbol = symbols.symbol
"""The drawings that pieces refer to (see `render.html.sprite`)."""

TYPES = TYPE_NAMES
"""The types by which cards of the gallery can be found."""


def draw(position: Position, seat: int, buttons: Mapping[int, Button]) -> Scene:
    """The table as a seat sees it, and -1 for a spectator, who sees seat 0 in front.

    `buttons` are the actions that can be clicked now; those that belong to no piece end up in the scene's own buttons.
    """
    offered = Offered(s.ACTIONS, buttons)
    zones = (*_streets(position, seat, offered), *_market(position, seat, offered))
    seats = [_seat(position, other) for other in range(position.players)]
    return scene(position, seat, zones, seats, offered, symbol)


def _streets(position: Position, seat: int, offered: Offered) -> list[Zone]:
    front = max(seat, 0)
    order = [(front + n) % position.players for n in range(position.players)]
    towers = {street: streets.towers(position, street, offered.all("site", street)) for street in order}
    rivals = order[1:]
    wide = streets.RIVALS[min(len(rivals), len(streets.RIVALS)) - 1]
    levels = max(streets.levels(towers[street]) for street in rivals)
    title = "Your street" if seat >= 0 else _whose(front)
    zones = [
        streets.zone(_whose(street), "rival", street, towers[street], wide, streets.RIVAL_PHONE, levels)
        for street in rivals
    ]
    own = streets.zone(title, "own", front, towers[front], streets.OWN, streets.OWN_PHONE, streets.OWN.levels)
    return [*zones, own]


def _whose(street: int) -> str:
    return f"{SEAT_NAMES[street]}'s street"


def _market(position: Position, seat: int, offered: Offered) -> list[Zone]:
    front = max(seat, 0)
    order = [(front + n) % position.players for n in range(position.players)]
    zones = [decks.deck_zone(position, other, seat, SEAT_NAMES[other], offered.take) for other in order]
    public = decks.public_zone(position, offered.take)
    if len(zones) % 2:
        return [*zones, decks.discards_zone(position, compact=False), public]
    discards = [decks.discards_zone(position, compact=True)] if position.state.discarded else []
    return [*zones, public, *discards]


def _seat(position: Position, seat: int) -> Seat:
    state, cards = position.state, record(position.cards.data)
    pays = max(0, int(scoring.street_income(state, cards, seat)))
    prestige = int(scoring.street_prestige(state, cards, seat))
    score = prestige + int(state.account[seat]) // 3
    stats = [
        Stat("coin", str(state.account[seat]), "upcoins in the account", chip=True),
        Stat("star", number(prestige), "prestige of the street"),
        Stat("roof", str(pays), "next roof pays", soft=True),
        Stat("", number(score), "score", chip=True, soft=True),
    ]
    badges = ("starts each round",) if seat == state.start else ()
    return Seat(tuple(stats), badges)


def gallery(cards: CardSet) -> list[tuple[str, list[Piece]]]:
    """Every card, whole, under headings; their page needs `render.html.sprite(pieces, symbol)`."""
    project = [decks.card_piece(cards.ends(n), cards.cost[n]) for n in range(len(cards.project_cards))]
    public = [decks.card_piece(cards.faces(n), None) for n in range(len(cards.public_cards))]
    return [("Project cards", project), ("Public cards", public)]


def cover() -> Shape:
    """A picture of the game: a street with towers of all kinds."""
    return picture()
