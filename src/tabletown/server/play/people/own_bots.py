"""Players' own bots: made, renamed, given another token and deleted by the player whose they are.

A bot is a player of its own, who sits down and plays over the API with its token, and is rated. Its name always says
that it is a bot, and whose. It plays, and nothing else: it has no friends, looks for no opponents, joins no tournament.
The token is shown once; of it the database keeps only the SHA-256.
"""

import secrets

from tabletown.server.errors import Full, NotAllowed, NotFound, Outdated
from tabletown.server.limits import DEFAULTS
from tabletown.server.play.people.names import readable
from tabletown.server.play.people.privacy import Privacy
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.sessions import token_hash
from tabletown.server.play.people.suspensions import must_not_be_suspended
from tabletown.server.store.own_bot_protocol import PREFIX, OwnBot
from tabletown.server.store.protocol import Player, SessionOver, Store

MAX_BOT_NAME = DEFAULTS.bot_name_length

NO_ACCOUNT = "Bots belong to players who keep their games. Keep your games first: it takes a minute and no password."
NO_OWN_NAME = "Give yourself a name first: your bot is shown as yours."
NO_BOT_NAME = f"A bot needs a name, of {MAX_BOT_NAME} characters at most."
NO_SUCH_BOT = "You have no such bot."
ONLY_PLAYS = "A bot only plays: it lays tables, sits down, moves and speaks there. Its owner does this on the site."
SIGNED_OUT = "You were deleted or signed out in the meantime, so nothing was done."
_TOO_MUCH = "That was a lot of changes in a short time."
_TOKEN = "bot_"


def is_bot_token(token: str) -> bool:
    """Whether a token was made for a bot. Browsers are not signed in with such a token: it is for the API alone."""
    return token.startswith(_TOKEN)


class OwnBots:
    """Makes and changes the bots of players. `changes` limits how often, `most` how many a player has."""

    def __init__(self, store: Store, privacy: Privacy, changes: RateLimit, most: int) -> None:
        self._store = store
        self._privacy = privacy
        self._changes = changes
        self.most = most

    def of(self, player: Player) -> list[OwnBot]:
        """The bots of a player, oldest first."""
        return self._store.own_bots(player.id)

    def find(self, player: Player, bot_id: str) -> OwnBot:
        """A bot of a player. Raises NotFound, also for a bot of somebody else."""
        for bot in self.of(player):
            if bot.id == bot_id:
                return bot
        raise NotFound(NO_SUCH_BOT)

    def make(self, player: Player, name: str) -> tuple[OwnBot, str]:
        """Make a bot; returns it with its token, which cannot be found out again. Raises Refused."""
        name = _bot_name(name)
        if self._store.account_since(player.id) is None:
            raise NotAllowed(NO_ACCOUNT)
        if not player.name:
            raise NotAllowed(NO_OWN_NAME)
        must_not_be_suspended(self._store, player)
        self._changes.check(player.id, _TOO_MUCH)
        bot_id, token = PREFIX + secrets.token_hex(16), _new_token()
        try:
            made = self._store.make_bot(player.id, bot_id, name, token_hash(token), self.most)
        except SessionOver:
            raise Outdated(SIGNED_OUT) from None
        if not made:
            raise Full(f"You have {self.most} bots, and nobody has more. Delete one first.", "own_bots")
        return self.find(player, bot_id), token

    def rename(self, player: Player, bot_id: str, name: str) -> OwnBot:
        """Rename a bot. Tables where it sits keep the name they know. Raises Refused."""
        name = _bot_name(name)
        self._changes.check(player.id, _TOO_MUCH)
        try:
            renamed = self._store.rename_bot(player.id, bot_id, name)
        except SessionOver:
            raise Outdated(SIGNED_OUT) from None
        if not renamed:
            raise NotFound(NO_SUCH_BOT)
        return self.find(player, bot_id)

    def replace_token(self, player: Player, bot_id: str) -> tuple[OwnBot, str]:
        """Give a bot another token; the one before is worth nothing from now on. Raises Refused."""
        self._changes.check(player.id, _TOO_MUCH)
        token = _new_token()
        try:
            replaced = self._store.replace_bot_token(player.id, bot_id, token_hash(token))
        except SessionOver:
            raise Outdated(SIGNED_OUT) from None
        if not replaced:
            raise NotFound(NO_SUCH_BOT)
        return self.find(player, bot_id), token

    def delete(self, player: Player, bot_id: str) -> None:
        """Delete a bot for good, like a player: its games stay, by a former player. Raises Refused."""
        bot = self.find(player, bot_id)
        self._changes.check(player.id, _TOO_MUCH)
        self._privacy.delete(Player(bot.id, bot.full_name))


def _new_token() -> str:
    return _TOKEN + secrets.token_urlsafe(32)


def _bot_name(text: str) -> str:
    """The name of a bot as it may be stored. Raises NotAllowed."""
    name = readable(text)
    if not name or len(name) > MAX_BOT_NAME:
        raise NotAllowed(NO_BOT_NAME)
    return name
