"""Plain data of which every page can be rendered, with names that try to be markup."""

import dataclasses
from types import SimpleNamespace
from typing import Any, cast

from markupsafe import Markup

from tabletown.engine.seat_marks import Names
from tabletown.engine.seats import SEAT_SHAPES
from tabletown.engine.value import replace
from tabletown.games import get as get_title
from tabletown.render.scene import Button, Gain, Piece, Scene, Seat, Shape, Stat, Zone, no_symbols
from tabletown.server.html.gallery import Card, CardGroup, Search
from tabletown.server.html.qr_code import qr_svg
from tabletown.server.html.specimen_mail import Specimen
from tabletown.server.play import clock_presets
from tabletown.server.play.accounts.accounts import Account, ListedSession
from tabletown.server.play.accounts.codes import groups, new_ticket
from tabletown.server.play.clocks import ShownClock
from tabletown.server.play.lessons import Lesson, LessonStatus, Step
from tabletown.server.play.people.profiles import SHEETS, USUALLY, ProfileAccess
from tabletown.server.play.ratings.ratings import GameRatings, RankedPlayer, Rating, SeatRating
from tabletown.server.play.remarks import Remark
from tabletown.server.play.resigning import Consequences
from tabletown.server.play.searching.wishes import PACES, Wishes
from tabletown.server.play.table import Line
from tabletown.server.play.takebacks import QuestionView, TurnChoice
from tabletown.server.preparing import Stage
from tabletown.server.store.account_protocol import Key, Ticket
from tabletown.server.store.mail_protocol import MailBox
from tabletown.server.store.own_bot_protocol import OwnBot
from tabletown.server.store.profile_protocol import PlayedGame, ReviewedTotal, TitleCounts, TitleTotal
from tabletown.server.store.protocol import Player
from tabletown.server.view.learning_path import FirstGame, LessonLink, MistakeLink, MistakesView, TitleMistakes
from tabletown.server.view.own_games import OwnGame
from tabletown.server.view.people_view import (
    AskEntry,
    FriendEntry,
    FriendsView,
    InvitationEntry,
    PersonSheet,
    Place,
    SilencedEntry,
)
from tabletown.server.view.profile import (
    FromReviews,
    GamesPage,
    ListedGame,
    LyingGame,
    Profile,
    RatingPoint,
    Rungs,
    Seated,
    ShownRating,
    Streak,
    StreetHouse,
)
from tabletown.server.view.puzzle_hub import DailyPuzzle, ThemeShelf, TitleShelf
from tabletown.server.view.puzzle_view import Candidate, Happening, LessonFacts, PuzzleView, Solution
from tabletown.server.view.search_view import CrowdRow, FoundView, SearchView
from tabletown.server.view.showcase import Showcase, ShownSeat
from tabletown.server.view.table_summary import SeatSummary, TableSummary
from tabletown.server.view.table_view import SeatFacts
from tabletown.server.view.title_statistics import statistics_from
from tabletown.study.puzzles import Puzzle

NASTY = '<b onclick="x">&\u202eme</b>'
META = SimpleNamespace(
    title="UpTown",
    players=(2, 4),
    minutes=40,
    weight="light",
    accent=("#3d4fa1", "#9fb0ff"),
    blurb="Stack floors into five towers.",
    goal="Have the most prestige.",
    makers={"design": "A designer", "publisher": "A publisher"},
    options={"advanced": "Lay out the river yourselves."},
)
PICTURE = Shape(0, 0, 40, 20, '<rect class="edge" width="40" height="20"/>')
EDITIONS = [{"name": "balanced", "title": "Balanced", "text": NASTY, "changes": [NASTY]}]
GAME = {
    "name": "uptown",
    "meta": META,
    "cover": PICTURE,
    "stage": Stage(ready=True),
    "editions": EDITIONS,
    "no_lesson": False,
    "from_outside": False,
}
COMING = {**GAME, "name": "penny_lane", "stage": Stage(3, 16, "view")}
COLOURS = ("Orange", "Sky", "Green", "Vermilion", "Purple")
LINE = Line(1, f"says {NASTY}", (), "Round 6")
TALK = (Remark(1, 0, "Orange", "Hello"), Remark(2, -1, NASTY, NASTY))
CARD = Piece(PICTURE, "Bank Branch, income 2", "card-1")


def scene(rivals: int = 2, buttons: tuple[Button, ...] = ()) -> Scene:
    own = Zone("street-0", "Your street", 100, 50, (CARD,), "own", 0)
    theirs = [Zone(f"street-{n}", "A street", 100, 50, (), "rival", n) for n in range(1, rivals + 1)]
    deck = Zone("deck", "The deck", 40, 40, (), note="12 cards")
    track = Zone("track", "The track", 400, 40, (), span=4)
    zones = (own, *theirs, deck, track)
    seats = tuple(Seat() for _ in range(rivals + 1))
    return Scene(zones, seats, "Round 6", "First action", "Choose a site", buttons, "UT-12")


