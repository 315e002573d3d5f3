"""Operations on your own bots: list, make, rename and delete them, and give them other tokens."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from starlette.responses import Response

from tabletown.server.api.operations import Call, Operation
from tabletown.server.api.requests import RequestFields
from tabletown.server.api.responses import ResponseBody
from tabletown.server.errors import NotAllowed, NotFound, Outdated, TooMany
from tabletown.server.play.people.own_bots import MAX_BOT_NAME, OwnBots
from tabletown.server.store.own_bot_protocol import OwnBot

_ERRORS = (NotFound, Outdated, TooMany)


class NameOfBot(RequestFields):
    """The name of a bot."""

    name: Annotated[
        str, Meta(min_length=1, max_length=MAX_BOT_NAME, description="Without your own name", examples=["Robo"])
    ]


class PlayersBot(ResponseBody):
    """A bot of yours."""

    id: Annotated[str, Meta(description="By which others name it, in `/players/ID/profile`; it gives no rights")]
    name: str
    full_name: Annotated[str, Meta(description="As it is shown: with the word bot, and with your name")]
    made: Annotated[float, Meta(description="In seconds since 1970, like all times")]
    token_made: Annotated[float | None, Meta(description="When it got its token; null after it has signed out")]
    used: Annotated[float | None, Meta(description="When the token was used last, to within minutes")]


class PlayersBots(ResponseBody):
    """Your bots, oldest first."""

    most: Annotated[int, Meta(description="How many you may have")]
    bots: list[PlayersBot]


class BotToken(ResponseBody):
    """A bot of yours with its token, which is told only now: the site keeps no more than its SHA-256."""

    bot: PlayersBot
    token: Annotated[str, Meta(description="The program sends it as `Authorization: Bearer TOKEN`")]


class OwnBotOperations:
    """Operations on the bots of a player."""

    def __init__(self, bots: OwnBots) -> None:
        self._bots = bots

    def operations(self) -> Iterator[Operation]:
        """The operations on bots."""
        tag, path = "Your bots", "/players/me/bots"
        one = f"{path}/{{bot}}"
        yield Operation("GET", path, self.list_own_bots, tag, PlayersBots)
        yield Operation(
            "POST", path, self.make_bot, tag, BotToken,
            status=201, body=NameOfBot, errors=(NotAllowed, Outdated, TooMany),
        )  # fmt: skip
        yield Operation("POST", one, self.rename_bot, tag, PlayersBot, body=NameOfBot, errors=(NotAllowed, *_ERRORS))
        yield Operation("DELETE", one, self.delete_bot, tag, status=204, errors=_ERRORS)
        yield Operation("POST", f"{one}/token", self.replace_bot_token, tag, BotToken, status=201, errors=_ERRORS)

    def list_own_bots(self, call: Call) -> PlayersBots:
        """List your bots: programs that play under names of their own, and are rated."""
        return PlayersBots(most=self._bots.most, bots=[_described(bot) for bot in self._bots.of(call.caller)])

    def make_bot(self, call: Call) -> BotToken:
        """Make a bot. It is a player of its own, always shown as a bot and as yours.

        With its token a program lays tables, sits down, plays and speaks there, also at rated tables: it has ratings of
        its own. Bots belong to players who keep their games and have a name.
        """
        bot, token = self._bots.make(call.caller, call.body.name)
        return BotToken(bot=_described(bot), token=token)

    def rename_bot(self, call: Call) -> PlayersBot:
        """Rename a bot of yours; tables where it sits keep the name they know."""
        return _described(self._bots.rename(call.caller, _bot(call), call.body.name))

    def replace_bot_token(self, call: Call) -> BotToken:
        """Give a bot of yours another token; the one before is worth nothing from now on."""
        bot, token = self._bots.replace_token(call.caller, _bot(call))
        return BotToken(bot=_described(bot), token=token)

    def delete_bot(self, call: Call) -> Response:
        """Delete a bot of yours for good. Its games stay, with "A former player" at its seat."""
        self._bots.delete(call.caller, _bot(call))
        return Response(status_code=204)


def _bot(call: Call) -> str:
    """The id of the bot in the path."""
    return str(call.request.path_params["bot"])


def _described(bot: OwnBot) -> PlayersBot:
    return PlayersBot(
        id=bot.id,
        name=bot.name,
        full_name=bot.full_name,
        made=bot.made,
        token_made=bot.token_made,
        used=bot.used,
    )
