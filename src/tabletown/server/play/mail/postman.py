"""The postman: sends what is in the outbox, with the mail server of the host, and tries again if that is away.

Any number of processes may look into one outbox: each takes what is due for itself alone, so nothing is sent twice. A
process that dies while it sends gives its claim up after a while; the mail that it may have sent keeps its Message-ID,
by which mail programs know a repetition.
"""

import asyncio
import logging
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Protocol

from tabletown.server.play.mail.links import link_hash, new_secret
from tabletown.server.play.mail.mail_server import MailServer, NotSent
from tabletown.server.play.mail.mailing import CONFIRM_S, SIGN_IN_S
from tabletown.server.store.mail_protocol import LinkKind, MailBox, MailLink, Outgoing
from tabletown.server.store.protocol import Player, SessionOver, Store, StoreError

POLL_S = 5.0
_CLAIM_S = 1800.0  # much longer than a mail server may take
_STOP_S = 0.5  # that a mail which is just sent may take when the site stops
_PAUSES_S = (60.0, 300.0, 900.0, 1800.0, 3600.0, 2 * 3600.0)
_GIVE_UP_S = {"sign in": 3600.0, "confirm": 3 * 86_400.0, "turn": 3 * 86_400.0}

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Picture:
    """A small picture in a mail, by its name in the HTML part (`cid:NAME`)."""

    name: str
    png: bytes


@dataclass(frozen=True, slots=True)
class Letter:
    """What a mail says: the plain part holds everything, the HTML part the same.

    `stop` is the address by which mails like it are ended with one click; empty where there is none.
    """

    subject: str
    plain: str
    html: str
    pictures: tuple[Picture, ...] = ()
    stop: str = ""


@dataclass(frozen=True, slots=True)
class TurnLetter:
    """A mail about turns, and the tables and decisions that it tells of."""

    letter: Letter
    told: tuple[tuple[str, str], ...]


class Letters(Protocol):
    """Writes mails."""

    def confirm(self, player: Player, address: str, secret: str) -> Letter:
        """The mail with the link that confirms an address."""

    def sign_in(self, player: Player, secret: str, table_id: str) -> Letter:
        """The mail with the link that signs in."""

    def turn(self, player: Player, box: MailBox) -> TurnLetter | None:
        """The mail about all that waits for a player just now; None if nothing (more) does."""


class Postman:
    """Sends what is in the outbox of a store, every `poll` seconds; without a mail server it does nothing."""

    def __init__(
        self,
        store: Store,
        server: MailServer | None,
        letters: Letters,
        *,
        sent: Callable[[str], None] = lambda _: None,
        poll: float = POLL_S,
    ) -> None:
        self._store = store
        self._server = server
        self._letters = letters
        self._sent = sent
        self._poll = poll
        self._stopping = threading.Event()
        self._is_away = False  # what was logged last

    async def watch(self) -> None:
        """Send what is due, for as long as the server runs.

        It is done in a thread of its own that ends with the process, so that a mail server which does not answer can
        neither keep a page from a thread nor the site from stopping.
        """
        if self._server is None:
            return
        thread = threading.Thread(target=self._work, name="postman", daemon=True)
        thread.start()
        try:
            await asyncio.Event().wait()
        finally:
            self._stopping.set()
            thread.join(_STOP_S)

    def _work(self) -> None:
        while not self._stopping.is_set():
            with suppress(StoreError):  # the database may be back next time
                self.send_due()
            self._stopping.wait(self._poll)

    def send_due(self) -> None:
        """Send what is due; what cannot be sent is tried again later."""
        while self._server is not None and not self._stopping.is_set():
            claim = secrets.token_hex(16)
            due = self._store.claim_outbox(claim, self._store.now() + _CLAIM_S, limit=1)
            if not due:
                return
            for outgoing in due:
                try:
                    self._carry_out(self._server, outgoing, claim)
                except StoreError:
                    raise
                except Exception:  # the others must go on
                    if self._stopping.is_set():
                        return
                    log.exception("a mail could not be written")
                    self._try_later(outgoing, claim)

    def _carry_out(self, server: MailServer, outgoing: Outgoing, claim: str) -> None:
        found = self._written(outgoing)
        if found is None:
            self._store.sent(outgoing, claim)
            return
        player_id, address, letter, told = found
        try:
            server.send(_message(server, outgoing, address, letter))
        except NotSent as error:
            self._failed(error, outgoing, claim, player_id, address)
            return
        self._is_away = False
        self._sent(outgoing.kind)
        self._store.sent(outgoing, claim, told)

    def _written(self, outgoing: Outgoing) -> tuple[str, str, Letter, tuple[tuple[str, str], ...]] | None:
        """To whom a mail goes, where, what it says, and what is told; None if there is nothing to send."""
        store = self._store
        if outgoing.kind == "sign in":
            box = store.mailbox_of_address(outgoing.address)
        else:
            box = store.mailbox(outgoing.player_id)
        player = store.player(box.player_id) if box else None
        if box is None or player is None:
            return None
        if outgoing.kind == "turn":
            written = self._letters.turn(player, box) if box.confirmed and box.turns != "off" else None
            return (player.id, box.address, written.letter, written.told) if written else None
        if outgoing.kind == "confirm":
            if box.wanted != outgoing.address:
                return None
            secret = self._new_link("confirm", player, box.wanted, CONFIRM_S, "")
            return (player.id, box.wanted, self._letters.confirm(player, box.wanted, secret), ()) if secret else None
        secret = self._new_link("sign in", player, box.address, SIGN_IN_S, outgoing.table)
        return (player.id, box.address, self._letters.sign_in(player, secret, outgoing.table), ()) if secret else None

    def _new_link(self, kind: LinkKind, player: Player, address: str, seconds: float, table: str) -> str:
        """The secret of a new link; empty if its player was deleted."""
        secret = new_secret()
        link = MailLink(kind, player.id, address, self._store.now() + seconds, None, table)
        try:
            self._store.keep_link(link_hash(secret), link)
        except SessionOver:
            return ""
        return secret

    def _failed(self, error: NotSent, outgoing: Outgoing, claim: str, player_id: str, address: str) -> None:
        if error.for_good:
            self._store.refuse_address(player_id, address)
            self._store.sent(outgoing, claim)
            return
        if not self._is_away:
            self._is_away = True
            log.warning("the mail server takes no mail (%s); it is tried again", error)
        self._try_later(outgoing, claim)

    def _try_later(self, outgoing: Outgoing, claim: str) -> None:
        now = self._store.now()
        pause = _PAUSES_S[min(outgoing.tries, len(_PAUSES_S) - 1)]
        if now + pause > outgoing.made + _GIVE_UP_S[outgoing.kind]:
            self._store.sent(outgoing, claim)
        else:
            self._store.postpone(outgoing, claim, now + pause)


def _message(server: MailServer, outgoing: Outgoing, address: str, letter: Letter) -> EmailMessage:
    message = server.message()
    message["To"] = address
    message["Subject"] = letter.subject
    message["Date"] = format_datetime(datetime.now(UTC))
    message["Message-ID"] = f"<{outgoing.id}@{server.sender.domain}>"
    message["Auto-Submitted"] = "auto-generated"
    if letter.stop:
        message["List-Unsubscribe"] = f"<{letter.stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(letter.plain, cte="quoted-printable")
    message.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    *_, html = message.iter_parts()
    assert isinstance(html, EmailMessage)
    for picture in letter.pictures:
        html.add_related(picture.png, "image", "png", cid=f"<{picture.name}>", disposition="inline")
    return message
