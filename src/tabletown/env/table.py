"""The table that the Gymnasium and PettingZoo environments share: the game, observations, action masks, rendering."""

import io
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tabletown import games
from tabletown.engine.edition import PRINTED
from tabletown.engine.errors import IllegalMove
from tabletown.engine.game import Game
from tabletown.engine.observer import NEWEST
from tabletown.env.errors import EnvError
from tabletown.env.narrowing import Moves, is_narrow
from tabletown.env.observer import Observer
from tabletown.env.results import Reward, reward_number, rewards
from tabletown.env.seat_observer import SeatObserver
from tabletown.extras import extra

with extra("env"):
    from gymnasium import spaces

Observations = Literal["flat", "dict"]
RenderMode = Literal["ansi", "rgb_array"]
Mask = NDArray[np.int8]

RENDER_MODES: list[RenderMode] = ["ansi", "rgb_array"]
PICTURE_WIDTH = 1000  # pixels


class Table:
    """One game after another of a title, with the same number of players, options and cards.

    `players` is by default the smallest number, `options` switches optional rules on by name, `cards` is another card
    set than the title's own, or the path of its file, and `edition` names an edition of the title's own.
    `observations` is "flat", one array of floats, or "dict", the
    same floats by feature: see `Observer`. `render_mode` is "ansi", "rgb_array" or None. `moves` is "legal", or
    "sensible" to allow only what bots consider (see `narrowing.py`). `version` is that of the observations.
    `reward` is what games are played for (see `results.py`). Raises EnvError, OptionError, UnknownTitle or WrongType.
    """

    def __init__(
        self,
        title: str,
        players: int | None = None,
        options: Mapping[str, bool] | None = None,
        cards: Any = None,
        observations: Observations = "flat",
        render_mode: RenderMode | None = None,
        moves: Moves = "legal",
        version: int = NEWEST,
        reward: Reward = "win",
        edition: str = PRINTED,
    ) -> None:
        if observations not in ("flat", "dict"):
            raise EnvError(f"observations are 'flat' or 'dict', not {observations!r}")
        if render_mode not in (None, *RENDER_MODES):
            raise EnvError(f"render_mode is None, {' or '.join(map(repr, RENDER_MODES))}, not {render_mode!r}")
        self.title = games.get(title)
        self.players = self.title.check_players(self.title.meta.players[0] if players is None else players)
        self.observer = Observer(self.title, self.players, version)
        self.title.options_mask(options)
        self.options = options
        self.title.edition_number(edition)
        self.edition = edition
        self.cards = self.title.choose_cards(cards, self.title.meta.rules, edition)
        self.observations, self.render_mode = observations, render_mode
        self._narrow = is_narrow(moves)
        reward_number(reward)
        self.reward: Reward = reward
        self._game: Game | None = None
        self._eyes: SeatObserver | None = None
        self._random = np.random.default_rng()

    @property
    def game(self) -> Game:
        """The game in progress; raises EnvError before the first `deal`."""
        if self._game is None:
            raise EnvError("nothing has been dealt yet: call reset() first")
        return self._game

    def deal(self, seed: int | None) -> None:
        """Deal a game, with a seed the same that `tabletown.new` deals from it.

        Games without a seed get random ones, from a generator that the last given seed has seeded.
        """
        chosen = int(self._random.integers(1 << 63)) if seed is None else int(seed)
        self._game = Game.new(self.title, self.players, chosen, self.options, self.cards, edition=self.edition)
        if seed is not None:
            self._random = np.random.default_rng(chosen)

    def space(self) -> spaces.Space[Any]:
        """The observation space, of what `see` returns."""
        if self.observations == "flat":
            return self._box((self.observer.size,))
        return spaces.Dict({name: self._box(shape) for name, shape in self.observer.space_parts.items()})

    def _box(self, shape: tuple[int, ...]) -> spaces.Box:
        return spaces.Box(self.observer.least, 1.0, shape, np.float32)

    def see(self, seat: int) -> Any:
        """The observation of a seat."""
        game = self.game
        if self._eyes is None or self._eyes.cards is not game.cards:
            self._eyes = SeatObserver(self.observer, game.cards)
        flat = self._eyes.see(game, seat)
        return flat if self.observations == "flat" else self.observer.split(flat)

    def mask(self, seat: int, size: int | None = None) -> Mask:
        """The action mask of a seat: 1 for every action that is allowed, else 0. A larger `size` adds zeros."""
        memory = bytearray(size or self.title.actions.count)  # NumPy would first make an array of the few actions
        for action in self.allowed(seat):
            memory[action] = 1
        return np.frombuffer(memory, np.int8)

    def rewards(self) -> list[float] | None:
        """Every seat's reward, when the game is over; else None."""
        outcome = self.game.outcome()
        return None if outcome is None else rewards(outcome, self.reward)

    def empty_mask(self) -> Mask:
        """The action mask of a seat that may do nothing now."""
        return np.zeros(self.title.actions.count, np.int8)

    def allowed(self, seat: int) -> list[int]:
        """The actions that a seat may choose now: the legal ones, or of them those worth considering."""
        return self.game.sensible_actions_of(seat) if self._narrow else self.game.legal_actions_of(seat)

    def check(self, seat: int, action: int) -> None:
        """Raise IllegalMove for an action that is legal, but not worth considering where only such are allowed."""
        if self._narrow and action in self.game.legal_actions_of(seat) and action not in self.allowed(seat):
            raise IllegalMove(
                f"action {action} is legal, but not one of the sensible moves that the action mask allows"
            )

    def picture(self) -> Any:
        """The table, nothing hidden, as text or as an array of pixels; None without a render mode."""
        if self.render_mode is None:
            return None
        return str(self.game) if self.render_mode == "ansi" else pixels(self.title.picture(self.game))


def pixels(svg: str) -> NDArray[np.uint8]:
    """A picture as an array of its pixels: height, width, red-green-blue."""
    with extra("env"):
        from PIL import Image

        from tabletown.render.png import png

        drawn = png(svg, PICTURE_WIDTH)
    with Image.open(io.BytesIO(drawn)) as image:
        return np.asarray(image.convert("RGB"))
