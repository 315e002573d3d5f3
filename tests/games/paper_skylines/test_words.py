"""Paper Skylines in words: how moves may be written, refusals that name their rule, sentences, prompts and the board."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletown as tt
from tabletown.engine.errors import AmbiguousMove, IllegalMove, InvalidMove
from tabletown.engine.position_text import read_position
from tabletown.games import get
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.sentences import action_sentence, bonus_sentence, condition_sentence

from ..shared import play, refusal, try_move
from .helpers import A, B, BUILDINGS, CITIES, TITLE, seat, table, walk

words = TITLE.words
RICH = "[Diner] [Philadelphia* + Fish Market] ( ) [Post Office < Town Library + Corner Store]"
DECK = "Cannery, Golf Course, Riverwalk, Courthouse, Grand Hotel"


def rich(city: str = RICH, hand: str = "Sandlot, Sawmill, Village Green", **header: Any) -> tt.Game:
    """A table on which nearly everything is possible."""
    deck = ", ".join(card for card in DECK.split(", ") if card not in city + hand)
    fields = {"level": 2, "row": "County Clinic, Savings Bank, Botanical Garden", "deck": {2: deck}}
    return table(
        seat(city, hand, tracks=[3, 4, 5]), seat("[Houston*] [Skating Pond] [Community Garden]", "Streetcar Flats"),
        seat("[New York*]", "Playhouse"), **fields | header,
    )  # fmt: skip


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
        "", " ", "fly", "build diner", "end turn", "mayor", "city", "plan", "over", "lot", "pay", "card", "take", "keep",
        "own", "rob", "rival", "track", "type", "option", "achievement", "lot 0", "lot 33", "lot x", "lot -1", "lot ²",
        "option 0", "option 5", "option one", "track money", "type castle", "city castle", "plan castle", "pay castle",
        "rob purple", "rob nobody", "rival sky", "rival nobody diner", "achievement castle", "mayor castle",
        "over castle", "own castle", "stop now", "yes please",
    ],
)  # fmt: skip
def test_what_is_no_move_at_all(text: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        rich().push(text)
    assert "\n" not in str(caught.value)


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
    error = refusal(game, move)
    assert error.rule == rule
    assert sentence in str(error)
    assert str(error).endswith(f"({rule})")


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
    error = refusal(game, move)
    assert error.rule == rule
    assert sentence in str(error)


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


# --- Sentences ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("end", "ends the turn with 2 actions left"),
        ("advance, track profit, end", "ends the turn with 1 action left"),
        ("advance, track profit, advance, track profit, end", "ends the turn"),
        ("advance", "takes a step"),
        ("advance, track profit", "advances 1 on profit"),
        ("draw", "draws a card"),
        ("draw, deck", "draws from the deck"),
        ("draw, take county-clinic", "takes the County Clinic from the row"),
        ("tuck", "tucks a hand card under Philadelphia"),
        ("tuck, card sawmill", "tucks the Sawmill under Philadelphia"),
        ("discard", "discards a hand card for its action"),
        ("discard, card sandlot", "discards the Sandlot for its action"),
        ("build", "decides to build"),
        ("build, plan sandlot", "builds the Sandlot"),
        ("build, plan sandlot, left", "builds the Sandlot at the left end for 2 cards"),
        ("build, plan sawmill, left", "builds the Sawmill at the left end for free"),
        ("build, plan village-green, lot 3", "builds the Village Green on the lot in place 3 for free"),
        ("build, plan village-green, over diner", "builds the Village Green over the Diner for free"),
        ("mayor diner", "sends the mayor to the Diner"),
        ("mayor diner, take county-clinic", "takes the County Clinic from the row to tuck it"),
        ("mayor diner, take county-clinic, own philadelphia", "tucks the County Clinic under Philadelphia"),
        ("mayor town-library", "sends the mayor to the Town Library"),
        ("mayor town-library, keep cannery", "keeps the Cannery"),
    ],
)
def test_sentences(moves: str, sentence: str) -> None:
    game = rich()
    *before, last = moves.split(", ")
    for move in before:
        game.push(move)
    assert game.explain(game.parse(last)) == sentence


@pytest.mark.parametrize(
    ("city", "hand", "moves", "sentence"),
    [
        ("[Philadelphia*] [Schoolhouse]", "", "mayor schoolhouse, type park", "declares park"),
        ("[Philadelphia*] [Golf Course]", "", "mayor golf-course, track profit", "advances 3 on profit"),
        ("[Philadelphia*] [Chemical Works]", "", "mayor chemical-works, track profit",
         "lets the others decline on profit"),
        ("[Philadelphia*] [Police Precinct]", "", "mayor police-precinct, deck, rob green",
         "steals from Green's hand"),
        ("[Philadelphia*] [Grand Hotel]", "", "mayor grand-hotel, take county-clinic, option 1",
         "chooses to draw 2 cards from the deck"),
        ("[Philadelphia*] [Student Dorms]", "", "mayor student-dorms, yes",
         "decides to build a card from their hand at its price"),
        ("[Philadelphia*] [Student Dorms]", "", "mayor student-dorms, no",
         "decides not to build a card from their hand at its price"),
        ("[Philadelphia*] [Embassy]", "", "mayor embassy, deck, rival sky skating-pond", "uses Sky's Skating Pond"),
        ("[Philadelphia*] [Annexed Suburb]", "", "mayor annexed-suburb, rival sky skating-pond",
         "takes Sky's Skating Pond into the hand"),
        ("[Philadelphia*] [Steel Mill]", "Diner", "mayor steel-mill, card diner", "discards the Diner"),
        ("[Philadelphia*] [Steel Mill]", "Diner", "mayor steel-mill, stop", "discards no more cards"),
        ("[Philadelphia*] [Department Store]", "Diner", "mayor department-store, stop", "tucks no more cards"),
        ("[Philadelphia*] [Department Store]", "Diner", "mayor department-store, card diner", "tucks the Diner"),
        ("[Philadelphia*] [Riverboat Casino]", "", "mayor riverboat-casino, own philadelphia",
         "tucks a card of the deck under Philadelphia"),
        ("[Philadelphia*] [Riverboat Casino]", "", "mayor riverboat-casino, own philadelphia, take county-clinic",
         "uses the County Clinic of the row"),
        ("[Philadelphia*] [Diner] [Loft Conversion]", "", "mayor loft-conversion, own diner",
         "takes the Diner back into the hand"),
        ("[Philadelphia*] [Diner] [Auto Plant]", "", "mayor auto-plant, yes, own diner", "scraps the Diner"),
        ("[Philadelphia*] [Diner] [Auto Plant]", "", "mayor auto-plant, yes",
         "decides to scrap one of their top cards and draw 3 cards from the deck"),
        ("[Philadelphia*] [Diner] [Swimming Hall]", "", "mayor swimming-hall, track profit, own diner",
         "gains the Diner again"),
        ("[Philadelphia*] [Diner] [Shipyard] [Zoo]", "Sawmill", "mayor shipyard, card sawmill, own zoo",
         "uses the Zoo from afar"),
        ("[Philadelphia*] [Diner] [International Airport] [Zoo]", "Sawmill",
         "mayor international-airport, deck, deck, card sawmill, own zoo", "moves the mayor on to the Zoo"),
        ("[Philadelphia*] [Row Houses]", "Diner, Zoo", "mayor row-houses, plan county-clinic",
         "builds the County Clinic from the row"),
        ("[Las Vegas] [Diner*]", "", "mayor diner",
         "lets the mayor stay on the Diner"),
        ("[Philadelphia*]", "Village Green", "build", "builds the only hand card"),
        ("[Philadelphia*]", "Village Green", "tuck", "tucks the last hand card under Philadelphia"),
        ("[Philadelphia*]", "Village Green", "discard", "discards the last hand card for its action"),
    ],
)  # fmt: skip
def test_sentences_of_effects(city: str, hand: str, moves: str, sentence: str) -> None:
    game = rich(city, hand)
    *before, last = moves.split(", ")
    for move in before:
        game.push(move)
    assert game.explain(game.parse(last)) == sentence


def test_claims_tell_of_stars_and_the_chip() -> None:
    game = rich("[Philadelphia < Diner < Sawmill < Sandlot*] [Homestead]", "")
    game.push("claim")
    assert game.explain(game.parse("achievement five-districts")) == "claims Five Districts for 2 points and its chip"
    game.push("achievement five-districts")
    assert game.explain(game.parse("claim")) == "claims an achievement"


def test_only_first_halves_are_partial() -> None:
    """A log shows what is done; choices that a later ply completes stay out of it."""
    whole = []
    for moves in ("end", "advance, track profit", "draw, deck", "tuck, card sawmill", "discard, card sandlot",
                  "build, plan sandlot, left, pay sawmill", "mayor diner, take county-clinic, own philadelphia",
                  "mayor town-library, keep cannery, keep riverwalk"):  # fmt: skip
        game = rich()
        for move in moves.split(", "):
            if not words.partial(game, game.parse(move)):
                whole.append(move)
            game.push(move)
    assert whole == [
        "end", "track profit", "deck", "card sawmill", "card sandlot", "left", "pay sawmill", "mayor diner",
        "take county-clinic", "own philadelphia", "mayor town-library", "keep cannery", "keep riverwalk",
    ]  # fmt: skip


def test_moves_touch_their_cards() -> None:
    game = rich()
    assert words.touches(game, A, game.parse("mayor diner")) == ["card-diner"]
    assert words.touches(game, A, game.parse("draw")) == []
    play(game, "build, plan sandlot")
    assert words.touches(game, A, game.parse("over diner")) == ["card-sandlot", "card-diner"]
    assert words.touches(game, A, game.parse("left")) == ["card-sandlot"]
    play(game, "left")
    assert words.touches(game, A, game.parse("pay sawmill")) == ["card-sawmill"]


# --- Cards in sentences ---------------------------------------------------------------------------------------------


@pytest.mark.rules("PS-43", "PS-44")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Post Office", "Draw 2 cards from the deck."),
        ("Sawmill", "Discard 1 card to draw 3 cards from the deck."),
        ("Steel Mill",
         "Discard up to 2 cards and for each advance 2 steps on any tracks, then draw 1 card from the deck."),
        ("Textile Mill", "Discard up to 2 cards and for each tuck 1 card from the row under any of your buildings and "
         "advance 1 step on any track, then draw 1 card from the deck."),
        ("Container Port", "Discard 1 to 2 cards and for each draw 3 cards from the deck and advance 1 step on profit."),
        ("Hydro Dam", "Draw 3 cards from the deck, then you may discard 1 card to take one more action this turn."),
        ("City Hall", "Draw 1 card from the deck for each different type in your city."),
        ("National Archive", "Draw 2 cards from the pile, then draw 1 card from the deck for every 2 sites in your city "
         "(at most 4)."),
        ("Zoo", "Advance 2 steps on your lowest track, then either advance 2 steps on any tracks or draw 2 cards from "
         "the deck."),
        ("Urban Renewal", "Build a card up to level 3 from the pile for free, then draw 1 card from the deck."),
        ("Metropolitan Park", "Advance 1 step on any tracks for each park icon in your city (at most 5)."),
    ],
)  # fmt: skip
def test_what_cards_say(name: str, sentence: str) -> None:
    assert action_sentence(BUILDINGS[name]) == sentence


def test_every_card_says_something_of_its_own() -> None:
    said = [action_sentence(b) for b in TITLE.cards.buildings]
    said += [bonus_sentence(c) for c in TITLE.cards.cities] + [condition_sentence(a) for a in TITLE.cards.achievements]
    assert len(set(said)) == len(said) == 85 + 12 + 8
    for sentence in said:
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")
        assert not any(mark in sentence for mark in "{}_^/")
    assert bonus_sentence(CITIES["Chicago"]) == "The first time you build over in a turn: draw 1 card from the deck."


# --- Buttons --------------------------------------------------------------------------------------------------------


def button(game: tt.Game, move: str) -> tuple[str, list[tuple[str, int]], tuple[str, ...]]:
    found = words.button(game.view(A), A, game.parse(move))
    return found.label, [(gain.icon, gain.amount) for gain in found.gains], found.notes


REVEALS = "Cannot be taken back: something hidden comes to light"


def test_buttons_say_what_moves_would_bring() -> None:
    game = rich()
    assert button(game, "end") == ("End turn", [], ())
    assert button(game, "draw") == ("Draw", [], ())
    game.push("draw")
    assert button(game, "deck") == ("Deck", [], (REVEALS,))
    assert button(game, "take county-clinic")[::2] == ("County Clinic", (REVEALS, "Draw 3 cards from the deck."))
    game.pop()
    game.push("advance")
    assert button(game, "track prestige") == ("Prestige", [("prestige", 1)], ())
    assert button(game, "track population") == ("Population", [("star", 1), ("population", 1)], ())
    game.pop()
    play(game, "build, plan village-green")
    assert button(game, "left") == ("Left end", [("prestige", 1)], ())
    assert button(game, "lot 3")[0] == "Lot 3"
    assert button(game, "over diner")[0] == "Diner"


# --- What to do -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "prompt", "rule"),
    [
        ("", ("2 actions left", "Take an action, or end the turn"), "PS-20"),
        ("advance", ("1 action left", "Choose a track"), "PS-57"),
        ("advance, track profit, advance, track profit", ("0 actions left", "End the turn"), "PS-20"),
        ("build", ("1 action left", "Choose a card to build"), "PS-23"),
        ("build, plan sandlot", ("1 action left", "Choose where to build the Sandlot"), "PS-14"),
        ("build, plan sandlot, over philadelphia", ("1 action left", "Pay for the Sandlot: 2 cards to go"), "PS-25"),
        ("tuck", ("1 action left", "Choose a hand card to tuck"), "PS-43"),
        ("discard", ("1 action left", "Choose a hand card to discard for its action"), "PS-43"),
        ("draw", ("1 action left", "Choose a card of the row or the deck"), "PS-33"),
        ("mayor town-library", ("1 action left", "Keep 2 of these cards (Town Library)"), "PS-43"),
        ("mayor diner", ("1 action left", "Choose a card of the row to tuck (Diner)"), "PS-33"),
        ("mayor diner, take county-clinic",
         ("1 action left", "Choose a building to tuck the County Clinic under (Diner)"), "PS-43"),
        ("discard, card sandlot", ("1 action left", "Choose a track (2 steps left) (Sandlot)"), "PS-57"),
        ("discard, card sawmill", ("1 action left", "Choose a hand card to discard (Sawmill)"), "PS-43"),
    ],
)
def test_prompts(moves: str, prompt: tuple[str, str], rule: str) -> None:
    game = rich()
    if moves:
        play(game, moves)
    assert words.prompt(game, A) == prompt
    assert words.prompt(game, B) == (prompt[0], "Orange is to act")
    assert words.rule(game) == rule


@pytest.mark.parametrize(
    ("city", "hand", "moves", "text"),
    [
        ("[Philadelphia*] [Student Dorms]", "", "mayor student-dorms",
         "Do you want to build a card from your hand at its price? (Student Dorms)"),
        ("[Philadelphia*] [Grand Hotel]", "", "mayor grand-hotel, take county-clinic", "Choose one (Grand Hotel)"),
        ("[Philadelphia*] [Schoolhouse]", "", "mayor schoolhouse", "Name a type (Schoolhouse)"),
        ("[Philadelphia*] [Police Precinct]", "", "mayor police-precinct, deck",
         "Choose whom to steal from (Police Precinct)"),
        ("[Philadelphia*] [Embassy]", "", "mayor embassy, deck", "Choose an opponent's top card to use (Embassy)"),
        ("[Philadelphia*] [Annexed Suburb]", "", "mayor annexed-suburb", "Choose a top card to take (Annexed Suburb)"),
        ("[Philadelphia*] [Warehouse]", "Diner", "mayor warehouse",
         "Choose a hand card to discard (up to 3 more) (Warehouse)"),
        ("[Philadelphia*] [Riverboat Casino]", "", "mayor riverboat-casino",
         "Choose a building to tuck the card under (Riverboat Casino)"),
        ("[Philadelphia*] [Riverboat Casino]", "", "mayor riverboat-casino, own philadelphia",
         "Choose a row card to use (Riverboat Casino)"),
        ("[Philadelphia*] [Golf Course]", "", "mayor golf-course", "Choose a track for 3 steps (Golf Course)"),
        ("[Philadelphia*] [Chemical Works]", "", "mayor chemical-works",
         "Choose the track on which the others decline (Chemical Works)"),
        ("[Seattle*] [Diner]", "", "advance, track profit", "Choose a track (Seattle)"),
        ("[Philadelphia*] [Diner] [Loft Conversion]", "", "mayor loft-conversion",
         "Choose a top card to take away (Loft Conversion)"),
        ("[Philadelphia*] [Diner] [Swimming Hall]", "", "mayor swimming-hall, track profit",
         "Choose a top card to gain again (Swimming Hall)"),
        ("[Philadelphia*] [Diner] [Shipyard] [Zoo]", "Sawmill", "mayor shipyard, card sawmill",
         "Choose one of your top cards to use (Shipyard)"),
        ("[Philadelphia*] [Diner] [International Airport] [Zoo]", "Sawmill",
         "mayor international-airport, deck, deck, card sawmill", "Choose where the mayor goes on to "
         "(International Airport)"),
    ],
)  # fmt: skip
def test_prompts_of_effects(city: str, hand: str, moves: str, text: str) -> None:
    game = rich(city, hand)
    play(game, moves)
    assert words.prompt(game, A)[1] == text


def test_prompts_at_set_up_and_at_the_end() -> None:
    game = tt.new("paper_skylines", players=3, seed=1)
    assert words.prompt(game, A) == ("Set-up", "Choose which city to keep")
    assert words.status(game) == "Set-up"
    game.push_action(game.legal_actions(A)[0], A)
    assert words.prompt(game, A) == ("Set-up", "Waiting for Sky, Green")
    over = table(seat(), level=4, marked=[1, 2, 3, 4], over=True)
    assert (words.prompt(over, A), words.rule(over), words.status(over)) == (("", "The game is over"), "PS-78", "Over")


def test_status_and_board() -> None:
    game = rich(marked=[1, 2], deck={2: DECK})
    assert words.status(game) == "Level 2 (round end shown)"
    assert words.status(rich()) == "Level 2"
    text = str(rich())
    assert "> Orange    score 0  profit 3  prestige 4  population 5  hand Sawmill, Village Green, Sandlot" in text
    assert RICH in text
    assert "row County Clinic, Savings Bank, Botanical Garden; pile 0" in text
    assert text.endswith("Orange, 2 actions left: Take an action, or end the turn")
    assert "hand 1 of level 1" in str(rich().view(A))
    assert "claimed High Rise" in str(table(seat(claims=["high-rise"])))


def test_every_ending_has_words() -> None:
    assert set(words.ENDINGS) == {s.LAST_LEVEL}


# --- Whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_every_legal_move_reads_back_and_has_a_sentence_and_a_button(players: int, seed: int) -> None:
    for game in walk(players, seed):
        moves = game.legal_moves
        assert len(set(moves)) == len(moves)
        for action, move in zip(game.legal_actions(), moves, strict=True):
            assert game.parse(move) == action == game.parse(f"  {move.upper()} ")
            assert move.isascii()
            assert game.turn is not None
            sentence = game.explain(action)
            assert sentence[0].islower()
            assert not sentence.endswith(".")
            if game.ply % 4 == 0:
                made = words.button(game.view(game.turn), game.turn, action)
                assert (made.move, bool(made.label), made.sentence[0].isupper()) == (move, True, True)
        assert words.status(game)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 3)])
def test_every_action_is_legal_or_refused_with_a_rule(players: int, seed: int) -> None:
    for game in walk(players, seed):
        if game.is_over() or game.ply % 7:
            continue
        legal = set(game.legal_actions())
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
        *TITLE.actions.verbs, "over", "lot", "left", "right", "1", "2", "33", "-1", "diner", "zoo", "s", "new", "boston",
        "sky", "purple", "profit", "park", "high-rise", "'", "", "  ", "\t", "½", "٣", "9" * 5000,
    ]
)  # fmt: skip


@given(number=st.integers(0, 99), text=st.one_of(st.text(max_size=30), st.lists(TOKENS, max_size=4).map(" ".join)))
def test_no_text_does_harm(number: int, text: str) -> None:
    try_move(some_games()[number % len(some_games())], text)


def test_words_of_a_view_are_the_words_of_its_seat() -> None:
    game = rich()
    again = read_position(tt.position_text(game.view(A)), get)
    assert words.prompt(again, A) == words.prompt(game, A)
