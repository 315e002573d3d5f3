"""Bots made of policies: a function, or a file with the weights of a network, becomes a bot like any other."""

import random
import zipfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletown import games
from tabletown.bots.bot import Budget, acting_seat
from tabletown.engine.errors import OptionError, TabletownError
from tabletown.engine.feature_program import Floats
from tabletown.engine.observer import NEWEST, VERSIONS, TitleObserver
from tabletown.engine.position import Position

Policy = Callable[[Floats, NDArray[np.uint8]], Any]
"""Takes an observation and a mask of the legal actions (1 or 0); gives an action, or a number for every action."""

POLICY_FILE = ".npz"
"""How the names of files with the weights of a policy end."""

ACTIVATIONS: dict[str, Callable[[Floats], Floats]] = {"tanh": np.tanh, "relu": lambda x: np.maximum(x, np.float32(0))}


class PolicyError(TabletownError):
    """A policy cannot be used; the text says why."""


class PolicyBot:
    """A bot that does what a policy says: it sees an observation and what is legal, and nothing else."""

    def __init__(
        self, policy: Policy, name: str, blurb: str, version: int = NEWEST, draws: bool = False, title: str = ""
    ) -> None:
        self.name, self.blurb = name, blurb
        self._policy, self._version, self._draws, self._title = policy, version, draws, title
        self._observers: dict[tuple[str, int], TitleObserver] = {}

    def choose(self, view: Position, budget: Budget) -> int:
        """The action that the policy chooses; raises PolicyError if it chooses none that is legal."""
        legal = view.legal_actions_of(acting_seat(view))
        if self._title and view.title.name != self._title:
            raise PolicyError(f"the policy {self.name} plays {self._title}, not {view.title.name}")
        if len(legal) == 1:
            return legal[0]
        mask = np.zeros(view.title.actions.count, np.uint8)
        mask[legal] = 1
        answer = np.asarray(self._policy(self._observer(view).flat(view), mask))
        if answer.shape == () and answer.dtype.kind in "iu":
            return self._checked(int(answer), legal)
        if answer.shape != mask.shape:
            shape = f"an array of shape {answer.shape}" if answer.shape else repr(answer.item())
            raise PolicyError(f"a policy gives an action, or a number for each of {len(mask)} actions, not {shape}")
        numbers = [float(answer[action]) for action in legal]
        if not all(map(np.isfinite, numbers)):
            raise PolicyError(f"the policy {self.name} gives a legal action the number {numbers}")
        return self._drawn(legal, numbers, budget) if self._draws else legal[int(np.argmax(numbers))]

    def _observer(self, view: Position) -> TitleObserver:
        kind = view.title.name, view.players
        if kind not in self._observers or self._observers[kind].title is not view.title:
            self._observers[kind] = TitleObserver(view.title, view.players, self._version)
        return self._observers[kind]

    def _checked(self, action: int, legal: list[int]) -> int:
        if action not in legal:
            raise PolicyError(f"the policy {self.name} chose action {action}; legal are {', '.join(map(str, legal))}")
        return action

    def _drawn(self, legal: list[int], odds: list[float], budget: Budget) -> int:
        if min(odds) < 0 or not sum(odds):
            raise PolicyError(f"the policy {self.name} draws actions by odds, which are positive, not {odds}")
        return random.Random(budget.seed).choices(legal, odds)[0]


def from_policy(
    policy: Policy | str | Path,
    name: str = "",
    blurb: str = "plays as it has learned",
    *,
    version: int = NEWEST,
    draws: bool = False,
) -> PolicyBot:
    """A bot of any policy.

    A function is given an observation (of this `version`, see `tabletown.env.Observer`) and the mask of legal actions,
    and returns an action, or a number for every action: the legal one with the highest number is played. With `draws`
    the numbers are odds, by which an action is drawn; the seed of the budget decides.

    A file (`.npz`) holds the weights of a network, such as `tabletown.examples.train_ppo` saves: `title`, `version` (of
    the observations), the layers `hidden`, `hidden_2`, ... and `policy`, each a matrix of inputs by outputs with its
    `..._bias`, and perhaps `activation`: tanh, which is the default, or relu.

    Raises PolicyError.

    >>> import numpy as np, tabletown as tt
    >>> from tabletown import bots
    >>> bold = bots.from_policy(lambda observation, mask: np.flatnonzero(mask)[-1], name="bold")
    >>> game = tt.new("uptown", seed=7)
    >>> game.say(bold.choose(game.view(game.turn), bots.Budget()))
    'play city-park'
    """
    if version not in VERSIONS:
        raise PolicyError(f"observations have the versions {' and '.join(map(str, VERSIONS))}, not {version!r}")
    if callable(policy):
        return PolicyBot(policy, name or getattr(policy, "__name__", "policy"), blurb, version, draws)
    path = Path(policy)
    network = _Network(path)
    return PolicyBot(network, name or path.stem, blurb, network.version, draws, network.title)


