"""Tournaments: to set one up, join, leave, sit out, start and call off. Every change is checked here, for all ways in.

Who may see a tournament: whoever has its link; a listed one everybody. Only its organiser starts it, calls it off and
gives bots a place.
"""

import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tabletown import bots
from tabletown.engine.edition import PRINTED
from tabletown.engine.title import Title
from tabletown.server.errors import Full, NotAllowed, NotFound, NotYours, Outdated, TooMany
from tabletown.server.limits import DEFAULTS
from tabletown.server.play.checked_text import clean_name
from tabletown.server.play.clock_presets import BY_DAYS, LIVE
from tabletown.server.play.fair_play import NEEDS_ACCOUNT, RATED_BOTS, is_rated_bot
from tabletown.server.play.people.names import readable
from tabletown.server.play.people.suspensions import must_not_be_suspended
from tabletown.server.play.tables import DONE_ELSEWHERE, Tables
from tabletown.server.play.tournaments.pairing import LARGEST, SMALLEST
from tabletown.server.play.tournaments.round_robin import full_rounds
from tabletown.server.store.protocol import Player, SessionOver
from tabletown.server.store.tournament_protocol import EntryRow, Kind, TournamentRow

PACES = {**LIVE, **BY_DAYS}
"""The clocks that a tournament may have."""

MOST_ROUND_DAYS = DEFAULTS.tournament_round_days
TITLE_LENGTH = DEFAULTS.tournament_name_length
_HOUR_S = 3_600.0
ACCOUNT_NEEDED = (
    "Only players who keep their games set up tournaments, so that others know that they come back. Keep yours first;"
    " it takes a minute, without a password or mail."
)
STARTED = "This tournament has begun, so nobody can join any more, and who plays stays as it is."
NOT_STARTED = "This tournament has not begun."
_TOO_OFTEN = "That was a lot of tournaments in a short time."


@dataclass(frozen=True, slots=True)
class NewTournament:
    """What is agreed about a tournament. `bots` take part; `fill` is the bot for seats that are left over, or empty."""

    name: str
    title: Title
    kind: Kind
    at_table: int
    rounds: int
    pace: str
    edition: str = PRINTED
    options: Mapping[str, bool] = field(default_factory=dict)
    rated: bool = False
    listed: bool = False
    fill: str = ""
    round_days: int = 0
    bots: Sequence[str] = ()
    join: bool = False


