"""Scenes as HTML: every piece is an element with its own small SVG, every move a form button.

A page calls `sprite(scene)` once and `zone_html(zone)` per zone, inside the one form of the table; the style sheet is
`theme.page_css()`. The sprite holds the drawings that pieces refer to, so it has to be renewed together with them.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby
from zlib import crc32

from markupsafe import Markup

from tabletown.engine.seat_marks import COLOURS, Names
from tabletown.render import icons, symbols
from tabletown.render.escaped import escaped
from tabletown.render.names import named_markup
from tabletown.render.scene import (
    Button,
    Choice,
    Counts,
    Entry,
    Face,
    Filter,
    Gain,
    Piece,
    Scene,
    Seat,
    Shape,
    Stat,
    Symbols,
    Zone,
    no_symbols,
)
from tabletown.render.text import number

icon, seat_icon = icons.icon, icons.seat_icon

COMPOSE = "compose"
"""The id of the form of a composition."""

WANTED = Markup('id="wanted" aria-current="step"')
"""The attributes of the choice that a lesson points at."""


def sprite(of: Scene | Iterable[Piece], symbol: Symbols = no_symbols) -> Markup:
    """The hidden element with all drawings that a scene, or pieces with their title's `symbol`, refer to."""
    if isinstance(of, Scene):
        return sheet(symbols.joined(symbols.of_scene(of)))
    return sheet(symbols.gather(symbols.drawings(of), symbol))


def sheet(definitions: str) -> Markup:
    """A hidden element with these definitions: a sprite, or a part of one."""
    hidden = 'class="sprite" width="0" height="0" aria-hidden="true" focusable="false"'
    return Markup(f"<svg {hidden}><defs>{definitions}</defs></svg>")


def zone_html(zone: Zone, faces: bool = False, names: Names = COLOURS) -> Markup:
    """A zone: a heading for those in the middle of the table (seats get theirs from the page), and the board.

    With `faces`, the style sheet of the title lays out those zones whose pieces have a face, on narrow screens only if
    the zone has no layout of its own for these. All other boards keep their proportions. `names` are those of the
    players.
    """
    return Markup(named_markup("".join(zone_fragments(zone, faces)), names))


def zone_fragments(zone: Zone, faces: bool = False) -> list[str]:
    """The markup of a zone, not yet with the players' names, in fragments: each piece is one, and what is around them.

    A piece that has not changed is the very same string in the next zone, which makes it a cheap key of a cache.
    """
    return [_notice(zone)] if zone.role == "notice" else _sheet(zone, faces)


def _sheet(zone: Zone, faces: bool) -> list[str]:
    flows = faces and any(piece.face for piece in zone.pieces)
    small = f";--small-ratio:{zone.small_w:g}/{zone.small_h:g}" if zone.small_w else ""
    two = " two-sizes" if zone.small_w else ""
    numbers = {move: n for n, move in enumerate(sorted(_echoed(zone, flows)))}
    pieces = _flowing(zone, numbers) if flows else _placed(zone, numbers)
    heading = zone_heading(zone) if zone.role == "common" else ""
    css = f"zone zone-{escaped(zone.role)}" + (f" opens-{escaped(zone.bubbles)}" if zone.bubbles else "")
    css += " flows" if flows else ""
    switch, end = "", "</div></div></section>"
    if zone.zoom:
        css, switch, end = f"{css} zooms", _zoom_switch(zone), f"</div>{end}"
    if flows:
        heading = Markup(heading) + Markup("".join(_filter(zone, found) for found in zone.filters))
    style, data = counts_html(zone.counts)
    beginning = (
        f'<section class="{css}" id="zone-{escaped(zone.id)}" aria-label="{escaped(zone.title)}" '
        f'style="--span:{zone.span};--ratio:{zone.w:g}/{zone.h:g}{small}{style}"{data}>'
        f'{heading}<div class="fit">{switch}<div class="board{two}">'
    )
    return [beginning, *pieces, end]


def _notice(zone: Zone) -> str:
    """A zone to be read: the faces of its pieces, as they are."""
    text = "".join(piece.face.html for piece in zone.pieces if piece.face)
    name = f'id="zone-{escaped(zone.id)}" aria-label="{escaped(zone.title)}"'
    return f'<section class="zone zone-notice" {name}><div class="fit">{text}</div></section>'


