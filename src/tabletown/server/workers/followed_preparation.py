"""How far titles are, in a worker: the supervisor has them compiled once for all, and each worker loads the result."""

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tabletown.bots.compiling import compile_rules
from tabletown.server.preparing import Stage, TitleStages
from tabletown.server.workers.channel import Channel
from tabletown.study.compiling import compile_thinking

_GRACE_S = 1.0

log = logging.getLogger(__name__)


class FollowedPreparation(TitleStages):
    """Follows the preparation of the supervisor. The channel hands over the messages that are for `handle`.

    `load_rules` and `load_bots` take a title from the cache on disk, which has been filled by then.
    """

    def __init__(
        self,
        channel: Channel,
        load_rules: Callable[[str], None] = compile_rules,
        load_bots: Callable[[str], None] = compile_thinking,
    ) -> None:
        super().__init__()
        self._channel = channel
        self._load_rules, self._load_bots = load_rules, load_bots
        self._told: queue.SimpleQueue[tuple[str, Stage] | None] = queue.SimpleQueue()  # None at the end
        self._stopped = False
        self._thread = threading.Thread(target=self._load_all, name="load-titles", daemon=True)

    def handle(self, name: str, stage: dict[str, Any]) -> None:
        """The supervisor says how far a title is."""
        self._told.put((name, Stage(**stage)))

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
        self._told.put(None)
        self._thread.join(_GRACE_S)

    def _load_all(self) -> None:
        while (told := self._told.get()) is not None and not self._stopped:
            name, stage = told
            try:
                self._follow(name, stage)
            except Exception:
                log.exception("%s cannot be loaded", name)
                self._set(name, Stage(ready=self.is_ready(name), failed=True))

    def _follow(self, name: str, stage: Stage) -> None:
        if stage.ready and not self.is_ready(name):
            self._load_rules(name)
        self._set(name, replace(stage, bots=False))
        if stage.bots:
            self._load_bots(name)
            self._set(name, stage)
