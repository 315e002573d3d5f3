"""Profiles over HTTP: what a reader may not see is not in a byte of the page; games are put away and given up."""

import re
from collections.abc import Callable

import pytest

from tabletown.server.play.people.profiles import SHEETS, USUALLY
from tabletown.server.site import Site
from tabletown.server.store.profile_protocol import SeatAccount
from tabletown.server.store.protocol import SeatRow

from .. import rated
from ..api.programs import Program
from ..finished import keep, random_game
from ..keepers import Keeper, player_of
from ..seating import seat_at
from ..visitors import Running, Visitor, wait_until

Befriend = Callable[..., None]
SIGNS = {"ratings": "h-ratings", "rungs": "h-rungs", "games": "h-games", "streak": "h-streak", "reviews": "h-reviews"}
"""What the page holds if a sheet is shown."""
SECRETS = ("Xanthippe", "game-open", "game-own", "61.7")


def play(site: Site, table_id: str, ada: str, other: str = "", public: bool = True) -> None:
    """A finished game of Ada, another player and a bot."""
    rows = (
        SeatRow("human", "Ada", owner=ada),
        SeatRow("human", "Xanthippe", owner=other),
        SeatRow("bot", "Green", "tourist"),
    )
    keep(site.store, table_id, random_game(4), rows=rows, public=public)


@pytest.fixture
def ada(running: Running, alone: None) -> Keeper:
    """Somebody who keeps their games and has finished two: one at a public table, one at another."""
    keeper = Keeper(running)
    keeper.keep("Ada")
    me, other = player_of(keeper), running.site.sessions.begin_new("Xanthippe")[1].id
    play(running.site, "game-open", me, other)
    play(running.site, "game-own", me, other, public=False)
    running.site.summaries.catch_up()
    running.site.store.keep_accounts("game-open", [SeatAccount(0, 0.617, 0.1, 9)])
    return keeper


def page_of(ada: Keeper, reader: Visitor) -> str:
    answer = reader.http.get(f"/people/{player_of(ada)}", follow_redirects=True)
    assert answer.status_code == 200
    return str(answer.text.partition('<main id="main"')[2])


def shown_on(page: str) -> set[str]:
    return {sheet for sheet, sign in SIGNS.items() if f'id="{sign}"' in page}


@pytest.fixture
def befriended(running: Running, ada: Keeper) -> Keeper:
    """A friend of Ada's."""
    friend = Keeper(running)
    friend.keep("Bob")
    pair = {player_of(ada), player_of(friend)}
    running.site.profiles.are_friends = lambda one, other: {one, other} == pair
    return friend


@pytest.mark.parametrize("seen_by", ["everyone", "friends", "me"])
@pytest.mark.parametrize("sheet", SHEETS)
def test_each_sheet_is_shown_to_whom_its_player_allows(
    ada: Keeper, befriended: Keeper, stranger: Visitor, sheet: str, seen_by: str
) -> None:
    for other in SHEETS:
        ada.post("/you/sheets", {"sheet": other, "seen_by": "me"})
    assert ada.post("/you/sheets", {"sheet": sheet, "seen_by": seen_by}).headers["location"] == f"/you#{sheet}"
    pages = {"owner": page_of(ada, ada), "friend": page_of(ada, befriended), "stranger": page_of(ada, stranger)}
    found = {who: shown_on(page) for who, page in pages.items()}
    assert found["owner"] == set(SHEETS)
    assert found["friend"] == (set() if seen_by == "me" else {sheet})
    assert found["stranger"] == ({sheet} if seen_by == "everyone" else set())
    for who in ("friend", "stranger"):
        if sheet != "games" or not found[who]:
            assert not [secret for secret in SECRETS[:3] if secret in pages[who]]
            assert 'class="town"' not in pages[who], "the street is drawn from games"
            assert "games since" not in pages[who]
        if sheet != "reviews" or not found[who]:
            assert "of 100" not in pages[who]
            assert "62<" not in pages[who]
        assert "game-own" not in pages[who], "a table that is not public is not told"


def test_what_is_usual(ada: Keeper, befriended: Keeper, stranger: Visitor) -> None:
    assert USUALLY == {
        "ratings": "everyone",
        "rungs": "everyone",
        "games": "friends",
        "streak": "friends",
        "reviews": "me",
    }
    assert shown_on(page_of(ada, stranger)) == {"ratings", "rungs"}
    assert shown_on(page_of(ada, befriended)) == {"ratings", "rungs", "games", "streak"}