class _Network:
    """The network of a policy file."""

    def __init__(self, path: Path) -> None:
        arrays = _read(path)
        self.title, self.version = str(_one(path, arrays, "title")), int(_one(path, arrays, "version"))
        try:
            title = games.get(self.title)
        except TabletownError as error:
            raise PolicyError(f"{path}: {error}") from None
        if self.version not in VERSIONS:
            raise PolicyError(f"{path} was trained with observations of version {self.version}, which are not known")
        activation = str(arrays.get("activation", "tanh"))
        if activation not in ACTIVATIONS:
            raise PolicyError(f"{path}: the activation is {' or '.join(ACTIVATIONS)}, not {activation!r}")
        self._activation = ACTIVATIONS[activation]
        hidden = ["hidden", *(f"hidden_{n}" for n in range(2, 100))]
        names = [*(layer for layer in hidden if layer in arrays), "policy"]
        self._layers = [(_matrix(path, arrays, layer), _bias(path, arrays, layer)) for layer in names]
        fewest, most = title.meta.players
        sizes = {TitleObserver(title, players, self.version).size for players in range(fewest, most + 1)}
        shapes, actions = [matrix.shape for matrix, _ in self._layers], title.actions.count
        joined = all(left[1] == right[0] for left, right in pairwise(shapes))
        if shapes[0][0] not in sizes or shapes[-1][1] != actions or not joined:
            wanted = f"from {' or '.join(map(str, sorted(sizes)))} floats to {actions} actions"
            raise PolicyError(f"{path}: its layers have the shapes {shapes}, and should lead {wanted}")

    def __call__(self, observation: Floats, mask: NDArray[np.uint8]) -> Floats:
        if len(observation) != len(self._layers[0][0]):
            raise OptionError("this policy was trained with another number of players")
        values = observation
        for matrix, bias in self._layers[:-1]:
            values = self._activation(values @ matrix + bias)
        matrix, bias = self._layers[-1]
        logits = np.where(mask, values @ matrix + bias, np.float32(-np.inf))
        odds: Floats = np.exp(logits - logits.max())
        return odds


def _read(path: Path) -> dict[str, NDArray[Any]]:
    try:
        with np.load(path, allow_pickle=False) as file:
            return dict(file)
    except FileNotFoundError:
        raise PolicyError(f"there is no file {path}") from None
    except OSError as error:
        raise PolicyError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, zipfile.BadZipFile, EOFError, TypeError):
        raise PolicyError(
            f"{path} is no file with the weights of a policy, or it is damaged; see docs/bots.md"
        ) from None


def _one(path: Path, arrays: dict[str, NDArray[Any]], name: str) -> Any:
    if name not in arrays or arrays[name].shape != ():
        raise PolicyError(f"{path} does not say its {name}: save it again with title and version, see docs/bots.md")
    return arrays[name].item()


def _matrix(path: Path, arrays: dict[str, NDArray[Any]], layer: str) -> Floats:
    found = arrays.get(layer)
    if found is None or found.ndim != 2 or found.dtype.kind != "f":
        raise PolicyError(f"{path} has no layer {layer!r}: a matrix of inputs by outputs")
    return found.astype(np.float32)


def _bias(path: Path, arrays: dict[str, NDArray[Any]], layer: str) -> Floats:
    found = arrays.get(f"{layer}_bias", np.zeros(arrays[layer].shape[1], np.float32))
    if found.shape != arrays[layer].shape[1:]:
        raise PolicyError(f"{path}: the bias of the layer {layer!r} has shape {found.shape}")
    return found.astype(np.float32)