class Tournaments:
    """What people do with tournaments. `changed` is called with the id of a tournament that has work to be done."""

    def __init__(self, tables: Tables, changed: Callable[[str], None] = lambda _: None) -> None:
        self._tables = tables
        self._store = tables.store
        self._limits = tables.limits
        self._rate = tables.rate_limit("tournament_rate")
        self.changed = changed

    # Finding

    def row(self, tournament_id: str) -> TournamentRow:
        """A tournament. Raises NotFound."""
        row = self._store.tournament(tournament_id)
        if row is None:
            raise NotFound("There is no such tournament. Perhaps the link was cut off when it was copied.")
        return row

    def entry_of(self, tournament_id: str, player: Player | None) -> EntryRow | None:
        """The entry of a player, or None."""
        if player is None:
            return None
        return next((entry for entry in self._store.entries(tournament_id) if entry.player == player.id), None)

    # Setting one up

    def may_organise(self, player: Player | None) -> bool:
        """Whether a player may set up tournaments: those with an account may."""
        return player is not None and self._store.account_since(player.id) is not None

    def create(self, player: Player | None, new: NewTournament, key: str = "") -> str:
        """Set up a tournament; returns its id. The same `key` of the same player makes one. Raises Refused."""
        if player is None or not self.may_organise(player):
            raise NotYours(ACCOUNT_NEEDED)
        must_not_be_suspended(self._store, player)
        name = clean_title(new.name)
        if not name:
            raise NotAllowed("Please give the tournament a name, so that people know it.")
        _check(new, self._limits.tournament_rounds)
        if len(new.bots) + new.join > self._limits.tournament_players:
            raise Full(self._full(), "tournament_players")
        self._check_rate(player)
        row = TournamentRow(
            id=secrets.token_urlsafe(12),
            name=name,
            title=new.title.name,
            edition=new.edition,
            options=dict(new.options),
            kind=new.kind,
            at_table=new.at_table,
            rounds=0 if _plays_all(new.kind, new.at_table) else new.rounds,
            pace=new.pace,
            rated=new.rated,
            listed=new.listed,
            fill=new.fill,
            round_days=new.round_days,
            organiser=player.id,
            seed=secrets.token_hex(16),
            created=self._store.now(),
        )
        entries = [self._entry(1, player, "")] if new.join else []
        entries += bot_entries(new.bots, entries, row.created)
        if key:
            key = hashlib.sha256(f"{player.id} {key}".encode()).hexdigest()
        try:
            made = self._store.create_tournament(row, entries, self._limits.tournaments, key)
        except SessionOver:
            raise Outdated(DONE_ELSEWHERE) from None
        if not made:
            self._tables.metrics.refused("tournaments")
            raise TooMany(
                f"You have {self._limits.tournaments} tournaments that are not over. Finish or call off one of them"
                " first.",
                _HOUR_S,
            )
        return made

    # Taking part

    def join(self, tournament_id: str, player: Player, name: str = "") -> int:
        """Take part; returns the player's number. Asked twice, it is done once. Raises Refused."""
        row = self.row(tournament_id)
        self._check_person(player, row.rated)
        self._check_rate(player)
        return self._enter(row, self._entry(0, player, name))

    def add_bot(self, tournament_id: str, player: Player | None, bot: str) -> int:
        """Let a bot take part; its number. Raises Refused."""
        row = self._own(tournament_id, player)
        _check_bot(bot, row.rated)
        self._check_rate(player)
        (entry,) = bot_entries([bot], self._store.entries(row.id), self._store.now())
        return self._enter(row, entry)

    def _enter(self, row: TournamentRow, entry: EntryRow) -> int:
        try:
            number = self._store.enter(row.id, entry, self._limits.tournament_players)
        except SessionOver:
            raise Outdated(DONE_ELSEWHERE) from None
        if number == 0:
            raise NotAllowed(STARTED if row.state != "called off" else "This tournament was called off.")
        if number < 0:
            raise Full(self._full(), "tournament_players")
        return number

    def leave(self, tournament_id: str, player: Player | None) -> None:
        """Leave: at once before the start, after the present round later. Asked twice, it is done once."""
        entry = self._entered(tournament_id, player)
        self._check_rate(player)
        if not self._store.strike_out(tournament_id, entry.number):
            self._store.withdraw(tournament_id, entry.number)

    def remove(self, tournament_id: str, player: Player | None, number: int) -> None:
        """Remove an entry, for the organiser, before the start. Raises Refused."""
        row = self._own(tournament_id, player)
        self._check_rate(player)
        if not self._store.strike_out(row.id, number) and self.row(row.id).state != "open":
            raise NotAllowed(STARTED)

    def sit_out(self, tournament_id: str, player: Player | None, round_number: int) -> None:
        """Sit out the next round, or (0) play in it after all. Raises Refused."""
        entry = self._entered(tournament_id, player)
        row = self.row(tournament_id)
        if row.state != "running" or row.kind != "swiss":
            raise NotAllowed(NOT_STARTED if row.state == "open" else "In this tournament no round can be sat out.")
        if round_number not in (0, row.round + 1) or round_number > row.rounds:
            raise Outdated("That round was laid in the meantime. Please look again.")
        self._check_rate(player)
        self._store.rest(tournament_id, entry.number, round_number)

    # Beginning and ending

    def start(self, tournament_id: str, player: Player | None) -> None:
        """Start a tournament: from now on nobody can join. Asked twice, it is done once. Raises Refused."""
        row = self._own(tournament_id, player)
        if row.state == "open":
            entries = self._store.entries(row.id)
            least = row.at_table if not row.fill else 2
            if len(entries) < least:
                raise NotAllowed(f"At least {least} must take part before it can start; there are {len(entries)}.")
            self._check_rate(player)
            fill = bot_entries([row.fill] * (-len(entries) % row.at_table if row.fill else 0), entries, row.created)
            rounds = row.rounds or full_rounds(len(entries) + len(fill))
            if rounds > self._limits.tournament_rounds:
                raise NotAllowed(
                    f"With so many players it would take {rounds} rounds until everybody has met everybody; the most is"
                    f" {self._limits.tournament_rounds}. A Swiss tournament takes fewer."
                )
            self._store.start_tournament(row.id, rounds, fill, row.seed)
        elif row.state == "called off":
            raise NotAllowed("This tournament was called off.")
        self.changed(row.id)

    def call_off(self, tournament_id: str, player: Player | None) -> None:
        """Call off a tournament that has not begun. Raises Refused."""
        row = self._own(tournament_id, player)
        if not self._store.call_off(row.id) and self.row(row.id).state != "called off":
            raise NotAllowed("This tournament has begun, so it is played to its end.")

    # Checks

    def _own(self, tournament_id: str, player: Player | None) -> TournamentRow:
        row = self.row(tournament_id)
        if player is None or row.organiser != player.id:
            raise NotYours("Only the organiser of this tournament does that.")
        return row

    def _entered(self, tournament_id: str, player: Player | None) -> EntryRow:
        self.row(tournament_id)
        entry = self.entry_of(tournament_id, player)
        if entry is None:
            raise NotYours("You do not take part in this tournament.")
        return entry

    def _entry(self, number: int, player: Player, name: str) -> EntryRow:
        chosen = clean_name(name) or player.name
        if not chosen:
            raise NotAllowed("Please say how you want to be called in the standings.")
        return EntryRow(number, chosen, player.id, joined=self._store.now())

    def _check_person(self, player: Player, rated: bool) -> None:
        """Raise NotAllowed unless a player may take part: not suspended, and with an account if games are rated."""
        must_not_be_suspended(self._store, player)
        if rated and self._store.account_since(player.id) is None:
            raise NotAllowed(NEEDS_ACCOUNT)

    def _check_rate(self, player: Player | None) -> None:
        self._rate.check(player.id if player else "", _TOO_OFTEN)

    def _full(self) -> str:
        return f"This tournament is full: at most {self._limits.tournament_players} take part."


