"""A review as text that can be kept, and read again together with its game.

Seats are numbers and marks in it, never names: whoever is deleted leaves no trace here.
"""

import json
from dataclasses import asdict
from typing import Any

import numpy as np

from tabletown.engine.game import Game
from tabletown.study.decisions import Decision
from tabletown.study.errors import StudyError
from tabletown.study.review import Account, Choice, Line, Review, reviewer_of

VERSION = 2  # of the way in which games are judged


def review_key(game: Game) -> str:
    """What a review of a game depends on besides the game: the way of judging, and the mind. Raises StudyError."""
    return f"{VERSION}-{reviewer_of(game).digest}"


def write_review(review: Review) -> str:
    """The review as text."""
    return json.dumps(
        {
            "chances": [[ply, chances.tolist()] for ply, chances in review.chances],
            "choices": [_choice(choice) for choice in review.choices],
            "accounts": [asdict(account) for account in review.accounts],
        }
    )


def read_review(game: Game, text: str) -> Review:
    """Read the review of a game; raises StudyError if the text is not one."""
    try:
        data = json.loads(text)
        chances = [(int(ply), np.array(found, float)) for ply, found in data["chances"]]
        choices = [_read_choice(choice) for choice in data["choices"]]
        return Review(game, chances, choices, [Account(**account) for account in data["accounts"]])
    except (ValueError, KeyError, TypeError):
        raise StudyError("this is no review that was kept: it cannot be read") from None


def read_accounts(text: str) -> list[Account]:
    """The accounts of the seats alone, which can be read without the game. Raises StudyError like `read_review`."""
    try:
        return [Account(**account) for account in json.loads(text)["accounts"]]
    except (ValueError, KeyError, TypeError):
        raise StudyError("this is no review that was kept: it cannot be read") from None


def _choice(choice: Choice) -> dict[str, Any]:
    lines = {name: _line(line) for name, line in (("played", choice.played), ("best", choice.best))}
    return {"decision": asdict(choice.decision)} | lines


def _line(line: Line) -> dict[str, Any]:
    return vars(line) | {"chances": line.chances.tolist()}


def _read_choice(data: dict[str, Any]) -> Choice:
    kept = data["decision"]
    decision = Decision(**(kept | {name: tuple(kept[name]) for name in ("plies", "actions")}))
    return Choice(decision, _read_line(data["played"]), _read_line(data["best"]))


def _read_line(data: dict[str, Any]) -> Line:
    return Line(**(data | {"actions": tuple(data["actions"]), "chances": np.array(data["chances"], float)}))
