"""Pairing: who sits down with whom."""

import pytest

from tabletown.server.errors import Malformed, NotAllowed
from tabletown.server.play.bots.choices import USUAL_BOT
from tabletown.server.play.searching.pairing import Company, pair
from tabletown.server.play.searching.strength import bot_of_strength
from tabletown.server.play.searching.wishes import check_wishes
from tabletown.server.store.search_protocol import Search


def search(
    name: str, began: float, *sizes: int, titles: str = "uptown", pace: str = "live-15", rated: bool = False
) -> Search:
    return Search(name, name, tuple(titles.split()), pace, sizes or (2,), rated, began, began)


def together(companies: list[Company]) -> list[str]:
    return ["".join(member.player_id for member in company.members) for company in companies]


def test_first_come_first_served() -> None:
    assert together(pair([search("c", 3), search("a", 1), search("b", 2)])) == ["ab"]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_table_needs_as_many_as_it_has_seats(size: int) -> None:
    waiting = [search("abcd"[n], n, size) for n in range(size)]
    assert together(pair(waiting[:-1])) == []
    assert together(pair(waiting)) == ["abcd"[:size]]


def test_the_largest_table_that_can_be_filled() -> None:
    assert together(pair([search(name, 0, 2, 3) for name in "abc"])) == ["abc"]
    assert together(pair([search(name, 0, 2, 3, 4) for name in "abcdef"])) == ["abcd", "ef"]


def test_titles_pace_and_rating_must_agree() -> None:
    ada = search("a", 0, titles="uptown penny_lane")
    assert pair([ada, search("b", 1, titles="paper_skylines")]) == []
    assert pair([ada, search("b", 1, pace="day-1")]) == []
    assert pair([ada, search("b", 1, rated=True)]) == []
    (company,) = pair([ada, search("b", 1, titles="milton_keynes penny_lane")])
    assert company.title == "penny_lane"


def test_a_title_that_is_not_for_so_many_is_left_out() -> None:
    (company,) = pair([search(name, 0, 5, titles="uptown milton_keynes") for name in "abcde"])
    assert company.title == "milton_keynes"


def test_with_more_than_needed_the_nearest_in_strength_meet() -> None:
    ratings = {"a": 1500.0, "b": 1900.0, "c": 1510.0}
    waiting = [search("a", 0), search("b", 1), search("c", 2), search("d", 3)]
    companies = pair(waiting, strength=lambda player, _: ratings.get(player))
    assert together(companies) == ["ac", "bd"]


def test_who_may_not_meet_does_not_meet() -> None:
    apart = {frozenset("ab")}
    waiting = [search(name, n, 3) for n, name in enumerate("abcd")]
    may_meet = lambda one, other: frozenset((one, other)) not in apart  # noqa: E731
    assert together(pair(waiting[:3], may_meet)) == []
    assert together(pair(waiting, may_meet)) == ["acd"]


def test_the_first_of_the_others_need_not_fit_for_the_rest_to_play() -> None:
    """Bob may not meet Cyd: Ada plays with Cyd and Dot, though Bob has come first."""
    apart = {frozenset("bc"), frozenset("bd")}
    waiting = [search(name, n, 3) for n, name in enumerate("abcd")]
    assert together(pair(waiting, lambda one, other: frozenset((one, other)) not in apart)) == ["acd"]


def test_wishes_are_checked() -> None:
    assert check_wishes(["uptown"], "day-3", [4, 2, 2]).sizes == (2, 4)
    for titles, pace, sizes in (
        (["chess"], "day-1", [2]),
        ([], "day-1", [2]),
        (["uptown"], "", [2]),
        (["uptown"], "day-1", []),
    ):
        with pytest.raises(Malformed):
            check_wishes(titles, pace, sizes)
    for sizes in ([5], [2, 9]):
        with pytest.raises(NotAllowed):
            check_wishes(["uptown"], "day-1", sizes)


def test_bots_are_of_the_strength_of_the_player() -> None:
    rungs = {"tenant": 1200.0, "greedy": 1400.0, "master": 1900.0}
    assert bot_of_strength("a", "uptown", lambda *_: None, lambda bot, _: rungs.get(bot)) == USUAL_BOT
    assert bot_of_strength("a", "uptown", lambda *_: 1800.0) == USUAL_BOT
    assert bot_of_strength("a", "uptown", lambda *_: 1800.0, lambda bot, _: rungs.get(bot)) == "master"
    assert bot_of_strength("a", "uptown", lambda *_: 1250.0, lambda bot, _: rungs.get(bot)) == "tenant"
