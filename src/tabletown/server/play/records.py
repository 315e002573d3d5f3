"""A finished table as a record: the text that is downloaded, checked and exported."""

from tabletown.engine.record import write_record
from tabletown.server.errors import NotFound
from tabletown.server.play.table import Table

IMPORTED = "import-"
"""With this begins the id of a table that was made from a record; the ids of those that were played are random."""

UNFINISHED = "The record of this game can be read when it is over."


def record_of(table: Table) -> str:
    """The whole game as text. Raises NotFound while it goes on: it would tell what is hidden."""
    if not table.game.is_over():
        raise NotFound(UNFINISHED)
    row = table.row
    sealed = {"salt": row.salt, "commitment": row.commitment} if row.commitment else {}
    return write_record(table.game, [seat.name for seat in table.seats], **sealed)


def file_name(table: Table) -> str:
    """What the file of a record is called: a title's name and the table's id hold letters, digits, - and _ only."""
    return f"{table.row.title}-{table.row.id}.txt"


def is_imported(table_id: str) -> bool:
    """Whether a table was never played here, but read from a record."""
    return table_id.startswith(IMPORTED)
