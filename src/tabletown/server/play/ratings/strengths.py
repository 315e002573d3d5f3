"""How a result moves what is believed of the players: the Plackett-Luce model of openskill, and a weight.

The weight keeps anybody from farming one friend, with all the bots of that friend, or one bot. It is

    1 / (1 + n / 5)

where n is how many rated games of this title the player has had with each of the others at the table in the thirty
days before, on average. A player and the bots that are theirs are one of the others, whichever of them played. The
first game with new opponents counts in full, the sixth in a row with the same one half.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from openskill.models import PlackettLuce

from tabletown.server.play.ratings.results import Result
from tabletown.server.store.rating_protocol import CountedGame, CountedSeat, Strength

MEMORY_S = 30 * 86_400.0
"""For so long a game with the same opponents lowers the weight of the next one."""

HALF = 5.0
"""After so many games with the same opponents a game counts half."""

_MODEL = PlackettLuce()
NEWCOMER = Strength(_MODEL.mu, _MODEL.sigma, 0)
"""What is believed of somebody who has not played."""


@dataclass(slots=True)
class Standings:
    """Where everybody stands at some point, and the games of the last thirty days before it, oldest first.

    Of a game it is known who played, and which person each of them is (`SeatResult.person`).
    """

    strengths: dict[str, Strength] = field(default_factory=dict)
    recent: deque[tuple[float, Mapping[str, str]]] = field(default_factory=deque)

    @staticmethod
    def at(strengths: Mapping[str, Strength], meetings: Iterable[tuple[float, Mapping[str, str]]]) -> "Standings":
        """The standings with these strengths after these games."""
        return Standings(dict(strengths), deque(meetings))

    def strength(self, entity: str) -> Strength:
        """How strong somebody is."""
        return self.strengths.get(entity, NEWCOMER)

    def count(self, result: Result) -> CountedGame:
        """Count a game, which ended later than those before."""
        if result.why:
            return CountedGame(result.game, result.why, ())
        while self.recent and self.recent[0][0] <= result.game.ended - MEMORY_S:
            self.recent.popleft()
        seated = [seat.entity for seat in result.seats]
        before = {entity: self.strength(entity) for entity in seated}
        persons = {seat.entity: seat.person for seat in result.seats}
        weights = {entity: self._weight(entity, persons) for entity in before}
        moved = _moved([before[entity] for entity in seated], [seat.place for seat in result.seats])
        for entity, strength in before.items():
            # a bot may hold several seats: then they count together
            own = [moved[seat] for seat, who in enumerate(seated) if who == entity]
            mu, sigma = (sum(values) / len(own) for values in zip(*own, strict=True))
            weight = weights[entity]
            self.strengths[entity] = Strength(
                strength.mu + weight * (mu - strength.mu),
                strength.sigma + weight * (sigma - strength.sigma),
                strength.games + 1,
            )
        self.recent.append((result.game.ended, persons))
        return CountedGame(
            result.game,
            "",
            tuple(
                CountedSeat(
                    number, seat.entity, seat.place, seat.away, weights[seat.entity],
                    before[seat.entity], self.strengths[seat.entity],
                )
                for number, seat in enumerate(result.seats)
            ),
        )  # fmt: skip

    def _weight(self, entity: str, persons: Mapping[str, str]) -> float:
        """The weight of a game for one of those at the table.

        Only their own games count as meetings: what the owner of a bot has played says nothing about the bot.
        """
        others = set(persons.values()) - {persons[entity]}
        if not others:
            return 0.0  # a bot among itself
        met = sum(len(others.intersection(game.values())) for _, game in self.recent if entity in game)
        return 1 / (1 + met / len(others) / HALF)


def _moved(strengths: Sequence[Strength], places: Sequence[int]) -> list[tuple[float, float]]:
    """What the result alone says of everybody: mean and deviation."""
    teams = [[_MODEL.create_rating([one.mu, one.sigma])] for one in strengths]
    return [(team[0].mu, team[0].sigma) for team in _MODEL.rate(teams, ranks=list(map(float, places)))]
