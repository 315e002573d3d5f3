"""Hosts: the names under which the site may be asked for.

A page of another site can give its own name the address of this machine (DNS rebinding), and would then be of the same
origin as this site. So a request must name this site: by its address, which needs no such check, as `localhost`, by the
name of the machine, or by a name that the host of the site has given.
"""

import ipaddress
import socket
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache

NOT_HERE = "This site is not known by that name. If it should be, start it with --name and the name in the address."


class Hosts:
    """Knows by which names the site may be asked for: `names`, and those that are safe on any machine."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        machine = socket.gethostname().lower()
        self._names = {"localhost", machine, f"{machine.partition('.')[0]}.local", *(name.lower() for name in names)}

    def knows(self, host: str) -> bool:
        """Whether a request with this header Host is for us.

        >>> hosts = Hosts(["games.example"])
        >>> [hosts.knows(host) for host in ("games.example:443", "127.0.0.1:8000", "[::1]", "evil.example", "")]
        [True, True, True, False, False]
        """
        name = _without_port(host.lower()).rstrip(".")
        return name in self._names or name.endswith(".localhost") or _is_address(name)


@lru_cache(maxsize=64)
def _is_address(name: str) -> bool:
    with suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return False


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]
