"""Positions that people write to study them: checked, and kept under a hash of their text, so that they have a link."""

import hashlib
import threading
from collections.abc import Callable

from tabletown.engine.english import sentence
from tabletown.engine.errors import OptionError, TabletownError
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.position_text import read_position, write_position
from tabletown.engine.title import Title
from tabletown.games import get as get_title
from tabletown.server.errors import Malformed, NotAllowed, NotFound, NotReady
from tabletown.server.limits import DEFAULTS
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.titles import find_title
from tabletown.server.store.protocol import Store

MOST_CHARACTERS = DEFAULTS.position_length
_DAY_S = 86_400.0
_IMAGINED = 1  # the seed by which what a view leaves open is filled in, the same for everybody


class Positions:
    """Keeps and finds positions, within a rate limit. `is_ready` says whether a title can be played now.

    A position that nobody opens for `days` is dropped. Which ones were opened is kept in memory and written now and
    then, so that reading a page never writes.
    """

    def __init__(
        self, store: Store, is_ready: Callable[[str], bool], rate: RateLimit, days: float = DEFAULTS.position_days
    ) -> None:
        self._store = store
        self._is_ready = is_ready
        self._rate = rate
        self._days = days
        self._opened: set[str] = set()
        self._lock = threading.Lock()

    def keep(self, text: str) -> str:
        """Keep a position; returns its id. Raises NotAllowed, which says what is wrong, NotReady and TooMany."""
        self._rate.check("", "That was a lot of positions in a short time.")
        if not text.strip():
            raise NotAllowed("There is nothing to read yet: paste the text of a position.")
        if len(text) > MOST_CHARACTERS:
            raise NotAllowed(f"This is longer than {MOST_CHARACTERS} characters, as no position is.")
        try:
            whole = write_position(read_position(text.removeprefix("\ufeff"), self._find))
        except TabletownError as error:
            raise NotAllowed(f"This position cannot be used: {sentence(str(error))}") from None
        position_id = hashlib.sha256(whole.encode()).hexdigest()[:24]
        self._store.keep_position(position_id, whole, self._store.now())
        return position_id

    def find(self, position_id: str) -> Position:
        """The position with an id, as it was written. Raises NotFound and NotReady."""
        text = self._store.position(position_id)
        if text is None:
            raise NotFound(
                "There is no such position. Perhaps the address was cut off; and those that nobody opens for"
                f" {self._days:g} days are dropped. Whoever has its text can write it again."
            )
        with self._lock:
            self._opened.add(position_id)
        return read_position(text, self._find)

    def template(self, name: str, players: int) -> str:
        """A text to begin with: the start of a game as the seat to act sees it, the same every time.

        Raises NotFound, NotReady, and Malformed for a number of players that the title does not have.
        """
        find_title(name)
        title = self._find(name)
        try:
            game = Game.new(title, players, _IMAGINED)
        except OptionError as error:
            raise Malformed(sentence(str(error))) from None
        return write_position(game.view(game.turn or 0))

    def drop_old(self) -> None:
        """Drop the positions that nobody has opened for long."""
        self.write_opened()
        now = self._store.now()
        self._store.drop_positions(now - self._days * _DAY_S, now)

    def write_opened(self) -> None:
        """Write which positions were opened since the last time; also to be called when the server stops."""
        with self._lock:
            opened, self._opened = self._opened, set()
        if opened:
            self._store.touch_positions(opened, self._store.now())

    def _find(self, name: str) -> Title:
        title = get_title(name)
        if not self._is_ready(title.name):
            raise NotReady(title.name)
        return title


def as_world(position: Position) -> Position:
    """A position in which everything is known: what a seat's view leaves open is imagined."""
    return position if position.seat is None else position.imagine(_IMAGINED)
