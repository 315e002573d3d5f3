"""Placing and income (UT-20 to 35): worked examples E5 to E9, E16 and E24, and a test for every other rule."""

import pytest

from tabletown.engine.errors import IllegalMove

from ...shared import play, refusal
from ..helpers import accounts, finished, income, prestige, seat, streets, table

E5 = "2:[P36A] 3:[P05A P25B] 4:[P01A P04B P38B] 5:[P17A]"


def places(street: str, actor: int, project: str) -> set[int]:
    """The sites of Orange's street where an actor may place a project, found by trying it as the free card."""
    card = project[:3]
    seats = [seat(street, deck=card if actor == 0 else ""), seat(deck=card if actor == 1 else "")]
    game = table(*seats, turn=("orange", "sky")[actor])
    try:
        game.push(f"play {project.lower()}")
    except IllegalMove:
        return set()
    moves = [game.title.actions.decode(action)[1] for action in game.legal_actions]
    return {site + 1 for whose, site in moves if whose == 0}


@pytest.mark.rules("UT-21", "UT-22", "UT-23", "UT-24", "UT-25", "UT-26", "UT-27", "UT-28")
@pytest.mark.parametrize(
    ("actor", "project", "sites"),
    [
        (0, "P03A", {1}),
        (0, "P07B", {2, 5}),
        (0, "P28B", {1, 2, 5}),
        (0, "P02A", {1}),
        (0, "P35B", {3}),
        (0, "P37B", set()),
        (1, "P37B", {1, 2}),
        (1, "P22B", {2}),
        (1, "P60B", {3}),
        (1, "P56B", {1}),
        (1, "P28B", set()),
    ],
)
def test_e5_where_may_it_go(actor: int, project: str, sites: set[int]) -> None:
    assert places(E5, actor, project) == sites


@pytest.mark.rules("UT-26", "UT-35")
def test_e6_second_and_third_roof() -> None:
    game = table(seat("1:[P03A P25B] 2:[P24B]", account=5, deck="P35 P51"), seat(), public="Q02 Q03")
    play(game, "play helipad, site 1")
    assert accounts(game)[0] == 5 + 4
    play(game, "public public-library, site 3, discard, public health-post, site 1")
    assert income(game) == 2 + 0 + 1 + 1
    play(game, "play roof-pool, site 1")
    assert accounts(game)[0] == 9 + 4
    assert streets(game)[0][0] == ["P03A", "P25B", "P35B", "P51B"]


@pytest.mark.rules("UT-28", "UT-35")
def test_e7_a_covered_roof() -> None:
    game = table(seat("1:[P03A P25B]", account=5, deck="P38"), seat())
    play(game, "play rooftop-bar, site 1")
    assert accounts(game)[0] == 5
    assert finished(game, 0, 1)
    covered = "1:[P03A P25B P38B]"
    assert places(covered, 0, "P35B") == set()
    assert places(covered, 0, "P28B") == {2, 3, 4, 5}


@pytest.mark.rules("UT-22", "UT-32")
@pytest.mark.parametrize(("card", "move", "account"), [("P18", "tin-roof", 7), ("P53", "leaky-roof", 6)])
def test_e8_a_roof_as_a_gift(card: str, move: str, account: int) -> None:
    game = table(seat(account=3, deck=card), seat("1:[P06A P34B] 2:[P05A]", account=2))
    play(game, f"play {move}, site sky 1")
    assert accounts(game) == [3, account]


@pytest.mark.rules("UT-34")
def test_e9_no_negative_income() -> None:
    game = table(seat("1:[P30B] 2:[P24B]", account=3, deck="P02"), seat())
    play(game, "play city-park, site 3")
    assert income(game) == -1
    assert accounts(game)[0] == 3
    game = table(seat("1:[P30B] 2:[P24B] 3:[P02A]", account=3, deck="P29"), seat())
    play(game, "play solar-roof, site 2")
    assert accounts(game)[0] == 4


@pytest.mark.rules("UT-23")
def test_e16_no_gifts() -> None:
    street = "1:[P37B P29A]"
    game = table(seat(deck="P45"), seat(street))
    assert prestige(game, 1) == -3 + 2
    game.push("play noisy-workshop")
    assert game.legal_moves == ["site sky 2", "site sky 3", "site sky 4", "site sky 5"]
    assert refusal(game, "site sky 1").rule == "UT-23"
    assert streets(game)[1][0] == ["P37B", "P29A"]


@pytest.mark.rules("UT-25", "UT-29")
def test_e24_one_floor_sites() -> None:
    game = table(seat(account=0, deck="P54 P25"), seat(account=0))
    play(game, "play summer-terrace, site 1")
    assert accounts(game)[0] == 1
    assert finished(game, 0, 1)
    assert int(game.state.height[0, 0]) == 1
    game = table(seat("1:[P54B] 3:[P24B]", account=0, deck="P25"), seat())
    game.push("play green-roof")
    assert refusal(game, "site 2").rule == "UT-25"
    assert game.legal_moves == ["site 3"]


