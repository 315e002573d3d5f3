"""The part of the store protocol about mail: addresses of accounts, links in mails, the outbox, and who was told what.

The outbox holds what is to be said to whom, not texts: a mail is written when it is sent, and so are the secrets of its
links. Of a link only the SHA-256 is stored. Each method that writes is one transaction.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from tabletown.server.store.account_protocol import NewSession

Turns = Literal["off", "days", "all"]
"""For which tables a player gets mails: none, those with days for a move, or all."""

LinkKind = Literal["confirm", "sign in"]
MailKind = Literal["confirm", "sign in", "turn"]


@dataclass(frozen=True, slots=True)
class MailBox:
    """The mail address of an account. `address` is confirmed (empty: none), `wanted` waits for that (empty: none).

    `stop_id` and `stop_secret` are for links by which mails are ended without signing in. `refused` is when a mail
    server said for good that it takes no mail for the address.
    """

    player_id: str
    address: str
    confirmed: float | None
    wanted: str
    wanted_since: float | None
    turns: Turns
    stop_id: str
    stop_secret: str
    refused: float | None = None


@dataclass(frozen=True, slots=True)
class MailLink:
    """A link that was sent by mail. It works once, until it expires; `table` is where it leads."""

    kind: LinkKind
    player_id: str
    address: str
    expires: float
    used: float | None
    table: str = ""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """Something to be said by mail: to a player, or (to sign in) to whoever has the address."""

    id: str
    kind: MailKind
    player_id: str
    address: str
    table: str
    made: float
    tries: int = 0


@dataclass(frozen=True, slots=True)
class TableNote:
    """What a player was told about a table by mail: when last, about which decision, and when they looked at it."""

    told: float | None = None
    decision: str = ""
    seen: float | None = None
    muted: bool = False


class AddressTaken(Exception):
    """Another account has this address."""


class MailStore(Protocol):
    """What every database offers for mail."""

    # Addresses

    def mailbox(self, player_id: str) -> MailBox | None:
        """The address of a player, or None."""

    def mailbox_of_address(self, address: str) -> MailBox | None:
        """The player who has confirmed this address (in any case of letters), or None."""

    def mailbox_to_stop(self, stop_id: str) -> MailBox | None:
        """The player whose mails are ended by links with this id, or None."""

    def want_address(self, player_id: str, address: str) -> None:
        """Note an address that is to be confirmed, and a mail about it. Raises SessionOver for a deleted player."""

    def confirm_address(self, link_hash: str, stop_id: str, stop_secret: str) -> MailBox | None:
        """Take the address of a link; None if the link is not valid (any more). Raises AddressTaken."""

    def forget_address(self, player_id: str) -> None:
        """Forget the addresses of a player, and everything about mails."""

    def forget_wanted(self, player_id: str) -> None:
        """Forget the address that was to be confirmed."""

    def set_turns(self, player_id: str, turns: Turns) -> bool:
        """Set for which tables a player gets mails; False without a confirmed address."""

    def refuse_address(self, player_id: str, address: str) -> None:
        """Note that a mail server refuses an address for good: no mails about turns go there any more."""

    # Links

    def keep_link(self, link_hash: str, link: MailLink) -> None:
        """Keep a link. Raises SessionOver if its player was deleted."""

    def mail_link(self, link_hash: str) -> MailLink | None:
        """A link, also one that was used or has expired lately, or None."""

    def use_sign_in_link(self, link_hash: str, session: NewSession) -> bool:
        """Begin a session with a link; False if it is not valid (any more)."""

    # The outbox

    def put_in_outbox(self, kind: MailKind, player_id: str, address: str = "", table: str = "") -> None:
        """Note something to be said. What waits already is not doubled."""

    def claim_outbox(self, claim: str, until: float, limit: int = 20) -> list[Outgoing]:
        """Take what is due, for this process alone until a time. Two callers never get the same."""

    def sent(self, outgoing: Outgoing, claim: str, told: Sequence[tuple[str, str]] = ()) -> None:
        """Note that something was said, or need not be; `told` are tables and decisions that it was about."""

    def postpone(self, outgoing: Outgoing, claim: str, due: float) -> None:
        """Give a claim back: to be tried again later."""

    def outbox_of(self, player_id: str) -> list[Outgoing]:
        """What is to be said to a player, oldest first."""

    # Turns

    def tables_to_tell(self, since: float) -> list[tuple[str, str, int]]:
        """Tables of players who want mails that have changed since they were looked at: player, table, version.

        Tables that ended before `since` are left out.
        """

    def notes_of(self, player_id: str) -> dict[str, TableNote]:
        """What a player was told by mail, by table."""

    def looked_at(self, player_id: str, table_id: str, version: int) -> None:
        """Note that there is nothing (more) to tell a player about a table at this version."""

    def saw_tables(self, pairs: Iterable[tuple[str, str]], at: float) -> None:
        """Note that players with mails have had a page of a table open at this time: pairs of player and table."""

    def mute_table(self, player_id: str, table_id: str) -> None:
        """No more mails to a player about a table."""

    def with_mail(self, player_ids: Collection[str]) -> set[str]:
        """Those of these players who get mails about turns."""
