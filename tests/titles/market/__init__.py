"""Market: a small title whose rules have two numbers. Number 2 lets each seat pass once and makes the tower cheaper.

It is as small as a title with all its parts can be: three copies of four buildings, two of them open in a row. A seat
takes one of those; the game ends when all are taken.
"""

from dataclasses import replace
from pathlib import Path

from tabletown import games
from tabletown.engine.title import Title


def market(newest: int) -> Title:
    """The title as the release has it in which this number of its rules is the newest; `games.get` finds it."""
    title = games.read_title(Path(__file__).parent, __name__)
    title = replace(title, meta=replace(title.meta, rules=newest))
    games.add(title)
    return title
