"""A test mail through a real mail server: it is accepted, or one sentence says which step failed; no password."""

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from ..server.post_office import SENDER, PostOffice, plain_of
from .conftest import Run

TO = "ada@home.example"
PASSWORD = "p%40ss-xyzzy"  # as it stands in a URL


@pytest.fixture
def office() -> Iterator[PostOffice]:
    found = PostOffice()
    yield found
    found.close()


def refused(run: Run, url: str, *words: str) -> None:
    """The command says in one sentence that these words are in why nothing was sent, and never the password."""
    ran = run("try-mail", TO, "--mail", url)
    ran.refused("the test mail was not sent", *words)
    assert "xyzzy" not in ran.out + ran.err


def signed_in_as(office: PostOffice, password: str = PASSWORD) -> str:
    """The URL of a mail server with a user."""
    return office.url.replace("smtp://", f"smtp://games:{password}@")


def only_right(_server: object, _session: object, _envelope: object, _mechanism: str, data: object) -> AuthResult:
    """Sign in whoever knows the password."""
    return AuthResult(success=getattr(data, "password", b"") == b"p@ss-xyzzy", handled=False)


def test_the_server_accepts_it(run: Run, office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    office.open()
    monkeypatch.setenv("TABLETOWN_MAIL", office.url)  # as serve reads it
    ran = run("try-mail", TO)
    assert ran.code == 0
    assert ran.out.startswith(f"127.0.0.1 port {office.port} accepted the test mail to {TO}. If it does not arrive,")
    (mail,) = office.mails
    assert (mail["To"], mail["From"], mail["Auto-Submitted"]) == (TO, f"Tabletown <{SENDER}>", "auto-generated")
    assert mail["Message-ID"].endswith("@games.example>")
    assert "test mail" in mail["Subject"]
    assert "mail server" in plain_of(mail)


def test_the_log_in(run: Run, office: PostOffice) -> None:
    office.open(authenticator=only_right, auth_require_tls=False)
    ran = run("try-mail", TO, "--mail", signed_in_as(office))
    assert (ran.code, len(office.mails)) == (0, 1)
    assert "xyzzy" not in ran.out
    refused(run, signed_in_as(office, "wrong-xyzzy"), "refused the log-in of games (answer 535)")
    assert len(office.mails) == 1


def test_a_server_without_log_in(run: Run, office: PostOffice) -> None:
    office.open()
    refused(run, signed_in_as(office), "takes no log-in")


def test_the_name(run: Run) -> None:
    url = f"smtp://games:{PASSWORD}@mail.invalid?from={SENDER}"
    refused(run, url, "the name mail.invalid was not found")


def test_the_connection(run: Run, office: PostOffice) -> None:
    refused(run, office.url, f"127.0.0.1 port {office.port} refused the connection")


def test_tls_that_the_server_does_not_have(run: Run, office: PostOffice) -> None:
    office.open()
    refused(run, office.url.replace("tls=no&", ""), "offers no STARTTLS")
    refused(run, office.url.replace("tls=no&", "").replace("smtp:", "smtps:"), "was reached, but TLS failed", "smtp://")
    assert office.mails == []


def test_a_certificate_that_nobody_signed(run: Run, office: PostOffice, tmp_path: Path) -> None:
    office.open(tls_context=with_own_certificate(tmp_path))
    refused(run, office.url.replace("tls=no&", ""), "TLS failed (the certificate was not accepted: self")


def test_the_address(run: Run, office: PostOffice) -> None:
    office.open()
    office.refuses[TO] = "550 5.1.1 nobody here"
    refused(run, office.url, f"refused the address {TO} (answer 550)")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([TO], "which mail server? Say it with --mail, or in TABLETOWN_MAIL"),
        ([TO, "--mail", "smtp://mail.example"], "--mail: it must say once who mails come from"),
        (["ada", "--mail", f"smtp://mail.example?from={SENDER}"], "ada: this is not a mail address"),
    ],
)
def test_what_cannot_be_tried_is_said(run: Run, monkeypatch: pytest.MonkeyPatch, args: list[str], words: str) -> None:
    monkeypatch.delenv("TABLETOWN_MAIL", raising=False)
    run("try-mail", *args).refused(words)


def with_own_certificate(folder: Path) -> ssl.SSLContext:
    """TLS with a certificate that a server has signed itself."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    file = folder / "server.pem"
    file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context
