"""Matching: whether people can be put into pairs, each two of whom may meet (Edmonds' algorithm, by blossoms)."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet


def all_can_be_paired(players: Sequence[int], may_meet: Mapping[int, AbstractSet[int]]) -> bool:
    """Whether there are pairs for all of these players, such that both of every pair may meet.

    >>> all_can_be_paired([1, 2, 3, 4], {1: {2, 3}, 2: {1}, 3: {1}, 4: {1}})
    False
    >>> all_can_be_paired([1, 2, 3, 4], {1: {2, 3}, 2: {1}, 3: {1, 4}, 4: {3}})
    True
    """
    if len(players) % 2:
        return False
    matching = _Matching(players, may_meet)
    return all(player in matching.partner or matching.augment(player) for player in players)


class _Matching:
    """A matching that grows by paths on which every other edge is in it."""

    def __init__(self, players: Sequence[int], may_meet: Mapping[int, AbstractSet[int]]) -> None:
        here = set(players)
        self._players = players
        self._near = {player: sorted(may_meet[player] & here) for player in players}
        self.partner: dict[int, int] = {}

    def augment(self, root: int) -> bool:
        """Find a partner for a player without one, by changing the partners of others; False if that cannot be."""
        parent: dict[int, int] = {}
        base = {player: player for player in self._players}
        even, queue = {root}, [root]
        for player in queue:  # which grows
            for other in self._near[player]:
                if base[player] == base[other] or self.partner.get(player) == other:
                    continue
                if other == root or self.partner.get(other) in parent:
                    self._shrink(player, other, parent, base, even, queue)
                elif other not in parent:
                    parent[other] = player
                    if other not in self.partner:
                        self._turn(other, parent)
                        return True
                    even.add(self.partner[other])
                    queue.append(self.partner[other])
        return False

    def _turn(self, end: int, parent: Mapping[int, int]) -> None:
        """Swap which edges of the path to `end` are in the matching."""
        last: int | None = end
        while last is not None:
            before = parent[last]
            following = self.partner.get(before)
            self.partner[last], self.partner[before] = before, last
            last = following

    def _shrink(
        self,
        one: int,
        other: int,
        parent: dict[int, int],
        base: dict[int, int],
        even: set[int],
        queue: list[int],
    ) -> None:
        """Treat an odd circle (a blossom) as one player: each of its players can be reached by an even path."""
        stem = self._meeting_point(one, other, parent, base)
        blossom: set[int] = set()
        for start, beyond in ((one, other), (other, one)):
            player, child = start, beyond
            while base[player] != stem:
                mate = self.partner[player]
                blossom |= {base[player], base[mate]}
                parent[player] = child
                child = mate
                player = parent[mate]
        for player in self._players:
            if base[player] in blossom:
                base[player] = stem
                if player not in even:
                    even.add(player)
                    queue.append(player)

    def _meeting_point(self, one: int, other: int, parent: Mapping[int, int], base: Mapping[int, int]) -> int:
        """Where the paths of two players to the root come together."""
        seen, player = set(), base[one]
        while True:
            seen.add(player)
            if player not in self.partner:
                break
            player = base[parent[self.partner[player]]]
        player = base[other]
        while player not in seen:
            player = base[parent[self.partner[player]]]
        return player
