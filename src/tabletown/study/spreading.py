"""A good mixture of puzzles: all themes and all difficulties, however often one of them occurs."""

from collections import defaultdict, deque
from collections.abc import Iterable

from tabletown.study.puzzles import Puzzle


def spread(puzzles: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """At most so many of the puzzles: themes take turns, and within a theme difficulties do.

    Of the same theme and difficulty, those that came first are taken. The result is in the order in which they came.
    """
    found = list(puzzles)
    themes: dict[str, dict[int, deque[int]]] = defaultdict(lambda: defaultdict(deque))
    for number, puzzle in enumerate(found):
        themes[puzzle.theme][puzzle.difficulty].append(number)
    waiting = deque(deque(levels.values()) for _, levels in sorted(themes.items()))
    chosen: list[int] = []
    while waiting and len(chosen) < most:
        levels = waiting.popleft()
        level = levels.popleft()
        chosen.append(level.popleft())
        if level:
            levels.append(level)
        if levels:
            waiting.append(levels)
    return [found[number] for number in sorted(chosen)]
