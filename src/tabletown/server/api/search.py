"""Operations on searches: look for opponents, ask how it stands, stop, begin with bots."""

import hashlib
from collections.abc import Iterator

from starlette.responses import Response

from tabletown.server.api import requests, responses
from tabletown.server.api.operations import Call, Operation
from tabletown.server.api.problems import BadField, Impossible
from tabletown.server.api.table_answers import TableAnswers
from tabletown.server.errors import Malformed, NotAllowed, Outdated, TooMany
from tabletown.server.play.searching.searching import Searching
from tabletown.server.play.searching.wishes import PACES, check_wishes
from tabletown.server.view.search_view import SearchView, view_search


class SearchOperations:
    """Operations on the search of the caller."""

    def __init__(self, searching: Searching, answers: TableAnswers) -> None:
        self._searching = searching
        self._answers = answers

    def operations(self) -> Iterator[Operation]:
        """The operations on searches."""
        tag, path = "Opponents", "/search"
        yield Operation(
            "POST", path, self.look_for_opponents, tag, responses.search.Search,
            body=requests.NewSearch, errors=(NotAllowed, TooMany),
        )  # fmt: skip
        yield Operation("GET", path, self.get_search, tag, responses.search.Search, auth="optional")
        yield Operation("DELETE", path, self.stop_looking, tag, status=204, errors=(NotAllowed,))
        yield Operation(
            "POST", f"{path}/bots", self.begin_with_bots, tag, responses.tables.Table,
            status=201, query=requests.TableQuery, body=requests.BotsInstead, errors=(Outdated, NotAllowed, TooMany),
        )  # fmt: skip

    def look_for_opponents(self, call: Call) -> responses.search.Search:
        """Look for opponents: others who would play the same are led to one table, with seats drawn at random.

        You have one search; another one takes its place, unless you have just found others. Ask how it stands every
        few seconds (`GET /search`): whoever does not ask for 15 seconds is not paired, and for a minute looks no
        longer. Rated games are for players who keep their games.
        """
        body: requests.NewSearch = call.body
        try:
            wishes = check_wishes(body.titles, body.pace, body.players, body.rated, body.about_my_strength)
        except Malformed as error:
            raise BadField("pace" if body.pace not in PACES else "titles", str(error)) from None
        except NotAllowed as error:
            raise Impossible("players", str(error)) from None
        self._searching.check_rate(call.caller)
        self._searching.begin(call.caller, wishes)
        return self.get_search(call)

    def get_search(self, call: Call) -> responses.search.Search:
        """Ask how your search stands, and how many others look for what. Asking says that you are still here.

        When others are `found`, the table is laid after some seconds, unless one of you stops looking; then `table` is
        its id. Nobody learns who looks.
        """
        return _response(view_search(self._searching, call.player))

    def stop_looking(self, call: Call) -> Response:
        """Stop looking; or, if others are found, say that you cannot play now: they go on looking."""
        self._searching.stop(call.caller)
        return Response(status_code=204)

    def begin_with_bots(self, call: Call) -> responses.tables.Table:
        """End your search, and begin with bots of your strength: your first title, the least number of players.

        Without a rating in that title it is the usual bot. The table is not rated, also after a search that was.

        To let people take the bots' seats in the next game, ask for the rematch with `people`.
        """
        key = hashlib.sha256(f"{call.caller.id} bots {call.body.key}".encode()).hexdigest() if call.body.key else ""
        return self._answers.table(call, self._searching.begin_with_bots(call.caller, key))


def _response(view: SearchView) -> responses.search.Search:
    wishes = view.wishes
    return responses.search.Search(
        looking=view.looking,
        titles=list(wishes.titles) if wishes else [],
        pace=wishes.pace if wishes else None,
        players=list(wishes.sizes) if wishes else [],
        rated=bool(wishes and wishes.rated),
        about_my_strength=bool(wishes and wishes.about_my_strength),
        waited=view.waited,
        found=responses.search.FoundOpponents(view.found.title, view.found.players, view.found.seconds)
        if view.found
        else None,
        table=view.table or None,
        bots=view.offers_bots,
        others=view.people,
        by_title=[responses.search.Lookers(title=row.title, pace=row.pace, people=row.people) for row in view.crowd],
    )
