"""The balanced edition of UpTown's cards: what it changes and what it must not, and that games are played with it."""

import hashlib
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import tabletown as tt
from tabletown.bots import Budget
from tabletown.bots.minds.mind import mind_of
from tabletown.engine.card_paths import number_at
from tabletown.env import Observer
from tabletown.lab.card_sets import read_source
from tabletown.lab.findings import find
from tabletown.lab.folder import Folder
from tabletown.lab.plan import Plan

from .helpers import TITLE, accounts, seat, table, upcoins

NAME = "balanced"
EDITION = next(one for one in TITLE.editions if one.name == NAME)
PRINTED: dict[str, Any] = TITLE.card_table()
BALANCED: dict[str, Any] = TITLE.card_table(edition=NAME)

CARD_DATA = "ab10fed2fc4984fb3771e2e46b64df5ed45309225ecb2bd64a64a930a5a5551b"
"""SHA-256 of what kernels read of the printed cards, as it was before there were editions."""
RULEBOOK = {"P01", "P02", "P03", "P04", "P05"}
"""The cards that carry the worked example of the rulebook: its costs of 3 and 6, its incomes, its park."""


def leaves(table: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Everything in parsed card data, with where it stands; rows are called by their ids."""
    if isinstance(table, dict):
        for key, value in table.items():
            yield from leaves(value, f"{path}.{key}" if path else key)
    elif isinstance(table, list) and table and isinstance(table[0], dict):
        for row in table:
            yield from leaves(row, f"{path}.{row['id']}")
    else:
        yield path, table


def test_the_printed_cards_are_what_they_were() -> None:
    assert hashlib.sha256(TITLE.cards.data.tobytes()).hexdigest() == CARD_DATA
    game = tt.new("uptown", seed=7)
    assert (game.edition, game.rules, game.cards) == ("", "uptown/1", TITLE.cards)


def test_it_differs_in_the_listed_numbers_and_in_nothing_else() -> None:
    printed, balanced = dict(leaves(PRINTED)), dict(leaves(BALANCED))
    assert printed.keys() == balanced.keys()
    assert {path: balanced[path] for path in printed if printed[path] != balanced[path]} == EDITION.changes
    record = TITLE.cards_for(1, NAME).data
    assert all((record[field] == TITLE.cards.data[field]).all() for field in record.dtype.names if field != "cost")
    assert (record["cost"] != TITLE.cards.data["cost"]).sum() == len(EDITION.changes)


def test_it_changes_no_number_of_the_rulebook() -> None:
    for path, number in EDITION.changes.items():
        kind, card, field = path.split(".")
        assert (kind, field) == ("project_card", "cost"), "effects are made of the symbols that the rulebook lists"
        assert card not in RULEBOOK
        assert min(TITLE.cards.cost) <= number <= max(TITLE.cards.cost)


def test_the_rules_page_tells_what_is_different() -> None:
    chapter = (
        (TITLE.folder / "rules.md").read_text(encoding="utf-8").partition("## Balanced cards")[2].split("\n## ")[0]
    )
    told = re.findall(r"\| ([^|]+) or ([^|]+) \| \$(\d+) \| \$(\d+) \|", chapter)
    cards = {row["id"]: row for row in PRINTED["project_card"]}
    rows = [(path, cards[path.split(".")[1]], number) for path, number in EDITION.changes.items()]
    assert told == [
        (card["a"]["name"], card["b"]["name"], str(number_at(PRINTED, path)), str(number))
        for path, card, number in rows
    ]


def test_people_read_the_names_of_a_card() -> None:
    assert "Concierge Desk or Grand Hotel: cost" in "\n".join(EDITION.in_words(PRINTED))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_played_by_minds_and_comes_back_from_its_record(players: int) -> None:
    game = tt.new("uptown", players=players, seed=11, edition=NAME)
    mind = tt.bots.get("reflex")
    while game.turn is not None:
        game.push_action(mind.choose(game.view(game.turn), Budget(seconds=0.0, seed=1)), game.turn)
    record = tt.dumps(game)
    assert 'rules = "uptown/1/balanced"' in record
    again = tt.loads(record)
    assert (again.edition, again.scores(), again.digest()) == (NAME, game.scores(), game.digest())
    assert again.cards is TITLE.cards_for(1, NAME)
    printed = record.replace("uptown/1/balanced", "uptown/1")
    with pytest.raises(tt.errors.TabletownError):
        tt.loads(printed)


def test_a_changed_price_is_what_a_buyer_pays() -> None:
    """With $6 the Grand Hotel on an opponent's deck cannot be paid at its printed price, and here it can."""
    seats = seat(account=6, deck="P03 P30"), seat(account=10, deck="P55 P11")
    printed, balanced = (table(*seats, step="second", rules=rules) for rules in ("uptown/1", f"uptown/1/{NAME}"))
    price = EDITION.changes["project_card.P55.cost"]
    assert price <= 6 < TITLE.cards.cost[TITLE.cards.project_cards.index("P55")]
    with pytest.raises(tt.errors.IllegalMove, match=r"costs \$8, you have \$6"):
        printed.push("buy grand-hotel")
    balanced.push("buy grand-hotel")
    balanced.push("site 1")
    assert accounts(balanced)[0] == 6 - price
    assert upcoins(balanced)[1] == price


def test_a_mind_sees_the_prices_of_the_edition_and_nothing_else_that_differs() -> None:
    """Same shapes, same names; of what is printed on cards, prices alone are other numbers."""
    observer = Observer("uptown", players=2)
    assert mind_of(TITLE) is not None
    printed, balanced = (TITLE.observing[2].describe(TITLE.cards_for(1, name)) for name in ("", NAME))
    assert observer.size == len(observer.names)
    before, after = printed["project card"], balanced["project card"]
    assert before.shape == after.shape
    assert set(np.nonzero(before != after)[1].tolist()) == {before.shape[1] - 1}, "the last number is the price"
    assert (before != after).any(axis=1).sum() == len(EDITION.changes)
    assert all((printed[name] == balanced[name]).all() for name in printed if name != "project card")


def test_the_lab_plays_it_against_the_printed_cards(tmp_path: Any) -> None:
    sets = read_source("default", TITLE), read_source(NAME, TITLE)
    folder = Folder.begin(tmp_path / "lab", Plan("uptown", ("reflex",), 40, 3, sets=sets))
    with ThreadPoolExecutor(1) as executor:
        folder.play(executor)
    findings = find(folder)
    assert [summary.cards for summary in findings.summaries] == ["default", NAME]
    assert findings.folder.plan.digests[0] == CARD_DATA != findings.folder.plan.digests[1]
    overall, _ = findings.comparison()
    assert any(change.difference.value for change in overall), "other prices, other games"
