"""Which games a data set has: everything about a game follows from its number and the plan."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from tabletown import __version__, bots, games
from tabletown.bots import own
from tabletown.bots.minds.mind import mind_of
from tabletown.engine.errors import TabletownError
from tabletown.engine.game import MAX_SEED
from tabletown.engine.observer import NEWEST
from tabletown.lab.arena import Match, Pairing, entrant
from tabletown.lab.deals import deal_seed
from tabletown.lab.errors import LabError

FORMAT = 1
BATCH = 50  # games


@dataclass(frozen=True)
class DatasetPlan:
    """A plan: every game has a deal of its own, and the bots change seats from game to game."""

    title: str
    bots: tuple[str, ...] = ("reflex", "master@100")  # the last one fills the table
    games: int = 1000
    players: int = 2
    looks: int = 100  # the budget of bots that have none of their own, for every decision, in evaluations
    seed: int = 0
    observations: bool = False  # whether every decision has what its seat observed
    chances: bool = False  # whether every decision has the chances that the title's mind sees
    observed: int = NEWEST  # the version of observations
    rules: str = ""
    version: str = ""  # of this package
    mind: str = ""  # the fingerprint of the title's mind
    own: str = ""  # the fingerprint of the files of bots of others

    def checked(self) -> "DatasetPlan":
        """The plan with everything filled in; raises a TabletownError if it cannot be played."""
        title = games.get(self.title)
        title.check_players(self.players)
        if not self.bots or self.games < 1:
            raise LabError("a data set needs a bot and a game")
        if self.looks < 1:
            raise LabError(f"a budget is one look or more, not {self.looks}")
        if len(self.bots) > self.players:
            raise LabError(f"{len(self.bots)} bots are too many for {self.players} seats")
        for name in self.bots:
            bots.get(entrant(self.match, name)[0])
            if name.endswith(bots.POLICY_FILE):  # its weights may change while the name stays
                raise LabError(f"a data set tells who played, and {name} may change: write it as module:Class")
        if not 0 <= self.seed <= MAX_SEED:
            raise LabError(f"the seed must be a whole number from 0 to {MAX_SEED}")
        mind = mind_of(title)
        if self.chances and mind is None:
            raise LabError(f"{title.meta.title} has no mind, whose chances could be kept: leave out --chances")
        if self.observations and self.observed not in title.observing:
            raise LabError(f"{title.meta.title} has no observations yet: leave out --observations")
        return replace(
            self, rules=title.rules, version=__version__, mind=mind.digest if mind else "",
            own=own.fingerprint(entrant(self.match, name)[0] for name in self.bots),
        )  # fmt: skip

    @property
    def match(self) -> Match:
        """The match of the arena that the games are."""
        return Match(
            self.title, self.bots, self.games, self.players, iterations=self.looks, seed=self.seed, records=True
        )

    @property
    def repeatable(self) -> bool:
        """Whether the same plan always gives the same games: no bot thinks for a time instead of a number of looks."""
        return all(entrant(self.match, name)[1].iterations is not None for name in self.bots)

    def batches(self) -> list[range]:
        """The numbers of the games, in batches."""
        return [range(n, min(n + BATCH, self.games)) for n in range(0, self.games, BATCH)]

    def pairings(self, numbers: range) -> Iterator[Pairing]:
        """Some games, as the arena plays them."""
        filled = (*self.bots, *(self.bots[-1:] * (self.players - len(self.bots))))
        for number in numbers:
            turn = number % self.players
            names = filled[turn:] + filled[:turn]
            yield Pairing(self.match, number, number, deal_seed(self.seed, number), names)

    # --- As text ----------------------------------------------------------------------------------------------------

    def as_json(self) -> str:
        """The plan as a document, to be read back with `from_json`."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "DatasetPlan":
        """Read a plan back; raises LabError."""
        try:
            data: dict[str, Any] = json.loads(text)
            if data.pop("format") != FORMAT:
                raise LabError(f"this data set has another format than {FORMAT}, which this release writes")
            return cls(**(data | {"bots": tuple(data["bots"])}))
        except TabletownError:
            raise
        except (KeyError, TypeError, AttributeError, ValueError):
            raise LabError("this is not the plan of a data set") from None

    def difference(self, other: "DatasetPlan") -> str:
        """The first difference from another plan, in words; empty if there is none."""
        theirs = asdict(other)
        for name, mine in asdict(self).items():
            if mine != theirs[name]:
                return f"{name} {mine!r} instead of {theirs[name]!r}"
        return ""
