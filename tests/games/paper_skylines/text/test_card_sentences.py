"""What Paper Skylines says: moves and cards in sentences, buttons, prompts, the board."""

import pytest

import tabletown as tt
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.text.card_sentences import action_sentence, bonus_sentence, condition_sentence

from ...colours import in_colours
from ...shared import play
from ..helpers import BUILDINGS, CITIES, DECK, RICH, TITLE, A, B, rich, seat, table

words = TITLE.words


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
         "takes Sky's Skating Pond into their hand"),
        ("[Philadelphia*] [Steel Mill]", "Diner", "mayor steel-mill, card diner", "discards the Diner"),
        ("[Philadelphia*] [Steel Mill]", "Diner", "mayor steel-mill, stop", "discards no more cards"),
        ("[Philadelphia*] [Department Store]", "Diner", "mayor department-store, stop", "tucks no more cards"),
        ("[Philadelphia*] [Department Store]", "Diner", "mayor department-store, card diner", "tucks the Diner"),
        ("[Philadelphia*] [Riverboat Casino]", "", "mayor riverboat-casino, own philadelphia",
         "tucks a card of the deck under Philadelphia"),
        ("[Philadelphia*] [Riverboat Casino]", "", "mayor riverboat-casino, own philadelphia, take county-clinic",
         "uses the County Clinic of the row"),
        ("[Philadelphia*] [Diner] [Loft Conversion]", "", "mayor loft-conversion, own diner",
         "takes the Diner back into their hand"),
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
        ("[Philadelphia*]", "Village Green", "build", "builds the Village Green"),
        ("[Philadelphia*]", "Village Green", "tuck", "tucks the Village Green under Philadelphia"),
        ("[Philadelphia*]", "Village Green", "discard", "discards the Village Green for its action"),
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
        ("Container Port",
         "Discard 1 to 2 cards and for each draw 3 cards from the deck and advance 1 step on profit."),
        ("Hydro Dam", "Draw 3 cards from the deck, then you may discard 1 card to take one more action this turn."),
        ("City Hall", "Draw 1 card from the deck for each different type in your city."),
        ("National Archive", "Draw 2 cards from the pile, then draw 1 card from the deck for every 2 sites in your "
         "city (at most 4)."),
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
    found = in_colours(words.button(game.view(A), A, game.parse(move)))
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
        ("advance, track profit, advance, track profit", ("", "End the turn"), "PS-20"),
        ("build", ("1 action left", "Choose a card to build"), "PS-23"),
        ("build, plan sandlot", ("1 action left", "Choose where to build the Sandlot"), "PS-14"),
        ("build, plan sandlot, over philadelphia", ("1 action left", "Pay for the Sandlot: 2 cards to go"), "PS-25"),
        ("tuck", ("1 action left", "Choose a hand card to tuck"), "PS-43"),
        ("discard", ("1 action left", "Choose a hand card to discard for its action"), "PS-43"),
        ("draw", ("1 action left", "Choose a card of the row or the deck"), "PS-33"),
        ("mayor town-library", ("1 action left", "Keep 2 of these cards (Town Library)"), "PS-43"),
        ("mayor diner", ("1 action left", "Choose a card of the row to tuck (Diner)"), "PS-33"),
        (
            "mayor diner, take county-clinic",
            ("1 action left", "Choose a building to tuck the County Clinic under (Diner)"),
            "PS-43",
        ),
        ("discard, card sandlot", ("1 action left", "Choose a track (2 steps left) (Sandlot)"), "PS-57"),
        ("discard, card sawmill", ("1 action left", "Choose a hand card to discard (Sawmill)"), "PS-43"),
    ],
)
def test_prompts(moves: str, prompt: tuple[str, str], rule: str) -> None:
    game = rich()
    if moves:
        play(game, moves)
    assert in_colours(words.prompt(game, A)) == prompt
    assert in_colours(words.prompt(game, B)) == (prompt[0], "Orange is to act")
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
    assert in_colours(words.prompt(game, A))[1] == text


def test_prompts_at_set_up_and_at_the_end() -> None:
    game = tt.new("paper_skylines", players=3, seed=1)
    assert in_colours(words.prompt(game, A)) == ("Set-up", "Choose which city to keep")
    assert words.status(game) == "Set-up"
    game.push_action(game.legal_actions_of(A)[0], A)
    assert in_colours(words.prompt(game, A)) == ("Set-up", "Waiting for Sky, Green")
    over = table(seat(), level=4, marked=[1, 2, 3, 4], over=True)
    assert (in_colours(words.prompt(over, A)), words.rule(over), words.status(over)) == (
        ("", "The game is over"),
        "PS-78",
        "Over",
    )


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
