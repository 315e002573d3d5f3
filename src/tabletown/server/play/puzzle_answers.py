"""What moves in a puzzle lead to: the chance to win after them, and how the game goes on as the title's mind plays it.

It is computed when somebody tries a move, and kept for those who try the same.
"""

import asyncio
import logging
from dataclasses import dataclass

from tabletown.bots.minds.mind import mind_of
from tabletown.server.errors import Refused
from tabletown.server.play.bots.fair_queue import Asker
from tabletown.server.play.bots.kept_answers import KeptAnswers
from tabletown.server.play.bots.players import BotsReady
from tabletown.server.play.bots.threads import BotThreads
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.request_address import request_address
from tabletown.study.continuation import Continuation, play_on
from tabletown.study.judge import Judge
from tabletown.study.puzzles import Puzzle, moves_of

log = logging.getLogger(__name__)

WORLDS = 80
"""In so many imagined worlds a game is played on to find a chance that the puzzle does not know."""
AS_GOOD = 0.02
"""A move with a chance so little below that of the best one, in the same worlds, is as good."""
KEPT = 2000  # answers
_PATIENCE_S = 20.0

Actions = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a move leads to: the chance to win, whether that is as good as the best move, and what happens next."""

    chance: float
    as_good: bool
    continuation: Continuation


class PuzzleAnswers:
    """Finds consequences, within a rate limit."""

    def __init__(self, threads: BotThreads, bots_ready: BotsReady, rate: RateLimit) -> None:
        self._threads = threads
        self._bots_ready = bots_ready
        self._rate = rate
        self._kept = KeptAnswers[tuple[str, Actions], Consequence](KEPT)

    async def consequence(self, puzzle: Puzzle, actions: Actions, player: str) -> Consequence | None:
        """What a whole move leads to; None if nobody can say so now: the bots of the title are being compiled.

        `player` is the id of the one who asks, empty for a stranger. Raises TooMany.
        """
        known = self._kept.find((puzzle.id, actions))
        if known is not None or not self._bots_ready(puzzle.title):
            return known
        self._rate.check(player, "Those were a lot of tries in a short time.")
        try:
            async with asyncio.timeout(_PATIENCE_S):
                asker = Asker(request_address.get(), player)
                found = await self._threads(lambda: find_consequence(puzzle, actions), asker, "hint")
        except Refused:
            raise
        except Exception:  # the puzzle can be solved without it
            log.exception("nobody can say what a move in the puzzle %s leads to", puzzle.id)
            return None
        self._kept.keep((puzzle.id, actions), found)
        return found


def find_consequence(puzzle: Puzzle, actions: Actions) -> Consequence:
    """What a whole move leads to. The chance is the puzzle's own where it knows the move."""
    view, seed = puzzle.view(), seed_of(puzzle)
    continuation = play_on(view, actions, seed)
    known = known_chances(puzzle).get(moves_of(view, actions))
    if known is not None:
        return Consequence(known, known >= puzzle.chance, continuation)
    mind = mind_of(view.title)
    assert mind is not None  # without one there would be no puzzle
    won = Judge(mind).playouts(view, [actions, puzzle.line()], WORLDS, seed)[:, :, puzzle.seat].mean(axis=1)
    as_good = bool(won[0] >= won[1] - AS_GOOD)
    return Consequence(float(won[0]), as_good, continuation)


def known_chances(puzzle: Puzzle) -> dict[tuple[str, ...], float]:
    """The chances that a puzzle knows, by move: the best one first, then by chance."""
    rivals = dict(zip(puzzle.rivals, puzzle.rival_chances, strict=True))
    others = {puzzle.tempting: puzzle.tempting_chance, **rivals}
    ordered = sorted(others.items(), key=lambda item: -item[1])
    return {puzzle.best: puzzle.chance, **dict(ordered)}


def seed_of(puzzle: Puzzle) -> int:
    """By which worlds of a puzzle are imagined, the same for everybody."""
    return int.from_bytes(puzzle.id.encode()[:6], "big")
