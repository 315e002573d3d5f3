"""A review in words and as plain data."""

from collections.abc import Sequence
from typing import Any

from tabletown.engine.english import many, sentence
from tabletown.engine.seat_marks import Names, in_words
from tabletown.engine.seats import SEAT_NAMES
from tabletown.study.review import Account, Choice, Line, Review

LEVEL = 0.005  # differences of chance below it are called even


def points(share: float) -> str:
    """A part of a chance in points: "+12", "-3", "0"."""
    rounded = round(100 * share)
    return f"{rounded:+d}" if rounded else "0"


def verdict(review: Review, names: Sequence[str] = ()) -> str:
    """One sentence on luck and skill: what brought the winners ahead."""
    people = list(names) or list(SEAT_NAMES)
    outcome = review.game.outcome()
    assert outcome is not None
    winner = outcome.winners[0]
    luck = review.accounts[winner].luck
    cost = [-account.own for account in review.accounts]
    others = [cost[seat] for seat in range(len(cost)) if seat != winner]
    better = sum(others) / len(others) - cost[winner]
    subject = people[winner]
    skilled = f"made fewer mistakes than the others ({points(better)} points of chance)"
    if better > LEVEL and luck > LEVEL:
        return f"{subject} {skilled} and had luck with cards and deals ({points(luck)})."
    if better > LEVEL and luck < -LEVEL:
        return f"{subject} {skilled}, in spite of the luck of others ({points(luck)})."
    if better > LEVEL:
        return f"{subject} {skilled}."
    if luck > LEVEL:
        return f"{subject} had luck with cards and deals ({points(luck)} points of chance)."
    return f"{subject} won a game that neither luck nor mistakes decided."


def cost_sentence(choice: Choice, names: Sequence[str] = ()) -> str:
    """What a choice cost, and what would have been better, in words."""
    known = Names(tuple(names) or SEAT_NAMES)
    subject = known.subject(choice.seat)
    played, best = (in_words(line.does, choice.seat, known) for line in (choice.played, choice.best))
    lost = many(round(100 * choice.cost), "point of chance", "points of chance")
    gained = f" It brings {in_words(choice.best.brings, choice.seat, known)}." if choice.best.brings else ""
    return f"{sentence(f'{subject} {played}')} That cost {lost}. Better: {sentence(best)}{gained}"


def as_data(review: Review, names: Sequence[str] = ()) -> dict[str, Any]:
    """The review as plain data: chances after every decision, all choices with their costs, and the accounts."""
    game = review.game
    people = list(names) or list(SEAT_NAMES[: game.players])
    return {
        "title": game.title.name,
        "rules": game.rules,
        "players": people,
        "verdict": verdict(review, people),
        "chances": [{"ply": ply, "chances": _rounded(chances)} for ply, chances in review.chances],
        "accounts": [
            {"seat": seat, "player": people[seat]} | _account(account) for seat, account in enumerate(review.accounts)
        ],
        "choices": [_choice(choice) for choice in review.choices],
    }


def _account(account: Account) -> dict[str, Any]:
    return {name: round(value, 6) if isinstance(value, float) else value for name, value in vars(account).items()}


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "ply": choice.decision.first,
        "seat": choice.seat,
        "cost": round(choice.cost, 6),
        "played": _line(choice.played),
        "best": _line(choice.best),
    }


def _line(line: Line) -> dict[str, Any]:
    return {"move": line.move, "actions": list(line.actions), "chances": _rounded(line.chances)}


def _rounded(chances: Any) -> list[float]:
    return [round(float(chance), 6) for chance in chances]