@pytest.mark.rules("UT-20")
def test_only_the_chosen_end_is_built() -> None:
    """Attic Flat is a roof worth $0 and 2 stars; the Grocery at the other end would earn $2."""
    game = table(seat("1:[P24B]", account=0, deck="P03"), seat())
    play(game, "play attic-flat, site 1")
    assert streets(game)[0][0] == ["P24B", "P03B"]
    assert (income(game), prestige(game), accounts(game)[0]) == (1, 2, 1)
    assert "grocery" not in str(game).lower()


@pytest.mark.rules("UT-20")
@pytest.mark.parametrize(
    ("move", "built"),
    [("playing-field", "Q02-1A"), ("registry", "Q02-1B"), ("public-library", "Q02-2A"), ("rain-roof", "Q02-2B")],
)
def test_a_public_card_offers_four_projects(move: str, built: str) -> None:
    game = table(seat("1:[P24B]"), seat(), step="second", public="Q02")
    site = 1 if move == "rain-roof" else 2
    play(game, f"public {move}, site {site}")
    assert streets(game)[0][site - 1][-1] == built


@pytest.mark.rules("UT-21", "UT-22")
def test_whose_street() -> None:
    game = table(seat(deck="P28"), seat(), seat())
    game.push("play tea-house")
    assert refusal(game, "site sky 1").rule == "UT-21"
    game = table(seat(deck="P37"), seat(), seat())
    game.push("play night-club")
    assert game.legal_moves == [f"site {name} {site}" for name in ("sky", "green") for site in range(1, 6)]
    assert refusal(game, "site orange 1").rule == "UT-22"


@pytest.mark.rules("UT-22")
def test_a_bought_gift_may_go_to_the_seller_or_to_anyone_else() -> None:
    game = table(seat(), seat(deck="P37"), seat(), step="second")
    game.push("buy night-club")
    assert {"site sky 1", "site green 1"} < set(game.legal_moves)
    play(game, "site sky 1")
    assert streets(game)[1][0] == ["P37B"]


@pytest.mark.rules("UT-22")
def test_a_gift_never_goes_home() -> None:
    full = "1:[P17A P25B] 2:[P59A] 3:[P57B] 4:[P02A] 5:[P36A P29A]"
    game = table(seat(deck="P37"), seat(full))
    assert game.legal_moves == ["discard", "play shopping-arcade"]
    assert refusal(game, "play night-club").rule == "UT-11"


@pytest.mark.rules("UT-30")
def test_no_building_is_too_tall() -> None:
    tower = "P36A P39A P28B P32B P24B P19A P44A P37A P43A P05A P01A P13A P56A P50B P54A"
    game = table(seat(f"1:[{tower}]", deck="P10"), seat())
    play(game, "play tower-crown, site 1")
    assert streets(game)[0][0] == [*tower.split(), "P10A"]
    assert int(game.state.height[0, 0]) == 16


@pytest.mark.rules("UT-30")
def test_built_floors_stay_as_they_are() -> None:
    game = table(seat("1:[P36A] 2:[P03A P25B]", deck="P28"), seat("3:[P37B]", deck="P39"), public="Q02 Q03")
    before = streets(game)
    play(game, "play tea-house, site 1, public public-library, site 3")
    play(game, "play jeweller, site 3, public health-post, site 1")
    for old_street, new_street in zip(before, streets(game), strict=True):
        for old, new in zip(old_street, new_street, strict=True):
            assert new[: len(old)] == old


@pytest.mark.rules("UT-31")
def test_discards_never_come_back() -> None:
    game = table(seat(deck="P36"), seat(deck="P39"), public="Q02 Q03 Q04 Q06")
    for _ in range(2):
        game.push("discard")
        game.push(next(move for move in game.legal_moves if move.startswith("public")))
        game.push(game.legal_moves[0])
    gone = {game.cards.project_cards[card] for card in game.state.discards[: game.state.discarded]}
    assert gone == {"P36", "P39"}
    held = {game.cards.project_cards[card] for s in (0, 1) for card in game.state.deck[s, : game.state.deck_left[s]]}
    assert not gone & held


@pytest.mark.rules("UT-32", "UT-35")
def test_only_roofs_pay() -> None:
    game = table(seat("1:[P03A]", account=0, deck="P36"), seat())
    play(game, "play old-town-flat, site 1")
    assert accounts(game)[0] == 0
    game = table(seat("1:[P03A]", account=0), seat(), step="second", public="Q01")
    play(game, "public bare-roof, site 1")  # a roof pays wherever its card came from
    assert accounts(game)[0] == 2


@pytest.mark.rules("UT-33", "UT-38")
def test_the_whole_street_pays_and_only_that_street() -> None:
    street = "1:[P03A P25B] 2:[P24B] 3:[P05A] 4:[P34B]"
    game = table(seat(street, account=0, deck="P13"), seat("1:[P06A] 2:[P15A]", account=0))
    play(game, "play sun-terrace, site 3")
    assert accounts(game) == [2 + 0 + 1 + 1 + 2 + 1, 0]
