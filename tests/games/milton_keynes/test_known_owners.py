"""Who holds what, as far as a seat can know: never more than the views tell, and never wrong where it is sure."""

import random
from collections import Counter

import pytest

import tabletown as tt
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.text.known_owners import Holds, KnownOwners, Owner, known_owners, known_owners_in
from tabletown.games.milton_keynes.text.names import mask_of

from .helpers import GREEN, ORANGE, SKY, default_until, do, plots, table

A1, B5, C5 = plots("a1 b5 c5")
INQUIRY, DUMP, LOBBY = s.INQUIRY, s.DUMP_PERMIT, s.LOBBY


def check(known: KnownOwners, game: tt.Game, seat: int, told: Counter[str]) -> None:
    """What is sure is true; what cannot be is not so."""
    hands = [mask_of(game.state.hand[other]) for other in range(game.players)]
    for plot, owner in known.owners().items():
        holds = bool(hands[owner.seat] >> plot & 1)
        told[f"{'sure' if owner.sure else 'supposed'} {holds}"] += 1
        assert holds or not owner.sure, f"seat {seat} is sure that {owner.seat} holds {plot}"
    for other in range(game.players):
        for kind in range(s.PERMIT_KINDS):
            claim, held = known.holds(other, kind), int(game.state.permits[other][kind])
            told[f"{claim.name} {held > 0}"] += 1
            assert claim != Holds.SURELY or held, f"seat {seat} is sure that {other} holds permit {kind}"
            assert claim != Holds.CANNOT or not held, f"seat {seat} excludes permit {kind} of {other}"


@pytest.mark.parametrize(("players", "advanced"), [(3, False), (4, True)])
def test_what_is_sure_is_true_in_random_games(players: int, advanced: bool) -> None:
    """Every deal that can be accepted is, so that many cards change hands in secret."""
    told: Counter[str] = Counter()
    choice = random.Random(1)
    game = tt.new("milton_keynes", players=players, seed=1, options={"advanced": advanced})
    known = [KnownOwners(game.view(seat)) for seat in range(-1, players)]
    while not game.is_game_over() and game.ply < 1500:
        seat = choice.choice(game.waiting)
        actions = game.legal_actions_of(seat)
        action = s.ACCEPT if s.ACCEPT in actions else choice.choice(actions)
        if s.SEND in actions and choice.random() < 0.5:
            action = s.SEND
        game.push_action(action, seat)
        if game.is_game_over():
            break
        for viewer, mine in enumerate(known, -1):
            mine.see(game.view(viewer))
            if game.state.reveals != game.at(game.ply - 1).state.reveals:
                check(mine, game, viewer, told)
    for claim in (
        "sure True",
        "supposed True",
        "supposed False",
        "SURELY True",
        "MAY True",
        "MAY False",
        "CANNOT False",
    ):
        assert told[claim], f"never told: {claim}"


def trading() -> tt.Game:
    """The first year, before any trade: Sky has bought B5 and C5, and started as Cllr. Gray."""
    return table(
        {"cash": 20, "deeds": ["a1"], "permits": ["inquiry"]},
        {"cash": 20, "deeds": ["b5", "c5"], "permits": ["dump"], "seen_deeds": ["b5", "c5"], "seen_permits": ["dump"]},
        {"cash": 20, "deeds": ["h1"], "permits": ["lobby"]},
        phase="purchase", year=1, on_sale=["f1", "d5", "h8"], order=["orange", "sky", "green"],
    )  # fmt: skip


def offers(game: tt.Game, maker: int, moves: str) -> None:
    """A seat makes an offer when it is its turn; those before it pass."""
    default_until(game, s.TRADE)
    while game.turn != maker:
        game.push("pass")
    do(game, moves)


def test_bought_deeds_are_known_to_all_until_their_owner_trades() -> None:
    game = trading()
    for viewer in (-1, ORANGE, GREEN):
        known = known_owners_in(game, viewer)
        assert known.owner(B5) == known.owner(C5) == Owner(SKY, True)
        assert known.holds(SKY, DUMP) == Holds.SURELY
        assert known.owner(A1) == (Owner(ORANGE, True) if viewer == ORANGE else None)
    offers(game, ORANGE, "offer sky, give-cash, cash 5, ask-deed, deed b5, send, accept")
    for viewer in (-1, GREEN):
        known = known_owners_in(game, viewer)
        assert known.owner(B5) == known.owner(C5) == Owner(SKY, False)
        assert known.holds(SKY, DUMP) == Holds.SURELY, "no permit was moved"
    mine = known_owners_in(game, ORANGE)
    assert (mine.owner(B5), mine.owner(C5)) == (Owner(ORANGE, True), Owner(SKY, True))
    theirs = known_owners_in(game, SKY)
    assert theirs.owner(B5) == Owner(ORANGE, True)


def test_a_declined_offer_changes_nothing() -> None:
    game = trading()
    offers(game, ORANGE, "offer sky, give-cash, cash 5, ask-deed, deed b5, send, decline")
    for viewer in (-1, ORANGE, GREEN):
        assert known_owners_in(game, viewer).owner(B5) == Owner(SKY, True)


def test_a_permit_that_was_given_away_may_be_anywhere() -> None:
    game = trading()
    offers(game, ORANGE, "offer sky, give inquiry, ask-permit, permit dump, send, accept")
    green = known_owners_in(game, GREEN)
    assert (green.holds(SKY, DUMP), green.holds(ORANGE, DUMP)) == (Holds.MAY, Holds.MAY)
    orange = known_owners_in(game, ORANGE)
    assert (orange.holds(SKY, INQUIRY), orange.holds(SKY, DUMP)) == (Holds.SURELY, Holds.CANNOT)
    assert (orange.holds(ORANGE, DUMP), orange.holds(ORANGE, INQUIRY)) == (Holds.SURELY, Holds.CANNOT)


def test_from_a_later_position_nothing_is_sure() -> None:
    """What was traded before it is not known."""
    sky = {"deeds": ["b5"], "seen_deeds": ["b5"], "permits": ["dump"], "seen_permits": ["dump"]}
    known = known_owners_in(table({}, sky, phase="trade", year=3), ORANGE)
    assert known.owner(B5) == Owner(SKY, False)
    assert known.holds(SKY, DUMP) == Holds.MAY


def test_without_views_nothing_is_known() -> None:
    with pytest.raises(ValueError, match="no view"):
        known_owners([])
