"""Keys, tickets and codes: what is stolen, used twice, too late or typed wrong is refused in a sentence."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from tabletown.server.play.accounts import accounts, codes, keys

from ..authenticator import Authenticator
from ..keepers import Keeper, player_of, ticket_on
from ..seating import TOKEN
from ..visitors import Running, Visitor, read_form

# A key


def test_games_are_kept_with_a_key_and_found_in_another_browser(ada: Keeper, other: Keeper) -> None:
    ada.sit_down(name="Ada")
    ada.keep()
    assert other.use_key(ada.device).headers["location"] == "/you"
    other.table = ada.table
    assert f"/tables/{ada.table}" in other.http.get("/you").text
    assert read_form(other.page()).fields["seat"] == "0"


def test_without_an_account_nothing_changes(visitor: Visitor) -> None:
    visitor.sit_down(name="Ada")
    token = visitor.http.cookies[TOKEN]
    page = visitor.http.get("/keep").text
    assert "You play without an account, and that stays so." in page
    assert visitor.http.cookies[TOKEN] == token
    assert set(visitor.http.cookies) == {TOKEN}
    assert visitor.post("/you/delete").status_code == 303  # nobody has to type a name who has no account


def test_the_token_changes_with_every_right(ada: Keeper) -> None:
    """With the name there is a player, then come a key, a ticket and a proof. Old tokens are worth nothing."""
    ada.post("/keep/name", {"name": "Ada"})
    tokens = [ada.token]
    for do in (ada.make_key, ada.make_ticket, lambda: ada.use_key(way="prove"), ada.use_key):
        do()
        tokens.append(ada.token)
    assert len(set(tokens)) == 5
    ada.http.cookies.clear()
    for token in tokens:
        ada.http.headers["Cookie"] = f"{TOKEN}={token}"
        assert ada.is_known() == (token == tokens[-1])


def test_whoever_planted_a_token_is_out_when_the_account_is_made(running: Running, ada: Keeper) -> None:
    planter = running.visitor()
    key = re.search(r'name="key" value="(\w+)"', planter.http.get("/games/uptown").text)
    assert key is not None
    form = {"title": "uptown", "players": "2", "bot": "open", "key": key.group(1)}
    for visitor in (planter, ada):
        assert visitor.post("/tables", form).status_code == 303
    assert planter.http.cookies[TOKEN] != ada.token
    ada.keep()
    assert "does not know you" in planter.http.get("/logout").text


def test_an_answer_is_good_once(ada: Keeper, other: Keeper) -> None:
    ada.keep()
    answer = ada.device.answer(other.ask("/keep/sign-in/ask"))
    asked = dict(other.http.cookies)
    assert other.post("/keep/sign-in/key", {"credential": answer}).status_code == 303
    other.http.cookies.clear()
    for name, value in asked.items():
        other.http.cookies.set(name, value)
    again = other.post("/keep/sign-in/key", {"credential": answer})
    assert (again.status_code, keys.TOO_LATE in again.text) == (422, True)
    assert not other.is_known()


def test_a_stolen_answer_is_worth_nothing_in_another_browser(ada: Keeper, other: Keeper) -> None:
    ada.keep()
    ada.post("/logout", {"where": "here"})
    answer = ada.device.answer(ada.ask("/keep/sign-in/ask"))
    stolen = other.post("/keep/sign-in/key", {"credential": answer})
    assert (stolen.status_code, keys.TOO_LATE in stolen.text) == (422, True)
    assert ada.post("/keep/sign-in/key", {"credential": answer}).status_code == 303  # it was not used up by the thief


def test_an_answer_to_prove_does_not_sign_in(ada: Keeper) -> None:
    ada.keep()
    answer = ada.device.answer(ada.ask("/keep/prove/ask"))
    assert keys.TOO_LATE in ada.post("/keep/sign-in/key", {"credential": answer}).text


def test_an_answer_that_comes_too_late_is_refused(ada: Keeper, other: Keeper, clock: list[float]) -> None:
    ada.keep()
    answer = ada.device.answer(other.ask("/keep/sign-in/ask"))
    clock[0] = keys.CHALLENGE_S + 1
    assert keys.TOO_LATE in other.post("/keep/sign-in/key", {"credential": answer}).text


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"origin": "http://evil.example"}, keys.WRONG_PLACE),
        ({"party": "evil.example"}, keys.WRONG_PLACE),
        ({"count": 0, "step": 0}, keys.COUNTED_BACK),
        ({"_key": Authenticator("")._key}, keys.INVALID),
        ({"key_id": b"of nobody at all here"}, keys.UNKNOWN),
    ],
)
def test_a_key_that_is_not_right_is_refused(
    ada: Keeper, other: Keeper, change: dict[str, object], sentence: str
) -> None:
    ada.device.count = 5
    ada.keep()
    for name, value in change.items():
        setattr(ada.device, name, value)
    answer = other.use_key(ada.device)
    assert (answer.status_code, sentence in answer.text) == (422, True)
    assert not other.is_known()


@pytest.mark.parametrize(
    "answer", ["", "{}", "[]", "null", "\0", "[" * 9000, '{"id": 1, "response": {"clientDataJSON": 7}}']
)
@pytest.mark.parametrize("form", ["/keep/sign-in/key", "/keep/key", "/keep/prove/key"])
def test_answers_that_are_none_are_refused(ada: Keeper, form: str, answer: str) -> None:
    ada.post("/keep/name", {"name": "Ada"})
    refused = ada.post(form, {"credential": answer})
    assert (refused.status_code, keys.INVALID in refused.text) == (422, True)


def test_a_key_is_made_for_this_site_only(ada: Keeper) -> None:
    ada.post("/keep/name", {"name": "Ada"})
    refused = ada.make_key(Authenticator("https://evil.example"))
    assert (refused.status_code, keys.WRONG_PLACE in refused.text) == (422, True)
    assert "Add a key" not in ada.http.get("/keep").text


def test_two_answers_at_once_are_two_sessions_or_a_sentence(running: Running, ada: Keeper) -> None:
    """One key in several browsers in the same moment: each is signed in, or told to try again."""
    ada.keep()
    browsers = [Keeper(running) for _ in range(4)]
    answers = [ada.device.answer(browser.ask("/keep/sign-in/ask")) for browser in browsers]

    def sign_in(n: int) -> int:
        return browsers[n].post("/keep/sign-in/key", {"credential": answers[n]}).status_code

    with ThreadPoolExecutor(4) as pool:
        codes_ = list(pool.map(sign_in, range(4)))
    assert set(codes_) <= {303, 422}
    assert 303 in codes_
    assert [browser.is_known() for browser in browsers] == [code == 303 for code in codes_]


def test_keys_are_renamed_and_removed(ada: Keeper, other: Keeper) -> None:
    ada.keep()
    second = Authenticator(ada.origin)
    assert ada.make_key(second).status_code == 303
    page = ada.http.get("/keep").text
    (first, _) = re.findall(r'action="/keep/keys/rename"><input type="hidden" name="id" value="([^"]+)"', page)
    assert ada.post("/keep/keys/rename", {"id": first, "name": " My <b>laptop</b>\u202e "}).status_code == 303
    assert "My &lt;b&gt;laptop&lt;/b&gt;" in ada.http.get("/keep").text
    assert ada.post("/keep/keys/remove", {"id": first}).status_code == 303
    assert keys.UNKNOWN in other.use_key(ada.device).text
    assert other.use_key(second).status_code == 303


def test_the_only_way_back_is_not_removed(ada: Keeper) -> None:
    ada.post("/keep/name", {"name": "Ada"})
    ada.make_key()
    (key,) = ada.site.store.keys_held_by(player_of(ada))
    refused = ada.post("/keep/keys/remove", {"id": key.id})
    assert (refused.status_code, "only way back" in refused.text) == (422, True)


# A fresh proof


@pytest.mark.parametrize("way", ["key", "ticket"])
def test_ways_in_are_changed_after_a_fresh_proof_only(ada: Keeper, clock: list[float], way: str) -> None:
    ticket = ada.keep()
    (key,) = ada.site.store.keys_held_by(player_of(ada))
    clock[0] = accounts.PROOF_S + 1

    def refused() -> list[int]:
        removal = ada.post("/keep/keys/remove", {"id": key.id})
        return [ada.post(path).status_code for path in ("/keep/key/ask", "/keep/ticket")] + [
            removal.status_code,
            ada.post("/you/delete", {"name": "Ada"}).status_code,
        ]

    assert refused() == [403] * 4
    assert accounts.PROVE_FIRST in ada.post("/keep/ticket").text
    proved = ada.use_key(way="prove") if way == "key" else ada.come_back(ticket, "prove")
    assert proved.status_code == (303 if way == "key" else 200)
    assert ada.make_key(Authenticator(ada.origin)).status_code == 303
    clock[0] *= 2
    assert refused() == [403] * 4


def test_a_code_is_no_proof(ada: Keeper, other: Keeper) -> None:
    ada.keep()
    other.type_code(ada.show_code())
    assert other.is_known()
    assert other.post("/keep/ticket").status_code == 403


def test_the_key_of_somebody_else_is_no_proof(ada: Keeper, other: Keeper, clock: list[float]) -> None:
    ada.keep()
    ticket = other.keep("Bob")
    assert accounts.OTHER_PERSON in ada.use_key(other.device, "prove").text
    assert accounts.OTHER_PERSON in ada.come_back(ticket, "prove").text
    assert other.come_back(ticket).status_code == 200  # it was not used up


# The ticket


def test_whoever_lost_everything_comes_back_with_the_ticket(ada: Keeper, other: Keeper) -> None:
    """It works once, ends all other sessions, and there is a new one."""
    ada.sit_down(name="Ada")
    ticket = ada.keep()
    back = other.come_back(ticket.lower().replace(" ", "-"))
    following = ticket_on(back)
    assert following != ticket
    assert "Welcome back" in back.text
    assert not ada.is_known()
    other.table = ada.table
    assert read_form(other.page()).fields["seat"] == "0"
    again = ada.come_back(ticket)
    assert (again.status_code, "This ticket was used on" in again.text) == (422, True)
    assert other.is_known()  # a used ticket does nothing
    assert ada.come_back(following).status_code == 200


def test_a_new_ticket_ends_the_one_before(ada: Keeper, other: Keeper) -> None:
    old = ada.keep()
    new = ada.make_ticket()
    assert "replaced by a newer one" in other.come_back(old).text
    assert other.come_back(new).status_code == 200


def test_a_ticket_is_used_once_also_in_a_race(running: Running, ada: Keeper) -> None:
    ticket = ada.keep()
    browsers = [Keeper(running) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda browser: browser.come_back(ticket), browsers))
    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]
    assert sum(browser.is_known() for browser in browsers) == 1


def test_a_slip_of_the_pen_is_noticed(ada: Keeper) -> None:
    ticket = ada.keep()
    wrong = ticket[:-1] + ("A" if ticket[-1] != "A" else "B")
    answer = ada.come_back(wrong)
    assert (answer.status_code, accounts.MISTYPED in answer.text) == (422, True)
    assert wrong in answer.text  # what was typed is not lost
    assert accounts.NO_TICKET in ada.come_back(" ".join(codes.groups(codes.new_ticket()))).text


def test_a_ticket_alone_is_enough(running: Running, visitor: Visitor) -> None:
    """At an address without a name or https there are no keys; the page says why, and ticket and code are first."""
    visitor.sit_down(name="Ada")
    page = visitor.http.get("/keep").text
    assert "https and a name" in page
    assert "data-key" not in page
    ticket = ticket_on(visitor.post("/keep/ticket"))
    assert visitor.post("/keep/ticket/kept").status_code == 303
    sign_in = running.visitor().http.get("/keep/sign-in").text
    assert (
        sign_in.index("/keep/sign-in/code") < sign_in.index("/keep/sign-in/ticket") < sign_in.index("https and a name")
    )
    other = running.visitor()
    other.table = visitor.table
    assert other.post("/keep/sign-in/ticket", {"ticket": ticket}).status_code == 200
    assert read_form(other.page()).fields["seat"] == "0"


def test_the_ticket_is_nowhere_but_on_its_page(ada: Keeper) -> None:
    ticket = ada.keep()
    store = ada.site.store
    code = ada.show_code()
    for secret in (ticket, ticket.replace(" ", ""), code, ada.token):
        with store.snapshot() as ask:  # type: ignore[attr-defined]
            for table in store.columns():  # type: ignore[attr-defined]
                assert all(secret not in str(tuple(row)) for row in ask(f"SELECT * FROM {table}"))
    for path in ("/keep", "/you", "/you/data", "/you/data.json"):
        assert ticket not in ada.http.get(path).text


# A code for another device


def test_a_code_brings_another_device_in(ada: Keeper, other: Keeper) -> None:
    ada.sit_down(name="Ada")
    ada.keep()
    code = ada.show_code()
    link = other.http.get(f"/keep/code/{code}")
    assert link.status_code == 200
    assert "Nothing happens until you press the button" in link.text
    assert not other.is_known()  # to open a link changes nothing
    assert other.type_code(f"{code[:4]}-{code[4:]}".lower()).status_code == 303
    assert other.is_known()
    assert ada.is_known()


def test_a_code_is_good_once_and_for_ten_minutes(ada: Keeper, other: Keeper, clock: list[float]) -> None:
    ada.keep()
    code = ada.show_code()
    other.type_code(code)
    assert "was used already" in other.type_code(code).text
    late = ada.show_code()
    clock[0] = accounts.CODE_S + 1
    refused = other.type_code(late)
    assert (refused.status_code, "was good for ten minutes" in refused.text) == (422, True)
    assert accounts.NO_CODE in other.type_code("ABCD").text


def test_a_code_is_used_once_also_in_a_race(running: Running, ada: Keeper) -> None:
    ada.keep()
    code = ada.show_code()
    browsers = [Keeper(running) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda browser: browser.type_code(code), browsers))
    assert sorted(answer.status_code for answer in answers) == [303, 422, 422, 422]


def test_signing_out_ends_codes(ada: Keeper, other: Keeper) -> None:
    ada.keep()
    code = ada.show_code()
    ada.post("/keep/sessions/end", {"others": "all"})
    assert accounts.NO_CODE in other.type_code(code).text


def test_a_new_code_replaces_the_one_before(ada: Keeper, other: Keeper) -> None:
    ada.keep()
    old, _ = ada.show_code(), ada.show_code()
    assert accounts.NO_CODE in other.type_code(old).text


def test_the_time_of_day_may_be_set(ada: Keeper, other: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes and proofs go by the clock of the database, which nobody can set."""
    ada.keep()
    code = ada.show_code()
    ada.http.headers["Cookie"] = f"{TOKEN}={ada.token}"  # the client of this test goes by the time of day
    monkeypatch.setattr("time.time", lambda: 4e9)
    assert other.type_code(code).status_code == 303
    assert ada.post("/keep/ticket").status_code == 200
