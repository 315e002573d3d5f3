"""A test mail, handed over step by step, so that the host of a site reads which step failed.

What goes wrong is said by the kind of error and the number of the answer. The words of a mail server are left out: they
may repeat what was sent to it.
"""

import smtplib
import socket
import ssl
from contextlib import suppress
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from tabletown.server.play.mail.mail_server import ANSWER_S, MailServer

SUBJECT = "A test mail of Tabletown"
_TEXT = """\
This mail was sent to try the mail server of a Tabletown site. It has arrived, so
the site can send mails. Nobody has to do anything.
"""


class TrialFailed(Exception):
    """A test mail was not accepted. The text is one sentence that says which step failed, and holds no password."""


def send_test_mail(server: MailServer, address: str) -> str:
    """Send one test mail; returns a sentence about what happened. Raises TrialFailed."""
    where = f"{server.host} port {server.port}"
    connection = _reached(server, where)
    try:
        _secured(server, connection, where)
        _signed_in(server, connection, where)
        _handed_over(server, connection, address, where)
    finally:
        with suppress(smtplib.SMTPException, OSError):
            connection.quit()
    return f"{where} accepted the test mail to {address}. If it does not arrive, look where spam is kept."


def _reached(server: MailServer, where: str) -> smtplib.SMTP:
    try:
        return server.connect()
    except socket.gaierror:
        raise TrialFailed(f"the name {server.host} was not found: is it written right?") from None
    except UnicodeError:
        raise TrialFailed(f"{server.host} cannot be the name of a machine") from None
    except ConnectionRefusedError:
        raise TrialFailed(f"{where} refused the connection: nothing listens there, or not for this machine") from None
    except TimeoutError:
        hint = "" if server.encrypted else "; a port that is encrypted from the first byte needs smtps://"
        raise TrialFailed(f"{where} did not answer within {ANSWER_S:.0f} seconds{hint}") from None
    except ssl.SSLError as error:
        hint = "smtps:// is for ports that are encrypted from the first byte, smtp:// for all others"
        raise TrialFailed(f"{where} was reached, but TLS failed ({_of_tls(error)}); {hint}") from None
    except smtplib.SMTPException as error:
        raise TrialFailed(f"{where} was reached, but it does not answer like a mail server{_code(error)}") from None
    except OSError as error:
        raise TrialFailed(f"{where} cannot be reached: {error.strerror or type(error).__name__}") from None


def _secured(server: MailServer, connection: smtplib.SMTP, where: str) -> None:
    try:
        server.begin_tls(connection)
    except smtplib.SMTPNotSupportedError:
        raise TrialFailed(
            f"{where} offers no STARTTLS, so nothing was sent: perhaps its port for smtps:// is another one; tls=no is"
            " for a mail server on this machine"
        ) from None
    except ssl.SSLError as error:
        raise TrialFailed(f"{where} was reached, but TLS failed ({_of_tls(error)})") from None
    except (smtplib.SMTPException, OSError) as error:
        raise TrialFailed(f"{where} was reached, but TLS could not begin{_code(error)}") from None


def _signed_in(server: MailServer, connection: smtplib.SMTP, where: str) -> None:
    try:
        server.log_in(connection)
    except smtplib.SMTPAuthenticationError as error:
        raise TrialFailed(f"{where} refused the log-in of {server.user}{_code(error)}") from None
    except smtplib.SMTPNotSupportedError:
        raise TrialFailed(f"{where} takes no log-in: leave user and password out, or use TLS") from None
    except UnicodeError:
        raise TrialFailed(f"{where} was reached, but only ASCII can be used for user and password") from None
    except (smtplib.SMTPException, OSError) as error:
        raise TrialFailed(f"{where} was reached, but the log-in of {server.user} failed{_code(error)}") from None


def _handed_over(server: MailServer, connection: smtplib.SMTP, address: str, where: str) -> None:
    try:
        server.hand_over(connection, _test_mail(server, address))
    except smtplib.SMTPRecipientsRefused as error:
        codes = ", ".join(str(code) for code, _ in error.recipients.values())
        raise TrialFailed(f"{where} refused the address {address} (answer {codes})") from None
    except smtplib.SMTPSenderRefused as error:
        sender = server.sender.addr_spec
        raise TrialFailed(f"{where} refused {sender}, which mails come from (from=){_code(error)}") from None
    except (smtplib.SMTPException, OSError, UnicodeError) as error:
        raise TrialFailed(f"{where} was reached, but it did not take the mail{_code(error)}") from None


def _test_mail(server: MailServer, address: str) -> EmailMessage:
    message = server.message()
    message["To"] = address
    message["Subject"] = SUBJECT
    message["Date"] = format_datetime(datetime.now(UTC))
    message["Message-ID"] = make_msgid(domain=server.sender.domain)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(_TEXT)
    return message


def _of_tls(error: ssl.SSLError) -> str:
    """What TLS did not like: about the certificate, or a word of the library."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the certificate was not accepted: {error.verify_message.rstrip('.')}"
    return (error.reason or type(error).__name__).replace("_", " ").lower()


def _code(error: Exception) -> str:
    """The number of the answer, or that there was none."""
    if isinstance(error, smtplib.SMTPResponseException):
        return f" (answer {error.smtp_code})"
    return " (no answer)" if isinstance(error, smtplib.SMTPServerDisconnected | TimeoutError) else ""
