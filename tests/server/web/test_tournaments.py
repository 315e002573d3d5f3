"""The pages of tournaments over HTTP: set one up, join by its link, start, and who is shown what."""

import re

import pytest

from tabletown.server.play.fair_play import NEEDS_ACCOUNT
from tabletown.server.store.sql import SqlStore

from ..keepers import Keeper
from ..play.tournaments.people import set_up, somebody
from ..rated import keeps, play
from ..visitors import FRAGMENT, Running, StartSite, Visitor, wait_until

FORM = {
    "title": "uptown", "name": "November <b>evening</b>", "kind": "swiss", "at_table": "2", "rounds": "2",
    "pace": "live-5", "public": "link", "join": "on", "key": "a-key-of-this-form",
}  # fmt: skip


@pytest.fixture
def organiser(running: Running) -> Keeper:
    keeper = Keeper(running)
    keeper.keep("Olga")
    return keeper


def create(keeper: Visitor, **changes: str) -> str:
    answer = keeper.post("/tournaments", {**FORM, **changes})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def names(visitor: Visitor, path: str) -> list[str]:
    found: list[dict[str, str]] = visitor.http.get(f"{path}.json").json()["standings"]
    return sorted(line["name"] for line in found)


def test_an_evening(running: Running, organiser: Keeper) -> None:
    """A stranger joins by the link, the organiser starts it, and both find their table."""
    path = create(organiser)
    assert create(organiser) == path  # sent twice
    guest, twice = running.visitor(), {"name": "Gus", "key": "another-key-1"}
    page = guest.http.get(path)
    assert page.status_code == 200
    assert "November &lt;b&gt;evening" in page.text
    assert guest.post(f"{path}/join", twice).status_code == 303
    assert guest.post(f"{path}/join", twice).status_code == 303
    assert names(guest, path) == ["Gus", "Olga"]
    assert guest.post(f"{path}/start").status_code == 403
    assert organiser.post(f"{path}/start").status_code == 303
    wait_until(lambda: "Go to my table" in guest.http.get(path).text)
    found = guest.http.get(f"{path}.json").json()
    (table,) = found["tables"]
    assert [line["you"] for line in found["standings"]].count(True) == 1
    assert found["seed"] == ""
    assert guest.http.get(f"/tables/{table['table']}").status_code == 200
    refused = running.visitor().post(f"{path}/join", {"name": "Late", "key": "another-key-2"})
    assert refused.status_code == 409
    assert "begun" in refused.text
    assert names(guest, path) == ["Gus", "Olga"]


def test_names_lead_to_sheets(running: Running, organiser: Keeper) -> None:
    """There one blocks and reports, also before anybody sits at a table."""
    path = create(organiser)
    guest = running.visitor()
    guest.post(f"{path}/join", {"name": "Gus", "key": "another-key-1"})
    page = guest.http.get(path).text
    found = set(re.findall(r'class="name" href="(/people/\w+/sheet)" data-person', page))
    (sheet,) = found  # of Olga, twice: not one's own
    answer = guest.post(sheet.replace("/sheet", "/report"), {"kind": "name", "text": "Rude", "key": "report-of-olga"})
    assert answer.status_code == 303
    (report,) = running.site.store.open_reports()
    assert (report.about, report.name) == (running.site.tournaments.row(path.rpartition("/")[2]).organiser, "Olga")
    assert "except by a tournament" in guest.http.get(sheet).text


def test_a_link_is_needed(running: Running, organiser: Keeper) -> None:
    """What is for those with the link is in no list of others; what is for everybody is."""
    hidden = create(organiser, name="Hidden evening")
    listed = create(organiser, name="Listed evening", public="everybody", key="a-key-of-that-form")
    stranger = running.visitor()
    page = stranger.http.get("/tournaments").text
    assert "Hidden evening" not in page
    assert hidden not in page
    assert listed in page
    assert hidden in organiser.http.get("/tournaments").text
    listing = stranger.http.get("/api/v1/tournaments").json()
    assert "Hidden evening" not in [one["name"] for group in listing.values() for one in group]
    assert stranger.http.get("/tournaments/nothing").status_code == 404
    assert stranger.http.get("/tournaments/nothing.json").status_code == 404
    assert stranger.post("/tournaments/nothing/start").status_code == 404


