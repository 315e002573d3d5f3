"""A game with other numbers on its cards, on the site: what is offered, shown on the table, kept and given out."""

import html
import re

import pytest

import tabletown as tt
from tabletown import games

from .. import stage
from ..visitors import Running, Visitor

UPTOWN = games.get("uptown")
EDITION = UPTOWN.editions[0]
WORDS = EDITION.in_words(UPTOWN.card_table())


def top_cards(game: tt.Game) -> set[str]:
    """The project cards that lie open on the decks, as they are in paths of the card file."""
    state = game.state
    tops = [int(state.deck[seat][int(state.deck_left[seat]) - 1]) for seat in range(game.players)]
    return {f"project_card.{game.cards.project_cards[top]}.cost" for top in tops}


SEED = next(seed for seed in range(1000) if top_cards(tt.new("uptown", seed=seed)) & set(EDITION.changes))
"""A deal in which a card with another price lies open at once."""


@pytest.fixture(autouse=True)
def the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.server.play.tables.secrets.randbelow", lambda _: SEED)


def test_the_form_says_what_is_different(visitor: Visitor) -> None:
    page = html.unescape(visitor.http.get("/games/uptown").text)
    assert re.findall(r'name="edition" value="(\w*)"( checked)?', page) == [("", " checked"), ("balanced", "")]
    assert str(EDITION) in page
    assert re.findall(r"<li>([^<]*: cost \d instead of \d)</li>", page) == WORDS
    assert "Concierge Desk or Grand Hotel: cost" in page
    assert "Balanced cards" in visitor.http.get("/games/uptown/rules").text


def test_a_whole_game_with_it(running: Running) -> None:
    host, guest = stage.company(running, 2, title="uptown", edition="balanced")
    path = next(iter(top_cards(tt.new("uptown", seed=SEED)) & set(EDITION.changes)))
    price = EDITION.changes[path]
    assert EDITION.about in html.unescape(guest.page()), "a guest sees by what cards the game is played"
    assert re.search(rf"Top card of [^<\"]*, costs {price}\b", host.page())
    stage.advance(running.site, host.table, lambda game: game.is_game_over())
    record = host.http.get(f"/tables/{host.table}/record").text
    game = tt.loads(record)
    assert (game.rules, game.edition, game.is_game_over()) == ("uptown/1/balanced", "balanced", True)
    assert game.digest() == tt.loads(tt.dumps(game)).digest()


def test_what_is_not_chosen_is_printed(running: Running) -> None:
    host, _ = stage.company(running, 2, title="uptown")
    assert EDITION.about not in html.unescape(host.page())
    with running.site.tables.at(host.table) as table:
        assert table.game.rules == "uptown/1"
        assert table.game.cards is UPTOWN.cards
