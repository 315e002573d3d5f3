"""Cards in the middle of the table: decks with their open top card, the public pile with both faces, discards."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from tabletown.engine.english import many
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.state import NOBODY
from tabletown.engine.value import Value
from tabletown.games.offered import rivals_of
from tabletown.games.plain_state import plain
from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import CardSet, Project
from tabletown.games.uptown.drawing import captions, faces, floors
from tabletown.render.icons import centred
from tabletown.render.scene import Button, Face, Piece, Shape, Zone
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


class Deck(Value, frozen=True):
    """All that the drawing of a seat's deck shows."""

    seat: int
    own: bool  # the viewer's
    cards: CardSet
    left: int
    top: int  # number of its open card
    coins: int  # upcoins on it
    free: bool  # its top card can be played for free now
    chosen: int  # the end of the top card that is being placed, or -1
    buttons: tuple[Button | None, ...]  # per end of the top card


class Pile(Value, frozen=True):
    """All that the drawing of the public pile shows."""

    cards: CardSet
    left: int
    top: int  # number of its open card
    chosen: int  # the project of the top card that is being placed, or -1
    buttons: tuple[Button | None, ...]  # per project of the top card


def zones(position: Position, viewer: int, take: Take) -> list[Zone]:
    """The decks, the viewer's first, the public pile and the discards."""
    state = plain(position)
    cards = position.cards
    phase = state.phase
    placed = state.chosen if phase in (s.PLACE_FIRST, s.PLACE_SECOND) else s.NONE
    first = phase in (s.FIRST_ACTION, s.PLACE_FIRST) and not state.ended
    current = state.current if first else NOBODY
    lefts, coins, decks = state.deck_left, state.upcoins, state.deck
    drawn = []
    for seat in (max(viewer, 0), *rivals_of(position, viewer)):
        left, own = lefts[seat], seat == viewer
        top = decks[seat][left - 1] if left else s.NONE
        buttons = tuple((take("play", end) if own else None) or take("buy", seat, end) for end in range(len(ENDS)))
        free = seat == current and not coins[seat]
        chosen = placed - 2 * top if placed // 2 == top else -1
        drawn.append(_deck_zone(Deck(seat, own, cards, left, top, coins[seat], free, chosen, buttons)))
    public = _public_zone(_pile(position, placed, take))
    discarded = state.discarded
    last = state.discards[discarded - 1] if discarded else s.NONE
    if len(drawn) % 2:
        return [*drawn, _discards_zone(cards, discarded, last, compact=False), public]
    return [*drawn, public, *([_discards_zone(cards, discarded, last, compact=True)] if discarded else [])]


def _pile(position: Position, placed: int, take: Take) -> Pile:
    state = plain(position)
    left = state.public_left
    top = state.public[left - 1] if left else s.NONE
    first = s.PUBLIC_START + len(FACES) * top
    chosen = placed - first if first <= placed < first + len(FACES) else -1
    return Pile(position.cards, left, top, chosen, tuple(take("public", end) for end in range(len(FACES))))


@lru_cache(maxsize=2048)  # between two moves most decks stay as they are
def _deck_zone(deck: Deck) -> Zone:
    """A seat's deck with its top card open."""
    seat, cards, left, top, coins = deck.seat, deck.cards, deck.left, deck.top, deck.coins
    title = "Your deck" if deck.own else f"{the_seat(seat)}'s deck"
    alert = "blocked" if coins and left else ""
    note = str(left) if alert else many(left, "card") if left else "empty"
    if not left:
        label = f"Nothing left; {coins} upcoins lie here" if coins else "Nothing left"
        face = Face(faces.nothing("no cards left", coins), "ut-card ut-empty")
        piece = Piece(Shape(4, 3, CARD_W, CARD_H, _empty("no cards left", coins)), label, face=face)
    elif top >= len(cards.project_cards):
        face = Face("", "ut-card ut-back")
        piece = Piece(Shape(4, 3, CARD_W, CARD_H, _back()), "A card, face down", state="card", face=face)
    else:
        ends = tuple(
            _end(project, place, button, "chosen" if end == deck.chosen else "blocked" if coins else "")
            for end, (project, place, button) in enumerate(zip(cards.ends(top), ENDS, deck.buttons, strict=True))
        )
        cost = cards.cost[top]
        label = f"Top card of {title[:1].lower() + title[1:] if deck.own else title}, costs {cost}"
        label += f"; {coins} upcoins lie on it" if coins else ""
        piece = Piece(
            Shape(4, 3, CARD_W, CARD_H, _card(cost, left, coins, deck.free)),
            label,
            id=f"card-{cards.project_cards[top]}",
            state="card",
            parts=ends,
            rule="UT-17" if coins else "UT-14",
            face=Face(faces.price(cost, coins, deck.free), "ut-card"),
        )
    return Zone(f"deck-{seat}", title, ZONE_W, CARD_H + 12, (piece,), "common", seat, note=note, alert=alert)


