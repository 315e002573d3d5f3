"""Cities as zones: buildings in a row above the ground, tucked cards below it, the mayor on a roof.

A city that grows too wide for its frame is first drawn smaller, then folded into several streets, one below another.
Towers that grow too high get lower storeys.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import ceil

from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Building
from tabletown.games.paper_skylines.drawing import captions, card_faces, city_buildings
from tabletown.games.paper_skylines.drawing.captions import Card
from tabletown.games.paper_skylines.drawing.city_buildings import LARGE, SMALL, Look
from tabletown.games.paper_skylines.drawing.mayors_and_markers import mayor
from tabletown.games.paper_skylines.drawing.scenery import landscape
from tabletown.games.paper_skylines.text.names import built, card, piece_id, tucked_cards
from tabletown.render.scene import Button, Piece, Shape, Zone
from tabletown.render.text import MINUS, text


@dataclass(frozen=True, slots=True)
class Tower:
    """One slot of a city: built cards from the lowest to the top card, tucked cards; a lot has neither."""

    built: tuple[Card, ...] = ()
    tucked: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of a city: its width, how buildings are drawn in it, between which sizes, and how high a street is."""

    w: float
    look: Look
    largest: float
    smallest: float
    high: float
    margin: float = 6.0


OWN = Frame(588, LARGE, 1.25, 0.62, 368)
ALONE = Frame(1012, LARGE, 1.1, 0.62, 330)
OWN_PHONE = Frame(374, LARGE, 1.0, 0.74, 330)
RIVAL_PHONE = Frame(374, SMALL, 1.3, 0.8, 190)
RIVALS = (
    Frame(1012, SMALL, 1.35, 0.8, 116),
    Frame(500, SMALL, 1.25, 0.8, 116),
    Frame(329, SMALL, 1.2, 0.7, 116),
)
"""The cities of rivals on a wide page that holds one to three of them."""


@dataclass(frozen=True)
class Moves:
    """What can be clicked in a city, and what is being built there."""

    roofs: Mapping[int, Button] = field(default_factory=dict)  # by slot
    spots: Mapping[int, Button] = field(default_factory=dict)  # by spot
    prices: Mapping[int, int] = field(default_factory=dict)  # of those spots
    held: Building | None = None
    hand: Button | None = None  # for the hand of this seat, face down
    walks: bool = False  # roofs are places for the mayor to go to


