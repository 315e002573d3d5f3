"""A bot that takes an open seat at a table of a running site, and plays there to the end.

python -m tabletown.examples.site_bot http://127.0.0.1:8000/tables/ID [--bot greedy] [--token TOKEN | --name Robo]

It needs the link of a table with an open seat, as it is passed on to friends, and nothing but the site's API. With
`--bot random` it does not even need the rules: the site says what is possible. With `--token` it plays as a bot of
yours, which you make at `/keep`: under that bot's name, and also at rated tables. Without, it plays as somebody new, of
the name `--name`. With `--keep FILE` its token is kept in a file, or read from there, so that it finds its seat again
when it is started again. Broken connections do not matter: what was sent is sent again with the same key, which makes
one move of it.
"""

import argparse
import json
import random
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

JSON = dict[str, Any]
Choose = Callable[[JSON], str]
LOST = (urllib.error.URLError, HTTPException, ConnectionError, TimeoutError)
OUTDATED = 409  # the table has moved on
AGAIN_S = 0.5  # how long to wait before the next try
QUIET_S = 60.0  # after so long without a word a stream is given up: the site says something every 15 seconds


class Refused(Exception):
    """The site says no. `answer` holds why and, if a move came too late, the table as it stands."""

    def __init__(self, status: int, answer: JSON) -> None:
        super().__init__(f"{status}: {answer.get('message')}")
        self.status, self.answer = status, answer


class Site:
    """A site over its API."""

    def __init__(self, origin: str) -> None:
        self._base = f"{origin}/api/v1"
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        self.token = ""

    @contextmanager
    def _open(self, path: str, body: JSON | None = None) -> Iterator[HTTPResponse]:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data, headers)
        with self._opener.open(request, timeout=QUIET_S) as answer:
            yield answer

    def ask(self, path: str, body: JSON | None = None) -> JSON:
        """Get something, or do something with a body, for as long as it takes to reach the site."""
        while True:
            try:
                with self._open(path, body) as answer:
                    found: JSON = json.load(answer)
                    return found
            except urllib.error.HTTPError as refusal:
                with refusal:
                    if refusal.code not in (429, 503):
                        raise Refused(refusal.code, json.load(refusal)) from None
            except LOST:
                pass
            time.sleep(AGAIN_S)

    def wait(self, table: str, version: int) -> None:
        """Return when the table may have a newer version: told by the stream of events, or because that broke."""
        try:
            with self._open(f"/tables/{table}/events") as stream:
                for line in stream:
                    if line.startswith(b"data: ") and int(line.split()[-1]) > version:
                        return
        except LOST:
            time.sleep(AGAIN_S)


def chooser(name: str) -> Choose:
    """How to choose a move: at random, or as a bot of Tabletown would."""
    if name == "random":
        return lambda table: str(random.choice(table["moves"])["move"])

    import tabletown as tt
    from tabletown import bots

    bot = bots.get(name)

    def choose(table: JSON) -> str:
        view = tt.loads(table["position"])  # what this seat may know
        return view.say(bot.choose(view, bots.Budget(seconds=1.0)), table["you"])

    return choose


def sit_down(site: Site, table: str) -> JSON:
    """Take the first open seat, unless one is ours already."""
    seen = site.ask(f"/tables/{table}")
    while not seen["yours"]:
        free = [seat["index"] for seat in seen["seats"] if seat["kind"] == "open"]
        if not free:
            raise SystemExit("There is no open seat at this table.")
        try:
            seen = site.ask(f"/tables/{table}/seats", {"seat": free[0]})
        except Refused as refusal:
            if refusal.status != OUTDATED:  # this player may not sit here: another try would change nothing
                raise
            seen = refusal.answer.get("table") or site.ask(f"/tables/{table}")  # somebody was faster
    return seen


def play(site: Site, table: str, choose: Choose) -> JSON:
    """Play until the game is over; returns how it ended."""
    seen = sit_down(site, table)
    while seen["outcome"] is None:
        if seen["moves"]:
            move = {"move": choose(seen), "version": seen["version"], "key": secrets.token_hex(8), "seat": seen["you"]}
            try:
                seen = site.ask(f"/tables/{table}/moves?log=0", move)
            except Refused as refusal:  # the table has moved on: think again
                seen = refusal.answer.get("table") or site.ask(f"/tables/{table}?log=0")
        else:
            site.wait(table, seen["version"])
            seen = site.ask(f"/tables/{table}?log=0")
    outcome: JSON = seen["outcome"]
    return outcome


def main() -> None:
    """Take the seat, play, and print the result."""
    parser = argparse.ArgumentParser(description="A bot that takes an open seat at a table of a running site.")
    parser.add_argument("link", help="the address of the table")
    parser.add_argument("--bot", default="greedy", help="a bot of Tabletown, a file of a policy (.npz), or random")
    parser.add_argument("--token", help="the token of a bot of yours, made at /keep; it may play rated games")
    parser.add_argument("--name", default="Robo", help="without a token: how it is called")
    parser.add_argument("--keep", type=Path, help="a file for the token, to come back to the same seat")
    args = parser.parse_args()
    link = urlsplit(args.link)
    site, table = Site(f"{link.scheme}://{link.netloc}"), link.path.rstrip("/").rpartition("/")[2]
    try:
        site.token = token_for(site, args.token, args.name, args.keep)
        ranking = play(site, table, chooser(args.bot))["ranking"]
    except Refused as refusal:
        raise SystemExit(refusal.answer.get("message") or f"The site answers with status {refusal.status}.") from None
    for row in ranking:
        print(f"{row['place']}. {row['name']:<12} {row['total']:>4}")


def token_for(site: Site, given: str | None, name: str, keep: Path | None) -> str:
    """The token that was given, or else the one that is kept in a file, or else that of a new player."""
    if given is None and keep is not None and keep.exists():
        return keep.read_text().strip()
    token = given or str(site.ask("/players", {"name": name})["token"])
    if keep is not None:
        keep.touch(mode=0o600)
        keep.write_text(token)
    return token


if __name__ == "__main__":
    main()
