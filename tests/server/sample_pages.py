"""Plain data of which every page can be rendered, with names that try to be markup."""

import dataclasses
from types import SimpleNamespace
from typing import Any, cast

from markupsafe import Markup

from tabletown.engine.seat_marks import Names
from tabletown.engine.seats import SEAT_SHAPES
from tabletown.render.scene import Button, Gain, Piece, Scene, Seat, Shape, Stat, Zone, no_symbols
from tabletown.server.html.gallery import Card, CardGroup, Search
from tabletown.server.play import clock_presets
from tabletown.server.play.clocks import ShownClock
from tabletown.server.play.lessons import Lesson, LessonStatus, Step
from tabletown.server.play.remarks import Remark
from tabletown.server.play.table import Line
from tabletown.server.play.takebacks import QuestionView, TurnChoice
from tabletown.server.preparing import Stage
from tabletown.server.view.own_games import OwnGame
from tabletown.server.view.puzzle_hub import DailyPuzzle, ThemeShelf, TitleShelf
from tabletown.server.view.puzzle_view import Candidate, Happening, PuzzleView, Solution
from tabletown.server.view.showcase import Showcase, ShownSeat
from tabletown.server.view.table_summary import SeatSummary, TableSummary
from tabletown.server.view.table_view import SeatFacts
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
GAME = {"name": "uptown", "meta": META, "cover": PICTURE, "stage": Stage(ready=True)}
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
        dataclasses.replace(
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
        "commitment": "9f2c51",
        "seed": "",
        "salt": "",
        "record_url": "/tables/k3x9/record",
        "next": "",
        "public": True,
        "is_lesson": False,
        "older_rules": "",
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


def waiting_room(**changes: Any) -> dict[str, Any]:
    people = vacant(1, 2, turn=-1, you=changes.get("you", 0))
    room = Scene((), (), prompt="Waiting for 2 more players")
    facts = {**table()["table"], "begun": False}
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
YOU = {"mine": BUSY["mine"], "known_as": "", "play_forced": True, "coming": list[str]()}
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
SET_UP = {"game": GAME, "names": COLOURS, "clocks": clock_presets, "known_as": NASTY}


def puzzle(state: Any) -> dict[str, Any]:
    """A puzzle in one of its states."""
    happenings = (Happening(LINE, 12, 14), Happening(Line(-1, "The deck is empty", (), ""), 12, 14))
    out = state in ("solved", "shown")
    button = Button("take", "Takes a card", "Take", (Gain("coin", 2, "upcoins"),))
    candidates = (Candidate(LINE, 90, True, False, False), Candidate(LINE, 40, False, True, True))
    shown = PuzzleView(
        id="ab12", name="uptown", meta=cast(Any, META), state=state, players=3, seat=0, difficulty=3,
        theme="a roof" if out else "", question="You are Orange. Find the best move.", line="play cinema", undo="",
        hints=() if out else ("It is about a roof.",), hint_pieces=("card-1",),
        scene=scene(buttons=(button,) if state == "open" else ()), seats=tuple(seats()), names=Names(COLOURS, 0),
        tried=None if state == "open" else LINE, percent=40 if state == "wrong" else None, as_good=state == "solved",
        happenings=happenings if state == "wrong" else (),
        solution=Solution(40, 90, ("It closes the site.",), LINE, happenings, candidates) if out else None,
        next_id="cd34",
    )  # fmt: skip
    return {"puzzle": shown, "problem": NASTY if state == "wrong" else "", "called": "", "most_hints": 3}


PAGES: dict[str, tuple[str, dict[str, Any]]] = {
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
    "lessons": ("lessons.html", {"games": [GAME, COMING]}),
    "lobby": ("lobby.html", {**LISTS, **BUSY, "coming": []}),
    "empty lobby": ("lobby.html", {**LISTS, "coming": []}),
    "lobby while titles are set up": ("lobby.html", {**LISTS, **BUSY, "coming": ["UpTown", "Penny Lane"]}),
    "you": ("you.html", {**YOU, "known_as": NASTY}),
    "nobody yet": ("you.html", {**YOU, "mine": [], "play_forced": False}),
    "you while titles are set up": ("you.html", {**YOU, "coming": ["UpTown"]}),
    "game": ("game.html", {**SET_UP, "stage": Stage(ready=True)}),
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
        table(seats=[dataclasses.replace(seats()[0], is_bot=True, is_away=True), *seats()[1:]]),
    ),
    "my turn": ("table.html", table(restart=0)),
    "somebody asks": ("table.html", table(question=QuestionView("a1b2", 1, LINE, False, 0, (0, 2)), back=())),
    "nobody has answered": ("table.html", table(question=QuestionView("a1b2", 0, None, True, 0, (1, 2)), back=())),
    "they are asked": ("table.html", table(question=QuestionView("a1b2", 1, LINE, False, None, (2,)), back=(), you=-1)),
    "their turn": ("table.html", table(seats=seats(turn=1), undo=None, error="The table has moved on.")),
    "all at once": ("table.html", table(seats=[dataclasses.replace(seat, turn=seat.index > 0) for seat in seats()])),
    "two players": ("table.html", table(seats=seats(2), scene=scene(1), log=[])),
    "a spectator": (
        "table.html",
        table(you=-1, yours=(), undo=None, seats=[dataclasses.replace(seat, is_you=False) for seat in seats()]),
    ),
    "an open seat": ("table.html", table(seats=vacant(2), undo=None)),
    "nobody there": ("table.html", table(seats=vacant(1, 2, turn=1), undo=None)),
    "a place to sit": ("table.html", table(you=-1, yours=(), undo=None, seats=vacant(1, 2, turn=1, you=-1))),
    "a waiting room": ("table.html", waiting_room()),
    "a waiting room with a seat": ("table.html", waiting_room(you=-1, yours=(), known_as="")),
    "two on one screen": ("table.html", table(yours=(0, 1))),
    "won": ("table.html", finished(*ALONE)),
    "shared": ("table.html", finished(*SHARED)),
}
