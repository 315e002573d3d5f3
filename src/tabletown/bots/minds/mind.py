"""A mind: a network that plays and judges one title, with the card that says what it fits and how it was made.

A mind is a folder with `weights.npz` and `card.toml`. The mind of a title is in the title's folder `mind`.
"""

import hashlib
import logging
import threading
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown import games
from tabletown.bots.minds import looking
from tabletown.bots.minds.looking import TEMPERATURE_BITS, THIRDS
from tabletown.bots.minds.network import POWERS, MindError, Network
from tabletown.engine.errors import TabletownError
from tabletown.engine.observer import VERSIONS, TitleObserver, as_bytes
from tabletown.engine.position import Position
from tabletown.engine.state import MAX_SEATS, Records, blank
from tabletown.engine.title import Title
from tabletown.engine.toml import read_toml, write_toml

log = logging.getLogger(__name__)
FOLDER, WEIGHTS, CARD = "mind", "weights.npz", "card.toml"
LOOKING = Path(looking.__file__)


@dataclass(frozen=True)
class MindCard:
    """What a mind fits, how it was made, and how its chances are read."""

    title: str
    rules: int
    observations: int  # their version
    features: str  # fingerprint of the observations, which must not change within a version
    training: Mapping[str, Any] = field(default_factory=dict)  # how it was made, for readers
    strength: Mapping[str, Any] = field(default_factory=dict)  # what was measured, for readers
    plies: Mapping[str, int] = field(default_factory=dict)  # of a usual game, by number of players
    temperatures: Mapping[str, list[float]] = field(default_factory=dict)  # by number of players and third of the game

    def as_toml(self) -> str:
        """The card as text."""
        return write_toml({name: value for name, value in vars(self).items() if value not in ({}, "")})


def fingerprint(observer: TitleObserver) -> str:
    """A fingerprint of the observations that a mind was trained with: their names in order."""
    return hashlib.sha256("\n".join(observer.names).encode()).hexdigest()[:16]


class Mind:
    """A mind that fits its title. Safe to use from several threads. Raises MindError for one that does not fit."""

    def __init__(self, network: Network, card: MindCard) -> None:
        self.network, self.card = network, card
        try:
            self.title = title = games.get(card.title)
        except TabletownError as error:
            raise MindError(str(error)) from None
        if card.rules != title.meta.rules:
            raise MindError(f"it learned the rules {title.rules_name(card.rules)}, and these are {title.rules}")
        if card.observations not in VERSIONS:
            known = " and ".join(map(str, VERSIONS))
            raise MindError(f"it takes observations of version {card.observations}; this release has {known}")
        fewest, most = title.meta.players
        self.observer = TitleObserver(title, most, card.observations)
        if card.features != fingerprint(self.observer) or network.inputs != self.observer.size:
            raise MindError("it was trained with other observations than this release makes")
        if network.actions != title.actions.count or network.seats != most:
            raise MindError(f"it was made for another number of actions or seats than {title.meta.title} has")
        self.lengths = np.zeros(MAX_SEATS + 1, np.int64)
        self.temperatures = np.full((MAX_SEATS + 1, THIRDS), 1 << TEMPERATURE_BITS, np.int64)
        for players in range(fewest, most + 1):
            self.lengths[players] = int(card.plies.get(str(players), 0))
            if len(found := card.temperatures.get(str(players), [])) == THIRDS:
                self.temperatures[players] = [round((1 << TEMPERATURE_BITS) / warmth) for warmth in found]
        self.kernels = title.bind(LOOKING)
        self._local = threading.local()

    @cached_property
    def digest(self) -> str:
        """A fingerprint of all that the mind's judgements depend on: two minds that differ have another one."""
        found = hashlib.sha256(f"{self.card.title} {self.card.rules} {self.card.features}".encode())
        for array in (*self.network.packed, self.lengths, self.temperatures):
            found.update(np.ascontiguousarray(array).tobytes())
        return found.hexdigest()[:16]

    def eyes(self, states: Records, cards: Any) -> tuple[Any, ...]:
        """What `look` takes after the seat: scratch for looks at these states, the features, the network."""
        program, rows = self.observer.program, len(states)
        points = np.zeros((rows, MAX_SEATS if program.has_points else 0), np.int32)
        room = max(self.network.inputs, self.network.widest)
        row, values = np.zeros((1, self.observer.size), np.float32), np.zeros((1, room), np.float32)
        indices = np.zeros((1, room), np.int32)
        described = self.observer.descriptions(cards)
        return (
            points, program.table, program.kinds, described, row, indices, values, *self.network.packed,
            *self.network.scratch(),
        )  # fmt: skip

    def look(self, view: Position) -> "Look":
        """Look at a seat's view (not a spectator's): its odds for actions, and all seats' chances to win."""
        assert view.seat is not None
        if getattr(self._local, "cards", None) is not view.cards:
            self._local.states = blank(self.title.dtype)
            self._local.eyes = self.eyes(self._local.states, view.cards)
            self._local.cards = view.cards
        states, eyes = self._local.states, self._local.eyes
        states[0] = view.states[0]
        self.kernels.look(states, 0, as_bytes(states), view.cards.data[0], view.seat, *eyes)
        return Look(self, view, eyes[-1].copy())


