"""How far titles are, in a worker: the supervisor has them compiled once for all, and each worker loads the result."""

import logging
import queue
import threading
from collections.abc import Callable
from typing import Any

from tabletown.bots.compiling import compile_title
from tabletown.server.preparing import Stage, TitleStages
from tabletown.server.workers.channel import Channel

_GRACE_S = 1.0

log = logging.getLogger(__name__)


class FollowedPreparation(TitleStages):
    """Follows the preparation of the supervisor. The channel hands over the messages that are for `handle`.

    `load` takes a title from the cache on disk, which has been filled by then.
    """

    def __init__(self, channel: Channel, load: Callable[[str], None] = compile_title) -> None:
        super().__init__()
        self._channel = channel
        self._load = load
        self._compiled: queue.SimpleQueue[str | None] = queue.SimpleQueue()  # titles to be loaded; None at the end
        self._stopped = False
        self._thread = threading.Thread(target=self._load_all, name="load-titles", daemon=True)

    def handle(self, name: str, stage: dict[str, Any]) -> None:
        """The supervisor says how far a title is."""
        told = Stage(**stage)
        if told.ready:
            self._compiled.put(name)
        else:
            self._set(name, told)

    def ask_for(self, name: str) -> Stage:
        """How far a title is that a visitor asks for; the supervisor hears of it."""
        if not (stage := self.stage(name)).ready:
            self._channel.tell("ask_for", name, key=("ask_for", name))
        return stage

    def start(self) -> None:
        """Begin to load what is compiled; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Load no more titles. One that is being loaded is not waited for long."""
        self._stopped = True
        self._compiled.put(None)
        self._thread.join(_GRACE_S)

    def _load_all(self) -> None:
        while (name := self._compiled.get()) is not None and not self._stopped:
            try:
                self._load(name)
                self._set(name, Stage(ready=True))
            except Exception:
                log.exception("%s cannot be loaded", name)
                self._set(name, Stage(failed=True))