def seats(count: int = 3, turn: int | None = 0, name: str = "Orange") -> list[SeatFacts]:
    names = (name, *COLOURS[1:])
    return [
        SeatFacts(
            index=n,
            name=names[n],
            label="You" if n == 0 else names[n],
            colour=COLOURS[n].lower(),
            shape=SEAT_SHAPES[n],
            is_you=n == 0,
            is_bot=n > 0,
            is_away=False,
            is_open=False,
            play_forced=n == 0,
            plays_itself=False,
            kind="bot" if n > 0 else "human",
            bot="patient" if n > 0 else "",
            blurb="waits for you" if n > 0 else "",
            turn=n == turn,
            thinking=n == turn and n > 0,
            score=18 - n,
            stats=(Stat("coin", "7", "upcoins", chip=True), Stat("roof", "9", "next roof pays", soft=True)),
            badges=("starts each round",) if n == 0 else (),
            clock=ShownClock(25.0 - n, n == turn, 30.0) if n < 2 else None,
        )
        for n in range(count)
    ]


def vacant(*places: int, turn: int = 0, you: int = 0) -> list[SeatFacts]:
    """Seats of which some are open."""
    return [
        replace(
            seat,
            is_you=n == you,
            is_bot=False,
            kind="open" if n in places else "human",
            thinking=False,
            is_open=n in places,
        )
        for n, seat in enumerate(seats(turn=turn))
    ]


def table(**changes: Any) -> dict[str, Any]:
    facts = {
        "id": "k3x9",
        "name": "uptown",
        "meta": META,
        "version": 41,
        "over": False,
        "begun": True,
        "note": NASTY,
        "withdrawn": False,
        "is_host": True,
        "commitment": "9f2c51",
        "seed": "",
        "salt": "",
        "record_url": "/tables/k3x9/record",
        "next": "",
        "public": True,
        "is_lesson": False,
        "rated": False,
        "stand_in": "",
        "can_analyse": True,
        "older_rules": "",
        "edition": NASTY,
    }
    buttons = (
        Button(
            "discard", "discards the free card", "Discard", (Gain("coin", 3, "upcoins"), Gain("star", -2, "prestige"))
        ),
        Button("play jeweller", "plays the Jeweller", "Play the Jeweller", instead=True),
    )
    context = {
        "table": facts,
        "scene": scene(buttons=buttons),
        "seats": seats(),
        "you": 0,
        "yours": (0,),
        "key": "0123456789abcdef",
        "undo": 0,
        "restart": None,
        "back": (TurnChoice(3, LINE),),
        "question": None,
        "recap": (LINE, Line(-1, "The clocks run.", (), "Round 6")),
        "log": [Line(1, "takes $4.", ("card-1", "card-2"), "Round 6")],
        "outcome": None,
        "lesson": None,
        "link": "https://example.test/tables/k3x9",
        "error": "",
        "hints": (),
        "remarks": TALK,
        "known_as": "Ada",
        "ratings": None,
    }
    return {**context, **changes}


def row(seat: int, place: int, name: str, *points: int) -> dict[str, Any]:
    parts = [{"label": label, "points": n} for label, n in zip(("Floors", "Money", "Gifts"), points, strict=True)]
    return {"seat": seat, "place": place, "name": name, "total": sum(points), "parts": parts}


def finished(*rows: dict[str, Any], you: int = 0, name: str = "Orange") -> dict[str, Any]:
    facts = {**table()["table"], "over": True, "seed": "771", "salt": "e3b0"}
    outcome = {"reason": "The last card is gone.", "rows": rows}
    yours = (you,) if you >= 0 else ()
    return table(
        table=facts,
        seats=seats(len(rows), None, name),
        scene=scene(len(rows) - 1),
        outcome=outcome,
        you=you,
        yours=yours,
    )


def waiting_room(withdrawn: bool = False, **changes: Any) -> dict[str, Any]:
    people = vacant(1, 2, turn=-1, you=changes.get("you", 0))
    room = Scene((), (), prompt="Waiting for 2 more players")
    facts = {**table()["table"], "begun": False, "withdrawn": withdrawn}
    return table(table=facts, seats=people, scene=room, undo=None, back=(), recap=(), log=[], **changes)


HINTS = (
    SimpleNamespace(move="discard", line=Line(0, "discards the card", (), ""), percent=61, why="It brings +3."),
    SimpleNamespace(move="bribe 7; end", line=Line(0, "bribes with $7", (), ""), percent=40, why="It is worse."),
)
ALONE = (row(0, 1, "Orange", 21, 5, -2), row(1, 2, "Sky", 16, 8, -5), row(2, 3, "Green", 0, 0, 0))
SHARED = (row(0, 1, "Orange", 20, 4, 0), row(1, 1, "Sky", 16, 8, 0))
OFFICES = tuple(Card(f"office-{n}", "Office", "Offices", CARD, "office", ("office",)) for n in range(2))
CARD_GROUPS = [CardGroup("Offices", OFFICES, frozenset({"office-0"})), CardGroup("Parks", (), frozenset())]
EMPTY = [CardGroup("Offices", OFFICES, frozenset())]
STEPS = Step(0, (1,), ("play",), ("Build.",), "A card"), Step(1, (2,), ("pass",))
LESSON = Lesson("uptown", "uptown/1", 2, 7, "Floors.", STEPS, ())
LISTS = {"known_as": "", "tables": [], "version": 7, "live": [], "finished": []}
FRONT = {
    "known_as": "",
    "yours": [],
    "running": 0,
    "due": 0,
    "over": [],
    "last_bots": {},
    "tables": [],
    "version": 7,
    "finished": [],
    "showcase": None,
    "daily": None,
}


