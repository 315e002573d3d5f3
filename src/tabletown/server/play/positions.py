"""Positions that people write to study them: checked, and kept under a hash of their text, so that they have a link."""

import hashlib
from collections.abc import Callable

from tabletown.engine.english import sentence
from tabletown.engine.errors import OptionError, TabletownError
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.position_text import read_position, write_position
from tabletown.engine.title import Title
from tabletown.games import get as get_title
from tabletown.server.errors import Malformed, NotAllowed, NotFound, NotReady
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.titles import find_title
from tabletown.server.store.protocol import Store

MOST_CHARACTERS = 32_000
_IMAGINED = 1  # the seed by which what a view leaves open is filled in, the same for everybody


class Positions:
    """Keeps and finds positions, within a rate limit. `is_ready` says whether a title can be played now."""

    def __init__(self, store: Store, is_ready: Callable[[str], bool], rate: RateLimit) -> None:
        self._store = store
        self._is_ready = is_ready
        self._rate = rate

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
        self._store.keep_position(position_id, whole)
        return position_id

    def find(self, position_id: str) -> Position:
        """The position with an id, as it was written. Raises NotFound and NotReady."""
        text = self._store.position(position_id)
        if text is None:
            raise NotFound
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

    def _find(self, name: str) -> Title:
        title = get_title(name)
        if not self._is_ready(title.name):
            raise NotReady(title.name)
        return title


def as_world(position: Position) -> Position:
    """A position in which everything is known: what a seat's view leaves open is imagined."""
    return position if position.seat is None else position.imagine(_IMAGINED)
