"""The examiner: plays checkpoints against `search` on the CPU, in processes of its own, while the run goes on."""

from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tabletown import games
from tabletown.bots.minds.mind import WEIGHTS
from tabletown.lab.arena import Match, PlayedGame, play_one


class Examiner:
    """Plays every checkpoint against a bot, each deal from every seat. Use it as a context manager."""

    def __init__(
        self, title: str, opponent: str = "search", number: int = 60, seconds: float = 0.1, workers: int = 2,
        players: int | None = None,
    ) -> None:  # fmt: skip
        self.opponent, self.number, self.seconds, self.players = opponent, number, seconds, players
        self.title = games.get(title)
        self._pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
        self._open: dict[str, tuple[int, list[Future[PlayedGame]]]] = {}

    def __enter__(self) -> "Examiner":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End its processes; games that are not over are given up."""
        self._pool.shutdown(cancel_futures=True)

    def examine(self, folder: Path, decisions: int) -> None:
        """Begin the games of a checkpoint."""
        path = str(folder / WEIGHTS)
        names = (path, self.opponent)
        match = Match(self.title.name, names, self.number, self.players, self.seconds, seed=decisions % 10**9)
        jobs = [self._pool.submit(play_one, pairing) for pairing in match.pairings()]
        self._open[f"{folder.name} against {self.opponent}"] = decisions, jobs

    def results(self, wait: bool = False) -> dict[str, Any]:
        """The results of the matches that are over, each told once."""
        found = {}
        for name, (decisions, jobs) in list(self._open.items()):
            if wait or all(job.done() for job in jobs):
                played = [job.result() for job in jobs]
                won = sum(
                    game.wins[seat] for game in played for seat, bot in enumerate(game.names) if bot != self.opponent
                )
                found[name] = {"decisions": decisions, "won": won, "games": len(played)}
                del self._open[name]
        return found
