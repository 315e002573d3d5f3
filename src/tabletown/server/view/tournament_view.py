"""What a reader sees of a tournament: its rounds, standings and tables, as plain data.

Its tables are seen as in lists (table_summary.py): from the view of the reader.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from tabletown.engine.title import Title
from tabletown.games import get as get_title
from tabletown.server.play.clock_presets import describe_clock
from tabletown.server.play.people.profiles import Profiles
from tabletown.server.play.ratings.ratings import Ratings
from tabletown.server.play.ratings.results import BOT
from tabletown.server.play.ratings.scale import Rating
from tabletown.server.play.tables import Tables
from tabletown.server.play.tournaments.pairing import Round
from tabletown.server.play.tournaments.rounds import next_round
from tabletown.server.play.tournaments.standings import Standing, TieBreak, counted, standings, with_absent_last
from tabletown.server.play.tournaments.tournaments import PACES
from tabletown.server.store.protocol import FORMER_PLAYER, Player
from tabletown.server.store.tournament_protocol import EntryRow, LaidTable, State, TournamentRow
from tabletown.server.view.table_summary import TableSummary, summaries

CellKind = Literal["place", "soon", "playing", "bye", "out", "coming"]
NO_NAME = "A tournament"
NO_NAME_OF_PLAYER = "A player"
_TIES = {"opponents": "opponents", "wins": "tables won", "share": "share"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of somebody: the place at the table, counted or not yet (`soon`); playing, resting, out, or to come."""

    kind: CellKind
    place: int = 0
    size: int = 0
    table: str = ""
    away: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """The line of an entry in the standings. `rating` is the one at the title, None if there is none to be shown.

    `player` is the id of a person, behind whose name a sheet opens; empty for bots and former players.
    """

    rank: int
    number: int
    name: str
    bot: str
    is_you: bool
    left: bool
    points: str
    opponents: str
    wins: int
    share: str  # in percent; empty before anything was scored
    decided_by: tuple[TieBreak, ...]
    cells: tuple[Cell, ...]
    rating: Rating | None = None
    player: str = ""

    @property
    def told_by(self) -> str:
        """The tie-breaks that decided, with their numbers, for narrow pages."""
        shown = {"opponents": self.opponents, "wins": str(self.wins), "share": self.share}
        return ", ".join(f"{_TIES[name]} {shown[name]}" for name in self.decided_by if name in shown)


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at a table of the tournament."""

    seat: int
    number: int
    name: str
    bot: str  # the bot that plays there now
    is_you: bool
    turn: bool
    points: int
    place: int  # 0 while the game goes on
    away: bool


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of the present round. `id` is empty for a moment, until it is laid."""

    number: int
    id: str
    places: tuple[Place, ...]
    status: str
    yours: bool
    your_turn: bool
    over: bool

    @property
    def by_points(self) -> tuple[Place, ...]:
        """The seats, those in front first."""
        return tuple(sorted(self.places, key=lambda p: (p.place, -p.points, p.seat)))


