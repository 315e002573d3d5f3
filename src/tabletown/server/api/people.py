"""Operations on people and their finished games: profiles, lists of games, who may see what, giving up, statistics."""

from collections.abc import Iterator, Mapping

from tabletown.server.api import requests, responses
from tabletown.server.api.operations import TABLE_ERRORS, Call, Operation
from tabletown.server.api.problems import Unauthorized
from tabletown.server.api.table_answers import TableAnswers
from tabletown.server.errors import NotFound, NotYours, TooMany
from tabletown.server.play.people.profiles import Profiles, SeenBy, Sheet
from tabletown.server.play.resigning import Resigning
from tabletown.server.play.titles import find_title
from tabletown.server.view.profile import ListedGame, Profile, ProfileViews, ShownRating
from tabletown.server.view.title_statistics import Share, Statistics, TableSize

ME = "me"
"""In a path, instead of the id of a player: the holder of the token."""

NOT_SHOWN = "The games of this player are not shown to you."


class PeopleOperations:
    """Operations on profiles and statistics."""

    def __init__(
        self,
        views: ProfileViews,
        profiles: Profiles,
        resigning: Resigning,
        statistics: Statistics,
        answers: TableAnswers,
    ) -> None:
        self._views = views
        self._profiles = profiles
        self._resigning = resigning
        self._statistics = statistics
        self._answers = answers

    def operations(self) -> Iterator[Operation]:
        """The operations on people."""
        tag, player = "People", "/players/{player}"
        yield Operation(
            "GET", f"{player}/profile", self.get_profile, tag, responses.profiles.PlayerProfile, auth="optional",
            query=requests.ProfileQuery,
        )  # fmt: skip
        yield Operation(
            "GET", f"{player}/games", self.list_games_of, tag, responses.profiles.PlayedGames, auth="optional",
            query=requests.GamesQuery, errors=(NotYours,),
        )  # fmt: skip
        yield Operation(
            "POST", "/players/me/sheets", self.let_see, tag, responses.profiles.Sheets,
            body=requests.LetSee, errors=(TooMany,),
        )  # fmt: skip
        yield Operation(
            "POST", "/players/me/put-away", self.put_away, tag, responses.profiles.PutAway,
            body=requests.PutAwayTables, errors=(NotYours, TooMany),
        )  # fmt: skip
        yield Operation(
            "POST", "/tables/{table}/resign", self.give_up, tag, responses.tables.Table,
            query=requests.TableQuery, errors=TABLE_ERRORS,
        )  # fmt: skip
        yield Operation(
            "GET", "/titles/{title}/statistics", self.get_statistics, "Titles", responses.statistics.Statistics,
            auth="none",
        )  # fmt: skip

    def get_profile(self, call: Call) -> responses.profiles.PlayerProfile:
        """Look at a player who keeps their games, `me` or another one by the id that tables and games tell.

        You get what the player lets you see: the other parts are null. Ids give no rights.
        """
        seen_as: SeenBy = call.query.seen_as
        return _profile(self._views.view(self._player(call), call.player, seen_as=seen_as))

    def _player(self, call: Call) -> str:
        asked = str(call.request.path_params["player"])
        if asked != ME:
            return asked
        if call.player is None:
            raise Unauthorized("Please send a token: Authorization: Bearer TOKEN.")
        return call.player.id

    def list_games_of(self, call: Call) -> responses.profiles.PlayedGames:
        """List the finished games of a player, `me` or another one, the newest first, page by page.

        A game at a table that is not public has neither id nor seats for those who did not sit there.
        """
        query: requests.GamesQuery = call.query
        access = self._profiles.access(self._player(call), call.player)
        if "games" not in access.shown:
            raise NotYours(NOT_SHOWN)
        found = self._views.games(
            access, call.player, query.title, query.company, query.put_away, query.page, query.limit
        )
        return responses.profiles.PlayedGames(
            games=[_game(one) for one in found.games], total=found.total, page=found.page, pages=found.pages
        )

    def let_see(self, call: Call) -> responses.profiles.Sheets:
        """Choose who may see a part of your profile: everyone, friends, or only you.

        Others see it once you keep your games.
        """
        self._profiles.let_see(call.caller, call.body.sheet, call.body.seen_by)
        return _sheets(self._profiles.seen_by(call.caller.id))

    def put_away(self, call: Call) -> responses.profiles.PutAway:
        """Put tables away, out of your own lists, or put them back. Nothing else changes: the games go on."""
        self._profiles.put_away(call.caller, call.body.tables, call.body.away)
        return responses.profiles.PutAway(tables=call.body.tables, away=call.body.away)

    def give_up(self, call: Call) -> responses.tables.Table:
        """Give a running game up, for good, with all your seats.

        A bot plays on; where no other person is left, bots play the game to its end. For you it counts as the last
        place. Asked twice, it is done once.
        """
        return self._answers.table(call, call.table, self._resigning.resign(call.table, call.caller))

    def get_statistics(self, call: Call) -> responses.statistics.Statistics:
        """Read the statistics of a game: how many were played here, which seat wins, with how many points."""
        title = find_title(call.request.path_params["title"])
        found = self._statistics.of(title)
        return responses.statistics.Statistics(
            title=title.name,
            games=found.games,
            since=found.since or None,
            by_players=[_size(size) for size in found.sizes],
            company=_shares(found.company),
            setups=_shares(found.setups),
            winners=[
                responses.statistics.WinShare(bot=one.bot or None, seats=one.seats, won=one.won)
                for one in found.players
            ],
        )


