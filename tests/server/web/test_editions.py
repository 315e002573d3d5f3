"""A game with other numbers on its cards, on the site: what is offered, shown on the table, kept and given out."""

import html
import re

import pytest

import tabletown as tt
from tabletown import games
from tabletown.engine.edition import Edition

from .. import stage
from ..keepers import Keeper
from ..visitors import Running, Visitor

UPTOWN = games.get("uptown")
FIRST, EDITION = UPTOWN.editions
WORDS = EDITION.in_words(UPTOWN.card_table())


def top_cards(game: tt.Game) -> set[str]:
    """The project cards that lie open on the decks, as they are in paths of the card file."""
    state = game.state
    tops = [int(state.deck[seat][int(state.deck_left[seat]) - 1]) for seat in range(game.players)]
    return {f"project_card.{game.cards.project_cards[top]}.cost" for top in tops}


SEED = next(seed for seed in range(1000) if top_cards(tt.new("uptown", seed=seed)) & set(FIRST.changes))
"""A deal in which a card with another price lies open at once, in both editions."""


@pytest.fixture(autouse=True)
def the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.server.play.tables.secrets.randbelow", lambda _: SEED)


def test_the_form_says_what_is_different(visitor: Visitor) -> None:
    page = html.unescape(visitor.http.get("/games/uptown").text)
    assert re.findall(r'name="edition" value="(\w*)"( checked)?', page) == [("", " checked"), ("balanced_2", "")]
    assert str(EDITION) in page
    assert FIRST.title not in page
    assert re.findall(r"<li>([^<]*: \w+ \d instead of \d)</li>", page) == WORDS
    assert "Concierge Desk or Grand Hotel: cost" in page
    assert "Balanced cards" in visitor.http.get("/games/uptown/rules").text


def test_the_form_of_a_tournament_offers_the_same(running: Running) -> None:
    organiser = Keeper(running)
    organiser.keep("Olga")
    page = html.unescape(organiser.http.get("/tournaments/new?title=uptown").text)
    assert re.findall(r'name="edition" value="(\w*)"', page) == ["", "balanced_2"]
    assert f"{EDITION.title}: {EDITION.about}" in page
    assert FIRST.title not in page


@pytest.mark.parametrize("edition", [EDITION, FIRST], ids=lambda one: one.name)
def test_a_whole_game_with_it(running: Running, edition: Edition) -> None:
    """Also with the one that is no longer offered: a program may name it, and its games go on."""
    host, guest = stage.company(running, 2, title="uptown", edition=edition.name)
    path = next(iter(top_cards(tt.new("uptown", seed=SEED)) & set(FIRST.changes)))
    price = edition.changes[path]
    assert str(edition) in html.unescape(guest.page()), "a guest sees by what cards the game is played"
    assert re.search(rf"Top card of [^<\"]*, costs {price}\b", host.page())
    stage.advance(running.site, host.table, lambda game: game.is_game_over())
    record = host.http.get(f"/tables/{host.table}/record").text
    game = tt.loads(record)
    assert (game.rules, game.edition, game.is_game_over()) == (f"uptown/1/{edition.name}", edition.name, True)
    assert game.digest() == tt.loads(tt.dumps(game)).digest()


def test_what_is_not_chosen_is_printed(running: Running) -> None:
    host, _ = stage.company(running, 2, title="uptown")
    assert "Balanced" not in host.page()
    with running.site.tables.at(host.table) as table:
        assert table.game.rules == "uptown/1"
        assert table.game.cards is UPTOWN.cards