@dataclass(frozen=True, slots=True)
class Lantern:
    """A round in the row of lanterns."""

    number: int
    state: Literal["done", "now", "next"]
    text: str


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament as one reader sees it."""

    row: TournamentRow
    name: str
    title: Title
    clock: str
    entries: tuple[EntryRow, ...]
    lines: tuple[Line, ...]
    counted_rounds: int
    lanterns: tuple[Lantern, ...]
    tables: tuple[RoundTable, ...]
    resting: tuple[str, ...]
    you: Line | None
    your_entry: EntryRow | None
    is_organiser: bool
    example: tuple[Line, Line, TieBreak] | None
    next_with: tuple[str, ...]

    @property
    def has_ratings(self) -> bool:
        """Whether the reader may see the rating of anybody in the standings."""
        return any(line.rating for line in self.lines)

    @property
    def has_provisional(self) -> bool:
        """Whether any of those ratings is provisional."""
        return any(line.rating and line.rating.provisional for line in self.lines)

    @property
    def your_table(self) -> RoundTable | None:
        """The table of the reader that goes on."""
        return next((table for table in self.tables if table.yours and not table.over), None)

    @property
    def done(self) -> int:
        """How many tables of the round are over."""
        return sum(table.over for table in self.tables)

    @property
    def places(self) -> str:
        """The points by place: 3, 2, 1 and 0."""
        points = [str(n) for n in reversed(range(self.row.at_table))]
        return f"{', '.join(points[:-1])} and {points[-1]}"


@dataclass(frozen=True, slots=True)
class Listed:
    """A tournament in a list."""

    row: TournamentRow
    name: str
    title: Title
    clock: str
    players: int
    state: State


class TournamentViews:
    """Makes views of tournaments. `profiles` say whose `ratings` a reader may see."""

    def __init__(self, tables: Tables, ratings: Ratings, profiles: Profiles) -> None:
        self._tables = tables
        self._store = tables.store
        self._ratings = ratings
        self._profiles = profiles

    def listed(self, player: Player | None) -> dict[str, list[Listed]]:
        """Lists of tournaments: `mine`, which the reader organises or plays, and those that everybody may see."""
        found = {
            "open": self._store.tournaments("open"),
            "running": self._store.tournaments("running"),
            "finished": self._store.tournaments("finished", 20),
            "mine": self._store.tournaments_of(player.id) if player else [],
        }
        sizes = self._store.tournament_sizes({row.id for rows in found.values() for row in rows})
        return {name: [_listed(row, sizes.get(row.id, 0)) for row in rows] for name, rows in found.items()}

    def view(self, row: TournamentRow, player: Player | None) -> TournamentView:
        """A tournament for a reader."""
        entries, laid = self._store.entries(row.id), self._store.laid_tables(row.id)
        yours = next((entry for entry in entries if player and entry.player == player.id), None)
        number = yours.number if yours else 0
        found = standings(entries, laid, row.at_table, row.seed)
        by_number = {entry.number: entry for entry in entries}
        ratings = self._shown_ratings(row.title, entries, player)
        lines = tuple(
            _line(standing, by_number[standing.number], row, laid, number, ratings.get(standing.number))
            for standing in found
        )
        present = [table for table in laid if table.round == row.round]
        last = max((table.round for table in counted(laid)), default=0)
        you = next((line for line in lines if line.is_you), None)
        return TournamentView(
            row=row,
            name=row.name or NO_NAME,
            title=get_title(row.title),
            clock=describe_clock(PACES.get(row.pace)),
            entries=tuple(entries),
            lines=lines,
            counted_rounds=last,
            lanterns=tuple(_lantern(n, row, last, you) for n in range(1, row.rounds + 1)),
            tables=self._round_tables(present, by_number, player, number),
            resting=tuple(name_of(by_number[n]) for table in present if not table.number for n in table.seats),
            you=you,
            your_entry=yours,
            is_organiser=player is not None and row.organiser == player.id,
            example=_example(lines),
            next_with=_next_with(row, entries, laid, number),
        )

    def _shown_ratings(self, title: str, entries: Sequence[EntryRow], reader: Player | None) -> dict[int, Rating]:
        """The ratings at a title that a reader may see, by the number of the entry: those of bots everybody."""
        people = self._profiles.open_sheets("ratings", [entry.player for entry in entries if entry.player], reader)
        entities = {entry.number: BOT + entry.bot if entry.bot else people.get(entry.player, "") for entry in entries}
        ratings = self._ratings.of_many({entity for entity in entities.values() if entity})
        return {n: ratings[entity][title] for n, entity in entities.items() if title in ratings.get(entity, {})}

    def export(self, row: TournamentRow, player: Player | None) -> tuple[TournamentView, list[LaidTable]]:
        """A tournament for a reader, with the tables of all rounds."""
        return self.view(row, player), self._store.laid_tables(row.id)

    def _round_tables(
        self, laid: Sequence[LaidTable], entries: Mapping[int, EntryRow], player: Player | None, you: int
    ) -> tuple[RoundTable, ...]:
        tables = [table for table in laid if table.number]
        shown = {found.id: found for found in summaries(self._tables, [t.table for t in tables if t.table], player)}
        made = [_round_table(table, shown.get(table.table), entries, you) for table in tables]
        return tuple(sorted(made, key=lambda table: (not table.yours, table.number)))


def name_of(entry: EntryRow) -> str:
    """The name of an entry. Who is here, but whose name the host has taken away, is a player like any."""
    return entry.name or (NO_NAME_OF_PLAYER if entry.player else FORMER_PLAYER)


def number_text(number: Fraction) -> str:
    """Points as they are shown: whole ones, halves, or one decimal.

    >>> number_text(Fraction(3)), number_text(Fraction(5, 2)), number_text(Fraction(7, 3))
    ('3', '2½', '2.3')
    """
    if number.denominator == 1:
        return str(number.numerator)
    if number.denominator == 2:
        return f"{number.numerator // 2 or ''}½"
    return f"{float(number):.1f}"


def _listed(row: TournamentRow, players: int) -> Listed:
    clock = describe_clock(PACES.get(row.pace))
    return Listed(row, row.name or NO_NAME, get_title(row.title), clock, players, row.state)


def _line(
    standing: Standing,
    entry: EntryRow,
    row: TournamentRow,
    laid: Sequence[LaidTable],
    you: int,
    rating: Rating | None,
) -> Line:
    return Line(
        rank=standing.rank,
        number=entry.number,
        name=name_of(entry),
        bot=entry.bot,
        is_you=entry.number == you,
        left=entry.left_after is not None or not (entry.player or entry.bot),
        points=number_text(standing.points),
        opponents=number_text(standing.opponents),
        wins=standing.wins,
        share=f"{100 * float(standing.share):.1f} %" if standing.share else "",
        decided_by=standing.decided_by,
        cells=_cells(entry.number, row, laid),
        rating=rating,
        player=entry.player,
    )


def _cells(number: int, row: TournamentRow, laid: Sequence[LaidTable]) -> tuple[Cell, ...]:
    mine = {table.round: table for table in laid if number in table.seats}
    final = {table.round for table in counted(laid)}
    found = []
    for n in range(1, row.rounds + 1):
        table = mine.get(n)
        if n > row.round:
            found.append(Cell("coming"))
        elif table is None:
            found.append(Cell("out"))
        elif not table.number:
            found.append(Cell("bye"))
        elif table.result is None:
            found.append(Cell("playing", table=table.table))
        else:
            seat = table.seats.index(number)
            place = with_absent_last(table.result.places, table.result.away)[seat]
            kind: CellKind = "place" if n in final else "soon"
            found.append(Cell(kind, place, len(table.seats), table.table, table.result.away[seat]))
    return tuple(found)


def _lantern(number: int, row: TournamentRow, last: int, you: Line | None) -> Lantern:
    if number <= last:
        cell = you.cells[number - 1] if you else None
        text = f"you came {ordinal(cell.place)}" if cell and cell.place else "you rested" if cell else "done"
        return Lantern(number, "done", text)
    return Lantern(number, "now", "now") if number == row.round else Lantern(number, "next", "to come")


def ordinal(number: int) -> str:
    """A place in words: 1st, 2nd, 11th, 21st.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st']
    """
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def _round_table(laid: LaidTable, shown: TableSummary | None, entries: Mapping[int, EntryRow], you: int) -> RoundTable:
    result = laid.result
    final = with_absent_last(result.places, result.away) if result else (0,) * len(laid.seats)
    places = []
    for seat, number in enumerate(laid.seats):
        there = shown.seats[seat] if shown else None
        points = result.scores[seat] if result else there.points if there else 0
        entry = entries[number]
        places.append(
            Place(
                seat,
                number,
                name_of(entry),
                there.bot if there else entry.bot,
                number == you,
                bool(there and there.turn and not result),
                points,
                final[seat],
                bool(there and there.bot and not entry.bot),
            )
        )
    yours = you in laid.seats
    return RoundTable(
        laid.number,
        laid.table,
        tuple(places),
        shown.status if shown else "",
        yours,
        bool(yours and shown and shown.your_turn),
        result is not None,
    )


def _example(lines: Sequence[Line]) -> tuple[Line, Line, TieBreak] | None:
    """Two neighbours with the same points, and why one stands higher; that the draw decided explains nothing."""
    for upper, lower in pairwise(lines):
        if upper.points == lower.points and any(cell.place for cell in (*upper.cells, *lower.cells)):
            shown: tuple[tuple[object, object, TieBreak], ...] = (
                (upper.opponents, lower.opponents, "opponents"),
                (upper.wins, lower.wins, "wins"),
                (upper.share, lower.share, "share"),
            )
            decided = next((name for one, other, name in shown if one != other), None)
            if decided is not None:
                return upper, lower, decided
    return None


def _next_with(row: TournamentRow, entries: list[EntryRow], laid: list[LaidTable], you: int) -> tuple[str, ...]:
    """With whom the reader sits in the next round of a round robin: its rounds are known before they are laid."""
    if not you or row.state != "running" or row.kind != "round robin":
        return ()
    found: Round | None = next_round(row, entries, laid)
    table = next((table for table in found.tables if you in table), ()) if found else ()
    names = {entry.number: name_of(entry) for entry in entries}
    return tuple(names[number] for number in table if number != you)
