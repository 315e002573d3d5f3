"""The bodies of responses, as structs: a module for each topic, used as `responses.tables.Table`."""

from tabletown.server.api.responses import (
    accounts,
    catalogue,
    errors,
    kept_data,
    learning,
    own_bots,
    people,
    players,
    profiles,
    ratings,
    replays,
    search,
    statistics,
    table_lists,
    tables,
    tournaments,
)

__all__ = [
    "accounts",
    "catalogue",
    "errors",
    "kept_data",
    "learning",
    "own_bots",
    "people",
    "players",
    "profiles",
    "ratings",
    "replays",
    "search",
    "statistics",
    "table_lists",
    "tables",
    "tournaments",
]
