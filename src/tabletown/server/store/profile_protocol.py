"""The part of the store protocol about people: summaries of finished games, what others may see, games put away.

A summary is made once when a game is over, by whichever server comes first, and can be made again from the log. It
holds no names: those are read from the table, where they can be deleted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

GameKind = Literal["game", "lesson", "continued"]
"""A game from its deal; the guided first game; one that went on with another game, whose deal may be known."""

Company = Literal["", "people", "bots"]
"""Which games of a player are meant: all, those with other people, those with bots alone."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a finished game came out for a seat.

    `player_id` is empty for a bot, and for all but the first seat of a player who has several. `turn` counts from the
    seat that began. `lead` is by how many points the seat was ahead of the best other one, or below 0 behind. `away` is
    a person for whom a bot played at the end; `gave_up` one who resigned. `beat` is the strongest bot with a worse
    place.
    """

    seat: int
    player_id: str
    bot: str
    turn: int
    place: int
    score: int
    lead: int
    away: bool = False
    gave_up: bool = False
    beat: str = ""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A finished game. `people` are the seats that belong to persons; `seats` is empty if it is counted nowhere."""

    table_id: str
    title: str
    edition: str
    options: tuple[str, ...]
    players: int
    people: int
    kind: GameKind
    public: bool
    began: float
    ended: float
    plies: int
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class SeatAccount:
    """What a review says of a seat: the share of its choices that cost little, and what luck brought it."""

    seat: int
    accuracy: float | None
    luck: float
    choices: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of a player, as it is listed. `reviewed` if there is a review of it."""

    table_id: str
    title: str
    kind: GameKind
    players: int
    people: int
    public: bool
    ended: float
    seat: int
    place: int
    score: int
    lead: int
    away: bool
    gave_up: bool
    reviewed: bool
    hidden: bool

    @property
    def won(self) -> bool:
        """Whether the player won, perhaps with others."""
        return self.place == 1


@dataclass(frozen=True, slots=True)
class TitleTotal:
    """How many games of a title a player has finished, and how many of them were won."""

    title: str
    games: int
    won: int
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class RungBeaten:
    """A bot that a player has beaten at a title, how often, and when first. Only games from their deal count."""

    title: str
    bot: str
    times: int
    first: float


@dataclass(frozen=True, slots=True)
class ReviewedTotal:
    """What reviews say of a player's games of a title: means over `games`, and the mean of the squares of luck."""

    title: str
    games: int
    accuracy: float | None
    luck: float
    luck_squares: float


@dataclass(frozen=True, slots=True)
class SeatName:
    """Who sits at a seat of a finished table: the name there, and the bot or the player (`owner`)."""

    seat: int
    name: str
    bot: str
    owner: str


@dataclass(frozen=True, slots=True)
class TitleCounts:
    """Numbers of the newest games of a title, for its statistics. Keys are as the names say; values count games."""

    games: int = 0
    since: float = 0.0
    by_players: Mapping[int, int] = field(default_factory=dict)
    by_company: Mapping[str, int] = field(default_factory=dict)  # people, both, bots
    by_setup: Mapping[tuple[str, str], int] = field(default_factory=dict)  # edition, options
    turns: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)  # (players, turn): games, won
    scores: Mapping[tuple[int, int, bool], int] = field(default_factory=dict)  # (players, score, won): seats
    plies: Mapping[tuple[int, int], int] = field(default_factory=dict)  # (players, tens of plies): games
    minutes: Mapping[tuple[int, int], int] = field(default_factory=dict)  # (players, minutes): games
    by_bot: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # seats, won; "" for people


class ProfileStore(Protocol):
    """What every database offers about people and their finished games."""

    # Summaries

    def unsummed(self, after: tuple[float, str] = (0.0, ""), limit: int = 100) -> list[tuple[float, str]]:
        """Finished tables without a summary: when they ended and their ids, in that order, after one of them."""

    def keep_summary(self, summary: GameSummary) -> bool:
        """Keep the summary of a finished game; False if there was one. A deleted player is left out of it."""

    def summed(self, table_id: str, broken: bool = False) -> None:
        """Note that a table needs no further summary; one that is `broken` has none."""

    def sum_again(self) -> None:
        """Forget all summaries; they are made again from the logs."""

    def reviews_of(self, table_id: str) -> list[str]:
        """The texts of all reviews of a game."""

    def keep_accounts(self, table_id: str, accounts: Sequence[SeatAccount]) -> None:
        """Keep what a review says of the seats of a game that has a summary."""

    # What a player has played

    def totals(self, player_id: str) -> list[TitleTotal]:
        """How many games of each title a player has finished; the title that was played most comes first."""

    def count_played(self, player_id: str, title: str = "", company: Company = "", hidden: bool = False) -> int:
        """How many games `played` would list without a limit."""

    def played(
        self,
        player_id: str,
        title: str = "",
        company: Company = "",
        hidden: bool = False,
        since: float = 0.0,
        limit: int = 20,
        offset: int = 0,
    ) -> list[PlayedGame]:
        """The finished games of a player, newest first: those that are put away (`hidden`), or all others."""

    def rungs(self, player_id: str) -> list[RungBeaten]:
        """The bots that a player has beaten, those of each game by the strongest one."""

    def reviewed(self, player_id: str) -> list[ReviewedTotal]:
        """What reviews say of a player's games."""

    def results(self, player_id: str, limit: int) -> list[tuple[float, bool]]:
        """When a player's newest games ended, and whether they were won; newest first."""

    def names_at(self, table_ids: Iterable[str]) -> dict[str, tuple[SeatName, ...]]:
        """Who sits at each of these tables, by seat, as it is set up and as open seats were taken."""

    def accounts_among(self, player_ids: Iterable[str]) -> dict[str, str]:
        """Of these players, those with an account, and the player whose account it is: for joined ones another."""

    def seat_results(self, player_id: str) -> list[tuple[str, SeatResult]]:
        """All results of a player with their tables, oldest first: for the data that is kept about them."""

    # Statistics

    def title_counts(self, title: str, newest: int) -> TitleCounts:
        """Numbers of the newest games of a title, for so many games at most. Lessons and the like do not count."""

    # What others may see, and games put away

    def seen_by(self, player_id: str) -> dict[str, str]:
        """By whom the sheets of a player's profile may be seen, as far as the player has chosen."""

    def seen_by_among(self, player_ids: Iterable[str], sheet: str) -> dict[str, str]:
        """By whom a sheet of each of these players may be seen, as far as they have chosen."""

    def let_see(self, player_id: str, sheet: str, seen_by: str) -> None:
        """Choose by whom a sheet may be seen."""

    def is_here(self, player_id: str) -> bool:
        """Whether there is such a player, who was neither deleted nor joined to another."""

    def played_among(self, player_id: str, table_ids: Iterable[str]) -> list[str]:
        """Those of these tables at which a player sits or sat."""

    def put_away(self, player_id: str, table_ids: Iterable[str], away: bool) -> None:
        """Put tables away, out of a player's own lists, or back."""

    def put_away_by(self, player_id: str) -> list[str]:
        """The tables that a player has put away, newest first."""
