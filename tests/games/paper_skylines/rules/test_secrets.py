"""Hidden things: hands, decks, peeked and stolen cards, chips, and worlds that agree with what is known (6.3)."""

import itertools
from collections import Counter
from typing import Any

import pytest

import tabletown as tt
from tabletown.engine.position import Position
from tabletown.engine.takebacks import can_take_back, take_back
from tabletown.games.paper_skylines import state as s

from ...shared import audit, play
from ..helpers import TITLE, A, B, C, city, deck, hand, out_of_the_game, pile, row, seat, table, tracks, walk

words = TITLE.words
ROW = "Diner, Sawmill, Village Green"


def everything_said(view: Position, viewer: int) -> str:
    """All words that a viewer meets: the board, the prompt, own moves, and the position as text."""
    texts = [str(view), *words.prompt(view, viewer), words.status(view), tt.position_text(view), repr(view)]
    for action in view.legal_actions_of(viewer):
        button = words.button(view, viewer, action)
        texts += [button.move, button.sentence, button.label, *button.notes]
    return " ".join(texts).lower()


def told(game: tt.Game, ply: int, viewer: int) -> tuple[str, list[str]]:
    """How a ply is told to a viewer, and which pieces it touches."""
    view, made = game.at(ply).view(viewer), game.history[ply]
    return words.explain(view, made.seat, made.action), words.touches(view, made.seat, made.action)


def same_to(viewer: int, *games: Position) -> bool:
    """Whether worlds look the same to a viewer, down to the last word."""
    views = [game.view(viewer) for game in games]
    assert len({view.states.tobytes() for view in views}) == 1
    return len({everything_said(view, viewer) for view in views}) == 1


# --- What is not seen -----------------------------------------------------------------------------------------------


@pytest.mark.rules("PS-5")
@pytest.mark.parametrize("viewer", [-1, A, B])
def test_the_order_of_the_decks_and_the_place_of_the_round_end_card_are_hidden(viewer: int) -> None:
    games = [
        table(seat(), seat(), row=ROW, deck={1: order}, seed=4)
        for order in (
            "Sandlot, Brickworks, Homestead, Round end 1, Playhouse",
            "Playhouse, Homestead, Brickworks, Round end 1, Sandlot",
            "Sandlot, Brickworks, Homestead, Playhouse, Round end 1",
        )
    ]
    assert same_to(viewer, *games)


@pytest.mark.rules("PS-7")
@pytest.mark.parametrize("viewer", [-1, B, C])
def test_of_another_hand_only_the_levels_are_seen(viewer: int) -> None:
    games = [
        table(seat("[Philadelphia*]", cards), seat("[Houston*]", "Sandlot"), seat("[New York*]", "Zoo"),
              row=ROW, deck={1: "Homestead, Round end 1", 2: "Steel Mill, Round end 2"}, seed=4)
        for cards in ("Brickworks, Cannery", "Playhouse, Courthouse")
    ]  # fmt: skip
    assert same_to(viewer, *games)
    view = games[0].view(viewer)
    assert hand(view, A) == set()
    assert view.state.hand_levels[A].tolist() == [1, 1, 0, 0]
    assert "1 of level 1, 1 of level 2" in str(view)
    assert hand(games[0].view(A), A) == {"Brickworks", "Cannery"}


@pytest.mark.rules("PS-37")
def test_chip_values_are_known_to_their_owner_alone() -> None:
    values = ([1, 1, 1, 1, 3, 2, 2, 2], [1, 1, 1, 2, 2, 1, 2, 3])
    games = [table(seat(claims=["high-rise"]), seat(), row=ROW, chips=chips, seed=4) for chips in values]
    assert same_to(B, *games)
    assert same_to(-1, *games)
    assert [int(game.view(A).state.chip[4]) for game in games] == [3, 2]
    assert Counter(games[0].view(A).state.chip.tolist()) == {s.UNKNOWN: 7, 3: 1}


@pytest.mark.rules("PS-70")
def test_nobody_knows_what_left_the_game_with_an_old_deck() -> None:
    game = table(seat(), seat(), marked=[1], deck={1: "Brickworks, Homestead"}, row=ROW)
    game.push("end")
    assert {"Brickworks", "Homestead"} <= out_of_the_game(game)
    for viewer in (-1, A, B):
        assert out_of_the_game(game.view(viewer)) == set()
        assert "brickworks" not in everything_said(game.view(viewer), viewer)


@pytest.mark.rules("PS-3")
def test_cities_are_a_secret_until_all_have_chosen() -> None:
    game = tt.new("paper_skylines", players=3, seed=8)
    names = [TITLE.cards.cities[int(c)].name for c in game.state.dealt[A]]
    game.push_action(game.legal_actions_of(A)[0], A)
    for viewer in (-1, B, C):
        view = game.view(viewer)
        assert not any(name.lower() in everything_said(view, viewer) for name in names)
        assert told(game, 0, viewer) == ("chooses a city", [])
        assert view.waiting == (A, B, C)  # nobody learns who has chosen
        assert view.ply == 0
    assert (game.view(A).waiting, game.view(A).ply) == ((B, C), 1)
    assert told(game, 0, A)[0] == f"keeps {names[0]}"


