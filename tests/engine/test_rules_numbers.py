"""Rules have numbers: a game is played by its own, in a release that has newer ones as well."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import tabletown as tt
from tabletown import games
from tabletown.bots import Budget
from tabletown.bots.greedy import Greedy
from tabletown.engine.errors import PositionError, RecordError, UnknownRules
from tabletown.engine.state import blank
from tabletown.engine.title import Meta, Title
from tabletown.testing import check_game

from ..titles import market as market_package

Release = Callable[[int], Title]
RECORDS = Path(market_package.__file__).parent / "records"
OLD, NEW = ((RECORDS / f"number-{number}.txt").read_text() for number in (1, 2))


@pytest.mark.parametrize("newest", [1, 2])
def test_the_title_holds_by_either_number(release_market: Release, newest: int) -> None:
    release_market(newest)
    check_game("market", games=2, processes=False)


@pytest.mark.parametrize("newest", [1, 2])
def test_an_old_record_replays_in_every_release(release_market: Release, newest: int) -> None:
    release_market(newest)
    game = tt.loads(OLD)
    assert (game.rules, game.scores()) == ("market/1", [13, 9, 11])
    assert game.cards.buildings[3].points == 5
    assert tt.dumps(game) == OLD


def test_a_new_record_needs_a_new_release(release_market: Release) -> None:
    release_market(2)
    game = tt.loads(NEW)
    assert (game.rules, game.scores()) == ("market/2", [8, 9, 8])
    assert tt.dumps(game) == NEW
    release_market(1)
    with pytest.raises(UnknownRules, match=r"written for the rules 'market/2'; this release knows market/1$"):
        tt.loads(NEW)


def test_the_same_moves_are_another_game_by_another_number(release_market: Release) -> None:
    release_market(2)
    as_new = OLD.replace("market/1", "market/2")
    with pytest.raises(RecordError, match=r"claims the scores \[13, 9, 11\], the replay gives \[11, 7, 9\]"):
        tt.loads(as_new)
    with pytest.raises(RecordError, match="ply 4: a turn can be skipped once, from number 2"):
        tt.loads(NEW.replace("market/2", "market/1"))


def test_new_games_begin_by_the_newest_rules(release_market: Release) -> None:
    title = release_market(2)
    game, old = tt.new("market", seed=5), tt.new("market", seed=5, rules=1)
    assert (game.rules, old.rules, title.rules) == ("market/2", "market/1", "market/2")
    assert "skip" in game.legal_moves
    assert "skip" not in old.legal_moves
    assert game.digest() != old.digest()
    with pytest.raises(UnknownRules, match="Market has no rules number 3; this release knows market/1 to market/2"):
        tt.new("market", rules=3)
    states = blank(title.dtype, 3)
    title.loops.random_games(states, title.cards.data, title.blank, 1, 3, 2, 0, title.scratch())
    assert states["rules"].tolist() == [2, 2, 2]


def test_views_copies_and_imagined_worlds_keep_the_number(release_market: Release) -> None:
    release_market(2)
    game = tt.new("market", seed=5, rules=1)
    for position in (game.view(0), game.view(-1).imagine(7), game.copy(), game.at(0), game.after(0, 0)):
        assert position.rules == "market/1"
        assert "skip" not in position.legal_moves
    while not game.is_game_over():
        assert game.turn is not None
        game.push_action(Greedy().choose(game.view(game.turn), Budget(seconds=0.0, seed=1)))
    assert "skip" not in tt.dumps(game)
    assert game.rules == "market/1"


def test_positions_of_both_numbers(release_market: Release) -> None:
    release_market(1)
    before = tt.position_text(tt.new("market", seed=5))
    release_market(2)
    old, new = tt.new("market", seed=5, rules=1), tt.new("market", seed=5)
    assert tt.position_text(old) == before, "nothing is added to the text of an old number"
    assert "skipped" in tt.position_text(new)
    for game in (old, new):
        again = tt.loads(tt.position_text(game))
        assert again.states.tobytes() == game.states.tobytes()
        assert again.cards is game.cards
    with pytest.raises(PositionError, match="unknown field 'skipped'"):
        tt.loads(tt.position_text(new).replace("market/2", "market/1"))


def test_a_position_that_names_no_rules(release_market: Release) -> None:
    """By itself it is of the newest; as the start of a record, of the record's."""
    release_market(1)
    start = tt.position_text(tt.new("market", seed=5)).replace('rules = "market/1"\n', "")
    game = tt.loads(start)
    game.push("take tower")
    record = tt.dumps(game).replace('rules = "market/1"\nply', "ply")
    assert record.count("market/1") == 1
    release_market(2)
    assert tt.loads(start).rules == "market/2"
    assert tt.loads(record).rules == "market/1"
    mixed = tt.dumps(tt.loads(record)).replace('rules = "market/1"\nply', 'rules = "market/2"\nply')
    with pytest.raises(RecordError, match="the record is of the rules 'market/1', its start of 'market/2'"):
        tt.loads(mixed)


def test_a_card_file_serves_until_the_next_one(release_market: Release) -> None:
    title = release_market(4)
    assert [title.card_file(number).name for number in (1, 2, 3, 4)] == ["cards.toml", *["cards-2.toml"] * 3]
    assert title.cards is title.cards_for(2) is title.cards_for(3)
    assert [title.cards_for(number).buildings[3].points for number in (1, 2)] == [5, 3]
    assert title.card_table(1) != title.card_table(2)
    for number in (0, 5, True, "1"):
        with pytest.raises(UnknownRules):
            title.cards_for(number)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", games.names())
def test_every_number_of_a_title_can_be_dealt(name: str) -> None:
    title = games.get(name)
    for number in range(1, title.meta.rules + 1):
        game = tt.new(name, seed=1, rules=number)
        assert game.rules == f"{name}/{number}"
        assert tt.loads(tt.dumps(game)).rules == game.rules
    assert title.dtype["rules"] == title.dtype["edition"] == np.uint8


def test_a_state_has_room_for_so_many_options(tmp_path: Path) -> None:
    text = (Path(market_package.__file__).parent / "meta.toml").read_text()
    (tmp_path / "meta.toml").write_text(text + "".join(f"o{n} = 'more'\n" for n in range(17)))
    with pytest.raises(ValueError, match="a state has room for 16 options, not for 17"):
        Meta.read(tmp_path / "meta.toml")


def test_titles_of_other_packages(release_market: Release) -> None:
    assert "market" not in games.names()
    title = release_market(1)
    assert "market" in games.names()
    assert games.get("market") is title
    with pytest.raises(ValueError, match="uptown is a title of Tabletown"):
        games.add(games.get("uptown"))
