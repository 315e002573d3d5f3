"""The card file of a title with declared card types, read, checked, and made into the record that kernels read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tabletown.engine.card_file import Text, check_cards, check_unique
from tabletown.engine.declared import CardType, Declared
from tabletown.engine.english import capital
from tabletown.engine.schema import Table
from tabletown.engine.state import Records, blank

MOST_COPIES = 255
LARGEST = 1_000_000  # of a number on a card
Slug = Annotated[
    str, Meta(pattern=r"^[a-z][a-z0-9-]*$", description="small letters, digits and hyphens, like town-hall")
]
Number = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Copies = Annotated[int, Meta(ge=0, le=MOST_COPIES)]


@dataclass(frozen=True)
class Kind:
    """A kind of card, as it is printed."""

    id: str
    name: str
    copies: int
    text: str
    numbers: Mapping[str, int]


@dataclass(frozen=True)
class CardSet:
    """The kinds of every card type by its name, and the record that kernels read."""

    of: Mapping[str, tuple[Kind, ...]]
    data: Records
    ids: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # the number of a kind by its type and id


class Reader:
    """Reads card files: a title's function `read_cards`."""

    def __init__(self, declared: Declared) -> None:
        self._declared = declared
        self._file: Any = msgspec.defstruct(
            "CardFile",
            [(one.name, _rows(one)) for one in declared.types],
            bases=(Table,),
            forbid_unknown_fields=True,
        )

    def __call__(self, table: Mapping[str, Any]) -> CardSet:
        """The card set of a card file. Raises CardError, which names the card and the field."""
        file: Any = check_cards(table, self._file)
        of: dict[str, tuple[Kind, ...]] = {}
        data = blank(self._declared.cards)
        for one in self._declared.types:
            rows = getattr(file, one.name)
            check_unique((f"{one.name} {row.id!r}, id", row.id) for row in rows)
            kinds = tuple(
                Kind(row.id, row.name, row.copies, row.text, {name: getattr(row, name) for name in one.numbers})
                for row in rows
            )
            data[one.copies][0] = [kind.copies for kind in kinds]
            for name in one.numbers:
                data[name][0] = [kind.numbers[name] for kind in kinds]
            of[one.name] = kinds
        ids = {name: {kind.id: number for number, kind in enumerate(kinds)} for name, kinds in of.items()}
        return CardSet(of, data, ids)


def _number(words: str | Sequence[str]) -> Any:
    """A number on a card; one that stands for names is 0 or one of theirs."""
    return Number if isinstance(words, str) else Annotated[int, Meta(ge=0, le=len(words))]


def _rows(one: CardType) -> Any:
    row = msgspec.defstruct(
        capital(one.name),
        [
            ("id", Slug),
            ("name", Text),
            *((name, _number(words)) for name, words in one.numbers.items()),
            ("copies", Copies, 1),
            ("text", str, ""),
        ],
        bases=(Table,),
        forbid_unknown_fields=True,
    )
    return Annotated[tuple[row, ...], Meta(min_length=one.kinds, max_length=one.kinds)]  # type: ignore[valid-type]
