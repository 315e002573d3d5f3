"""A real mail server for tests, on this machine, and the mails that it has taken."""

import re
import socket
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from html.parser import HTMLParser
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP as Server
from aiosmtpd.smtp import Envelope, Session

SENDER = "games@games.example"
_LINK = re.compile(r"https?://\S+")


class PostOffice:
    """A mail server that takes mails, or is away, or refuses an address."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.mails: list[EmailMessage] = []
        self.sent: list[bytes] = []  # the same mails, byte by byte
        self.refuses: dict[str, str] = {}  # address: the answer
        self.recipients: list[str] = []
        self._controller: Controller | None = None

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}?tls=no&from=Tabletown+<{SENDER}>"

    def open(self, **options: Any) -> "PostOffice":
        """Begin to take mails; `options` are those of the server, such as who may sign in."""
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port, **options)
        self._controller.start()
        return self

    def close(self) -> None:
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    # what the server calls

    async def handle_RCPT(
        self, server: Server, session: Session, envelope: Envelope, address: str, options: list[Any]
    ) -> str:
        if address in self.refuses:
            return self.refuses[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Server, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        mail = message_from_bytes(content, policy=SMTP)
        assert isinstance(mail, EmailMessage)
        self.recipients += envelope.rcpt_tos
        self.mails.append(mail)
        self.sent.append(content)
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == address]


def plain_of(mail: EmailMessage) -> str:
    """The plain part of a mail."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def html_of(mail: EmailMessage) -> str:
    """The HTML part of a mail."""
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def links_of(mail: EmailMessage) -> list[str]:
    """The links in the plain part."""
    return _LINK.findall(plain_of(mail))


def path_of(mail: EmailMessage, begins: str) -> str:
    """The path of the link in a mail that begins so, as the reader would follow it on this site."""
    (found,) = (link for link in links_of(mail) if begins in link)
    return "/" + found.split("/", 3)[3]


class Elements(HTMLParser):
    """The names and attributes of the elements of a text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))
