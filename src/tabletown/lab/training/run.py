"""A training run: a folder from which it can go on, checkpoints that are minds, and a log of how it went.

The folder has `settings.json`, `log.jsonl` (one line for every report), `state.pt` (to go on from), and in
`checkpoints/N` minds that can play: `tabletown arena uptown --bots runs/uptown/checkpoints/0020/weights.npz,search`.
"""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch

from tabletown import games
from tabletown.bots.minds.mind import FOLDER, Mind, MindCard, fingerprint, write_mind
from tabletown.engine.observer import NEWEST, TitleObserver
from tabletown.lab.errors import LabError
from tabletown.lab.training.duel import Duels
from tabletown.lab.training.learner import Learner
from tabletown.lab.training.learning import Lessons, Teacher
from tabletown.lab.training.population import Population
from tabletown.lab.training.rating import Examiner
from tabletown.lab.training.rollout import Rollouts
from tabletown.lab.training.settings import TrainingSettings

SETTINGS, LOG, STATE, CHECKPOINTS = "settings.json", "log.jsonl", "state.pt", "checkpoints"
REPORT_S = 5.0  # between two reports
DEALS = 1024  # of a duel between checkpoints
IMITATION_RATE = 1e-3
LEAST_RATE, MOST_RATE, RATE_STEP = 1e-5, 2e-3, 1.25
NATIVE_EVERY = 8  # updates: its choices take long, however few they are
COUNTED = ("decisions", "games", "imitated", "seconds")  # on the card of a mind
_TOLD = ("title", "hidden", "seed", "device")  # of the settings, elsewhere on the card
KEPT = (*COUNTED, "before", "checkpoint", "rate", "updates")  # to go on with


@dataclass(frozen=True)
class Report:
    """How far a run is."""

    decisions: int
    seconds: float
    games: int
    pace: float  # decisions a second since the last report
    lessons: Lessons
    rate: float  # of learning
    rated: dict[str, Any] | None = None  # results that came in since the last report

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return asdict(self)


