"""The settings of a training run, and the defaults that were found to work."""

from dataclasses import dataclass

from tabletown.engine.title import Title
from tabletown.lab.errors import LabError

FEWEST_GAMES = 64


@dataclass(frozen=True)
class TrainingSettings:
    """How a mind is trained; the same settings and seed give the same run, as far as the device allows."""

    title: str
    decisions: int = 1_000_000_000  # to learn from, of all seats together
    games: int = 32_768  # played side by side, for all numbers of players together
    players: tuple[int, ...] = ()  # numbers of players, each for as many games; () for all, the fewest twice
    steps: int = 32  # of every game between two updates
    hidden: tuple[int, ...] = (512, 256, 256)  # the widths of the layers
    epochs: int = 2
    minibatches: int = 16
    rate: float = 5e-4  # of learning, at first; it is adapted so that an update changes the policy this much,
    change: float = 0.008  # as a divergence; it falls to a twentieth
    trace: float = 0.97  # lambda of the advantages
    lead: float = 0.3  # weight of leads in the returns, the rest are victories; it falls to 0
    clip: float = 0.2
    onlookers: int = 4  # in one of so many games another seat looks on, and learns to foresee the result
    entropy: float = 0.01  # weight of the entropy; it falls to a tenth
    league: float = 0.2  # share of the games in which older networks play the other seats
    native: float = 0.25  # share of the games in which the native policy does, in one update of eight
    imitation: int = 20_000_000  # decisions of the native policy that are imitated first
    tries: int = 16  # moves that the native policy compares
    checkpoints: int = 20  # in the whole run
    seed: int = 0
    device: str = "cuda"

    def check(self, title: Title) -> None:
        """Raise LabError unless a run with these settings is possible."""
        if self.games < FEWEST_GAMES or self.steps < 1 or self.steps % self.minibatches:
            evenly = f"steps that {self.minibatches} minibatches divide evenly"
            raise LabError(f"a run needs at least {FEWEST_GAMES} games, and {evenly}")
        for number in self.players:
            title.check_players(number)
        if not self.hidden or min(self.hidden) < 1 or min(self.decisions, self.epochs, self.checkpoints) < 1:
            raise LabError("a run needs a hidden layer, a decision, an epoch and a checkpoint")
        if not (self.league >= 0 and self.native >= 0 and self.league + self.native < 1):
            raise LabError("the shares of games with older networks and the native policy must leave some for itself")
        if not 0 <= self.lead <= 1:
            raise LabError("the weight of leads is from 0 to 1")
        if self.onlookers < 1 or self.games % self.onlookers:
            raise LabError(f"{self.games} games cannot be divided into {self.onlookers} parts for onlookers")
        if self.device not in ("cpu", "cuda"):
            raise LabError(f"device must be cpu or cuda, not {self.device!r}")

    def numbers(self, title: Title) -> tuple[int, ...]:
        """The numbers of players of the games, in turn."""
        fewest, most = title.meta.players
        return self.players or (fewest, *range(fewest, most + 1))  # most games are played by the fewest
