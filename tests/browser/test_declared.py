"""A game that only declares what there is: on a phone what can be chosen is in sight, and large enough for a thumb.

At a desk the table fits its window, to the end of a game.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletown import games
from tabletown.engine.warm_up import compile_title
from tabletown.games import finding

from ..others import MODEST_PLANS, only_here
from ..server.visitors import UNHURRIED, Running
from .conftest import Open
from .fit import faults
from .player import MOVES, sit_down
from .test_phone import PHONE, SIDEWAYS

THUMB = 40
DESK = (1440, 900)
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


def test_a_whole_game_at_a_desk(modest: Running, people: Open) -> None:
    """Nothing is cut, covered, or too small to read, and the page does not scroll, at any stage of a game for two."""
    player = sit_down(people(), modest.origin, players=2, title=MODEST_PLANS.name)
    page, found, made = player.page, list[str](), 0
    while player.my_turn():
        if made % 4 < 2:  # a plan to bring, and one to take
            found += faults(page, DESK)
        player.move()
        made += 1
    assert made >= 8
    assert page.locator("#h-finish").is_visible()
    found += faults(page, DESK)
    assert found == []
    assert page.get_by_role("link", name="Replay").first.is_visible()
    assert page.get_by_role("link", name="Review").count() == 0, "it has no mind that could judge a game"
