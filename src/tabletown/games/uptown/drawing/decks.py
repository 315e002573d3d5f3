"""Cards in the middle of the table: decks with their open top card, the public pile with both faces, discards."""

from collections.abc import Callable, Sequence
from functools import cache

from tabletown.engine.english import many
from tabletown.engine.position import Position
from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import Project
from tabletown.games.uptown.drawing import captions, floors
from tabletown.render.icons import centred
from tabletown.render.scene import Button, Piece, Shape, Zone
from tabletown.render.text import text, width

CARD_W, CARD_H, STRIP = 168, 166, 22
FACE_H = 141
ZONE_W, WIDE_W = 176, 364
ENDS = ((4, 4), (4, 98))
SHRUNK = 0.7  # the last discard, where it has a row of its own
FACES = ((4, 4), (4, 73), (192, 4), (192, 73))
STACKED = ((4, 4), (4, 73), (4, 153), (4, 222))

Take = Callable[..., Button | None]
"""Hands out the button of a verb and its arguments, each at most once."""


def deck_zone(position: Position, seat: int, viewer: int, name: str, take: Take) -> Zone:
    """A seat's deck with its top card open."""
    state, cards = position.state, position.cards
    left, coins = int(state.deck_left[seat]), int(state.upcoins[seat])
    title = "Your deck" if seat == viewer else f"{name}'s deck"
    alert = "blocked" if coins and left else ""
    note = str(left) if alert else many(left, "card") if left else "empty"
    top = int(state.deck[seat, left - 1]) if left else s.NONE
    if not left:
        label = f"Nothing left; {coins} upcoins lie here" if coins else "Nothing left"
        piece = Piece(Shape(4, 3, CARD_W, CARD_H, _empty("no cards left", coins)), label)
    elif top >= len(cards.project_cards):
        piece = Piece(Shape(4, 3, CARD_W, CARD_H, _back()), "A card, face down", state="card")
    else:
        first = state.phase in (s.FIRST_ACTION, s.PLACE_FIRST) and not state.ended
        free = bool(first and seat == state.current and not coins)
        ends = []
        for end, (project, place) in enumerate(zip(cards.ends(top), ENDS, strict=True)):
            button = (take("play", end) if seat == viewer else None) or take("buy", seat, end)
            ends.append(_end(position, project, place, button, blocked=bool(coins)))
        cost = cards.cost[top]
        label = f"Top card of {title[:1].lower() + title[1:] if seat == viewer else title}, costs {cost}"
        label += f"; {coins} upcoins lie on it" if coins else ""
        piece = Piece(
            Shape(4, 3, CARD_W, CARD_H, _card(cost, left, coins, free)),
            label,
            id=f"card-{cards.project_cards[top]}",
            state="card",
            parts=tuple(ends),
            rule="UT-17" if coins else "UT-14",
        )
    return Zone(f"deck-{seat}", title, ZONE_W, CARD_H + 12, (piece,), "common", seat, note=note, alert=alert)


def public_zone(position: Position, take: Take) -> Zone:
    """The public pile: the two faces of its top card side by side."""
    state, cards = position.state, position.cards
    left = int(state.public_left)
    note = f"{many(left, 'card')} \N{MIDDLE DOT} free as second action" if left else "empty"
    top = int(state.public[left - 1]) if left else s.NONE
    if not left:
        piece = Piece(Shape(4, 3, WIDE_W - 8, FACE_H, _outline(WIDE_W - 8, FACE_H, "no cards left")), "Nothing left")
    elif top >= len(cards.public_cards):
        piece = Piece(Shape(4, 3, WIDE_W - 8, FACE_H, _faces(left)), "A card, face down", state="card")
    else:
        ends = [
            _end(position, project, place, take("public", n))
            for n, (project, place) in enumerate(zip(cards.faces(top), FACES, strict=True))
        ]
        piece = Piece(
            Shape(4, 3, WIDE_W - 8, FACE_H, _faces(left)),
            "Top card of the public pile, both faces, free",
            id=f"card-{cards.public_cards[top]}",
            state="card",
            parts=tuple(ends),
            rule="UT-14",
        )
    return Zone("public", "Public pile", WIDE_W, FACE_H + 12, (piece,), "common", note=note, span=2)


