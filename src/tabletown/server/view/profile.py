"""A profile: what one reader may see of a player, as plain data.

What a reader may not see is not looked up, so it cannot get into a page. Everything is made from summaries of finished
games (play/summaries.py); the lists are paged.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tabletown.bots import LADDER
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.title import Meta
from tabletown.games import get as get_title
from tabletown.games import names as title_names
from tabletown.server.play.people.names import told_apart
from tabletown.server.play.people.profiles import ProfileAccess, Profiles, SeenBy
from tabletown.server.play.ratings.ratings import Ratings
from tabletown.server.play.tables import Tables
from tabletown.server.store.profile_protocol import Company, PlayedGame, ReviewedTotal, SeatName, TitleTotal
from tabletown.server.store.protocol import Player
from tabletown.server.view.table_summary import TableSummary, summaries

STREET_DAYS = 60
FLOORS = 14
"""A house of the street is not higher; it says so when there were more games."""

GAMES_AT_ONCE = 12
BUNTING = 12
LYING_DAYS = 30
_DAY_S = 86_400.0
_RUNS = 1_000  # games that are looked through for the longest run
_MANY = 1_000  # most pages of a list
_TABLES = 200  # tables of a player that are looked at
_LYING = 20


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a game: the estimate and the ends of its range."""

    at: float
    rating: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ShownRating:
    """The rating of a player at a title. While it is `provisional`, `missing` games are wanted.

    `changes` says by table what each rated game did to it.
    """

    title: str
    games: int
    rating: float
    low: float
    high: float
    provisional: bool
    missing: int
    curve: tuple[RatingPoint, ...]
    rungs: tuple[tuple[str, float], ...] = ()  # bots with their ratings, for comparison
    changes: Mapping[str, int] = field(default_factory=dict)

    @property
    def meta(self) -> Meta:
        """What the title says of itself."""
        return get_title(self.title).meta

    @property
    def says(self) -> str:
        """A sentence that compares the rating with the bots, as far as its range allows."""
        if self.provisional:
            more = "One more game" if self.missing == 1 else f"{self.missing} more games"
            return f"{more} and the number will say something."
        below = [name for name, rating in self.rungs if rating < self.low]
        above = [name for name, rating in self.rungs if rating > self.high]
        even = [name for name, rating in self.rungs if self.low <= rating <= self.high]
        if even:
            return f"About even with {even[-1]}."
        if below and above:
            return f"Above {below[-1]}, below {above[0]}."
        if below:
            return f"Above {below[-1]}."
        return f"Below {above[0]}." if above else ""


ShowRatings = Callable[[str], Sequence[ShownRating]]
"""Gives the ratings of a player, by their id."""


def shown_ratings(ratings: Ratings) -> ShowRatings:
    """The ratings of the site, as profiles show them."""

    def show(player_id: str) -> list[ShownRating]:
        found = []
        bots = {bot.name: ratings.of_bot(bot.name) for bot in LADDER}
        for title, now in ratings.of(player_id).items():
            history = ratings.history(player_id, title)
            points = ((game.ended, game.rating.mean, game.rating.range) for game in history)
            found.append(
                ShownRating(
                    title=title,
                    games=now.games,
                    rating=now.mean,
                    low=now.mean - now.range,
                    high=now.mean + now.range,
                    provisional=now.provisional,
                    missing=now.missing,
                    curve=tuple(RatingPoint(at, mean, mean - reach, mean + reach) for at, mean, reach in points),
                    rungs=tuple(
                        (name, float(of[title].mean))
                        for name, of in bots.items()
                        if title in of and not of[title].provisional
                    ),
                    changes={game.table: game.change for game in history},
                )
            )
        return sorted(found, key=lambda one: (-one.games, one.title))

    return show


@dataclass(frozen=True, slots=True)
class StreetHouse:
    """A house of the street: the games of a title in the last days, oldest first, True if won, and how many there are
    in all. `more` games of those days are not drawn."""

    title: str
    meta: Meta
    floors: tuple[bool, ...]
    games: int
    more: int = 0


