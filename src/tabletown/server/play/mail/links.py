"""Links in mails. Those that sign in or confirm are random, work once, and are stored as hashes.

Links that end mails carry a signature instead, because they must work for as long as a mail lies in a box: with the
secret of the address, which is good for nothing else.
"""

import hashlib
import hmac
import secrets

from tabletown.server.store.mail_protocol import MailBox

EVERYTHING = "all"
"""In a link that ends mails: those about all tables."""


def new_secret() -> str:
    """A secret for a link, or for the signatures of an address."""
    return secrets.token_urlsafe(32)


def link_hash(secret: str) -> str:
    """The hash by which a link is stored."""
    return hashlib.sha256(f"mail link {secret}".encode()).hexdigest()


def stop_path(box: MailBox, table_id: str = EVERYTHING) -> str:
    """The path of the link that ends mails about a table, or about all."""
    return f"/mail/stop/{box.stop_id}/{table_id}/{_signature(box, table_id)}"


def is_signed(box: MailBox, table_id: str, signature: str) -> bool:
    """Whether a link that ends mails was made by this site."""
    return hmac.compare_digest(_signature(box, table_id).encode(), signature.encode())


def _signature(box: MailBox, table_id: str) -> str:
    return hmac.new(box.stop_secret.encode(), f"stop {table_id}".encode(), hashlib.sha256).hexdigest()[:32]