def counts_html(counts: Counts) -> tuple[str, str]:
    """Counts as declarations of a style attribute (`;--lv:4`), and as attributes (` data-lv="4"`) for selectors."""
    style = "".join(f";--{escaped(name)}:{count}" for name, count in counts)
    return style, "".join(f' data-{escaped(name)}="{count}"' for name, count in counts)


def _echoed(zone: Zone, flows: bool) -> set[str]:
    """The moves of a zone that are echoed somewhere in it."""
    echoed = {piece.echo for piece in zone.pieces if piece.echo}
    if flows:
        echoed.update(move for piece in zone.pieces if piece.face for move, _ in piece.face.echoes)
    return echoed


def _placed(zone: Zone, numbers: Mapping[str, int]) -> list[str]:
    """The pieces of a zone at their places."""
    size = zone.w, zone.h, zone.small_w, zone.small_h
    return [_piece(piece, *size, *_echo_classes(piece, numbers)) for piece in zone.pieces]


def _flowing(zone: Zone, numbers: Mapping[str, int]) -> list[str]:
    """The pieces of a zone with their faces, for a style sheet to lay them out; on narrow screens at their places."""
    size = zone.w, zone.h, zone.small_w, zone.small_h
    shown = [piece for piece in zone.pieces if piece.face or zone.small_w]
    written = []
    for group, pieces in groupby(shown, lambda piece: piece.face.group if piece.face else ""):
        if group:
            written.append(f'<div class="piece-group {escaped(group)}">')
        for piece in pieces:
            echoes = _echoes(piece.face, numbers) if piece.face else ""
            written.append(_piece(piece, *size, *_echo_classes(piece, numbers), flows=True, echoes=echoes))
        if group:
            written.append("</div>")
    return written


def _echoes(face: Face, numbers: Mapping[str, int]) -> str:
    return "".join(f'<span class="echo echo-{numbers[move]}">{words}</span>' for move, words in face.echoes)


CHECKED = ' checked="checked"'
ZOOMS = ((1, "Fit", CHECKED), (2, "2\N{MULTIPLICATION SIGN}", ""), (3, "3\N{MULTIPLICATION SIGN}", ""))


def _zoom_switch(zone: Zone) -> str:
    """A switch for the size of a board, which works without scripts, and the beginning of a frame for the board.

    The switch belongs to no form (`form=""`): the size of a board is not part of a move.
    """
    name = f"zoom-{escaped(zone.id)}"
    choices = "".join(
        f'<input type="radio" form="" name="{name}" id="{name}-{times}"{chosen}/>'
        f'<label for="{name}-{times}">{words}</label>'
        for times, words, chosen in ZOOMS
    )
    frame = f'class="frame" tabindex="0" role="group" aria-label="{escaped(zone.title)}, scrolls within its frame"'
    return f'<fieldset class="zoom"><legend class="vh">Size</legend>{choices}</fieldset><div {frame}>'


def _filter(zone: Zone, found: Filter) -> str:
    """A choice of what is shown, which belongs to no form and works without scripts."""
    name = f"filter-{escaped(zone.id)}-{escaped(found.name)}"
    choices = "".join(
        f'<input type="radio" form="" name="{name}" id="{name}-{escaped(choice)}" '
        f'class="filter-{escaped(found.name)}-{escaped(choice)}"{"" if n else CHECKED}/>'
        f'<label for="{name}-{escaped(choice)}">{words}</label>'
        for n, (choice, words) in enumerate(found.choices)
    )
    return f'<fieldset class="filter"><legend>{escaped(found.label)}</legend>{choices}</fieldset>'


def zone_heading(zone: Zone) -> Markup:
    """The title of a zone with the seat's shape and the note beside it."""
    shape = seat_icon(zone.seat) if zone.seat is not None else ""
    alert = f'<b class="alert">{escaped(zone.alert)}</b>' if zone.alert else ""
    dot = " \N{MIDDLE DOT} " if alert and zone.note else ""
    note = f"<small>{alert}{dot}{escaped(zone.note)}</small>" if alert or zone.note else ""
    return Markup(f'<h3 class="zone-title">{shape}<span>{escaped(zone.title)}</span>{note}</h3>')


