"""Fair play: tables at which something is at stake are strict.

A table is strict if it was marked as rated when it was laid, or if a tournament laid it. At a strict table there is no
advice, no analysis of the running game (own_analysis.py), no way back further than a player may go alone in their own
turn, no bot that plays well for somebody who is away, and one seat for each person.
"""

from tabletown.bots import LADDER
from tabletown.server.store.protocol import TableRow

NO_ADVICE = "This table is {kind}, so there is no advice. Ask again at a table that is not."
NO_ANALYSIS = "This table is {kind}, so its game can be analysed when it is over, and not before."
NO_MIND = (
    "This position is from a game of yours that is {kind} and goes on, so there are no chances to win and no moves of"
    " the mind. Look at it again when that game is over."
)
NO_WAY_BACK = "This table is {kind}, so the game does not go back to earlier turns. You can take back your own turn."
ONE_SEAT = "This table is {kind}, so everybody has one seat. You sit here already."
ONE_SEAT_WITH_BOTS = (
    "This table is {kind}, so everybody has one seat, and a player and their own bots count as one. One of you sits"
    " here already."
)
STAND_IN = LADDER[0].name
"""The bot that plays on for somebody who leaves a strict table, so that the others can finish: the weakest opponent."""

ONLY_STAND_IN = (
    "This table is {kind}, so no strong bot plays for anybody. The bot {stand_in} can finish the game for a player"
    " who leaves; the seat counts as last unless its player comes back."
)

NEEDS_ACCOUNT = (
    "Rated tables are for players who keep their games, so that a rating stays theirs. Keep your games first: it takes"
    " a minute and no password. Or play at a table that is not rated."
)
RATED_SEATS = "At a rated table every person has one seat, so nobody plays two on one screen."
RATED_BOTS = (
    "This bot is not rated. At a rated table the bots are those of the ladder,"
    f" from {LADDER[0].name} to {LADDER[-1].name}."
)


def is_rated_bot(name: str) -> bool:
    """Whether a bot has a rating: those of the ladder have."""
    return any(bot.name == name for bot in LADDER)


def is_strict(row: TableRow) -> bool:
    """Whether a table is strict: rated, or of a tournament."""
    return row.rated or bool(row.tournament)


def sentence(text: str, row: TableRow) -> str:
    """A sentence of this module about a strict table."""
    return text.format(kind="rated" if row.rated else "part of a tournament", stand_in=STAND_IN)
