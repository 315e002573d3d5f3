"""Friendship: whether two players are friends, for what only friends may see. `Peace.are_friends` answers it."""

from collections.abc import Callable

AreFriends = Callable[[str, str], bool]
"""Whether two players, by their ids, are friends."""
