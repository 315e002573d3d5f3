"""Plans: who plays what, and what is refused."""

import dataclasses
from collections import Counter

import pytest

from tabletown import games
from tabletown.bots import UnknownBot
from tabletown.bots.uniform import Uniform
from tabletown.engine.errors import OptionError, TabletownError, Unfinished, WrongType
from tabletown.engine.game import MAX_SEED
from tabletown.lab.card_sets import CardSource
from tabletown.lab.deals import deal_seed
from tabletown.lab.errors import LabError
from tabletown.lab.plan import Job, Plan


def test_equal_bots_get_a_deal_of_their_own_for_every_game() -> None:
    plan = Plan("uptown", ("quick",), games=5, players=3, seed=7)
    seatings = [plan.seating(number) for number in range(5)]
    assert [seating.seed for seating in seatings] == [deal_seed(7, number) for number in range(5)]
    assert len({seating.seed for seating in seatings}) == 5
    assert {seating.names for seating in seatings} == {("quick",) * 3}


def test_neighbouring_seeds_have_no_deals_in_common() -> None:
    deals = [
        {Plan("uptown", games=1000, seed=seed).seating(number).seed for number in range(1000)} for seed in range(3)
    ]
    assert len(set.union(*deals)) == 3000
    assert all(0 <= seed <= MAX_SEED for seed in deals[0])


def test_different_bots_play_every_deal_from_each_seat() -> None:
    plan = Plan("uptown", ("quick", "uniform"), games=6, players=3)
    seatings = [plan.seating(number) for number in range(6)]
    assert [(seating.deal, seating.seed) for seating in seatings] == [(n, deal_seed(0, n)) for n in (0, 0, 0, 1, 1, 1)]
    assert Counter(seating.names.index("quick") for seating in seatings) == {0: 2, 1: 2, 2: 2}


def test_batches_cover_every_game_once_with_every_card_set() -> None:
    sets = (CardSource("default"), CardSource("dear", None, {"project_card.P01.cost": 9}))
    plan = Plan("uptown", games=25, batch=10, sets=sets).checked()
    played = Counter((job.cards, number) for job in plan.jobs() for number in plan.numbers(job))
    assert played == {(cards, number): 1 for cards in range(2) for number in range(25)}
    assert len({job.name for job in plan.jobs()}) == 6


def test_a_plan_is_read_back() -> None:
    sets = (CardSource("default"), CardSource("dear", None, {"project_card.P01.cost": 9}))
    plan = Plan("uptown", ("quick", "greedy"), iterations=9, sets=sets).checked()
    again = Plan.from_json(plan.as_json())
    assert again == plan
    assert plan.difference(again) == ""
    older = Plan.from_json(plan.as_json().replace(',\n  "deals": "hashed"', ""))  # begun before deals were hashed
    assert [older.seating(number).seed for number in range(4)] == [0, 0, 1, 1]
    assert plan.difference(older) == "deals 'hashed' instead of 'counted'"
    for text in ("", "[]", "{}", plan.as_json().replace('"format": 1', '"format": 9')):
        with pytest.raises(LabError):
            Plan.from_json(text)


def test_differences_are_named() -> None:
    plan = Plan("uptown", games=10).checked()
    assert plan.difference(Plan("uptown", games=20).checked()) == "games 10 instead of 20"
    changed = CardSource("default", None, {"project_card.P01.cost": 9})
    assert plan.difference(Plan("uptown", games=10, sets=(changed,)).checked()) == "other card sets"


@pytest.mark.parametrize(
    ("plan", "error", "words"),
    [
        (Plan("downtown"), TabletownError, "downtown"),
        (Plan("uptown", players=9), OptionError, "2 to 4"),
        (Plan("uptown", ("stockfish",)), UnknownBot, "stockfish"),
        (Plan("uptown", ("quick", "quick")), LabError, "once"),
        (Plan("uptown", games=0), LabError, "a game"),
        (Plan("uptown", seed=-1), LabError, "seed"),
        (Plan("uptown", device="abacus"), LabError, "cpu or cuda"),
        (Plan("uptown", ("greedy",), device="cuda"), LabError, "on a GPU only"),
        (Plan("uptown", sets=(CardSource("a"), CardSource("a"))), LabError, "different names"),
    ],
)
def test_what_cannot_be_played(plan: Plan, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        plan.checked()


def test_sets_with_other_cards_cannot_be_compared() -> None:
    folder = games.get("penny_lane").folder
    renamed = (folder / "cards.toml").read_text().replace('id = "museum"', 'id = "gallery"')
    with pytest.raises(LabError, match="do not have the same cards"):
        Plan("penny_lane", sets=(CardSource("default"), CardSource("mine", renamed))).checked()


def test_a_title_that_does_not_say_what_there_is_to_own() -> None:
    silent = dataclasses.replace(games.get("uptown"), load_ownership=None)
    with pytest.raises(Unfinished, match="which cards there are to own"):
        _ = silent.ownership


def test_the_names_of_batches_sort_like_their_games() -> None:
    assert sorted([Job(0, 10).name, Job(0, 9).name]) == [Job(0, 9).name, Job(0, 10).name]


@pytest.mark.parametrize("bot", [Uniform(), 3, None])
def test_a_plan_takes_bots_by_name(bot: object) -> None:
    with pytest.raises(WrongType, match=r"named there as module:Class, like my_bots:Bold, or as module:name where"):
        Plan("uptown", (bot,)).checked()  # type: ignore[arg-type]
