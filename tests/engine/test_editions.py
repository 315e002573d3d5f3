"""Editions: a game with other numbers on its cards carries that with it, and nothing changes for printed ones."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import tabletown as tt
from tabletown import games
from tabletown.bots import Budget
from tabletown.bots.greedy import Greedy
from tabletown.engine.edition import read_edition
from tabletown.engine.errors import CardError, OptionError, UnknownRules
from tabletown.engine.title import Title
from tabletown.testing import check_game

Release = Callable[[int], Title]


@pytest.fixture
def flat(release_market: Release) -> Release:
    """The title `market` with an edition of its cards."""

    def release(newest: int) -> Title:
        title = release_market(newest)
        title = replace(title, meta=replace(title.meta, editions=("flat",)))
        games.add(title)
        return title

    return release


def tower(game: tt.Game) -> int:
    return int(game.cards.buildings[3].points)


def played(game: tt.Game) -> tt.Game:
    while game.turn is not None:
        game.push_action(Greedy().choose(game.view(game.turn), Budget(seconds=0.0, seed=1)))
    return game


def test_a_game_has_the_cards_of_its_edition_and_its_number(flat: Release) -> None:
    title = flat(2)
    chosen = [tt.new("market", seed=5, rules=number, edition=edition) for number in (1, 2) for edition in ("", "flat")]
    assert [tower(game) for game in chosen] == [5, 2, 3, 1]
    assert [game.rules for game in chosen] == ["market/1", "market/1/flat", "market/2", "market/2/flat"]
    assert [game.edition for game in chosen] == ["", "flat", "", "flat"]
    assert len({game.digest() for game in chosen}) == 4
    assert title.cards_for(2, "flat") is chosen[3].cards, "read once"


def test_what_is_printed_is_as_before(release_market: Release, flat: Release) -> None:
    """An edition changes neither the bytes nor the texts of games without one."""
    release_market(1)
    before = tt.new("market", seed=5)
    flat(1)
    after = tt.new("market", seed=5)
    assert after.states.tobytes() == before.states.tobytes()
    assert tt.dumps(after) == tt.dumps(before)
    assert after.states.tobytes()[18:20] == (1).to_bytes(2, "little"), "once the number of the rules had two bytes"


def test_records_and_positions_carry_the_edition(release_market: Release, flat: Release) -> None:
    flat(1)
    game = played(tt.new("market", seed=5, edition="flat"))
    record, text = tt.dumps(game), tt.position_text(game.at(2))
    assert 'rules = "market/1/flat"' in record
    assert tower(tt.loads(record)) == tower(tt.loads(text)) == 2
    assert tt.loads(record).scores() == game.scores()
    for position in (game.view(0), game.view(-1).imagine(7), game.copy(), game.at(0), tt.loads(text)):
        assert position.edition == "flat"
    flat(2)
    assert tower(tt.loads(record)) == 2, "it ends by the cards it began with"
    release_market(1)
    with pytest.raises(UnknownRules, match=r"written for the rules 'market/1/flat'; this release knows market/1$"):
        tt.loads(record)


def test_an_edition_that_there_is_not(flat: Release) -> None:
    flat(1)
    with pytest.raises(OptionError, match="Market has no edition 'steep' beside the printed one; it has: flat"):
        tt.new("market", edition="steep")
    with pytest.raises(UnknownRules, match="this release knows market/1, with editions flat"):
        tt.loads(tt.position_text(tt.new("market", seed=5)).replace("market/1", "market/1/steep"))


def test_every_check_of_a_title_holds_with_editions(flat: Release) -> None:
    flat(2)
    check_game("market", games=1, processes=False)


def test_what_is_different_in_words(flat: Release) -> None:
    title = flat(2)
    assert title.editions[0].in_words(title.card_table()) == [
        "Tower: points 1 instead of 3",
        "House: points 1 instead of 2",
    ]
    assert str(title.editions[0]) == "Flat cards: the tower is worth 1, and the house, too."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "needs a title, a sentence about it, and a table of changes"),
        ("title = 'A'\nabout = 'b'\n[changes]\n'building.tower.points' = 'two'", "must be a whole number, not 'two'"),
        ("title = [", "not valid TOML"),
        (None, "has no file mine.toml"),
    ],
)
def test_a_file_that_is_no_edition(tmp_path: Path, text: str | None, words: str) -> None:
    (tmp_path / "editions").mkdir()
    if text is not None:
        (tmp_path / "editions" / "mine.toml").write_text(text)
    with pytest.raises(CardError, match=words):
        read_edition(tmp_path, "mine", 1)


MINE = "title = 'A'\nabout = 'b'\nreplaced_by = {}\n[changes]\n'building.tower.points' = 1"


@pytest.fixture
def rewritten(tmp_path: Path, release_market: Release) -> Callable[[str], Title]:
    """The title `market` with the editions `mine`, which is replaced by what is given, and `flat`."""

    def rewrite(replaced_by: str) -> Title:
        title = release_market(1)
        folder = tmp_path / "market"
        shutil.copytree(title.folder, folder)
        (folder / "editions" / "mine.toml").write_text(MINE.format(replaced_by))
        return replace(title, folder=folder, meta=replace(title.meta, editions=("mine", "flat")))

    return rewrite


def test_a_replaced_edition_is_played_but_not_offered(rewritten: Callable[[str], Title]) -> None:
    title = rewritten("'flat'")
    assert [(one.name, one.replaced_by) for one in title.editions] == [("mine", "flat"), ("flat", "")]
    assert [one.name for one in title.editions_offered] == ["flat"]
    assert title.cards_for(1, "mine").buildings[3].points == 1
    assert title.rules_of("market/1/mine") == (1, "mine")
    with pytest.raises(OptionError, match=r"no edition 'steep' beside the printed one; it has: flat$"):
        title.edition_number("steep")


@pytest.mark.parametrize("other", ["'steep'", "'mine'", "7", "['flat']"])
def test_an_edition_is_replaced_by_a_later_one_of_its_title(rewritten: Callable[[str], Title], other: str) -> None:
    title, words = rewritten(other), "the edition mine: replaced_by names a later edition of the title, not .*: flat$"
    with pytest.raises(CardError, match=words):
        _ = title.editions
    with pytest.raises(CardError, match=words):
        title.cards_for(1, "mine")


@pytest.mark.parametrize("name", games.names())
def test_the_editions_of_a_title_are_other_cards(name: str) -> None:
    title = games.get(name)
    for edition in title.editions:
        cards = title.cards_for(title.meta.rules, edition.name)
        assert cards.data.tobytes() != title.cards.data.tobytes()
        assert len(edition.in_words(title.card_table())) == len(edition.changes)
        game = tt.new(name, seed=1, edition=edition.name)
        assert tt.loads(tt.dumps(game)).rules == f"{title.rules}/{edition.name}"