def test_the_owner_sees_what_others_see(ada: Keeper, befriended: Keeper, stranger: Visitor) -> None:
    for seen_as, reader in (("friend", befriended), ("everyone", stranger)):
        preview = ada.http.get(f"/you?as={seen_as}").text
        assert shown_on(preview) == shown_on(page_of(ada, reader))
        hidden = preview.count("Not shown to them")
        assert hidden == len(SHEETS) - len(shown_on(preview))
        assert "game-own" not in preview
    assert "Not shown to them" not in ada.http.get("/you").text


def test_a_table_of_their_own_is_told_to_those_who_sat_there(running: Running, ada: Keeper) -> None:
    token, player = running.site.sessions.begin_new("Xanthippe")
    play(running.site, "game-ours", player_of(ada), player.id, public=False)
    running.site.summaries.catch_up()
    ada.post("/you/sheets", {"sheet": "games", "seen_by": "everyone"})
    reader = Keeper(running)
    reader.http.cookies.set("tabletown", token)
    page = page_of(ada, reader)
    assert "/tables/game-ours/replay" in page
    assert "/tables/game-own/" not in page
    assert page.count("at a table of their own") == 1


def test_a_public_game_that_goes_on_is_shown_as_to_a_spectator(
    running: Running, ada: Keeper, stranger: Visitor
) -> None:
    ada.post("/you/sheets", {"sheet": "games", "seen_by": "everyone"})
    own = ada.sit_down(players="2", bot="open", name="Ada")
    seat_at(ada, running.visitor())
    public = ada.sit_down(players="2", bot="open", name="Ada", public="everybody")
    assert public not in page_of(ada, stranger), "it waits for players"
    seat_at(ada, running.visitor())
    page = page_of(ada, stranger)
    assert f"/tables/{public}" in page
    assert own not in page
    assert "Your turn" not in page


def test_who_keeps_no_games_has_no_page(running: Running, host: Visitor, stranger: Visitor) -> None:
    with running.site.tables.at(host.table) as table:
        owner = table.owner
    page = stranger.http.get(f"/people/{owner}")
    assert page.status_code == 200
    assert "plays without keeping games" in page.text.lower()
    assert "Ada" not in page.text
    assert host.http.get(f"/people/{owner}").headers["location"] == "/you"
    assert host.http.get("/you").status_code == 200
    for nobody in ("nobody", "%00", "x" * 500, "%F0%9F%8F%A0"):
        assert stranger.http.get(f"/people/{nobody}").status_code == 404


def test_an_id_gives_no_rights(ada: Keeper, stranger: Visitor) -> None:
    me = player_of(ada)
    stranger.http.cookies.set("tabletown", me)
    assert "Your games" in stranger.http.get("/you").text
    assert f'value="{me}"' not in stranger.http.get("/you").text
    assert stranger.post("/you/sheets", {"sheet": "games", "seen_by": "everyone"}).status_code == 400
    assert stranger.post("/you/tables", {"do": "away", "table-game-open": "on"}).status_code == 400
    assert ada.site.store.seen_by(me) == {}


def test_a_deleted_player_has_no_page(ada: Keeper, stranger: Visitor) -> None:
    me = player_of(ada)
    ada.site.privacy.delete(ada.site.store.player(me))  # type: ignore[arg-type]
    assert stranger.http.get(f"/people/{me}").status_code == 404


def test_pages_of_games(running: Running, ada: Keeper) -> None:
    me = player_of(ada)
    for n in range(15):
        play(running.site, f"more-{n:02}", me, me)
    running.site.summaries.catch_up()
    first, second = (ada.http.get(f"/you?page={n}").text for n in (1, 2))
    found = [re.findall(r"/tables/([\w-]+)/replay", page) for page in (first, second)]
    assert [len(games) for games in found] == [12, 5]
    assert len({*found[0], *found[1]}) == 17
    assert "17 games since" in first
    for odd in ("0", "-1", "999999999", "x", "٣", ""):
        assert ada.http.get("/you", params={"page": odd}).status_code == 200
    for odd in ("title=nothing", "title=%00", "with=%00", "as=you", "hidden=2"):
        assert ada.http.get(f"/you?{odd}").status_code == 200


