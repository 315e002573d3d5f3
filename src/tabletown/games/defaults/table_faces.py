"""Cards of declared types: their faces, backs, and places where no card lies.

A card has a band with its name in a colour of its kind, or of its group if a number stands for names, houses cut from
paper, its numbers with what they count, and its text. Where there is less room it lies there without its text if that
is long, as a slip with all of it in small type, or as a tag with its name alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice, repeat
from zlib import crc32

from tabletown.engine.declared import CardType, Declared
from tabletown.engine.english import capital, things_of
from tabletown.engine.value import Value
from tabletown.games.defaults.cards import CardSet, Kind
from tabletown.render.scene import Shape
from tabletown.render.text import fit, number, text, width, wrapped
from tabletown.render.theme import css

CARD_W, CARD_H, SLIP_W, TAG_H = 108.0, 140.0, 166.0, 22.0
UNDER = 4.0  # by which the cards below the first of a stack peep out
BAND, PICTURE, MARGIN = 24.0, 34.0, 8.0
TALLER = 50.0  # by which a picture may be higher than that
NAME, NUMBER, WORDS = 13.0, 17.0, 12.0  # sizes of type
NAMED = 19.0  # how high the line with the names is for which numbers stand
MOST_LINES = 4  # of a card's text; its close-up and its words have all of it
SHORT = 2  # lines of a text that stay where there is less room
SLIP_LINES = 3  # of what a slip says below its name
LARGE = 1.9  # how much larger a close-up is
RAMPS = ("coral", "azure", "gold", "moss", "violet", "teal", "coffee", "grey")
TIMES = "\N{MULTIPLICATION SIGN}"


class CardFace(Value, frozen=True):
    """A kind of card as it is printed, and how high the cards of its type are."""

    type: str
    name: str
    names: str  # for which numbers stand
    numbers: tuple[tuple[int, str], ...]  # those that are shown, with what they count
    says: str  # all that is printed, as a sentence
    text: str
    short: str  # the text where there is less room
    ramp: str
    art: int  # from which its house is drawn
    name_lines: int
    h: float
    brief_h: float  # without the text
    slip_h: float


def faces_of(declared: Declared, cards: CardSet) -> Mapping[str, tuple[CardFace, ...]]:
    """The faces of every card type, by the number of the kind."""
    return {
        one.name: _faces(one, tuple(_Printed.of(kind) for kind in cards.of[one.name]), 3 * place)
        for place, one in enumerate(declared.types)
    }


def type_words(card_type: CardType) -> str:
    """A card type as a heading."""
    return capital(card_type.name.replace("_", " "))


class _Printed(Value, frozen=True):
    """What is printed on a card, as a key of caches."""

    id: str
    name: str
    text: str
    numbers: tuple[int, ...]

    @classmethod
    def of(cls, kind: Kind) -> "_Printed":
        return cls(kind.id, kind.name, kind.text, tuple(kind.numbers.values()))


@lru_cache(maxsize=256)
def _faces(one: CardType, kinds: tuple[_Printed, ...], first: int) -> tuple[CardFace, ...]:
    lines = max(len(list(_name_lines(kind.name))) for kind in kinds)
    shown = [_shown(one, kind) for kind in kinds]
    named = [_named(one, kind) for kind in kinds]
    texts = [kind.text for kind in kinds]
    stays = all(len(list(wrapped(words, CARD_W - 2 * MARGIN, WORDS))) <= SHORT for words in texts)
    short = texts if stays else [""] * len(texts)
    high = max(CARD_H, *map(_height, named, shown, texts, repeat(lines)))
    brief = max(map(_height, named, shown, short, repeat(lines)))
    said = [_sentence(one, kind) for kind in kinds]
    slip_high = 24 + 14.0 * max(1, *(len(_slip_lines(words)) for words in said))
    return tuple(
        CardFace(
            one.name,
            kind.name,
            named[place],
            shown[place],
            f"{kind.name}: {said[place]}" if said[place] else kind.name,
            kind.text,
            short[place],
            RAMPS[(first + _colour(one, kind, place)) % len(RAMPS)],
            crc32(kind.id.encode()),
            lines,
            high,
            brief if any(texts) and not stays else high,
            slip_high,
        )
        for place, kind in enumerate(kinds)
    )


def _colour(one: CardType, kind: _Printed, place: int) -> int:
    """Cards of one group have one colour, by the first number that stands for names; else every kind has its own."""
    groups = (value for words, value in zip(one.numbers.values(), kind.numbers, strict=True) if _stands_for(words))
    return next(groups, place)


def _stands_for(words: str | Sequence[str]) -> bool:
    return not isinstance(words, str)


def _named(one: CardType, kind: _Printed) -> str:
    """The names for which numbers of a card stand."""
    pairs = zip(one.numbers.values(), kind.numbers, strict=True)
    return capital(", ".join(words[value - 1] for words, value in pairs if value and _stands_for(words)))


def _shown(one: CardType, kind: _Printed) -> tuple[tuple[int, str], ...]:
    """The numbers that a card shows: all but those that are 0 and cost nothing, if it shows something else."""
    pairs = [
        (name, value, things_of(value, words))
        for (name, words), value in zip(one.numbers.items(), kind.numbers, strict=True)
        if isinstance(words, str) and words
    ]
    told = [(value, words) for name, value, words in pairs if value or name in one.costs]
    return tuple(told if told or kind.text or _named(one, kind) else [(value, words) for _, value, words in pairs])


def _sentence(one: CardType, kind: _Printed) -> str:
    """All that is printed on a card below its name."""
    numbers = [f"{number(value)} {words}" for value, words in _shown(one, kind)]
    return ". ".join(filter(None, (", ".join(filter(None, (_named(one, kind), *numbers))), kind.text)))


def _name_lines(name: str) -> Iterator[str]:
    return islice(wrapped(name, CARD_W - 14, NAME * 1.06), 2)  # bold letters are a little wider


def _number_lines(value: int, words: str) -> list[str]:
    room = CARD_W - 2 * MARGIN - width(number(value), NUMBER, bold=True) - 6
    return list(wrapped(words, room, WORDS))


def _row(value: int, words: str) -> float:
    return 8 + 14 * max(1.0, len(_number_lines(value, words)))


def _text_lines(words: str) -> list[str]:
    return _cut(list(wrapped(words, CARD_W - 2 * MARGIN, WORDS)), MOST_LINES)


def _height(named: str, numbers: tuple[tuple[int, str], ...], words: str, name_lines: int) -> float:
    rows = sum(_row(*pair) for pair in numbers) + (NAMED if named else 0)
    said = 14.0 * len(_text_lines(words)) + (6 if words else 0)
    return BAND + 15 * (name_lines - 1) + PICTURE + rows + said + 6


# --- Whole cards ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def card(face: CardFace, count: int = 1, alike: bool = True, brief: bool = False) -> Shape:
    """A card, or a stack of so many; their number is told if they are all of its kind. A brief one has no text."""
    under, high = UNDER if count > 1 else 0.0, face.brief_h if brief else face.h
    body = _sheets(CARD_W, high, under) + _front(face, brief)
    if count > 1 and alike:
        body += _badge(f"{TIMES} {count}", CARD_W - 5, BAND + 15 * (face.name_lines - 1) + 26)
    return Shape(0, 0, CARD_W + under, high + under, body)


@lru_cache(maxsize=512)
def close_up(face: CardFace) -> Shape:
    """A card as seen from near."""
    scaled = f'<g transform="scale({LARGE})">{_sheets(CARD_W, face.h, 0)}{_front(face, False)}</g>'
    return Shape(0, 0, CARD_W * LARGE, face.h * LARGE, scaled)


@lru_cache(maxsize=512)
def _front(face: CardFace, brief: bool) -> str:
    band = BAND + 15 * (face.name_lines - 1)
    words = face.short if brief else face.text
    free = (face.brief_h if brief else face.h) - _height(face.names, face.numbers, words, face.name_lines)
    high = PICTURE + min(TALLER, max(0.0, free))  # a card with less to say has a higher picture
    drawn = [
        f'<path class="{css(f"{face.ramp}-deep")}" d="M.5 {band:g}V5a4.5 4.5 0 0 1 4.5-4.5h{CARD_W - 10:g}'
        f'a4.5 4.5 0 0 1 4.5 4.5V{band:g}Z"/>',
        f'<g transform="translate(0 {band:g})">{_picture(face, high)}</g>',
    ]
    names = list(_name_lines(face.name))
    y = 16.5 + 7.5 * (face.name_lines - len(names))
    for line in names:
        shown, size = fit(line, CARD_W - 10, NAME, WORDS, bold=True)
        drawn.append(text(shown, CARD_W / 2, y, size, "ink-white"))
        y += 15
    y = band + high + 4
    if face.names:
        shown, size = fit(face.names, CARD_W - 2 * MARGIN, NAME, WORDS, bold=True)
        drawn.append(text(shown, MARGIN, y + 13.5, size, "ink-words", anchor="start"))
        y += NAMED
    for value, counts in face.numbers:
        drawn.append(_number(value, counts, y))
        y += _row(value, counts)
    for line in _text_lines(words):
        shown, size = fit(line, CARD_W - 2 * MARGIN + 4, WORDS, WORDS)
        drawn.append(text(shown, MARGIN, y + 13, size, "ink-words", anchor="start", bold=False))
        y += 14
    return "".join(drawn)


def _number(value: int, counts: str, y: float) -> str:
    lines = _number_lines(value, counts)
    high = _row(value, counts)
    shown = number(value)
    x = MARGIN + width(shown, NUMBER, bold=True) + 6
    drawn = text(shown, MARGIN, y + high / 2 + 6, NUMBER, "ink-words", anchor="start")
    top = y + high / 2 - 7 * len(lines) + 11
    for n, line in enumerate(lines):
        words, size = fit(line, CARD_W - x - 3, WORDS, WORDS)
        drawn += text(words, x, top + 14 * n, size, "ink-words", anchor="start", bold=False)
    return drawn


@lru_cache(maxsize=512)
def _picture(face: CardFace, room: float) -> str:
    """A street of three houses, whose size and roofs follow from the card."""
    ramp, chance = face.ramp, face.art
    parts = [f'<rect class="{css(f"{ramp}-wall")}" x=".5" width="{CARD_W - 1:g}" height="{room:g}"/>']
    places = ((10.0, 24.0), (38.0, 32.0), (74.0, 24.0))
    for n, (x, wide) in enumerate(places):
        high = room * 0.3 + 4 * (chance >> (4 * n) & 1) + (room * 0.15 if n == 1 else 0)
        paint = f"{ramp}-main" if n == 1 else f"{ramp}-floor"
        top = room - high
        parts.append(f'<rect class="{css(f"{paint} edge")}" x="{x:g}" y="{top:g}" width="{wide:g}" height="{high:g}"/>')
        parts.append(_roof(chance >> (4 * n + 1) & 3, x, top, wide, f"{ramp}-deep"))
        for k in range(2):
            parts.append(
                f'<rect class="{css("glass")}" x="{x + wide * (0.2 + 0.4 * k):g}" y="{top + 4:g}" '
                f'width="{wide * 0.2:g}" height="6"/>'
            )
    return "".join(parts)


def _roof(kind: int, x: float, y: float, wide: float, paint: str) -> str:
    path = (
        f"M{x - 3:g} {y:g}l{wide / 2 + 3:g}-10 {wide / 2 + 3:g} 10Z",
        f"M{x - 2:g} {y:g}v-4h{wide + 4:g}v4Z",
        f"M{x - 2:g} {y:g}l5-8h{wide - 6:g}l5 8Z",
        f"M{x:g} {y:g}a{wide / 2:g} 9 0 0 1 {wide:g} 0Z",
    )[kind]
    return f'<path class="{css(f"{paint} edge")}" d="{path}"/>'


@cache
def _sheets(w: float, h: float, under: float) -> str:
    below = _box("paper-old", under + 0.5, w - 1, h - 1)
    return (below if under else "") + _box("sheet", 0.5, w - 1, h - 1)


def _box(paint: str, at: float, w: float, h: float) -> str:
    return f'<rect class="{css(paint)}" x="{at:g}" y="{at:g}" width="{w:g}" height="{h:g}" rx="5"/>'


@cache
def _badge(words: str, right: float, low: float) -> str:
    """How many there are, on a tag in the lower right corner."""
    wide = width(words, 13, bold=True) + 12
    return (
        f'<rect class="{css("night")}" x="{right - wide:g}" y="{low - 20:g}" width="{wide:g}" height="20" rx="10"/>'
        + text(words, right - wide / 2, low - 5.5, 13, "ink-white")
    )


# --- Slips and tags -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def slip(face: CardFace, count: int = 1, alike: bool = True) -> Shape:
    """A card, or a stack of so many, by its name and its numbers."""
    right, high = SLIP_W - 8, face.slip_h
    drawn = [_sheets(SLIP_W, high, 0), _edge(face, high)]
    if count > 1 and alike:
        drawn.append(_badge(f"{TIMES} {count}", SLIP_W - 5, 22))
        right -= width(f"{TIMES} {count}", 13, bold=True) + 12
    words, size = fit(face.name, right - 15, NAME, WORDS, bold=True)
    drawn.append(text(words, 15, 17, size, "ink-words", anchor="start"))
    for n, line in enumerate(_slip_lines(face.says[len(face.name) + 2 :])):
        words, size = fit(line, SLIP_W - 19, WORDS, WORDS)
        drawn.append(text(words, 15, 32 + 14 * n, size, "ink-quiet", anchor="start", bold=False))
    return Shape(0, 0, SLIP_W, high, "".join(drawn))


def _slip_lines(said: str) -> list[str]:
    """What a slip says below its name."""
    return _cut(list(wrapped(said, SLIP_W - 19, WORDS)), SLIP_LINES)


def _cut(lines: list[str], most: int) -> list[str]:
    """So many lines at most; the last one says that there is more."""
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], f"{lines[most - 1].rstrip('.,')}\N{HORIZONTAL ELLIPSIS}"]


@lru_cache(maxsize=2048)
def tag(face: CardFace, count: int = 1, alike: bool = True) -> Shape:
    """A card, or a stack of so many, by its name."""
    words, _ = fit(face.name + (f" {TIMES} {count}" if count > 1 and alike else ""), 150, WORDS, WORDS, bold=True)
    wide = 14 + width(words, WORDS, bold=True) + 8
    return Shape(
        0, 0, wide, TAG_H,
        _sheets(wide, TAG_H, 0) + _edge(face, TAG_H, 8) + text(words, 13, 15.5, WORDS, "ink-words", anchor="start"),
    )  # fmt: skip


def _edge(face: CardFace, high: float, wide: float = 10) -> str:
    return (
        f'<path class="{css(f"{face.ramp}-deep")}" d="M.5 5A4.5 4.5 0 0 1 5 .5h{wide - 5:g}v{high - 1:g}H5'
        f'A4.5 4.5 0 0 1 .5 {high - 5:g}Z"/>'
    )


# --- Backs and places without cards ---------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def back(h: float, count: int) -> Shape:
    """Cards face down, with how many there are."""
    under = UNDER if count > 1 else 0.0
    body = _sheets(CARD_W, h, under) + (
        f'<rect class="{css("paper-brand")}" x="6" y="6" width="{CARD_W - 12:g}" height="{h - 12:g}" rx="3"/>'
        f'<path class="{css("thread-cream")}" d="M{CARD_W / 2 - 20:g} {h / 2 + 15:g}v-22l20-15 20 15v22Z"/>'
    )
    body += _badge(f"{TIMES} {count}", CARD_W - 10, h - 10) if count > 1 else ""
    return Shape(0, 0, CARD_W + under, h + under, body)


@lru_cache(maxsize=256)
def back_slip(h: float, count: int) -> Shape:
    """Cards face down where there is little room."""
    wide, middle = SLIP_W / 2, h / 2
    words, size = fit(_how_many(count), wide - 45, 14, WORDS, bold=True)
    body = (
        _sheets(wide, h, 0)
        + f'<rect class="{css("paper-brand")}" x="5" y="5" width="34" height="{h - 10:g}" rx="3"/>'
        + f'<path class="{css("thread-cream")}" d="M14 {middle + 8:g}v-10l8-6 8 6v10Z"/>'
        + text(words, 61, middle + 5, size, "ink-words")
    )
    return Shape(0, 0, wide, h, body)


@lru_cache(maxsize=256)
def back_tag(count: int) -> Shape:
    """How many cards lie face down."""
    words = _how_many(count)
    wide = 26 + width(words, WORDS, bold=True) + 8
    body = (
        _sheets(wide, TAG_H, 0)
        + f'<rect class="{css("paper-brand")}" x="4" y="4" width="17" height="{TAG_H - 8:g}" rx="2"/>'
        + text(words, 26, 15.5, WORDS, "ink-words", anchor="start")
    )
    return Shape(0, 0, wide, TAG_H, body)


def _how_many(count: int) -> str:
    """How many cards lie face down; of a single one, that it does."""
    return f"{TIMES} {count}" if count > 1 else "hidden"


@lru_cache(maxsize=64)
def nothing(w: float, h: float, words: str = "none") -> Shape:
    """A place where no card lies."""
    box = f'<rect class="{css("paper-empty")}" x="1" y="1" width="{w - 2:g}" height="{h - 2:g}" rx="5"/>'
    return Shape(0, 0, w, h, box + text(words, w / 2, h / 2 + 4.5, WORDS, "ink-quiet", bold=False))
