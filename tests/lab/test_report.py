"""Reports: what they say, that they need nothing else, and that comparisons find what was changed."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tabletown.lab.card_changes import changes_to_try, suggest_change
from tabletown.lab.card_sets import CardSource
from tabletown.lab.estimates import Estimate
from tabletown.lab.findings import Findings, extremes, find
from tabletown.lab.folder import Folder
from tabletown.lab.measures import CardRow, adjusted_wins
from tabletown.lab.plan import Plan
from tabletown.lab.report import page

GIVEN_AWAY = CardSource("cheap", None, {"building.museum.cost": 1, "building.museum.stars": 6})


def played(path: Path, plan: Plan) -> Findings:
    folder = Folder.begin(path, plan)
    with ThreadPoolExecutor(2) as pool:
        folder.play(pool)
    return find(folder)


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    return played(tmp_path_factory.mktemp("single"), Plan("penny_lane", games=400))


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    sets = (CardSource("default"), GIVEN_AWAY)
    return played(tmp_path_factory.mktemp("compared"), Plan("penny_lane", games=400, sets=sets))


class Reader(HTMLParser):
    """Collects what a browser would fetch or run, ids, and whether every element is closed."""

    VOID = frozenset({"meta", "hr", "br", "link", "img"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.suspicious: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            if name.startswith("on") or (name in ("src", "href", "xlink:href") and not str(value).startswith("#")):
                self.suspicious.append(f"{tag} {name}={value}")
        if tag in ("script", "iframe", "link", "img"):
            self.suspicious.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    assert reader.suspicious == []
    # a clip path that is drawn twice alike has one id; elsewhere ids differ
    assert len(set(reader.ids)) > 20
    return reader


def test_a_report_stands_alone_and_says_what_was_asked(single: Findings) -> None:
    text = page(single)
    read(text)
    for words in (
        "400 games for 2 by quick", "Who moves when", "Scores", "Length", "Why games end", "a lane has ten stars",
        "Comebacks", "What it is worth to own a card", "What it is worth to be offered a card first", "Every card",
        "association, not cause", "What the numbers mean", "Museum", "color-scheme:light dark", "@media print",
    ):  # fmt: skip
        assert words in text
    assert text.count("<svg") == text.count("aria-label=") == 7
    assert not re.search(r"#0[1-6]0[1-6]0[1-6]", text), "every colour of a plot is the page's"
    assert page(single) == text


def test_the_numbers_add_up(single: Findings) -> None:
    summary = single.summaries[0]
    assert sum(turn.value for turn in summary.turns) == pytest.approx(1.0)
    assert sum(end.value for end in summary.ends.values()) == pytest.approx(1.0)
    assert summary.bots["quick"][0].value == pytest.approx(0.5)
    assert 0 < summary.comebacks["three quarters"].value < summary.comebacks["a quarter"].value < 0.5
    rows = {row.card.id: row for row in summary.rows}
    museum, florist = rows["museum"].effect, rows["florist"].effect
    assert museum is not None
    assert florist is not None
    assert museum.low > florist.high
    data = json.loads(json.dumps(single.as_dict()))
    assert data["finished"] is True
    assert [row["id"] for row in data["sets"][0]["card"]][:2] == ["bakery", "book_shoppe"]
    assert "changes" not in data


def test_who_begins_has_no_better_look(single: Findings) -> None:
    """A first look is worth nothing by itself: what the turn order brings is taken off."""
    results = single.results[0]
    wins = adjusted_wins(results)
    assert results.win[results.turn == 0].mean() > 0.53
    assert wins[results.turn == 0].mean() == pytest.approx(0.5)
    assert wins[results.turn == 1].mean() == pytest.approx(0.5)


def test_the_strongest_and_the_weakest(single: Findings) -> None:
    best, worst = extremes(single.summaries[0].rows, "effect", 5)
    values = [one.value for _, one in (*best, *worst)]
    assert len(values) == 10
    assert values == sorted(values, reverse=True)


def test_a_card_that_is_given_away_is_found(compared: Findings) -> None:
    text = page(compared)
    read(text)
    assert "cheap against default" in text
    overall, cards = compared.comparison()
    assert cards[0].card.id == "museum"
    assert cards[0].look is not None
    assert cards[0].look.low > 0.05
    plies = next(change for change in overall if change.name == "plies")
    assert plies.difference.high < 0, "it is over sooner"
    assert {change["id"] for change in compared.as_dict()["card_changes"]} == {
        row.card.id for row in compared.summaries[0].rows
    }


def test_equal_cards_make_no_difference(tmp_path: Path) -> None:
    same = CardSource("same", None, {"building.museum.cost": 5})
    findings = played(tmp_path, Plan("penny_lane", games=40, sets=(CardSource("default"), same)))
    overall, cards = findings.comparison()
    assert all(change.difference.as_dict() == {"value": 0, "low": 0, "high": 0} for change in overall)
    assert all(card.effect is None or abs(card.effect.value) < 1e-9 for card in cards)


def test_a_sweep_shows_every_value(tmp_path: Path) -> None:
    path = "building.museum.cost"
    sets = tuple(CardSource(f"{path}={n}", None, {path: n}) for n in (1, 9))
    findings = played(tmp_path, Plan("penny_lane", games=200, sets=sets, swept=path))
    text = page(findings)
    read(text)
    assert "it belongs to Museum" in text
    cheap, dear = (next(row for row in s.rows if row.card.id == "museum") for s in findings.summaries)
    assert cheap.picked is not None
    assert dear.picked is not None
    assert cheap.picked.low > dear.picked.high


def test_a_number_of_the_whole_game_can_be_swept(tmp_path: Path) -> None:
    path = "location.bank.gain"
    sets = tuple(CardSource(f"{path}={n}", None, {path: n}) for n in (1, 4))
    findings = played(tmp_path, Plan("penny_lane", ("uniform",), games=60, sets=sets, swept=path))
    assert "it belongs to the whole game" in page(findings)
    assert len(read(page(findings)).ids) > 0


def test_bots_are_compared(tmp_path: Path) -> None:
    findings = played(tmp_path, Plan("uptown", ("quick", "uniform"), games=60, players=3))
    quick, uniform = (findings.summaries[0].bots[name][0] for name in ("quick", "uniform"))
    assert quick.low > uniform.high
    assert "every deal was played from each seat" in page(findings)


# --- Suggested changes ----------------------------------------------------------------------------------------------


def row(findings: Findings, id: str) -> Any:
    return next(one for one in findings.summaries[0].rows if one.card.id == id)


def tried(findings: Findings, card: CardRow, now: Estimate) -> tuple[str, int, list[int]]:
    found = changes_to_try(findings.title, CardSource("default"), card, now)
    assert found is not None
    number, value, sets = found
    return number.path, value, [source.changes[number.path] for source in sets]


def test_what_is_tried_goes_against_what_is_wrong(single: Findings) -> None:
    museum, florist = row(single, "museum"), row(single, "florist")
    strong, weak = museum.effect, florist.effect
    assert strong.value > 0 > weak.value
    assert tried(single, museum, strong) == ("building.museum.cost", 5, [6, 7])
    # the Florist costs 1 and cannot be cheaper, so it gets stars
    assert tried(single, florist, weak) == ("building.florist.stars", 0, [1, 2])


def test_a_suggested_change_finds_the_number_that_was_spoilt(tmp_path: Path) -> None:
    """A Museum for 1 is far too good; a dearer one is nearer to the others."""
    spoilt = CardSource("spoilt", None, {"building.museum.cost": 1})
    base = played(tmp_path / "base", Plan("penny_lane", games=600, sets=(spoilt,)))
    museum = row(base, "museum")
    assert museum.look.low > 0.03
    with ThreadPoolExecutor(2) as pool:
        suggestion = suggest_change(base, museum, "look", 600, pool, tmp_path)
    assert suggestion.value == 1
    assert suggestion.best == 3
    assert suggestion.tried[3].value < suggestion.tried[2].value < museum.look.value