class Run:
    """A training run in a folder. It goes on where it was if the folder has one."""

    def __init__(self, settings: TrainingSettings, folder: Path) -> None:
        title = games.get(settings.title)
        settings.check(title)
        self.title, self.settings, self.folder = title, settings, folder
        torch.manual_seed(settings.seed)
        if settings.device == "cuda":
            if not torch.cuda.is_available():
                raise LabError("PyTorch finds no CUDA device here; --device cpu trains on the CPU, slowly")
            torch.set_float32_matmul_precision("high")
        self.learner = self.new_learner()
        self.decisions, self.games, self.seconds, self.imitated, self.checkpoint = 0, 0, 0.0, 0, 0
        self.rate, self.updates = settings.rate, 0
        self.before: dict[str, int] | None = None  # what the mind that the run began with has learned from
        folder.mkdir(parents=True, exist_ok=True)
        state = self._state()
        seed = settings.seed + 1000 * (self.decisions // 1000 + 1)  # other deals than before
        self.rollouts = Rollouts(settings, self.learner, seed)
        self.teacher = Teacher(self.learner, settings, self.rollouts.batch)
        if state:
            self.teacher.go_on(state["optimiser"])
        (folder / SETTINGS).write_text(json.dumps(asdict(settings), indent=2))
        self.population = Population(self.new_learner, folder / CHECKPOINTS, settings.seed)

    def new_learner(self) -> Learner:
        """A network of the right shape that has learned nothing."""
        inputs, most = TitleObserver(self.title, self.title.meta.players[1]).size, self.title.meta.players[1]
        learner = Learner(inputs, self.settings.hidden, self.title.actions.count, most)
        learner.to(self.settings.device)
        return learner

    def begin_as(self, mind: Mind) -> None:
        """Begin with a mind that has learned before; what it has learned from is counted in the card of the new one."""
        self.learner.take(mind.network)
        self.before = {name: mind.card.training.get(name, 0) for name in COUNTED}

    def _state(self) -> Any:
        """What the run in the folder has saved, after the learner was set to it; None if there is none."""
        if not (self.folder / STATE).is_file():
            return None
        try:
            state = torch.load(self.folder / STATE, map_location=self.settings.device, weights_only=True)
        except Exception:  # whatever a damaged file leads to
            text = f"{self.folder / STATE} is damaged; delete it, and begin with a checkpoint of the folder (--begin)"
            raise LabError(text) from None
        try:
            self.learner.load_state_dict(state["learner"])
        except RuntimeError:
            raise LabError(f"the run in {self.folder} has another shape; give the same, or another folder") from None
        for name in KEPT:
            setattr(self, name, state.get(name, getattr(self, name)))  # an older run has fewer
        return state

    def save(self) -> None:
        """Save all that is needed to go on."""
        state = {name: getattr(self, name) for name in KEPT}
        state |= {"learner": self.learner.state_dict(), "optimiser": self.teacher.optimiser.state_dict()}
        fresh = self.folder / f"{STATE}.new"
        torch.save(state, fresh)
        fresh.replace(self.folder / STATE)

    def write_mind(self, folder: Path) -> None:
        """Write the learner as a mind."""
        write_mind(folder, self.learner.rounded(), self._card())

    def _card(self) -> MindCard:
        observer = TitleObserver(self.title, self.title.meta.players[1])
        before = self.before or {}
        training: dict[str, Any] = {name: round(before.get(name, 0) + getattr(self, name)) for name in COUNTED}
        settings = self.settings
        training |= {"shape": list(settings.hidden), "seed": settings.seed, "device": settings.device}
        training["settings"] = {name: value for name, value in asdict(settings).items() if name not in _TOLD}
        return MindCard(self.title.name, self.title.meta.rules, NEWEST, fingerprint(observer), training)

    def train(
        self, on_report: Callable[[Report], None] = lambda _: None, seconds: float | None = None,
        examiner: Examiner | None = None,
    ) -> None:  # fmt: skip
        """Train until all decisions are made, or for some seconds; then the run can go on later.

        `on_report` hears every few seconds how far it is. `examiner` plays checkpoints against `search` meanwhile.
        """
        duels = Duels(self.title, min(DEALS, self.settings.games), self.settings.device)
        before, start = self.seconds, time.perf_counter()
        per_checkpoint, told = self.settings.decisions / self.settings.checkpoints, self.seconds
        last, over = self.decisions, self.decisions >= self.settings.decisions
        while not over:
            lessons = self._update()
            self.seconds = before + time.perf_counter() - start
            finished = self.decisions >= self.settings.decisions
            over = finished or (seconds is not None and self.seconds - before >= seconds)
            rated: dict[str, Any] = {}
            if finished or self.decisions >= (self.checkpoint + 1) * per_checkpoint:
                rated |= self._make_checkpoint(duels, examiner)
            if examiner:
                rated |= examiner.results(wait=over)
            if rated or over or self.seconds - told >= REPORT_S:
                pace = (self.decisions - last) / max(self.seconds - told, 1e-9)
                last, told = self.decisions, self.seconds
                self._report(on_report, lessons, pace, rated)
        self.save()
        self.write_mind(self.folder / FOLDER)

    def _update(self) -> Lessons:
        settings = self.settings
        if self.before is None and self.imitated < settings.imitation:
            batch, outlook = self.rollouts.imitate()
            self.imitated += batch.values.numel()
            return self.teacher.imitate(outlook, IMITATION_RATE)
        self.updates += 1
        native = settings.native > 0 and self.updates % NATIVE_EVERY == 0
        done = min(self.decisions / settings.decisions, 1.0)
        lead = settings.lead * (1.0 - done)
        batch, outlook = self.rollouts.play(self.population.opponents(), native, lead)
        lessons = self.teacher.learn(outlook, self.rate, settings.entropy * (1.0 - 0.9 * done), lead)
        wanted = settings.change * (1.0 - 0.95 * done)
        if lessons.change > 2 * wanted:
            self.rate = max(self.rate / RATE_STEP, LEAST_RATE)
        elif lessons.change < wanted / 2:
            self.rate = min(self.rate * RATE_STEP, MOST_RATE)
        self.decisions += int(batch.judged.sum())
        self.games += int(batch.dones.sum())
        return lessons

    def _make_checkpoint(self, duels: Duels, examiner: Examiner | None) -> dict[str, Any]:
        """Keep the learner as it is, and let it play those before."""
        self.checkpoint += 1
        folder = self.folder / CHECKPOINTS / f"{self.checkpoint:04d}"
        self.write_mind(folder)
        self.save()
        if examiner:
            examiner.examine(folder, self.decisions)
        rated = {}
        for name, older in self.population.rivals():
            won, played = duels.play(self.learner, older, seed=self.checkpoint)
            rated[f"{folder.name} against {name}"] = {"decisions": self.decisions, "won": won, "games": played}
        self.population.add(folder)
        return rated

    def _report(
        self, on_report: Callable[[Report], None], lessons: Lessons, pace: float, rated: dict[str, Any]
    ) -> None:
        report = Report(self.decisions, self.seconds, self.games, pace, lessons, self.rate, rated or None)
        with (self.folder / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(report.as_json()) + "\n")
        on_report(report)


def read_settings(folder: Path) -> TrainingSettings:
    """The settings of the run in a folder; raises LabError if there is none."""
    try:
        table = json.loads((folder / SETTINGS).read_text())
        tuples = {name: tuple(table.get(name, ())) for name in ("hidden", "players")}
        return replace(TrainingSettings(table["title"]), **(table | tuples))
    except (OSError, ValueError, KeyError, TypeError):
        raise LabError(f"{folder} has no training run that can go on") from None