@dataclass(frozen=True)
class Fit:
    """Columns in a frame: spots from left to right, in one or more streets."""

    frame: Frame
    spots: tuple[int, ...]
    city: Mapping[int, Tower]
    mayor: int  # the slot where he stands
    top: float = 0.0  # more sky over the first street

    @cached_property
    def streets(self) -> list[tuple[int, ...]]:
        """The spots of each street."""
        folds = 1
        while self._across(ceil(len(self.spots) / folds)) < self.frame.smallest:
            folds += 1
        per = ceil(len(self.spots) / folds)
        return [self.spots[n : n + per] for n in range(0, len(self.spots), per)]

    def _across(self, columns: int) -> float:
        frame = self.frame
        return min(frame.largest, round((frame.w - 2 * frame.margin) / (columns * frame.look.column), 3))

    @cached_property
    def scale(self) -> float:
        """How large buildings are drawn."""
        highest = max(self._up(street) + self._down(street) for street in self.streets)
        return min(self._across(len(self.streets[0])), round(self.frame.high / highest, 3))

    def _up(self, street: Sequence[int]) -> float:
        look = self.frame.look
        least = look.sign + look.floor * 2 + 76 * look.picture
        room = 40.0 if look is LARGE else 8.0  # for what is built next
        return max([least, *(self.height(spot) for spot in street)]) + room

    def _down(self, street: Sequence[int]) -> float:
        look = self.frame.look
        most = max(len(self.tower(spot).tucked) * self.tuck(spot) for spot in street)
        return max(look.tuck, most) + look.tuck * 0.7

    def tower(self, spot: int) -> Tower:
        """What stands on a spot."""
        return self.city.get(spot, Tower())

    def storey(self, spot: int) -> float:
        """How high the storeys of a tower are, in units of the look."""
        below, most = len(self.tower(spot).built) - 1, 6
        return self.frame.look.storey * (1 if below <= most else max(most / below, 0.3))

    def tuck(self, spot: int) -> float:
        """How high the edges of the cards tucked under a tower are."""
        number, most = len(self.tower(spot).tucked), 4
        return self.frame.look.tuck * (1 if number <= most else max(most / number, 0.35))

    def height(self, spot: int) -> float:
        """How high a tower is, in units of the look; with the mayor, if he stands on it."""
        tower, look = self.tower(spot), self.frame.look
        if not tower.built:
            return 0.0
        top = tower.built[-1]
        person = city_buildings.stands(top, look)[1] + look.mayor if spot == self.mayor else 0.0
        return max(look.roof(top), person) + (len(tower.built) - 1) * self.storey(spot)

    @cached_property
    def levels(self) -> tuple[tuple[float, float, float], ...]:
        """Upper edge, ground line and lower edge of every street."""
        found, y = [], 0.0
        for n, street in enumerate(self.streets):
            ground = y + self._up(street) * self.scale + (self.top if n == 0 else 0)
            bottom = ground + self._down(street) * self.scale
            found.append((round(y, 2), round(ground, 2), round(bottom, 2)))
            y = bottom
        return tuple(found)

    @property
    def h(self) -> float:
        """Height of the zone."""
        return self.levels[-1][2]

    def place(self, spot: int) -> tuple[float, float]:
        """Where a spot is: its left edge and its ground line."""
        n = next(n for n, street in enumerate(self.streets) if spot in street)
        street = self.streets[n]
        column = self.frame.look.column * self.scale
        left = (self.frame.w - len(street) * column) / 2 + (column - self.frame.look.w * self.scale) / 2
        return left + street.index(spot) * column, self.levels[n][1]


def zone(
    position: Position, seat: int, title: str, role: str, moves: Moves, wide: Frame, narrow: Frame, high: float = 0
) -> Zone:
    """The city of a seat; `high` is how high the zones beside it are."""
    fits = fit(position, seat, wide, moves), fit(position, seat, narrow, moves)
    if high > fits[0].h:
        fits = replace(fits[0], top=high - fits[0].h), fits[1]
    return _Drawing(position, seat, moves, fits).zone(title, role)


def fit(position: Position, seat: int, frame: Frame, moves: Moves | None = None) -> Fit:
    """The city of a seat in a frame, with the ends at which something can be built."""
    ends = moves.spots if moves else {}
    spots = (
        *((s.LEFT_END,) if s.LEFT_END in ends else ()),
        *range(int(position.state.slots[seat])),
        *((s.RIGHT_END,) if s.RIGHT_END in ends else ()),
    )
    return Fit(frame, spots or (0,), city_of(position, seat), int(position.state.mayor[seat]))


def city_of(position: Position, seat: int) -> dict[int, Tower]:
    """What stands on every slot of a city."""
    return {
        slot: Tower(
            tuple(card(position, c) for c in built(position, seat, slot)),
            tuple(card(position, c) for c in tucked_cards(position, seat, slot)),
        )
        for slot in range(int(position.state.slots[seat]))
    }