def test_games_are_put_away_and_come_back(ada: Keeper) -> None:
    assert ada.post("/you/tables", {"do": "away", "table-game-own": "on"}).status_code == 303
    page = ada.http.get("/you").text
    assert "/tables/game-own/replay" not in page
    assert "1 game put away" in page
    assert "2 games since" in page, "it still counts"
    assert "/tables/game-own/replay" in ada.http.get("/you?hidden=1").text
    assert ada.post("/you/tables", {"do": "back", "table-game-own": "on"}).status_code == 303
    assert "/tables/game-own/replay" in ada.http.get("/you").text


@pytest.mark.parametrize(
    ("fields", "status", "says"),
    [
        ({"do": "away"}, 400, "Choose at least one game."),
        ({"do": "burn", "table-game-own": "on"}, 400, "put away, put back, or given up"),
        ({"do": "away", "table-nothing": "on"}, 403, "Only those who sit or sat at a table"),
        ({"do": "resign"}, 400, "Choose one game to give up"),
        ({"do": "resign", "table-nothing": "on"}, 403, "Only those who sit or sat at a table"),
    ],
)
def test_what_cannot_be_put_away(ada: Keeper, fields: dict[str, str], status: int, says: str) -> None:
    answer = ada.post("/you/tables", fields)
    assert answer.status_code == status
    assert says in answer.text
    assert ada.site.store.put_away_by(player_of(ada)) == []


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"sheet": "purse", "seen_by": "me"}, "no such sheet"),
        ({"sheet": "games", "seen_by": "cats"}, "one of: everyone"),
    ],
)
def test_what_cannot_be_chosen(ada: Keeper, fields: dict[str, str], says: str) -> None:
    answer = ada.post("/you/sheets", fields)
    assert answer.status_code == 400
    assert says in answer.text


