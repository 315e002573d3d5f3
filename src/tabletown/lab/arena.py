"""The arena: matches between bots, in which every deal is played once from each seat.

>>> from concurrent.futures import ThreadPoolExecutor
>>> match = Match("uptown", ("greedy", "uniform"), games=4, seed=1)
>>> with ThreadPoolExecutor(2) as pool:
...     result = play(match, pool)
>>> [(row.name, row.games) for row in result.bots]
[('greedy', 4), ('uniform', 4)]
"""

import contextlib
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from typing import Any

from tabletown import bots, games
from tabletown.bots import Bot, own
from tabletown.engine.errors import TabletownError, WrongType
from tabletown.engine.game import Game
from tabletown.engine.integers import shown
from tabletown.engine.record import write_record
from tabletown.engine.seats import SEAT_NAMES
from tabletown.lab.deals import deal_seed
from tabletown.lab.ratings import Rating, Table, rate, wilson
from tabletown.lab.sequential import verdict
from tabletown.lab.whole_numbers import keep_integers


class ArenaError(TabletownError):
    """The match that was asked for cannot be played."""


@dataclass(frozen=True)
class Match:
    """A match: the bots, how many games they play, and how long they may think.

    With fewer bots than seats the last one plays all further seats; with more, all groups of that size play in turn. A
    bot may have a budget of its own: `search@1s` thinks for a second, `master@200` for 200 iterations. With `at_least`
    the match ends as soon as it is clear whether the first bot wins more than that share (see `sequential.py`).

    A bot of your own is named as `module:Class`, or given as an object, which then goes by its own name. On an executor
    of processes the object is pickled. Raises WrongType for a number that is none, and BadBot for what is no bot.
    """

    title: str
    bots: tuple[str, ...]  # or bots themselves, in whose place their names are kept
    games: int = 100
    players: int | None = None  # by default as few as possible
    seconds: float = 0.1  # for every decision
    iterations: int | None = None  # for every decision of a search, instead of seconds
    seed: int = 0
    records: bool = False  # whether the games are kept as text
    at_least: float | None = None  # a share of victories of the first bot
    options: tuple[str, ...] = ()  # options of the title that are on
    objects: tuple[Bot, ...] = field(default=(), init=False, repr=False)  # the bots that were given as objects

    def __post_init__(self) -> None:
        keep_integers(self)
        if isinstance(self.bots, str):
            raise WrongType(f"the bots of a match are several, like ('greedy', 'uniform'), not {shown(self.bots)}")
        given: Sequence[Any] = self.bots
        objects = tuple(bot for bot in given if not isinstance(bot, str))
        for bot in objects:
            own.checked(bot, type(bot).__name__, bots.own_names())
        object.__setattr__(self, "objects", objects)
        object.__setattr__(self, "bots", tuple(bot if isinstance(bot, str) else bot.name for bot in given))

    def bot(self, name: str) -> Bot:
        """The bot of a name: one that was given as an object, or what `bots.get` finds."""
        return next((bot for bot in self.objects if bot.name == name), None) or bots.get(name)

    @property
    def seats(self) -> int:
        """How many players a game has."""
        low, _ = games.get(self.title).meta.players
        return low if self.players is None else self.players

    def check(self) -> None:
        """Raise a TabletownError unless the match can be played."""
        title = games.get(self.title)
        title.check_players(self.seats)
        title.options_mask(dict.fromkeys(self.options, True))
        for name in self.bots:
            self.bot(entrant(self, name)[0])
        if self.at_least is not None and not 0 < self.at_least < 1:
            raise ArenaError(f"a share of victories is between 0 and 1, not {self.at_least}")
        if not self.bots or self.games < 1:
            raise ArenaError("a match needs a bot and a game")
        if len(set(self.bots)) < len(self.bots):
            raise ArenaError("name every bot once; the last one fills the table")

    def pairings(self) -> Iterator["Pairing"]:
        """The games of the match: for each group of bots, every deal with every rotation of the seats."""
        seats = self.seats
        filled = (*self.bots, *(self.bots[-1:] * (seats - len(self.bots))))
        groups = list(combinations(filled, seats)) if len(filled) > seats else [filled]
        for number in range(self.games):
            block, turn = divmod(number, seats)
            deal, group = divmod(block, len(groups))
            names = groups[group]
            yield Pairing(self, number, block, deal_seed(self.seed, deal), names[turn:] + names[:turn])


@dataclass(frozen=True)
class Pairing:
    """One game of a match, before it is played."""

    match: Match
    number: int
    deal: int  # games with the same number here have the same deal and the same bots
    seed: int
    names: tuple[str, ...]  # by seat


@dataclass(frozen=True)
class PlayedGame:
    """One game of a match, after it was played."""

    number: int
    deal: int
    names: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    plies: int
    mishaps: tuple[str, ...] = ()
    record: str = ""

    @property
    def wins(self) -> tuple[float, ...]:
        """Every seat's share of the victory: 1 for a single winner, divided if several won."""
        winners = self.places.count(1)
        return tuple(1.0 / winners if place == 1 else 0.0 for place in self.places)


def entrant(match: Match, text: str) -> tuple[str, bots.Budget]:
    """The name and the budget of a bot of a match: "search@1s", "master@200", or a name alone. Raises ArenaError."""
    name, marked, amount = text.rpartition("@")
    if not marked:
        return text, bots.Budget(match.seconds, iterations=match.iterations)
    try:
        if amount.endswith("s"):
            return name, bots.Budget(float(amount[:-1]))
        return name, bots.Budget(iterations=max(int(amount), 1))
    except ValueError:
        raise ArenaError(f"a budget is like @0.5s or @200, not @{amount}") from None


