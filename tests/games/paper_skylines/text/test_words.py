"""Moves of Paper Skylines as text: how they may be written, and refusals that name their rule."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletown as tt
from tabletown.engine.errors import AmbiguousMove, IllegalMove
from tabletown.engine.position_text import read_position
from tabletown.games import get
from tabletown.games.paper_skylines import state as s

from ...shared import no_move, play, refusal, refused, try_move
from ..helpers import TITLE, A, rich, seat, table, walk

words = TITLE.words

# --- How moves may be written ---------------------------------------------------------------------------------------


def test_cards_may_be_named_by_the_beginning_of_their_name() -> None:
    game = rich()
    assert game.parse("mayor din") == game.parse("MAYOR   Diner") == game.parse("mayor diner")
    game.push("tuck")
    assert game.parse("card vil") == game.parse("card village-green")  # a hall is not in the hand
    with pytest.raises(AmbiguousMove, match="'sa' could be sandlot or sawmill"):
        game.push("card sa")
    assert game.parse("card saw") == game.parse("card sawmill")


def test_beginnings_that_fit_several_names() -> None:
    game = rich("[Philadelphia*] [Savings Bank] [Sawmill] [Sandlot]", "", row="-, -, -")
    with pytest.raises(AmbiguousMove, match="'sa' could be sandlot or savings-bank or sawmill"):
        game.push("mayor sa")
    game = tt.new("paper_skylines", players=2, seed=1)
    with pytest.raises(AmbiguousMove, match="'new' could be new-orleans or new-york"):
        game.push("city new")


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "fly", "build diner", "end turn", "mayor", "city", "plan", "over", "lot", "pay", "card", "take",
        "keep",
        "own", "rob", "rival", "track", "type", "option", "achievement", "lot 0", "lot 33", "lot x", "lot -1", "lot ²",
        "option 0", "option 5", "option one", "track money", "type castle", "city castle", "plan castle", "pay castle",
        "rob purple", "rob nobody", "rival sky", "rival nobody diner", "achievement castle", "mayor castle",
        "over castle", "own castle", "stop now", "yes please",
    ],
)  # fmt: skip
def test_what_is_no_move_at_all(text: str) -> None:
    assert no_move(rich(), text)


# --- Refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "move", "rule", "sentence"),
    [
        ("", "plan sandlot", "PS-20", "it is your turn: take an action or end the turn"),
        ("", "yes", "PS-20", "it is your turn"),
        ("", "track profit", "PS-20", "it is your turn"),
        ("", "mayor philadelphia", "PS-41", "the mayor must move to another building"),
        ("", "mayor skating-pond", "PS-10", "skating-pond is no top card of Orange's city"),
        ("", "mayor post-office", "PS-10", "post-office is no top card of Orange's city"),
        ("", "claim", "PS-35", "there is no achievement that you can claim now"),
        ("advance, track profit, advance, track profit", "draw", "PS-21", "no action is left: end the turn"),
        ("build", "end", "PS-23", "choose the card to build"),
        ("build", "plan diner", "PS-25", "that card lies elsewhere, or no spot for it can be paid"),
        ("build, plan sandlot", "lot 5", "PS-14", "this effect cannot build there"),
        ("build, plan sandlot", "pay sawmill", "PS-14", "choose where to build"),
        ("build, plan sandlot, left", "end", "PS-25", "choose the cards that pay for the building"),
        ("tuck", "card diner", "PS-43", "that card is not in your hand"),
        ("tuck", "stop", "PS-43", "more cards are needed first"),
        ("tuck", "draw", "PS-43", "choose a card of your hand"),
        ("draw", "take diner", "PS-33", "that card does not lie where you may take from"),
        ("draw", "end", "PS-33", "choose the card to take"),
        ("advance", "end", "PS-57", "choose a track"),
        ("mayor town-library", "keep diner", "PS-43", "that card is not among those you look at"),
        ("mayor town-library", "end", "PS-43", "choose which of the cards to keep"),
        ("mayor diner", "deck", "PS-62", "no card can be taken from the deck here"),
        ("mayor diner, take county-clinic", "own skating-pond", "PS-10", "no top card of Orange's city"),
        ("mayor diner, take county-clinic", "end", "PS-43", "choose one of your buildings"),
    ],
)
def test_why_not(moves: str, move: str, rule: str, sentence: str) -> None:
    game = rich()
    if moves:
        play(game, moves)
    refused(game, move, rule, sentence)


@pytest.mark.parametrize(
    ("city", "hand", "moves", "move", "rule", "sentence"),
    [
        ("[Philadelphia*] [Police Precinct]", "", "mayor police-precinct, deck", "rob orange", "PS-43",
         "choose an opponent who has hand cards"),
        ("[Philadelphia*] [Schoolhouse]", "", "mayor schoolhouse", "end", "PS-43", "name a type"),
        ("[Philadelphia*] [Grand Hotel]", "", "mayor grand-hotel, take county-clinic", "option 3", "PS-43",
         "there is no such option"),
        ("[Philadelphia*] [Grand Hotel]", "", "mayor grand-hotel, take county-clinic", "end", "PS-43",
         "choose one of the options"),
        ("[Philadelphia*] [Student Dorms]", "", "mayor student-dorms", "end", "PS-44", "say yes or no"),
        ("[Philadelphia*] [Embassy]", "", "mayor embassy, deck", "rival sky houston", "PS-43",
         "that top card is a city card, a chain card or of too high a level"),
        ("[Philadelphia*] [Embassy]", "", "mayor embassy, deck", "end", "PS-43", "choose an opponent's top card"),
        ("[Philadelphia*] [Annexed Suburb]", "", "mayor annexed-suburb", "rival green new-york", "PS-43",
         "that top card is a city card"),
        ("[Philadelphia*] [Diner] [Loft Conversion]", "", "mayor loft-conversion", "own philadelphia", "PS-43",
         "that building cannot be chosen for this"),
        ("[Philadelphia*] [Homestead]", "Sandlot", "mayor homestead", "over homestead", "PS-14",
         "this effect cannot build there"),
        ("[Philadelphia*] [Riverwalk]", "", "mayor riverwalk, track prestige", "track population", "PS-33",
         "choose the card to take"),
        ("[Philadelphia*] [Container Port]", "Diner, Sandlot", "mayor container-port", "stop", "PS-43",
         "more cards are needed first"),
        ("[Philadelphia < Diner*] [Cottage Row < Sandlot < Sawmill < Warehouse]", "", "claim",
         "achievement grand-tour", "PS-35", "you have claimed it, or do not fulfil its condition now"),
    ],
)  # fmt: skip
def test_why_not_in_effects(city: str, hand: str, moves: str, move: str, rule: str, sentence: str) -> None:
    game = rich(city, hand)
    play(game, moves)
    refused(game, move, rule, sentence)


def test_why_not_because_of_the_price() -> None:
    game = rich("[Philadelphia*] [Brickworks]", "Golf Course, Zoo, Diner", deck={2: "Cannery"})
    play(game, "build, plan golf-course")
    error = refusal(game, "left")
    assert (error.rule, str(error)) == ("PS-25", "the Golf Course costs 3 there, you have 2 (PS-25)")


def test_why_not_at_the_end_of_a_track() -> None:
    game = table(seat(tracks=[24, 3, 3]))
    game.push("advance")
    assert str(refusal(game, "track profit")) == "profit is at its end (PS-57)"
    game = table(seat("[Philadelphia*] [Riverwalk]", tracks=[2, 3, 2]))
    game.push("mayor riverwalk")
    assert str(refusal(game, "track prestige")) == "prestige is not your lowest track (PS-57)"


def test_why_not_at_set_up() -> None:
    game = tt.new("paper_skylines", players=2, seed=1)
    dealt = {int(c) for c in game.state.dealt[0]}
    other = next(c.slug for c in TITLE.cards.cities if c.index not in dealt)
    assert refusal(game, f"city {other}").rule == "PS-3"
    assert str(refusal(game, "draw")) == "choose which city card to keep (PS-3)"


def test_only_the_seat_to_act_may_move() -> None:
    game = rich()
    for other in (1, 2, 3, -1):
        with pytest.raises(IllegalMove, match="not to act now"):
            game.push("end", seat=other)
    assert game.ply == 0


# --- Whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_every_legal_move_reads_back_and_has_a_sentence_and_a_button(players: int, seed: int) -> None:
    for game in walk(players, seed):
        moves = game.legal_moves
        assert len(set(moves)) == len(moves)
        for action, move in zip(game.legal_actions, moves, strict=True):
            assert game.parse(move) == action == game.parse(f"  {move.upper()} ")
            assert move.isascii()
            assert game.turn is not None
            sentence = game.explain(action)
            assert sentence[0].islower()
            assert not sentence.removesuffix("D.C.").endswith(".")
            if game.ply % 4 == 0:
                made = words.button(game.view(game.turn), game.turn, action)
                assert (made.move, bool(made.label), made.sentence[0].isupper()) == (move, True, True)
        assert words.status(game)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 3)])
def test_every_action_is_legal_or_refused_with_a_rule(players: int, seed: int) -> None:
    for game in walk(players, seed):
        if game.is_game_over() or game.ply % 7:
            continue
        legal = set(game.legal_actions)
        for action in range(TITLE.actions.count):
            if action not in legal:
                sentence, rule = words.why_not(game, game.turn, action)
                assert sentence
                assert rule.startswith("PS-")


@cache
def some_games() -> list[tt.Game]:
    """Situations of every phase."""
    found: dict[int, list[tt.Game]] = {}
    for players, seed in ((2, 5), (4, 6), (3, 7)):
        for game in walk(players, seed):
            found.setdefault(int(game.state.phase), []).append(game.copy())
    return [game for phase, several in sorted(found.items()) if phase != s.GAME_OVER for game in several[:3]]


TOKENS = st.sampled_from(
    [
        *TITLE.actions.verbs, "over", "lot", "left", "right", "1", "2", "33", "-1", "diner", "zoo", "s", "new",
        "boston", "sky", "purple", "profit", "park", "high-rise", "'", "", "  ", "\t", "½", "٣", "9" * 5000,
    ]
)  # fmt: skip


@given(number=st.integers(0, 99), text=st.one_of(st.text(max_size=30), st.lists(TOKENS, max_size=4).map(" ".join)))
def test_no_text_does_harm(number: int, text: str) -> None:
    try_move(some_games()[number % len(some_games())], text)


def test_words_of_a_view_are_the_words_of_its_seat() -> None:
    game = rich()
    again = read_position(tt.position_text(game.view(A)), get)
    assert words.prompt(again, A) == words.prompt(game, A)
