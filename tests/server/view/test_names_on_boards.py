"""Pages and the API call people by the names they chose, never by the colours of their seats, nor by marks for them."""

import html
import re
from pathlib import Path

import msgspec
import pytest

from tabletown import games
from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.api.convert import table_response
from tabletown.server.store.protocol import Player

from ..laying import lay_out, recorded
from ..visitors import Visitor

NAMES = ("Ada Love", "Bob", "Cy & D", "Eve", "Fay")
MARKS = re.compile("[\ue000-\uf8ff]")
COLOURS = re.compile(rf"\b(?:{'|'.join(SEAT_NAMES)})\b")
CARDS = re.compile(rf'"([^"]*{COLOURS.pattern}[^"]*)"')  # such as the Green Roof
HASHES = re.compile(' data-is="[^"]*"')  # in which letters stand together by chance
LOOKS = 4  # positions of a game that are looked at, all as far from each other


def wrongly_named(title: str, text: str) -> list[str]:
    """The places of a text that name a colour, or show a mark; cards that are called by a colour do not count."""
    data = Path(games.__file__).parent / title / "cards.toml"
    for card in CARDS.findall(data.read_text()):
        text = text.replace(card, "")
    found = [*MARKS.finditer(text), *COLOURS.finditer(text)]
    return [text[max(0, it.start() - 40) : it.end() + 40] for it in found]


@pytest.mark.parametrize("title", games.names())
def test_people_are_called_by_their_names(
    visitor: Visitor, stranger: Visitor, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletown.server.play.table.told_apart", lambda names: NAMES[: len(names)])
    game = recorded(title)
    named = set()
    for look in range(LOOKS + 1):
        past = game.copy()
        while past.ply > game.ply * look // LOOKS:
            past.pop()
        lay_out(visitor, past)
        with visitor.site.tables.at(visitor.table) as table:
            answer = table_response(table, Player(table.seats[0].owner or ""), 0.0, 100)
        api = msgspec.to_builtins(answer) | {"position": ""}  # a format, with the colours of seats
        pages = {
            "own": visitor.page(),
            "stranger": stranger.http.get(f"/tables/{visitor.table}").text,
            "replay": visitor.http.get(f"/tables/{visitor.table}/replay?ply={past.ply}").text,
            "api": str(api),
        }
        for which, page in pages.items():
            assert wrongly_named(title, html.unescape(page)) == [], f"{which} at ply {past.ply}"
        told = html.unescape(HASHES.sub("", pages["own"]))
        named |= {name for name in NAMES if name in told}
    assert named == set(NAMES[: game.players])
