"""Lanes as zones: shops above the road, houses below it, the board in the middle; large for the own one.

A lane that grows too long for its frame is first drawn smaller, then folded into several streets, one below another.
What a zone shows is read from a view first (`lane_plan.py`, `Moves`); what is drawn from it is kept, so that a lane on
which nothing has changed costs nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import ceil

from tabletown.engine.value import Value, replace
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import Building
from tabletown.games.penny_lane.drawing import captions, card_faces, faces, player_boards
from tabletown.games.penny_lane.drawing.card_faces import BARE, COMPACT, WHOLE, Look, Standing, W, cut
from tabletown.games.penny_lane.drawing.lane_plan import Joint, Street
from tabletown.games.penny_lane.drawing.player_boards import Board
from tabletown.games.penny_lane.drawing.reasons import Reason, said
from tabletown.games.penny_lane.drawing.tokens import centred_signs, link, signs_width
from tabletown.render.icons import place
from tabletown.render.scene import Button, Counts, Face, Gain, Piece, Shape, Zone
from tabletown.render.text import number, text, width


@dataclass(frozen=True, slots=True, eq=False)  # each frame is one object
class Frame:
    """The frame of a lane: its width, how cards are drawn in it, and between which sizes."""

    w: float
    look: Look
    largest: float
    smallest: float
    margin: float = 8.0
    least: int = 5  # columns for which there is always room

    def fit(self, first: int, last: int) -> "Fit":
        """Room for these columns: as large as they can be drawn, folded if that would be too small."""
        return _fit(self, first, last)

    def scale(self, columns: int) -> float:
        """How large cards are drawn if there are so many columns."""
        return min(self.largest, round((self.w - 2 * self.margin) / (columns * W), 3))


class Fit(Value, frozen=True):
    """Columns in a frame, in one or more streets."""

    frame: Frame
    first: int
    columns: int  # of each street
    folds: int
    scale: float

    @property
    def street_h(self) -> float:
        """Height of one street with the margins around it."""
        least = player_boards.height(self.frame.look) * self.frame.largest if self.folds == 1 else 0
        return max(player_boards.height(self.frame.look) * self.scale, least) + 2 * self.frame.margin

    @property
    def h(self) -> float:
        """Height of the frame."""
        return self.street_h * self.folds

    def x(self, column: int) -> float:
        """The left edge of a column."""
        left = (self.frame.w - self.columns * W * self.scale) / 2
        return left + (column - self.first) % self.columns * W * self.scale

    def fold(self, column: int) -> int:
        """In which street a column lies."""
        return (column - self.first) // self.columns

    def y(self, row: int, column: int) -> float:
        """The upper edge of a cell."""
        look = self.frame.look
        top = self.fold(column) * self.street_h + (self.street_h - player_boards.height(look) * self.scale) / 2
        return top + (look.h + look.road) * self.scale * row

    def road(self, fold: int) -> tuple[float, float]:
        """Where the road of a street lies: its upper edge and its height."""
        look = self.frame.look
        middle = (fold + 0.5) * self.street_h
        return middle - look.road * self.scale / 2, look.road * self.scale


@lru_cache(maxsize=1024)
def _fit(frame: Frame, first: int, last: int) -> Fit:
    missing = max(0, frame.least - (last - first + 1))
    first, last = first - (missing + 1) // 2, last + missing // 2
    columns, folds = last - first + 1, 1
    while (scale := frame.scale(ceil(columns / folds))) < frame.smallest:
        folds += 1
    return Fit(frame, first, ceil(columns / folds), folds, scale)


OWN = Frame(1012, WHOLE, 0.9, 0.6)
OWN_PHONE = Frame(374, COMPACT, 0.74, 0.5, 5, 4)
RIVAL_PHONE = Frame(374, BARE, 0.58, 0.36, 5, 3)
RIVALS = (
    Frame(1012, BARE, 0.5, 0.36, 7, 3),
    Frame(500, BARE, 0.5, 0.36, 7, 3),
    Frame(329, BARE, 0.47, 0.33, 6, 3),
    Frame(244, BARE, 0.42, 0.28, 6, 3),
)
"""The lanes of rivals on a wide page that holds one to four of them."""


# --- What a zone shows ----------------------------------------------------------------------------------------------


class Moves(Value, frozen=True):
    """What can be clicked on a lane, and what has been chosen there."""

    slots: tuple[tuple[int, Button], ...] = ()  # by column, for the building that is being added
    cards: tuple[tuple[int, Button], ...] = ()  # by building, the board included
    adding: Building | None = None
    whole: Button | None = None  # the lane itself
    chosen: int = s.NONE
    chips: tuple[tuple[int, str, Button], ...] = ()  # short cuts: by building or board, "leave" or "swap"
    reasons: tuple[tuple[int, Reason], ...] = ()  # by building or board: why it cannot be chosen


def height(street: Street, frame: Frame) -> float:
    """How high a lane is in a frame."""
    return frame.fit(*street.reach).h


# --- Zones ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def zone(
    street: Street,
    board: Board,
    title: str,
    role: str,
    moves: Moves,
    wide: Frame,
    narrow: Frame,
    spare: int = 0,
    high: float = 0,
) -> Zone:
    """A lane with so many spare columns at both ends; `high` is how high the zones beside it are."""
    first, last = street.reach[0] - spare, street.reach[1] + spare
    fits = wide.fit(first, last), narrow.fit(first, last)
    return _Drawing(street, board, moves, fits, role == "own").zone(title, role, high)


Fits = tuple[Fit, Fit]
"""Where things are on a wide screen and on a narrow one."""


@dataclass(frozen=True)
class _Drawing:
    street: Street
    board: Board
    moves: Moves
    fits: Fits
    own: bool

    def zone(self, title: str, role: str, high: float) -> Zone:
        wide, narrow = self.fits
        board = _board_piece(self.board, self.own, self.fits, self._at(0))
        pieces = [_ground_piece(self.fits, self.span), self._clickable(board, s.BOARD)]
        for (row, column), building in sorted(self.street.cells.items()):
            standing, id = self.street.standing(row, column), self.street.piece_ids[building.index]
            piece = _building_piece(building, standing, id, row, column, self.own, self.fits, self._at(column))
            pieces.append(self._clickable(piece, building.index))
        pieces.extend(_joint_piece(joint, self.fits, self._at(joint.column)) for joint in self.street.joints)
        pieces.extend(self._chip(*chip) for chip in self.moves.chips)
        for column, button in self.moves.slots:
            pieces.extend(self._slot(column, button))
        if self.moves.whole:
            pieces.append(self._choice(self.moves.whole))
        return Zone(
            f"lane-{self.street.seat}",
            title,
            wide.frame.w,
            max(wide.h, high),
            tuple(pieces),
            role,
            self.street.seat,
            narrow.frame.w,
            narrow.h,
            bubbles="inwards" if self.own else "down",
            counts=(("cols", self.span[1]),),
        )

    @cached_property
    def span(self) -> tuple[int, int]:
        """The first column and the number of columns, in one street however long it is."""
        wide = self.fits[0]
        return wide.first, wide.columns * wide.folds

    def _at(self, column: int) -> Counts:
        """A column as the style sheet counts it, from the left."""
        return (("c", column - self.span[0]),)

    def _clickable(self, piece: Piece, place: int) -> Piece:
        """A building or the board with its move, marked if it has been chosen; else it says why it has none."""
        button, chosen = dict(self.moves.cards).get(place), place == self.moves.chosen
        if button or chosen:
            return replace(piece, button=button, state="chosen" if chosen else "")
        reason = dict(self.moves.reasons).get(place)
        return said(piece, reason) if reason else piece

    def _chip(self, at: int, kind: str, button: Button) -> Piece:
        """A small button on a building or on the board."""
        cells = [cell for cell, building in self.street.cells.items() if building.index == at]
        row, column = cells[0] if cells else (s.LOWER, 0)
        size = 24.0
        disc = f'<circle class="c-card-paper c-cut" cx="{size / 2:g}" cy="{size / 2:g}" r="{size / 2 - 1:g}"/>'
        mark = place("i-swap" if kind == "swap" else "i-citizen", 5, 5, size - 10, paint="ink-words")

        def draw(fit: Fit) -> Shape:
            x = fit.x(column) + (W * fit.scale - size - 4 if kind == "swap" else 4)
            y = fit.y(row, column) + (4 if row == s.LOWER else fit.frame.look.h * fit.scale - size - 4)
            return Shape(x, y, size, size, disc + mark)

        face = Face(faces.chip(kind), f"pl-chip pl-{kind} {faces.row_css(row)}", counts=self._at(column))
        return _both(self.fits, draw, button.sentence, button=button, face=face)

    def _slot(self, column: int, button: Button) -> list[Piece]:
        """A cell that may be chosen; pointing at it shows the building there and the links it would complete."""
        building = self.moves.adding
        if building is None:
            return []
        row = building.row
        lit = self.street.lit(building, row, column)
        ghost = Standing(self.street.seat, building.slots, lit)

        def cell(fit: Fit) -> Shape:
            look, scale = fit.frame.look, fit.scale
            svg = cut(_outline(building, lit, button.gains, button.label, look), W, look.h, scale)
            return Shape(fit.x(column), fit.y(row, column), W * scale, look.h * scale, svg)

        def house(fit: Fit) -> Shape:
            return card_faces.shape(building, ghost, fit.frame.look, fit.x(column), fit.y(row, column), fit.scale)

        wide, narrow = self.fits
        links = tuple(kind for kind, bright in zip(building.links, lit, strict=True) if bright)
        words = faces.cell(self._where(row, column), links, button.gains)
        css = f"pl-cell {faces.css(building)}"
        slot = _both(
            self.fits,
            cell,
            button.sentence,
            button=button,
            state="slot",
            ghost=house(wide),
            small_ghost=house(narrow),
            face=Face(words, css, counts=self._at(column), ghost=faces.card(building, ghost)),
        )
        return [slot, *(self._echo(row, column, edge, button) for edge in range(3) if lit[edge])]

    def _echo(self, row: int, column: int, edge: int, button: Button) -> Piece:
        at = column - 1 if edge == s.LEFT else column
        kind = self.moves.adding.links[edge] if self.moves.adding else s.PENNY
        joint = Joint(row, at, edge == s.STREET, kind)
        return replace(_joint_piece(joint, self.fits, self._at(at)), echo=button.move)

    def _where(self, row: int, column: int) -> str:
        """Where on the lane a cell lies, in words; between two buildings its number says it, as on the road."""
        taken = [0, *(c for r, c in self.street.cells if r == row)]
        ends = {min(taken) - 1: "Left end", max(taken) + 1: "Right end"}
        return ends.get(column, number(column, sign=True))

    def _choice(self, button: Button) -> Piece:
        """A button for the lane as a whole, on the road before its board."""

        def draw(fit: Fit) -> Shape:
            w, h, svg = _pill(button.gains, "Choose this lane" if self.own else "Choose", fit.frame.w)
            x = min(max(2.0, fit.x(0) + W * fit.scale / 2 - w / 2), fit.frame.w - w - 2)
            y, road = fit.road(fit.fold(0))
            return Shape(x, y + (road - h) / 2, w, h, svg)

        said = faces.choice("Choose this lane" if self.own else "Choose", button.gains)
        return _both(self.fits, draw, button.sentence, button=button, face=Face(said, "pl-choice", counts=self._at(0)))


def _both(fits: Fits, draw: Callable[[Fit], Shape], label: str = "", **more: object) -> Piece:
    """A piece that is drawn alike on wide and on narrow screens."""
    wide, narrow = fits
    return Piece(draw(wide), label, small=draw(narrow), **more)  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def _ground_piece(fits: Fits, span: tuple[int, int]) -> Piece:
    face = Face(faces.ground(*span), "pl-ground")
    return _both(fits, lambda fit: Shape(0, 0, fit.frame.w, fit.h, _lawn(fit)), state="backdrop", face=face)


@lru_cache(maxsize=2048)
def _board_piece(board: Board, own: bool, fits: Fits, at: Counts) -> Piece:
    def draw(fit: Fit) -> Shape:
        return player_boards.shape(board, fit.frame.look, fit.x(0), fit.y(0, 0), fit.scale)

    return _both(
        fits,
        draw,
        player_boards.caption(board, own),
        id=f"board-{board.seat}",
        rule="PL-59",
        large=None if own else player_boards.shape(board, WHOLE, 0, 0, 1),
        face=Face(faces.board(board, own), f"pl-board pl-seat-{board.seat}", counts=at),
    )


@lru_cache(maxsize=8192)
def _building_piece(
    building: Building, standing: Standing, id: str, row: int, column: int, own: bool, fits: Fits, at: Counts
) -> Piece:
    def draw(fit: Fit) -> Shape:
        return card_faces.shape(building, standing, fit.frame.look, fit.x(column), fit.y(row, column), fit.scale)

    return _both(
        fits,
        draw,
        captions.standing(building, standing.citizens),
        id=id,
        rule=captions.rule(building),
        large=card_faces.close_up(building, standing, OWN.smallest if own else card_faces.LARGE),
        face=Face(faces.card(building, standing), faces.css(building), counts=at),
    )


@lru_cache(maxsize=4096)
def _joint_piece(joint: Joint, fits: Fits, at: Counts) -> Piece:
    if joint.across:
        face = Face(faces.crossing(joint.kind, joint.worth), "pl-crossing", counts=at)
    else:
        face = Face(faces.seam(joint.kind, joint.worth), f"pl-seam {faces.row_css(joint.row)}", counts=at)
    return _both(fits, lambda fit: _joint(fit, joint), face=face)


# --- Drawings -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _lawn(fit: Fit) -> str:
    """Lawn, and for each street its road with trees and lamps at both ends."""
    w = fit.frame.w
    drawn = [f'<rect class="c-lawn" width="{w:g}" height="{fit.h:g}"/>']
    size = fit.scale
    for fold in range(fit.folds):
        y, h = fit.road(fold)
        kerb = 4 * size
        drawn.append(
            f'<rect class="c-front-stone" y="{y - kerb / 2:.1f}" width="{w:g}" height="{h + kerb:.1f}"/>'
            f'<rect class="c-lane-road" y="{y + kerb / 2:.1f}" width="{w:g}" height="{h - kerb:.1f}"/>'
            f'<path class="c-lane-dash" d="M0 {y + h / 2:.1f}h{w:g}"/>'
        )
        trees = "tree 8 -34 24 34|lamp 44 -34 24 34|tree 82 -29 20 29"
        bushes = "bush 14 48 26 15|tree 56 38 20 29|bush 86 50 22 13"
        for right in (False, True):
            for plant in f"{trees}|{bushes}".split("|"):
                name, *numbers = plant.split()
                x, dy, pw, ph = (float(n) * size for n in numbers)
                top = y + dy - 2 * size if dy < 0 else y + h + dy - 30 * size
                drawn.append(place(f"p-{name}", round(w - x - pw if right else x, 1), round(top, 1), pw, ph))
    return "".join(drawn)


def _joint(fit: Fit, joint: Joint) -> Shape:
    """A whole link on the seam of two cards, or on a crossing of the street."""
    look, scale = fit.frame.look, fit.scale
    x = fit.x(joint.column)
    if joint.across:
        y, h = fit.road(fit.fold(joint.column))
        w = 48 * scale
        return Shape(
            x + (W * scale - w) / 2, y, w, h, cut(_crossing(joint.kind, joint.worth, look.road), 48, look.road, scale)
        )
    size = 32 * scale
    at = x + W * scale - size / 2
    if fit.fold(joint.column) != fit.fold(joint.column + 1):  # the street is folded here
        at = min(at, fit.frame.w - size)
    middle = fit.y(joint.row, joint.column) + look.link_y(joint.row) * scale
    return Shape(at, middle - size / 2, size, size, cut(_seam(joint.kind, joint.worth), 32, 32, scale))


@cache
def _seam(kind: int, worth: int) -> str:
    return '<circle class="c-halo" cx="16" cy="16" r="16"/>' + link(kind, 16, 16, 28, True) + _twice(16, worth)


@cache
def _crossing(kind: int, worth: int, road: float) -> str:
    stripes = "".join(f"M{x} 1v{road - 2:g}" for x in (9, 17, 31, 39))
    return (
        f'<path class="c-lane-zebra" d="{stripes}"/>'
        + link(kind, 24, road / 2, min(30, road - 2), True)
        + _twice(road / 2, worth, 24)
    )


def _twice(y: float, worth: int, x: float = 16) -> str:
    return text("2", x, y + 4.6, 13, "ink-coin") if worth > 1 else ""


@lru_cache(maxsize=1024)
def _outline(building: Building, lit: tuple[bool, bool, bool], gains: tuple[Gain, ...], name: str, look: Look) -> str:
    """An empty cell, with the half links that the building would bring and what it would earn."""
    size = 14.0 if look is WHOLE else 18.0
    middle = look.h / 2 - size * 0.6
    rows = [(number(gain.amount, sign=True), f":{gain.icon}") for gain in gains[:2]]
    links = tuple(
        f":{'penny' if kind == s.PENNY else 'point'}"
        for kind, bright in zip(building.links, lit, strict=True)
        if bright
    )
    box = f'x="1.5" y="1.5" width="{W - 3:g}" height="{look.h - 3:g}" rx="4"'
    drawn = [f'<rect class="c-card-paper" {box}/><rect class="c-paper-slot" {box}/>']
    standing = Standing(0, 0, lit)
    drawn.append(card_faces.half_links(building, standing, look))
    drawn.append(text(name, W / 2, middle, size, "ink-words"))
    y = middle + size * 0.9
    if links:
        drawn.append(centred_signs((*links, "link" if len(links) == 1 else "links"), W / 2, y, size * 0.9, W - 34))
    else:
        drawn.append(text("no link", W / 2, y + size * 0.33, size * 0.85, "ink-quiet", bold=False))
    for row in rows:
        y += size * 1.35
        drawn.append(centred_signs(row, W / 2, y, size * 0.95, W - 34))
    return "".join(drawn)


@lru_cache(maxsize=1024)
def _pill(gains: tuple[Gain, ...], said: str, room: float) -> tuple[float, float, str]:
    """A round button with words and what it would bring: width, height, drawing."""
    row = [sign for gain in gains for sign in (number(gain.amount, sign=True), f":{gain.icon}")]
    across = width(said, 13, bold=True) + (signs_width(tuple(row), 13) + 8 if row else 0)
    w, h = min(round(across + 26, 1), room - 4), 30.0
    start = (w - across) / 2
    svg = f'<rect class="c-paper-accent" width="{w:g}" height="{h:g}" rx="{h / 2:g}"/>' + text(
        said, round(start, 1), h / 2 + 4.6, 13, "ink-accent", anchor="start"
    )
    if row:
        svg += centred_signs(row, w - start - signs_width(tuple(row), 13) / 2, h / 2, 13, w, "ink-accent")
    return w, h, svg
