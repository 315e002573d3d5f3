"""The population: older networks of a run, against which the learner plays in some of its games."""

import random
from collections.abc import Callable
from pathlib import Path

from tabletown.bots.minds.mind import read_mind
from tabletown.lab.training.learner import Learner

AT_ONCE = 2  # so many play in one update
RIVALS = 3  # so many older ones a new checkpoint is compared with


class Population:
    """The checkpoints of a run as opponents, recent ones more often; `new_learner` makes a network of their shape."""

    def __init__(self, new_learner: Callable[[], Learner], folder: Path, seed: int) -> None:
        self._new_learner = new_learner
        self._members: list[tuple[str, Learner]] = []
        self._chance = random.Random(seed)
        for found in sorted(folder.glob("*")) if folder.is_dir() else []:
            self.add(found)

    def add(self, folder: Path) -> None:
        """Add a checkpoint."""
        member = self._new_learner()
        member.take(read_mind(folder).network)
        self._members.append((folder.name, member))

    def opponents(self) -> list[Learner]:
        """The older networks of the next update: any, but half of the time one of the latest few."""
        if not self._members:
            return []
        recent = self._members[-max(2, len(self._members) // 4) :]
        pools = [recent if self._chance.random() < 0.5 else self._members for _ in range(AT_ONCE)]
        return [self._chance.choice(pool)[1] for pool in pools]

    def rivals(self) -> list[tuple[str, Learner]]:
        """Those that a new checkpoint is compared with: the one before, one from halfway, the first."""
        places = {len(self._members) - 1, len(self._members) // 2, 0}
        return [self._members[place] for place in sorted(places) if 0 <= place < len(self._members)][:RIVALS]
