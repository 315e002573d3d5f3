"""Declared fields: the state of a title, each field declared once with what it means.

A title whose `state.py` has a `GAME = Declared(...)` needs four kernels and nothing else. The record of its states and
of its cards, its actions and their texts, what is hidden and imagined, positions, observations, ownership and a drawing
are derived from the declaration, each by one module of `games/defaults`, and each can be replaced by the title's own.

    KIND = CardType("kind", 2, {"points": "points", "neighbours": "for each house"})
    GAME = Declared(
        seats=4,
        fields=(
            Cards("deck", KIND, PILE, room=24, length="left", seen=BY_NOBODY),
            Cards("hand", KIND, COUNTS, each=True, length="held", seen=BY_OWNER),
            Cards("built", KIND, COUNTS, each=True),
            Count("score", 99, each=True),
        ),
        moves={"play": Move(KIND, of="hand", says="builds a {kind}")},
        endings=("everybody has played six cards",),
    )

`each` fields have one entry, or one list, for every seat.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np

from tabletown.engine.actions import Actions
from tabletown.engine.declared_kernels import NO_CARD as NO_CARD
from tabletown.engine.declared_kernels import UNKNOWN as UNKNOWN
from tabletown.engine.declared_kernels import UNKNOWN_COUNT as UNKNOWN_COUNT
from tabletown.engine.errors import TabletownError
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import Field, state_dtype

MOST_KINDS = NO_CARD  # numbers of kinds are bytes
MOST_ROOM = 255
MOST_MEMBERS = 32

PILE: Literal["pile"] = "pile"
ROW: Literal["row"] = "row"
COUNTS: Literal["counts"] = "counts"
"""How cards lie: a pile (the last one is on top), a row in an order that matters, or only how many there are of each
kind. Hands are best declared as counts, which tell no order."""
BY_ALL: Literal["all"] = "all"
BY_OWNER: Literal["owner"] = "owner"
BY_NOBODY: Literal["nobody"] = "nobody"
TOP: Literal["top"] = "top"
"""Who sees a field: everybody, the seat that it belongs to, nobody, or everybody the top card alone."""

Form: TypeAlias = Literal["pile", "row", "counts"]
Seen: TypeAlias = Literal["all", "owner", "nobody", "top"]

_TAKEN = {"id", "name", "copies", "text", *dir(np.recarray)}
"""What every card has besides its numbers, and what uncompiled rules would find in the place of a number."""


class DeclarationError(TabletownError):
    """A declaration contradicts itself; the text names the field."""


# --- What there is --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardType:
    """Cards of one sort: the tables `[[name]]` of cards.toml, of so many different kinds.

    Each table has an `id`, a `name`, how many `copies` there are (by default 1), a `text` if something is printed on
    the card, and the whole numbers in `numbers`. Kernels read them as `cards.points[kind]`, and the copies as
    `cards.NAME_copies[kind]`. Unseen cards of one type form one pool.
    """

    name: str
    kinds: int
    numbers: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    """What each number counts, as a plural: "points". A number that stands for one of some names, from 1, has these
    instead: ("home", "green"); 0 is none of them. One of which the card's text speaks has no words: ""."""
    costs: tuple[str, ...] = ()
    """Those of the numbers of which less is better for the owner."""
    all_lie_open_or_hidden: bool = True
    """Whether every card always lies in one of the fields: none is put back into the box."""

    def __hash__(self) -> int:
        return hash((self.name, self.kinds))

    @property
    def copies(self) -> str:
        """The name of the copies in the record of cards."""
        return f"{self.name}_copies"

    @property
    def pool(self) -> str:
        """The name of the field in which the unseen cards are counted while a world is imagined; it is 0 otherwise."""
        return f"pool_{self.name}"


@dataclass(frozen=True)
class Cards:
    """Cards of one type that lie together: a deck, a hand, a market, what a seat has built.

    Piles and rows have room for so many cards; entries beyond their length are 0. The field `length` says how many
    there are; it is part of the declaration, and everybody sees it. Counts need one only if somebody may not see them.
    """

    name: str
    of: CardType
    form: Form
    room: int = 0
    each: bool = False
    length: str = ""
    seen: Seen = BY_ALL
    says: str = ""
    """What it is, in words; by default its name."""


@dataclass(frozen=True)
class OneCard:
    """One card of a type, or `NO_CARD`."""

    name: str
    of: CardType
    each: bool = False
    seen: Seen = BY_ALL
    says: str = ""


@dataclass(frozen=True)
class Count:
    """A whole number from `least` to `most`: money, points, rounds. What only its owner sees is at least 0."""

    name: str
    most: int
    each: bool = False
    least: int = 0
    seen: Seen = BY_ALL
    says: str = ""


@dataclass(frozen=True)
class Choice:
    """One of some names, from 1, or 0 for none yet. If only its owner sees it, all see whether there is one."""

    name: str
    names: Sequence[str]
    each: bool = False
    seen: Seen = BY_ALL
    says: str = ""