def play_one(pairing: Pairing) -> PlayedGame:
    """Play one game. Argument and result can be pickled, so this can run in another process."""
    match = pairing.match
    _warm_up(match.title, match.bots)
    mishaps: list[str] = []
    title, options = games.get(match.title), dict.fromkeys(match.options, True)
    game = Game.new(title, len(pairing.names), pairing.seed, options)
    entrants = [entrant(match, name) for name in pairing.names]
    players = [
        bots.Careful(bots.for_game(match.bot(name)), tell=lambda mishap: mishaps.append(str(mishap)))
        for name, _ in entrants
    ]
    noise = random.Random(f"{pairing.seed} {pairing.number}")
    while (seat := game.turn) is not None:
        budget = replace(entrants[seat][1], seed=noise.getrandbits(32))
        game.push_action(players[seat].choose(game.view(seat), budget), seat)
    outcome = game.outcome()
    assert outcome is not None
    names = [f"{SEAT_NAMES[seat]} ({name})" for seat, name in enumerate(pairing.names)]
    record = write_record(game, names) if match.records else ""
    return PlayedGame(
        pairing.number, pairing.deal, pairing.names, outcome.scores, outcome.places, game.ply, tuple(mishaps), record
    )


@cache
def _warm_up(title: str, names: tuple[str, ...]) -> None:
    """Compile what the bots need, once in every process, so that a first move does not look as if the bot hung."""
    for name in {text.rpartition("@")[0] or text for text in names}:
        with contextlib.suppress(Exception):  # a bot that fails here will fail again in the game, where it is counted
            bots.warm_up(games.get(title), [name])


@dataclass(frozen=True)
class BotRow:
    """The results of one bot. A shared victory counts as a fraction."""

    name: str
    games: int
    wins: float
    win_rate: float
    interval: tuple[float, float]
    rating: Rating
    scores: tuple[int, ...]


@dataclass(frozen=True)
class SeatRow:
    """The results of one seat, over all bots that played it."""

    seat: str
    games: int
    wins: float
    win_rate: float
    mean_score: float


@dataclass(frozen=True)
class Result:
    """The result of a match: all games, and their statistics by bot and by seat."""

    match: Match
    played: list[PlayedGame] = field(repr=False)
    bots: list[BotRow]
    seats: list[SeatRow]

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "title": self.match.title,
            "players": self.match.seats,
            "games": len(self.played),
            "bots": [
                {
                    "name": row.name,
                    "games": row.games,
                    "wins": row.wins,
                    "win_rate": row.win_rate,
                    "interval": list(row.interval),
                    "rating": row.rating.points,
                }
                for row in self.bots
            ],
            "seats": [
                {
                    "seat": row.seat,
                    "games": row.games,
                    "wins": row.wins,
                    "win_rate": row.win_rate,
                    "mean_score": row.mean_score,
                }
                for row in self.seats
            ],
        }


def play(match: Match, executor: Executor, on_game: Callable[[PlayedGame], None] | None = None) -> Result:
    """Play a match on an executor's workers; `on_game` is called with every game as it ends.

    Raises a TabletownError if the match cannot be played.
    """
    match.check()
    jobs = [executor.submit(play_one, pairing) for pairing in match.pairings()]
    played = []
    try:
        for job in as_completed(jobs):
            played.append(job.result())
            if on_game:
                on_game(played[-1])
            if match.at_least is not None and _is_clear(match, played):
                break
    finally:
        for job in jobs:
            job.cancel()
    return summary(match, sorted(played, key=lambda game: game.number))


def _is_clear(match: Match, played: list[PlayedGame]) -> bool:
    """Whether the games so far, of whole deals and in their order, show what the match is to show."""
    assert match.at_least is not None
    by_number = {game.number: game for game in played}
    done = next(number for number in range(len(played) + 1) if number not in by_number)
    counted = [by_number[number] for number in range(done - done % match.seats)]
    wins = sum(game.wins[seat] for game in counted for seat, name in enumerate(game.names) if name == match.bots[0])
    return verdict(wins, len(counted), match.at_least) is not None


def summary(match: Match, played: list[PlayedGame]) -> Result:
    """Compute the result of a match from its games."""
    ratings = rate([Table(game.names, game.places, game.deal) for game in played], match.bots)
    return Result(
        match,
        played,
        [_bot_row(name, played, ratings[name]) for name in match.bots],
        [_seat_row(seat, played) for seat in range(match.seats)],
    )


def _bot_row(name: str, played: list[PlayedGame], rating: Rating) -> BotRow:
    sat = [(game, seat) for game in played for seat, bot in enumerate(game.names) if bot == name]
    wins = sum(game.wins[seat] for game, seat in sat)
    share = wins / len(sat) if sat else 0.0
    scores = tuple(game.scores[seat] for game, seat in sat)
    return BotRow(name, len(sat), wins, share, wilson(wins, len(sat)), rating, scores)


def _seat_row(seat: int, played: list[PlayedGame]) -> SeatRow:
    wins = sum(game.wins[seat] for game in played)
    mean = sum(game.scores[seat] for game in played) / len(played)
    return SeatRow(SEAT_NAMES[seat], len(played), wins, wins / len(played), mean)
