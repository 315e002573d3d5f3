"""The devices of a player: sessions end one by one, games of a browser are joined if asked, all is deleted."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tabletown.server.limits import Rate
from tabletown.server.play.accounts import accounts, codes, keys
from tabletown.server.play.people.sessions import token_hash
from tabletown.server.store.protocol import Player

from ..keepers import Keeper, player_of
from ..seating import TOKEN, seats
from ..visitors import FRAGMENT, Running, StartSite, Visitor, read_form, wait_until

# Sessions


def test_sessions_are_listed_and_ended(running: Running, ada: Keeper, other: Keeper) -> None:
    ada.http.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    other.http.headers["User-Agent"] = (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1"
    )
    third = Keeper(running)
    ada.keep()
    other.use_key(ada.device)
    third.use_key(ada.device)
    page = ada.http.get("/keep").text
    assert "Firefox on Linux" in page
    assert "Safari on iPhone" in page
    assert "127.0.0.1" not in page.partition('id="devices"')[2].partition("</section>")[0]  # addresses are not kept
    assert len(ada.sessions()) == 2
    for session in other.sessions():
        assert other.post("/keep/sessions/end", {"id": session}).status_code == 303
    assert [who.is_known() for who in (ada, other, third)] == [False, True, False]
    ada.use_key()
    assert other.post("/keep/sessions/end", {"others": "all"}).status_code == 303
    assert [who.is_known() for who in (ada, other)] == [False, True]
    assert other.post("/keep/sessions/end", {"id": "0" * 16}).status_code == 303  # ended already: as wanted


def test_nobody_ends_the_session_of_another(ada: Keeper, other: Keeper) -> None:
    ada.keep()
    other.keep("Bob")
    assert other.sessions() == []
    (hers,) = ada.site.accounts.sessions(Player(player_of(ada)), "")
    other.post("/keep/sessions/end", {"id": hers.id})
    assert ada.is_known()


def test_signing_out_ends_access_and_streams(start: StartSite) -> None:
    running = start(poll=0.05)
    ada, other = Keeper(running), Keeper(running)
    ada.sit_down(name="Ada")
    ada.keep()
    other.use_key(ada.device)
    other.table = ada.table
    form = other.form()
    with other.http.stream("GET", f"/tables/{ada.table}/events"):
        wait_until(lambda: running.site.hub.streams == 1)
        reader = token_hash(other.token)
        assert running.site.hub._holders([reader])[reader] is not None
        ada.post("/keep/sessions/end", {"others": "all"})
        wait_until(
            lambda: running.site.hub._players.get(reader, "?") is None
        )  # from now on it is told what strangers see
    assert other.move(form, form.moves[0]).status_code == 403
    assert ada.move(ada.form(), form.moves[0]).status_code == 303


def test_two_devices_of_one_person_act_at_once(ada: Keeper, other: Keeper) -> None:
    """Each accepted move is made once, and the other device gets the table as it is."""
    ada.sit_down(name="Ada")
    ada.keep()
    other.use_key(ada.device)
    other.table = ada.table
    for _ in range(4):
        forms = [ada.form(), other.form()]
        before = len(ada.log())
        plies = _moves_of(ada)
        with ThreadPoolExecutor(2) as pool:
            moves = (form.moves[n] for n, form in enumerate(forms))
            answers = list(pool.map(Keeper.move, (ada, other), forms, moves))
        assert sorted(answer.status_code for answer in answers) == [303, 409]
        assert _moves_of(ada) == plies + 1
        assert len(ada.log()) > before
        ada.wait_for_turn()


def _moves_of(visitor: Visitor) -> int:
    return sum(entry.event.kind == "move" and entry.event.seat == 0 for entry in visitor.log())


def test_signing_out_here_leaves_the_others(ada: Keeper, other: Keeper) -> None:
    ada.keep()
    other.use_key(ada.device)
    assert "Sign out here" in ada.http.get("/logout").text
    ada.post("/logout", {"where": "here"})
    assert [ada.is_known(), other.is_known()] == [False, True]
    ada.use_key()
    ada.post("/logout", {"where": "everywhere"})
    assert [ada.is_known(), other.is_known()] == [False, False]


# The games of a browser


def test_games_of_a_browser_come_along_if_asked(running: Running, ada: Keeper, other: Keeper) -> None:
    ada.sit_down(name="Ada")
    ada.keep()
    other.sit_down(name="Guest", players="3", bot="open")
    table, old = other.table, other.token
    assert other.use_key(ada.device).headers["location"] == "/keep/join"
    assert "Were these yours?" in other.http.get("/keep/join").text
    assert "seat" not in read_form(other.page()).fields  # not yet
    assert other.post("/keep/join", {"answer": "mine"}).status_code == 303
    assert read_form(other.page()).fields["seat"] == "0"
    assert f"/tables/{table}" in other.http.get("/you").text
    ada.table = table
    assert read_form(ada.page()).fields["seat"] == "0"
    assert len({row.owner for row in seats(other) if row.owner}) == 1
    planted = running.visitor()
    planted.http.cookies.set(TOKEN, old)
    assert "does not know you" in planted.http.get("/logout").text
    assert other.http.get("/keep/join").status_code == 303  # there is nothing left to ask


def test_games_of_somebody_else_come_back_when_one_signs_out(ada: Keeper, other: Keeper) -> None:
    """A shared computer: whoever played there before has lost nothing."""
    ada.keep()
    other.sit_down(name="Guest")
    other.use_key(ada.device)
    assert other.post("/keep/join", {"answer": "not mine"}).status_code == 303
    assert "seat" not in read_form(other.page()).fields
    other.post("/logout", {"where": "here"})
    assert read_form(other.page()).fields["seat"] == "0"
    assert not other.is_known()
    assert ada.is_known()


def test_games_are_not_joined_by_a_form_of_another_site(ada: Keeper, other: Keeper) -> None:
    ada.keep()
    other.sit_down(name="Guest")
    other.use_key(ada.device)
    foreign = other.post("/keep/join", {"answer": "mine"}, Origin="https://elsewhere.example")
    assert foreign.status_code == 403
    assert "Were these yours?" in other.http.get("/keep/join").text


# Limits, deletion, export


@pytest.mark.parametrize("way", ["ticket", "code", "key"])
def test_attempts_are_limited_by_address(start: StartSite, way: str) -> None:
    running = start(sign_in_rate=Rate(burst=3, seconds=60), players_per_address=1)
    thief = Keeper(running)
    thief.http.headers["X-Forwarded-For"] = "10.0.0.1"
    tries = {
        "ticket": lambda: thief.come_back(" ".join(codes.groups(codes.new_ticket()))),
        "code": lambda: thief.type_code(codes.new_code()),
        "key": lambda: thief.post("/keep/sign-in/key", {"credential": "{}"}),
    }
    answers = [tries[way]() for _ in range(4)]
    assert [answer.status_code for answer in answers] == [422, 422, 422, 429]
    assert answers[-1].headers["retry-after"] == "60"
    assert "Please try again in 60 seconds" in answers[-1].text
    honest = Keeper(running)
    honest.http.headers["X-Forwarded-For"] = "10.0.0.2"
    assert honest.come_back("AAAA").status_code == 422


def test_attempts_are_limited_by_account(start: StartSite) -> None:
    running = start(sign_in_rate=Rate(burst=2, seconds=60), players_per_address=100)
    ada = Keeper(running)
    ada.keep()
    for n, expected in enumerate((303, 303, 429)):
        browser = Keeper(running)
        browser.http.headers["X-Forwarded-For"] = f"10.0.0.{n}"
        assert browser.use_key(ada.device).status_code == expected


def test_an_account_is_deleted_with_the_name_typed(ada: Keeper, other: Keeper) -> None:
    ada.sit_down(name="Zanzibarina", players="2", bot="open")
    ticket = ada.keep("Zanzibarina")
    code = ada.show_code()
    other.use_key(ada.device)
    assert "Type" in ada.http.get("/you/delete").text
    wrong = ada.post("/you/delete", {"name": "Quetzalfred"})
    assert (wrong.status_code, "Nothing was deleted" in wrong.text) == (400, True)
    assert ada.post("/you/delete", {"name": "zanzibarina"}).headers["location"] == "/you/data"
    assert not other.is_known()
    assert keys.UNKNOWN in other.use_key(ada.device).text
    assert accounts.NO_TICKET in other.come_back(ticket).text
    assert accounts.NO_CODE in other.type_code(code).text
    store = ada.site.store
    with store.snapshot() as ask:  # type: ignore[attr-defined]
        for table in ("accounts", "keys", "tickets", "one_time_codes"):
            assert not [row for row in ask(f"SELECT * FROM {table}") if "Zanzibarina" in str(tuple(row))]


def test_what_is_joined_is_exported_and_deleted_with_the_rest(ada: Keeper, other: Keeper) -> None:
    ada.keep("Zanzibarina")
    other.sit_down(name="Quetzalfred", players="2", bot="open", public="everybody")
    other.post(f"/tables/{other.table}/chat", {"text": "I like xylophones", "key": "a-key-of-mine"})
    other.use_key(ada.device)
    other.post("/keep/join", {"answer": "mine"})
    data = ada.http.get("/you/data.json").json()
    assert data["account"]["joined_browsers"] == 1
    assert len(data["account"]["keys"]) == 1
    assert [table["seats"][0]["name"] for table in data["tables"]] == ["Quetzalfred"]
    assert data["tables"][0]["remarks"][0]["text"] == "I like xylophones"
    assert "Xylophone" not in ada.http.get("/you/data").text
    assert ada.post("/you/delete", {"name": "Zanzibarina"}).status_code == 303
    page = other.http.get(f"/tables/{other.table}").text
    assert "Quetzalfred" not in page
    assert "xylophones" not in page
    board = other.http.get(f"/tables/{other.table}/board", headers=FRAGMENT).text
    assert "A former player" in board


def test_forms_of_other_sites_do_nothing(ada: Keeper) -> None:
    ada.keep()
    for path in (
        "/keep/name", "/keep/key", "/keep/key/ask", "/keep/ticket", "/keep/ticket/kept", "/keep/keys/rename",
        "/keep/keys/remove", "/keep/sign-in/ask", "/keep/sign-in/key", "/keep/sign-in/ticket", "/keep/sign-in/code",
        "/keep/code", "/keep/prove/ask", "/keep/prove/key", "/keep/prove/ticket", "/keep/sessions/end", "/keep/join",
    ):  # fmt: skip
        assert ada.post(path, Origin="https://elsewhere.example").status_code == 403
        assert ada.http.get(path).status_code in (200, 303)  # a page, or the way back to one
