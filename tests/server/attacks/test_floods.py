"""Floods against a real server: whatever is limited is refused in a sentence, nothing of it is written, others play on.

The limits are those of siege.py: four times for a player, and sixteen times for an address.
"""

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

import httpx
import pytest

from ..finished import sealed_record
from ..visitors import Browser
from .siege import NARROW, RATES, Siege, assert_refused_for_now, get_account

RATE_LIMITS = NARROW
_keys = count()
_away: set[Browser] = set()  # whose first seat is left to a bot
_victims: dict[Browser, str] = {}  # the player to whom somebody does what one does to others
POSITION = (Path(__file__).parents[2] / "positions" / "uptown" / "e20-score.toml").read_text(encoding="utf-8")
Do = Callable[[Browser], httpx.Response]


def fresh() -> str:
    return f"flood-key-{next(_keys):08}"


def take_back(who: Browser) -> httpx.Response:
    """Make half a move, and take it back."""
    form = who.form()
    while not form.undo:
        assert who.move(form, form.moves[0]).status_code == 303
        form = who.form()
    return who.post(form.undo, {**form.fields, "undo": form.fields["seat"]})


def leave_or_return(who: Browser) -> httpx.Response:
    answer = who.post(f"/tables/{who.table}/{'back' if who in _away else 'away'}", {"seat": "0"})
    if answer.status_code < 400:
        _away.symmetric_difference_update({who})
    return answer


def ask_bot_to_sit(who: Browser) -> httpx.Response:
    """A table with an open seat is set up as another player, so that only seats are counted."""
    answer = httpx.post(
        f"{who.origin}/tables",
        data={"title": "uptown", "players": "2", "bot": "open"},
        headers={"Origin": who.origin, "X-Forwarded-For": f"172.16.0.{next(_keys) % 250}"},
        trust_env=False,
    )
    return who.post(f"{answer.headers['location']}/seats", {"seat": "1", "key": fresh()})


def organise(who: Browser) -> httpx.Response:
    wanted = {"name": "Flood", "title": "uptown", "pace": "live-15", "key": fresh()}
    return who.post("/tournaments", wanted)


def to_somebody(who: Browser, path: str, **fields: str) -> httpx.Response:
    """What one does to another player: always the same one, who came from elsewhere."""
    if who not in _victims:
        elsewhere = {"X-Forwarded-For": f"172.17.0.{next(_keys) % 250}"}
        came = httpx.post(f"{who.origin}/api/v1/players", json={"name": "Vic"}, headers=elsewhere, trust_env=False)
        bearer = {"Authorization": f"Bearer {came.json()['token']}"}
        found = httpx.get(f"{who.origin}/api/v1/players/me", headers=bearer, trust_env=False)
        _victims[who] = found.json()["id"]
    return who.post(f"/people/{_victims[who]}/{path}", fields)


FLOODS: dict[str, Do] = {
    "table_rate": lambda who: who.post("/tables", {"title": "uptown", "bot": "here", "key": fresh()}),
    "seat_rate": ask_bot_to_sit,
    "undo_rate": take_back,
    "absence_rate": leave_or_return,
    "search_rate": lambda who: who.post(
        "/find", {"title-uptown": "on", "size-4": "on", "pace": "day-7"}
    ),  # more than there are: nobody is found while another test counts tables
    "chat_rate": lambda who: who.post(f"/tables/{who.table}/chat", {"text": "hm", "key": fresh()}),
    "name_rate": lambda who: who.post("/you", {"name": f"Eve {fresh()}"}),
    "advice_rate": lambda who: who.post(f"/tables/{who.table}/advice", {"seat": who.form().fields["seat"]}),
    "import_rate": lambda who: who.post("/replays", {"record": sealed_record()}),
    "export_rate": lambda who: who.http.get("/export/games.jsonl"),
    "data_rate": lambda who: who.http.get("/you/data.json"),
    "player_rate": lambda who: who.http.post("/api/v1/players", json={"name": "Eve"}),
    "mistakes_rate": lambda who: who.http.get("/you/mistakes"),
    "position_rate": lambda who: who.post("/analysis", {"position": POSITION}),
    "profile_rate": lambda who: who.post("/you/sheets", {"sheet": "ratings", "seen_by": "friends"}),
    "sign_in_rate": lambda who: who.post("/keep/sign-in/ticket", {"ticket": f"wrong {fresh()}"}),
    "account_rate": lambda who: who.post("/keep/code"),
    "tournament_rate": organise,
    "friend_rate": lambda who: who.post("/friends/invitations/decline", {"table": who.table}),
    "peace_rate": lambda who: to_somebody(who, "block"),
    "report_rate": lambda who: to_somebody(who, "report", kind="name", text="hm", key=fresh()),
    "mail_rate": lambda who: who.post("/keep/sign-in/mail", {"address": f"{id(who)}@home.example"}),
}

NO_USE = {"sign_in_rate"}
"""Floods of what is refused with another sentence until it is too often: wrong tickets."""

ELSEWHERE = {
    "puzzle_rate": "web/test_puzzles.py",  # too often is said on the page of the puzzle, without a chance
    "analysis_rate": "web/test_analysis.py",  # too often is said beside the position, without chances
    "review_rate": "web/test_reviews.py",  # each needs a finished game of its own, and thinks for a while
}
"""Rates that are not flooded here, and why: where their refusal is tried."""


def test_every_rate_is_flooded() -> None:
    assert sorted([*FLOODS, *ELSEWHERE]) == sorted(RATES)
    for rate, file in ELSEWHERE.items():
        assert re.search(rf"start\({rate}=Rate\(", (Path(__file__).parents[1] / file).read_text(encoding="utf-8"))


@pytest.mark.parametrize("rate", FLOODS)
def test_a_flood_is_refused_and_others_are_not(siege: Siege, rate: str) -> None:
    flood, attacker = FLOODS[rate], siege.attacker()
    attacker.sit_down(bot="here", name="Eve")
    get_account(attacker)
    for _ in range(40):
        answer = flood(attacker)
        if answer.status_code == 429:
            break
        assert answer.status_code < (500 if rate in NO_USE else 400), answer.text
    assert_refused_for_now(answer)
    if rate not in ("undo_rate", "seat_rate"):  # to be asked for again, these need a move or a table
        with siege.writes_nothing():
            for _ in range(20):
                assert_refused_for_now(flood(attacker))
    other = siege.attacker()
    other.sit_down(bot="here", name="Dot")
    get_account(other)
    answer = flood(other)
    assert answer.status_code != 429
    assert answer.status_code < (500 if rate in NO_USE else 400)
