"""A canary in every card: nothing that a browser receives names a card before it has been seen on the table."""

import dataclasses
import random
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabletown import games
from tabletown.engine.value import replace

from ..server.visitors import UNHURRIED, Running, StartSite
from .conftest import Open
from .player import Player, sit_down

CANARY = re.compile(rb"canary(\d\d\d)", re.IGNORECASE)
PIECE = re.compile(rb"card-(\w\d\d)")


@dataclass(frozen=True)
class Sent:
    """What went out on one request so far, and how far the table was then."""

    path: str
    data: bytes
    plies: int


class Tap:
    """Keeps every byte that leaves the site, head and body, pages and streams."""

    def __init__(self, app: ASGIApp, plies: Callable[[], int]) -> None:
        self._app = app
        self._plies = plies
        self.sent: list[Sent] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        before = b""  # of the same answer: a word may be cut in two by a chunk

        async def tapped(message: Message) -> None:
            nonlocal before
            head = b"\n".join(name + b": " + value for name, value in message.get("headers", ()))
            data = before + head + message.get("body", b"")
            before = data[-100:]
            await send(message)
            self.sent.append(Sent(scope["path"], data, self._plies()))

        await self._app(scope, receive, tapped if scope["type"] == "http" else send)


def first_seen(running: Running, table_id: str) -> tuple[dict[int, int], dict[str, int]]:
    """At which ply each project, and each card, was first on top of a deck or of the pile."""
    projects: dict[int, int] = {}
    cards: dict[str, int] = {}
    with running.site.tables.at(table_id) as table:
        known = table.game.cards
        for ply in range(table.game.ply + 1):
            state = table.game.at(ply).state
            tops = [state.deck[seat][left - 1] for seat, left in enumerate(state.deck_left) if left]
            shown = [(known.project_cards[top], known.ends(int(top))) for top in tops]
            if state.public_left:
                top = int(state.public[state.public_left - 1])
                shown.append((known.public_cards[top], known.faces(top)))
            for card, faces in shown:
                cards.setdefault(card, ply)
                for project in faces:
                    projects.setdefault(project.index, ply)
    return projects, cards


@pytest.fixture
def canaries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every project has a name of its own that occurs nowhere else."""
    title = games.get("uptown")
    projects = {n: replace(project, name=f"Canary{n:03}") for n, project in title.cards.projects.items()}
    monkeypatch.setitem(title._card_sets, (title.meta.rules, ""), dataclasses.replace(title.cards, projects=projects))


@pytest.mark.usefixtures("canaries")
def test_no_byte_names_a_card_that_nobody_has_seen(people: Open, start: StartSite) -> None:
    """One player and one spectator, over a whole game; no packing, so that what is searched is what is sent."""
    taps: list[Tap] = []

    def plies() -> int:
        games_in_play = list(running.site.tables._kept.values())
        return max((table.game.ply for table in games_in_play), default=0)

    def around(app: ASGIApp) -> ASGIApp:
        taps.append(Tap(app, plies))
        return taps[0]

    running = start(around=around, pace=UNHURRIED)
    plain = {"extra_http_headers": {"Accept-Encoding": "identity"}}
    player = sit_down(people(**plain), running.origin)
    watcher = Player(people(**plain).new_page())
    watcher.page.goto(player.page.url)
    choose = random.Random(5)
    while player.my_turn():
        assert player.clicks(player.moves.nth(choose.randrange(player.moves.count())))
    watcher.page.wait_for_selector(".finish")

    projects, cards = first_seen(running, player.table)
    with running.site.tables.at(player.table) as table:
        row, last = table.row, table.game.ply
    about = [sent for sent in taps[0].sent if sent.path.startswith(("/tables", "/events"))]
    assert {sent.path.rpartition("/")[2] for sent in about} >= {"board", "events", "moves", player.table}
    named = 0
    for sent in about:
        for number in CANARY.findall(sent.data):
            assert projects[int(number)] <= sent.plies, f"{sent.path} names project {int(number)} too early"
            named += 1
        for card in PIECE.findall(sent.data):
            assert cards[card.decode()] <= sent.plies, f"{sent.path} has piece {card.decode()} too early"
        if sent.plies < last:
            assert row.salt.encode() not in sent.data
            assert str(row.seed).encode() not in sent.data
    assert named > 1000
    assert len(projects) < len(table.game.cards.projects)  # some stayed hidden to the end