def piece_html(piece: Piece) -> Markup:
    """One piece on its own, as large as the page allows, for galleries and legends."""
    shape = piece.shape
    alone = Piece(Shape(0, 0, shape.w, shape.h, shape.svg), piece.label, state=piece.state, parts=piece.parts)
    board = _piece(alone, shape.w, shape.h)
    return Markup(f'<div class="board alone" style="--ratio:{shape.w:g}/{shape.h:g}">{board}</div>')


def entry_form(entry: Entry) -> str:
    """The id of the form of an entry; it differs as soon as something else is asked."""
    return f"entry-{crc32(repr(entry).encode()):x}"


def entry_html(entry: Entry) -> Markup:
    """A number to type and the button that sends it, in a form of its own (which the page puts somewhere else).

    In the form of the table, Enter would press the first button of all, and a number that is not allowed would keep
    every other button from working.
    """
    form = entry_form(entry)
    hint = f"{entry.low} to {entry.high}"
    if entry.low <= entry.without <= entry.high:
        hint += f", not {entry.without}"
    filled = "" if entry.value is None else f' value="{entry.value}"'
    mark = f" {WANTED}" if entry.wanted else ""
    says = escaped(entry.sentence.replace("#", "\N{HORIZONTAL ELLIPSIS}"))
    return Markup(
        f'<span class="entry"{mark}><label for="{form}-amount">{escaped(entry.label)}</label>'
        f'<input class="field" form="{form}" id="{form}-amount" name="amount" type="number" inputmode="numeric" '
        f'min="{entry.low}" max="{entry.high}" step="1" required autocomplete="off"{filled} '
        f'aria-describedby="{form}-hint">'
        f'<button form="{form}" name="move" value="{escaped(entry.move)}">OK<span class="vh">: {says}</span></button>'
        f'<small id="{form}-hint">{hint}{"; " if entry.note else ""}{escaped(entry.note)}</small></span>'
    )


def shape_html(shape: Shape, label: str = "") -> Markup:
    """A drawing by itself, such as a title's cover."""
    said = f'role="img" aria-label="{escaped(label)}"' if label else 'aria-hidden="true"'
    return Markup(f'<svg class="art" viewBox="0 0 {shape.w:g} {shape.h:g}" {said} focusable="false">{shape.svg}</svg>')


def stats_html(seat: Seat, chips: bool = False) -> Markup:
    """A seat's numbers and badges for its heading, or only those of its chip."""
    stats = [_stat(stat) for stat in seat.stats if stat.chip or not chips]
    badges = [] if chips else [f'<span class="badge">{escaped(badge)}</span>' for badge in seat.badges]
    return Markup("".join([*stats, *badges]))


def _stat(stat: Stat) -> str:
    soft = " soft" if stat.soft else ""
    picture = icon(stat.icon) if stat.icon else ""
    words = f"{escaped(stat.label)} " if stat.soft else f'<span class="vh">{escaped(stat.label)} </span>'
    title = escaped(stat.label)
    return f'<span class="stat{soft}" title="{title}">{picture}{words}<b class="num">{escaped(stat.value)}</b></span>'


def _place(shape: Shape, w: float, h: float, prefix: str = "") -> str:
    """Place and size as custom properties, in percent of the zone."""
    return _percents(shape.x * 100 / w, shape.y * 100 / h, shape.w * 100 / w, shape.h * 100 / h, prefix)


@lru_cache(maxsize=4096)
def _percents(x: float, y: float, w: float, h: float, prefix: str) -> str:
    return f"--{prefix}x:{x:.6g}%;--{prefix}y:{y:.6g}%;--{prefix}w:{w:.6g}%;--{prefix}h:{h:.6g}%"


def _svg(shape: Shape, css: str) -> str:
    box = f'viewBox="0 0 {shape.w:g} {shape.h:g}"'
    return f'<svg class="{css}" {box} aria-hidden="true" focusable="false">{shape.svg}</svg>'


def _drawings(shape: Shape, small: Shape | None, two_sizes: bool) -> str:
    """The large drawing and, where it differs, the small one; the style sheet shows one of them."""
    if not two_sizes or small is None or (small.svg == shape.svg and (small.w, small.h) == (shape.w, shape.h)):
        return _svg(shape, "art")
    return _svg(shape, "art wide") + _svg(small, "art narrow")


