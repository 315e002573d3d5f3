"""Operations on titles: games, their rules and cards, and the bots."""

from collections.abc import Callable, Iterator

from starlette.responses import Response

from tabletown import bots
from tabletown.engine.english import capital
from tabletown.engine.errors import Unfinished
from tabletown.engine.title import Title
from tabletown.games import get as get_title
from tabletown.games import names as title_names
from tabletown.server.api import responses
from tabletown.server.api.operations import TEXT, Call, Operation
from tabletown.server.errors import NotFound
from tabletown.server.play.titles import find_title


class TitleOperations:
    """Operations that need no player. `is_ready` says whether a title can be played now."""

    def __init__(self, is_ready: Callable[[str], bool]) -> None:
        self._is_ready = is_ready

    def operations(self) -> Iterator[Operation]:
        """The operations on titles."""
        tag = "Titles"
        yield Operation("GET", "/titles", self.list_titles, tag, responses.catalogue.Titles, auth="none")
        yield Operation("GET", "/titles/{title}", self.get_title, tag, responses.catalogue.Title, auth="none")
        yield Operation("GET", "/titles/{title}/cards", self.get_cards, tag, responses.catalogue.Cards, auth="none")
        yield Operation("GET", "/titles/{title}/rules", self.get_rules, tag, media=TEXT, auth="none")
        yield Operation("GET", "/bots", self.list_bots, tag, responses.catalogue.Bots, auth="none")

    def list_titles(self, call: Call) -> responses.catalogue.Titles:
        """List all games."""
        return responses.catalogue.Titles(titles=[self._title(get_title(name)) for name in title_names()])

    def get_title(self, call: Call) -> responses.catalogue.Title:
        """Look at one game: for how many it is, how long it takes, who made it, which options it has."""
        return self._title(find_title(call.request.path_params["title"]))

    def get_cards(self, call: Call) -> responses.catalogue.Cards:
        """Read all cards of a game, as sentences and as data."""
        title = find_title(call.request.path_params["title"])
        groups = [
            responses.catalogue.CardGroup(name=name, cards=[piece.label for piece in pieces])
            for name, pieces in title.drawing.gallery(title.cards)
        ]
        return responses.catalogue.Cards(groups=groups, data=title.card_table())

    def get_rules(self, call: Call) -> Response:
        """Read the rules of a game: Markdown, every rule with a number."""
        title = find_title(call.request.path_params["title"])
        try:
            text = title.rules_text
        except Unfinished as missing:
            raise NotFound(f"{capital(str(missing))}.") from missing
        return Response(text, media_type="text/plain; charset=utf-8")

    def list_bots(self, call: Call) -> responses.catalogue.Bots:
        """List the bots that can be given a seat, weakest first."""
        found = [bots.get(name) for name in bots.names()]
        return responses.catalogue.Bots(bots=[responses.catalogue.Bot(name=bot.name, blurb=bot.blurb) for bot in found])

    def _title(self, title: Title) -> responses.catalogue.Title:
        meta, printed = title.meta, title.card_table()
        return responses.catalogue.Title(
            name=title.name,
            title=meta.title,
            rules=title.rules,
            least_players=meta.players[0],
            most_players=meta.players[1],
            minutes=meta.minutes,
            weight=meta.weight,
            blurb=meta.blurb,
            makers=dict(meta.makers),
            options=[responses.catalogue.Option(name=name, text=text) for name, text in meta.options.items()],
            editions=[
                responses.catalogue.Edition(
                    name=one.name, title=one.title, about=one.about, changes=one.in_words(printed)
                )
                for one in title.editions_offered
            ],
            ready=self._is_ready(title.name),
        )