def test_who_keeps_no_games_is_told_how(running: Running) -> None:
    visitor = running.visitor()
    assert "Keep your games first" in visitor.http.get("/tournaments/new").text
    answer = visitor.post("/tournaments", FORM)
    assert answer.status_code == 403
    assert "keep their games" in answer.text


def test_a_rated_one_says_whom_it_is_for(running: Running, organiser: Keeper) -> None:
    path = create(organiser, rated="on")
    guest = running.visitor()
    assert "This tournament is rated" in guest.http.get(path).text
    answer = guest.post(f"{path}/join", {"name": "Gus", "key": "the-key-of-gus"})
    assert answer.status_code == 422
    assert NEEDS_ACCOUNT in answer.text
    assert "set-cookie" not in answer.headers
    answer = organiser.post(f"{path}/bots", {"bot": "uniform", "count": "1"})
    assert (answer.status_code, "This bot is not rated" in answer.text) == (422, True)
    assert names(organiser, path) == ["Olga"]
    keeps(guest, "Gus")
    assert "This tournament is rated" not in guest.http.get(path).text
    assert guest.post(f"{path}/join", {"name": "Gus", "key": "the-key-of-gus"}).status_code == 303
    assert names(organiser, path) == ["Gus", "Olga"]


@pytest.mark.parametrize(
    ("wrong", "status", "says"),
    [
        ({"at_table": "5"}, 422, "2 to 4 players"),
        ({"pace": "none"}, 422, "no clock"),
        ({"name": " "}, 422, "a name"),
        ({"kind": "cup"}, 400, "Swiss or a round robin"),
        ({"bots": "900"}, 400, "take part"),
        ({"bot": "deep", "bots": "1"}, 400, "no such bot"),
    ],
)
def test_a_form_that_makes_no_sense(organiser: Keeper, wrong: dict[str, str], status: int, says: str) -> None:
    answer = organiser.post("/tournaments", {**FORM, **wrong})
    assert answer.status_code == status
    assert says in answer.text
    assert 'value="November &lt;b&gt;evening&lt;/b&gt;"' in answer.text or not wrong.get("name", "x").strip()
    assert "h-mine" not in organiser.http.get("/tournaments").text  # nothing was set up


def test_what_a_script_shows_is_not_sent_again(organiser: Keeper) -> None:
    path = create(organiser)
    part = organiser.http.get(path, headers=FRAGMENT)
    mark = re.search(r'data-mark="(\w+)"', part.text)
    assert mark
    assert organiser.http.get(path, headers={**FRAGMENT, "X-Shown": mark[1]}).status_code == 204
    organiser.post(f"{path}/bots", {"bot": "tourist", "count": "2"})
    fresh = organiser.http.get(path, headers={**FRAGMENT, "X-Shown": mark[1]})
    assert fresh.status_code == 200
    assert "Tourist 2" in fresh.text
    assert organiser.post(f"{path}/remove", {"number": "3"}).status_code == 303
    assert names(organiser, path) == ["Olga", "Tourist"]
    assert organiser.post(f"{path}/call-off").status_code == 303
    assert "called off" in organiser.http.get(path).text
    assert organiser.http.get(f"{path}/start").headers["location"] == path


def test_a_whole_tournament_as_a_file(start: StartSite) -> None:
    running = start(poll=0.05)
    site = running.site
    tournament, organiser = set_up(site, ["uniform"] * 5, rounds=2)
    site.tournaments.start(tournament, organiser)
    wait_until(lambda: site.tournaments.row(tournament).state == "finished")
    visitor = running.visitor()
    found = visitor.http.get(f"/tournaments/{tournament}.json").json()
    assert found["seed"] == site.tournaments.row(tournament).seed
    assert [len(bye["players"]) for bye in found["byes"]] == [1, 1]
    assert len(found["tables"]) == 4
    assert all(sorted(table["places"]) in ([1, 2], [1, 1]) and table["counts"] for table in found["tables"])
    assert [line["rank"] for line in found["standings"]] == [1, 2, 3, 4, 5]
    assert organiser.id not in str(found)
    page = visitor.http.get(f"/tournaments/{tournament}").text
    assert "won after 2 rounds" in page
    assert visitor.http.get(f"/api/v1/tournaments/{tournament}").json() == found


