"""Positions as TOML tables: `write` and `read` a state, and say what is impossible about one."""

from collections.abc import Mapping
from typing import Any

from tabletown.engine.errors import PositionError
from tabletown.engine.position import Position
from tabletown.engine.position_fields import entries, only, seat, seat_tables
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import Records, record

from . import state as s
from .cards import CardSet
from .rules import deal_unknown, played

HIDDEN = "?"


def write(position: Position) -> dict[str, Any]:
    """The state as tables; what is hidden in a view is written as a question mark."""
    state, names = position.state, [kind.id for kind in position.cards.kinds]
    seats = []
    for number in range(position.players):
        known = position.seat is None or position.seat == number
        hand = [name for kind, name in enumerate(names) for _ in range(int(state.hand[number, kind]))]
        built = [name for kind, name in enumerate(names) for _ in range(int(state.built[number, kind]))]
        seats.append(
            {
                "hand": hand if known else [HIDDEN] * int(state.held[number]),
                "built": built,
                "score": int(state.score[number]),
            }
        )
    turn = position.turn
    return {
        "turn": "" if turn is None else SEAT_NAMES[turn].lower(),
        "deck": [HIDDEN if kind == s.UNKNOWN else names[kind] for kind in state.deck[: int(state.left)]],
        "seat": seats,
    }


def read(cards: CardSet, table: Mapping[str, Any], states: Records) -> None:
    """Fill in a blank state as tables describe. Raises PositionError."""
    only(table, {"players", "turn", "deck", "seat"}, "the position")
    state, kinds = record(states), {kind.id: number for number, kind in enumerate(cards.kinds)}
    rows = seat_tables(table, s.SEATS, {"hand", "built", "score"})
    state.players, state.phase, unknown = len(rows), s.PLAYING, 0
    deck = entries(table.get("deck", []), "deck", "cards", s.DECK)
    for number, row in enumerate(rows):
        hand, built = (entries(row.get(name, []), name, "cards", s.PLAYS) for name in ("hand", "built"))
        _known({*hand, *built, *deck}, kinds)
        state.held[number], state.score[number] = len(hand), row.get("score", 0)
        for name in built:
            state.built[number, kinds[name]] += 1
        if HIDDEN in hand:
            unknown |= 1 << number
        else:
            for name in hand:
                state.hand[number, kinds[name]] += 1
    state.left = len(deck)
    state.deck[: len(deck)] = [kinds.get(name, s.UNKNOWN) for name in deck]
    if HIDDEN in deck or unknown:
        deal_unknown(state, unknown)
    if all(played(state, number) == s.PLAYS for number in range(len(rows))):
        state.ended = s.ALL_PLAYED
    else:
        state.waiting = 1 << seat(table.get("turn", "orange"), len(rows), "turn")
    if problem := audit(state, record(cards.data)):
        raise PositionError(problem)


def _known(names: set[str], kinds: Mapping[str, int]) -> None:
    if not names <= {*kinds, HIDDEN}:
        raise PositionError(f"cards are {', '.join(kinds)}, or {HIDDEN} for one that is hidden")


def audit(state: Any, cards: Any) -> str:
    """What is impossible about a state; empty if nothing is."""
    for kind in range(s.KINDS):
        count = int(state.hand[:, kind].sum()) + int(state.built[:, kind].sum())
        count += sum(1 for one in state.deck[: int(state.left)] if one == kind)
        if count != s.COPIES:
            return f"there are {count} cards of the kind {kind}, not {s.COPIES}"
    return ""