def place(index: int, **changes: Any) -> SeatSummary:
    seat = SeatSummary(index, COLOURS[index], False, False, False, False, 20 - index, index + 1)
    return dataclasses.replace(seat, **changes)


def listed(name: str, *seats: SeatSummary, **changes: Any) -> TableSummary:
    meta: Any = META
    yours = any(seat.is_you for seat in seats)
    table = TableSummary(name, "uptown", meta, "Round 2", "15 min each", seats, yours, False, False, True, "ada", 0.0)
    return dataclasses.replace(table, **changes)


WAITS = listed("w1", place(0, name=NASTY), place(1, is_open=True), place(2, is_bot=True))
BUSY: dict[str, Any] = {
    "known_as": NASTY,
    "mine": [
        listed("m1", place(0, is_you=True, turn=True), place(1, name=NASTY), your_turn=True),
        listed("m2", place(0, is_you=True), place(1, name=NASTY, turn=True)),
        listed("m3", place(0, is_you=True), place(1, is_open=True)),
        listed("m4", place(0, is_you=True), place(1, name=NASTY), over=True),
    ],
    "tables": [WAITS, dataclasses.replace(WAITS, id="w2", yours=True)],
    "live": [listed("l1", place(0, turn=True), place(1, name=NASTY, turn=True))],
    "finished": [listed("f1", place(0), place(1, name=NASTY), over=True)],
}
PEOPLE = (("uptown", META),)
EVERY_SHEET: Any = dict(USUALLY)
PLAYED = PlayedGame("k3x9", "uptown", "game", 3, 2, True, 1e9, 1, 1, -4, -7, False, False, True, False)
LISTED = (
    ListedGame(
        PLAYED, cast(Any, META), (Seated(0, NASTY, False, False, "f00d"), Seated(1, NASTY, True, False, "")), True
    ),
    ListedGame(
        dataclasses.replace(PLAYED, table_id="l1", kind="lesson", place=3, gave_up=True), cast(Any, META), (), False
    ),
    ListedGame(
        dataclasses.replace(PLAYED, table_id="c1", kind="continued", place=2, away=True), cast(Any, META), (), False
    ),
)
CURVE = tuple(RatingPoint(1e9 + n * 1e6, 1500 + 9 * n, 1400 + 9 * n, 1600 + 9 * n) for n in range(100))


def profile(own: bool = True, seen_as: Any = "me", kept: bool = True, full: bool = True) -> Profile:
    """A profile with everything in it, or an empty one."""
    sheets = frozenset(SHEETS) if seen_as == "me" else frozenset({"rungs"})
    access = ProfileAccess(Player("f00d", NASTY if full else ""), own, kept, EVERY_SHEET, seen_as, cast(Any, sheets))
    rungs = Rungs((("master", "sees what you plan"), ("greedy", "takes what pays most")), {"uptown": 1} if full else {})
    if seen_as != "me":
        return Profile(access, cast(Any, PEOPLE), rungs=rungs)
    shown = ShownRating("uptown", 40, 1600, 1500, 1700, False, 0, CURVE, (("greedy", 1500.0), ("master", 1900.0)))
    first = ShownRating("penny_lane", 1, 1500, 1300, 1700, True, 14, CURVE[:1])
    page = GamesPage(LISTED if full else (), 70 if full else 0, 2 if full else 1, 6 if full else 1, "", "", False, 3)
    street = (StreetHouse("uptown", cast(Any, META), (True, False) * 7 if full else (), 46, 2 if full else 0),)
    reviewed = (ReviewedTotal("uptown", 3, 0.71, 0.1, 0.05),) if full else ()
    return Profile(
        access,
        cast(Any, PEOPLE),
        since=1e9,
        games=page,
        totals=(TitleTotal("uptown", 46, 20, 1e9, 2e9),) if full else (),
        street=street,
        running=tuple(BUSY["mine"][:1]) if full and not own else (),
        ratings=(shown, first) if full else (),
        rungs=rungs,
        streak=Streak((True, False, True, True) if full else (), 2 if full else 0, 4 if full else 0, 1e9),
        reviews=FromReviews(len(reviewed) * 3, reviewed, 0.1, -0.1, 0.3),
        lying=(LyingGame(BUSY["mine"][0], 40),) if full and own else (),
    )


def link_to(**changes: str) -> str:
    """An address with other parameters."""
    return "/you?" + "&amp;".join(changes)