def _sheets(seen_by: Mapping[Sheet, SeenBy]) -> responses.profiles.Sheets:
    return responses.profiles.Sheets(**{str(sheet): str(seen) for sheet, seen in seen_by.items()})


def _shares(shares: tuple[Share, ...]) -> list[responses.statistics.GameShare]:
    return [responses.statistics.GameShare(name=one.name, games=one.games) for one in shares]


def _size(size: TableSize) -> responses.statistics.SizeStatistics:
    return responses.statistics.SizeStatistics(
        players=size.players,
        games=size.games,
        turns=[responses.statistics.TurnStatistics(turn=one.turn, games=one.games, won=one.won) for one in size.turns],
        scores={str(score): seats for score, seats in sorted(size.scores.items())},
        winning_scores={str(score): seats for score, seats in sorted(size.winning.items())},
        middle_plies=size.plies,
        middle_minutes=size.minutes,
    )


def _profile(profile: Profile) -> responses.profiles.PlayerProfile:
    access = profile.access
    if not access.kept and not access.is_you:
        raise NotFound("This player plays without keeping games, so there is no profile.")
    own = access.is_you
    return responses.profiles.PlayerProfile(
        id=access.player.id,
        name=access.player.name,
        is_you=own,
        seen_by=_sheets(access.seen_by) if own else None,
        games=profile.played if profile.games else None,
        titles=_titles(profile) if profile.games else None,
        ratings=None if profile.ratings is None else [_rating(one) for one in profile.ratings],
        rungs=_rungs(profile),
        last_results=None if profile.streak is None else list(profile.streak.last),
        reviews=_reviews(profile),
    )


def _titles(profile: Profile) -> list[responses.profiles.TitlePlayed]:
    return [responses.profiles.TitlePlayed(title=one.title, games=one.games, won=one.won) for one in profile.totals]


def _rating(one: ShownRating) -> responses.profiles.ProfileRating:
    return responses.profiles.ProfileRating(
        title=one.title, games=one.games, rating=one.rating, low=one.low, high=one.high, provisional=one.provisional
    )


def _rungs(profile: Profile) -> dict[str, str] | None:
    found = profile.rungs
    return None if found is None else {title: found.ladder[rung][0] for title, rung in found.best.items()}


def _reviews(profile: Profile) -> responses.profiles.ProfileReviews | None:
    found = profile.reviews
    if found is None:
        return None
    accuracy = {one.title: one.accuracy for one in found.titles}
    return responses.profiles.ProfileReviews(
        games=found.games, accuracy=accuracy, luck=found.luck, luck_low=found.low, luck_high=found.high
    )


def _game(one: ListedGame) -> responses.profiles.PlayedGame:
    game = one.game
    return responses.profiles.PlayedGame(
        id=game.table_id if one.open else None,
        title=game.title,
        kind=game.kind,
        ended=game.ended,
        players=game.players,
        seat=game.seat if one.open else None,
        place=game.place,
        score=game.score,
        lead=game.lead,
        gave_up=game.gave_up,
        reviewed=game.reviewed,
        change=one.change,
        seats=[
            responses.profiles.PlayedSeat(name=seat.name, bot=seat.is_bot, player=seat.page or None)
            for seat in one.seats
        ],
    )
