"""What a program is told does not depend on what its seat may not know."""

import json
import re

import pytest

from ..stage import advance, first_secret
from .conftest import Join
from .programs import Program, fresh_key

SEED = 7


@pytest.fixture(autouse=True)
def _same_shuffle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.server.play.tables.secrets.randbelow", lambda _: SEED)


def company(join: Join, title: str) -> list[Program]:
    """Three programs at a table."""
    people = [join(name) for name in ("Ada", "Bob", "Cyd")]
    people[0].set_table("me", "open", "open", title=title)
    for seat, guest in enumerate(people[1:], 1):
        guest.table = people[0].table
        assert guest.act("seats", seat=seat).status_code == 200
    return people


def everything(program: Program) -> str:
    """All that a program is told of its table, without what no two tables share."""
    answers = [
        program.get(f"/tables/{program.table}"),
        program.get(f"/tables/{program.table}/events", seconds=1),
        program.get("/players/me/tables"),
        program.get(f"/tables/{program.table}/record"),
        program.act("moves", move="nonsense", version=0, key=fresh_key()),
        program.act("undo", version=3, key=fresh_key()),
    ]
    told = json.dumps([(answer.status_code, answer.text) for answer in answers])
    return re.sub(r"\b[0-9a-f]{64}\b", "COMMITMENT", told.replace(program.table, "TABLE"))


def test_what_is_decided_in_secret_is_not_told(join: Join) -> None:
    """Everybody keeps one of two cities: others see that somebody has chosen, and no more."""
    told = set()
    for choice in (0, 1):
        ada, bob, _ = company(join, "paper_skylines")
        seen = bob.look()
        assert bob.move(seen, seen["moves"][choice]["move"]).status_code == 200
        told.add(everything(ada))
    assert len(told) == 1


def test_a_sealed_decision_leaves_no_trace(join: Join) -> None:
    """Not what it is, nor that it was made, nor that it was changed: neither at the table nor for those who watch."""
    told = set()
    for choice in ("none", "first", "last", "changed"):
        ada, bob, _ = company(join, "milton_keynes")
        advance(ada.site, ada.table, first_secret)
        watching = join(None)
        watching.table = ada.table
        bid(bob, choice)
        told.add((everything(ada), everything(watching)))
    assert len(told) == 1


def bid(program: Program, choice: str) -> None:
    """Decide in secret: not at all, one way or another, or first one and then the other."""
    if choice == "none":
        return
    seen = program.look()
    made = program.move(seen, seen["moves"][-1 if choice == "last" else 0]["move"])
    assert made.status_code == 200
    if choice == "changed":
        back = program.act("undo", version=made.json()["version"], key=fresh_key()).json()
        assert program.move(back, seen["moves"][-1]["move"]).status_code == 200


def test_those_who_decide_at_once_are_not_in_each_others_way(join: Join) -> None:
    ada, bob, cyd = company(join, "paper_skylines")
    seen = [program.look() for program in (ada, bob, cyd)]
    for program, looked in zip((cyd, ada, bob), (seen[2], seen[0], seen[1]), strict=True):
        assert program.move(looked).status_code == 200
    assert ada.look()["version"] > seen[0]["version"] + 1
    assert sum(len(program.look()["moves"]) > 0 for program in (ada, bob, cyd)) >= 1


def test_only_own_cards_are_in_a_position(join: Join) -> None:
    people = company(join, "paper_skylines")
    positions = [program.look()["position"] for program in people]
    assert len(set(positions)) == len(people)
    assert all("?" in position for position in positions)