def discards_zone(position: Position, compact: bool) -> Zone:
    """The discards: the last card, out of the game; `compact` where it has a row of its own."""
    state, cards = position.state, position.cards
    count = int(state.discarded)
    note = many(count, "card") if count else "none yet"
    top = int(state.discards[count - 1]) if count else s.NONE
    if top >= len(cards.project_cards):
        piece = Piece(Shape(4, 3, CARD_W, CARD_H, _empty("no discards", 0)), "No discards")
        return Zone("discards", "Discards", ZONE_W, CARD_H + 12, (piece,), "common", note=note)
    a, b = cards.ends(top)
    id = f"card-{cards.project_cards[top]}"
    if compact:
        label = f"Last discarded: {a.name} and {b.name}, out of the game"
        w, h = CARD_W * SHRUNK, CARD_H * SHRUNK
        art = f'<g transform="scale({SHRUNK})">{_old_card(a, b)}</g>'
        pieces = (
            Piece(Shape(8, 6, w, h, art), label, id=id, state="old"),
            Piece(Shape(w + 24, 6, WIDE_W - w - 30, h, _obituary(a.name, b.name, h / 2))),
        )
        return Zone("discards", "Discards", WIDE_W, h + 12, pieces, "common", note=note, span=2)
    ends = tuple(
        Piece(Shape(*place, floors.W, floors.H, floors.large(project)), captions.printed(project))
        for project, place in zip((a, b), ENDS, strict=True)
    )
    piece = Piece(
        Shape(4, 3, CARD_W, CARD_H, _old()),
        f"Last discarded: {a.name} and {b.name}",
        id=id,
        state="old",
        parts=ends,
        rule="UT-31",
    )
    return Zone("discards", "Discards", ZONE_W, CARD_H + 12, (piece,), "common", note=note)


def card_piece(projects: Sequence[Project], cost: int | None) -> Piece:
    """A whole card for the gallery: two ends and the cost between them, or both faces of a public card."""
    places = ENDS if cost is not None else STACKED
    ends = tuple(
        Piece(Shape(*place, floors.W, floors.H, floors.large(project)), captions.printed(project))
        for project, place in zip(projects, places, strict=True)
    )
    card = projects[0].card
    if cost is None:
        faces = f'{_sheets(CARD_W, FACE_H, 1)}<g transform="translate(0 {FACE_H + 8})">{_sheets(CARD_W, FACE_H, 1)}</g>'
        shape, label = Shape(0, 0, CARD_W, 2 * FACE_H + 8, faces), f"{card}, a public card"
    else:
        shape, label = Shape(0, 0, CARD_W, CARD_H, _card(cost, 1, 0, False)), f"{card}, costs {cost}"
    return Piece(shape, label, state="card", parts=ends)


def _end(
    position: Position, project: Project, place: tuple[int, int], button: Button | None, blocked: bool = False
) -> Piece:
    """An end of an open card: to be clicked, chosen, blocked, or just to be read."""
    placing = position.state.phase in (s.PLACE_FIRST, s.PLACE_SECOND)
    state = "chosen" if placing and int(position.state.chosen) == project.index else "blocked" if blocked else ""
    shape = Shape(*place, floors.W, floors.H, floors.large(project))
    return Piece(shape, captions.printed(project), button=button, state=state, rule="UT-20")


def _sheets(w: float, h: float, left: int) -> str:
    """The cards below the top one, as edges."""
    size = f'width="{w:g}" height="{h:g}" rx="4"'
    under = [f'<rect class="c-paper-under" y="{2.5 * n:g}" {size}/>' for n in range(min(left - 1, 2), 0, -1)]
    return "".join(under) + f'<rect class="c-paper-card" {size}/>'