def _echo_classes(piece: Piece, numbers: Mapping[str, int]) -> list[str]:
    """CSS classes that join a piece and the move that it echoes; `numbers` has the moves of a zone that are echoed."""
    classes = [f"echo-{numbers[piece.echo]}"] if piece.echo else []
    if piece.button and piece.button.move in numbers:
        classes.append(f"echoed-{numbers[piece.button.move]}")
    return classes


@lru_cache(maxsize=8192)  # in a zone that has changed, most pieces have not
def _piece(
    piece: Piece,
    w: float,
    h: float,
    small_w: float = 0,
    small_h: float = 0,
    *more_classes: str,
    flows: bool = False,
    echoes: str = "",
) -> str:
    """A piece in a zone (or on a piece) of this size, with more CSS classes if it echoes a move or is echoed.

    Where pieces flow it has its face, with `echoes` on it, and beside it the drawing for narrow screens, if any.
    """
    classes = ["piece", *more_classes]
    two_sizes = small_w > 0
    style = "" if flows else _place(piece.shape, w, h)
    if two_sizes and piece.small is not None:
        style += ";" + _place(piece.small, small_w, small_h, "s")
    elif two_sizes:
        classes.append("only-wide")
    if piece.id:
        style += f";view-transition-name:{_name(piece.id)}"
    if piece.state:
        classes.append(f"is-{piece.state}")
    if piece.button or piece.leads_to:
        classes.append("is-move")
    if piece.choice:
        classes.append("is-choice" if not piece.choice.css else f"is-choice {piece.choice.css}")
    classes.extend(_edges(piece.shape, w, h))
    if piece.large and piece.shape.w >= piece.large.w and piece.shape.h >= piece.large.h and not flows:
        classes.append("is-near")  # large enough where there is room: a close-up is of use on narrow screens only
    if flows:
        css, counts, inner = _faced(piece, two_sizes)
        classes.append(css)
        style += counts
        inner += echoes
    else:
        inner = _drawings(piece.shape, piece.small, two_sizes)
    parts = [part for part in piece.parts if part.face or not flows]
    inner += "".join(_piece(part, piece.shape.w, piece.shape.h, flows=flows) for part in parts)
    if piece.ghost and not flows:
        inner += f'<span class="ghost">{_drawings(piece.ghost, piece.small_ghost, two_sizes)}</span>'
    return _element(piece, inner, " ".join(classes), style.lstrip(";"), flows)


def _faced(piece: Piece, two_sizes: bool) -> tuple[str, str, str]:
    """CSS classes, counts and content of a piece where pieces flow."""
    narrow = _svg(piece.small, "art narrow") if two_sizes and piece.small else ""
    if piece.face is None:
        return "only-narrow", "", narrow
    face = piece.face
    inner = f'<span class="face">{face.html}</span>{narrow}'
    if face.ghost or (piece.small_ghost and narrow):
        small = _svg(piece.small_ghost, "art narrow") if piece.small_ghost and narrow else ""
        inner += f'<span class="ghost"><span class="face">{face.ghost}</span>{small}</span>'
    return escaped(face.css), "".join(f";--{name}:{count}" for name, count in face.counts), inner


def _edges(shape: Shape, w: float, h: float) -> list[str]:
    """CSS classes for the edges of the zone that a piece is near, so that its bubble opens towards the middle."""
    across, down = (shape.x + shape.w / 2) / w, (shape.y + shape.h / 2) / h
    edges = ["at-top"] if down < 0.45 and shape.h < 0.9 * h else []
    if shape.w < 0.9 * w and not 0.31 < across < 0.69:
        near = (
            "at" if not 0.25 < across < 0.75 else "narrow-at"
        )  # further in only where the zone is as wide as the page
        edges.append(f"{near}-left" if across < 0.5 else f"{near}-right")
    return edges


