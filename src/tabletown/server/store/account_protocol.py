"""The part of the store protocol about accounts: the keys, tickets, codes and sessions of players who keep their games.

An account belongs to a player and adds to them: ways to come back. Of every secret (ticket, one-time code, challenge,
token) only the SHA-256 is stored. Each method that writes is one transaction, so that two devices that act at once get
one answer each, whichever processes they talk to.
"""

from dataclasses import dataclass
from typing import Literal, Protocol

Purpose = Literal["make", "sign in", "prove"]
"""What a challenge for a key is for. An answer to one is not accepted for another."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key (passkey) of a player: id and public key in base64url, how often it says that it has signed, its name."""

    id: str
    player_id: str
    public_key: str
    sign_count: int
    name: str
    created: float = 0.0
    used: float | None = None


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket of a player. One that has `ended` was used, or replaced by another one (`ended_by`)."""

    player_id: str
    made: float
    confirmed: float | None
    ended: float | None
    ended_by: Literal["use", "another"] | None


@dataclass(frozen=True, slots=True)
class OneTimeCode:
    """A code by which another device signs in, once, until it expires."""

    player_id: str
    expires: float
    used: float | None


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session in a list: the hash of its token, its browser, when it began, was last used, and was last proved."""

    token_hash: str
    browser: str
    began: float
    used: float | None
    proved: float | None


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session of an account to begin, in the place of the one that it `replaces`.

    With `proved`, its holder has just shown a key or a ticket.
    """

    token_hash: str
    browser: str
    proved: bool
    replaces: str = ""


class AccountStore(Protocol):
    """What every database offers for accounts."""

    def account_since(self, player_id: str) -> float | None:
        """Since when a player keeps their games; None for a player without an account."""

    # Keys

    def key(self, key_id: str) -> Key | None:
        """A key, or None."""

    def keys_held_by(self, player_id: str) -> list[Key]:
        """The keys of a player, oldest first."""

    def add_key(self, key: Key, session: NewSession) -> None:
        """Add a key, and open the account with the first one: then all other sessions of the player end.

        Raises StoreError if the key is there already, and SessionOver if the session to be replaced has ended.
        """

    def use_key(self, key: Key, sign_count: int, session: NewSession) -> bool:
        """Begin a session with a key as it was read before; False if it was used, or removed, in the meantime."""

    def rename_key(self, player_id: str, key_id: str, name: str) -> None:
        """Rename a key of a player."""

    def remove_key(self, player_id: str, key_id: str, session: NewSession) -> None:
        """Remove a key of a player. Raises SessionOver if the session to be replaced has ended."""

    # Tickets

    def ticket(self, ticket_hash: str) -> Ticket | None:
        """A ticket, also one that has ended, or None."""

    def tickets_of(self, player_id: str) -> list[Ticket]:
        """The tickets of a player, newest first."""

    def make_ticket(self, player_id: str, ticket_hash: str, session: NewSession) -> None:
        """Make a ticket, which ends the one before, and open the account if there is none, like `add_key`."""

    def confirm_ticket(self, player_id: str) -> bool:
        """Note that the ticket of a player is on paper; False if there is none."""

    def use_ticket(self, ticket_hash: str, next_hash: str, session: NewSession) -> bool:
        """Begin a session with a ticket, end all others, and make the next ticket; False if the ticket is not valid."""

    # Codes and challenges

    def keep_code(self, player_id: str, code_hash: str, expires: float) -> None:
        """Keep a one-time code; those of the player that were not used are forgotten."""

    def code(self, code_hash: str) -> OneTimeCode | None:
        """A one-time code, also one that was used or has expired lately, or None."""

    def use_code(self, code_hash: str, session: NewSession) -> bool:
        """Begin a session with a code; False if it is not valid (any more)."""

    def keep_challenge(self, challenge_hash: str, purpose: Purpose, asker: str, expires: float) -> None:
        """Keep a challenge for a key, for the browser that asked for it."""

    def take_challenge(self, challenge_hash: str, purpose: Purpose, asker: str) -> bool:
        """Take a challenge, once; False if there is none for this purpose and browser, or it has expired."""

    # Sessions

    def open_sessions(self, player_id: str) -> list[OpenSession]:
        """The sessions of a player, newest first."""

    def end_session(self, token_hash: str) -> None:
        """End one session; one-time codes of its player are forgotten."""

    def end_other_sessions(self, token_hash: str) -> int:
        """End all other sessions of the player of this one, and one-time codes; returns how many sessions."""

    # Joining what was played in a browser before

    def join(self, player_id: str, into: str, session: NewSession) -> bool:
        """Join a player without an account to one with an account; their sessions end. False if it cannot be.

        Raises SessionOver if one of them was deleted, or joined before. The tables are told one by one (`joining`,
        `joined_everywhere`).
        """

    def joining(self) -> list[tuple[str, str]]:
        """The players who were joined, and to whom, whose tables have not all been told."""

    def joined_to(self, player_id: str) -> list[str]:
        """The players who were joined to this one."""

    def joined_everywhere(self, player_id: str) -> None:
        """Note that all tables of a player who was joined to another were told."""
