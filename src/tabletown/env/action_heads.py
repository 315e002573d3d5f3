"""Action heads: the actions of a title as a verb and its arguments, for networks that choose one after the other."""

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tabletown import games
from tabletown.engine.errors import IllegalMove
from tabletown.engine.title import Title

NONE = -1
"""Stands where a verb has no such argument."""


class ActionHeads:
    """The actions of a title as data: head 0 chooses a verb, head 1 its first argument, and so on.

    `names` says what heads choose, `sizes` how many values each has, and `verbs` the verbs in order. `table[action]`
    has one number for every head; NONE where the verb has no such argument.

    >>> heads = ActionHeads("uptown")
    >>> heads.names, heads.sizes, heads.verbs[-2:]
    (('verb', 'argument 1', 'argument 2'), (8, 4, 5), ('pass', 'site'))
    >>> heads.table[26].tolist(), heads.actions([[7, 1, 3]]).tolist()
    ([7, 1, 3], [26])
    """

    def __init__(self, title: Title | str) -> None:
        self.title = games.get(title) if isinstance(title, str) else title
        actions = self.title.actions
        self.verbs = tuple(actions.verbs)
        places = max(len(sizes) for sizes in actions.verbs.values())
        self.names = ("verb", *(f"argument {place + 1}" for place in range(places)))
        self.sizes = (
            len(self.verbs),
            *(max((s[place] for s in actions.verbs.values() if len(s) > place), default=1) for place in range(places)),
        )
        self.table: NDArray[np.int32] = np.full((actions.count, places + 1), NONE, np.int32)
        for action in range(actions.count):
            verb, arguments = actions.decode(action)
            self.table[action, : len(arguments) + 1] = self.verbs.index(verb), *arguments

    @cached_property
    def _values(self) -> list[NDArray[np.float32]]:
        """For every head, which actions have which value: actions x values."""
        return [
            (self.table[:, head, None] == np.arange(size)).astype(np.float32) for head, size in enumerate(self.sizes)
        ]

    @cached_property
    def _index(self) -> dict[tuple[int, ...], int]:
        return {tuple(row): action for action, row in enumerate(self.table.tolist())}

    def mask(self, masks: ArrayLike, chosen: ArrayLike | None = None) -> NDArray[np.int8]:
        """Which values the next head may choose, in many games: games x values of that head.

        `masks` are those of the actions, games x actions. `chosen` has what the heads before chose, games x heads; none
        for the verb. A game whose verb has no further argument has an empty row.
        """
        allowed = np.atleast_2d(np.asarray(masks)) != 0
        before = np.zeros((len(allowed), 0), np.int32) if chosen is None else np.atleast_2d(np.asarray(chosen))
        for head in range(before.shape[1]):
            allowed = allowed & (self.table[None, :, head] == before[:, head, None])
        found: NDArray[np.int8] = (allowed.astype(np.float32) @ self._values[before.shape[1]] > 0).astype(np.int8)
        return found

    def actions(self, chosen: ArrayLike) -> NDArray[np.int32]:
        """The actions that heads have chosen, games x heads; after the last argument of a verb anything may stand.

        Raises IllegalMove for a combination that is no action.
        """
        found = []
        for row in np.atleast_2d(np.asarray(chosen)).tolist():
            verb = row[0] if row and 0 <= row[0] < len(self.verbs) else NONE
            needed = len(self.title.actions.verbs[self.verbs[verb]]) + 1 if verb != NONE else 0
            whole = (*row[:needed], *[NONE] * (len(self.sizes) - needed))
            if whole not in self._index:
                raise IllegalMove(
                    f"{row} is no action of {self.title.meta.title}: its heads have the sizes {self.sizes}"
                )
            found.append(self._index[whole])
        return np.array(found, np.int32)
