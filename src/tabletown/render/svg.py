"""Scenes as one SVG picture: for notebooks, documents and, through `png`, for terminals.

The zones of the rivals are in a row above the own zone, common zones in two columns beside them; wider common zones are
between the rivals and the own zone, as on a wide page. The picture contains its own colours and drawings.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from tabletown.engine.seat_marks import with_names
from tabletown.render import icons, symbols
from tabletown.render.names import named_markup
from tabletown.render.scene import Piece, Scene, Shape, Stat, Symbols, Zone, no_symbols
from tabletown.render.text import text, width
from tabletown.render.theme import ACCENT, Pair, Theme, svg_css

MARGIN, GAP = 16.0, 12.0
MAIN, SIDE = 1000.0, 360.0
MAP, BESIDE = 760.0, 600.0  # where a sheet that can be enlarged is the table itself
HEADING, BAR, RIBBON = 30.0, 44.0, 46.0
COLUMN = 640.0  # of text, with an excerpt in it


def picture(scene: Scene, theme: Theme = "light", *, ringed: Collection[str] = (), dashed: Collection[str] = ()) -> str:
    """The whole table as one self-contained SVG, with rings, whole or dashed, around the pieces with these ids."""
    sheet = _Sheet([], frozenset(ringed), frozenset(dashed))
    own = [zone for zone in scene.zones if zone.role == "own"]
    rivals = [zone for zone in scene.zones if zone.role == "rival"]
    common = [zone for zone in scene.zones if zone.role == "common" and zone.span <= 2]
    across = [zone for zone in scene.zones if zone.role == "common" and zone.span > 2]
    most, beside = (MAP, BESIDE) if any(zone.zoom for zone in across) else (MAIN, SIDE)
    main = most if own or rivals or across else 0.0
    side = beside if common and main else (MAIN if common else 0.0)
    left = BAR + _rows(sheet, scene, rivals, MARGIN, BAR, main, max(1, len(rivals)))
    left += _rows(sheet, scene, across, MARGIN, left, main, 1)
    if scene.prompt:
        left += _ribbon(sheet, scene, MARGIN, left, main or side) + GAP
    left += _rows(sheet, scene, own, MARGIN, left, main, 1)
    right = BAR + _rows(sheet, scene, common, MARGIN + main + (GAP if main else 0), BAR, side, 2 if main else 4)
    total_w = 2 * MARGIN + main + side + (GAP if main and side else 0)
    total_h = ceil(max(left, right) - GAP + MARGIN)
    sheet.parts.insert(0, f'<rect class="c-paper-table" width="{total_w:g}" height="{total_h:g}"/>')
    sheet.parts.append(text(scene.status, MARGIN, 30, 18, "ink-words serif", anchor="start"))
    return _document("".join(sheet.parts), total_w, total_h, theme, scene.symbol, scene.accent)


def excerpt(scene: Scene, wanted: Collection[str] = ()) -> Shape:
    """Some zones of a table by their ids, by default all, as one drawing with the colours and symbols of its page.

    Zones keep their size and their order, side by side as far as there is room. Raises KeyError for an unknown zone.
    """
    if missing := set(wanted) - {zone.id for zone in scene.zones}:
        raise KeyError(f"there is no zone {', '.join(sorted(missing))}; there are: {[zone.id for zone in scene.zones]}")
    zones = [zone for zone in scene.zones if (zone.id in wanted if wanted else zone.role != "notice")]
    sheet, most = _Sheet([]), max(COLUMN, *(zone.w for zone in zones))
    x = y = low = right = 0.0
    for zone in zones:
        if x and x + zone.w > most:
            x, y = 0.0, low + GAP
        _heading(sheet, scene, zone, x, y, zone.w)
        pieces = "".join(map(_piece, zone.pieces))
        sheet.parts.append(f'<g transform="translate({x:g} {y + HEADING:g})">{pieces}</g>')
        low, right = max(low, y + HEADING + zone.h), max(right, x + zone.w)
        x += zone.w + GAP
    return Shape(0, 0, right, low, named_markup("".join(sheet.parts)))


def side_by_side(pieces: Sequence[Piece]) -> Shape:
    """Pieces in a row, each as large as it is, as one drawing for a page like `excerpt`."""
    x, parts = 0.0, []
    for piece in pieces:
        parts.append(f'<g transform="translate({x - piece.shape.x:g} {-piece.shape.y:g})">{_piece(piece)}</g>')
        x += piece.shape.w + GAP
    return Shape(0, 0, x - GAP, max(piece.shape.h for piece in pieces), "".join(parts))


def shape_picture(shape: Shape, symbol: Symbols = no_symbols, theme: Theme = "light", accent: Pair = ACCENT) -> str:
    """One drawing as a self-contained SVG."""
    return _document(shape.svg, shape.w, shape.h, theme, symbol, accent)


def _document(body: str, w: float, h: float, theme: Theme, symbol: Symbols, accent: Pair) -> str:
    defs = symbols.gather([body], symbol)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:g} {h:g}" width="{w:g}" height="{h:g}">'
        f"<style>{svg_css(theme, accent)}</style><defs>{defs}</defs>{named_markup(body)}</svg>"
    )


@dataclass
class _Sheet:
    parts: list[str]
    ringed: frozenset[str] = frozenset()
    dashed: frozenset[str] = frozenset()

    def pieces(self, pieces: Iterable[Piece]) -> str:
        """Pieces, and the rings around some of them, which cover their neighbours rather than hide behind them."""
        pieces = tuple(pieces)
        return "".join(map(_piece, pieces)) + "".join(map(self._rings, pieces))

    def _rings(self, piece: Piece) -> str:
        if piece.echo:
            return ""
        rings = "".join(map(self._rings, piece.parts))
        for ids, css, gap in ((self.dashed, "missed", 6), (self.ringed, "aim", 3)):
            if piece.id in ids:
                w, h = piece.shape.w + 2 * gap, piece.shape.h + 2 * gap
                rings += f'<rect class="c-{css}" x="{-gap}" y="{-gap}" width="{w:g}" height="{h:g}" rx="5"/>'
        return f'<g transform="translate({piece.shape.x:g} {piece.shape.y:g})">{rings}</g>' if rings else ""


def _rows(sheet: _Sheet, scene: Scene, zones: Iterable[Zone], x: float, y: float, w: float, columns: int) -> float:
    """Lay zones out in rows of so many columns; returns the height they take, the last gap included."""
    column, row_h, top = 0, 0.0, y
    cell = (w - GAP * (columns - 1)) / columns
    for zone in zones:
        span = min(zone.span, columns)
        if column + span > columns:
            y, column, row_h = y + row_h + GAP, 0, 0.0
        wide = cell * span + GAP * (span - 1)
        scale = wide / zone.w
        at = x + column * (cell + GAP)
        _heading(sheet, scene, zone, at, y, wide)
        pieces = sheet.pieces(zone.pieces)
        sheet.parts.append(f'<g transform="translate({at:g} {y + HEADING:g}) scale({scale:.5g})">{pieces}</g>')
        column, row_h = column + span, max(row_h, HEADING + zone.h * scale)
    return y + row_h + GAP - top if row_h else 0.0


def _heading(sheet: _Sheet, scene: Scene, zone: Zone, x: float, y: float, w: float) -> None:
    at, title = x + 4, with_names(zone.title)
    if zone.seat is not None:
        sheet.parts.append(icons.seat_shape(zone.seat, at + 7, y + 14, 15))
        at += 20
    sheet.parts.append(text(title, at, y + 19, 15, "ink-words serif", anchor="start"))
    if zone.role == "common":
        note = " \N{MIDDLE DOT} ".join(filter(None, (zone.alert, zone.note)))
        paint = "ink-bad" if zone.alert else "ink-quiet"
        sheet.parts.append(text(note, x + w - 2, y + 19, 12, paint, anchor="end", bold=False))
    elif zone.seat is not None and zone.seat < len(scene.seats):
        at += width(title, 15, bold=True) + 14
        for stat in scene.seats[zone.seat].stats:
            if at + 60 > x + w:
                break
            at += _stat(sheet, stat, at, y) + 14


def _stat(sheet: _Sheet, stat: Stat, x: float, y: float) -> float:
    at = x
    if stat.icon:
        sheet.parts.append(icons.use(stat.icon, at, y + 5, 17, "ink-quiet"))
        at += 21
    if stat.soft:
        sheet.parts.append(text(stat.label, at, y + 19, 13, "ink-quiet", anchor="start", bold=False))
        at += width(stat.label, 13) + 5
    sheet.parts.append(text(stat.value, at, y + 19, 15, "ink-words", anchor="start"))
    return at + width(stat.value, 15, bold=True) - x


def _ribbon(sheet: _Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    right, low, middle = x + w + 8, y + RIBBON, y + RIBBON / 2
    sheet.parts.append(
        f'<path class="c-paper-brand" d="M{x - 8:g} {y:g}H{right:g}L{right - 10:g} {middle:g}L{right:g} {low:g}'
        f'H{x - 8:g}L{x + 2:g} {middle:g}Z"/>'
    )
    at = x + 22
    if scene.step:
        sheet.parts.append(text(scene.step, at, middle + 5, 13, "ink-white", anchor="start", bold=False))
        at += width(scene.step, 13) + 16
    sheet.parts.append(text(scene.prompt, at, middle + 6.5, 19, "ink-white serif", anchor="start"))
    return RIBBON


def _piece(piece: Piece) -> str:
    if piece.echo:  # shown only on hover, which a picture does not have
        return ""
    shape = piece.shape
    inner = shape.svg + "".join(map(_piece, piece.parts))
    if piece.state == "chosen":
        inner += _ring(shape)
    faded = ' opacity=".6"' if piece.state in ("blocked", "old") else ""
    return f'<g transform="translate({shape.x:g} {shape.y:g})"{faded}>{inner}</g>'


def _ring(shape: Shape) -> str:
    w, h = shape.w, shape.h
    frame = f"M-3-3h{w + 6:g}v{h + 6:g}h{-w - 6:g}ZM0 0v{h:g}h{w:g}v{-h:g}Z"
    return (
        f'<path class="c-paper-accent" fill-rule="evenodd" d="{frame}"/>'
        f'<circle class="c-paper-accent c-white-edge" cx="-1" cy="{h / 2:g}" r="9"/>'
        + icons.centred("check", -1, h / 2, 12, "ink-white")
    )