COUNTED = TitleCounts(
    games=3,
    since=1e9,
    by_players={2: 2, 3: 1},
    by_company={"people": 1, "both": 1, "bots": 1},
    by_setup={("printed", "advanced"): 2, ("", ""): 1},
    turns={(2, 0): (2, 1), (2, 1): (2, 1), (3, 0): (1, 0), (3, 1): (1, 1), (3, 2): (1, 0)},
    scores={(2, -1, False): 2, (2, 50, True): 2, (3, 10, True): 1, (3, 9, False): 2},
    plies={(2, 9): 2, (3, 12): 1},
    minutes={(2, 0): 2, (3, 400): 1},
    by_bot={"": (4, 2), "greedy": (3, 1)},
)
NUMBERS = {"game": GAME, "newest": 3}
YOU = {
    "mine": BUSY["mine"],
    "away": BUSY["mine"][:1],
    "known_as": "",
    "play_forced": True,
    "coming": list[str](),
    "profile": profile(),
    "link": link_to,
    "error": "",
    "kept": True,
}
WISHES = Wishes(("uptown",), "live-15", (2, 3))
RATED_WISHES = dataclasses.replace(WISHES, rated=True)
CROWD = (CrowdRow("uptown", cast(Any, META), "live-15", "15 min each", 2),)
IDLE = SearchView(None, 0, None, "", False, 0, 0, ())
LOOKING = SearchView(WISHES, 84, None, "", True, 3, 2, CROWD)
FIND: dict[str, Any] = {
    "kept": False,
    "search": IDLE,
    "state": "idle",
    "games": [GAME],
    "wishes": WISHES,
    "sizes": range(2, 6),
    "paces": PACES,
    "clocks": clock_presets,
    "tables": [],
    "version": 7,
    "game": "",
    "fast": "",
    "known_as": "",
    "live_hours": 12,
    "other_days": 14,
    "near_points": 200,
    "newcomer": Rating("", 1500, 500, 0),
    "coming": [],
    "error": "",
}
NOTED = [
    dataclasses.replace(WAITS, note=NASTY, rated=True, pace="live"),
    listed("w3", place(0, name=NASTY, is_you=True), place(1, is_open=True), yours=True),
]
RUNNING = [table for table in BUSY["mine"] if not table.over]
SHOWN = tuple(ShownSeat(n, (NASTY, "Greedy")[n], ("", "greedy")[n], 7 - n, n == 0) for n in range(2))
BACK = {
    "known_as": NASTY,
    "yours": [OwnGame(table, scene() if n else None, "20 min") for n, table in enumerate(RUNNING)],
    "running": 5,
    "due": 1,
    "over": [table for table in BUSY["mine"] if table.over],
    "last_bots": {"uptown": ("builder", "stranger")},
    "tables": BUSY["tables"],
    "finished": BUSY["finished"],
    "showcase": Showcase("uptown", cast(Any, META), scene(), SHOWN, LINE, step=3, last=9),
}
RIDDLE = Puzzle("ab12", "uptown", 2, 0, "", ("take",), (), ("pass",), 0.9, (), 0.4, 3, "a roof")
DAILY = DailyPuzzle(RIDDLE, cast(Any, META), "Monday 16 November", "You are Orange. Find the best move.", scene())
SHELF = TitleShelf("uptown", cast(Any, META), ("ab12", "cd34"), (ThemeShelf(NASTY, ("ab12", "cd34")),) * 7, "ab12")
LIVE = Showcase("uptown", cast(Any, META), scene(), SHOWN, None, table="l1")
SET_UP = {"game": GAME, "names": COLOURS, "clocks": clock_presets, "known_as": NASTY, "kept": True}


def rated_table(**changes: Any) -> dict[str, Any]:
    """A rated table in play, or whatever the changes make of it."""
    context = table(**changes)
    return {**context, "table": {**context["table"], "rated": True, "stand_in": "tourist", "can_analyse": False}}


RATING = Rating("uptown", 1642, 88, 46)
NEW_RATING = Rating("uptown", 1490, 340, 5)
RATINGS = GameRatings((SeatRating(0, RATING, 9, False), SeatRating(1, NEW_RATING, -31, True)))
LADDER = [
    RankedPlayer(1, NASTY, "", True, RATING),
    RankedPlayer(2, "", "greedy", False, RATING),
    RankedPlayer(3, "", "", False, NEW_RATING),
]
ALL_RATINGS: dict[str, Any] = {
    "own": [(GAME, RATING), ({**GAME, "name": "uptown2"}, NEW_RATING)],
    "kept": True,
    "named": False,
    "games": [(GAME, LADDER[0]), (GAME, LADDER[1]), (GAME, LADDER[2]), (GAME, None)],
    "provisional_games": 15,
}
LIST: dict[str, Any] = {
    "game": GAME,
    "own": NEW_RATING,
    "lines": LADDER,
    "least_games": 5,
    "shown": 100,
    "provisional_games": 15,
}


LESSON_FACTS = LessonFacts(NASTY, "An idea.", 2, 4, is_last=False)
LESSON_LINK = LessonLink("an-idea", "/learn/uptown/an-idea", NASTY, "An idea.", "a roof")
MISTAKES = TitleMistakes(
    "uptown",
    2,
    (
        MistakesView(
            NASTY, 3, 2, 40, 13, (MistakeLink("/tables/k3x9/review?ply=4&seat=0", "You pass.", "Take.", 21),),
            (LESSON_LINK,), ThemeShelf(NASTY, ("ab12",)),
        ),
        MistakesView("a gift", 1, 1, 5, 5, (), (), None),
    ),
)  # fmt: skip
PATH: dict[str, Any] = {
    "game": GAME,
    "first": FirstGame(),
    "lessons": (LESSON_LINK,) * 2,
    "shelves": SHELF.themes,
    "mistakes": TitleMistakes("uptown", 0, ()),
}


