"""Pairing: who sits down with whom."""

import pytest

from tabletown.server.errors import Malformed, NotAllowed
from tabletown.server.play.bots.choices import USUAL_BOT
from tabletown.server.play.ratings.scale import Rating
from tabletown.server.play.searching.pairing import Company, pair, would_play
from tabletown.server.play.searching.strength import Strength, about_as_strong, bot_of_strength
from tabletown.server.play.searching.wishes import check_wishes
from tabletown.server.store.search_protocol import Search


def search(
    name: str,
    began: float,
    *sizes: int,
    titles: str = "uptown",
    pace: str = "live-15",
    rated: bool = False,
    near: bool = False,
) -> Search:
    wanted = tuple(titles.split()), pace, sizes or (2,), rated
    return Search(name, name, *wanted, began, began, about_my_strength=near)


def rated(mean: int, reach: int = 50) -> Rating:
    return Rating("uptown", mean, reach, 30)


def known(**ratings: Rating) -> Strength:
    """The ratings of some players in UpTown; all others, and all in other titles, have none."""
    return lambda player, title: ratings.get(player) if title == "uptown" else None


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
    strength = known(a=rated(1500), b=rated(1900), c=rated(1510))
    waiting = [search("a", 0), search("b", 1), search("c", 2), search("d", 3)]
    assert together(pair(waiting, strength=strength)) == ["ac", "bd"]


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        (rated(1500), rated(1700), True),  # 200 points
        (rated(1500), rated(1701), False),
        (rated(1500, 200), rated(1900, 200), True),  # the ranges meet
        (rated(1500, 200), rated(1900, 199), False),
        (rated(1950), None, True),  # a newcomer: 1000 to 2000
        (rated(2051), None, False),
        (None, None, True),
    ],
)
def test_who_is_about_as_strong(one: Rating | None, other: Rating | None, near: bool) -> None:
    assert about_as_strong(one, other) is about_as_strong(other, one) is near


@pytest.mark.parametrize(("ada", "bob"), [(True, False), (False, True), (True, True)])
def test_people_of_other_strength_do_not_meet_whoever_of_them_asks(ada: bool, bob: bool) -> None:
    far, close = known(a=rated(1500), b=rated(1900)), known(a=rated(1500), b=rated(1600))
    one, other = waiting = [search("a", 0, near=ada), search("b", 1, near=bob)]
    assert together(pair(waiting, strength=far)) == []
    assert together(pair(waiting, strength=close)) == ["ab"]
    assert together(pair(waiting)) == ["ab"]  # two newcomers
    assert not would_play(one, other, far)
    assert would_play(one, other, close)


def test_strength_matters_to_nobody_who_does_not_ask() -> None:
    assert together(pair([search("a", 0), search("b", 1)], strength=known(a=rated(900), b=rated(2100)))) == ["ab"]


def test_however_long_they_wait_they_do_not_meet() -> None:
    strength = known(a=rated(1500), b=rated(1900), c=rated(1450))
    waiting = [search("a", 0, near=True), search("b", 1), search("c", 1e6)]
    assert together(pair(waiting, strength=strength)) == ["ac"]


def test_everybody_at_the_table_suits_the_one_who_asks() -> None:
    """Bob asks. Ada, who has come first, is as strong as Bob and as Cyd; Cyd is too strong for Bob."""
    strength = known(a=rated(1600), b=rated(1450), c=rated(1750), d=rated(1500))
    waiting = [search("a", 0, 3), search("b", 1, 3, near=True), search("c", 2, 3), search("d", 3, 3)]
    assert together(pair(waiting[:3], strength=strength)) == []
    assert together(pair(waiting, strength=strength)) == ["abd"]


def test_strength_is_that_of_the_title() -> None:
    """In UpTown they are far apart; in Penny Lane both are newcomers."""
    waiting = [search(name, 0, titles="uptown penny_lane", near=True) for name in "ab"]
    (company,) = pair(waiting, strength=known(a=rated(1200), b=rated(1800)))
    assert company.title == "penny_lane"


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
    assert check_wishes(["uptown"], "day-3", [2], about_my_strength=True).about_my_strength
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
    assert bot_of_strength("a", "uptown", lambda *_: rated(1800)) == USUAL_BOT
    assert bot_of_strength("a", "uptown", lambda *_: rated(1800), lambda bot, _: rungs.get(bot)) == "master"
    assert bot_of_strength("a", "uptown", lambda *_: rated(1250), lambda bot, _: rungs.get(bot)) == "tenant"
