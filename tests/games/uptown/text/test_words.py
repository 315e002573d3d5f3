"""UpTown in words: moves as text there and back, refusals that name their rule, sentences, prompts and the board."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletown as tt
from tabletown.engine.errors import AmbiguousMove, IllegalMove, InvalidMove

from ...colours import in_colours
from ...shared import play, refusal, refused, try_move
from ..helpers import TITLE, seat, table, walk

words = TITLE.words


def test_projects_may_be_named_by_id_or_by_the_beginning_of_their_name() -> None:
    game = table(seat(deck="P36"), seat(), public="Q02")
    action = game.parse("play old-town-flat")
    assert game.parse("play p36a") == game.parse("play old") == game.parse("PLAY   Old-Town-FLAT") == action
    game.push("discard")
    assert game.parse("public q02-1b") == game.parse("public registry")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "fly",
        "take 3",
        "pass now",
        "play",
        "buy",
        "site",
        "public",
        "play nothing-like-this",
        "discard discard",
    ],
)
def test_what_is_no_move_at_all(text: str) -> None:
    with pytest.raises(InvalidMove):
        table(seat(), seat()).push(text)


@pytest.mark.parametrize(
    "text", ["site 0", "site 6", "site -1", "site x", "site purple 1", "site nobody 1", "site 1 1", "site ²"]
)
def test_what_is_no_site(text: str) -> None:
    game = table(seat(deck="P36"), seat())
    game.push("play old-town-flat")
    with pytest.raises(InvalidMove, match=r"is not a s(ite|eat); s(ites|eats) "):
        game.push(text)


def test_ambiguous_texts() -> None:
    game = table(seat(deck="P01"), seat(deck="P04"), seat(deck="P05"), step="second", public="Q12")
    with pytest.raises(AmbiguousMove, match="'c' could be corner-office or call-centre"):
        game.push("buy c")
    game = table(seat(deck="P37"), seat(), seat())
    game.push("play night-club")
    with pytest.raises(AmbiguousMove, match="say whose street, like site sky 2"):
        game.push("site 2")


def test_with_two_players_a_gift_needs_no_name() -> None:
    game = table(seat(deck="P37"), seat())
    game.push("play night-club")
    assert game.parse("site 2") == game.parse("site sky 2")


# --- Refusals -------------------------------------------------------------------------------------------------------

FINISHED = "1:[P03A P25B] 2:[P17A] 3:[P36A]"


@pytest.mark.parametrize(
    ("chosen", "move", "rule", "sentence"),
    [
        ("P37B", "site orange 4", "UT-22", "is a gift"),
        ("P28B", "site sky 4", "UT-21", "is no gift"),
        ("P35B", "site 4", "UT-26", "directly on a roof"),
        ("P28B", "site 1", "UT-27", "site 1 is finished"),
        ("P19B", "site 3", "UT-24", "needs an empty site"),
        ("P28A", "site 4", "UT-25", "needs a floor below it"),
        ("P28B", "take", "UT-20", "first choose a site for the Tea House"),
        ("P28B", "pass", "UT-20", "first choose a site for the Tea House"),
        ("P28B", "discard", "UT-20", "first choose a site for the Tea House"),
    ],
)
def test_why_not_there(chosen: str, move: str, rule: str, sentence: str) -> None:
    game = table(seat(FINISHED, deck=chosen[:3]), seat())
    game.push(f"play {chosen.lower()}")
    refused(game, move, rule, sentence)


def test_why_not_on_a_protected_site() -> None:
    game = table(seat(deck="P37"), seat(FINISHED))
    game.push("play night-club")
    assert refusal(game, "site sky 2").rule == "UT-23"


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("site 1", "UT-20"),
        ("take", "UT-9"),
        ("skip", "UT-12"),
        ("pass", "UT-8"),
        ("buy bookshop", "UT-14"),
        ("buy old-town-flat", "UT-8"),
        ("public registry", "UT-8"),
        ("public post-office", "UT-14"),
        ("play grocery", "UT-10"),
        ("play observation-deck", "UT-11"),
    ],
)
def test_why_not_as_first_action(move: str, rule: str) -> None:
    assert refusal(table(seat(deck="P36"), seat(deck="P39"), public="Q02"), move).rule == rule


@pytest.mark.parametrize(
    ("move", "rule", "sentence"),
    [
        ("site 1", "UT-20", "choose a project"),
        ("take", "UT-8", "belongs to the first action"),
        ("skip", "UT-8", "belongs to the first action"),
        ("discard", "UT-8", "belongs to the first action"),
        ("play old-town-flat", "UT-8", "belongs to the first action"),
        ("pass", "UT-19", "cannot be declined"),
        ("buy city-park", "UT-15", "costs $6, you have $5"),
        ("buy jeweller", "UT-17", "Green's deck is blocked by the $3"),
        ("buy grocery", "UT-14", "not on top of a deck"),
        ("public post-office", "UT-14", "not on the public pile"),
    ],
)
def test_why_not_as_second_action(move: str, rule: str, sentence: str) -> None:
    seats = seat(account=5, deck="P36"), seat(deck="P02"), seat(deck="P39", upcoins=3)
    refused(table(*seats, step="second", public="Q02"), move, rule, sentence)


def test_why_not_for_actions_that_no_text_can_mean() -> None:
    """Actions come from programs too: a deck without cards, a street that is not at the table."""
    game = table(seat(), seat(left=0), step="second", public_left=0)
    assert words.why_not(game, 0, TITLE.actions.encode("buy", 1, 0)) == ("no card lies there", "UT-15")
    assert words.why_not(game, 0, TITLE.actions.encode("public", 3)) == ("no card lies there", "UT-15")
    game = table(seat(deck="P36"), seat())
    game.push("play old-town-flat")
    assert words.why_not(game, 0, TITLE.actions.encode("site", 3, 0)) == ("there are only 2 streets", "UT-1")


def test_only_the_seat_to_act_may_move() -> None:
    game = table(seat(), seat(), seat())
    for other in (1, 2, 3, -1):
        with pytest.raises(IllegalMove, match="not to act now"):
            game.push("discard", seat=other)
    assert game.ply == 0


# --- Sentences ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("discard", "discards the free card (Old-Town Flat / Observation Deck)"),
        ("play old-town-flat", "chooses the Old-Town Flat"),
        ("play old-town-flat, site 2", "plays the Old-Town Flat for free and puts it on site 2"),
        (
            "play observation-deck, site 1",
            "plays the Observation Deck for free, puts it on site 1 and gains $2 of income",
        ),
        ("discard, buy night-club", "chooses the Night Club"),
        (
            "discard, buy night-club, site sky 3",
            "buys the Night Club from Sky's deck for $3 and gives it to Sky on site 3",
        ),
        ("discard, buy tea-house, site 2", "buys the Tea House from their own deck for $3 and puts it on site 2"),
        ("discard, public registry, site 2", "takes the Registry from the public pile and puts it on site 2"),
        (
            "discard, public rain-roof, site 1",
            "takes the Rain Roof from the public pile, puts it on site 1 and gains $2 of income",
        ),
    ],
)
def test_sentences(moves: str, sentence: str) -> None:
    game = table(seat("1:[P03A]", deck="P36 P28"), seat(deck="P37"), public="Q02")
    *before, last = moves.split(", ")
    for move in before:
        game.push(move)
    assert game.explain(game.parse(last)) == sentence


def test_sentences_of_forced_moves() -> None:
    game = table(seat(upcoins=4), seat())
    assert game.explain(game.parse("take")) == "takes $4 from their own deck"
    game = table(seat(left=0), seat())
    assert game.explain(game.parse("skip")) == "has no first action: their deck is empty"
    game = table(seat(account=0, deck="P36"), seat(deck="P39"), step="second", public_left=0)
    assert game.explain(game.parse("pass")) == "passes: no card can be placed"


def test_a_given_roof_pays_its_street() -> None:
    game = table(seat(deck="P18"), seat("1:[P06A]"))
    game.push("play tin-roof")
    sentence = game.explain(game.parse("site sky 1"))
    assert sentence == "plays the Tin Roof for free and gives it to Sky on site 1; Sky gains $2 of income"
    button = in_colours(words.button(game, 0, game.parse("site sky 1")))
    assert button.label == "Site 1 for Sky"
    assert [(gain.icon, gain.amount) for gain in button.gains] == [("coin", 2), ("star", -1)]


def test_a_button_says_what_it_would_bring() -> None:
    """A Cinema on two coffee shops is worth 5 stars; the Sky Lounge would raise it."""
    game = table(seat("1:[P28B P41B]", account=9), seat(deck="P43"), step="second")
    game.push("buy cinema")
    button = words.button(game, 0, game.parse("site 1"))
    assert [(gain.icon, gain.amount) for gain in button.gains] == [("coin", -5), ("star", 5)]
    assert "Costs $5" in button.notes
    game.push("site 1")
    assert game.state.account[0] == 4


@pytest.mark.parametrize(
    ("mine", "header", "prompt"),
    [
        (seat(deck="P36"), {}, ("First action", "Play one end of your free card, or discard it")),
        (seat(upcoins=4), {}, ("First action", "Take the $4 from your deck")),
        (seat(left=0), {}, ("First action", "Your deck is empty: go on")),
        (seat(), {"step": "second"}, ("Second action", "Buy a top card, or take the public card")),
        (seat(), {"turn": "sky"}, ("First action", "Sky is to act")),
        (seat(left=0), {"turn": "sky", "step": "second", "over": True}, ("", "The game is over")),
    ],
)
def test_prompts(mine: str, header: dict[str, Any], prompt: tuple[str, str]) -> None:
    assert in_colours(words.prompt(table(mine, seat(), **header), 0)) == prompt


def test_prompts_while_placing_and_when_stuck() -> None:
    game = table(seat(deck="P37"), seat())
    game.push("play night-club")
    assert in_colours(words.prompt(game, 0)) == ("First action", "Choose a rival site for the Night Club")
    game.pop()
    game.push("play shopping-arcade")
    assert in_colours(words.prompt(game, 0)) == ("First action", "Choose a site for the Shopping Arcade")
    full = "1:[P02A] 2:[P57B] 3:[P59A] 4:[P60A] 5:[P12B]"
    game = table(seat(full, deck="P03 P05"), seat("1:[P36A]", deck="P39"), public_left=0)
    assert in_colours(words.prompt(game, 0)) == ("First action", "Your free card fits nowhere: discard it")
    game.push("discard")
    assert in_colours(words.prompt(game, 0)) == ("Second action", "No card can be placed: pass")


def test_the_rule_that_applies() -> None:
    game = table(seat(deck="P36"), seat(), public="Q02")
    assert words.rule(game) == "UT-10"
    game.push("play old-town-flat")
    assert words.rule(game) == "UT-20"
    game.push("site 1")
    assert words.rule(game) == "UT-14"
    assert words.rule(table(seat(upcoins=1), seat())) == "UT-9"
    assert words.rule(table(seat(left=0), seat(), turn="sky", step="second", over=True)) == "UT-46"


def test_status_and_board() -> None:
    game = table(seat("1:[P03A P25B] 2:[P12B]", deck="P36"), seat(upcoins=6), rounds=5, public="Q02")
    assert words.status(game) == "Round 6"
    text = str(game)
    assert "Grocery $2 | Green Roof 2* ^" in text
    assert "Car Park $1 -3* ^" in text
    assert "Old-Town Flat / Observation Deck ($4)" in text
    assert "blocked by $6" in text
    assert "Playing Field / Registry / Public Library / Rain Roof" in text
    assert words.status(table(seat(left=0), seat())) == "Round 1, the last one"
    over = table(seat(left=0), seat(), turn="sky", step="second", over=True, rounds=9)
    assert words.status(over) == "Over after 9 rounds"
    assert "deck empty" in str(over)


def test_only_choices_are_half_a_sentence() -> None:
    game = table(seat(deck="P36"), seat())
    assert words.partial(game, game.parse("play old-town-flat"))
    assert not words.partial(game, game.parse("discard"))
    game.push("play old-town-flat")
    assert not words.partial(game, game.parse("site 1"))


def test_moves_touch_their_card() -> None:
    game = table(seat(deck="P36"), seat(upcoins=2), public="Q02")
    for move in ("play old-town-flat", "discard"):
        assert words.touches(game, 0, game.parse(move)) == ["card-P36"]
    game.push("play old-town-flat")
    assert words.touches(game, 0, game.parse("site 1")) == ["card-P36"]
    play(game, "site 1, public registry")
    assert words.touches(game, 0, game.parse("site 1")) == ["card-Q02"]
    game.push("site 1")
    assert words.touches(game, 1, game.parse("take")) == []


# --- Any text at all ------------------------------------------------------------------------------------------------


@cache
def some_games() -> list[tt.Game]:
    return [game.copy() for players in (2, 4) for game in walk(players, 5) if game.ply % 9 == 0]


TOKENS = st.sampled_from(
    [
        "take",
        "skip",
        "discard",
        "pass",
        "play",
        "buy",
        "public",
        "site",
        "sky",
        "orange",
        "green",
        "purple",
        "1",
        "5",
        "6",
        "-1",
        "cinema",
        "c",
        "p43b",
        "q02-1a",
        "twin-flats",
        "'",
        "",
        "  ",
        "\t",
        "½",
        "٣",
        "9" * 5000,
    ]
)


@given(number=st.integers(0, 19), text=st.one_of(st.text(max_size=30), st.lists(TOKENS, max_size=4).map(" ".join)))
def test_no_text_does_harm(number: int, text: str) -> None:
    try_move(some_games()[number % len(some_games())], text)
