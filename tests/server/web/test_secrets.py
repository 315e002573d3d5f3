"""Nobody receives a byte that depends on what their seat may not know."""

import hashlib
import random
import re

import pytest

from tabletown.engine.errors import TabletownError
from tabletown.engine.position import Position
from tabletown.server.play.table import commitment

from ...marks import quick_if
from ..twins import twin
from ..visitors import Visitor, read_form, without_secrets


def allows(view: Position, move: str) -> bool:
    """Whether a text is a move now, also where it is short for another: for two, `site 1` can mean `site sky 1`."""
    try:
        view.parse(move, view.seat)
    except TabletownError:
        return False
    return True


@pytest.mark.parametrize("seed", quick_if(lambda seed: seed == 0, range(4)))
def test_pages_do_not_depend_on_what_is_hidden(visitor: Visitor, stranger: Visitor, seed: int) -> None:
    rng = random.Random(seed)
    visitor.sit_down(players=str(2 + seed % 3))
    for round_ in range(4):
        for _ in range(rng.randrange(1, 8)):
            form = visitor.form()
            if form.moves:
                visitor.move(form, rng.choice(form.moves))
        visitor.wait_for_turn()
        if visitor.is_game_over():
            break
        for who, reader in ((visitor, 0), (stranger, -1)):
            other = twin(visitor, reader, 1000 * seed + 10 * round_ + reader + 2)
            for part in ("", "/board", "/record"):
                pages = [who.http.get(f"/tables/{table}{part}") for table in (visitor.table, other)]
                assert pages[0].status_code == pages[1].status_code
                assert without_secrets(pages[0].text) == without_secrets(pages[1].text)
                assert pages[0].headers.get("etag") == pages[1].headers.get("etag")
        other = twin(visitor, 0, 1000 * seed + 10 * round_ + 5)
        form = read_form(visitor.page())
        with visitor.site.tables.at(visitor.table) as table:
            views = [table.game.view(0)]
            if form.undo:  # whatever could have been chosen may be chosen instead
                views.append(table.game.at(table.game.ply - 1).view(0))
        for move in ("buy cinema", "play sky-lounge", "site 1", "public milk-bar"):
            if any(allows(view, move) for view in views):
                continue
            for name in ("move", "instead"):  # a refusal says no more than a page
                fields = {"version": form.fields["version"], "key": "the-same-key", name: move}
                answers = [visitor.post(f"/tables/{table}/moves", fields) for table in (visitor.table, other)]
                assert {answer.status_code for answer in answers} == {422}
                assert without_secrets(answers[0].text) == without_secrets(answers[1].text)


def hidden_names(visitor: Visitor) -> set[str]:
    """The names of the projects on cards that lie below the top of a deck or of the pile."""
    with visitor.site.tables.at(visitor.table) as table:
        state, cards = table.game.state, table.game.cards
        numbers = {int(c) for seat in range(table.game.players) for c in state.deck[seat][: state.deck_left[seat] - 1]}
        hidden = {end.name for number in numbers for end in cards.ends(number)}
        publics = {int(card) for card in state.public[: state.public_left - 1]}
        hidden |= {face.name for number in publics for face in cards.faces(number)}
        shown = {project.name for project in cards.projects.values()} - hidden
    return {name for name in hidden if not any(name in other for other in shown)}


def named(names: set[str], page: str) -> list[str]:
    """Those names that a page has as words of their own. Few are even parts of words, which is found out sooner."""
    return [name for name in names if name in page and re.search(rf"\b{re.escape(name)}\b", page)]


def test_no_hidden_card_is_named(visitor: Visitor, stranger: Visitor) -> None:
    visitor.sit_down(players="3")
    rng = random.Random(3)
    stranger.table = visitor.table
    for _ in range(15):
        form = visitor.form()
        if visitor.is_game_over():  # some games have only eleven decisions of one's own
            break
        names = hidden_names(visitor)
        assert names
        for page in (visitor.page(), stranger.page()):
            assert not named(names, page)
        visitor.move(form, rng.choice(form.moves))


def test_the_seed_is_sealed_before_the_game_and_opened_after_it(visitor: Visitor) -> None:
    visitor.sit_down()
    with visitor.site.tables.at(visitor.table) as table:
        row = table.row
    assert row.commitment == hashlib.sha256(f"{row.rules} {row.seed} {row.salt}".encode()).hexdigest()
    assert row.commitment == commitment(row.rules, row.seed, row.salt)
    first = visitor.page()
    assert row.commitment in first
    rng = random.Random(1)
    while not visitor.is_game_over():
        form = visitor.form()
        if form.moves:
            page = visitor.page()
            assert row.salt not in page
            assert str(row.seed) not in page
            visitor.move(form, rng.choice(form.moves))
    last = visitor.page()
    assert row.commitment in last
    assert row.salt in last
    assert str(row.seed) in last


def test_ids_and_tokens_cannot_be_guessed(visitor: Visitor) -> None:
    tables = [visitor.sit_down() for _ in range(20)]
    assert len(set(tables)) == 20
    assert all(re.fullmatch(r"[\w-]{16}", table) for table in tables)
