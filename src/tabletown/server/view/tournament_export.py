"""A tournament as a file to keep: what was agreed, who took part, every table with its places, and the standings.

It holds what the reader of the page sees: no ids of players, and nothing of a game that goes on but its table's id.
Ratings are those that the reader may see, as they are now.
"""

from typing import Any

from tabletown.server.play.ratings.scale import Rating
from tabletown.server.play.tournaments.standings import TIE_BREAKS, counted, with_absent_last
from tabletown.server.store.tournament_protocol import LaidTable
from tabletown.server.view.tournament_view import TournamentView

FORMAT = "tabletown-tournament/1"


def exported(view: TournamentView, laid: list[LaidTable]) -> dict[str, Any]:
    """A tournament as JSON can hold it."""
    row = view.row
    counts = {table.round for table in counted(laid)}
    return {
        "format": FORMAT,
        "id": row.id,
        "name": view.name,
        "title": row.title,
        "edition": row.edition,
        "options": dict(row.options),
        "kind": row.kind,
        "at_table": row.at_table,
        "rounds": row.rounds,
        "pace": row.pace,
        "rated": row.rated,
        "listed": row.listed,
        "fill": row.fill,
        "round_days": row.round_days,
        "state": row.state,
        "round": row.round,
        "created": row.created,
        "started": row.started,
        "ended": row.ended,
        "seed": row.seed if row.state == "finished" else "",
        "tie_breaks": list(TIE_BREAKS),
        "standings": [
            {
                "rank": line.rank,
                "number": line.number,
                "name": line.name,
                "bot": line.bot,
                "you": line.is_you,
                "left": line.left,
                "points": line.points,
                "opponents": line.opponents,
                "wins": line.wins,
                "share": line.share,
                "decided_by": list(line.decided_by),
                "rating": _rating(line.rating) if line.rating else None,
            }
            for line in view.lines
        ],
        "tables": [_table(table, table.round in counts) for table in laid if table.number],
        "byes": [{"round": table.round, "players": list(table.seats)} for table in laid if not table.number],
    }


def _rating(rating: Rating) -> dict[str, Any]:
    return {
        "title": rating.title,
        "mean": rating.mean,
        "low": rating.low,
        "high": rating.high,
        "games": rating.games,
        "provisional": rating.provisional,
    }


def _table(table: LaidTable, counts: bool) -> dict[str, Any]:
    result = table.result
    return {
        "round": table.round,
        "number": table.number,
        "table": table.table,
        "players": list(table.seats),
        "places": list(with_absent_last(result.places, result.away)) if result else [],
        "scores": list(result.scores) if result else [],
        "away": list(result.away) if result else [],
        "counts": counts,
    }