@dataclass(frozen=True)
class Flag:
    """Yes or no: 1 or 0."""

    name: str
    each: bool = False
    says: str = ""
    seen: Seen = BY_ALL


@dataclass(frozen=True)
class SeatOf:
    """A seat, or `NO_CARD` for nobody: who begins, who bid most."""

    name: str
    says: str = ""
    each: bool = False
    seen: Seen = BY_ALL


@dataclass(frozen=True)
class Members:
    """A set of some names, as a bit mask."""

    name: str
    names: Sequence[str]
    each: bool = False
    says: str = ""
    seen: Seen = BY_ALL


DeclaredField: TypeAlias = Cards | OneCard | Count | Choice | Flag | SeatOf | Members


# --- Moves ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Amount:
    """A whole number from 0 to `most`, as an argument of a move."""

    most: int


@dataclass(frozen=True)
class ASeat:
    """A seat, as an argument of a move."""


@dataclass(frozen=True)
class OneOf:
    """One of some names, as an argument of a move."""

    names: Sequence[str]


Argument: TypeAlias = CardType | Amount | ASeat | OneOf


@dataclass(frozen=True, init=False)
class Move:
    """What a verb takes: card types, seats, amounts, names; in this order they follow the verb in its text.

    `of` names the cards on which the drawing offers the move. `says` tells it in a sentence without its subject, with
    the arguments in braces by their place: "gives {0} to {1}"; a card type may also be named: "builds a {kind}".
    """

    arguments: tuple[Argument, ...]
    of: str
    says: str

    def __init__(self, *arguments: Argument, of: str = "", says: str = "") -> None:
        object.__setattr__(self, "arguments", arguments)
        object.__setattr__(self, "of", of)
        object.__setattr__(self, "says", says)

    @property
    def names(self) -> set[str]:
        """What `says` may have in braces: the places of the arguments, and the names of card types."""
        types = {one.name for one in self.arguments if isinstance(one, CardType)}
        return {str(n) for n in range(len(self.arguments))} | types


# --- The whole ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Declared:
    """The declaration of a title. Raises DeclarationError, which says what contradicts what."""

    seats: int  # as many as can play
    fields: tuple[DeclaredField, ...]
    moves: Mapping[str, Move]
    endings: tuple[str, ...]  # why a game ended, by `ended` from 1
    phases: tuple[str, ...] = ("playing",)  # by `phase` from 1
    max_legal: int = 0
    """The most legal actions that a seat can have; by default all there are."""

    def __post_init__(self) -> None:
        names = [name for name, *_ in self._record_fields()]
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise DeclarationError(f"two fields are called {twice!r}")
        columns = [name for name, *_ in self._card_fields()]
        if twice := next((name for name in columns if columns.count(name) > 1), ""):
            raise DeclarationError(f"two numbers of cards are called {twice!r}: name one of them otherwise")
        if taken := next((name for name in columns if name in _TAKEN), ""):
            raise DeclarationError(f"no number of cards can be called {taken!r}: choose another name")
        if not 1 <= self.seats <= len(SEAT_NAMES):
            raise DeclarationError(f"a game has 1 to {len(SEAT_NAMES)} seats, not {self.seats}")
        if not self.moves or not self.endings or not self.phases:
            raise DeclarationError("a game has moves, endings and phases, at least one of each")
        for one in self.fields:
            _check_field(one)
        for card_type in self.types:
            if unknown := set(card_type.costs) - set(card_type.numbers):
                raise DeclarationError(f"{sorted(unknown)[0]!r} is no number of the cards {card_type.name!r}")
            if nameless := next((name for name, words in card_type.numbers.items() if not _are_words(words)), ""):
                raise DeclarationError(f"the number {nameless!r} of the cards {card_type.name!r} needs words, or names")
        for verb, move in self.moves.items():
            if move.of and not any(isinstance(one, Cards) and one.name == move.of for one in self.fields):
                raise DeclarationError(f"the move {verb!r} is offered on {move.of!r}, which are no cards of this game")
            if unknown := set(re.findall(r"\{(.*?)\}", move.says)) - move.names:
                known = ", ".join(f"{{{name}}}" for name in sorted(move.names)) or "nothing"
                raise DeclarationError(f"the move {verb!r} says {{{sorted(unknown)[0]}}}, but it takes {known}")
        try:
            self.state  # noqa: B018 (a name that no state can have is refused here, not at the first game)
        except ValueError as error:
            raise DeclarationError(str(error)) from error

    @cached_property
    def types(self) -> tuple[CardType, ...]:
        """The card types, in the order in which fields and moves name them."""
        of_fields = [one.of for one in self.fields if isinstance(one, Cards | OneCard)]
        of_moves = [arg for move in self.moves.values() for arg in move.arguments if isinstance(arg, CardType)]
        return tuple(dict.fromkeys([*of_fields, *of_moves]))

    @cached_property
    def state(self) -> np.dtype[np.void]:
        """The record of a state."""
        return state_dtype(list(self._record_fields()))

    @cached_property
    def cards(self) -> np.dtype[np.void]:
        """The record of the cards."""
        fields = list(self._card_fields())
        return np.dtype(fields if fields else [("none", np.uint8)], align=True)

    @cached_property
    def actions(self) -> Actions:
        """The action ids."""
        sizes = {verb: tuple(self.size(arg) for arg in move.arguments) for verb, move in self.moves.items()}
        return Actions(**sizes)

    @property
    def most_legal(self) -> int:
        """Room for a list of legal actions."""
        return self.max_legal or self.actions.count

    def size(self, argument: Argument) -> int:
        """How many values an argument can have."""
        if isinstance(argument, CardType):
            return argument.kinds
        if isinstance(argument, Amount):
            return argument.most + 1
        return self.seats if isinstance(argument, ASeat) else len(argument.names)

    def cards_named(self, name: str) -> Cards:
        """The cards of this name."""
        return next(one for one in self.fields if isinstance(one, Cards) and one.name == name)

    def _record_fields(self) -> Iterator[Field]:
        for one in self.fields:
            kind = np.int32 if isinstance(one, Count) else np.uint32 if isinstance(one, Members) else np.uint8
            inner: tuple[int, ...] = ()
            if isinstance(one, Cards):
                inner = (one.of.kinds if one.form == COUNTS else one.room,)
            shape = (*((self.seats,) if one.each else ()), *inner)
            yield (one.name, kind, shape) if shape else (one.name, kind)
            if isinstance(one, Cards) and one.length:
                yield (one.length, np.uint8, self.seats) if one.each else (one.length, np.uint8)
        for card_type in self.types:
            if self.is_dealt(card_type):
                yield card_type.pool, np.uint8, card_type.kinds

    def is_dealt(self, card_type: CardType) -> bool:
        """Whether somebody may not see some of these cards, so that worlds are imagined by dealing them."""
        return any(
            isinstance(one, Cards | OneCard) and one.of == card_type and one.seen != BY_ALL for one in self.fields
        )

    def _card_fields(self) -> Iterator[Field]:
        for card_type in self.types:
            yield card_type.copies, np.uint8, card_type.kinds
            for name in card_type.numbers:
                yield name, np.int32, card_type.kinds


