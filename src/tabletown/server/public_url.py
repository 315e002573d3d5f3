"""The public URL of a site: what links begin with, and the name and origin for which keys (passkeys) are made.

The host says it with `--public-url`. A request cannot: its header Host is only compared, so a forged one can take keys
away from its own page and nothing else. Without a public URL keys are offered at `localhost`, where browsers allow them
without https; everywhere else links begin with the address at which the reader sees the site.
"""

import ipaddress
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from tabletown.server.play.accounts.keys import RelyingParty

_USUAL_PORTS = {"http": 80, "https": 443}
LOCALHOST = "localhost"


class BadPublicUrl(ValueError):
    """A text is no public URL; the message says why."""


class PublicUrl:
    """What is known of the public URL; `text` is empty if the host has said nothing. Raises BadPublicUrl.

    >>> PublicUrl("https://Games.Example/").origin, PublicUrl("https://games.example:8443").host
    ('https://games.example', 'games.example')
    """

    def __init__(self, text: str = "") -> None:
        self.origin, self.host = "", ""
        if not text:
            return
        try:
            parts = urlsplit(text)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise BadPublicUrl(f"{text} is not a URL") from None
        if parts.scheme not in _USUAL_PORTS or not host or parts.username:
            raise BadPublicUrl(f"{text}: a public URL is like https://games.example")
        if parts.path not in ("", "/") or parts.query or parts.fragment:
            raise BadPublicUrl(f"{text}: the site needs an address of its own, without a path")
        self.host = host
        self.origin = _origin(parts.scheme, host, port)

    def base(self, connection: HTTPConnection) -> str:
        """What links begin with, without a slash at the end."""
        return self.origin or str(connection.base_url).rstrip("/")

    def party(self, connection: HTTPConnection) -> RelyingParty | None:
        """The relying party for keys; None if the reader's browser could not make or use one here."""
        origin = self.origin or _local_origin(connection)
        host = self.host or LOCALHOST
        if not _allows_keys(origin, host) or _seen_at(connection) != origin:
            return None
        return RelyingParty(host, origin)

    def why_no_keys(self, connection: HTTPConnection) -> str:
        """Why there are no keys for a reader, and where there are; empty if there are."""
        if self.party(connection) is not None:
            return ""
        if self.origin and _allows_keys(self.origin, self.host):
            return f"Keys work at {self.origin} only. Open this page there, or go on with the ticket."
        return (
            f"Browsers make keys only on sites with https and a name, and this is {_seen_at(connection)}. Here the"
            " ticket is your way back, and a code brings you to your phone."
        )


def _allows_keys(origin: str, host: str) -> bool:
    if host == LOCALHOST or host.endswith(f".{LOCALHOST}"):
        return True
    return origin.startswith("https://") and not _is_address(host)


def _local_origin(connection: HTTPConnection) -> str:
    """The origin of this server at `localhost`, by the port at which it listens."""
    server = connection.scope.get("server") or (LOCALHOST, None)
    return _origin(connection.scope["scheme"], LOCALHOST, server[1])


def _seen_at(connection: HTTPConnection) -> str:
    """The origin at which a reader sees the site, as far as it makes sense; empty otherwise."""
    scheme = connection.scope["scheme"]
    with suppress(ValueError):
        parts = urlsplit(f"{scheme}://{connection.headers.get('host', '')}")
        return _origin(scheme, parts.hostname or "", parts.port)
    return ""


def _origin(scheme: str, host: str, port: int | None) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}" + ("" if port in (None, _USUAL_PORTS.get(scheme)) else f":{port}")


def _is_address(host: str) -> bool:
    with suppress(ValueError):
        ipaddress.ip_address(host)
        return True
    return False
