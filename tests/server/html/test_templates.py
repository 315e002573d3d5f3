"""Every page renders from plain data, is well formed, says what it is to those who cannot see it, and escapes names."""

import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from tabletown.bots import LADDER
from tabletown.engine.seat_marks import COLOURS
from tabletown.engine.value import replace
from tabletown.render.scene import Piece, no_symbols
from tabletown.server.html.board_peek import board_peek
from tabletown.server.html.gallery import Card, CardGroup, Search
from tabletown.server.html.home_picture import panorama
from tabletown.server.html.page_parts import PageParts
from tabletown.server.html.people import people_at
from tabletown.server.html.portraits import TINTS, face, faces_sprite, house
from tabletown.server.html.templates import Templates
from tabletown.server.play.lessons import LessonStatus
from tabletown.server.play.table import Line
from tabletown.server.preparing import Stage

from ..sample_pages import (
    ALONE,
    BACK,
    BUSY,
    FRONT,
    GAME,
    LISTS,
    META,
    NASTY,
    PAGES,
    PICTURE,
    SET_UP,
    SHARED,
    TALK,
    YOU,
    finished,
    row,
    scene,
    seats,
    table,
    vacant,
)

VOID = {"meta", "link", "input", "br", "hr", "img"}


@pytest.fixture(scope="module")
def render() -> Callable[..., str]:
    templates = Templates()

    def rendered(name: str, **context: Any) -> str:
        return templates.render(
            name, **{"theme": "system", "parts": PageParts(COLOURS, template=templates.part), **context}
        )

    return rendered


