"""Positions as TOML: the common header here, the rest by the title's `positions.py`."""

from collections.abc import Callable, Mapping
from typing import Any

from tabletown.engine.edition import PRINTED
from tabletown.engine.errors import PositionError
from tabletown.engine.position import Position
from tabletown.engine.state import MAX_SEATS, NOBODY, record
from tabletown.engine.title import Title
from tabletown.engine.toml import names, read_toml, write_toml

MOST_PLIES = 1_000_000_000  # far beyond any game, and far from where a counter would overflow
HEADER = {"title", "rules", "options", "seed", "chance", "ply", "reveals", "view"}


def write_position(position: Position) -> str:
    """A position as text that `read_position` turns back into the same bytes."""
    return write_toml(position.table())


def read_position(text: str, find: Callable[[str], Title], cards: Any = None, rules: int | None = None) -> Position:
    """A position from text; raises PositionError, UnknownRules, or UnknownTitle from `find`.

    The text of a view (it says `view = SEAT`) gives that view again, in which the same things are unknown. To play on
    from it, `Game.from_position` imagines a world that agrees with it. In any other text, cards that are left open are
    dealt at random by its `seed` (default 0). `rules` is the number of the rules for a text that does not say it, by
    default the newest.
    """
    table = read_toml(text, "the position", PositionError)
    name = table.get("title")
    if not isinstance(name, str):
        raise PositionError('a position begins with its title, like title = "uptown"')
    title = find(name)
    number, edition = rules or title.meta.rules, PRINTED
    if "rules" in table:
        number, edition = title.rules_of(table["rules"])
    view = _viewer(table)
    body = {key: value for key, value in table.items() if key not in HEADER}
    cards = cards or title.cards_for(number, edition)
    states = title.blank_for(number, edition)
    state = record(states)
    state.rng[:] = _chance(table)
    title.positions.read(cards, body, states)
    state.ply = _count(table, "ply")
    state.reveals = _count(table, "reveals")
    state.options = title.options_mask(dict.fromkeys(names(table.get("options", []), "options", PositionError), True))
    if "chance" not in table:
        state.rng[1] += 1  # the dealing above used the seed; what comes later must not repeat it
    position = Position(title, cards, states)
    if view is None:
        return position
    if view >= position.players:
        raise PositionError(f"view is seat {view}, but the seats of this position are 0 to {position.players - 1}")
    return position.view(view)


def _viewer(table: Mapping[str, Any]) -> int | None:
    """Whose view a text describes; None where it describes all that there is."""
    view = table.get("view")
    if view is not None and (type(view) is not int or not NOBODY <= view < MAX_SEATS):
        raise PositionError(f"view must be the number of a seat, or -1 for a spectator, not {view!r}")
    return view


def _count(table: Mapping[str, Any], name: str) -> int:
    value = table.get(name, 0)
    if type(value) is not int or not 0 <= value <= MOST_PLIES:
        raise PositionError(f"{name} must be a whole number up to {MOST_PLIES}, not {value!r}")
    return value


def _chance(table: Mapping[str, Any]) -> tuple[int, int]:
    if "chance" not in table:
        seed = table.get("seed", 0)
        if type(seed) is not int or not 0 <= seed < 2**63:
            raise PositionError(f"seed must be a whole number from 0 to {2**63 - 1}, not {seed!r}")
        return seed, 0
    words = table["chance"]
    good = isinstance(words, list) and len(words) == 2 and all(isinstance(w, str) for w in words)
    if not good or not all(w.isascii() and w.isdecimal() and len(w) <= 20 and int(w) < 2**64 for w in words):
        raise PositionError(f"chance must be two whole numbers in quotes, not {words!r}")
    return int(words[0]), int(words[1])
