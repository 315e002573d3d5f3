"""Programs list where a player is signed in, and sign out."""

from ..keepers import Keeper
from ..visitors import Running
from .conftest import Join
from .programs import Program


def program_of(running: Running, keeper: Keeper) -> Program:
    """A program that holds the token of a browser."""
    program = Program(running, None)
    program.token = keeper.token
    return program


def test_sessions_are_listed_and_ended(running: Running) -> None:
    ada, other = Keeper(running), Keeper(running)
    ada.keep()
    other.use_key(ada.device)
    program = program_of(running, ada)
    me = program.get("/players/me").json()
    assert me == {"id": me["id"], "name": "Ada", "play_forced": True, "kept": True}
    mine, theirs = program.get("/players/me/sessions").json()["sessions"]
    assert (mine["is_this"], theirs["is_this"]) == (True, False)
    assert program.delete(f"/players/me/sessions/{theirs['id']}").status_code == 204
    assert program.delete(f"/players/me/sessions/{theirs['id']}").status_code == 404
    assert not other.is_known()
    other.use_key(ada.device)
    assert program.delete("/players/me/sessions").status_code == 204
    assert [ada.is_known(), other.is_known()] == [True, False]
    assert program.delete(f"/players/me/sessions/{mine['id']}").status_code == 204
    assert program.get("/players/me").status_code == 401
    program.http.close()


def test_nobody_sees_or_ends_the_sessions_of_others(running: Running, join: Join) -> None:
    ada, bob = join("Ada", running), join("Bob", running)
    (hers,) = ada.get("/players/me/sessions").json()["sessions"]
    assert bob.delete(f"/players/me/sessions/{hers['id']}").status_code == 404
    assert ada.get("/players/me").json()["kept"] is False


def test_an_account_is_not_deleted_without_a_fresh_proof(running: Running) -> None:
    ada, other = Keeper(running), Keeper(running)
    ada.keep()
    other.type_code(ada.show_code())
    program = program_of(running, other)
    answer = program.delete("/players/me")
    assert (answer.status_code, "/you/delete" in answer.json()["message"]) == (403, True)
    program.token = ada.token
    data = program.get("/players/me/data").json()
    assert len(data["account"]["keys"]) == 1
    assert data["account"]["tickets"][0]["ended"] is None
    assert program.delete("/players/me").status_code == 204
    program.http.close()
