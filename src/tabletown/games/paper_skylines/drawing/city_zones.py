"""Cities as zones: buildings in a row above the ground, tucked cards below it, the mayor on a roof.

A city that grows too wide for its frame is first drawn smaller, then folded into several streets, one below another.
Towers that grow too high get lower storeys. What a zone shows is read from a view first (`city_of`); what is drawn from
it is kept, so that a city in which nothing has changed costs nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil
from typing import TypeVar

from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import Value, replace
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Building, CardSet
from tabletown.games.paper_skylines.drawing import captions, card_faces, city_buildings, faces
from tabletown.games.paper_skylines.drawing.captions import Card
from tabletown.games.paper_skylines.drawing.city_buildings import LARGE, SMALL, Look
from tabletown.games.paper_skylines.drawing.mayors_and_markers import mayor
from tabletown.games.paper_skylines.drawing.scenery import landscape
from tabletown.games.paper_skylines.text.names import chain, piece_id
from tabletown.games.plain_state import plain
from tabletown.render.scene import Button, Counts, Face, Piece, Shape, Zone
from tabletown.render.text import MINUS, text

# --- What a zone shows ----------------------------------------------------------------------------------------------


class Tower(Value, frozen=True):
    """One slot of a city: built cards from the lowest to the top card, tucked cards; a lot has neither."""

    built: tuple[Card, ...] = ()
    tucked: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)  # `city_of` returns the same object for the same city
class Cityscape:
    """The city of a seat: what stands on its slots, and on which of them the mayor is."""

    seat: int
    towers: tuple[Tower, ...]
    mayor: int
    buildings: int  # lots do not count
    tallest: int  # floors of the tallest building


class Spot(Value, frozen=True):
    """A place where the held card may be built, and its price there."""

    spot: int
    button: Button
    price: int | None


class Moves(Value, frozen=True):
    """What can be clicked in a city, and what is being built there."""

    roofs: tuple[tuple[int, Button], ...] = ()  # by slot
    spots: tuple[Spot, ...] = ()
    held: Building | None = None
    hand: Button | None = None  # for the hand of this seat, face down
    walks: bool = False  # roofs are places for the mayor to go to


def city_of(position: Position, seat: int) -> Cityscape:
    """The city of a seat as it stands."""
    state = plain(position)
    slots = state.slots[seat]
    built = tuple([tuple(chain(state, top)) for top in state.top[seat][:slots]])
    tucked = tuple([tuple(chain(state, under)) for under in state.under[seat][:slots]])
    return _cityscape(position.cards, seat, built, tucked, state.mayor[seat])


Numbers = tuple[tuple[int, ...], ...]
"""For every slot, cards by their numbers."""


@lru_cache(maxsize=4096)
def _cityscape(cards: CardSet, seat: int, built: Numbers, tucked: Numbers, mayor: int) -> Cityscape:
    towers = tuple(
        Tower(tuple(cards.numbered[number] for number in above), tuple(cards.numbered[number] for number in below))
        for above, below in zip(built, tucked, strict=True)
    )
    heights = [len(above) for above in built if above]
    return Cityscape(seat, towers, mayor, len(heights), max(heights, default=0))


# --- Where things stand ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)  # each frame is one object
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

    def plot(self, spot: int) -> "Plot":
        """The place of a tower."""
        return Plot(self.frame.look, *self.place(spot), self.scale, self.storey(spot), self.tuck(spot))


class Plot(Value, frozen=True):
    """Where a tower is drawn: left edge and ground line, how large, how high its storeys and tucked edges are."""

    look: Look
    left: float
    ground: float
    scale: float
    storey: float
    tuck: float

    def at(self, bottom: float, w: float, h: float, svg: str) -> Shape:
        """A drawing of w by h units of the look, whose lower edge is so far above the ground."""
        return card_faces.placed(svg, w, h, self.left, self.ground - (bottom + h) * self.scale, self.scale)


@lru_cache(maxsize=2048)
def _fit(city: Cityscape, frame: Frame, left: bool, right: bool, top: float = 0.0) -> Fit:
    """A city in a frame, with the ends at which something can be built."""
    spots = (*((s.LEFT_END,) if left else ()), *range(len(city.towers)), *((s.RIGHT_END,) if right else ()))
    return Fit(frame, spots or (0,), dict(enumerate(city.towers)), city.mayor, top)


def height(city: Cityscape, frame: Frame) -> float:
    """How high the zone of a city is in a frame."""
    return _fit(city, frame, left=False, right=False).h


# --- Zones ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def zone(
    city: Cityscape,
    title: str,
    role: str,
    backs: tuple[int, ...],
    moves: Moves,
    wide: Frame,
    narrow: Frame,
    high: float = 0,
) -> Zone:
    """A city; `backs` are the hand cards of each level, `high` is how high the zones beside it are."""
    ends = {found.spot for found in moves.spots}
    left, right = s.LEFT_END in ends, s.RIGHT_END in ends
    fits = _fit(city, wide, left, right), _fit(city, narrow, left, right)
    if high > fits[0].h:
        fits = _fit(city, wide, left, right, high - fits[0].h), fits[1]
    return _Drawing(city, moves, fits).zone(title, role, backs)


@dataclass(frozen=True)
class _Drawing:
    city: Cityscape
    moves: Moves
    fits: tuple[Fit, Fit]

    def zone(self, title: str, role: str, backs: tuple[int, ...]) -> Zone:
        wide, narrow = self.fits
        pieces = [
            _both(
                self.fits,
                lambda fit: Shape(0, 0, fit.frame.w, fit.h, landscape(fit.frame.w, fit.levels)),
                state="backdrop",
                face=Face(faces.ground(), "ps-ground"),
            )
        ]
        buttons, spots = dict(self.moves.roofs), {found.spot: found for found in self.moves.spots}
        if s.LEFT_END in spots:
            pieces.append(self._spot(spots[s.LEFT_END]))
        for slot, tower in enumerate(self.city.towers):
            plots = wide.plot(slot), narrow.plot(slot)
            *below, roof = _tower(slot, tower, plots)
            pieces += below
            pieces.append(self._offer(roof, tower, plots, buttons[slot]) if slot in buttons else roof)
            if slot == self.city.mayor:
                pieces.append(self._mayor())
            if slot in spots:
                pieces.append(self._spot(spots[slot]))
        if s.RIGHT_END in spots:
            pieces.append(self._spot(spots[s.RIGHT_END]))
        if role == "rival" or self.moves.hand:
            pieces.append(self._hand(backs))
        return Zone(
            f"city-{self.city.seat}", title, wide.frame.w, wide.h, tuple(pieces), role, self.city.seat,
            narrow.frame.w, narrow.h, bubbles="inwards" if role == "own" else "down", counts=self._counts(),
        )  # fmt: skip

    def _counts(self) -> Counts:
        """Columns, floors of the tallest building, and cards tucked under one building at most."""
        tucked = max((len(tower.tucked) for tower in self.city.towers), default=0)
        return ("columns", len(self.fits[0].spots)), ("floors", max(self.city.tallest, 1)), ("tucked", tucked)

    def _offer(self, roof: Piece, tower: Tower, plots: tuple[Plot, Plot], button: Button) -> Piece:
        """A roof with its move; where the mayor may go, he is seen there."""
        top, height = tower.built[-1], len(tower.built)

        def visitor(plot: Plot) -> Shape:
            look = plot.look
            x, up = city_buildings.stands(top, look)
            svg = mayor(self.city.seat, x, look.roof(top) - up, look.mayor)
            return plot.at(plot.storey * (height - 1), look.w, look.roof(top), svg)

        wide, narrow = (visitor(plot) for plot in plots) if self.moves.walks else (None, None)
        label = captions.unsaid(roof.label, top, button)
        face = roof.face
        if face and self.moves.walks:
            face = replace(face, ghost=faces.mayor(self.city.seat))
        return replace(roof, label=label, button=button, ghost=wide, small_ghost=narrow, face=face)

    def _mayor(self) -> Piece:
        slot, seat = self.city.mayor, self.city.seat
        tower = self.city.towers[slot]
        top = tower.built[-1]

        def draw(fit: Fit) -> Shape:
            look = fit.frame.look
            x, up = city_buildings.stands(top, look)
            h, w = look.mayor, look.mayor * 24 / 41
            left, ground = fit.place(slot)
            y = ground - (fit.storey(slot) * (len(tower.built) - 1) + up + h) * fit.scale
            return card_faces.placed(mayor(seat, w / 2, h, h), w, h, left + (x - w / 2) * fit.scale, y, fit.scale)

        face = Face(faces.mayor(seat), "ps-mayor", _group(slot), _standing(top, len(tower.built)))
        name = "Your mayor" if self.fits[0].frame.look is LARGE else f"{the_seat(seat)}'s mayor"
        return _both(self.fits, draw, f"{name}, on {top.name}", id=f"mayor-{seat}", state="figure", face=face)

    def _spot(self, found: Spot) -> Piece:
        held, spot = self.moves.held, found.spot
        tower = self.fits[0].tower(spot)

        def box(fit: Fit) -> Shape:
            look = fit.frame.look
            bottom = fit.storey(spot) * (len(tower.built) - 1) + look.base(tower.built[-1]) if tower.built else 0.0
            h = 62.0 if tower.built else 100.0
            return fit.plot(spot).at(bottom, look.w, h, _outline(look.w, h, found.price, held))

        def ghost(fit: Fit) -> Shape | None:
            if held is None:
                return None
            look, slot = fit.frame.look, box(fit)
            lower = look.base(tower.built[-1]) - look.storey if tower.built else 0.0
            y = (62.0 if tower.built else 100.0) + lower - look.roof(held)
            svg = f'<g transform="translate(0 {y:g})">{city_buildings.roof(held, look)}</g>'
            return card_faces.placed(svg, slot.w / fit.scale, slot.h / fit.scale, 0, 0, fit.scale)

        wide, narrow = self.fits
        button = found.button
        return _both(
            self.fits, box, button.sentence, button=button, state="slot", ghost=ghost(wide), small_ghost=ghost(narrow),
            face=Face(
                faces.place(found.price, held.cost if held else 0), "ps-place", _group(spot),
                (("under", len(tower.built)),), ghost=faces.roof(held) if held else "",
            ),
        )  # fmt: skip

    def _hand(self, backs: tuple[int, ...]) -> Piece:
        """A hand face down: how many cards of each level."""
        levels = tuple((level, n) for level, n in enumerate(backs, 1) if n)

        def draw(fit: Fit) -> Shape:
            return Shape(7, 7, max(40.0 * len(levels), 48), 24, _backs(levels))

        name, number = the_seat(self.city.seat), sum(backs)
        of_levels = ", ".join(f"{n} of level {level}" for level, n in levels)
        label = f"{name}'s hand: {of_levels}" if number else f"{name} has no hand cards"
        return _both(
            self.fits, draw, label, button=self.moves.hand, rule="PS-25", face=Face(faces.backs(levels), "ps-backs")
        )


def _group(spot: int) -> str:
    """The box of a tower on a page whose style sheet lays pieces out."""
    return f"ps-tower ps-tower-{spot}"


def _standing(top: Card, height: int) -> Counts:
    """How many floors are under a top card, and how high a mayor stands on its picture, in percent."""
    up = city_buildings.stands(top, LARGE)[1] - LARGE.base(top)
    return ("under", height - 1), ("up", round(100 * up / (76 * LARGE.picture)))


At = TypeVar("At", Fit, Plot)


def _both(places: tuple[At, At], draw: Callable[[At], Shape], label: str = "", **more: object) -> Piece:
    """A piece that is drawn alike in the wide and in the narrow layout."""
    wide, narrow = places
    return Piece(draw(wide), label, small=draw(narrow), **more)  # type: ignore[arg-type]


# --- Towers ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def _tower(slot: int, tower: Tower, plots: tuple[Plot, Plot]) -> tuple[Piece, ...]:
    """The pieces of a tower, its roof last; a lot is one piece."""
    if not tower.built:
        lot = Face(faces.lot(), "ps-lot", _group(slot))
        return (_both(plots, _lot, f"An empty lot in place {slot + 1}", rule="PS-17", face=lot),)
    return (
        *(_edge(slot, n, found, plots) for n, found in enumerate(tower.tucked)),
        *(_storey(slot, n, found, plots) for n, found in enumerate(tower.built[:-1])),
        _roof(slot, tower, plots),
    )


def _edge(slot: int, n: int, found: Card, plots: tuple[Plot, Plot]) -> Piece:
    def draw(plot: Plot) -> Shape:
        look, h = plot.look, plot.tuck
        shift = 6.0 * (n % 2) if look is LARGE else 0.0
        drop = -h * (n + 1) - look.tuck * 0.22  # below the kerb
        return plot.at(drop, look.w, h, city_buildings.tucked(found, look, round(h, 2), shift))

    label = captions.covered(found, "tucked")
    face = Face(faces.covered(found), f"ps-edge ps-type-{found.type}", _group(slot), (("under", n),))
    return _both(plots, draw, label, id=piece_id(found), rule="PS-30", large=card_faces.close_up(found), face=face)


def _storey(slot: int, n: int, found: Card, plots: tuple[Plot, Plot]) -> Piece:
    def draw(plot: Plot) -> Shape:
        look, h = plot.look, plot.storey
        return plot.at(h * n, look.w, h, city_buildings.storey(found, look, round(h, 2)))

    label = captions.covered(found, "built over")
    face = Face(faces.covered(found), f"ps-storey ps-type-{found.type}", _group(slot), (("under", n),))
    return _both(plots, draw, label, id=piece_id(found), rule="PS-11", large=card_faces.close_up(found), face=face)


def _roof(slot: int, tower: Tower, plots: tuple[Plot, Plot]) -> Piece:
    top, height = tower.built[-1], len(tower.built)

    def draw(plot: Plot) -> Shape:
        look = plot.look
        return plot.at(plot.storey * (height - 1), look.w, look.roof(top), city_buildings.roof(top, look))

    label = captions.roof(top, height, len(tower.tucked))
    face = Face(faces.roof(top), f"ps-roof ps-type-{top.type}", _group(slot), _standing(top, height))
    return _both(
        plots, draw, label, id=piece_id(top), state="cutout", rule=captions.rule(top), large=card_faces.close_up(top),
        face=face,
    )  # fmt: skip


def _lot(plot: Plot) -> Shape:
    scale = plot.scale * plot.look.w / city_buildings.LOT_W
    return card_faces.placed(
        city_buildings.lot(),
        city_buildings.LOT_W,
        city_buildings.LOT_H,
        plot.left,
        plot.ground - city_buildings.LOT_H * scale,
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
