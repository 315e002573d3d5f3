"""The mail server of the host, given as one URL, and how a mail is handed to it."""

import smtplib
import ssl
from contextlib import suppress
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import parseaddr
from urllib.parse import parse_qs, unquote, urlsplit

from tabletown.server.play.mail.addresses import read_address

EXAMPLE = "smtp://user:password@mail.example:587?from=games@games.example"
_PORTS = {"smtp": 587, "smtps": 465}
ANSWER_S = 30.0
"""For how long a mail server may take for each answer."""

_PARAMETERS = {"from", "tls"}


class BadMailUrl(ValueError):
    """A text is no URL of a mail server. The message says why, and never holds a password."""


class NotSent(Exception):
    """A mail was not sent. `for_good` if it makes no sense to try again: the server refuses the address."""

    def __init__(self, text: str, for_good: bool = False) -> None:
        super().__init__(text)
        self.for_good = for_good


class _MailPolicy(EmailPolicy):
    """Headers as mail programs read them: one that holds an address of the web stands in one line, however long.

    Python would write a line of more than 78 characters without a space as encoded words, and of those no program makes
    an address again: RFC 2369 and RFC 8058 want it as it is.
    """

    def fold(self, name: str, value: str) -> str:
        """The lines of a header as text."""
        return f"{name}: {value}{self.linesep}" if name in _OF_ADDRESSES else super().fold(name, value)

    def fold_binary(self, name: str, value: str) -> bytes:
        """The lines of a header as they are sent."""
        return self.fold(name, value).encode("ascii") if name in _OF_ADDRESSES else super().fold_binary(name, value)


_OF_ADDRESSES = {"List-Unsubscribe"}
_POLICY = _MailPolicy(linesep="\r\n")


@dataclass(frozen=True, slots=True)
class MailServer:
    """A mail server: where it is, how one signs in there, and who mails come from.

    With `encrypted` the connection is TLS from the first byte (`smtps`). Otherwise TLS begins with STARTTLS, which the
    server must offer, unless the URL says `tls=no`: for a server on this machine.
    """

    host: str
    port: int
    sender: Address
    user: str = ""
    password: str = field(default="", repr=False)
    encrypted: bool = False
    starttls: bool = True

    def send(self, message: EmailMessage) -> None:
        """Hand a mail over; it is the server's when this returns. Raises NotSent."""
        try:
            with self.connect() as connection:
                self.begin_tls(connection)
                self.log_in(connection)
                self.hand_over(connection, message)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            raise NotSent(f"the address was refused ({codes[0]})", all(500 <= code < 600 for code in codes)) from None
        except (smtplib.SMTPException, OSError, UnicodeError) as error:
            raise NotSent(_why(error)) from None

    # The steps of `send`, in order. They raise what the libraries raise; `trial.py` says it in words.

    def connect(self) -> smtplib.SMTP:
        """Reach the server; with `encrypted` that includes TLS."""
        if self.encrypted:
            return smtplib.SMTP_SSL(self.host, self.port, timeout=ANSWER_S, context=ssl.create_default_context())
        return smtplib.SMTP(self.host, self.port, timeout=ANSWER_S)

    def begin_tls(self, connection: smtplib.SMTP) -> None:
        """Begin TLS with STARTTLS, where that is the way."""
        if self.encrypted or not self.starttls:
            return
        try:
            connection.starttls(context=ssl.create_default_context())
        except BaseException:
            connection.close()
            raise

    def log_in(self, connection: smtplib.SMTP) -> None:
        """Sign in, if there is a user."""
        if self.user:
            connection.login(self.user, self.password)

    def hand_over(self, connection: smtplib.SMTP, message: EmailMessage) -> None:
        """Hand a mail over."""
        connection.send_message(message, from_addr=self.sender.addr_spec)

    def message(self) -> EmailMessage:
        """An empty mail from this site."""
        message = EmailMessage(policy=_POLICY)
        message["From"] = self.sender
        return message


def read_mail_url(url: str) -> MailServer:
    """The mail server of a URL. Raises BadMailUrl.

    >>> server = read_mail_url("smtps://me:p%40ss@mail.example?from=Games <games@games.example>")
    >>> server.host, server.port, server.user, server.password, str(server.sender)
    ('mail.example', 465, 'me', 'p@ss', 'Games <games@games.example>')
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
        asked = parse_qs(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    except ValueError:
        raise BadMailUrl(f"this is not a URL; one is like {EXAMPLE}") from None
    if parts.scheme not in _PORTS or not host:
        raise BadMailUrl(f"a mail server is smtp:// or smtps:// with its name, like {EXAMPLE}")
    if parts.path not in ("", "/") or parts.fragment:
        raise BadMailUrl(f"after the name and port of the server comes ?from=, and no path, like {EXAMPLE}")
    if unknown := sorted(set(asked) - _PARAMETERS):
        raise BadMailUrl(f"there is no {unknown[0]}= in the URL of a mail server, only from= and tls=no")
    senders = asked.get("from", [])
    if len(senders) != 1:
        raise BadMailUrl(f"it must say once who mails come from, like {EXAMPLE}")
    tls = asked.get("tls", ["yes"])
    if tls not in (["yes"], ["no"]):
        raise BadMailUrl("tls= is yes or no")
    if tls == ["no"] and parts.scheme == "smtps":
        raise BadMailUrl("smtps:// is always encrypted: tls=no is for smtp://")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if bool(user) != bool(password):
        raise BadMailUrl("it needs a user and a password, or neither")
    return MailServer(
        host=host,
        port=port or _PORTS[parts.scheme],
        sender=_sender(senders[0]),
        user=user,
        password=password,
        encrypted=parts.scheme == "smtps",
        starttls=tls == ["yes"],
    )


def _sender(text: str) -> Address:
    name, address = parseaddr(text)
    read = read_address(address)
    if not read:
        raise BadMailUrl(f"from={text} is no mail address: one is like games@games.example")
    with suppress(ValueError):
        return Address(name or "Tabletown", addr_spec=read)
    raise BadMailUrl(f"from={text} is no mail address: one is like games@games.example")


def _why(error: Exception) -> str:
    """Why a mail was not sent, for the log: without addresses and passwords."""
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{type(error).__name__}, answer {error.smtp_code}"
    return type(error).__name__