def test_what_is_kept_is_shown_and_deleted(running: Running) -> None:
    visitor = running.visitor()
    tournament, _ = set_up(running.site)
    assert visitor.post(f"/tournaments/{tournament}/join", {"name": "Gus", "key": "a-key-of-mine"}).status_code == 303
    (kept,) = visitor.http.get("/you/data.json").json()["tournaments"]
    assert (kept["id"], kept["name"], kept["organiser"]) == (tournament, "Gus", False)
    assert visitor.post("/you/delete").status_code == 303
    assert running.site.store.entries(tournament) == []


def rated_people(running: Running, path: str, *names: str) -> dict[str, Visitor]:
    """People with accounts who take part and have played one rated game of UpTown with each other."""
    site, people = running.site, {name: running.visitor() for name in names}
    ids = [keeps(visitor, name) for name, visitor in people.items()]
    assert isinstance(site.store, SqlStore)
    play(site.store, f"game of {path}", ids, 100.0)
    site.ratings.count_all()
    for name, visitor in people.items():
        assert visitor.post(f"{path}/join", {"name": name, "key": f"the-key-of-{name}"}).status_code == 303
    return people


def ratings(visitor: Visitor, path: str) -> dict[str, dict[str, object] | None]:
    """The ratings that somebody sees in the standings, by name."""
    found = visitor.http.get(f"{path}.json").json()
    return {line["name"]: line["rating"] for line in found["standings"]}


@pytest.mark.usefixtures("alone")
def test_standings_show_ratings_to_those_who_may_see_them(running: Running) -> None:
    """As on profiles: to everybody, to friends, or to the player alone. Who has none, or no account, shows none."""
    tournament, organiser = set_up(running.site, ["greedy"])
    path = f"/tournaments/{tournament}"
    ada, bob, cyd = rated_people(running, path, "Ada", "Bob", "Cyd").values()
    stranger = running.visitor()
    assert stranger.post(f"{path}/join", {"name": "Dot", "key": "the-key-of-Dot"}).status_code == 303
    bob.post("/you/sheets", {"sheet": "ratings", "seen_by": "friends"})
    cyd.post("/you/sheets", {"sheet": "ratings", "seen_by": "me"})
    store, ids = running.site.store, {e.name: e.player for e in running.site.store.entries(tournament)}
    for one, other in (("Ada", "Bob"), ("Bob", "Ada")):
        store.ask_friend(ids[one], ids[other], silently=False, most=9)

    def seen(visitor: Visitor) -> str:
        return "".join(sorted(name[0] for name, rating in ratings(visitor, path).items() if rating))

    assert [seen(visitor) for visitor in (stranger, ada, bob, cyd)] == ["A", "AB", "AB", "AC"]
    rating = running.site.ratings.of(ids["Ada"])["uptown"]
    assert ratings(stranger, path)["Ada"] == {
        "title": "uptown", "mean": rating.mean, "low": rating.low, "high": rating.high, "games": 1, "provisional": True,
    }  # fmt: skip
    passer_by = running.visitor().http
    assert passer_by.get(f"/api/v1{path}").json() == passer_by.get(f"{path}.json").json()
    running.site.tournaments.start(tournament, organiser)
    page = stranger.http.get(path).text
    assert page.count(f"{rating.low}–{rating.high}") == 1
    assert ">Rating</th>" in page
    assert 'provisional: after 1 rated game"' in page
    assert "Grey ones are provisional" in page


@pytest.mark.usefixtures("alone")
def test_without_ratings_there_is_no_column(running: Running) -> None:
    tournament, organiser = set_up(running.site, ["uniform"] * 2)
    running.site.tournaments.start(tournament, organiser)
    page = running.visitor().http.get(f"/tournaments/{tournament}").text
    assert "Standings" in page
    assert ">Rating<" not in page


@pytest.mark.usefixtures("alone")
def test_ratings_of_many_are_as_few_reads_as_those_of_few(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    site, asked = running.site, [0]
    tournament, _ = set_up(site)
    rated_people(running, f"/tournaments/{tournament}", "Ada", "Bob")
    reader = site.store.player(site.store.entries(tournament)[0].player)
    read = site.store.read  # type: ignore[attr-defined]

    def counted(job: object) -> object:
        asked[0] += 1
        return read(job)

    def reads() -> int:
        asked[0] = 0
        with monkeypatch.context() as patch:
            patch.setattr(site.store, "read", counted)
            site.tournament_views.view(site.tournaments.row(tournament), reader)
        return asked[0]

    few = reads()
    for number in range(10):
        site.tournaments.join(tournament, somebody(site.store, f"P{number}", kept=True))
    assert reads() == few > 0