class Outline(HTMLParser):
    """What a page consists of; fails on tags that do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "form" or tag not in self._open, "a form in a form"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest, render: Callable[..., str]) -> Outline:
    name, context = PAGES[request.param]
    return Outline(render(name, **context))


def test_every_page_has_its_landmarks(page: Outline) -> None:
    assert page.all("html")[0]["lang"] == "en"
    assert [len(page.all(tag)) for tag in ("main", "h1", "title")] == [1, 1, 1]
    skip = next(link for link in page.all("a") if link.get("class") == "skip")
    assert skip["href"] == "#" + str(page.all("main")[0]["id"])


def test_no_id_twice_and_every_reference_leads_somewhere(page: Outline) -> None:
    ids = Counter(attributes["id"] for _, attributes in page.tags if "id" in attributes)
    assert not [name for name, count in ids.items() if count > 1]
    wanted = {a["aria-labelledby"] for _, a in page.tags if "aria-labelledby" in a}
    wanted |= {label["for"] for label in page.all("label")}
    wanted |= {str(link["href"])[1:] for link in page.all("a") if str(link["href"]).startswith("#")}
    assert wanted <= set(ids)


def test_every_field_has_a_label(page: Outline) -> None:
    labelled = {label["for"] for label in page.all("label")}
    fields = page.all("select") + [field for field in page.all("input") if field.get("type") != "hidden"]
    assert {field["id"] for field in fields} <= labelled


def test_headings_leave_out_no_level(page: Outline) -> None:
    levels = [int(tag[1]) for tag, _ in page.tags if tag in {"h1", "h2", "h3", "h4"}]
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_nothing_that_the_security_policy_forbids(page: Outline) -> None:
    assert not page.all("style")
    assert all(str(script.get("src")).startswith("/static/") for script in page.all("script"))
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]


def test_forms_stay_on_the_site(page: Outline) -> None:
    for form in page.all("form"):
        assert form["method"] in ("get", "post")
        assert str(form["action"]).startswith("/")


@pytest.mark.parametrize(("theme", "css"), [("system", None), ("light", "light"), ("dark", "dark")])
def test_theme_is_on_the_root_and_pressed_in_the_switch(
    render: Callable[..., str], theme: str, css: str | None
) -> None:
    page = Outline(render("error.html", theme=theme, status=404, message=""))
    assert page.all("html")[0].get("class") == css
    pressed = [button["value"] for button in page.all("button") if button.get("aria-pressed") == "true"]
    assert pressed == [theme, theme]  # in the bar and in the menu


def test_my_turn_offers_moves_and_take_back(render: Callable[..., str]) -> None:
    page = Outline(render("_table.html", **table()))
    buttons = {(button.get("name"), button.get("value")) for button in page.all("button")}
    assert {("move", "discard"), ("instead", "play jeweller")} <= buttons
    assert "/tables/k3x9/undo" in {button.get("formaction") for button in page.all("button")}
    hidden = {field["name"]: field["value"] for field in page.all("input") if field.get("type") == "hidden"}
    assert hidden == {"version": "41", "key": "0123456789abcdef", "seat": "0"}
    assert "First action Choose a site" in page.text
    assert "\N{MINUS SIGN}2 prestige" in page.text


def test_while_others_think_nothing_is_offered(render: Callable[..., str]) -> None:
    page = Outline(render("_table.html", **table(seats=seats(turn=1), undo=None)))
    assert [button for button in page.all("button") if "name" in button] == []
    assert "Sky is thinking" in page.text


@pytest.mark.parametrize(("turn", "looks_again"), [(0, False), (1, True), (None, False)])
def test_without_scripts_the_page_looks_again_while_a_bot_thinks(
    render: Callable[..., str], turn: int | None, looks_again: bool
) -> None:
    head = render("table.html", **table(seats=seats(turn=turn))).partition("</head>")[0]
    assert ('<noscript><meta http-equiv="refresh" content="2"></noscript>' in head) is looks_again


def test_without_scripts_the_page_looks_again_when_a_move_of_ones_own_plays_itself(
    render: Callable[..., str],
) -> None:
    first, *others = seats(turn=0)
    page = render("table.html", **table(seats=[replace(first, plays_itself=True), *others]))
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page.partition("</head>")[0]


@pytest.mark.parametrize(("you", "turn", "seconds"), [(0, 0, 0), (0, 1, 8), (-1, 1, 0)])
def test_without_scripts_it_looks_again_slowly_for_people_and_never_while_one_may_be_typing(
    render: Callable[..., str], you: int, turn: int, seconds: int
) -> None:
    yours = (you,) if you >= 0 else ()
    page = render("table.html", **table(seats=vacant(1, turn=turn, you=you), you=you, yours=yours, undo=None))
    assert (f'http-equiv="refresh" content="{seconds}"' in page) is bool(seconds)
    assert ("refresh" in page.partition("</head>")[0]) is bool(seconds)


def test_open_seats_are_offered_to_those_who_have_none(render: Callable[..., str]) -> None:
    _, context = PAGES["a place to sit"]
    page = Outline(render("_table.html", **context))
    offered = [button["value"] for button in page.all("button") if button.get("name") == "seat"]
    assert offered == ["1", "2"]
    assert "Sit down as Sky" in page.text
    assert "Waiting for somebody to sit down as Sky" in page.text
    assert "https://example.test" not in page.text


def test_those_who_sit_pass_on_the_link(render: Callable[..., str]) -> None:
    _, context = PAGES["nobody there"]
    page = Outline(render("_table.html", **context))
    link = next(field for field in page.all("input") if field.get("id") == "link")
    assert link["value"] == "https://example.test/tables/k3x9"
    assert "Sky and Green are free" in page.text
    assert [button.get("data-copy") for button in page.all("button") if "data-copy" in button] == ["link"]
    assert not [button for button in page.all("button") if button.get("name") == "seat"]


def test_the_next_game_is_a_link(render: Callable[..., str]) -> None:
    context = finished(*ALONE, you=1)
    context["table"]["next"] = "m7q2"
    page = Outline(render("_table.html", **context))
    assert "/tables/m7q2" in {link["href"] for link in page.all("a")}
    assert "/tables/k3x9/rematch" not in {form["action"] for form in page.all("form")}


def test_the_rules_open_at_the_rule_that_applies(render: Callable[..., str]) -> None:
    page = Outline(render("_table.html", **table()))
    assert next(link["href"] for link in page.all("a") if "data-rules" in link) == "/games/uptown/rules#UT-12"


def test_log_lines_name_the_pieces_they_touched(render: Callable[..., str]) -> None:
    page = Outline(render("_table.html", **table()))
    assert [line["data-pieces"] for line in page.all("li") if "data-pieces" in line] == ["card-1 card-2"]


@pytest.mark.parametrize(
    ("rows", "you", "headline"),
    [
        (ALONE, 0, "You win"),
        (ALONE, 1, "Orange wins"),
        (ALONE, -1, "Orange wins"),
        (SHARED, 0, "Orange and Sky share the victory"),
        (SHARED, -1, "Orange and Sky share the victory"),
    ],
)
def test_the_end_names_the_winners(
    render: Callable[..., str], rows: tuple[dict[str, Any], ...], you: int, headline: str
) -> None:
    page = Outline(render("_table.html", **finished(*rows, you=you)))
    assert headline in page.text
    rematch = [form for form in page.all("form") if form["action"] == "/tables/k3x9/rematch"]
    assert len(rematch) == (you >= 0)


def test_the_end_has_all_points_as_a_table(render: Callable[..., str]) -> None:
    text = Outline(render("_table.html", **finished(*ALONE))).text
    assert "Place Player Floors Money Gifts Total 1 Orange 21 5 -2 24 2 Sky 16 8 -5 19 3 Green 0 0 0 0" in text


def test_the_end_opens_the_shuffle(render: Callable[..., str]) -> None:
    before, after = render("_table.html", **table()), render("_table.html", **finished(*ALONE))
    assert "9f2c51" in before
    assert "9f2c51" in after
    assert "e3b0" in after


def test_bars_stay_inside_their_frame(render: Callable[..., str]) -> None:
    page = Outline(render("_table.html", **finished(*ALONE)))
    widths = [str(tag["style"]) for tag in page.all("span") if str(tag.get("style")).startswith("width")]
    assert all(0 < float(width.removeprefix("width: ").removesuffix("%")) <= 100 for width in widths)


def test_names_and_messages_are_text(render: Callable[..., str]) -> None:
    won = finished(row(0, 1, NASTY, 3, 0, 0), row(1, 2, NASTY, 1, 0, 0), name=NASTY)
    log = [Line(0, NASTY, (NASTY,), NASTY)]
    game = {
        **GAME,
        "meta": SimpleNamespace(**{**vars(META), "title": NASTY, "blurb": NASTY, "makers": {"design": NASTY}}),
    }
    pages = [
        render("table.html", **{**won, "log": log, "error": NASTY}),
        render("table.html", **table(seats=seats(name=NASTY), log=log)),
        render("error.html", status=404, message=NASTY),
        render(
            "game.html",
            **{**SET_UP, "game": game},
            stage=Stage(ready=True, bots=True),
        ),
        render("home.html", **{"games": [game], **FRONT, **BACK}),
        render("lobby.html", **{**LISTS, **BUSY, "coming": [NASTY]}),
        render("you.html", **{**YOU, "known_as": NASTY, "coming": [NASTY], "error": NASTY}),
        render("chat.html", **table(draft=NASTY, error=NASTY, seats=seats(name=NASTY))),
        render("rules.html", game=game, html=Markup("<h1>x</h1>"), toc=[{"id": "x", "text": NASTY, "level": 2}]),
        render(
            "gallery.html",
            game=game,
            card_groups=[
                CardGroup(NASTY, (Card("x", NASTY, NASTY, Piece(PICTURE, NASTY), NASTY, (NASTY,)),), frozenset())
            ],
            types=(NASTY,),
            search=Search(NASTY, NASTY, NASTY),
            symbol=no_symbols,
        ),
        render("table.html", **table(lesson=LessonStatus(1, 2, NASTY, (NASTY,)))),
    ]
    for page in pages:
        assert "<b onclick" not in page
        Outline(page)


def test_makers_are_credited(render: Callable[..., str]) -> None:
    for name in ("game", "gallery"):
        template, context = PAGES[name]
        text = Outline(render(template, **context)).text
        assert "Design A designer" in text
        assert "not affiliated" in text


def test_a_table_of_contents_is_shown_when_there_is_one(render: Callable[..., str]) -> None:
    toc = [{"id": "goal", "text": "Goal", "level": 2}]
    page = render("rules.html", game=GAME, html=Markup('<h1>x</h1><h2 id="goal">Goal</h2>'), toc=toc)
    assert '<a href="#goal">Goal</a>' in page


def test_the_street_on_the_home_page_is_one_well_formed_picture() -> None:
    picture = Outline(str(panorama()))
    assert len(picture.all("svg")) == 1
    assert picture.all("svg")[0]["role"] == "img"
    assert picture.all("svg")[0]["aria-label"]


def test_the_home_page_carries_every_cover_once(render: Callable[..., str]) -> None:
    game = {**GAME, "cover": replace(PICTURE, svg="<path/>")}
    for reader in ({}, BACK):
        assert render("home.html", **{"games": [game], **FRONT, **reader}).count("<path/>") == 1


def test_those_who_come_back_find_their_games_first(render: Callable[..., str]) -> None:
    page = render("home.html", **{"games": [GAME], **FRONT, **BACK})
    assert page.index("Continue your games") < page.index("A new game") < page.index("Play with friends")
    assert page.count('class="own due"') == 1
    assert 'name="bot-1" value="builder"' in page  # as last time
    newcomer = render("home.html", **{"games": [GAME], **FRONT})
    assert "Play now: UpTown, against bots" in newcomer
    assert newcomer.index("New here? First game") < newcomer.index("Play with friends")
    assert "Continue your game" not in newcomer


def test_a_bot_without_a_portrait_has_its_letter(render: Callable[..., str]) -> None:
    known, unknown = face("Greedy", "greedy"), face("Zoe <b>", "zoe")
    assert 'href="#bot-greedy"' in known
    assert ">Z</span>" in unknown
    assert "<b>" not in unknown
    assert 'id="bot-greedy"' in faces_sprite(["greedy", "zoe"])
    assert 'id="bot-zoe"' not in faces_sprite(["greedy", "zoe"])
    for bot, inside in (("greedy", 'href="#bot-greedy"'), ("zoe", ">Z</text>")):
        drawn = house(bot)
        assert inside in drawn
        Outline(str(drawn))


def test_every_bot_has_a_face_and_a_house_of_its_own() -> None:
    assert [bot.name for bot in LADDER] == list(TINTS)
    assert len({house(bot.name) for bot in LADDER}) == len(LADDER)


def test_boards_to_look_at_share_a_page_and_cannot_be_played() -> None:
    first, second = (str(board_peek(scene(), prefix)) for prefix in ("a-", "b-"))
    for markup in (first, second):
        assert "&lt;" not in markup  # no markup that a page would show as text
        assert '<div class="zone zone-own"' in markup
        assert "<section" not in markup
    ids = [set(re.findall(r'\bid="([^"]+)"', board)) for board in (first, second)]
    assert ids[0]
    assert not ids[0] & ids[1]
    for board, own in zip((first, second), ids, strict=True):
        assert set(re.findall(r'href="#([^"]+)"', board)) <= own
        assert not {"button", "form", "input"} & {tag for tag, _ in Outline(board).tags}
        assert "inert" in board


def test_only_those_who_are_signed_in_can_sign_out(render: Callable[..., str]) -> None:
    template, context = PAGES["lobby"]
    assert "/logout" in render(template, **context, signed_in=True)
    assert "/logout" not in render(template, **context)


def test_a_piece_that_is_kept_depends_on_the_values_it_is_given_and_on_no_others(render: Callable[..., str]) -> None:
    first, second = (render("_table.html", **table(remarks=talk)) for talk in (TALK, ()))
    assert "Hello" in first
    assert "Hello" not in second
    assert render("_table.html", **table()) == first
    with pytest.raises(UndefinedError):
        render("_chat.html", remarks=(), yours=(), known_as="", audience=0, expanded=True)  # whose table is it?


@pytest.mark.parametrize(
    ("kinds", "alone", "to_ask"),
    [("hb", True, False), ("ho", False, False), ("hh", False, True), ("ha", False, False), ("hbo", False, False)],
)
def test_company_is_who_can_be_talked_with_and_asked(kinds: str, alone: bool, to_ask: bool) -> None:
    """Humans, bots, open seats, and people who are away, for whom a bot plays; the reader sits on the first seat."""
    words = {"h": "human", "b": "bot", "o": "open", "a": "human"}
    people = [
        replace(seat, kind=words[kind], is_bot=kind in "ba", is_open=kind == "o", is_away=kind == "a")
        for seat, kind in zip(seats(len(kinds)), kinds, strict=True)
    ]
    found = people_at(people)
    assert (found.no_one_to_talk_to, found.someone_to_ask) == (alone, to_ask)
