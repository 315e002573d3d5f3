"""Usual mistakes: what a player's costly decisions have in common, over all games that were reviewed.

A mistake is about what the better move was about: its theme, in the title's words.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tabletown.engine.seat_marks import Names
from tabletown.engine.seats import SEAT_NAMES
from tabletown.study.puzzles import theme_of
from tabletown.study.report import better_sentence, played_sentence
from tabletown.study.review import COSTLY, Choice, Review

EXAMPLES = 3  # so many are shown of each kind


@dataclass(frozen=True)
class Mistake:
    """A decision that cost more than three points of chance."""

    game: str  # a name that the caller gave
    title: str
    theme: str  # of the better move
    seat: int
    ply: int  # before it
    cost: float  # of chance
    played: str  # a sentence; other players are called by their colours
    better: str


@dataclass(frozen=True)
class UsualMistake:
    """The mistakes of a player in one title that are about the same."""

    title: str
    theme: str
    mistakes: tuple[Mistake, ...]  # the costliest first

    @property
    def times(self) -> int:
        """How many there are."""
        return len(self.mistakes)

    @property
    def games(self) -> int:
        """In how many games."""
        return len({mistake.game for mistake in self.mistakes})

    @property
    def cost(self) -> float:
        """What they cost together."""
        return sum(mistake.cost for mistake in self.mistakes)

    @property
    def average(self) -> float:
        """What one of them costs."""
        return self.cost / self.times

    @property
    def examples(self) -> tuple[Mistake, ...]:
        """The costliest ones."""
        return self.mistakes[:EXAMPLES]


def mistakes_in(review: Review, game: str, is_own: Callable[[Choice], bool]) -> tuple[Mistake, ...]:
    """The mistakes in a game, in its order, among the choices that `is_own` says are the player's."""
    costly = (choice for choice in review.choices if choice.cost > COSTLY and is_own(choice))
    return tuple(_mistake(review, game, choice) for choice in costly)


def usual_mistakes(mistakes: Iterable[Mistake]) -> list[UsualMistake]:
    """Mistakes by title and theme: what cost most in all comes first."""
    found: dict[tuple[str, str], list[Mistake]] = {}
    for mistake in mistakes:
        found.setdefault((mistake.title, mistake.theme), []).append(mistake)
    usual = [UsualMistake(*about, tuple(sorted(each, key=lambda one: -one.cost))) for about, each in found.items()]
    return sorted(usual, key=lambda one: (-one.cost, one.title, one.theme))


def _mistake(review: Review, game: str, choice: Choice) -> Mistake:
    decision, names = choice.decision, Names(tuple(SEAT_NAMES[: review.game.players]), choice.seat)
    view = review.game.at(decision.first).view(choice.seat)
    return Mistake(
        game=game,
        title=review.game.title.name,
        theme=theme_of(view, choice.best.actions),
        seat=choice.seat,
        ply=decision.first,
        cost=choice.cost,
        played=played_sentence(choice, names),
        better=better_sentence(choice, names),
    )
