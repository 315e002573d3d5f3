"""A review in words and as plain data."""

from collections.abc import Sequence
from typing import Any

from tabletown.engine.english import many, sentence
from tabletown.engine.position import Position
from tabletown.engine.rounds import round_name, rounds_of
from tabletown.engine.seat_marks import COLOURS, Names, in_words
from tabletown.study.chart import rounds_from
from tabletown.study.review import Account, Choice, Line, Review

LEVEL = 0.005  # differences of chance below it are called even


def points(share: float) -> str:
    """A part of a chance in points: "+12", "-3", "0"."""
    rounded = round(100 * share)
    return f"{rounded:+d}" if rounded else "0"


def verdict(review: Review, names: Names = COLOURS) -> str:
    """One sentence on luck and skill: what brought the winners ahead."""
    outcome = review.game.outcome()
    assert outcome is not None
    winner = outcome.winners[0]
    account = review.accounts[winner]
    others = [(other.own, seat) for seat, other in enumerate(review.accounts) if seat != winner]
    better = account.own - sum(own for own, _ in others) / len(others)
    subject, luck = names.subject(winner), account.luck
    if better > LEVEL:
        won = f"made fewer mistakes than the others ({points(better)} points of chance)"
        bad_luck = f", in spite of the luck of others ({points(luck)})"
    elif luck <= LEVEL < account.others:
        most, giver = min(others)
        won = f"won by what others gave away, {names.inside(giver)} most ({points(most)} points of chance)"
        bad_luck = f", and with worse luck than they had ({points(luck)})"
    elif luck > LEVEL:
        return f"{subject} had luck with cards and deals ({points(luck)} points of chance)."
    else:
        return f"{subject} won a game that neither luck nor mistakes decided."
    if luck > LEVEL:
        return f"{subject} {won} and had luck with cards and deals ({points(luck)})."
    return f"{subject} {won}{bad_luck if luck < -LEVEL else ''}."


def cost_sentence(choice: Choice, names: Names = COLOURS) -> str:
    """What a choice cost, and what would have been better, in words."""
    lost = many(round(100 * choice.cost), "point of chance", "points of chance")
    gained = f" It brings {in_words(choice.best.brings, choice.seat, names)}." if choice.best.brings else ""
    return f"{played_sentence(choice, names)} That cost {lost}. Better: {better_sentence(choice, names)}{gained}"


def played_sentence(choice: Choice, names: Names = COLOURS) -> str:
    """What was played, in words."""
    played = in_words(choice.played.does, choice.seat, names)
    return sentence(f"{names.subject(choice.seat)} {played}")


def better_sentence(choice: Choice, names: Names = COLOURS) -> str:
    """What would have been best, as advice to its seat: "Build the Bakery."."""
    return sentence(in_words(choice.best.does, choice.seat, Names(names.names, choice.seat)))


def why(choice: Choice, names: Names = COLOURS) -> str:
    """Why the better move is better, in words: what both bring at once, and who gained most by the other one."""
    best, played = (in_words(line.brings, choice.seat, names) for line in (choice.best, choice.played))
    said = []
    if best and best == played:
        said.append(f"Both bring {best}; the difference comes later.")
    elif best:
        said.append(f"It brings {best}{f'; what was played brings {played}' if played else ''}.")
    elif played:
        said.append(f"What was played brings {played}, but the better move is worth more later.")
    gains = [
        (float(after - before), seat)
        for seat, (after, before) in enumerate(zip(choice.played.chances, choice.best.chances, strict=True))
        if seat != choice.seat
    ]
    most, gainer = max(gains)
    if len(gains) > 1 and most > LEVEL:
        verb = "gain" if gainer == names.you else "gains"
        said.append(f"{names.subject(gainer)} {verb} most by it: {points(most)} points of chance.")
    return " ".join(said)


def touched(view: Position, actions: Sequence[int]) -> tuple[str, ...]:
    """The ids of the pieces that a move of the seat whose view this is touches."""
    assert view.seat is not None
    found: list[str] = []
    for action in actions:
        found += view.title.words.touches(view, view.seat, action)
        view = view.after(view.seat, action)
    return tuple(dict.fromkeys(found))


def summary_of(review: Review, seat: int) -> str:
    """How a seat played and drew, compared with the others, in a few words."""
    own = [account.own for account in review.accounts]
    luck = [account.luck for account in review.accounts]
    words = []
    if max(own) - min(own) > LEVEL:
        words += ["chose best"] * (own[seat] == max(own)) + ["gave most away"] * (own[seat] == min(own))
    if max(luck) - min(luck) > LEVEL:
        words += ["drew best"] * (luck[seat] == max(luck)) + ["drew worst"] * (luck[seat] == min(luck))
    return sentence(", ".join(words)) if words else ""


def as_data(review: Review, names: Names = COLOURS) -> dict[str, Any]:
    """The review as plain data: chances after every decision, all choices with their costs, and the accounts.

    Turning points and the costliest choices of every seat are named by the ply before them, as the choices are.
    """
    game = review.game
    people = list(names.names[: game.players])
    headings = [round_name(heading) for heading in rounds_of(game)]
    rounds = rounds_from(headings, game.first_ply)
    return {
        "title": game.title.name,
        "rules": game.rules,
        "players": people,
        "verdict": verdict(review, names),
        "rounds": [{"name": part.name, "first": part.first, "last": part.last} for part in rounds],
        "chances": [{"ply": ply, "chances": _rounded(chances)} for ply, chances in review.chances],
        "accounts": [
            {"seat": seat, "player": people[seat], "summary": summary_of(review, seat)} | _account(account)
            for seat, account in enumerate(review.accounts)
        ],
        "turning_points": [choice.decision.first for choice in review.turning_points()],
        "costliest": [[choice.decision.first for choice in review.costliest(seat)] for seat in range(game.players)],
        "choices": [
            _choice(choice, headings[choice.decision.first - game.first_ply], names) for choice in review.choices
        ],
    }


def _account(account: Account) -> dict[str, Any]:
    return {name: round(value, 6) if isinstance(value, float) else value for name, value in vars(account).items()}


def _choice(choice: Choice, heading: str, names: Names) -> dict[str, Any]:
    return {
        "ply": choice.decision.first,
        "plies": list(choice.decision.plies),
        "seat": choice.seat,
        "round": heading,
        "cost": round(choice.cost, 6),
        "played": _line(choice.played, played_sentence(choice, names)),
        "best": _line(choice.best, better_sentence(choice, names)),
        "why": why(choice, names),
    }


def _line(line: Line, says: str) -> dict[str, Any]:
    return {"move": line.move, "says": says, "actions": list(line.actions), "chances": _rounded(line.chances)}


def _rounded(chances: Any) -> list[float]:
    return [round(float(chance), 6) for chance in chances]
