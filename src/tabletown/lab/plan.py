"""Plans: which games the lab plays, fixed before the first, so that they can be divided, interrupted and distributed.

Games are numbered, a batch is a range of numbers, and everything about a game (its deal, the bots by seat, their random
seeds) follows from its number and the plan.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

from tabletown import __version__, bots, games
from tabletown.bots import own
from tabletown.bots.minds.mind import mind_of
from tabletown.bots.native import NATIVE, QUICK, REFLEX, native_policies
from tabletown.engine.errors import WrongType
from tabletown.engine.game import MAX_SEED
from tabletown.engine.integers import shown
from tabletown.lab.card_sets import DEFAULT, CardSource
from tabletown.lab.deals import COUNTED, HASHED, deal_seed
from tabletown.lab.errors import LabError
from tabletown.lab.whole_numbers import keep_integers

FORMAT = 1
WITH_MIND = (REFLEX, "master")
NATIVE_BATCH, THINKING_BATCH, DEVICE_BATCH = 500, 10, 20_000


@dataclass(frozen=True)
class Job:
    """One batch: some games of a plan with one of its card sets."""

    cards: int
    batch: int

    @property
    def name(self) -> str:
        """The name of its file, without the suffix."""
        return f"{self.cards:03d}-{self.batch:06d}"


@dataclass(frozen=True)
class Seating:
    """The bots of one game by seat, and its deal."""

    number: int
    deal: int  # games with the same number here have the same deal
    seed: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """A plan: games to be played, the same with each card set."""

    title: str
    bots: tuple[str, ...] = (QUICK,)
    games: int = 1000
    players: int = 2
    seconds: float = 0.1  # for every decision of a bot that thinks
    iterations: int | None = None  # for every decision of a search, instead of seconds
    seed: int = 0
    device: str = "cpu"
    sets: tuple[CardSource, ...] = (CardSource(DEFAULT),)
    swept: str = ""  # the path of the number by which the sets differ
    batch: int = 0  # games in a batch; by default chosen by the kind of bots
    rules: str = ""
    version: str = ""  # of this package: another version of its bots could play other games
    mind: str = ""  # the fingerprint of the mind, if one of the bots has one: another mind plays other games
    own: str = ""  # the fingerprint of the files of bots of others, which may change
    digests: tuple[str, ...] = field(default=())  # of the card sets
    deals: str = HASHED  # how seeds follow from the seed; older plans, which do not say it, go on as they began

    def __post_init__(self) -> None:
        keep_integers(self)

    def checked(self) -> "Plan":
        """The plan with everything filled in; raises a TabletownError if it cannot be played."""
        title = games.get(self.title)
        title.check_players(self.players)
        for name in self.bots:
            if not isinstance(name, str):  # an object is gone when the plan is gone on with, or read elsewhere
                raise WrongType(
                    f"the lab keeps its plan as text, so a bot of your own is named there as module:Class, like "
                    f"my_bots:Bold, or as module:name where it is an object, not given as {shown(name)}"
                )
            if name.endswith(bots.POLICY_FILE):  # results are found again by the names of bots, and a file can change
                raise LabError(f"the lab keeps what it has played, and {name} may change: use the arena for it")
            if name not in NATIVE:
                bots.get(name)
        if not self.bots or self.games < 1:
            raise LabError("the lab needs a bot and a game")
        if len(set(self.bots)) < len(self.bots):
            raise LabError("name every bot once; the last one fills the table")
        if self.device not in ("cpu", "cuda"):
            raise LabError(f"device must be cpu or cuda, not {self.device!r}")
        if self.device == "cuda" and not all(name in NATIVE for name in self.bots):
            raise LabError(f"on a GPU only {' and '.join(NATIVE)} play, not {', '.join(self.bots)}")
        if not 0 <= self.seed <= MAX_SEED:
            raise LabError(f"the seed must be a whole number from 0 to {MAX_SEED}")
        names = [source.name for source in self.sets]
        if len(set(names)) < len(names):
            raise LabError(f"card sets need different names, not {' and '.join(names)}; rename a file")
        collected = {title.ownership.collection(source.cards(title)) for source in self.sets}
        if len({tuple(card.id for card in cards) for cards in collected}) > 1:
            raise LabError("these card sets cannot be compared: they do not have the same cards, by their ids")
        size = DEVICE_BATCH if self.device == "cuda" else NATIVE_BATCH if self.native else THINKING_BATCH
        filled = asdict(self) | {"batch": self.batch or size, "rules": title.rules, "version": __version__}
        filled["digests"] = tuple(source.digest(title) for source in self.sets)
        if (mind := mind_of(title)) and any(name in WITH_MIND for name in self.bots):
            filled["mind"] = mind.digest
        filled["own"] = own.fingerprint(self.bots)
        return Plan(**(filled | {"sets": self.sets, "bots": self.bots}))

    @property
    def native(self) -> bool:
        """Whether all bots are native policies, so that a whole batch is played in one call."""
        policies = native_policies(games.get(self.title))
        return all(name in policies for name in self.bots)

    def jobs(self) -> list[Job]:
        """All batches; those with the same games and different card sets come one after the other."""
        batches = -(-self.games // self.batch)
        return [Job(cards, batch) for batch in range(batches) for cards in range(len(self.sets))]

    def numbers(self, job: Job) -> range:
        """The games of a batch."""
        return range(job.batch * self.batch, min((job.batch + 1) * self.batch, self.games))

    def seating(self, number: int) -> Seating:
        """The seating of a game. If bots differ, every deal is played once from each seat."""
        filled = (*self.bots, *(self.bots[-1:] * (self.players - len(self.bots))))
        if len(set(filled)) == 1:
            return Seating(number, number, deal_seed(self.seed, number, self.deals), filled[: self.players])
        groups = list(combinations(filled, self.players)) if len(filled) > self.players else [filled]
        block, turn = divmod(number, self.players)
        deal, group = divmod(block, len(groups))
        names = groups[group]
        return Seating(number, block, deal_seed(self.seed, deal, self.deals), names[turn:] + names[:turn])

    # --- As text ----------------------------------------------------------------------------------------------------

    def as_json(self) -> str:
        """The plan as a document, to be read back with `from_json`."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Plan":
        """Read a plan back; raises LabError."""
        try:
            data: Mapping[str, Any] = {"deals": COUNTED, **json.loads(text)}
            fields: dict[str, Any] = {
                name: tuple(v) if isinstance(v, list) else v for name, v in data.items() if name != "format"
            }
            fields["sets"] = tuple(CardSource(**source) for source in data["sets"])
            if data["format"] != FORMAT:
                raise LabError(f"this plan has format {data['format']}; this version of the lab reads {FORMAT}")
            return cls(**fields)
        except (KeyError, TypeError, AttributeError, json.JSONDecodeError):
            raise LabError("this is not a plan of the lab") from None

    def difference(self, other: "Plan") -> str:
        """The first difference from another plan, in words; empty if there is none."""
        mine, theirs = asdict(self), asdict(other)
        for name in (
            "title",
            "rules",
            "version",
            "mind",
            "own",
            "players",
            "bots",
            "games",
            "seed",
            "device",
            "iterations",
            "seconds",
            "batch",
            "deals",
        ):
            if mine[name] != theirs[name]:
                return f"{name} {mine[name]!r} instead of {theirs[name]!r}"
        return "" if mine == theirs else "other card sets"
