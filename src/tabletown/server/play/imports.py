"""Importing records: a record of a finished game is checked and stored as a finished table.

The table is found by its link only. Its id is a hash of the record, so the same game has the same link however often it
is imported.
"""

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from tabletown.engine.errors import RecordError, TabletownError
from tabletown.engine.game import Game
from tabletown.engine.record import LINE, Record, read_record, write_record
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.title import Title
from tabletown.games import get as get_title
from tabletown.server.errors import NotAllowed, NotReady
from tabletown.server.limits import DEFAULTS
from tabletown.server.play import checked_text
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.records import IMPORTED
from tabletown.server.play.table import commitment
from tabletown.server.store.events import Moved
from tabletown.server.store.protocol import Append, SeatRow, Store, StoreError, TableRow, Unavailable, VersionConflict

MAX_PLIES = DEFAULTS.record_plies
MAX_HEADER = 16_000
MAX_SALT = 200


class Imports:
    """Imports records, within a rate limit. `is_ready` says whether a title can be played now."""

    def __init__(self, store: Store, is_ready: Callable[[str], bool], rate: RateLimit) -> None:
        self._store = store
        self._is_ready = is_ready
        self._rate = rate

    def check_rate(self, player: str = "") -> None:
        """Count an import of a player (empty: a stranger). Raises TooMany."""
        self._rate.check(player, "That was a lot of records in a short time.")

    def import_record(self, text: str) -> str:
        """Store the game of a record; returns the id of its table. Raises NotAllowed and NotReady."""
        return import_record(self._store, text, self._find)

    def _find(self, name: str) -> Title:
        title = get_title(name)
        if not self._is_ready(title.name):
            raise NotReady(title.name)
        return title


def import_record(store: Store, text: str, find: Callable[[str], Title]) -> str:
    """Store the game of a record, and return the id of its table; durable when it returns.

    Raises NotAllowed, which says what is wrong with the record and in which line.
    """
    record, sealed = _read(text, find)
    game, names = record.game, _names(record)
    whole = write_record(game, names, **sealed)
    table_id = IMPORTED + hashlib.sha256(whole.encode()).hexdigest()[:24]
    if store.versions([table_id]).get(table_id):
        return table_id
    assert game.seed is not None
    row = TableRow(
        id=table_id,
        title=game.title.name,
        rules=game.rules,
        options=dict.fromkeys(game.title.options_names(int(game.states["options"][0])), True),
        seed=game.seed,
        salt=sealed.get("salt", ""),
        commitment=sealed.get("commitment", ""),
        created=store.now(),
        seats=tuple(SeatRow("human", name) for name in names),
    )
    try:
        store.create_table(row, "players")
    except Unavailable:
        raise
    except StoreError:  # the same game is imported just now, or an import broke off before its moves
        if store.table(table_id) is None:
            raise
    with suppress(VersionConflict):  # the other import has written the same moves
        store.append(Append(table_id, 0, _log(game), "nobody"))
    return table_id


def _read(text: str, find: Callable[[str], Title]) -> tuple[Record, dict[str, str]]:
    """The record of a finished game, with its salt and commitment. Raises NotAllowed."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").strip() + "\n"
    head, line, body = text.partition(f"\n{LINE}\n")
    if line and len(head) > MAX_HEADER:
        raise NotAllowed(f"The header of this record is longer than {MAX_HEADER} characters.")
    if body.count("\n") > MAX_PLIES:
        raise NotAllowed(f"This record has more lines than any game has plies ({MAX_PLIES}).")
    try:
        record = read_record(text, find)
    except RecordError as error:
        where = f"Line {error.line}, " if error.line else "This record cannot be used: "
        raise NotAllowed(f"{where}{_ended(str(error))}") from None
    except TabletownError as error:
        raise NotAllowed(f"This record cannot be used: {_ended(str(error))}") from None
    if record.game.seed is None:
        raise NotAllowed("This game began from a position that somebody set up; only dealt games can be kept here.")
    if not record.game.is_game_over():
        raise NotAllowed(f"This game is not over after {record.game.ply} plies; only finished games can be kept here.")
    return record, _sealed(record.game, record.facts)


def _sealed(game: Game, facts: Mapping[str, Any]) -> dict[str, str]:
    """Salt and commitment, if the record has them. Raises NotAllowed if the commitment is not that of the seed."""
    salt, published = facts.get("salt", ""), facts.get("commitment", "")
    if not salt and not published:
        return {}
    if not (isinstance(salt, str) and isinstance(published, str)) or len(salt) > MAX_SALT:
        raise NotAllowed("Salt and commitment of this record make no sense.")
    made = commitment(game.rules, game.seed or 0, salt)
    if made != published.lower():
        raise NotAllowed(
            f"The shuffle of this record was tampered with: its seed and salt have the fingerprint {made}, "
            f"and the record claims {published[:64]!r}."
        )
    return {"salt": salt, "commitment": made}


def _names(record: Record) -> list[str]:
    """The players' names as they may be shown."""
    return [checked_text.clean_name(name) or SEAT_NAMES[seat] for seat, name in enumerate(record.names)]


def _log(game: Game) -> list[Moved]:
    """The moves as events. All are written together, so only the last one needs a digest."""
    moves = [Moved(ply.seat, number, "", ply.action) for number, ply in enumerate(game.history, 1)]
    last = game.peek()
    return [*moves[:-1], Moved(last.seat, game.ply, game.digest(), last.action)]


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
