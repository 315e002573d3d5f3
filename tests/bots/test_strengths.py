"""The cards of minds say the same strengths as docs/bots.md, which is where they are told with their intervals."""

import re
from pathlib import Path

import pytest

from tabletown import games
from tabletown.bots.minds.mind import mind_of

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
CELL = re.compile(r"([\d.]+ %) \([\d.]+ to [\d.]+\) of ([\d,]+)")


def told() -> dict[str, dict[str, str]]:
    """What the page says of each title: by the match, in the words of the cards."""
    table = PAGE.read_text(encoding="utf-8").partition("The bots with [minds]")[2].partition("\n| | ")[2]
    head, _, *rows = table.partition("\n\n")[0].splitlines()
    found: dict[str, dict[str, str]] = {title.strip(): {} for title in head.rstrip("| ").split("|")}
    for row in rows:
        match, *cells = (cell.strip() for cell in row.strip("|").split("|"))
        if " looks, " in match:  # of a number of evaluations, which is for comparison only
            continue
        for title, cell in zip(found, cells, strict=True):
            if cell:
                measured = CELL.fullmatch(cell)
                assert measured, f"{title}, {match}: {cell}"
                found[title][re.sub("[`,]", "", match)] = f"{measured[1]} of {measured[2]} games"
    return found


@pytest.mark.parametrize("name", games.names())
def test_a_card_says_what_the_page_says(name: str) -> None:
    title = games.get(name)
    mind = mind_of(title)
    assert mind is not None
    said = {match.removesuffix(", 2 players"): strength for match, strength in mind.card.strength.items()}
    assert said == told()[title.meta.title]