@dataclass(frozen=True, slots=True)
class Seated:
    """A player of a listed game. `page` is the id of their profile, if they have one."""

    seat: int
    name: str
    is_owner: bool
    is_bot: bool
    page: str


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A finished game in a player's list. Without `open`, the reader sees neither the table nor who was there.

    `change` is what a rated game did to the player's rating, for readers who may see ratings.
    """

    game: PlayedGame
    meta: Meta
    seats: tuple[Seated, ...]
    open: bool
    change: int | None = None


@dataclass(frozen=True, slots=True)
class GamesPage:
    """A page of a list of games."""

    games: tuple[ListedGame, ...]
    total: int
    page: int
    pages: int
    title: str
    company: Company
    hidden: bool
    put_away: int  # how many are put away; 0 for others


@dataclass(frozen=True, slots=True)
class LyingGame:
    """A game in play at which nothing has happened for so many days."""

    table: TableSummary
    days: int


@dataclass(frozen=True, slots=True)
class Streak:
    """The last games, oldest first, True if won; the run of victories now, and the longest one with its month."""

    last: tuple[bool, ...]
    run: int
    longest: int
    ended: float


@dataclass(frozen=True, slots=True)
class Rungs:
    """The best bot that was beaten, by title; the rungs of the ladder, the strongest first."""

    ladder: tuple[tuple[str, str], ...]  # names and what they are like
    best: Mapping[str, int]  # by title, as a place in `ladder`

    @property
    def strongest(self) -> tuple[str, str] | None:
        """The strongest bot that was beaten, and at which title."""
        if not self.best:
            return None
        title = min(self.best, key=lambda name: self.best[name])
        return self.ladder[self.best[title]][0], title


@dataclass(frozen=True, slots=True)
class FromReviews:
    """What reviews say: by title, and luck over all titles with its range, in shares of a victory per game."""

    games: int
    titles: tuple[ReviewedTotal, ...]
    luck: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Profile:
    """A player as one reader sees them. A sheet that is not shown is None."""

    access: ProfileAccess
    titles: tuple[tuple[str, Meta], ...]
    since: float | None = None
    games: GamesPage | None = None
    totals: tuple[TitleTotal, ...] = ()
    street: tuple[StreetHouse, ...] = ()
    running: tuple[TableSummary, ...] = ()
    ratings: tuple[ShownRating, ...] | None = None
    rungs: Rungs | None = None
    streak: Streak | None = None
    reviews: FromReviews | None = None
    lying: tuple[LyingGame, ...] = ()

    @property
    def played(self) -> int:
        """How many games the player has finished."""
        return sum(total.games for total in self.totals)


class ProfileViews:
    """Makes profiles. `ratings` gives ratings, on a site that has them."""

    def __init__(self, tables: Tables, profiles: Profiles, ratings: ShowRatings | None = None) -> None:
        self._tables = tables
        self._store = tables.store
        self._profiles = profiles
        self.ratings = ratings

    def view(
        self,
        player_id: str,
        reader: Player | None,
        *,
        seen_as: SeenBy = "me",
        title: str = "",
        company: Company = "",
        hidden: bool = False,
        page: int = 1,
    ) -> Profile:
        """The profile of a player for a reader. Raises NotFound."""
        access = self._profiles.access(player_id, reader, seen_as)
        titles = tuple((name, get_title(name).meta) for name in title_names())
        if not access.kept and not access.is_you:
            return Profile(access, titles)
        store, player, shown = self._store, access.player, access.shown
        totals = tuple(store.totals(player.id)) if shown & {"games", "streak"} else ()
        own = access.is_you and access.seen_as == "me"
        ratings = self._shown_ratings(access)
        games = self._page(access, reader, title, company, hidden and own, page) if "games" in shown else None
        return Profile(
            access,
            titles,
            since=min((one.first for one in totals), default=None),
            games=games and _with_changes(games, ratings or ()),
            totals=totals,
            street=self._street(player.id, totals) if "games" in shown else (),
            running=self._running(access, reader) if "games" in shown else (),
            ratings=ratings,
            rungs=self._rungs(player.id) if "rungs" in shown else None,
            streak=self._streak(player.id) if "streak" in shown else None,
            reviews=self._reviews(player.id) if "reviews" in shown else None,
            lying=self.lying(player) if own else (),
        )

    def games(
        self,
        access: ProfileAccess,
        reader: Player | None,
        title: str = "",
        company: Company = "",
        hidden: bool = False,
        page: int = 1,
        at_once: int = GAMES_AT_ONCE,
    ) -> GamesPage:
        """A page of the finished games of a player, for a reader who may see them."""
        found = self._page(access, reader, title, company, hidden, page, at_once)
        return _with_changes(found, self._shown_ratings(access) or ())

    def _shown_ratings(self, access: ProfileAccess) -> tuple[ShownRating, ...] | None:
        """The ratings of a player, for a reader who may see them."""
        return tuple(self.ratings(access.player.id)) if self.ratings and "ratings" in access.shown else None

    def _page(
        self,
        access: ProfileAccess,
        reader: Player | None,
        title: str,
        company: Company,
        hidden: bool,
        page: int,
        at_once: int = GAMES_AT_ONCE,
    ) -> GamesPage:
        """A page of finished games that does not say yet what each rated one did."""
        store, player = self._store, access.player
        own = access.is_you and access.seen_as == "me"
        hidden, title = hidden and own, title if title in title_names() else ""
        total = store.count_played(player.id, title, company, hidden)
        pages = min(max(-(-total // at_once), 1), _MANY)
        page = min(max(page, 1), pages)
        found = store.played(player.id, title, company, hidden, limit=at_once, offset=(page - 1) * at_once)
        names = store.names_at(game.table_id for game in found)
        pages_of = store.accounts_among({seat.owner for seats in names.values() for seat in seats if seat.owner})
        reading = reader if access.seen_as == "me" or not access.is_you else None
        ids = {reading.id, *store.joined_to(reading.id)} if reading else set()
        listed = (_listed(game, names.get(game.table_id, ()), pages_of, ids) for game in found)
        away = store.count_played(player.id, hidden=True) if own else 0
        return GamesPage(tuple(listed), total, page, pages, title, company, hidden, away)

    def _street(self, player_id: str, totals: Sequence[TitleTotal]) -> tuple[StreetHouse, ...]:
        since = self._store.now() - STREET_DAYS * _DAY_S
        found = []
        for name in sorted(title_names(), key=lambda name: _place_in(totals, name)):
            games = self._store.played(player_id, name, since=since, limit=FLOORS + 1)
            floors = tuple(game.won for game in reversed(games[:FLOORS]))
            in_all = next((one.games for one in totals if one.title == name), 0)
            found.append(StreetHouse(name, get_title(name).meta, floors, in_all, max(len(games) - FLOORS, 0)))
        return tuple(found)

    def _running(self, access: ProfileAccess, reader: Player | None) -> tuple[TableSummary, ...]:
        """Public games of the player that go on, as their spectators see them; for the owner, the lobby has all."""
        if access.is_you and access.seen_as == "me":
            return ()
        reading = None if access.is_you else reader
        ids = self._store.tables_of(access.player.id, listed=True)
        found = (table for table in summaries(self._tables, ids, reading) if not table.over)
        return tuple(table for table in found if table.public and not table.vacant)

    def _rungs(self, player_id: str) -> Rungs:
        ladder = tuple((bot.name, bot.blurb) for bot in reversed(LADDER))
        places = {name: place for place, (name, _) in enumerate(ladder)}
        best: dict[str, int] = {}
        for beaten in self._store.rungs(player_id):
            if beaten.bot in places:
                best[beaten.title] = min(best.get(beaten.title, len(ladder)), places[beaten.bot])
        return Rungs(ladder, best)

    def _streak(self, player_id: str) -> Streak:
        results = self._store.results(player_id, _RUNS)[::-1]
        run, longest, ended = 0, 0, 0.0
        for at, won in results:
            run = run + 1 if won else 0
            if run > longest:
                longest, ended = run, at
        return Streak(tuple(won for _, won in results[-BUNTING:]), run, longest, ended)

    def _reviews(self, player_id: str) -> FromReviews:
        titles = tuple(self._store.reviewed(player_id))
        games = sum(one.games for one in titles)
        if not games:
            return FromReviews(0, (), 0.0, 0.0, 0.0)
        luck = sum(one.luck * one.games for one in titles) / games
        spread = sum(one.luck_squares * one.games for one in titles) / games - luck**2
        reach = 1.96 * (max(spread, 0.0) / games) ** 0.5
        return FromReviews(games, titles, luck, luck - reach, luck + reach)

    def lying(self, player: Player, days: int = LYING_DAYS) -> tuple[LyingGame, ...]:
        """The games in play of a player at which nobody has seen anything happen for long.

        Those that are put away are left out.
        """
        now = self._store.now()
        ids = self._store.tables_of(player.id, _TABLES, listed=True)
        found = (table for table in summaries(self._tables, ids, player) if table.yours and not table.over)
        lying = ((table, int((now - table.last_public_event) / _DAY_S)) for table in found)
        longest = sorted((one for one in lying if one[1] >= days), key=lambda one: -one[1])
        return tuple(LyingGame(table, since) for table, since in longest[:_LYING])

    def put_away(self, player: Player) -> tuple[TableSummary, ...]:
        """The games in play that a player has put away."""
        found = summaries(self._tables, self._store.put_away_by(player.id)[:GAMES_AT_ONCE], player)
        return tuple(table for table in found if not table.over)


def _with_changes(page: GamesPage, ratings: Sequence[ShownRating]) -> GamesPage:
    """A page of games that says what each rated one did to the rating."""
    changes = {table: change for one in ratings for table, change in one.changes.items()}
    return replace(page, games=tuple(replace(one, change=changes.get(one.game.table_id)) for one in page.games))


def _place_in(totals: Sequence[TitleTotal], name: str) -> int:
    return next((place for place, one in enumerate(totals) if one.title == name), len(totals))


def _listed(game: PlayedGame, names: Sequence[SeatName], pages: Mapping[str, str], reader: set[str]) -> ListedGame:
    may_open = game.public or any(seat.owner in reader for seat in names if seat.owner)
    seats: tuple[Seated, ...] = ()
    if may_open:
        shown = told_apart(tuple(seat.name for seat in names))
        seats = tuple(
            Seated(
                one.seat,
                one.bot.capitalize() if one.bot and name in SEAT_NAMES else name,
                one.seat == game.seat,
                bool(one.bot),
                pages.get(one.owner, ""),
            )
            for one, name in zip(names, shown, strict=True)
        )
    return ListedGame(game, get_title(game.title).meta, seats, may_open)