def test_a_game_left_lying(running: Running, ada: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    lying = ada.sit_down(players="2", bot="open", name="Ada")
    assert 'id="h-lying"' not in ada.http.get("/you").text
    now = running.site.store.now
    monkeypatch.setattr(running.site.store, "now", lambda: now() + 40 * 86_400)
    page = ada.http.get("/you").text
    assert 'id="h-lying"' in page
    assert "40 days" in page
    ada.post("/you/tables", {"do": "away", f"table-{lying}": "on"})
    page = ada.http.get("/you").text
    assert 'id="h-lying"' not in page
    assert f'id="away-{lying}"' in page, "it can be put back"
    assert lying not in ada.http.get("/").text


def test_giving_up_leaves_the_seat_to_a_bot_for_good(running: Running, host: Visitor, guest: Visitor) -> None:
    third = running.visitor()
    seat_at(host, guest, seat=1)
    seat_at(host, third, seat=2)
    question = host.http.get(f"/tables/{host.table}/resign").text
    assert "the 2 others play on with it" in question
    assert host.post(f"/tables/{host.table}/resign").headers["location"] == f"/tables/{host.table}"
    assert host.post(f"/tables/{host.table}/resign").status_code == 303, "asked twice, it is done once"
    assert sum(entry.event.kind == "resign" for entry in host.log()) == 1
    back = host.post(f"/tables/{host.table}/back", {"seat": "0"})
    assert back.status_code == 422
    assert "given up" in back.text
    assert "That is final" in host.http.get(f"/tables/{host.table}/resign").text
    for visitor, seat in ((guest, "1"), (third, "2")):
        visitor.post(f"/tables/{host.table}/away", {"seat": seat, "bot": "uniform"})
    host.wait_for_turn()
    assert host.is_game_over()
    with running.site.tables.at(host.table) as table:
        owner, outcome = table.owner, table.game.outcome()
    wait_until(lambda: bool(running.site.store.played(owner)))
    (played,) = running.site.store.played(owner)
    assert (played.place, played.gave_up) == (3, True)
    assert outcome is not None
    assert played.score == outcome.scores[0]


def test_who_gives_up_alone_leaves_the_game_to_bots(visitor: Visitor, stranger: Visitor) -> None:
    visitor.sit_down(bot="uniform")
    assert "bots play the game to its end" in visitor.http.get(f"/tables/{visitor.table}/resign").text
    for method in (stranger.http.get, stranger.post):
        assert method(f"/tables/{visitor.table}/resign").status_code == 403
    assert visitor.log() == [entry for entry in visitor.log() if entry.event.kind != "resign"]
    visitor.post(f"/tables/{visitor.table}/resign")
    visitor.wait_for_turn()
    assert visitor.is_game_over()
    assert visitor.http.get(f"/tables/{visitor.table}/resign").status_code == 422
    assert visitor.post(f"/tables/{visitor.table}/resign").status_code == 422


def test_nobody_gives_up_before_a_game_has_begun(host: Visitor) -> None:
    assert host.http.get(f"/tables/{host.table}/resign").status_code == 422


def test_the_statistics_of_a_title(running: Running, ada: Keeper, stranger: Visitor) -> None:
    running.site.statistics.forget()
    page = stranger.http.get("/games/uptown/statistics").text
    assert "2 games finished here" in page
    assert "3 players" in page
    assert "Xanthippe" not in page
    assert "/games/uptown/statistics" in stranger.http.get("/games/uptown").text
    assert "is finished here yet" in stranger.http.get("/games/penny_lane/statistics").text
    assert stranger.http.get("/games/chess/statistics").status_code == 404


def test_what_a_rated_game_did_is_told_to_those_who_see_ratings(
    running: Running, ada: Keeper, stranger: Visitor
) -> None:
    me = player_of(ada)
    assert 'class="c"' not in page_of(ada, ada)  # no game was rated
    rated.play(running.site.store, "game-rated", [me, "bot:greedy"], running.site.store.now(), 3)  # type: ignore[arg-type]
    running.site.summaries.catch_up()
    running.site.ratings.count_all()
    change = running.site.ratings.history(me, "uptown")[0].change
    shown = f"{change:+}".replace("-", "−")
    told = re.findall(r'<td class="c">(?:<span class="vh">rating </span>)?(.*?)</td>', page_of(ada, ada))
    assert sorted(told) == ["", "", shown]
    program = Program(running, None)

    def programs_see() -> set[int | None]:
        return {game["change"] for game in program.get(f"/players/{me}/games").json()["games"]}

    ada.post("/you/sheets", {"sheet": "games", "seen_by": "everyone"})
    assert shown in page_of(ada, stranger)
    assert programs_see() == {None, change}
    ada.post("/you/sheets", {"sheet": "ratings", "seen_by": "me"})
    assert 'class="c"' not in page_of(ada, stranger)
    assert programs_see() == {None}
    program.http.close()


def test_programs_see_the_same(running: Running, ada: Keeper) -> None:
    program, me = Program(running, "Cyd"), player_of(ada)
    own = program.get("/players/me").json()
    assert program.get("/players/me/profile").json()["id"] == own["id"]
    seen = program.get(f"/players/{me}/profile").json()
    assert (seen["name"], seen["is_you"], seen["games"], seen["reviews"]) == ("Ada", False, None, None)
    assert seen["rungs"] is not None
    assert seen["seen_by"] is None
    assert program.get(f"/players/{me}/games").status_code == 403
    assert program.get(f"/players/{own['id']}x/games").status_code == 404
    ada.post("/you/sheets", {"sheet": "games", "seen_by": "everyone"})
    listed = program.get(f"/players/{me}/games", limit=1).json()
    assert (listed["total"], listed["pages"], len(listed["games"])) == (2, 2, 1)
    both = program.get(f"/players/{me}/games").json()["games"]
    assert {game["id"] for game in both} == {"game-open", None}
    assert [game["seats"] for game in both if game["id"] is None] == [[]]
    assert program.get(f"/players/{me}/profile").json()["games"] == 2
    assert program.post("/players/me/put-away", {"tables": ["game-open"]}).status_code == 403
    assert program.post("/players/me/sheets", {"sheet": "rungs", "seen_by": "me"}).json()["rungs"] == "me"
    data = program.get("/players/me/data").json()["profile"]
    assert data == {"seen_by": {"rungs": "me"}, "put_away": [], "results": []}
    program.set_table("me", "uniform")
    table = program.post(f"/tables/{program.table}/resign").json()
    assert table["id"] == program.table
    assert program.post("/players/me/put-away", {"tables": [program.table]}).json()["away"]
    assert program.table not in {one["id"] for one in program.get("/players/me/tables").json()["tables"]}
    counted = program.get("/titles/uptown/statistics").json()
    assert counted["title"] == "uptown"
    assert counted["games"] >= 2
    program.http.close()
