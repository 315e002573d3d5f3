"""Operations on your own bots: list, make, rename and delete them, and give them other tokens."""

from collections.abc import Iterator

from starlette.responses import Response

from tabletown.server.api import requests, responses
from tabletown.server.api.operations import Call, Operation
from tabletown.server.errors import NotAllowed, NotFound, Outdated, TooMany
from tabletown.server.play.people.own_bots import OwnBots
from tabletown.server.store.own_bot_protocol import OwnBot

_ERRORS = (NotFound, Outdated, TooMany)


class OwnBotOperations:
    """Operations on the bots of a player."""

    def __init__(self, bots: OwnBots) -> None:
        self._bots = bots

    def operations(self) -> Iterator[Operation]:
        """The operations on bots."""
        tag, path = "Your bots", "/players/me/bots"
        one = f"{path}/{{bot}}"
        yield Operation("GET", path, self.list_own_bots, tag, responses.own_bots.PlayersBots)
        yield Operation(
            "POST", path, self.make_bot, tag, responses.own_bots.BotToken,
            status=201, body=requests.NameOfBot, errors=(NotAllowed, Outdated, TooMany),
        )  # fmt: skip
        yield Operation(
            "POST", one, self.rename_bot, tag, responses.own_bots.PlayersBot,
            body=requests.NameOfBot, errors=(NotAllowed, *_ERRORS),
        )  # fmt: skip
        yield Operation("DELETE", one, self.delete_bot, tag, status=204, errors=_ERRORS)
        yield Operation(
            "POST", f"{one}/token", self.replace_bot_token, tag, responses.own_bots.BotToken, status=201, errors=_ERRORS
        )

    def list_own_bots(self, call: Call) -> responses.own_bots.PlayersBots:
        """List your bots: programs that play under names of their own, and are rated."""
        return responses.own_bots.PlayersBots(
            most=self._bots.most, bots=[_described(bot) for bot in self._bots.of(call.caller)]
        )

    def make_bot(self, call: Call) -> responses.own_bots.BotToken:
        """Make a bot. It is a player of its own, always shown as a bot and as yours.

        With its token a program lays tables, sits down, plays and speaks there, also at rated tables: it has ratings of
        its own. Bots belong to players who keep their games and have a name.
        """
        bot, token = self._bots.make(call.caller, call.body.name)
        return responses.own_bots.BotToken(bot=_described(bot), token=token)

    def rename_bot(self, call: Call) -> responses.own_bots.PlayersBot:
        """Rename a bot of yours; tables where it sits keep the name they know."""
        return _described(self._bots.rename(call.caller, _bot(call), call.body.name))

    def replace_bot_token(self, call: Call) -> responses.own_bots.BotToken:
        """Give a bot of yours another token; the one before is worth nothing from now on."""
        bot, token = self._bots.replace_token(call.caller, _bot(call))
        return responses.own_bots.BotToken(bot=_described(bot), token=token)

    def delete_bot(self, call: Call) -> Response:
        """Delete a bot of yours for good. Its games stay, with "A former player" at its seat."""
        self._bots.delete(call.caller, _bot(call))
        return Response(status_code=204)


def _bot(call: Call) -> str:
    """The id of the bot in the path."""
    return str(call.request.path_params["bot"])


def _described(bot: OwnBot) -> responses.own_bots.PlayersBot:
    return responses.own_bots.PlayersBot(
        id=bot.id,
        name=bot.name,
        full_name=bot.full_name,
        made=bot.made,
        token_made=bot.token_made,
        used=bot.used,
    )
