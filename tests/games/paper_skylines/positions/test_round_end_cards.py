"""A round-end card that a position names lies where the position says, also among cards that are dealt at random."""

import pytest

import tabletown as tt
from tabletown.engine.errors import IllegalMove

HEAD = "title = 'paper_skylines'\n"
SEATS = "[[seat]]\ncity = 'boston'\n[[seat]]\ncity = 'chicago'\n"


@pytest.mark.parametrize("below", range(4))
@pytest.mark.parametrize("seed", [1, 2])
def test_it_stays_where_it_is(below: int, seed: int) -> None:
    deck = ["?1"] * 3
    deck.insert(3 - below, "end")
    game = tt.loads(f"{HEAD}chance = ['{seed}', '0']\ndeck = [{deck}]\n{SEATS}")
    read = game.table()["deck"][0]
    assert read[::-1].index("end") == below
    assert len(read) == 4


def test_a_view_does_not_know_the_moves_of_others() -> None:
    game = tt.new("paper_skylines", players=2, seed=3)
    for seat in (0, 1):
        game.push_action(game.legal_actions_of(seat)[0], seat)
    actor = game.turn
    assert actor is not None
    with pytest.raises(IllegalMove, match=f"this is what seat {1 - actor} sees"):
        game.view(1 - actor).parse("discard", actor)
    assert game.view(actor).parse("discard", actor) in game.legal_actions