@cache
def _card(cost: int, left: int, coins: int, free: bool) -> str:
    """A card without its ends: paper, the strip with the cost, and the upcoins that lie on it."""
    middle = 72 + STRIP / 2
    strip = f'<rect class="c-paper-brand" x=".5" y="72" width="{CARD_W - 1}" height="{STRIP}"/>'
    words = "free now" if free else ""
    across = 20 + width(str(cost), 14, bold=True) + (width(words, 11) + 16 if words else 0)
    if coins:
        across += 12 + _coins_width(coins)
    x = (CARD_W - across) / 2
    drawn = [centred("coin", x + 8, middle, 16), text(str(cost), x + 20, middle + 5, 14, "ink-white", anchor="start")]
    x += 20 + width(str(cost), 14, bold=True)
    if words:
        drawn.append(f'<path class="c-white-edge" d="M{x + 7:.1f} {middle - 7:g}v14" opacity=".5"/>')
        drawn.append(text(words, round(x + 14, 1), middle + 4, 11, "ink-white", anchor="start", bold=False))
    if coins:
        drawn.append(_coins(coins, x + 12, middle))
    return _sheets(CARD_W, CARD_H, left) + strip + "".join(drawn)


def _coins_width(coins: int) -> float:
    return 15 + 8.5 * min(coins, 8)


def _coins(coins: int, x: float, y: float) -> str:
    """Upcoins in a row, at most nine of them, their number on the last."""
    shown = min(coins, 9)
    drawn = [centred("coin", round(x + 10 + 8.5 * n, 1), y + (-1.5, 1, 0)[n % 3], 24) for n in range(shown)]
    last = x + 10 + 8.5 * (shown - 1)
    low = y + (-1.5, 1, 0)[(shown - 1) % 3] + 4
    number = text(str(coins), round(last, 1), low, 11 if coins < 100 else 8, "ink-coin")
    return "".join(drawn) + number


@cache
def _faces(left: int) -> str:
    right = f'<g transform="translate({CARD_W + 20} 0)">{_sheets(CARD_W, FACE_H, left)}</g>'
    return _sheets(CARD_W, FACE_H, left) + right


@cache
def _old() -> str:
    words = text("out of the game", CARD_W / 2, 72 + STRIP / 2 + 4, 11.5, "ink-words", bold=False)
    strip = f'<rect class="c-paper-old" x=".5" y="72" width="{CARD_W - 1}" height="{STRIP}"/>'
    return _sheets(CARD_W, CARD_H, 1) + strip + words


def _old_card(a: Project, b: Project) -> str:
    places = zip((a, b), ENDS, strict=True)
    return _old() + "".join(f'<g transform="translate({x} {y})">{floors.large(end)}</g>' for end, (x, y) in places)


def _obituary(first: str, second: str, middle: float) -> str:
    return (
        text(first, 0, middle - 12, 13, "ink-words", anchor="start")
        + text(second, 0, middle + 5, 13, "ink-words", anchor="start")
        + text("out of the game", 0, middle + 22, 12, "ink-quiet", anchor="start", bold=False)
    )


def _outline(w: float, h: float, words: str) -> str:
    box = f'<rect class="c-paper-empty" x="1" y="1" width="{w - 2:g}" height="{h - 2:g}" rx="4"/>'
    return box + text(words, w / 2, h / 2 + 4, 12, "ink-quiet", bold=False)


def _empty(words: str, coins: int) -> str:
    drawn = _outline(CARD_W, CARD_H, words)
    return drawn + (_coins(coins, (CARD_W - _coins_width(coins)) / 2, CARD_H / 2 + 26) if coins else "")


@cache
def _back() -> str:
    inner = f'<rect class="c-paper-brand" x="6" y="6" width="{CARD_W - 12}" height="{CARD_H - 12}" rx="3"/>'
    return _sheets(CARD_W, CARD_H, 2) + inner