def puzzle(state: Any, lesson: LessonFacts | None = None) -> dict[str, Any]:
    """A puzzle or short lesson in one of its states."""
    happenings = (Happening(LINE, 12, 14), Happening(Line(-1, "The deck is empty", (), ""), 12, 14))
    out = state in ("solved", "shown")
    button = Button("take", "Takes a card", "Take", (Gain("coin", 2, "upcoins"),))
    candidates = (Candidate(LINE, 90, True, False, False), Candidate(LINE, 40, False, True, True))
    shown = PuzzleView(
        id="ab12", path="/puzzles/ab12", next_path="/puzzles/cd34", lesson=lesson, name="uptown", meta=cast(Any, META),
        state=state, players=3, seat=0, difficulty=3,
        theme="a roof" if out else "", question="You are Orange. Find the best move.", line="play cinema", undo="",
        hints=() if out else ("It is about a roof.",), hint_pieces=("card-1",),
        scene=scene(buttons=(button,) if state == "open" else ()), seats=tuple(seats()), names=Names(COLOURS, 0),
        tried=None if state == "open" else LINE, percent=40 if state == "wrong" else None, as_good=state == "solved",
        happenings=happenings if state == "wrong" else (),
        solution=Solution(40, 90, ("It closes the site.",), LINE, happenings, candidates) if out else None,
    )  # fmt: skip
    return {"puzzle": shown, "problem": NASTY if state == "wrong" else "", "called": "", "most_hints": 3}


SESSIONS = [
    ListedSession("0123456789abcdef", "Firefox on Linux", 1e9, 1e9, True),
    ListedSession("fedcba9876543210", "Safari on iPhone", 1e9, None, False),
    ListedSession("00000000ffffffff", "", 1e9, None, False),
]
TICKET = new_ticket()
ACCOUNT = Account(
    since=1e9,
    keys=[Key("key-1", "ada", "", 3, NASTY, 1e9, None), Key("key-2", "ada", "", 0, "Phone", 1e9, 1e9)],
    ticket=Ticket("ada", 1e9, 1e9, None, None),
    proved=2e9,
)
KEEP: dict[str, Any] = {
    "known_as": NASTY,
    "account": None,
    "sessions": [],
    "why_no_keys": "",
    "waiting": 0,
    "now": 1e9,
    "error": "",
    "mail": None,
    "mail_offered": True,
    "specimen": Specimen(NASTY, NASTY, Markup("<p>Your turn</p>"), NASTY),
    "bots": [],
    "most_bots": 3,
}
BOTS = [
    OwnBot("bot-1", NASTY, f"{NASTY} (bot of {NASTY})", 1e9, 1e9, None),
    OwnBot("bot-2", "Robo", f"Robo (bot of {NASTY})", 1e9, 1e9, 1e9),
]
MAIL = MailBox("ada", "ada@home.example", 1e9, "", None, "days", "id", "secret")
ON_TICKET: dict[str, Any] = {
    "ticket": TICKET,
    "groups": groups(TICKET),
    "known_as": NASTY,
    "now": 1e9,
    "link": "https://example.test",
    "to": "/keep",
    "back": False,
}
SIGN_IN = {
    "why_no_keys": "",
    "one_time_code": "",
    "typed": "",
    "error": "",
    "mail": "",
    "mail_offered": True,
    "to_table": "",
}
NO_KEYS = "Browsers make keys only on sites with https."

SHEET = PersonSheet(
    id="ada", name=NASTY, kept=True, is_you=False, known=True, you_keep=True, relation="none", blocked=False,
    muted=False, muted_here=False, place=Place(),
)  # fmt: skip
AT_REMARK = Place("k3x9", "UpTown", 1, 2, NASTY)
PERSON_SHEETS = {
    "nobody yet": SHEET,
    "without an account": dataclasses.replace(SHEET, kept=False),
    "for one without an account": dataclasses.replace(SHEET, you_keep=False),
    "for a stranger": dataclasses.replace(SHEET, known=False),
    "of oneself": dataclasses.replace(SHEET, is_you=True),
    "of a friend": dataclasses.replace(SHEET, relation="friends", muted=True),
    "of one who asks": dataclasses.replace(SHEET, relation="asking", place=AT_REMARK),
    "of one who was asked": dataclasses.replace(SHEET, relation="asked", muted_here=True, place=AT_REMARK),
    "of one who is blocked": dataclasses.replace(SHEET, blocked=True, place=AT_REMARK),
    "of a bot that is blocked with its owner": dataclasses.replace(
        SHEET, id="bot-1", blocked=True, blocked_with=SilencedEntry("eve", NASTY)
    ),
}
ON_SHEET: dict[str, Any] = {
    "error": "", "said": "", "typed": "", "level": 1, "titles": [("uptown", "UpTown")],
    "clocks": [("none", "no clock")],
}  # fmt: skip
FRIEND = FriendEntry("ada", NASTY, 1e9, True, (BUSY["live"][0],))
COMPANY = FriendsView(
    kept=True,
    seen=True,
    friends=(FRIEND, dataclasses.replace(FRIEND, id="bob", is_here=False, games=())),
    asking=(AskEntry("cyd", NASTY, 1e9),),
    asked=(AskEntry("dot", NASTY, 1e9),),
    invitations=(InvitationEntry("ada", NASTY, 1e9, WAITS),),
    blocked=(
        SilencedEntry("eve", NASTY, bots=(SilencedEntry("bot-1", NASTY), SilencedEntry("bot-2", NASTY))),
        SilencedEntry("gil", NASTY),
    ),
    muted=(SilencedEntry("eve", NASTY, "k3x9"), SilencedEntry("fay", NASTY)),
)