@dataclass(frozen=True)
class _Drawing:
    position: Position
    seat: int
    moves: Moves
    fits: tuple[Fit, Fit]

    def zone(self, title: str, role: str) -> Zone:
        wide, narrow = self.fits
        pieces = [
            self._piece(
                lambda fit: Shape(0, 0, fit.frame.w, fit.h, landscape(fit.frame.w, fit.levels)), state="backdrop"
            )
        ]
        for slot in range(int(self.position.state.slots[self.seat])):
            pieces.extend(self._tower(slot))
        if self.position.state.slots[self.seat]:
            pieces.append(self._mayor())
        pieces.extend(self._spot(spot, button) for spot, button in self.moves.spots.items())
        if role == "rival" or self.moves.hand:
            pieces.append(self._hand())
        return Zone(
            f"city-{self.seat}", title, wide.frame.w, wide.h, tuple(pieces), role, self.seat, narrow.frame.w, narrow.h,
            bubbles="inwards" if role == "own" else "down",
        )  # fmt: skip

    def _piece(self, draw: Callable[[Fit], Shape], label: str = "", **more: object) -> Piece:
        wide, narrow = self.fits
        return Piece(draw(wide), label, small=draw(narrow), **more)  # type: ignore[arg-type]

    def _id(self, found: Card) -> str:
        return piece_id(self.position, found.index if isinstance(found, Building) else found.card)

    def _tower(self, slot: int) -> list[Piece]:
        tower = self.fits[0].tower(slot)
        if not tower.built:
            return [self._piece(partial(_lot, slot=slot), f"An empty lot in place {slot + 1}", rule="PS-17")]
        pieces = [self._edge(slot, n, found) for n, found in enumerate(tower.tucked)]
        pieces += [self._storey(slot, n, found) for n, found in enumerate(tower.built[:-1])]
        return [*pieces, self._roof(slot, tower)]

    def _edge(self, slot: int, n: int, found: Card) -> Piece:
        def draw(fit: Fit) -> Shape:
            look, h = fit.frame.look, fit.tuck(slot)
            shift = 6.0 * (n % 2) if look is LARGE else 0.0
            drop = -h * (n + 1) - look.tuck * 0.22  # below the kerb
            return _at(fit, slot, drop, look.w, h, city_buildings.tucked(found, look, round(h, 2), shift))

        return self._piece(
            draw, captions.covered(found, "tucked"), id=self._id(found), rule="PS-30", large=card_faces.close_up(found)
        )

    def _storey(self, slot: int, n: int, found: Card) -> Piece:
        def draw(fit: Fit) -> Shape:
            h = fit.storey(slot)
            return _at(fit, slot, h * n, fit.frame.look.w, h, city_buildings.storey(found, fit.frame.look, round(h, 2)))

        return self._piece(
            draw,
            captions.covered(found, "built over"),
            id=self._id(found),
            rule="PS-11",
            large=card_faces.close_up(found),
        )

    def _roof(self, slot: int, tower: Tower) -> Piece:
        top, height = tower.built[-1], len(tower.built)

        def draw(fit: Fit) -> Shape:
            look = fit.frame.look
            return _at(
                fit, slot, fit.storey(slot) * (height - 1), look.w, look.roof(top), city_buildings.roof(top, look)
            )

        def visitor(fit: Fit) -> Shape:
            look = fit.frame.look
            x, up = city_buildings.stands(top, look)
            svg = mayor(self.seat, x, look.roof(top) - up, look.mayor)
            return _at(fit, slot, fit.storey(slot) * (height - 1), look.w, look.roof(top), svg)

        button = self.moves.roofs.get(slot)
        wide, narrow = (visitor(fit) for fit in self.fits) if button and self.moves.walks else (None, None)
        label = captions.unsaid(captions.roof(top, height, len(tower.tucked)), top, button)
        return self._piece(
            draw, label, id=self._id(top), button=button, state="cutout",
            rule=captions.rule(top), ghost=wide, small_ghost=narrow, large=card_faces.close_up(top),
        )  # fmt: skip

    def _mayor(self) -> Piece:
        slot = int(self.position.state.mayor[self.seat])
        tower = self.fits[0].tower(slot)
        top = tower.built[-1]

        def draw(fit: Fit) -> Shape:
            look = fit.frame.look
            x, up = city_buildings.stands(top, look)
            h, w = look.mayor, look.mayor * 24 / 41
            left, ground = fit.place(slot)
            y = ground - (fit.storey(slot) * (len(tower.built) - 1) + up + h) * fit.scale
            return card_faces.placed(mayor(self.seat, w / 2, h, h), w, h, left + (x - w / 2) * fit.scale, y, fit.scale)

        name = "Your mayor" if self.fits[0].frame.look is LARGE else f"{SEAT_NAMES[self.seat]}'s mayor"
        return self._piece(draw, f"{name}, on {top.name}", id=f"mayor-{self.seat}", state="figure")

    def _spot(self, spot: int, button: Button) -> Piece:
        held = self.moves.held
        tower = self.fits[0].tower(spot)

        def box(fit: Fit) -> Shape:
            look = fit.frame.look
            bottom = fit.storey(spot) * (len(tower.built) - 1) + look.base(tower.built[-1]) if tower.built else 0.0
            h = 62.0 if tower.built else 100.0
            return _at(fit, spot, bottom, look.w, h, _outline(look.w, h, self.moves.prices.get(spot), held))

        def ghost(fit: Fit) -> Shape | None:
            if held is None:
                return None
            look, slot = fit.frame.look, box(fit)
            lower = look.base(tower.built[-1]) - look.storey if tower.built else 0.0
            y = (62.0 if tower.built else 100.0) + lower - look.roof(held)
            svg = f'<g transform="translate(0 {y:g})">{city_buildings.roof(held, look)}</g>'
            return card_faces.placed(svg, slot.w / fit.scale, slot.h / fit.scale, 0, 0, fit.scale)

        wide, narrow = self.fits
        return self._piece(
            box, button.sentence, button=button, state="slot", ghost=ghost(wide), small_ghost=ghost(narrow)
        )

    def _hand(self) -> Piece:
        """A hand face down: how many cards of each level."""
        levels = [(level + 1, int(n)) for level, n in enumerate(self.position.state.hand_levels[self.seat]) if n]

        def draw(fit: Fit) -> Shape:
            return Shape(7, 7, max(40.0 * len(levels), 48), 24, _backs(tuple(levels)))

        number = sum(n for _, n in levels)
        of_levels = ", ".join(f"{n} of level {level}" for level, n in levels)
        label = (
            f"{SEAT_NAMES[self.seat]}'s hand: {of_levels}" if number else f"{SEAT_NAMES[self.seat]} has no hand cards"
        )
        return self._piece(draw, label, button=self.moves.hand, rule="PS-25")


