"""The own pouch while it is filled: an open envelope with permits and deeds, and what it would bring."""

from functools import cache, lru_cache

from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import Value
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.drawing import card_faces, html_cards
from tabletown.games.milton_keynes.drawing.card_faces import DEED_H, DEED_W, PERMIT_H, PERMIT_W
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.milton_keynes.drawing.preview_map import Item, MapPreview, Pouch
from tabletown.games.milton_keynes.drawing.town_plan import Plan
from tabletown.games.milton_keynes.text.names import label, labels, slug, squares_in
from tabletown.games.plain_state import plain
from tabletown.render.icons import place
from tabletown.render.scene import Face, Piece, Shape, Zone
from tabletown.render.text import fit, number, text, width

WIDE, NARROW, HIGH = 612.0, 358.0, 204.0
TOP, FLAP = 8.0, 86.0
TOKENS = {"block": (18.0, 20.0), "i-cas": (26.0, 22.0)}
"""The sizes of what a pouch would bring, by the beginning of their ids."""


Tally = tuple[tuple[str, str], ...]
"""What the pouch would bring: tokens and words."""


class Envelope(Value, frozen=True):
    """All that the drawing of a pouch shows."""

    seat: int
    cards: CardSet
    plan: Plan
    items: tuple[Item, ...]
    preview: MapPreview | None
    tally: Tally
    sealed: bool
    note: str


def zone(position: Position, seat: int, plan: Plan, pouch: Pouch | None, preview: MapPreview | None) -> Zone | None:
    """The pouch of a seat in the building phase; `preview` is the map with the pouch built."""
    phase = plain(position).phase
    if seat < 0 or not s.POUCH <= phase <= s.CONTEST:
        return None
    sealed = phase != s.POUCH or seat not in position.waiting
    note = "sealed: you may still change it" if sealed and phase == s.POUCH else ""
    tally = tuple(_tally(position, seat, preview))
    return _zone(Envelope(seat, position.cards, plan, pouch.items if pouch else (), preview, tally, sealed, note))


@lru_cache(maxsize=512)
def _zone(shown: Envelope) -> Zone:
    seat, sealed, tally = shown.seat, shown.sealed, shown.tally
    lines = _told(shown.cards, shown.preview)
    back = Face(html_cards.svg("mk-stretched", WIDE, HIGH, _back(WIDE).svg, stretch=True), "mk-back")
    pieces = [Piece(_back(WIDE), small=_back(NARROW), state="backdrop", face=back)]
    papers = _contents(shown)
    pieces.extend(_laid(papers))
    pocket = _front(WIDE)
    front = Face(html_cards.svg("mk-stretched", pocket.w, pocket.h, pocket.svg, stretch=True), "mk-front")
    pieces.append(Piece(pocket, small=_front(NARROW), face=front))
    shapes = [_note(w, lines, tally, seat, sealed) for w in (WIDE, NARROW)]
    says = " ".join((f"Your pouch{', sealed' if sealed else ''}:", *lines, *(words for _, words in tally)))
    face = Face(_face(lines, tally, seat, sealed), "mk-inside")
    pieces.append(Piece(shapes[0], says, small=shapes[1], rule="MK-41", face=face))
    deeds = sum(not paper.is_permit for paper in papers)
    counts = ("permits", len(shown.items)), ("deeds", deeds)
    size = WIDE, HIGH, tuple(pieces), "common", None, NARROW, HIGH, shown.note
    return Zone("pouch", "Your pouch", *size, span=2, counts=counts)


def _face(lines: list[str], tally: Tally, seat: int, sealed: bool) -> str:
    """The label on the pocket: what is in the pouch and what it would bring."""
    rows = "".join(f"<span>{line}</span>" for line in lines)
    brings = "".join(f"<span>{html_cards.token(id, *TOKENS[id[:5]])}<b>{words}</b></span>" for id, words in tally)
    seal = html_cards.svg("mk-seal", 120, 80, place(f"envelope-{seat}", 0, 0, 120, 80)) if sealed else ""
    return f'<span class="mk-lines">{rows}</span><span class="mk-tally">{brings}</span>{seal}'


def _told(cards: CardSet, preview: MapPreview | None) -> list[str]:
    rows = []
    for ghost in preview.ghosts if preview else ():
        name = cards.buildings[ghost.kind].name
        where = labels(ghost.deeds) + (f" and {label(ghost.taken)}" if ghost.taken != s.NONE else "")
        stood = len(ghost.plots) > len(ghost.deeds) + (ghost.taken != s.NONE)
        rows.append(f"{name} extended by {where}" if stood else f"{name} on {where}")
    return rows or ["Nothing in it yet"]


def _tally(position: Position, seat: int, preview: MapPreview | None) -> list[tuple[str, str]]:
    state = plain(position)
    if preview is None or not preview.ghosts:
        return []
    blocks, rows = state.blocks, []
    for other in (seat, *(n for n in range(position.players) if n != seat)):
        change = preview.totals[other] - blocks[other]
        if change:
            who = "" if other == seat else f" {the_seat(other)}"
            rows.append((f"block-{other}", f"{number(change, sign=True)}{who}"))
    first, top, step = (int(position.cards.data[name][0]) for name in ("income", "top", "step"))
    now, floor = state.marker[seat], state.floor[seat]
    goal = max(floor, min(top, first + preview.totals[seat]))
    passed = goal // step - now // step
    if passed > 0:
        rows.append(("i-cash", number(passed * step, sign=True)))
    return rows


# --- Drawings ---------------------------------------------------------------------------------------------------------