def _element(piece: Piece, inner: str, classes: str, style: str, flows: bool) -> str:
    attributes = f'class="{classes}" style="{style}"' + (f' data-piece="{escaped(piece.id)}"' if piece.id else "")
    if piece.button:
        name = "instead" if piece.button.instead else "move"
        pressed = ' aria-pressed="true"' if piece.state == "chosen" else ""
        pressed += f" {WANTED}" if piece.button.wanted else ""
        said = f'aria-label="{escaped(piece.button.sentence)}"{_description(piece)}'
        return (
            f'<button type="submit" name="{name}" value="{escaped(piece.button.move)}" {attributes}{pressed} {said}>'
            f"{inner}{_bubble(piece.button, piece)}</button>"
        )
    if piece.choice:
        return _chooser(piece, piece.choice, inner, attributes)
    if not piece.label:
        return f'<div {attributes} aria-hidden="true">{inner}</div>'
    label = escaped(piece.label)
    words = f'<span class="bubble" aria-hidden="true">{_says(piece)}</span>'
    if piece.leads_to:
        return f'<a href="#zone-{escaped(piece.leads_to)}" {attributes} aria-label="{label}">{inner}{words}</a>'
    if piece.parts:  # what lies on the piece speaks for itself
        return f'<div {attributes} role="group" aria-label="{label}">{inner}</div>'
    if piece.large:
        says = "" if piece.worded else _says(piece)
        close = f'<span class="bubble" aria-hidden="true">{_svg(piece.large, "art close")}{says}</span>'
        return f'<div {attributes} role="img" aria-label="{label}" tabindex="-1">{inner}{close}</div>'
    if flows and piece.rule:
        return f'<div {attributes} role="img" aria-label="{label}" tabindex="-1">{inner}{words}</div>'
    return f'<div {attributes} role="img" aria-label="{label}" title="{label}">{inner}</div>'


def _chooser(piece: Piece, choice: Choice, inner: str, attributes: str) -> str:
    """A piece that is chosen for a composition: the field covers it, or it is the label of a field elsewhere."""
    says = f'<span class="bubble" aria-hidden="true">{_says(piece)}</span>' if piece.label else ""
    if piece.large and piece.worded:
        says = f'<span class="bubble" aria-hidden="true">{_svg(piece.large, "art close")}</span>'
    if choice.elsewhere:
        return f'<label for="{choice_id(choice)}" {attributes}>{inner}{says}</label>'
    owner = "" if choice.seat is None else f' data-owner="{choice.seat}"'
    return f"<div {attributes}{owner}>{choice_field(choice)}{inner}{says}</div>"


def choice_id(choice: Choice) -> str:
    """The id of the field of a choice."""
    return f"choice-{choice.order}"


def choice_field(choice: Choice, kind: str = "checkbox", id: str = "") -> str:
    """The field of a choice, which belongs to the form of the composition."""
    described = f' aria-description="{escaped(choice.note)}"' if choice.note else ""
    return (
        f'<input type="{kind}" form="{COMPOSE}" id="{id or choice_id(choice)}" name="part-{choice.order}" '
        f'value="{escaped(choice.move)}"{CHECKED if choice.chosen else ""} data-side="{escaped(choice.side)}" '
        f'data-words="{escaped(choice.words)}" aria-label="{escaped(choice.sentence)}"{described} autocomplete="off"/>'
    )


def _description(piece: Piece) -> str:
    """The description of a piece, if it differs from that of its move."""
    if not piece.label or piece.button is None or piece.label == piece.button.sentence:
        return ""
    return f' aria-description="{escaped(piece.label)}"'


def _says(piece: Piece) -> str:
    rule = f' <span class="rule">{escaped(piece.rule)}</span>' if piece.rule else ""
    return f'<span class="why">{escaped(piece.label)}{rule}</span>'


def _bubble(button: Button, piece: Piece) -> str:
    """The bubble of a move: its gains, the reasons, and what the piece is if that differs from the move."""
    gains = [gain for gain in button.gains if gain.amount]
    head = f'<span class="would">{_would(gains)}</span>' if gains else ""
    big = f'<span class="big">{"".join(_gain(gain) for gain in gains)}</span>' if gains else ""
    notes = "".join(f'<span class="why">{escaped(note)}</span>' for note in button.notes)
    says = _says(piece) if _description(piece) else ""
    inner = head + big + notes + says
    return f'<span class="bubble" aria-hidden="true">{inner}</span>' if inner else ""


def _would(gains: list[Gain]) -> str:
    if all(gain.amount > 0 for gain in gains):
        return "would earn"
    return "would cost" if all(gain.amount < 0 for gain in gains) else "would bring"


def _gain(gain: Gain) -> str:
    tone = "" if gain.amount > 0 else ' class="loss"'
    return f"<b{tone}>{number(gain.amount, sign=True)}</b>{icon(gain.icon)}"


def _name(id: str) -> str:
    """An id as a CSS name."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", id)
