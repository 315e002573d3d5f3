"""Operations on ratings: your own with their history, the list of a title, and whether you are named there."""

from collections.abc import Iterator

from tabletown.server.api import requests, responses
from tabletown.server.api.convert import rating_response
from tabletown.server.api.operations import Call, Operation
from tabletown.server.errors import NotAllowed, NotFound, TooMany
from tabletown.server.play.fair_play import NEEDS_ACCOUNT
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.sessions import Sessions
from tabletown.server.play.ratings.ratings import Ratings
from tabletown.server.play.titles import find_title


class RatingOperations:
    """Operations on ratings. `changes` limits how often a player may change whether they are named."""

    def __init__(self, ratings: Ratings, sessions: Sessions, changes: RateLimit) -> None:
        self._ratings = ratings
        self._sessions = sessions
        self._changes = changes

    def operations(self) -> Iterator[Operation]:
        """The operations on ratings."""
        tag, own = "Ratings", "/players/me/ratings"
        yield Operation(
            "GET", "/ratings", self.list_ratings, tag, responses.ratings.Leaderboard, auth="optional",
            query=requests.RatingQuery, errors=(NotFound,),
        )  # fmt: skip
        yield Operation("GET", own, self.get_own_ratings, tag, responses.ratings.OwnRatings)
        yield Operation(
            "POST", f"{own}/named", self.set_named, tag, responses.ratings.OwnRatings,
            body=requests.SetNamed, errors=(NotAllowed, TooMany),
        )  # fmt: skip

    def list_ratings(self, call: Call) -> responses.ratings.Leaderboard:
        """List the players and bots of a game, the one first whose range has the highest lower end.

        Listed is who has five rated games; players are named if they want to be, and bots are always marked as bots.
        """
        title = find_title(call.query.title)
        lines = [
            responses.ratings.RankedPlayer(
                rank=line.rank,
                name=line.name or None,
                bot=line.bot or None,
                you=line.is_you,
                rating=rating_response(line.rating),
            )
            for line in self._ratings.best(title.name, call.player, call.query.limit)
        ]
        return responses.ratings.Leaderboard(players=lines)

    def get_own_ratings(self, call: Call) -> responses.ratings.OwnRatings:
        """Look at your ratings, and at each rated game that led to them."""
        titles = []
        for title, rating in self._ratings.of(call.caller.id).items():
            history = [
                responses.ratings.RatedGame(
                    table=game.table,
                    ended=game.ended,
                    rating=rating_response(game.rating),
                    change=game.change,
                    place=game.place,
                    players=game.players,
                )
                for game in self._ratings.history(call.caller.id, title)
            ]
            titles.append(responses.ratings.TitleRatings(rating=rating_response(rating), history=history))
        return responses.ratings.OwnRatings(named=self._ratings.is_listed(call.caller), titles=titles)

    def set_named(self, call: Call) -> responses.ratings.OwnRatings:
        """Choose whether lists of ratings show your name. It is for players who keep their games."""
        if not self._sessions.is_kept(call.caller):
            raise NotAllowed(NEEDS_ACCOUNT)
        self._changes.check(call.caller.id, "That was a lot of changes in a short time.")
        self._ratings.set_listed(call.caller, call.body.on)
        return self.get_own_ratings(call)
