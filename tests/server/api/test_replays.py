"""The past over JSON: replays ply by ply, records from elsewhere, the check of a shuffle."""

import pytest

import tabletown as tt
from tabletown.server.limits import Rate

from ..visitors import OFTEN, StartSite, wait_until
from .conftest import Join
from .programs import Program


@pytest.fixture
def finished(ada: Program) -> Program:
    """Somebody whose game is over."""
    ada.set_table("me", "uniform")
    ada.act("away", seat=0, bot="uniform")
    wait_until(lambda: ada.look()["outcome"] is not None)
    return ada


def test_every_ply_can_be_looked_at(finished: Program, stranger: Program) -> None:
    path = f"/tables/{finished.table}"
    game = tt.loads(stranger.get(f"{path}/record").text)
    last = stranger.get(f"{path}/replay", ply=999_999, seat="open").json()
    assert (last["ply"], last["last"], last["over"]) == (game.ply, game.ply, True)
    assert tt.loads(last["position"]).digest() == game.digest()
    assert last["scores"] == list(game.scores())
    assert last["seats"] == ["open", "0", "1", "spectator"]
    first = stranger.get(f"{path}/replay", seat="1").json()
    assert (first["ply"], first["said"]) == (0, [])
    begin = tt.new("uptown", players=2, seed=game.seed)
    assert first["position"] == tt.position_text(begin.view(1))
    second = stranger.get(f"{path}/replay", ply=2, seat="open").json()
    assert second["said"]


def test_the_past_of_a_running_game_is_ones_own(ada: Program, stranger: Program) -> None:
    seen = ada.set_table("me", "uniform")
    ada.move(seen)
    path = f"/tables/{ada.table}/replay"
    assert ada.get(path).json()["seats"] == ["0", "spectator"]
    assert ada.get(path, seat="0").status_code == 200
    assert [ada.get(path, seat=seat).status_code for seat in ("1", "open")] == [403, 403]
    assert stranger.get(path, seat="0").status_code == 403
    assert stranger.get(path, ply="x").status_code == 400
    assert stranger.get(path, seat="4").status_code == 422
    assert stranger.get("/tables/nowhere/replay").status_code == 404


def test_a_record_is_brought_once(finished: Program, stranger: Program) -> None:
    record = finished.get(f"/tables/{finished.table}/record").text
    answers = [finished.post("/records", {"record": record}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    brought = answers[0].json()
    assert brought == answers[1].json()
    assert stranger.get(f"/tables/{brought['id']}/record").text == record
    assert stranger.get(f"/tables/{brought['id']}/replay", ply=3, seat="open").status_code == 200
    bad = finished.post("/records", {"record": record.replace("\n", "\nnonsense\n", 1)})
    assert bad.status_code == 422
    assert finished.post("/records", {"record": "x" * 1_000_001}).status_code == 400
    assert finished.post("/records", {"record": "x" * 1_100_000}).status_code == 413
    assert stranger.post("/records", {"record": record}).status_code == 401


def test_records_are_limited(start: StartSite, join: Join) -> None:
    ada = join("Ada", start(player_rate=OFTEN, import_rate=Rate(burst=2, seconds=60)))
    assert [ada.post("/records", {"record": "no"}).status_code for _ in range(3)] == [422, 422, 429]


def test_the_shuffle_is_checked(finished: Program, stranger: Program) -> None:
    check = stranger.get(f"/tables/{finished.table}/check").json()
    assert check["passed"] is True
    assert all(finding["holds"] for finding in check["findings"])
    finished.set_table("me", "uniform")
    assert stranger.get(f"/tables/{finished.table}/check").status_code == 404