class Look:
    """What a mind makes of a seat's view."""

    def __init__(self, mind: Mind, view: Position, activations: NDArray[np.int16]) -> None:
        self._mind, self._view, self._activations = mind, view, activations

    def logits(self, actions: list[int]) -> NDArray[np.int64]:
        """How much the mind likes actions, in units of 1/1024."""
        found = np.zeros(len(actions), np.int64)
        packed = self._mind.network.packed
        chosen = np.array(actions, np.int32)
        self._mind.kernels.action_logits(*packed, self._activations, chosen, len(chosen), found)
        return found

    def chances(self) -> list[float]:
        """Every seat's chance to win if all play like the mind; they add up to 1."""
        view, mind = self._view, self._mind
        assert view.seat is not None
        out, shares, logits = np.zeros(MAX_SEATS), np.zeros(MAX_SEATS), np.zeros(MAX_SEATS, np.int64)
        mind.kernels.chances(
            *mind.network.packed, self._activations, view.seat, view.players, view.ply, mind.lengths,
            mind.temperatures, POWERS, logits, shares, out,
        )  # fmt: skip
        return [float(chance) for chance in out[: view.players]]


def write_mind(folder: Path, network: Network, card: MindCard) -> None:
    """Write a mind to a folder, which is made if necessary."""
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / WEIGHTS, allow_pickle=False, **network.arrays())
    (folder / CARD).write_text(card.as_toml(), encoding="utf-8")


def read_mind(folder: Path) -> Mind:
    """Read a mind from a folder; raises MindError if there is none, or if it does not fit its title."""
    try:
        return Mind(Network.from_arrays(_read_arrays(folder / WEIGHTS)), read_card(folder / CARD))
    except MindError as error:
        raise MindError(f"the mind in {folder} cannot be used: {error}") from None


def read_card(path: Path) -> MindCard:
    """Read a card; raises MindError."""
    try:
        table = read_toml(path.read_text(encoding="utf-8"), "its card", MindError)
        return MindCard(**table)
    except OSError:
        raise MindError(f"it has no {CARD}") from None
    except TypeError:
        raise MindError("its card does not say title, rules, observations and features") from None


def _read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    try:
        with np.load(path, allow_pickle=False) as file:
            return dict(file)
    except FileNotFoundError:
        raise MindError(f"it has no {WEIGHTS}") from None
    except (OSError, ValueError, zipfile.BadZipFile, EOFError, TypeError):
        raise MindError(f"its {WEIGHTS} cannot be read: the file is damaged, or of another kind") from None


_minds: dict[tuple[str, int], tuple[Title, Mind | None]] = {}
_reading = threading.Lock()


def mind_of(title: Title) -> Mind | None:
    """The mind of a title; None if it has none, or one that does not fit, which the log then says, once."""
    kept = title.name, id(title)
    with _reading:
        if kept not in _minds:
            _minds[kept] = title, _own_mind(title)
    return _minds[kept][1]


def _own_mind(title: Title) -> Mind | None:
    if not (title.folder / FOLDER).is_dir():
        return None
    try:
        mind = read_mind(title.folder / FOLDER)
        if mind.title is not title:
            raise MindError(f"the mind in the folder of {title.name} was made for {mind.title.name}")
    except MindError as error:
        log.warning("%s; search plays in its place", error)
        return None
    return mind
