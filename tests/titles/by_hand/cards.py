"""The cards: reading and checking cards.toml, and the record of numbers that the kernels read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from tabletown.engine.card_file import Text, check_cards
from tabletown.engine.schema import Table
from tabletown.engine.state import Records, blank, record

from . import state as s

Points = Annotated[int, Meta(ge=0, le=9)]


class Kind(Table):
    """A kind of card."""

    id: Text
    name: Text
    points: Points
    neighbours: Points


class _File(Table):
    kind: Annotated[tuple[Kind, ...], Meta(min_length=s.KINDS, max_length=s.KINDS)]


@dataclass(frozen=True)
class CardSet:
    """The kinds of cards, and the record that kernels read."""

    kinds: tuple[Kind, ...]
    data: Records


def read_cards(table: Mapping[str, Any]) -> CardSet:
    """The card set of a card file; a mistake in it is said in a sentence that names the card and the field."""
    kinds, data = check_cards(table, _File).kind, blank(s.CARDS)
    record(data).points[:] = [kind.points for kind in kinds]
    record(data).neighbours[:] = [kind.neighbours for kind in kinds]
    return CardSet(kinds, data)
