"""Set-up (PS-1 to 8) and the seat handicap (V-1)."""

from collections import Counter

import pytest

import tabletown as tt
from tabletown.engine.errors import OptionError
from tabletown.games.paper_skylines import state as s

from ..helpers import TITLE, city, deck, hand, marked, pile, row, tracks, turn

PLAYERS = [2, 3, 4]


def dealt(players: int, seed: int, **options: bool) -> tt.Game:
    return tt.new("paper_skylines", players=players, seed=seed, options=options)


def begun(players: int, seed: int, **options: bool) -> tt.Game:
    """A game after everybody has kept the first of the two city cards."""
    game = dealt(players, seed, **options)
    for p in range(players):
        game.push_action(game.legal_actions_of(p)[0], p)
    return game


@pytest.mark.rules("PS-1", "PS-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_starts_at_nothing(players: int) -> None:
    game = begun(players, 11)
    assert [tracks(game, p) for p in range(players)] == [(0, 0, 0)] * players
    assert game.scores() == [0] * players
    assert turn(game) == (1, int(game.state.first), 1)
    order = []
    for _ in range(players):
        order.append(game.turn)
        game.push("end")
    assert order == [(int(game.state.first) + i) % players for i in range(players)]


@pytest.mark.rules("PS-1")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_can_play(players: int) -> None:
    with pytest.raises(OptionError, match="Paper Skylines is for 2 to 4 players"):
        dealt(players, 1)


@pytest.mark.rules("PS-1", "PS-3", "PS-5", "PS-6")
def test_the_seed_draws_first_player_cities_round_ends_and_chips() -> None:
    games = [dealt(4, seed) for seed in range(400)]
    assert games[7].digest() == dealt(4, 7).digest()
    first = Counter(int(game.state.first) for game in games)
    assert set(first) == {0, 1, 2, 3}
    assert min(first.values()) > 70
    cities = Counter(int(c) for game in games for c in game.state.dealt[:4].ravel())
    assert set(cities) == set(range(12))
    assert min(cities.values()) > 200  # of about 267
    below = Counter(20 - deck(game, 1).index("Round end 1") for game in games)
    assert set(below) == {0, 1, 2, 3, 4}
    assert min(below.values()) > 50
    assert len({tuple(game.state.chip.tolist()) for game in games}) > 200


@pytest.mark.rules("PS-3", "PS-4")
def test_cities_are_chosen_in_secret_and_revealed_together() -> None:
    game = dealt(3, 5)
    assert (game.turn, game.waiting) == (0, (0, 1, 2))
    two = [[TITLE.cards.cities[int(c)].slug for c in game.state.dealt[p]] for p in range(3)]
    assert len({name for pair in two for name in pair}) == 6
    for p in (2, 0, 1):  # in any order
        assert [game.say(action, p) for action in game.legal_actions_of(p)] == [f"city {name}" for name in two[p]]
        assert hand(game, p) == set()
        assert game.state.slots[p] == 0
        for other in range(3):
            if other != p:
                assert game.view(other).state.dealt[p].tolist() == [s.NONE] * 2
        game.push(f"city {two[p][1]}", p)
        for other in range(3):
            hidden = int(game.view(other).state.city[p]) == s.NONE
            assert hidden == (other != p and game.state.phase == s.CITY)
    for p in range(3):
        name = next(c.name for c in TITLE.cards.cities if c.slug == two[p][1])
        assert city(game, p) == f"[{name}*]"
    assert (game.state.dealt == s.NONE).all()


@pytest.mark.rules("PS-3", "PS-7")
def test_no_building_card_is_dealt_before_the_cities_are_chosen() -> None:
    game = dealt(2, 5)
    assert (row(game), hand(game, 0), hand(game, 1)) == ([], set(), set())
    assert [len(deck(game, level)) for level in (1, 2, 3, 4)] == [21, 21, 26, 21]


@pytest.mark.rules("PS-5")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_deck_has_its_round_end_card_among_the_bottom_five(players: int) -> None:
    game = dealt(players, 9)
    for level, number in ((1, 20), (2, 20), (3, 25), (4, 20)):
        cards = deck(game, level)
        assert cards.index(f"Round end {level}") >= number - 4
        buildings = {b.name for b in TITLE.cards.buildings if b.level == level}
        assert set(cards) == buildings | {f"Round end {level}"}
        assert len(cards) == number + 1


@pytest.mark.rules("PS-6")
def test_chips_lie_face_down_on_all_achievements() -> None:
    game = begun(2, 3)
    assert sorted(game.state.chip.tolist()) == [1, 1, 1, 1, 2, 2, 2, 3]
    assert set(game.state.chip_owner.tolist()) == {s.NONE}
    for viewer in (-1, 0, 1):
        assert set(game.view(viewer).state.chip.tolist()) == {s.UNKNOWN}


@pytest.mark.rules("PS-7", "PS-8", "PS-69")
@pytest.mark.parametrize(("players", "left"), [(2, 13), (3, 11), (4, 9)])
def test_two_cards_each_in_turn_order_then_the_row(players: int, left: int) -> None:
    game = dealt(players, 17)
    cards = deck(game, 1)
    for p in range(players):
        game.push_action(game.legal_actions_of(p)[0], p)
    first = int(game.state.first)
    for i in range(players):
        assert hand(game, (first + i) % players) == set(cards[2 * i : 2 * i + 2])
    assert row(game) == cards[2 * players : 2 * players + 3]
    assert len(deck(game, 1)) == left + 1  # and the round-end card
    assert (marked(game), pile(game), turn(game)) == ([], set(), (1, first, 1))
    place = deck(game, 1).index("Round end 1")
    assert left - 4 <= place <= left  # so many cards come off before it shows


@pytest.mark.rules("V-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_seat_handicap_gives_points_to_those_who_act_early(players: int) -> None:
    game = begun(players, 4, seat_handicap=True)
    first = int(game.state.first)
    for i in range(players):
        assert game.scores()[(first + i) % players] == 2 * (players - 1 - i)
    sheet = dict(TITLE.scoring.sheet(game))
    assert sheet["Handicap"] == game.scores()
    assert sheet["Hopping over others"] == [0] * players
    assert "Handicap" not in dict(TITLE.scoring.sheet(begun(players, 4)))
