"""Declared fields: what follows from them, on the skeleton of `tabletown new-game`."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tabletown as tt
from tabletown import games
from tabletown.cli.new_game import SKELETON
from tabletown.engine.declared import (
    BY_NOBODY,
    BY_OWNER,
    COUNTS,
    NO_CARD,
    PILE,
    ROW,
    TOP,
    UNKNOWN,
    UNKNOWN_COUNT,
    Amount,
    ASeat,
    Cards,
    CardType,
    Choice,
    Count,
    DeclarationError,
    Declared,
    Flag,
    Members,
    Move,
    OneCard,
    OneOf,
    SeatOf,
)
from tabletown.engine.errors import InvalidMove, PositionError
from tabletown.engine.observer import TitleObserver
from tabletown.engine.position_text import read_position, write_position
from tabletown.engine.title import Title
from tabletown.games.defaults import hidden
from tabletown.games.defaults.declared_words import _told
from tabletown.games.defaults.ownership import DeclaredOwnership
from tabletown.testing import check_game

from ..others import only_here

HOUSE, SHOP = CardType("house", 3, {"worth": "points"}), CardType("shop", 2, {"price": "coins"}, costs=("price",))
EVERYTHING = Declared(
    seats=3,
    fields=(
        Cards("houses", HOUSE, PILE, room=6, length="houses_left", seen=TOP),
        Cards("offer", HOUSE, ROW, room=3, length="offered"),
        Cards("shops", SHOP, PILE, room=4, length="shops_left", seen=BY_NOBODY),
        Cards("hand", SHOP, ROW, room=2, each=True, length="held", seen=BY_OWNER),
        Cards("street", SHOP, COUNTS, each=True),
        OneCard("chosen", HOUSE, each=True, seen=BY_OWNER),
        Count("coins", 9, each=True, seen=BY_OWNER),
        Count("rounds", 5, least=-1),
        Choice("side", ("north", "south"), each=True, seen=BY_OWNER),
        Flag("open"),
        SeatOf("first"),
        Members("done", ("bank", "park"), each=True),
    ),
    moves={
        "take": Move(HOUSE, of="offer"),
        "give": Move(SHOP, ASeat(), says="gives {shop} to {1}"),
        "bid": Move(Amount(3)),
        "go": Move(OneOf(("Up Hill", "Down"))),
        "stop": Move(),
    },
    endings=("the end",),
)


def blank(players: int = 3) -> Any:
    state = np.zeros(1, EVERYTHING.state)
    state["players"] = players
    return state


@pytest.fixture(scope="module")
def toytown() -> Iterator[Title]:
    with only_here():
        yield games.add(SKELETON)


# --- The record -----------------------------------------------------------------------------------------------------


def test_the_record_of_a_state_and_of_the_cards() -> None:
    fields = EVERYTHING.state.fields
    assert fields is not None
    shapes = {
        name: (fields[name][0].base.name, fields[name][0].shape) for name in ("hand", "held", "street", "done", "open")
    }
    assert shapes == {
        "hand": ("uint8", (3, 2)),
        "held": ("uint8", (3,)),
        "street": ("uint8", (3, 2)),
        "done": ("uint32", (3,)),
        "open": ("uint8", ()),
    }
    assert EVERYTHING.cards.names == ("house_copies", "worth", "shop_copies", "price")
    assert EVERYTHING.actions.verbs == {"take": (3,), "give": (2, 3), "bid": (4,), "go": (2,), "stop": ()}
    assert EVERYTHING.most_legal == EVERYTHING.actions.count == 16


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (Cards("deck", HOUSE, PILE, room=300, length="left"), "'deck' needs room for 1 to 255 cards"),
        (Cards("deck", HOUSE, COUNTS, room=3), "'deck' counts cards of each kind, so it needs no room"),
        (Cards("deck", HOUSE, COUNTS, length="left", seen=TOP), "none of them is on top"),
        (Cards("deck", CardType("many", 255), COUNTS), "there are 1 to 254 kinds of 'many', not 255"),
        (Count("coins", 9, seen=BY_OWNER), "only its owner sees 'coins', so it needs each=True"),
        (Count("coins", 9, each=True, seen=BY_NOBODY), "'coins' is seen by all or by its owner, not by 'nobody'"),
        (Count("debt", 9, each=True, least=-2, seen=BY_OWNER), "'debt' goes from -2 to 9"),
        (Flag("secret", each=True, seen=BY_OWNER), "all see 'secret': declare a secret as cards, a count or a choice"),
        (Members("set", ()), "'set' has 1 to 32 members, not 0"),
        (OneCard("card", CardType("bad", 1, costs=("x",))), "'x' is no number of the cards 'bad'"),
        (OneCard("card", CardType("bad", 1, {"n": ()})), "the number 'n' of the cards 'bad' needs words, or names"),
        (OneCard("card", CardType("bad", 1, {"n": ("one", "")})), "the number 'n' of the cards 'bad' needs words"),
        (OneCard("card", CardType("bad", 1, {"size": "size"})), "no number of cards can be called 'size'"),
        (OneCard("card", CardType("bad", 1, {"text": "text"})), "no number of cards can be called 'text'"),
    ],
)
def test_what_contradicts_itself(changed: Any, says: str) -> None:
    with pytest.raises(DeclarationError, match=says):
        Declared(seats=2, fields=(changed,), moves={"stop": Move()}, endings=("over",))


def test_a_game_needs_seats_moves_and_endings() -> None:
    with pytest.raises(DeclarationError, match="1 to 5 seats, not 9"):
        Declared(seats=9, fields=(), moves={"stop": Move()}, endings=("over",))
    with pytest.raises(DeclarationError, match="moves, endings and phases, at least one of each"):
        Declared(seats=2, fields=(), moves={}, endings=("over",))
    twice = (Count("a", 1), OneCard("b", CardType("one", 1, {"n": "n"})), OneCard("c", CardType("two", 1, {"n": "n"})))
    with pytest.raises(DeclarationError, match="two numbers of cards are called 'n'"):
        Declared(seats=2, fields=twice, moves={"stop": Move()}, endings=("over",))


# --- Hiding and imagining -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kernels() -> Any:
    return hidden.kernels("everything", EVERYTHING)


def dealt() -> Any:
    """A state in which every field holds something, and the cards that it was dealt from."""
    states, cards = blank(), np.zeros(1, EVERYTHING.cards)
    cards["house_copies"], cards["shop_copies"] = [4, 3, 3], [6, 6]
    state = states[0]
    state["rng"], state["houses_left"], state["offered"], state["shops_left"] = [7, 1], 4, 2, 3
    state["houses"][:4], state["offer"][:2], state["shops"][:3] = [0, 1, 2, 1], [0, 2], [1, 0, 1]
    state["held"][:], state["hand"][:] = [2, 1, 0], [[0, 1], [1, 0], [0, 0]]
    state["street"][:] = [[1, 1], [0, 2], [1, 0]]
    state["chosen"][:], state["coins"][:], state["side"][:] = [1, NO_CARD, 0], [3, 0, 9], [1, 0, 2]
    state["first"], state["done"][:] = 2, [1, 2, 3]
    return states, cards


def called(kernel: Any, states: Any, cards: Any, seat: int) -> Any:
    from tabletown.engine.kernel import COMPILED
    from tabletown.engine.state import record

    states = states.copy() if COMPILED else states.copy().view(np.recarray)
    kernel(record(states), record(cards), seat)
    return states[0]


def test_what_a_seat_may_not_know_is_wiped(kernels: Any) -> None:
    states, cards = dealt()
    view = called(kernels["hide"], states, cards, 0)
    assert view["houses"].tolist() == [UNKNOWN, UNKNOWN, UNKNOWN, 1, 0, 0]
    assert view["shops"].tolist() == [UNKNOWN] * 3 + [0]
    assert view["hand"].tolist() == [[0, 1], [UNKNOWN, 0], [0, 0]]
    assert view["chosen"].tolist() == [1, NO_CARD, UNKNOWN]
    assert view["coins"].tolist() == [3, UNKNOWN_COUNT, UNKNOWN_COUNT]
    assert view["side"].tolist() == [1, 0, UNKNOWN], "whether there is a choice is no secret"
    for name in ("offer", "street", "rounds", "open", "first", "done", "held"):
        assert view[name].tolist() == states[0][name].tolist()
    spectator = called(kernels["hide"], states, cards, -1)
    assert spectator["hand"].tolist() == [[UNKNOWN, UNKNOWN], [UNKNOWN, 0], [0, 0]]


def test_imagined_worlds_agree_and_differ(kernels: Any) -> None:
    states, cards = dealt()
    view = states.copy()
    view[0] = called(kernels["hide"], states, cards, 0)
    worlds = set()
    for seed in range(40):
        view["rng"] = [seed, 1]
        world = states.copy()
        world[0] = called(kernels["resample"], view, cards, 0)
        again = called(kernels["hide"], world, cards, 0)
        assert {name: again[name].tolist() for name in EVERYTHING.state.names or () if name != "rng"} == {
            name: view[0][name].tolist() for name in EVERYTHING.state.names or () if name != "rng"
        }
        shops = np.bincount([*world[0]["shops"][:3], *world[0]["hand"][0], world[0]["hand"][1][0]], minlength=2)
        assert (shops + world[0]["street"].sum(axis=0) <= [6, 6]).all(), "no more than there are"
        assert world[0]["side"][2] in (1, 2)
        assert 0 <= world[0]["coins"][1] <= 9
        assert not world[0]["pool_shop"].any()
        assert not world[0]["pool_house"].any()
        worlds.add(world[0][["houses", "shops", "hand", "chosen", "coins", "side"]].tobytes())
    assert len(worlds) > 30


def test_the_written_kernels_read_like_written_ones() -> None:
    text = hidden.source("everything", EVERYTHING)
    assert "    hide_list(state.houses, int64(state.houses_left) - 1)\n" in text
    assert "            hide_list(state.hand[other], int64(state.held[other]))\n" in text
    compile(text, "hidden.py", "exec")


# --- A whole title --------------------------------------------------------------------------------------------------


def test_the_skeleton_holds(toytown: Title) -> None:
    check_game(toytown.name, games=2, players=3, processes=False)


@pytest.mark.exhaustive
def test_the_skeleton_holds_everywhere(toytown: Title) -> None:
    """For every number of players, interpreted, on the device that Numba simulates, and within all bounds."""
    check_game(toytown.name, games=1, bounds=True)


def test_sentences_of_moves() -> None:
    """An article fits its name, and one thing is told as one."""
    move = Move(HOUSE, ASeat(), Amount(3), says="gives {1} a {house}, an {0} or two, for {2} coins")
    assert _told(move, (0, 1, 1), ("Inn", "Sky", "1")) == "gives Sky an Inn, an Inn or two, for 1 coin"
    assert _told(move, (1, 1, 2), ("Mill", "Sky", "2")) == "gives Sky a Mill, a Mill or two, for 2 coins"


def test_a_sentence_names_what_the_move_takes() -> None:
    with pytest.raises(DeclarationError, match=r"the move 'take' says \{shop\}, but it takes \{0\}, \{house\}"):
        Declared(3, EVERYTHING.fields, {"take": Move(HOUSE, says="takes a {shop}")}, ("the end",))


def test_moves(toytown: Title) -> None:
    game = tt.new(toytown.name, players=2, seed=3)
    assert set(game.legal_moves) <= {"play house", "play park"}
    assert game.explain(game.legal_actions[0]) in ("builds a House", "builds a Park")
    for wrong, says in (
        ("build house", "a move begins with play"),
        ("play", "say play KIND"),
        ("play barn", "'barn' is not possible here; possible are house, park"),
    ):
        with pytest.raises(InvalidMove, match=says):
            game.push(wrong)


def test_a_position_by_hand(toytown: Title) -> None:
    """Hands that are left open are dealt from the cards that lie nowhere else."""
    text = """
    title = "skeleton"
    waiting = ["sky"]
    deck = ["?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?", "?"]
    [[seat]]
    hand = ["house", "house", "park"]
    built = ["house"]
    score = 2
    [[seat]]
    hand = ["?", "?", "?"]
    """
    position = read_position(text, games.get)
    assert position.turn == 1
    assert position.state.hand[1].sum() == 3
    assert position.state.hand[0].tolist() == [2, 1]
    again = read_position(write_position(position.view(0)), games.get)
    assert again == position.view(0)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"house"]', '"barn"]', "built: 'barn' is no kind; known are house, park"),
        ('built = ["house"]', 'built = ["?"]', "built: all see these cards, so none of them can be ?"),
        ("score = 2", "score = 777", "score must be a whole number from 0 to 99, not 777"),
        ("score = 2", 'colour = "red"', "unknown field 'colour' in the seat of Orange"),
        ('waiting = ["sky"]', "waiting = []", "waiting must name the seats that may act"),
        ('waiting = ["sky"]', 'waiting = ["red"]', "waiting must be one of orange, sky, not 'red'"),
        ('waiting = ["sky"]', 'ended = "rain"', "ended must be everybody has played six cards, not .rain."),
        ('deck = ["?"]', f"deck = {['house'] * 23}", "there are 24 cards of the kind number 1, not 12"),
        ('deck = ["?"]', 'deck = ["?", "?"]', "there are 3 cards of the type kind in all, not 24"),
    ],
)
def test_a_position_that_cannot_be(toytown: Title, old: str, new: str, says: str) -> None:
    text = 'title = "skeleton"\nwaiting = ["sky"]\ndeck = ["?"]\n[[seat]]\nbuilt = ["house"]\nscore = 2\n[[seat]]\n'
    assert old in text
    with pytest.raises(PositionError, match=says.replace("?", r"\?")):
        read_position(text.replace(old, new), games.get)


def test_observations(toytown: Title) -> None:
    """A hand is shown to its owner alone, and nothing of the deck but its length."""
    game = tt.new(toytown.name, players=2, seed=3)
    for version in (1, 2):
        observer = TitleObserver(toytown, 2, version)
        mine, other = observer.parts(game.view(0)), observer.parts(game.view(1))
        assert (mine["hand"].ravel() * 10).round().tolist() == game.state.hand[0].tolist()
        assert (other["hand"].ravel() * 10).round().tolist() == game.state.hand[1].tolist()
        assert "deck" not in mine
        assert mine["left"] == pytest.approx(18 / 24)


def test_ownership(toytown: Title) -> None:
    game = tt.new(toytown.name, players=2, seed=3)
    while game.ply < 5:
        game.push_action(game.legal_actions[0])
    ownership = toytown.ownership
    assert isinstance(ownership, DeclaredOwnership)
    assert [card.id for card in ownership.collection(game.cards)] == ["house", "park"]
    assert ownership.owned(game.states, game.cards)[0, :2].tolist() == game.state.built[:2].tolist()
    seats = np.array([game.turn], np.int8)
    assert ownership.on_offer(game.states, seats, game.cards)[0].tolist() == (game.state.hand[game.turn] > 0).tolist()


def test_ownership_of_several_types_and_forms() -> None:
    states, _ = dealt()
    ownership = DeclaredOwnership(EVERYTHING)
    owned = ownership.owned(states, None)  # type: ignore[arg-type]
    assert owned[0].tolist() == [[0, 0, 0, 1, 1], [0, 0, 0, 0, 2], [0, 0, 0, 1, 0]]
    offered = ownership.on_offer(states, np.array([1], np.int8), None)  # type: ignore[arg-type]
    assert offered[0].tolist() == [True, True, True, False, True], "the row, the top of the pile, and the hand of Sky"
