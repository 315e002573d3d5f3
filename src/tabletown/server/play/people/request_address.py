"""The address of the request that is being answered, for limits and for fair turns of bots. It is never stored."""

from contextvars import ContextVar

request_address: ContextVar[str] = ContextVar("request_address", default="")
"""Set by the guard (web/guard.py) for every request; empty for work that no request asked for, such as bots' moves."""
