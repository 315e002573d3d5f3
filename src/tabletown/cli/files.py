"""Files that users name: reading with clear error messages, and atomic writing."""

import contextlib
import os
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabletown.cli.errors import Unusable
from tabletown.engine.errors import TabletownError
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.position_text import read_position
from tabletown.engine.record import LINE, read_record
from tabletown.engine.seats import SEAT_NAMES
from tabletown.games import get

MOST_BYTES = 16_000_000


@dataclass(frozen=True)
class Saved:
    """The contents of a file: a whole game, if it is a record, or a single position."""

    position: Position
    names: tuple[str, ...]  # of the players, by seat
    game: Game | None = None
    header: Mapping[str, Any] | None = None  # of the record

    def at(self, ply: int | None) -> Position:
        """The position after `ply` plies of the record, by default the last one; raises Unusable."""
        if ply is None:
            return self.position
        if self.game is None:
            raise Unusable("--ply needs a record; this file holds a single position")
        first = self.game.first_ply
        if not first <= ply <= self.game.ply:
            raise Unusable(f"the record has the plies {first} to {self.game.ply}, not {ply}")
        return self.game.at(ply)


def read_text(path: Path) -> str:
    """The text of a file; raises Unusable."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Unusable(f"{path} is too large for a record or a position")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Unusable(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise Unusable(f"{path} is not a text file") from None


def read_saved(path: Path, *, verify: bool = True) -> Saved:
    """A record (its scores and digest checked with `verify`) or a position; errors name the file."""
    text = read_text(path)
    try:
        head, line, _ = text.partition(f"\n{LINE}\n")
        if not line:
            position = read_position(text, get)
            return Saved(position, SEAT_NAMES[: position.players])
        record = read_record(text, get, verify=verify)
        return Saved(record.game, record.names, record.game, tomllib.loads(head))
    except TabletownError as error:
        raise Unusable(f"{path}: {error}") from None


def check_target(path: Path) -> None:
    """Raise Unusable for a file that cannot be written, before any work is done for it."""
    if path.is_dir():
        raise Unusable(f"{path} is a folder")
    if not path.absolute().parent.is_dir():
        raise Unusable(f"{path} cannot be written: there is no folder {path.absolute().parent}")


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file atomically: readers see the old content or the new, never a part of it. Raises Unusable."""
    check_target(path)
    data = content.encode() if isinstance(content, str) else content
    draft = path.absolute().with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        draft.write_bytes(data)
        os.replace(draft, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise Unusable(f"{path} cannot be written: {error.strerror or error}") from None