PEEK: dict[str, Any] = {"level": 2, "row": "County Clinic, Savings Bank, Botanical Garden"}
PEEKED = "Cannery, Golf Course, Riverwalk, Courthouse"


@pytest.mark.rules("PS-43")
def test_only_the_one_who_looks_sees_the_cards() -> None:
    games = []
    for cards in (PEEKED, "Steel Mill, Textile Mill, Movie Palace, Trailer Court"):
        game = table(seat("[Philadelphia*] [Town Library]"), seat(), seat(), deck={2: cards}, seed=4, **PEEK)
        game.push("mayor town-library")
        games.append(game)
    assert set(games[0].view(A).legal_moves) == {f"keep {name}" for name in
                                                 ("cannery", "golf-course", "riverwalk", "courthouse")}  # fmt: skip
    for viewer in (-1, B, C):
        assert same_to(viewer, *games)
        assert not any(name.lower() in everything_said(games[0].view(viewer), viewer) for name in PEEKED.split(", "))
        assert games[0].view(viewer).state.peeked_levels.tolist() == [0, 4, 0, 0]


@pytest.mark.rules("PS-43")
def test_what_was_kept_stays_hidden_and_what_was_not_lies_in_the_pile() -> None:
    game = table(seat("[Philadelphia*] [Town Library]"), seat(), deck={2: PEEKED}, **PEEK)
    play(game, "mayor town-library, keep riverwalk, keep cannery")
    for ply in (1, 2):
        assert told(game, ply, B) == ("keeps a level-2 card", [])
        assert told(game, ply, A)[0] in ("keeps the Riverwalk", "keeps the Cannery")
    for viewer in (-1, B):
        said = everything_said(game.view(viewer), viewer)
        assert "golf-course" in said
        assert "riverwalk" not in said
        assert "cannery" not in said
    assert {"Riverwalk", "Cannery"} == hand(game.view(A))


@pytest.mark.rules("PS-43")
def test_a_stolen_card_is_seen_by_thief_and_victim() -> None:
    games = []
    for cards in ("Brickworks, Playhouse", "Homestead, Warehouse"):
        game = table(
            seat("[Philadelphia*] [Police Precinct]"), seat(hand=cards), seat(), level=2, row="-, -, -",
            deck={2: "Cannery, Steel Mill"}, seed=9,
        )  # fmt: skip
        game.push("mayor police-precinct")
        games.append(game)
    assert same_to(C, *games)
    game = games[0]
    (stolen,) = hand(game.view(A)) - {"Cannery"}
    assert stolen in ("Brickworks", "Playhouse")
    assert hand(game.view(B), B) == {"Brickworks", "Playhouse"} - {stolen}
    assert (game.view(C).state.hand_levels[A].tolist(), game.view(C).state.hand_levels[B].tolist()) == (
        [1, 1, 0, 0], [1, 0, 0, 0],
    )  # fmt: skip


@pytest.mark.rules("PS-43")
def test_every_card_of_a_hand_can_be_stolen_and_nobody_knows_which_will_be() -> None:
    stolen: Counter[str] = Counter()
    for seed in range(120):
        game = table(
            seat("[Philadelphia*] [Police Precinct]"), seat(hand="Brickworks, Playhouse, Zoo"), level=2,
            row="County Clinic, -, -", deck={2: "Cannery, Steel Mill"}, seed=seed,
        )  # fmt: skip
        game.push("mayor police-precinct")
        button = words.button(game.view(A), A, game.parse("deck"))
        assert not any(name in f"{button.sentence} {button.notes}" for name in ("Brickworks", "Playhouse", "Zoo"))
        game.push("deck")
        stolen.update(hand(game, A) - {"Cannery"})
    assert set(stolen) == {"Brickworks", "Playhouse", "Zoo"}
    assert min(stolen.values()) > 20


@pytest.mark.rules("PS-33")
def test_a_card_from_the_deck_is_hidden_and_one_from_the_row_is_told() -> None:
    game = table(seat("[Philadelphia*]"), seat(), level=2, row="County Clinic, Savings Bank, Botanical Garden",
                 deck={2: "Cannery, Steel Mill"})  # fmt: skip
    play(game, "draw, deck, draw, take savings-bank")
    assert told(game, 1, B) == ("draws from the deck", [])
    assert told(game, 3, B) == ("takes the Savings Bank from the row", ["card-savings-bank"])
    assert "cannery" not in everything_said(game.view(B), B)
    assert "steel mill" in everything_said(game.view(B), B)  # it fills the row


