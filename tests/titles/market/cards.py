"""The buildings of Market: reading a card file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from tabletown.engine.card_file import Text, check_cards
from tabletown.engine.schema import Table
from tabletown.engine.state import Records, blank, record

from . import state as s


class Building(Table):
    """A kind of building."""

    id: Text
    name: Text
    points: Annotated[int, Meta(ge=0, le=9)]


class _File(Table):
    building: Annotated[tuple[Building, ...], Meta(min_length=s.KINDS, max_length=s.KINDS)]


@dataclass(frozen=True)
class CardSet:
    """The buildings, and the record that kernels read."""

    buildings: tuple[Building, ...]
    data: Records


def read_cards(table: Mapping[str, Any]) -> CardSet:
    """The card set of a card file."""
    buildings, data = check_cards(table, _File).building, blank(s.CARDS)
    record(data).points[:] = [building.points for building in buildings]
    return CardSet(buildings, data)
