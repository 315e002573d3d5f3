"""What a program is told does not depend on what its seat may not know."""

import json
import re
from typing import Any

import pytest

from ..visitors import Running
from .conftest import Join
from .programs import Program, fresh_key

SEED = 7


@pytest.fixture(autouse=True)
def _same_shuffle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.server.tables.secrets.randbelow", lambda _: SEED)


def company(join: Join) -> list[Program]:
    """Three programs at a table at which everybody keeps one of two cities, in secret."""
    people = [join(name) for name in ("Ada", "Bob", "Cyd")]
    people[0].set_table("me", "open", "open", title="paper_skylines")
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


def test_a_decision_in_secret_is_not_told(running: Running, join: Join) -> None:
    """Not what it is, nor that it was made, nor that it was changed."""
    told: dict[str, set[str]] = {"Ada": set(), "watching": set()}
    for choice in (None, 0, 1, "changed"):
        ada, bob, cyd = company(join)
        watching = join(None)
        watching.table = ada.table
        if choice is not None:
            seen = bob.look()
            made = bob.move(seen, seen["moves"][1 if choice == 1 else 0]["move"])
            assert made.status_code == 200
            if choice == "changed":
                back = bob.act("undo", version=made.json()["version"], key=fresh_key())
                assert bob.move(back.json(), seen["moves"][1]["move"]).status_code == 200
        told["Ada"].add(everything(ada))
        told["watching"].add(json.dumps(_shared(watching.look())))
        assert cyd.look()["version"] == ada.look()["version"]
    assert {who: len(versions) for who, versions in told.items()} == {"Ada": 1, "watching": 1}


def _shared(seen: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in seen.items() if name not in ("id", "url", "commitment")}


def test_those_who_decide_at_once_are_not_in_each_others_way(join: Join) -> None:
    ada, bob, cyd = company(join)
    seen = [program.look() for program in (ada, bob, cyd)]
    for program, looked in zip((cyd, ada, bob), (seen[2], seen[0], seen[1]), strict=True):
        assert program.move(looked).status_code == 200
    assert ada.look()["version"] > seen[0]["version"] + 1
    assert sum(len(program.look()["moves"]) > 0 for program in (ada, bob, cyd)) >= 1


def test_only_own_cards_are_in_a_position(join: Join) -> None:
    people = company(join)
    positions = [program.look()["position"] for program in people]
    assert len(set(positions)) == len(people)
    assert all("?" in position for position in positions)
