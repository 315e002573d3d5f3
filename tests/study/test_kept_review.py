"""Reviews that are kept: made in pieces they are the same, read again they are the same, and they name nobody."""

import base64
import re
import xml.etree.ElementTree as ET

import pytest

from tabletown.bots.minds.mind import Mind, mind_of
from tabletown.engine.rounds import round_name, rounds_of
from tabletown.engine.seat_marks import Names
from tabletown.study.chart import Chart, Round, rounds_from
from tabletown.study.errors import StudyError
from tabletown.study.kept_review import read_review, review_key, write_review
from tabletown.study.report import as_data, better_sentence, played_sentence, summary_of, touched, verdict, why
from tabletown.study.review import Review, Reviewing
from tabletown.study.review_file import page

from .test_review import LIGHT, reflex_game, reviewed

NAMES = Names(("Ann", "<b>Bob</b>", "Cyd"))


@pytest.fixture(scope="module")
def review() -> Review:
    return reviewed(LIGHT, 3)


def chart_of(review: Review) -> Chart:
    return Chart(review, rounds_from([round_name(name) for name in rounds_of(review.game)]))


def test_a_review_in_pieces_is_the_same(review: Review) -> None:
    reviewing = Reviewing(reflex_game(LIGHT, 3), looks=64)
    seen = [0]
    while reviewing.judge_next():
        assert seen[-1] < reviewing.done <= reviewing.total
        seen.append(reviewing.done)
        for account in reviewing.so_far().accounts:  # they add up at any time
            parts = account.start + account.own + account.others + account.luck
            assert parts == pytest.approx(account.end, abs=1e-9)
    assert reviewing.done == reviewing.total
    assert not reviewing.judge_next()
    assert as_data(reviewing.so_far()) == as_data(review)


def test_a_review_that_is_read_again_is_the_same(review: Review) -> None:
    text = write_review(review)
    again = read_review(review.game, text)
    assert as_data(again, NAMES) == as_data(review, NAMES)
    assert [why(choice, NAMES) for choice in again.choices] == [why(choice, NAMES) for choice in review.choices]
    assert again.turning_points()[0].decision == review.turning_points()[0].decision
    assert write_review(again) == text


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"chances": [], "choices": [{}], "accounts": []}', "\0"])
def test_what_is_no_review_is_refused(review: Review, text: str) -> None:
    with pytest.raises(StudyError, match="no review"):
        read_review(review.game, text)


def test_the_key_names_the_mind() -> None:
    game = reflex_game(LIGHT, 3)
    mind = mind_of(game.title)
    assert mind is not None
    assert mind.digest in review_key(game)
    other = Mind(mind.network, mind.card)
    assert other.digest == mind.digest
    other = Mind(mind.network, mind.card)
    other.temperatures[3, 0] += 1
    assert other.digest != mind.digest


def test_the_picture_has_a_line_for_every_seat_and_a_pennant_for_every_turning_point(review: Review) -> None:
    svg = chart_of(review).svg(own=1, cursor=20)
    root = ET.fromstring(svg)
    classes = [element.get("class", "") for element in root.iter()]
    for seat in range(3):
        assert sum(css.split()[:1] == [f"seat-{seat}"] for css in classes) == 1
    assert sum(css.startswith("hill") for css in classes) == 1
    assert sum(css.startswith("pennant") for css in classes) == len(review.turning_points())
    assert classes.count("cursor") == 1
    named = {element.text for element in root.iter() if element.get("class") == "round"}
    assert "Round 1" in named


def test_the_picture_is_true(review: Review) -> None:
    chart = chart_of(review)
    assert chart.y(0.0) > chart.y(0.5) > chart.y(1.0)
    ply, chances = review.chances[5]
    path = next(
        element.get("d", "")
        for element in ET.fromstring(chart.svg()).iter()
        if element.get("class", "").split()[:1] == ["seat-0"]
    )
    x, y = path[1:].split("L")[5].split()
    assert float(x) == pytest.approx(chart.x(ply), abs=0.06)
    assert float(y) == pytest.approx(chart.y(float(chances[0])), abs=0.06)


def test_rounds_follow_each_other() -> None:
    assert rounds_from(["A", "A", "B"]) == [Round("A", 0, 2), Round("B", 2, 3)]
    assert rounds_from(["A", "B"], 7) == [Round("A", 7, 8), Round("B", 8, 9)]


def test_the_file_is_one_page_that_needs_nothing_else(review: Review) -> None:
    text = page(review, NAMES)
    assert "<script" not in text
    assert 'src="http' not in text
    assert "<b>Bob</b>" not in text
    assert "&lt;b&gt;Bob&lt;/b&gt;" in text
    assert text.count("<details>") == sum(len(review.costliest(seat)) for seat in range(3))
    assert text.count("data:image/svg+xml;base64,") == text.count("<details>")
    assert verdict(review, Names(("Ann", "Bob", "Cyd"))).split()[0] in ("Ann", "Bob", "Cyd")


def test_the_boards_of_the_file_mark_both_moves(review: Review) -> None:
    """As the page does: the pieces of the better move, and those of the one that was played."""
    costliest = [choice for seat in range(3) for choice in review.costliest(seat)]
    pictures = re.findall(r"svg\+xml;base64,([^\"]+)", page(review, NAMES))
    boards = [base64.b64decode(found).decode() for found in pictures]
    marked = 0
    for choice, board in zip(costliest, boards, strict=True):
        view = review.game.at(choice.decision.first).view(choice.seat)
        better, played = touched(view, choice.best.actions), touched(view, choice.played.actions)
        assert (board.count('class="c-aim"'), board.count('class="c-missed"')) == (len(better), len(played))
        marked += bool(better) and bool(played)
    assert marked


def test_the_data_say_what_the_page_says(review: Review) -> None:
    data, game = as_data(review, NAMES), review.game
    by_ply = {choice["ply"]: choice for choice in data["choices"]}
    for choice in review.choices:
        said = by_ply[choice.decision.first]
        assert said["why"] == why(choice, NAMES)
        assert said["played"]["says"] == played_sentence(choice, NAMES)
        assert said["best"]["says"] == better_sentence(choice, NAMES)
        assert said["plies"] == list(choice.decision.plies)
        around = [part["name"] for part in data["rounds"] if part["first"] <= choice.decision.first < part["last"]]
        assert around == [said["round"]]
    assert any(choice["why"] for choice in data["choices"])
    ends = [(part["first"], part["last"]) for part in data["rounds"]]
    assert [first for first, _ in ends] == [0, *(last for _, last in ends[:-1])]
    assert ends[-1][1] == game.ply
    assert data["turning_points"] == [choice.decision.first for choice in review.turning_points()]
    assert data["turning_points"]
    assert data["costliest"] == [[c.decision.first for c in review.costliest(seat)] for seat in range(3)]
    assert [account["summary"] for account in data["accounts"]] == [summary_of(review, seat) for seat in range(3)]


def test_somebody_chose_best_and_somebody_drew_worst(review: Review) -> None:
    said = " ".join(summary_of(review, seat) for seat in range(3)).lower()
    assert "chose best" in said
    assert "drew worst" in said
