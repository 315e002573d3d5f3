"""Compile the kernels of titles and of the bots that play them: `python -m tabletown.bots.compiling [TITLE ...]`."""

import sys

from tabletown import bots, games
from tabletown.engine import warm_up
from tabletown.engine.position_text import read_position
from tabletown.engine.warm_up import Progress

WEIGHTS = {"builder": 8}  # the first bot that searches: its kernels take almost as long as all the others together


def compile_title(name: str, progress: Progress = lambda *_: None, *, batches: bool = False) -> None:
    """Compile or load what play needs of a title, and every bot; with `batches`, also the loops over many games."""
    title, rules = games.get(name), 0
    thinkers = {bot: WEIGHTS.get(bot, 1) for bot in bots.names()}
    left = sum(thinkers.values())

    def more(done: int, total: int, part: str) -> None:
        nonlocal rules
        rules = total
        progress(done, total + left, part)

    warm_up.compile_title(title, more, batches=batches)
    total = rules + left
    for bot, weight in thinkers.items():
        progress(total - left, total, bot)
        bots.warm_up(title, [bot])
        left -= weight


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
