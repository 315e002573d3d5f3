"""Records: a finished table as the text that is downloaded, checked and exported."""

from tabletown.engine.record import write_record
from tabletown.server.errors import NotFound
from tabletown.server.play.table import Table

IMPORTED = "import-"
"""The prefix of the id of an imported table. The ids of tables that were played here are random."""

UNFINISHED = "The record of this game can be read when it is over."


def record_of(table: Table) -> str:
    """The whole game as text. Raises NotFound before the game is over: it would reveal what is hidden."""
    if not table.game.is_game_over():
        raise NotFound(UNFINISHED)
    row = table.row
    sealed = {"salt": row.salt, "commitment": row.commitment} if row.commitment else {}
    return write_record(table.game, [seat.name for seat in table.seats], **sealed)


def file_name(table: Table) -> str:
    """The file name of a record. It is safe: names of titles and ids of tables hold letters, digits, - and _."""
    return f"{table.row.title}-{table.row.id}.txt"


def is_imported(table_id: str) -> bool:
    """Whether a table was imported from a record, and not played here."""
    return table_id.startswith(IMPORTED)