@pytest.mark.rules("PS-61")
def test_moves_that_bring_cards_to_light_cannot_be_taken_back() -> None:
    game = table(seat("[Philadelphia*] [Post Office] [Skating Pond]", "Village Green, Diner"), level=4)
    play(game, "advance, track profit, tuck, card diner, build, left")
    before = game.copy()
    while can_take_back(game, A):
        take_back(game, A)
    assert game.ply == 0
    before.push("mayor post-office")
    assert not can_take_back(before, A)


# --- What is imagined -----------------------------------------------------------------------------------------------


def open_to_all(game: Position) -> tuple[Any, ...]:
    cities = [city(game, p) for p in range(game.players)]
    return cities, pile(game), row(game), [tracks(game, p) for p in range(game.players)], game.scores()


@pytest.mark.rules("PS-5", "PS-61", "PS-65")
@pytest.mark.parametrize(("players", "seed"), [(2, 3), (3, 4), (4, 5)])
def test_imagined_worlds_agree_with_all_that_was_seen(players: int, seed: int) -> None:
    """Cards built, tucked, discarded and in the row stay where they lie; own hand, own chips and counts as well."""
    for game in itertools.islice(walk(players, seed), 2, None, 9):
        for viewer in range(-1, players):
            view = game.view(viewer)
            for number in range(2):
                world = view.imagine(number)
                assert audit(world) == ""
                assert open_to_all(world) == open_to_all(game)
                assert world.view(viewer).states.tobytes() == view.states.tobytes()
                assert (world.state.hand_levels == game.state.hand_levels).all()
                if viewer >= 0:
                    assert hand(world, viewer) == hand(game, viewer)
                for level in range(1, 5):
                    cards = deck(world, level)
                    if f"Round end {level}" in cards:
                        assert len(cards) - cards.index(f"Round end {level}") <= 5


@pytest.mark.rules("PS-5")
def test_imagined_worlds_are_as_different_as_they_can_be() -> None:
    game = table(seat("[Philadelphia*]", "Diner"), seat(hand="Brickworks"), row=ROW.replace("Diner", "Sandlot"), seed=2)
    worlds = [game.view(A).imagine(number) for number in range(400)]
    held = Counter(card for world in worlds for card in hand(world, B))
    assert len(held) == 20 - 1 - 3  # any level-1 card that lies nowhere in sight
    places = Counter(len(deck(world, 1)) - deck(world, 1).index("Round end 1") for world in worlds)
    assert set(places) == {1, 2, 3, 4, 5}
    assert min(places.values()) > 50
    tops = Counter(deck(world, 1)[0] for world in worlds)
    assert len(tops) == 16


@pytest.mark.rules("PS-64")
def test_a_reshuffled_deck_is_imagined_with_its_levels() -> None:
    game = table(
        seat("[Philadelphia*]", "Hydro Dam"), seat(), level=4, marked=[1, 2, 3, 4], row="State Capitol, -, -",
        deck={4: "Zoo, Opera House, Embassy, City Hall, Olympic Park"},
    )  # fmt: skip
    view = game.view(B)
    assert tt.position_text(view).count('"?3"') == 3
    for number in range(30):
        cards = deck(view.imagine(number), 4)
        levels = [b.level for name in cards for b in TITLE.cards.buildings if b.name == name]
        assert sorted(levels) == [3, 3, 3, 4, 4]
    orders = {tuple(deck(view.imagine(number), 4)) for number in range(30)}
    assert len(orders) > 25


@pytest.mark.rules("PS-37")
def test_unseen_chips_are_shuffled() -> None:
    game = table(seat(claims=["high-rise"]), seat(claims=["grand-tour"]), chips=[1, 2, 2, 1, 3, 1, 1, 2])
    worlds = [game.view(A).imagine(number) for number in range(60)]
    assert {int(world.state.chip[4]) for world in worlds} == {3}
    assert {int(world.state.chip[2]) for world in worlds} == {1, 2}  # the 3 is A's own
    assert all(sorted(world.state.chip.tolist()) == [1, 1, 1, 1, 2, 2, 2, 3] for world in worlds)


@pytest.mark.rules("PS-23")
def test_whoever_chooses_a_card_to_build_has_cards_that_can_be_built() -> None:
    game = table(
        seat("[Philadelphia*]", "Village Green, Cottage Row, Zoo"), seat(), row=ROW.replace("Village Green", "Sandlot")
    )
    game.push("build")
    for number in range(40):
        world = game.view(B).imagine(number)
        assert audit(world) == ""
        assert len(world.legal_actions_of(A)) >= 2


@pytest.mark.rules("PS-3")
def test_cities_still_being_chosen_are_imagined() -> None:
    game = tt.new("paper_skylines", players=2, seed=8)
    game.push_action(game.legal_actions_of(B)[0], B)
    own = {int(c) for c in game.state.dealt[A]}
    seen = set()
    for number in range(60):
        world = game.view(A).imagine(number)
        assert {int(c) for c in world.state.dealt[A]} == own
        theirs = {int(c) for c in world.state.dealt[B]}
        assert len(theirs) == 2
        assert not theirs & own
        assert B in world.waiting  # as far as A knows
        seen |= theirs
    assert len(seen) == 10