@lru_cache(maxsize=1024)
def _public_zone(pile: Pile) -> Zone:
    """The public pile: the two faces of its top card side by side."""
    cards, left, top = pile.cards, pile.left, pile.top
    note = f"{many(left, 'card')} \N{MIDDLE DOT} free as second action" if left else "empty"
    if not left:
        face = Face(faces.nothing("no cards left"), "ut-card ut-empty")
        outline = _outline(WIDE_W - 8, FACE_H, "no cards left")
        piece = Piece(Shape(4, 3, WIDE_W - 8, FACE_H, outline), "Nothing left", face=face)
    elif top >= len(cards.public_cards):
        face = Face("", "ut-card ut-back")
        piece = Piece(Shape(4, 3, WIDE_W - 8, FACE_H, _faces(left)), "A card, face down", state="card", face=face)
    else:
        ends = tuple(
            _end(project, place, button, "chosen" if end == pile.chosen else "")
            for end, (project, place, button) in enumerate(zip(cards.faces(top), FACES, pile.buttons, strict=True))
        )
        piece = Piece(
            Shape(4, 3, WIDE_W - 8, FACE_H, _faces(left)),
            "Top card of the public pile, both faces, free",
            id=f"card-{cards.public_cards[top]}",
            state="card",
            parts=ends,
            rule="UT-14",
            face=Face(faces.sides(), "ut-faces"),
        )
    return Zone("public", "Public pile", WIDE_W, FACE_H + 12, (piece,), "common", note=note, span=2)


@lru_cache(maxsize=1024)
def _discards_zone(cards: CardSet, count: int, top: int, compact: bool) -> Zone:
    """The discards: the last card, out of the game; `compact` where it has a row of its own."""
    note = many(count, "card") if count else "none yet"
    if top >= len(cards.project_cards):
        face = Face(faces.nothing("no discards"), "ut-card ut-empty")
        piece = Piece(Shape(4, 3, CARD_W, CARD_H, _empty("no discards", 0)), "No discards", face=face)
        return Zone("discards", "Discards", ZONE_W, CARD_H + 12, (piece,), "common", note=note)
    a, b = cards.ends(top)
    id = f"card-{cards.project_cards[top]}"
    face = Face(faces.discarded((a, b)), "ut-card ut-discarded")
    if compact:
        label = f"Last discarded: {a.name} and {b.name}, out of the game"
        w, h = CARD_W * SHRUNK, CARD_H * SHRUNK
        art = f'<g transform="scale({SHRUNK})">{_old_card(a, b)}</g>'
        pieces = (
            Piece(Shape(8, 6, w, h, art), label, id=id, state="old", face=face),
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
        face=face,
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


def _end(project: Project, place: tuple[int, int], button: Button | None, state: str) -> Piece:
    """An end of an open card: to be clicked, chosen, blocked, or just to be read."""
    shape = Shape(*place, floors.W, floors.H, floors.large(project))
    face = Face(faces.floor(project), "ut-floor ut-end")
    return Piece(shape, captions.printed(project), button=button, state=state, rule="UT-20", face=face)


def _sheets(w: float, h: float, left: int) -> str:
    """The cards below the top one, as edges."""
    size = f'width="{w:g}" height="{h:g}" rx="4"'
    under = [f'<rect class="c-paper-under" y="{2.5 * n:g}" {size}/>' for n in range(min(left - 1, 2), 0, -1)]
    return "".join(under) + f'<rect class="c-paper-card" {size}/>'


@lru_cache(maxsize=4096)
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
