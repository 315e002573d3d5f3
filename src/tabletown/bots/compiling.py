"""Compile the kernels of titles and of the bots that play them: `python -m tabletown.bots.compiling [TITLE ...]`."""

import sys
from collections.abc import Callable

from tabletown import bots, games
from tabletown.engine import warm_up
from tabletown.engine.position_text import read_position
from tabletown.engine.warm_up import Progress

WEIGHTS = {"builder": 8, "master": 2}  # bots whose kernels take longer to compile than those of others


def compile_title(
    name: str,
    progress: Progress = lambda *_: None,
    *,
    rules_ready: Callable[[], None] = lambda: None,
    batches: bool = False,
) -> None:
    """Compile or load what play needs of a title, and every bot; with `batches`, also the loops over many games.

    `rules_ready` is called when people can play, before the bots.
    """
    title, rules = games.get(name), 0
    thinkers = {bot: WEIGHTS.get(bot, 1) for bot in bots.own_names()}
    left = sum(thinkers.values())

    def more(done: int, total: int, part: str) -> None:
        nonlocal rules
        rules = total
        progress(done, total + left, part)

    warm_up.compile_title(title, more, batches=batches)
    rules_ready()
    total = rules + left
    for bot, weight in thinkers.items():
        progress(total - left, total, bot)
        bots.warm_up(title, [bot])
        left -= weight


def compile_rules(name: str) -> None:
    """Compile or load what people need to play a title."""
    warm_up.compile_title(games.get(name))


def compile_bots(name: str) -> None:
    """Compile or load what the bots of a title need besides its rules."""
    bots.warm_up(games.get(name))


def compile_pictures(name: str) -> None:
    """Compile what reading positions and drawing call of a title's rules, with the positions of its rules page."""
    for path in sorted((games.get(name).folder / "plates").glob("*.toml")):
        games.picture(read_position(path.read_text(encoding="utf-8"), games.get))


def main(names: list[str]) -> None:
    """Compile all that there is of these titles, or of all."""
    for name in names or games.names():
        print(f"{name}: compiling", flush=True)
        compile_title(name, batches=True)
        compile_pictures(name)


if __name__ == "__main__":
    main(sys.argv[1:])