@cache
def _back(w: float) -> Shape:
    flap = f"M1 {FLAP:g} {w * 0.12:g} 16Q{w * 0.14:g} 4 {w * 0.17:g} 4H{w * 0.83:g}Q{w * 0.86:g} 4 {w * 0.88:g} 16"
    svg = (
        f'<path class="front-sand cut" d="{flap}L{w - 1:g} {FLAP:g}Z"/>'
        f'<path class="front-wood cut" d="M1 {FLAP:g}h{w - 2:g}v{HIGH - FLAP - 1:g}H1Z"/>'
    )
    return Shape(0, 0, w, HIGH, painted(svg))


@cache
def _front(w: float) -> Shape:
    """The pocket in front of the cards."""
    h = HIGH - FLAP - 1
    svg = (
        f'<path class="front-sand cut" d="M1 0V{h:g}H{w - 1:g}V0C{w * 0.82:g} 26 {w * 0.66:g} 38 {w / 2:g} 38'
        f'S{w * 0.18:g} 26 1 0Z"/>'
        f'<path class="fold" d="M1 {h:g} {w * 0.33:g} 36M{w - 1:g} {h:g} {w * 0.67:g} 36"/>'
    )
    return Shape(0, FLAP, w, h, painted(svg))


class _Paper(Value, frozen=True):
    """A card in the pouch; the first of an item is its permit."""

    w: float
    h: float
    svg: str
    says: str
    face: str
    id: str = ""

    @property
    def is_permit(self) -> bool:
        return self.w == PERMIT_W


def _contents(shown: Envelope) -> list[_Paper]:
    cards, plan, preview = shown.cards, shown.plan, shown.preview
    taken = {ghost.deeds: ghost.taken for ghost in preview.ghosts} if preview else {}
    papers = []
    for item in shown.items:
        face = card_faces.permit(cards, item.permit, shown.seat)
        html = html_cards.permit(cards, item.permit, shown.seat)
        papers.append(_Paper(PERMIT_W, PERMIT_H, face, f"Permit: {cards.permits[item.permit].name}", html))
        deeds = squares_in(item.deeds)
        for square in deeds:
            face = card_faces.deed(plan, square)
            html = html_cards.deed(plan, square)
            papers.append(_Paper(DEED_W, DEED_H, face, f"The deed of {label(square)}", html, f"deed-{slug(square)}"))
        plot = taken.get(deeds, s.NONE)
        if plot != s.NONE:
            pale = painted(f'<g class="half-there">{card_faces.deed(plan, plot)}</g>')
            html = html_cards.deed(plan, plot)
            papers.append(_Paper(DEED_W, DEED_H, pale, f"{label(plot)}, to be requisitioned", html))
    return papers


def _laid(papers: list[_Paper]) -> list[Piece]:
    shapes = zip(papers, _spread(papers, WIDE), _spread(papers, NARROW), strict=True)
    return [Piece(wide, paper.says, paper.id, narrow, face=_card(paper)) for paper, wide, narrow in shapes]


def _card(paper: _Paper) -> Face:
    kind = "mk-permit" if paper.is_permit else "mk-deed" if paper.id else "mk-deed mk-taken"
    return Face(paper.face, f"mk-card {kind}", "mk-papers-in")


def _spread(papers: list[_Paper], w: float) -> list[Shape]:
    """Cards in a row, set closer where there are many; permits stand a little higher than their deeds."""
    left, room = w * 0.12 + 6, w * 0.76 - 12
    total = sum(paper.w + (14 if paper.is_permit else 6) for paper in papers)
    scale = max(0.62, min(0.92, room / max(total, 1)))
    squeeze = min(1.0, room / max(total * scale, 1))
    shapes: list[Shape] = []
    x = left
    for paper in papers:
        x += 8 * scale * squeeze if paper.is_permit and shapes else 0
        y = TOP if paper.is_permit else TOP + 24 * scale
        at = min(x, w - paper.w * scale - 4)
        shapes.append(card_faces.card(paper.svg, paper.w, paper.h, at, y, scale))
        x += (paper.w + 6) * scale * squeeze
    return shapes


def _note(w: float, lines: list[str], tally: Tally, seat: int, sealed: bool) -> Shape:
    """The label on the pocket: what is in the pouch and what it would bring."""
    wide = w * 0.82
    shown = lines if len(lines) <= 2 else [*lines[:1], f"and {len(lines) - 1} more"]
    h = 14 + 16.0 * len(shown) + (22 if tally else 0)
    drawn = [
        f'<rect class="card-paper cut" width="{wide:g}" height="{h:g}" rx="3"/>'
        f'<rect class="cut-line" x="4" y="4" width="{wide - 8:g}" height="{h - 8:g}"/>'
    ]
    for n, line in enumerate(shown):
        words, size = fit(line, wide - 20, 13, 9.5, bold=True)
        drawn.append(text(words, wide / 2, 20 + 16 * n, size, "ink-words"))
    x = (wide - sum(26 + width(words, 14, bold=True) + 12 for _, words in tally) + 12) / 2
    y = 22 + 16.0 * len(shown)
    for token, words in tally:
        drawn.append(place(token, round(x, 1), y - 13, 18, 18))
        drawn.append(text(words, round(x + 22, 1), y + 1.5, 14, "ink-words", anchor="start"))
        x += 26 + width(words, 14, bold=True) + 12
    if sealed:
        drawn.append(f'<g transform="translate({wide - 34:g} -14)">{place(f"envelope-{seat}", 0, 0, 42, 28)}</g>')
    return Shape((w - wide) / 2, HIGH - h - 8, wide, h, painted("".join(drawn)))