def _at(fit: Fit, spot: int, bottom: float, w: float, h: float, svg: str) -> Shape:
    """A drawing of w by h units of the look, whose lower edge is so far above the ground of a spot."""
    left, ground = fit.place(spot)
    return card_faces.placed(svg, w, h, left, ground - (bottom + h) * fit.scale, fit.scale)


def _lot(fit: Fit, slot: int) -> Shape:
    left, ground = fit.place(slot)
    scale = fit.scale * fit.frame.look.w / city_buildings.LOT_W
    return card_faces.placed(
        city_buildings.lot(),
        city_buildings.LOT_W,
        city_buildings.LOT_H,
        left,
        ground - city_buildings.LOT_H * scale,
        scale,
    )


def _outline(w: float, h: float, price: int | None, held: Building | None) -> str:
    """A place where the card may be built, with its price there."""
    middle = h / 2
    drawn = [f'<rect class="c-paper-slot" x="1" y="1" width="{w - 2:g}" height="{h - 2:g}" rx="4"/>']
    if price is not None and held is not None:
        drawn.append(card_faces.price(price, w / 2 - 10, middle - 20))
        less = held.cost - price
        words = f"{held.cost} {MINUS} {less}" if less else "full price"
        drawn.append(text(words, w / 2, middle + 19, 11.5, "ink-words", bold=False))
    return "".join(drawn)


def _backs(levels: tuple[tuple[int, int], ...]) -> str:
    drawn = []
    for n, (level, number) in enumerate(levels):
        drawn.append(f'<svg x="{40 * n}" width="17.4" height="24" viewBox="0 0 58 80">{card_faces.back(level)}</svg>')
        drawn.append(text(f"\N{MULTIPLICATION SIGN}{number}", 40 * n + 20, 17, 12, "ink-words", anchor="start"))
    return "".join(drawn) or text("no cards", 0, 16, 11, "ink-quiet", anchor="start", bold=False)
