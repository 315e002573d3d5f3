"""Programs that play over the API: each with a token of its own, and nothing but JSON."""

import itertools
from typing import Any

import httpx
from httpx import Response

from ..visitors import PATIENCE_S, Running, wait_until

BASE = "/api/v1"
_keys = itertools.count()


def fresh_key() -> str:
    """A key that no other request of the tests has."""
    return f"test-key-{next(_keys):06}"


class Program:
    """A client with a token, or without one."""

    def __init__(self, running: Running, name: str | None = "Ada") -> None:
        self.site = running.site
        self.http = httpx.Client(base_url=running.origin + BASE, timeout=PATIENCE_S, trust_env=False)
        self.token = ""
        self.table = ""
        if name is not None:
            answer = self.post("/players", {"name": name})
            assert answer.status_code == 201, answer.text
            self.token = answer.json()["token"]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str, **query: Any) -> Response:
        return self.http.get(path, params=query, headers=self.headers)

    def post(self, path: str, body: Any = None) -> Response:
        return self.http.post(path, json={} if body is None else body, headers=self.headers)

    def delete(self, path: str) -> Response:
        return self.http.delete(path, headers=self.headers)

    def send(self, method: str, path: str, content: bytes, **headers: str) -> Response:
        """Any bytes."""
        return self.http.request(method, path, content=content, headers={**self.headers, **headers})

    def set_table(self, *who: str, title: str = "uptown", **more: Any) -> dict[str, Any]:
        """Set a table; seats are me, open, or the name of a bot."""
        seats = [{"who": one} if one in ("me", "open") else {"who": "bot", "bot": one} for one in who]
        answer = self.post("/tables", {"title": title, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        self.table = answer.json()["id"]
        return self.look()

    def look(self, **query: Any) -> dict[str, Any]:
        """The table as it is, once no bot is to move."""
        wait_until(lambda: self.table not in self.site.store.awaiting_bots())
        answer = self.get(f"/tables/{self.table}", **query)
        assert answer.status_code == 200, answer.text
        seen: dict[str, Any] = answer.json()
        return seen

    def act(self, what: str, **body: Any) -> Response:
        """Do something at the table."""
        return self.post(f"/tables/{self.table}/{what}", body)

    def move(self, seen: dict[str, Any], move: str | None = None, **more: Any) -> Response:
        """Answer what was seen, by default with the first move."""
        text = seen["moves"][0]["move"] if move is None else move
        return self.act("moves", **{"move": text, "version": seen["version"], "key": fresh_key(), **more})

    def half_move(self, seen: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Play until the first half of a move is made; returns the table before and after it."""
        while True:
            after: dict[str, Any] = self.move(seen, seen["moves"][-1]["move"]).json()
            if after["instead"]:
                return seen, after
            seen = after

    def wait(self, seen: dict[str, Any]) -> None:
        """Wait until there is something new to see."""
        with self.http.stream(
            "GET", f"/tables/{self.table}/events?seconds={PATIENCE_S:.0f}", headers=self.headers
        ) as stream:
            for line in stream.iter_lines():
                if line.startswith("data:") and int(line.split()[-1]) > seen["version"]:
                    return
        raise AssertionError("waited too long")

    def digest(self) -> tuple[int, str]:
        """Where the table is in the store, and the hash of its state."""
        with self.site.tables.at(self.table) as table:
            return table.version, table.game.digest()
