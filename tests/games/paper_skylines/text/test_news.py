"""What readers learn of cards that change hands unseen: shown to all, drawn, stolen (6.3)."""

import tabletown as tt
from tabletown.engine.log_sentences import tell
from tabletown.engine.seat_marks import in_words

from ...shared import play
from ..helpers import A, B, C, seat, table

ROW = "Diner, Sawmill, Village Green"


def heard(game: tt.Game, reader: int) -> list[str]:
    """The sentences of the last ply, as a reader hears them."""
    whole = game.at(game.ply - 1)
    told = tell(whole.view(reader), game.view(reader), game.history[-1], whole) or []
    return [in_words(said.text, said.seat) for said in told]


def test_declared_cards_are_shown_to_all_and_the_extra_ones_to_nobody_else() -> None:
    game = table(seat("[Philadelphia*] [Schoolhouse]"), row=ROW, deck={1: "Sandlot, Corner Store, Brickworks"})
    play(game, "mayor schoolhouse, type park")
    assert heard(game, B) == heard(game, -1) == ["declares park", "shows the Corner Store and the Sandlot"]
    assert heard(game, A)[:2] == heard(game, B)
    assert len(heard(game, A)) == 3
    assert heard(game, A)[2].startswith("now holds the ")
    game.push("advance") if "advance" in game.legal_moves else game.push("end")
    assert not game.state.shown.any()  # it was open at that moment only


def test_thief_and_victim_know_the_card_and_others_do_not() -> None:
    game = table(
        seat("[Philadelphia*] [Police Precinct]"), seat("", "Cottage Row"), seat("", "Town Library"), level=2, row=ROW
    )
    play(game, "mayor police-precinct, deck, rob green")
    assert heard(game, B) == heard(game, -1) == ["steals from Green's hand"]
    assert heard(game, C) == ["steals from Green's hand", "takes the Town Library from Green's hand"]
    assert heard(game, A) == ["steals from Green's hand", "now holds the Town Library"]
