"""The part of the store protocol about players' own bots: programs that play under a name of their own.

A bot is a player with an account, so it has seats, ratings and a profile like anybody else. What makes it a bot is its
id, which never changes; so wherever a seat or a list is shown, it is known at once. Its only session is the token that
its owner was given.
"""

from dataclasses import dataclass
from typing import Protocol

PREFIX = "bot-"
"""What the id of every player's own bot begins with. Ids of people are hexadecimal, so none of them does."""


def is_own_bot(player_id: str) -> bool:
    """Whether this is the id of a bot that belongs to a player."""
    return player_id.startswith(PREFIX)


def bot_in_full(name: str, owner: str) -> str:
    """The name under which a bot plays: it says that it is a bot, and whose.

    >>> bot_in_full("Robo", "Ada"), bot_in_full("Robo", ""), bot_in_full("", "Ada")
    ('Robo (bot of Ada)', 'Robo (bot)', 'Nameless (bot of Ada)')
    """
    return f"{name or 'Nameless'} (bot of {owner})" if owner else f"{name or 'Nameless'} (bot)"


@dataclass(frozen=True, slots=True)
class OwnBot:
    """A bot of a player: its id, its name alone and in full, when it was made, got its token, and last used it."""

    id: str
    name: str
    full_name: str
    made: float
    token_made: float | None
    used: float | None


class OwnBotStore(Protocol):
    """What every database offers for players' own bots."""

    def own_bots(self, owner: str) -> list[OwnBot]:
        """The bots of a player, oldest first."""

    def person_behind(self, player_id: str) -> str:
        """The owner of a bot; for anybody else, who they are."""

    def one_person(self, player_id: str) -> frozenset[str]:
        """All ids that count as one person with this player: the owner and all bots of theirs."""

    def make_bot(self, owner: str, bot_id: str, name: str, token_hash: str, most: int) -> bool:
        """Make a bot for a player with an account; False if they have `most` already.

        Raises SessionOver if the player was deleted, or joined to another.
        """

    def rename_bot(self, owner: str, bot_id: str, name: str) -> bool:
        """Rename a bot of a player; False if there is none of this id. Tables where it sits keep the name they know."""

    def replace_bot_token(self, owner: str, bot_id: str, token_hash: str) -> bool:
        """Give a bot of a player another token; the one before is worth nothing then. False if there is no such bot."""
