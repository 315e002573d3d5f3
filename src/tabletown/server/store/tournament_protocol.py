"""The part of the store protocol about tournaments: what was agreed, who takes part, and the tables of every round.

A tournament goes from `open` to `running` to `finished`, or from `open` to `called off`. Each step, and each round, is
one transaction that names what it follows. So of several servers that try at once, one does it and the others find it
done; and a server that is killed leaves a state from which any other goes on.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

Kind = Literal["swiss", "round robin"]
State = Literal["open", "running", "finished", "called off"]


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament as it was agreed, and how far it is.

    `pace` names a clock (play/clock_presets.py). A `listed` one is found by everybody, any other by its link only.
    `fill` is the bot that takes the seats that are left over at the start; without it players rest in turn. `seed`
    decides all pairings. `round_days` is how long a round may take; 0: as long as it takes. `deadline` is when the
    present round ends at the latest. `name` is empty if its organiser was deleted since, and so is `organiser`.
    """

    id: str
    name: str
    title: str
    edition: str
    options: Mapping[str, bool]
    kind: Kind
    at_table: int
    rounds: int
    pace: str
    rated: bool
    listed: bool
    fill: str
    round_days: int
    organiser: str
    seed: str
    created: float
    state: State = "open"
    round: int = 0
    deadline: float | None = None
    started: float | None = None
    ended: float | None = None


@dataclass(frozen=True, slots=True)
class EntryRow:
    """Somebody who takes part: a player or a bot, under a number that stays.

    `left_after` is the last round in which they play, None as long as they play on; `rests_in` a round that they asked
    to sit out, or 0. A player who was deleted since, or was joined to another entry, has no `player` and no name.
    """

    number: int
    name: str
    player: str = ""
    bot: str = ""
    joined: float = 0.0
    left_after: int | None = None
    rests_in: int = 0

    def plays_in(self, round_number: int) -> bool:
        """Whether they take part in a round."""
        return (self.left_after is None or round_number <= self.left_after) and self.rests_in != round_number


@dataclass(frozen=True, slots=True)
class TableResult:
    """How a table ended, by seat: places from 1, scores, and who counts as last because a bot finished for them."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    away: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A table of a round: the numbers of its entries by seat, its id once it is laid, its result once it is over.

    `number` counts from 1 within the round; number 0 holds those who rest, and is no table.
    """

    round: int
    number: int
    seats: tuple[int, ...]
    table: str = ""
    result: TableResult | None = None


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round to be laid: its number, tables and byes, and when it ends at the latest."""

    number: int
    tables: Sequence[tuple[int, ...]]
    byes: Sequence[int] = field(default=())
    deadline: float | None = None


class TournamentStore(Protocol):
    """What every database offers for tournaments. Methods that write return whether they changed anything."""

    def create_tournament(self, row: TournamentRow, entries: Sequence[EntryRow], most: int, key: str = "") -> str:
        """Store an open tournament; returns its id, or that of the one which the `key` made before.

        Returns an empty text if the organiser has `most` that are open or running already. Raises SessionOver if the
        organiser was deleted.
        """

    def tournament(self, tournament_id: str) -> TournamentRow | None:
        """A tournament, or None."""

    def entries(self, tournament_id: str) -> list[EntryRow]:
        """Who takes part, by number."""

    def laid_tables(self, tournament_id: str) -> list[LaidTable]:
        """The tables of all rounds, in order, and those who rest (number 0)."""

    def tournaments(self, state: State, limit: int = 50) -> list[TournamentRow]:
        """Listed tournaments in a state, newest first."""

    def tournaments_of(self, player_id: str) -> list[TournamentRow]:
        """The tournaments that a player organises or takes part in, newest first."""

    def tournament_sizes(self, tournament_ids: Collection[str]) -> dict[str, int]:
        """How many take part in each of these tournaments."""

    def enter(self, tournament_id: str, entry: EntryRow, most: int) -> int:
        """Add an entry with the next number, which is returned; a player who is there already has theirs.

        Returns 0 if the tournament is not open, and -1 if it has `most` entries. Raises SessionOver if the player was
        deleted.
        """

    def strike_out(self, tournament_id: str, number: int) -> bool:
        """Remove an entry, while the tournament is open."""

    def withdraw(self, tournament_id: str, number: int) -> bool:
        """Let somebody leave a running tournament after the present round."""

    def rest(self, tournament_id: str, number: int, round_number: int) -> bool:
        """Let somebody sit out a round that is not laid yet; 0 takes it back."""

    def start_tournament(self, tournament_id: str, rounds: int, fill: Sequence[EntryRow], seed: str) -> bool:
        """Begin an open tournament with these further entries, and no others from now on."""

    def call_off(self, tournament_id: str) -> bool:
        """End an open tournament without a game."""

    def unfinished_business(self, now: float) -> list[str]:
        """The running tournaments in which something is to be done: a table laid, a result noted, a round begun."""

    def lay_round(self, tournament_id: str, planned: PlannedRound) -> bool:
        """Store a round, if the tournament is running and the round before is the last one and has all its results."""

    def note_table(self, tournament_id: str, laid: LaidTable) -> bool:
        """Note the id of a table that was laid."""

    def note_result(self, tournament_id: str, laid: LaidTable) -> bool:
        """Note the result of a table, once."""

    def finish_tournament(self, tournament_id: str, after_round: int) -> bool:
        """End a running tournament after this round."""

    def over(self, table_ids: Collection[str]) -> set[str]:
        """Those of these tables that are over."""