PAGES: dict[str, tuple[str, dict[str, Any]]] = {
    **{f"the sheet {name}": ("person.html", {**ON_SHEET, "person": person}) for name, person in PERSON_SHEETS.items()},
    "the sheet after a report": (
        "person.html",
        {**ON_SHEET, "person": PERSON_SHEETS["of one who asks"], "said": "Thank you.", "error": "No.", "typed": NASTY},
    ),
    "friends": ("friends.html", {"people": COMPANY}),
    "no friends": ("friends.html", {"people": FriendsView(True, False, (), (), (), (), (), ())}),
    "no account, no friends": ("friends.html", {"people": FriendsView(False, False, (), (), (), (), (), ())}),
    "an invitation": ("home.html", {**FRONT, **BACK, "games": [GAME], "invitations": list(COMPANY.invitations)}),
    "the house rules": ("conduct.html", {}),
    "keep, for a stranger": ("keep.html", {**KEEP, "known_as": ""}),
    "keep, the key": ("keep.html", {**KEEP, "error": "No."}),
    "keep, without keys": ("keep.html", {**KEEP, "why_no_keys": NO_KEYS}),
    "keep, the ticket": (
        "keep.html",
        {**KEEP, "account": dataclasses.replace(ACCOUNT, ticket=None), "sessions": SESSIONS[:1]},
    ),
    "an account": ("keep.html", {**KEEP, "account": ACCOUNT, "sessions": SESSIONS, "waiting": 3}),
    "an account with bots": ("keep.html", {**KEEP, "account": ACCOUNT, "sessions": SESSIONS, "bots": BOTS}),
    "an account without room for bots": (
        "keep.html",
        {**KEEP, "account": ACCOUNT, "sessions": SESSIONS, "bots": BOTS, "most_bots": 2},
    ),
    "the token of a bot": ("keep_bot.html", {"error": "", "bot": BOTS[0], "token": "bot_x", "base": "http://x"}),
    "no more bots": ("keep_bot.html", {"error": "No.", "bot": None, "token": "", "base": "http://x"}),
    "an account to be proved": (
        "keep.html",
        {**KEEP, "account": dataclasses.replace(ACCOUNT, proved=0.0), "sessions": SESSIONS},
    ),
    "an account with mail": ("keep.html", {**KEEP, "account": ACCOUNT, "sessions": SESSIONS, "mail": MAIL}),
    "an account with mail to be confirmed": (
        "keep.html",
        {
            **KEEP,
            "account": ACCOUNT,
            "sessions": SESSIONS,
            "mail": dataclasses.replace(MAIL, wanted=NASTY, wanted_since=1e9, refused=1e9),
        },
    ),
    "an account with mail to be proved": (
        "keep.html",
        {**KEEP, "account": dataclasses.replace(ACCOUNT, proved=0.0), "sessions": SESSIONS, "mail": MAIL},
    ),
    "sign in to a table": ("keep_sign_in.html", {**SIGN_IN, "mail": NASTY, "to_table": "k3x9"}),
    "a wrong address": ("keep_mail.html", {"error": "No.", "typed": NASTY}),
    "confirm an address": (
        "keep_mail_confirm.html",
        {"path": "/keep", "error": "", "address": "ada@home.example", "who": NASTY},
    ),
    "sign in by mail": ("keep_mail_sign_in.html", {"path": "/keep", "error": ""}),
    "a link that is over": ("keep_mail_link.html", {"error": NASTY}),
    "said": ("keep_mail_said.html", {"error": "", "heading": "No more mails", "words": NASTY}),
    "no more mails": ("mail_stop.html", {"path": "/keep", "error": "", "everything": True}),
    "no more mails of a table": ("mail_stop.html", {"path": "/keep", "error": "", "everything": False}),
    "no network": ("offline.html", {}),
    "a ticket": ("keep_ticket.html", ON_TICKET),
    "a ticket after the last": ("keep_ticket.html", {**ON_TICKET, "back": True}),
    "sign in": ("keep_sign_in.html", SIGN_IN),
    "sign in with a code": ("keep_sign_in.html", {**SIGN_IN, "one_time_code": "ABCD-1234"}),
    "sign in without keys": ("keep_sign_in.html", {**SIGN_IN, "why_no_keys": NO_KEYS, "typed": NASTY, "error": "No."}),
    "prove": ("keep_prove.html", {"known_as": NASTY, "has_keys": True, "why_no_keys": "", "error": ""}),
    "prove without keys": ("keep_prove.html", {"known_as": "", "has_keys": False, "why_no_keys": "", "error": "No."}),
    "a code": (
        "keep_code.html",
        {"groups": ["ABCD", "1234"], "picture": qr_svg("https://example.test", "QR"), "base": "https://example.test"},
    ),
    "games to join": ("keep_join.html", {"games": BUSY["mine"], "count": 4, "before": NASTY, "error": ""}),
    "nothing to join": ("keep_join.html", {"games": [], "count": 0, "before": "", "error": "Done before."}),
    "home": ("home.html", {"games": [GAME], **FRONT}),
    "home of four": ("home.html", {"games": [{**GAME, "name": f"uptown{n}"} for n in range(4)], **FRONT}),
    "home of somebody": ("home.html", {"games": [GAME], **FRONT, **BACK}),
    "home with a live table": ("home.html", {"games": [GAME], **FRONT, "showcase": LIVE}),
    "home of none": ("home.html", {"games": [], **FRONT}),
    "home while titles are set up": ("home.html", {"games": [COMING, GAME], **FRONT}),
    "home with a puzzle": ("home.html", {"games": [GAME], **FRONT, "daily": DAILY}),
    "puzzles": ("puzzles.html", {"daily": DAILY, "before": DAILY, "shelves": [(SHELF, GAME)]}),
    "puzzles while titles are set up": (
        "puzzles.html",
        {"daily": dataclasses.replace(DAILY, scene=None, question=""), "before": None, "shelves": []},
    ),
    "no puzzles": ("puzzles.html", {"daily": None, "before": None, "shelves": []}),
    "puzzles of a game": (
        "puzzle_shelf.html",
        {
            "game": GAME,
            "topics": ["a roof", NASTY],
            "levels": range(1, 6),
            "about": NASTY,
            "level": "3",
            "puzzles": [RIDDLE],
        },
    ),
    "no puzzles of a game": (
        "puzzle_shelf.html",
        {"game": GAME, "topics": [], "levels": range(1, 6), "about": "", "level": "", "puzzles": []},
    ),
    **{f"puzzle {state}": ("puzzle.html", puzzle(state)) for state in ("open", "wrong", "solved", "shown")},
    **{
        f"short lesson {state}": ("puzzle.html", puzzle(state, LESSON_FACTS))
        for state in ("open", "wrong", "solved", "shown")
    },
    "last short lesson": ("puzzle.html", puzzle("solved", dataclasses.replace(LESSON_FACTS, is_last=True))),
    "learning path": ("learning_path.html", PATH),
    "learning path of somebody": (
        "learning_path.html",
        {**PATH, "first": FirstGame("k3x9"), "mistakes": MISTAKES},
    ),
    "learning path that is done": (
        "learning_path.html",
        {
            **PATH,
            "first": FirstGame("k3x9", done=True),
            "mistakes": TitleMistakes("uptown", 1, ()),
            "lessons": (),
            "shelves": (),
        },
    ),
    "mistakes": (
        "mistakes.html",
        {"found": [(GAME, MISTAKES), (GAME | {"name": "b"}, TitleMistakes("b", 1, ()))], "waiting": ""},
    ),
    "no mistakes": ("mistakes.html", {"found": [], "waiting": "k3x9"}),
    "lessons": ("lessons.html", {"games": [GAME, COMING]}),
    "lobby": ("lobby.html", {**LISTS, **BUSY, "coming": []}),
    "empty lobby": ("lobby.html", {**LISTS, "coming": []}),
    "lobby while titles are set up": ("lobby.html", {**LISTS, **BUSY, "coming": ["UpTown", "Penny Lane"]}),
    "find": ("find.html", {**FIND, "error": NASTY, "coming": ["UpTown"]}),
    "find while others look": ("find.html", {**FIND, "search": dataclasses.replace(IDLE, people=2, crowd=CROWD)}),
    "find, looking": ("find.html", {**FIND, "search": LOOKING, "state": "looking", "tables": NOTED, "known_as": NASTY}),
    "find, with bots of one's strength": (
        "find.html",
        {
            **FIND,
            "kept": True,
            "search": dataclasses.replace(LOOKING, wishes=RATED_WISHES, bots_of_strength=True),
            "state": "looking",
        },
    ),
    "find, found": (
        "find.html",
        {
            **FIND,
            "search": dataclasses.replace(LOOKING, found=FoundView("uptown", cast(Any, META), 3, 5)),
            "state": "found",
        },
    ),
    "find, seated": ("find.html", {**FIND, "search": dataclasses.replace(LOOKING, table="k3x9"), "state": "seated"}),
    "find before any title is ready": ("find.html", {**FIND, "games": []}),
    "you": ("you.html", {**YOU, "known_as": NASTY}),
    "nobody yet": ("you.html", {**YOU, "mine": [], "away": (), "play_forced": False, "profile": None, "kept": False}),
    "you without a game": ("you.html", {**YOU, "profile": profile(kept=False, full=False), "kept": False}),
    "you as others see you": ("you.html", {**YOU, "profile": profile(seen_as="everyone")}),
    "you, refused": ("you.html", {**YOU, "error": NASTY}),
    "a profile": ("profile.html", {**YOU, "profile": profile(own=False)}),
    "a profile of which little is shown": ("profile.html", {**YOU, "profile": profile(own=False, seen_as="everyone")}),
    "somebody without a profile": ("no_profile.html", {}),
    "giving up": ("resign.html", {"table_id": "k3x9", "found": Consequences((0,), 2, False, False), "error": NASTY}),
    "given up": ("resign.html", {"table_id": "k3x9", "found": Consequences((0,), 0, False, True), "error": ""}),
    "statistics": ("statistics.html", {**NUMBERS, "found": statistics_from(COUNTED, get_title("uptown"))}),
    "no statistics": ("statistics.html", {**NUMBERS, "found": statistics_from(TitleCounts(), get_title("uptown"))}),
    "you while titles are set up": ("you.html", {**YOU, "coming": ["UpTown"]}),
    "game for a stranger": ("game.html", {**SET_UP, "kept": False, "stage": Stage(ready=True)}),
    "game": ("game.html", {**SET_UP, "stage": Stage(ready=True), "editions": EDITIONS}),
    "a game that is set up": ("game.html", {**SET_UP, "stage": Stage()}),
    "wait": ("wait.html", {"game": GAME, "stage": Stage(3, 16, "view"), "back": "/games/uptown"}),
    "wait in vain": ("wait.html", {"game": GAME, "stage": Stage(failed=True), "back": "/tables/k3x9"}),
    "rules": ("rules.html", {"game": GAME, "html": Markup('<h1>UpTown</h1><p id="UT-1">Rule</p>'), "toc": ()}),
    "gallery": (
        "gallery.html",
        {"game": GAME, "card_groups": CARD_GROUPS, "types": ("office",), "search": Search(), "symbol": no_symbols},
    ),
    "a search in vain": (
        "gallery.html",
        {"game": GAME, "card_groups": EMPTY, "types": (), "search": Search("zoo"), "symbol": no_symbols},
    ),
    "learn": ("learn.html", {"game": GAME, "stage": Stage(ready=True), "lesson": LESSON}),
    "learn while it is set up": ("learn.html", {"game": COMING, "stage": Stage(3, 16, "view"), "lesson": None}),
    "a lesson": (
        "table.html",
        table(
            lesson=LessonStatus(2, 9, "Your free card", ("Build it.", "It is free."), action=3),
            scene=scene(buttons=(Button("discard", "discards the free card", wanted=True),)),
        ),
    ),
    "a lesson over": ("table.html", table(lesson=LessonStatus(9, 9, "That was it", ("Play on.",), over=True))),
    "error": ("error.html", {"status": 404, "message": "There is no such table."}),
    "advice": ("table.html", table(hints=HINTS)),
    "talk": ("chat.html", table(error="Too long", draft=NASTY)),
    "nobody talks": ("table.html", table(remarks=(), known_as="", yours=(), you=-1)),
    "a bot for now": (
        "table.html",
        table(seats=[replace(seats()[0], is_bot=True, is_away=True), *seats()[1:]]),
    ),
    "my turn": ("table.html", table(restart=0)),
    "somebody asks": ("table.html", table(question=QuestionView("a1b2", 1, LINE, False, 0, (0, 2)), back=())),
    "nobody has answered": ("table.html", table(question=QuestionView("a1b2", 0, None, True, 0, (1, 2)), back=())),
    "they are asked": ("table.html", table(question=QuestionView("a1b2", 1, LINE, False, None, (2,)), back=(), you=-1)),
    "their turn": ("table.html", table(seats=seats(turn=1), undo=None, error="The table has moved on.")),
    "all at once": ("table.html", table(seats=[replace(seat, turn=seat.index > 0) for seat in seats()])),
    "two players": ("table.html", table(seats=seats(2), scene=scene(1), log=[])),
    "a spectator": (
        "table.html",
        table(you=-1, yours=(), undo=None, seats=[replace(seat, is_you=False) for seat in seats()]),
    ),
    "an open seat": ("table.html", table(seats=vacant(2), undo=None)),
    "nobody there": ("table.html", table(seats=vacant(1, 2, turn=1), undo=None)),
    "a place to sit": ("table.html", table(you=-1, yours=(), undo=None, seats=vacant(1, 2, turn=1, you=-1))),
    "a waiting room": ("table.html", waiting_room()),
    "a waiting room with a seat": ("table.html", waiting_room(you=-1, yours=(), known_as="")),
    "a withdrawn table": ("table.html", waiting_room(withdrawn=True)),
    "two on one screen": ("table.html", table(yours=(0, 1))),
    "won": ("table.html", finished(*ALONE)),
    "ratings": ("ratings.html", ALL_RATINGS),
    "ratings for a stranger": ("ratings.html", {**ALL_RATINGS, "own": [], "kept": False}),
    "ratings of a game": ("ratings_title.html", LIST),
    "ratings of a game that nobody played": ("ratings_title.html", {**LIST, "own": None, "lines": []}),
    "a rated table": ("table.html", rated_table()),
    "a rated table with a seat": (
        "table.html",
        rated_table(you=-1, yours=(), undo=None, seats=vacant(1, turn=1, you=-1)),
    ),
    "a rated table with a free seat": ("table.html", rated_table(undo=None, seats=vacant(2))),
    "a rated game won": ("table.html", {**finished(*SHARED), "ratings": RATINGS}),
    "a rated game that does not count": (
        "table.html",
        {
            **finished(*SHARED),
            "ratings": GameRatings((), "One person held two seats here, so the game does not count."),
        },
    ),
    "shared": ("table.html", finished(*SHARED)),
}
