"""Refusals in the pouch say what is wrong, not what is asked."""

from typing import Any

import pytest

from tabletown.engine.errors import IllegalMove

from .helpers import do, table

SEAT = {"deeds": ["a1", "a2", "b5", "g8"], "permits": ["lobby", "lobby", "dump", "air-base", "extension", "inquiry"]}


def refusal(before: str, move: str, **seat: Any) -> str:
    """Why a move in the pouch is refused, after some other moves."""
    game = table(SEAT | seat, {}, phase="pouch", year=2)
    if before:
        do(game, ", ".join(f"orange: {part.strip()}" for part in before.split(",")))
    with pytest.raises(IllegalMove) as refused:
        game.push(move, 0)
    return str(refused.value)


@pytest.mark.rules("MK-41", "MK-42")
@pytest.mark.parametrize(
    ("before", "move", "says"),
    [
        ("", "start redevelop", "you hold no Redevelop (MK-42)"),
        ("start dump, add a1, close", "start dump", "you hold no other Dump (MK-42)"),
        ("start dump", "start lobby", "an item of the pouch is still open: close it first (MK-42)"),
        ("start dump", "seal", "an item of the pouch is still open: close it first (MK-46)"),
        ("start dump", "close", "this item has no deed yet: add one first (MK-42)"),
        ("", "close", "no item of the pouch is open (MK-42)"),
        ("", "add a1", "no item is open: begin one with a permit, then add A1 (MK-42)"),
        ("start dump", "add c3", "you do not hold the deed of C3 (MK-42)"),
        ("start dump, add a1, close, start lobby", "add a1", "the deed of A1 is in the pouch already (MK-41)"),
        ("start dump, add a1", "add g8", "G8 does not adjoin the other plots of this building (MK-42)"),
        ("start dump, add a1, close, start lobby, add b5, close", "start inquiry", "a pouch holds at most 2 new"),
        ("", "extend a1", "no building of yours stands on A1 (MK-44)"),
    ],
)
def test_what_is_wrong(before: str, move: str, says: str) -> None:
    assert refusal(before, move).startswith(says)


@pytest.mark.rules("MK-42", "MK-44", "MK-45")
def test_limits_of_a_building() -> None:
    deeds = ["a1", "a2", "a3", "a4"]
    assert refusal("start dump, add a1, add a2, add a3", "add a4", deeds=deeds).startswith("a Dump has at most 3 plots")
    commons = {"deeds": ["a1", "a2"], "buildings": ["commons b1", "estate g1"], "permits": ["extension"]}
    assert refusal("", "extend b1", **commons).startswith("a Commons has at most 1 plot,")
    assert refusal("", "extend g1", **commons) == "no deed of yours adjoins the building on G1 (MK-44)"
    assert refusal("", "start sewage", deeds=["b8"], permits=["sewage"]).startswith(
        "no deed of yours lies beside a river"
    )
    assert refusal("start lobby, add a1, close", "start inquiry", deeds=["a1"]) == (
        "you have no deed left to build on (MK-42)"
    )
    scattered = refusal("start air-base, add a1", "add g8")
    assert scattered.startswith("with G8, a requisition of your pouch would have no plot")
