"""Words of a title with declared fields: moves as text and sentences, the state of the game, and the board as text.

The text of a move is its verb, then the ids of cards, the colours of seats, amounts and names: "give oak sky".
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.engine.declared import (
    BY_ALL,
    BY_NOBODY,
    NO_CARD,
    UNKNOWN,
    UNKNOWN_COUNT,
    Amount,
    Argument,
    Cards,
    CardType,
    Choice,
    Declared,
    DeclaredField,
    Flag,
    Members,
    Move,
    OneCard,
    OneOf,
    SeatOf,
    words_of,
)
from tabletown.engine.english import a, capital, many, things_of
from tabletown.engine.errors import InvalidMove
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.games.defaults.cards import CardSet
from tabletown.games.defaults.positions import card_list, length_of, value_of
from tabletown.render.scene import Button

_NO_WORD = re.compile(r"[^a-z0-9]+")
_ARGUMENT = re.compile(r"(\ban? )?\{(\w+)\}")  # of a sentence, with its article
_THINGS = re.compile(r"\{(\w+)\} (\w+)")  # an argument, with what it may count


class DeclaredWords:
    """What a title's module of words defines, from its declared fields and moves."""

    def __init__(self, declared: Declared) -> None:
        self._declared = declared
        self.ENDINGS: Mapping[int, str] = dict(enumerate(declared.endings, 1))

    # --- Moves ---

    def say(self, position: Position, seat: int, action: int) -> str:
        """The text of a move."""
        verb, values = self._declared.actions.decode(action)
        arguments = self._declared.moves[verb].arguments
        words = [_slug(arg, value, position.cards) for arg, value in zip(arguments, values, strict=True)]
        return " ".join([_word(verb), *words])

    def read(self, position: Position, seat: int, text: str) -> int:
        """The action that a text means. Raises InvalidMove, which says what would be one."""
        verb, *words = text.split()
        verbs = {_word(verb): verb for verb in self._declared.moves}
        if verb not in verbs:
            raise InvalidMove(f"{text!r} is no move here: a move begins with {' or '.join(verbs)}")
        arguments = self._declared.moves[verbs[verb]].arguments
        if len(words) != len(arguments):
            wanted = " ".join([verb, *(_kind_of(arg) for arg in arguments)])
            raise InvalidMove(f"{text!r} is no move here: say {wanted}")
        values = [_value(arg, word, position.cards, self._declared) for arg, word in zip(arguments, words, strict=True)]
        return self._declared.actions.encode(verbs[verb], *values)

    def explain(self, position: Position, seat: int, action: int) -> str:
        """A move as a sentence without its subject."""
        verb, values = self._declared.actions.decode(action)
        move = self._declared.moves[verb]
        names = [_name(arg, value, position.cards) for arg, value in zip(move.arguments, values, strict=True)]
        if not move.says:
            return " ".join(["chooses", verb.replace("_", " "), *names])
        return _told(move, values, names)

    def button(self, position: Position, seat: int, action: int) -> Button:
        """A move as a button with its verb and the names of what it takes."""
        verb, values = self._declared.actions.decode(action)
        arguments = self._declared.moves[verb].arguments
        names = [_name(arg, value, position.cards) for arg, value in zip(arguments, values, strict=True)]
        words = position.title.words
        sentence = capital(words.explain(position, seat, action))
        return Button(words.say(position, seat, action), sentence, capital(" ".join([verb.replace("_", " "), *names])))

    # --- The game ---

    def status(self, position: Position) -> str:
        """How far the game is: its phase, if there are several."""
        if position.is_game_over():
            return "Over"
        phase = int(position.state.phase)
        named = len(self._declared.phases) > 1 and 1 <= phase <= len(self._declared.phases)
        return capital(self._declared.phases[phase - 1]) if named else f"Move {position.ply + 1}"

    def board(self, position: Position) -> str:
        """The table as text: every field in words. A view shows what its seat may know."""
        state, cards = position.state, position.cards
        lines = [f"{position.title.meta.title}, {position.title.words.status(position)}"]
        lines += [
            f"{capital(words_of(one))}: {in_words(one, state, cards)}" for one in self._declared.fields if not one.each
        ]
        points = position.scores()
        for number in range(position.players):
            lines.append(f"{SEAT_NAMES[number]}: {many(points[number], 'point')}")
            lines += [
                f"  {capital(words_of(one))}: {in_words(one, state, cards, number)}"
                for one in self._declared.fields
                if one.each
            ]
        return "\n".join(lines)


