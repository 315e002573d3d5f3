"""Declared fields as groups of drawn items: what a view holds of each, with the moves that lie on cards.

Only what the view holds is drawn: what its seat may not know is unknown in it, and becomes a back or a question mark.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tabletown.engine.declared import (
    BY_NOBODY,
    BY_OWNER,
    COUNTS,
    NO_CARD,
    PILE,
    ROW,
    UNKNOWN,
    UNKNOWN_COUNT,
    Amount,
    Argument,
    Cards,
    CardType,
    Choice,
    Count,
    Declared,
    DeclaredField,
    Flag,
    Members,
    OneCard,
    OneOf,
    SeatOf,
    words_of,
)
from tabletown.engine.english import capital, many
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.value import Value
from tabletown.games.defaults import table_chips as chips
from tabletown.games.defaults import table_faces as faces
from tabletown.games.defaults.declared_words import in_words
from tabletown.games.defaults.positions import card_list, value_of
from tabletown.games.defaults.table_faces import CardFace
from tabletown.games.defaults.table_layout import Group, Item, in_lines
from tabletown.games.offered import Offered
from tabletown.games.plain_state import decoded
from tabletown.render.scene import Button

MOST_BELOW = 3  # moves below one card; of more, all stand beside the board
MOST_PLACES = 6  # a row of at most so many cards keeps the places of those that are missing
_PLACE = -1  # a move that names no kind: the whole pile, or the place in a row

Faces = Mapping[str, tuple[CardFace, ...]]


def groups_of(
    declared: Declared, position: Position, number: int | None, shown: Faces, offered: Offered, near: bool
) -> tuple[Group, ...]:
    """The fields of a seat, or those of all, as groups; the moves that lie on cards are taken.

    `near` are those of all, and of the seat in front: on their cards moves may lie at any time.
    """
    state, cards = position.state, position.cards
    fields = [one for one in declared.fields if one.each == (number is not None) and not _in_heading(one, position)]
    small: list[Item] = []
    found: list[Group] = []
    for one in fields:
        if isinstance(one, Cards):
            taken = _Taken(declared, one, shown, offered)
            kinds = card_list(one, state, number)
            label = f"{capital(words_of(one))}: {in_words(one, state, cards, number)}"
            offers = near and any(move.of == one.name for move in declared.moves.values())
            found.append(_cards(one, kinds, number, shown[one.of.name], label, taken, offers))
        elif isinstance(one, OneCard):
            found.append(_one_card(one, value_of(one, state, number), number, shown[one.of.name]))
        else:
            label = f"{capital(words_of(one))}: {in_words(one, state, cards, number)}"
            chip = _chip(one, value_of(one, state, number))
            tag = chips.tag(capital(words_of(one)), in_words(one, state, cards, number))
            small.append(Item(label, (chip, chip, chip, tag)))
    return (*in_lines(small), *found)


def _in_heading(one: DeclaredField, position: Position) -> bool:
    """Whether a field says what the headings of all seats say: their points."""
    if not isinstance(one, Count) or not one.each or words_of(one) != "points":
        return False
    counted: list[int] = value_of(one, position.state)[: position.players]
    return counted == list(position.scores())


class Lying(Value, frozen=True):
    """The move that a card makes when it is clicked, and those that lie below it with their words."""

    button: Button | None = None
    below: tuple[tuple[str, Button], ...] = ()


_NO_MOVES = Lying()

# --- Cards ----------------------------------------------------------------------------------------------------------


class _Taken:
    """Takes the moves on the cards of a field out of those that are offered, each once."""

    def __init__(self, declared: Declared, one: Cards, shown: Faces, offered: Offered) -> None:
        self._left: dict[int, list[tuple[int, str, bool]]] = {}
        self._offered, self._form = offered, one.form
        for action in offered.left:
            verb, values = decoded(declared.actions, action)
            move = declared.moves[verb]
            if move.of != one.name:
                continue
            pairs = list(zip(move.arguments, values, strict=True))
            at = next((n for n, (argument, _) in enumerate(pairs) if argument == one.of), None)
            if at is None and one.form == ROW:
                at = next((n for n, (argument, _) in enumerate(pairs) if isinstance(argument, Amount)), None)
                key = None if at is None else _PLACE - 1 - pairs[at][1]
            else:
                key = _PLACE if at is None else pairs[at][1]
            if key is not None and not (key == _PLACE and one.form == COUNTS):
                rest = [_argument(*pair, shown) for n, pair in enumerate(pairs) if n != at]
                words = capital(" ".join([verb.replace("_", " "), *rest]))
                self._left.setdefault(key, []).append((action, words, not rest))

    def __call__(self, kind: int, place: int = 0) -> Lying:
        """The moves on a card of a kind, at a place of a row."""
        keys = (kind, _PLACE if self._form == PILE else _PLACE - 1 - place)
        found = [pair for key in keys for pair in self._left.get(key, ())]
        plain = [pair for pair in found if pair[2]]
        first = plain[0] if len(plain) == 1 else None  # what needs more words says them below
        rest = [pair for pair in found if pair is not first]
        if len(rest) > MOST_BELOW:  # they stay beside the board
            rest = []
        taken = [*([first] if first else ()), *rest]
        for key in keys:
            self._left[key] = [pair for pair in self._left.get(key, ()) if pair not in taken]
        left = self._offered.left
        return Lying(left.pop(first[0]) if first else None, tuple((pair[1], left.pop(pair[0])) for pair in rest))


def _argument(argument: Argument, value: int, shown: Faces) -> str:
    """What a move names beside its card, in words."""
    if isinstance(argument, CardType):
        return shown[argument.name][value].name
    if isinstance(argument, Amount):
        return str(value)
    return argument.names[value] if isinstance(argument, OneOf) else SEAT_NAMES[value]


def _cards(
    one: Cards,
    kinds: Sequence[int],
    number: int | None,
    shown: Sequence[CardFace],
    label: str,
    moves: _Taken,
    offers: bool,
) -> Group:
    """Cards that lie together."""
    words, note = capital(words_of(one)), ""
    if not kinds:
        items = [_none()]
    elif one.form == PILE and one.seen != BY_OWNER:
        note = many(len(kinds), "card")
        items = [_top(one, kinds, number, shown, moves)]
    elif one.form == COUNTS:
        items = list(_stacks(one, kinds, number, shown, moves))
    else:
        items = list(_row(one, kinds, number, shown, moves))
    if one.form == ROW and one.seen != BY_OWNER and one.room <= MOST_PLACES:
        items += [_missing(shown[0])] * (one.room - len(kinds) - (0 if kinds else 1))
    return Group(words, note, label, tuple(items), offers)


def _top(one: Cards, kinds: Sequence[int], number: int | None, shown: Sequence[CardFace], moves: _Taken) -> Item:
    """A pile, of which the card on top may be seen."""
    top, count = UNKNOWN if one.seen == BY_NOBODY else kinds[-1], len(kinds)
    if top == UNKNOWN:
        return _backs(count, shown[0], moves(_PLACE))
    face = shown[top]
    said = f"{face.name} on top of {many(count, 'card')}{face.says[len(face.name) :]}" if count > 1 else face.says
    return _face(face, said, count, False, _id(one, number, top), moves(top))


def _stacks(
    one: Cards, kinds: Sequence[int], number: int | None, shown: Sequence[CardFace], moves: _Taken
) -> Iterator[Item]:
    """Cards by their kinds; those that are hidden are a stack of backs."""
    for kind, face in enumerate(shown):
        if count := kinds.count(kind):
            said = f"{face.name}, {count} of them{face.says[len(face.name) :]}" if count > 1 else face.says
            yield _face(face, said, count, True, _id(one, number, kind), moves(kind))
    if hidden := kinds.count(UNKNOWN):
        yield _backs(hidden, shown[0])


def _row(
    one: Cards, kinds: Sequence[int], number: int | None, shown: Sequence[CardFace], moves: _Taken
) -> Iterator[Item]:
    """Cards in their order; hidden ones that lie side by side are a stack of backs."""
    seen: dict[int, int] = {}
    for place, kind in enumerate(kinds):
        if kind != UNKNOWN:
            seen[kind] = seen.get(kind, 0) + 1
            yield _face(shown[kind], shown[kind].says, 1, True, _id(one, number, kind, seen[kind]), moves(kind, place))
        elif not place or kinds[place - 1] != UNKNOWN:
            yield _backs(_run(kinds, place), shown[0])


def _run(kinds: Sequence[int], place: int) -> int:
    """How many hidden cards lie side by side from a place on."""
    n = 0
    while place + n < len(kinds) and kinds[place + n] == UNKNOWN:
        n += 1
    return n


def _one_card(one: OneCard, kind: int, number: int | None, shown: Sequence[CardFace]) -> Group:
    """A field of a single card."""
    words = capital(words_of(one))
    if kind == NO_CARD:
        return Group(words, "", f"{words}: none", (_none(),))
    if kind == UNKNOWN:
        return Group(words, "", f"{words}: hidden", (_backs(1, shown[0]),))
    face = shown[kind]
    return Group(words, "", f"{words}: {face.name}", (_face(face, face.says, 1, True, _id(one, number, kind)),))


def _face(face: CardFace, said: str, count: int, alike: bool, id: str, moves: Lying = _NO_MOVES) -> Item:
    shapes = (
        faces.card(face, count, alike),
        faces.card(face, count, alike, brief=True),
        faces.slip(face, count, alike),
        faces.tag(face, count, alike),
    )
    return Item(said, shapes, id, moves.button, moves.below, faces.close_up(face), "card")


def _backs(count: int, like: CardFace, moves: Lying = _NO_MOVES) -> Item:
    """Cards face down, as high as those of their type."""
    shapes = (
        faces.back(like.h, count),
        faces.back(like.brief_h, count),
        faces.back_slip(like.slip_h, count),
        faces.back_tag(count),
    )
    return Item(f"{many(count, 'card')}, face down", shapes, "", moves.button, moves.below, state="card")


def _missing(like: CardFace) -> Item:
    """A place of a row where no card lies now."""
    highs = (like.h, like.brief_h, like.slip_h, faces.TAG_H)
    wides = (faces.CARD_W, faces.CARD_W, faces.SLIP_W, faces.TAG_H)
    card, brief, slip, tag = (faces.nothing(w, h, "") for w, h in zip(wides, highs, strict=True))
    return Item("", (card, brief, slip, tag))


def _none() -> Item:
    """Where no card lies at all."""
    large, small = faces.nothing(72, 44), faces.nothing(44, faces.TAG_H)
    return Item("", (large, large, large, small))


def _id(one: Cards | OneCard, number: int | None, kind: int, copy: int = 1) -> str:
    """A name for the place of a card, by which pages let it glide."""
    whose = "" if number is None else f"-{number}"
    return f"{one.name}{whose}-{kind}" + (f"-{copy}" if copy > 1 else "")


# --- All else -------------------------------------------------------------------------------------------------------


def _chip(one: DeclaredField, value: Any) -> Any:
    """A field that holds no cards."""
    words = capital(words_of(one))
    if isinstance(one, Flag):
        return chips.flag(words, bool(value))
    if isinstance(one, Members):
        return chips.members(words, tuple(one.names), value)
    if isinstance(one, SeatOf):
        return chips.value(words, "nobody") if value == NO_CARD else chips.seat(words, value)
    if isinstance(one, Choice):
        names = ("not yet", *one.names)
        return chips.value(words, "hidden" if value == UNKNOWN else names[value])
    assert isinstance(one, Count)
    if value == UNKNOWN_COUNT and one.seen == BY_OWNER:
        return chips.value(words, "hidden")
    if 0 < one.most - one.least <= chips.MOST_SPACES and one.least <= value <= one.most:
        return chips.track(words, one.least, one.most, value)
    return chips.value(words, str(value))