def _are_words(words: object) -> bool:
    """Whether these can say what a number of cards means: a text, or some names."""
    if isinstance(words, str):
        return True
    return isinstance(words, Sequence) and bool(words) and all(isinstance(one, str) and one for one in words)


def words_of(one: DeclaredField) -> str:
    """What a field is, in words."""
    return one.says or one.name.replace("_", " ")


def _check_field(one: DeclaredField) -> None:
    """Refuse a field that cannot be."""
    if one.seen == BY_OWNER and not one.each:
        raise DeclarationError(f"only its owner sees {one.name!r}, so it needs each=True")
    if isinstance(one, Cards):
        _check_cards(one)
    elif one.seen == TOP or (one.seen == BY_NOBODY and not isinstance(one, OneCard)):
        raise DeclarationError(f"{one.name!r} is seen by all or by its owner, not by {one.seen!r}")
    if isinstance(one, Count) and (one.most < one.least or (one.seen != BY_ALL and one.least < 0)):
        raise DeclarationError(f"{one.name!r} goes from {one.least} to {one.most}: that cannot be, or not be hidden")
    if isinstance(one, Flag | SeatOf | Members) and one.seen != BY_ALL:
        raise DeclarationError(f"all see {one.name!r}: declare a secret as cards, a count or a choice")
    if isinstance(one, Members) and not 1 <= len(one.names) <= MOST_MEMBERS:
        raise DeclarationError(f"{one.name!r} has 1 to {MOST_MEMBERS} members, not {len(one.names)}")


def _check_cards(one: Cards) -> None:
    if not 1 <= one.of.kinds <= MOST_KINDS:
        raise DeclarationError(f"there are 1 to {MOST_KINDS} kinds of {one.of.name!r}, not {one.of.kinds}")
    if one.form == COUNTS:
        if one.room:
            raise DeclarationError(f"{one.name!r} counts cards of each kind, so it needs no room")
        if one.seen == TOP:
            raise DeclarationError(f"{one.name!r} counts cards of each kind, so none of them is on top")
        if one.seen != BY_ALL and not one.length:
            raise DeclarationError(f"{one.name!r} is hidden from somebody: name a length, which all may know")
    elif not 1 <= one.room <= MOST_ROOM or not one.length:
        raise DeclarationError(f"{one.name!r} needs room for 1 to {MOST_ROOM} cards, and the name of its length")