def in_words(one: DeclaredField, state: Any, cards: CardSet, number: int | None = None) -> str:
    """What a field holds, of a seat or of all, in words."""
    if isinstance(one, Cards):
        return _cards_in_words(one, state, cards, number)
    value = value_of(one, state, number)
    if value in (UNKNOWN, UNKNOWN_COUNT) and one.seen != BY_ALL:
        return "hidden"
    if isinstance(one, OneCard):
        return "none" if value == NO_CARD else cards.of[one.of.name][value].name
    if isinstance(one, SeatOf):
        return "nobody" if value == NO_CARD else SEAT_NAMES[value]
    if isinstance(one, Choice):
        return str(one.names[value - 1]) if value else "not yet"
    if isinstance(one, Members):
        return ", ".join(name for bit, name in enumerate(one.names) if value >> bit & 1) or "none"
    return ("yes" if value else "no") if isinstance(one, Flag) else str(value)


def _cards_in_words(one: Cards, state: Any, cards: CardSet, number: int | None) -> str:
    length = length_of(one, state, number)
    if one.seen == BY_NOBODY:  # also where everything is known: a long list of covered cards says little
        return many(length, "card")
    names = [kind.name for kind in cards.of[one.of.name]]
    counted: dict[str, int] = {}
    for kind in card_list(one, state, number):
        name = "hidden" if kind == UNKNOWN else names[kind]
        counted[name] = counted.get(name, 0) + 1
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in counted.items()) or "none"


def _told(move: Move, values: Sequence[int], names: Sequence[str]) -> str:
    """What a move says, with its arguments. "a {kind}" becomes an Inn or a Mill, "{0} coins" may be 1 coin."""
    filled = dict(zip(map(str, range(len(names))), names, strict=True))
    filled |= {arg.name: name for arg, name in zip(move.arguments, names, strict=True) if isinstance(arg, CardType)}
    counted = {str(n): values[n] for n, arg in enumerate(move.arguments) if isinstance(arg, Amount)}

    def things(match: re.Match[str]) -> str:
        return f"{{{match[1]}}} {things_of(counted[match[1]], match[2]) if match[1] in counted else match[2]}"

    def argument(match: re.Match[str]) -> str:
        return a(filled[match[2]]) if match[1] else filled[match[2]]

    return _ARGUMENT.sub(argument, _THINGS.sub(things, move.says))


# --- Arguments ------------------------------------------------------------------------------------------------------


def _word(text: str) -> str:
    """A name as one word of a move."""
    return _NO_WORD.sub("-", text.lower()).strip("-")


def _slug(argument: Argument, value: int, cards: CardSet) -> str:
    if isinstance(argument, CardType):
        return cards.of[argument.name][value].id
    if isinstance(argument, Amount):
        return str(value)
    return _word(argument.names[value] if isinstance(argument, OneOf) else SEAT_NAMES[value])


def _name(argument: Argument, value: int, cards: CardSet) -> str:
    if isinstance(argument, CardType):
        return cards.of[argument.name][value].name
    if isinstance(argument, Amount):
        return str(value)
    return argument.names[value] if isinstance(argument, OneOf) else SEAT_NAMES[value]


def _kind_of(argument: Argument) -> str:
    """What an argument is, in capitals."""
    if isinstance(argument, CardType):
        return argument.name.upper()
    if isinstance(argument, Amount):
        return "NUMBER"
    return "|".join(map(_word, argument.names)) if isinstance(argument, OneOf) else "SEAT"


def _value(argument: Argument, word: str, cards: CardSet, declared: Declared) -> int:
    known = [_slug(argument, value, cards) for value in range(declared.size(argument))]
    if word in known:
        return known.index(word)
    raise InvalidMove(f"{word!r} is not possible here; possible are {', '.join(known)}")