def _plays_all(kind: Kind, at_table: int) -> bool:
    """Whether the number of rounds follows from the number of players."""
    return kind == "round robin" and at_table == 2


def _check(new: NewTournament, most_rounds: int) -> None:
    """Raise NotAllowed for what cannot be played."""
    low, high = new.title.meta.players
    low, high = max(low, SMALLEST), min(high, LARGEST)
    if not low <= new.at_table <= high:
        raise NotAllowed(f"{new.title.meta.title} is for {low} to {high} players at a table.")
    if new.pace not in PACES:
        raise NotAllowed(f"There is no clock {new.pace[:50]!r} for tournaments; there are {', '.join(PACES)}.")
    if not _plays_all(new.kind, new.at_table) and not 1 <= new.rounds <= most_rounds:
        raise NotAllowed(f"A tournament has 1 to {most_rounds} rounds.")
    if not 0 <= new.round_days <= MOST_ROUND_DAYS:
        raise NotAllowed(f"A round ends after 1 to {MOST_ROUND_DAYS} days, or (0) when all tables are done.")
    for bot in {*new.bots, *([new.fill] if new.fill else [])}:
        _check_bot(bot, new.rated)


def _check_bot(bot: str, rated: bool) -> None:
    """Raise NotAllowed for a bot that there is not, or that has no rating where games are rated."""
    if bot not in bots.names():
        raise NotAllowed(f"There is no bot {bot[:50]!r}; there are {', '.join(bots.names())}.")
    if rated and not is_rated_bot(bot):
        raise NotAllowed(RATED_BOTS)


def bot_entries(names: Sequence[str], there: Sequence[EntryRow], now: float) -> list[EntryRow]:
    """Entries for bots, numbered on from those who are there, each with a name of its own: Tenant, Tenant 2."""
    counts = Counter(entry.bot for entry in there)
    number = max((entry.number for entry in there), default=0)
    found = []
    for bot in names:
        counts[bot] += 1
        number += 1
        name = bot.capitalize() if counts[bot] == 1 else f"{bot.capitalize()} {counts[bot]}"
        found.append(EntryRow(number, name, bot=bot, joined=now))
    return found


def clean_title(text: str) -> str:
    """The name of a tournament as it may be stored."""
    return readable(readable(text)[:TITLE_LENGTH])
