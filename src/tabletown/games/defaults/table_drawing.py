"""The drawing of a title with declared fields that has none of its own: what lies on the table, and before each seat.

Cards are drawn as cards, piles with what is seen on top, hidden hands as backs with their number, and all else as chips
and tracks. A move that names its cards (`Move.of`) lies on them, all others stand beside the board.
"""

from collections.abc import Callable, Mapping

from tabletown.engine.declared import COUNTS, PILE, Cards, Declared, OneCard
from tabletown.engine.english import many
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.title import Meta
from tabletown.games.defaults import table_faces
from tabletown.games.defaults.cards import CardSet
from tabletown.games.defaults.table_groups import groups_of
from tabletown.games.defaults.table_layout import BRIEF, SLIP, TAG, Box, level_of, zone
from tabletown.games.offered import Offered, rivals_of, scene
from tabletown.render.scene import Button, Piece, Scene, Seat, Shape, Stat, Zone, no_symbols
from tabletown.render.theme import css

BESIDE = Box(371, 385, "common", 2, (BRIEF, SLIP, TAG))  # a small table lies beside the seats
ACROSS = Box(1002, 212, "common", 3, (BRIEF, SLIP, TAG))  # a larger one between them
OWN, OWN_BELOW = Box(1019, 462, "own"), Box(1019, 312, "own")
RIVAL, RIVAL_ABOVE = 256.0, 152.0  # how high the area of a rival is, without and with a table across
MOST_BESIDE = 6  # places for cards of a table that lies beside the seats
FANNED = 5  # cards of the cover
COVER_H = 120.0


class DeclaredDrawing:
    """What a title's module `drawing.table` defines, from its declared fields."""

    TYPES: tuple[str, ...] = ()

    def __init__(self, meta: Meta, declared: Declared, cards: Callable[[], CardSet]) -> None:
        self._meta, self._declared, self._cards = meta, declared, cards
        self._common = any(not one.each for one in declared.fields)
        self._each = any(one.each for one in declared.fields)
        self._across = _places(declared) > MOST_BESIDE

    symbol = staticmethod(no_symbols)

    def draw(self, position: Position, seat: int, buttons: Mapping[int, Button], **_: object) -> Scene:
        """The table as a seat sees it, and -1 for a spectator, who sees seat 0 in front."""
        offered = Offered(position.title.actions, buttons)
        zones = list(self._zones(position, seat, offered))
        seats = [Seat((Stat("", str(points), "points", chip=True, soft=True),)) for points in position.scores()]
        return scene(position, seat, zones, seats, offered, self.symbol)

    def _zones(self, position: Position, seat: int, offered: Offered) -> list[Zone]:
        declared, front = self._declared, max(seat, 0)
        shown = table_faces.faces_of(declared, position.cards)
        across = self._across and self._common
        zones: list[Zone] = []
        if self._common or not self._each:
            groups = groups_of(declared, position, None, shown, offered, True)
            box = (ACROSS if self._across else BESIDE) if self._each else OWN
            whose = None if self._each else front
            zones.append(zone("table", "The table", whose, groups, box, level_of(groups, box)))
        if not self._each:
            return zones
        groups = groups_of(declared, position, front, shown, offered, True)
        box = OWN_BELOW if across else OWN
        zones.append(zone(f"seat-{front}", _has(front, seat), front, groups, box, level_of(groups, box)))
        rivals = rivals_of(position, seat)
        found = [groups_of(declared, position, number, shown, offered, False) for number in rivals]
        box = _rival(max(1, len(rivals)), across)
        level = max((level_of(groups, box) for groups in found), default=0)  # all of them alike
        for number, groups in zip(rivals, found, strict=True):
            zones.append(zone(f"seat-{number}", _has(number, seat), number, groups, box, level))
        return zones

    def gallery(self, cards: CardSet) -> list[tuple[str, list[Piece]]]:
        """Every kind of card, under its type."""
        shown = table_faces.faces_of(self._declared, cards)
        found = []
        for one in self._declared.types:
            pairs = zip(shown[one.name], cards.of[one.name], strict=True)
            pieces = [
                Piece(table_faces.card(face), f"{face.says}; {many(kind.copies, 'card')}", state="card")
                for face, kind in pairs
            ]
            found.append((table_faces.type_words(one), pieces))
        return found

    def cover(self) -> Shape:
        """Some cards of the game, fanned."""
        shown = table_faces.faces_of(self._declared, self._cards())
        every = [face for faces in shown.values() for face in faces]
        step = max(1, len(every) // FANNED)
        cards = [table_faces.card(face, brief=True) for face in every[::step][:FANNED]]
        while cards and len(cards) < 3:
            cards += cards[: 3 - len(cards)]
        ground = f'<rect class="{css("paper-brand")}" width="300" height="{COVER_H:g}"/>'
        middle = (len(cards) - 1) / 2
        high = max((card.h for card in cards), default=COVER_H)
        scale = min(0.64, (COVER_H - 20) / high)  # the names of all cards are to be seen
        fan = "".join(
            f'<g transform="translate({150 + 48 * (n - middle):g} {COVER_H / 2 + 5 * (abs(n - middle) - 0.5):g}) '
            f'rotate({5 * (n - middle):g}) scale({scale:.3g}) translate({-card.w / 2:g} {-high / 2:g})">{card.svg}</g>'
            for n, card in enumerate(cards)
        )
        return Shape(0, 0, 300, COVER_H, ground + fan)


def _has(number: int, seat: int) -> str:
    return "What you have" if number == seat else f"What {the_seat(number)} has"


def _places(declared: Declared) -> int:
    """For how many cards the table that all share needs room."""
    shared = [one for one in declared.fields if isinstance(one, Cards | OneCard) and not one.each]
    return sum(_room(one) for one in shared)


def _room(one: Cards | OneCard) -> int:
    if isinstance(one, OneCard) or one.form == PILE:
        return 1
    return one.of.kinds if one.form == COUNTS else one.room


def _rival(rivals: int, across: bool) -> Box:
    """The area of each of so many rivals, which lie side by side."""
    narrow = (SLIP, SLIP, TAG) if rivals == 1 else (TAG, TAG, TAG)
    return Box((1019 - 8 * (rivals - 1)) / rivals, RIVAL_ABOVE if across else RIVAL, "rival", narrow=narrow)
