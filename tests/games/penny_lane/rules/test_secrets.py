"""Hidden things: the deck, and what Dark Alley showed to its owner alone (PL-8, 22)."""

import pytest

import tabletown as tt
from tabletown.engine.position import Position
from tabletown.engine.takebacks import can_take_back
from tabletown.games.penny_lane import state as s

from ...shared import play
from ..helpers import TITLE, seat, table

words = TITLE.words
SECRET = ("Museum", "Luthier")


def alley(players: int = 3) -> tt.Game:
    """Orange has Dark Alley and the Black Market open; Museum and Luthier are on top of the deck."""
    others = [seat(pennies=9) for _ in range(players - 1)]
    header = {"supply": "florist loft manor tailor bakery", "deck": "museum luthier garage smelter"}
    return table(seat("[board 3, bonus 0] T+1 Dark Alley", pennies=9), *others, **header)


def everything_said(view: Position, viewer: int) -> str:
    """All words that a viewer meets: the board, the prompt, own moves, and the position as text."""
    texts = [str(view), *words.prompt(view, viewer), words.status(view), tt.position_text(view), repr(view)]
    for action in view.legal_actions_of(viewer):
        button = words.button(view, viewer, action)
        texts += [button.move, button.sentence, button.label, *button.notes]
    return " ".join(texts).lower()


@pytest.mark.rules("PL-22")
def test_only_the_drawer_sees_the_two_cards() -> None:
    game = alley()
    game.push("black-market")
    own = game.view(0)
    assert [own.cards.buildings[int(card)].name for card in own.state.drawn] == list(SECRET)
    assert own.legal_moves == ["keep luthier", "keep museum"]
    for viewer in (-1, 1, 2):
        view = game.view(viewer)
        assert view.state.drawn.tolist() == [s.UNKNOWN, s.UNKNOWN]
        assert view.legal_actions == []
        assert view.legal_moves == []
        said = everything_said(view, viewer)
        assert not any(name.lower() in said for name in SECRET)


@pytest.mark.rules("PL-22")
def test_the_kept_card_is_shown_and_the_other_one_is_not() -> None:
    game = alley()
    game.push("black-market")
    sentence = game.explain(game.parse("keep luthier"))
    assert sentence == "sees two cards, keeps the Luthier and puts the other one under the deck"
    button = words.button(game.view(0), 0, game.parse("keep luthier"))
    assert "Museum" not in " ".join([button.sentence, button.label, *button.notes])
    assert words.touches(game, 0, game.parse("keep luthier")) == ["card-luthier"]
    game.push("keep luthier")
    for viewer in (-1, 1, 2):
        said = everything_said(game.view(viewer), viewer)
        assert "luthier" in said
        assert "museum" not in said
    assert not can_take_back(game, 0)  # others have learned which one was kept


@pytest.mark.rules("PL-22")
def test_the_drawer_goes_on_knowing_the_bottom_of_the_deck() -> None:
    game = alley()
    play(game, "black-market, keep luthier, at t+2, pass, pass")
    museum = next(b.index for b in TITLE.cards.buildings if b.id == "museum")
    assert game.view(0).state.deck[:2].tolist() == [museum, s.UNKNOWN]
    for viewer in (-1, 1, 2):
        assert set(game.view(viewer).state.deck[: game.state.deck_left].tolist()) == {s.UNKNOWN}
    assert '"museum"' in tt.position_text(game.view(0))
    for seed in range(20):
        assert game.view(0).imagine(seed).state.deck[0] == museum
    assert len({int(game.view(1).imagine(seed).state.deck[0]) for seed in range(20)}) > 5


@pytest.mark.rules("PL-22")
def test_cards_put_under_the_deck_lie_in_the_order_in_which_they_came() -> None:
    game = table(
        seat("[board 3, bonus 0] T+1 Dark Alley", pennies=9),
        supply="florist loft manor tailor bakery",
        deck="museum luthier garage smelter",
    )
    play(game, "black-market, keep luthier, at t+2, pass, pass, black-market, keep smelter, at t+3")
    ids = [TITLE.cards.buildings[int(card)].id for card in game.state.deck[:2]]
    assert ids == ["garage", "museum"]  # the last one lies at the very bottom
    assert int(game.state.known_bottom) == 2
    assert [int(c) for c in game.view(0).state.deck[:2]] == [int(c) for c in game.state.deck[:2]]


@pytest.mark.rules("PL-20")
def test_a_plain_black_market_shows_its_card_to_everybody() -> None:
    game = alley()
    game.push("pass")
    game.push("black-market")
    assert game.turn == 1
    for viewer in (-1, 0, 1, 2):
        assert "museum" in str(words.prompt(game.view(viewer), 1)).lower()
    assert not can_take_back(game, 1)


@pytest.mark.rules("PL-8")
@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_the_order_of_the_deck_is_hidden_from_all(viewer: int) -> None:
    """Two worlds that differ only in the order of the deck look the same."""
    views = []
    for top in ("museum luthier", "luthier museum"):
        game = table(seat(), seat(), supply="florist loft manor tailor bakery", deck=f"{top} garage", seed=4)
        views.append(game.view(viewer))
    assert views[0].states.tobytes() == views[1].states.tobytes()
    assert everything_said(views[0], viewer) == everything_said(views[1], viewer)


@pytest.mark.rules("PL-22")
@pytest.mark.parametrize("viewer", [-1, 1, 2])
def test_worlds_that_differ_in_the_two_cards_look_the_same(viewer: int) -> None:
    views = []
    for top in ("museum luthier", "garage smelter", "cottage cottage"):
        lane = seat("[board 3, bonus 0] T+1 Dark Alley", pennies=9)
        game = table(lane, seat(), seat(), supply="florist loft manor tailor bakery", deck=top)
        game.push("black-market")
        views.append(game.view(viewer))
    assert len({view.states.tobytes() for view in views}) == 1
    assert len({everything_said(view, viewer) for view in views}) == 1
