"""The table of UpTown as a scene: five sites a street, every deck with its top card open, the public pile."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import replace
from tabletown.games.offered import Offered, rivals_of, scene
from tabletown.games.plain_state import plain
from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import TYPE_NAMES, CardSet, Project
from tabletown.games.uptown.drawing import decks, faces, streets, symbols
from tabletown.games.uptown.drawing.cover import picture
from tabletown.games.uptown.text.street_floors import Street, streets_of, worth
from tabletown.render.scene import Button, Counts, Face, Piece, Scene, Seat, Shape, Stat, Zone
from tabletown.render.text import number

symbol = symbols.symbol
"""The drawings that pieces refer to (see `render.html.sprite`)."""

TYPES = TYPE_NAMES
"""The types by which cards of the gallery can be found."""

_LOW = 1  # floors; a page explains the game while no tower is higher
_ROOM = 4  # floors for which the own street always has room


def draw(position: Position, seat: int, buttons: Mapping[int, Button]) -> Scene:
    """The table as a seat sees it, and -1 for a spectator, who sees seat 0 in front.

    `buttons` are the actions that can be clicked now; those that belong to no piece end up in the scene's own buttons.
    """
    offered = Offered(s.ACTIONS, buttons)
    streets_now = streets_of(position)
    zones = (*_streets(position, seat, streets_now, offered), *decks.zones(position, seat, offered.take))
    low = max(max(street.heights) for street in streets_now) <= _LOW
    if low:
        zones = (*zones, _goal(position.cards))
    counts = _counts(streets_now, max(seat, 0), low)
    return scene(position, seat, zones, _seats(position, streets_now), offered, symbol, counts)


def _counts(streets_now: Sequence[Street], seat: int, low: bool) -> Counts:
    """The floors that the own street and those of the others need room for, and whether all towers are low."""
    rooms = [streets.Sites(street).room for street in streets_now]
    others = max(room for other, room in enumerate(rooms) if other != seat)
    return ("lv", max(rooms[seat], _ROOM)), ("rlv", others), ("low", int(low))


@lru_cache(maxsize=16)
def _goal(cards: CardSet) -> Zone:
    """What the game is about, in the room that towers do not need yet."""
    projects = list(cards.projects.values())
    full = (project for project in projects if project.where and project.income and project.prestige and project.icons)
    example = replace(next(full, projects[0]), name="Its name")  # no card is named that may still lie in a deck
    piece = Piece(Shape(0, 0, 1, 1, ""), face=Face(faces.goal(example)))
    return Zone("goal", "How this is won", 1, 1, (piece,), "notice")


def _streets(position: Position, seat: int, streets_now: Sequence[Street], offered: Offered) -> list[Zone]:
    chosen = position.cards.projects.get(plain(position).chosen)
    shown = [_sites(street, offered.all("site", street.seat), chosen) for street in streets_now]
    own, *rivals = (shown[other] for other in (max(seat, 0), *rivals_of(position, seat)))
    wide = streets.RIVALS[min(len(rivals), len(streets.RIVALS)) - 1]
    levels = max(sites.levels for sites in rivals)
    zones = [streets.zone(_whose(sites), "rival", sites, wide, streets.RIVAL_PHONE, levels) for sites in rivals]
    title = "Your street" if seat >= 0 else _whose(own)
    return [*zones, streets.zone(title, "own", own, streets.OWN, streets.OWN_PHONE, streets.OWN.levels)]


def _sites(street: Street, slots: Mapping[int, Button], chosen: Project | None) -> streets.Sites:
    if not slots:
        return streets.Sites(street)
    return streets.Sites(street, tuple(slots.get(site) for site in range(s.SITES)), chosen)


def _whose(sites: streets.Sites) -> str:
    return f"{the_seat(sites.street.seat)}'s street"


def _seats(position: Position, streets_now: Sequence[Street]) -> list[Seat]:
    state = plain(position)
    accounts, start = state.account, state.start
    return [
        _seat(account, worth(street).income, worth(street).prestige, street.seat == start)
        for street, account in zip(streets_now, accounts, strict=False)
    ]


@lru_cache(maxsize=1024)
def _seat(account: int, income: int, prestige: int, starts: bool) -> Seat:
    stats = (
        Stat("coin", str(account), "upcoins in the account", chip=True),
        Stat("star", number(prestige), "prestige of the street"),
        Stat("roof", str(max(0, income)), "next roof pays", soft=True),
        Stat("", number(prestige + account // 3), "score", chip=True, soft=True),
    )
    return Seat(stats, ("starts each round",) if starts else ())


def gallery(cards: CardSet) -> list[tuple[str, list[Piece]]]:
    """Every card, whole, under headings; their page needs `render.html.sprite(pieces, symbol)`."""
    project = [decks.card_piece(cards.ends(n), cards.cost[n]) for n in range(len(cards.project_cards))]
    public = [decks.card_piece(cards.faces(n), None) for n in range(len(cards.public_cards))]
    return [("Project cards", project), ("Public cards", public)]


def cover() -> Shape:
    """A picture of the game: a street with towers of all kinds."""
    return picture()
