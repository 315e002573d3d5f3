"""A game that only declares what there is, on a phone: what can be chosen is in sight, and large enough for a thumb."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletown import games
from tabletown.engine.warm_up import compile_title
from tabletown.games import finding

from ..others import MODEST_PLANS, only_here
from ..server.visitors import UNHURRIED, Running
from .conftest import Open
from .player import MOVES, sit_down
from .test_phone import PHONE, SIDEWAYS

THUMB = 40
# Choices that are small, or not wholly between the bar above and the ribbon below.
OUT_OF_SIGHT = """([moves, thumb]) => {
    const low = document.querySelector('.prompt').getBoundingClientRect().top;
    const high = document.querySelector('.bar').getBoundingClientRect().bottom;
    return [...document.querySelectorAll(moves)].filter((it) => it.closest('.zone'))
        .map((it) => [it.getBoundingClientRect(), it])
        .filter(([box]) => box.top < high || box.bottom > low || Math.min(box.width, box.height) < thumb)
        .map(([box, it]) => `${it.value}: ${box.top} to ${box.bottom}, ${box.width} wide`);
}"""


@pytest.fixture
def modest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    with only_here():
        compile_title(games.add(MODEST_PLANS))
        monkeypatch.setenv(finding.ONLY, MODEST_PLANS.name)
        running = Running(tmp_path / "site.sqlite3", pace=UNHURRIED)
        yield running
        running.stop()


def test_what_can_be_chosen_is_in_sight_in_every_phase(modest: Running, people: Open) -> None:
    """Plans are brought from the hand and chosen from the table: each stands first while it is its turn."""
    player = sit_down(people(**PHONE), modest.origin, players=2, title=MODEST_PLANS.name)
    verbs = set()
    for _ in range(6):
        assert player.my_turn()
        assert player.page.evaluate(OUT_OF_SIGHT, [MOVES, THUMB]) == []
        assert player.page.evaluate(SIDEWAYS) == 0
        verbs.add(str(player.moves.first.get_attribute("value")).split()[0])
        player.move()
    assert verbs == {"bring", "take"}
