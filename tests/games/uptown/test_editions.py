"""The editions of UpTown's cards: what they change and what they must not, and that games are played with them."""

import hashlib
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import tabletown as tt
from tabletown.bots import Budget
from tabletown.bots.minds.mind import mind_of
from tabletown.engine.card_paths import described, number_at
from tabletown.env import Observer
from tabletown.games.uptown.drawing import faces
from tabletown.lab.card_sets import read_source
from tabletown.lab.findings import find
from tabletown.lab.folder import Folder
from tabletown.lab.plan import Plan

from ..shared import TESTS, leaves
from .helpers import TITLE, accounts, prestige, seat, table, upcoins

FIRST, NAME = "balanced", "balanced_2"
EDITION = next(one for one in TITLE.editions if one.name == NAME)
PRINTED: dict[str, Any] = TITLE.card_table()
BALANCED: dict[str, Any] = TITLE.card_table(edition=NAME)

CARD_DATA = "ab10fed2fc4984fb3771e2e46b64df5ed45309225ecb2bd64a64a930a5a5551b"
"""SHA-256 of what kernels read of the printed cards, as it was before there were editions."""
FIRST_DATA = "bd7e843eebbb3019eefa7f2114a4f2cdf6b78d9d7ab244482eabe8f1133f0412"
"""The same of the first balanced cards: games that were played with them must replay."""
RULEBOOK = {"P01", "P02", "P03", "P04", "P05"}
"""The cards that carry the worked example of the rulebook: its costs of 3 and 6, its incomes, its park."""


STARS = "project_card.P59.a.prestige"
"""The one number of the edition that is no price: the stars of Botanic Garden, a plain number before and after."""


def test_the_printed_cards_are_what_they_were() -> None:
    assert hashlib.sha256(TITLE.cards.data.tobytes()).hexdigest() == CARD_DATA
    game = tt.new("uptown", seed=7)
    assert (game.edition, game.rules, game.cards) == ("", "uptown/1", TITLE.cards)


def test_the_first_edition_is_what_it_was_and_is_no_longer_offered() -> None:
    first = next(one for one in TITLE.editions if one.name == FIRST)
    assert (first.title, first.replaced_by, EDITION.title) == ("Balanced (first)", NAME, "Balanced")
    assert hashlib.sha256(TITLE.cards_for(1, FIRST).data.tobytes()).hexdigest() == FIRST_DATA
    assert TITLE.editions_offered == (EDITION,)
    assert first.changes.items() < EDITION.changes.items(), "the new one has all its changes, and more"


def test_a_game_with_the_first_edition_replays() -> None:
    record = (TESTS / "records" / "uptown" / "2-first-balanced.txt").read_text(encoding="utf-8")
    game = tt.loads(record)
    assert (game.rules, game.edition, game.is_game_over()) == ("uptown/1/balanced", FIRST, True)
    with pytest.raises(tt.errors.RecordError, match="another final state"):
        tt.loads(record.replace("uptown/1/balanced", f"uptown/1/{NAME}"))


def test_it_differs_in_the_listed_numbers_and_in_nothing_else() -> None:
    printed, balanced = dict(leaves(PRINTED)), dict(leaves(BALANCED))
    assert printed.keys() == balanced.keys()
    differing = {path: int(balanced[path]) for path in printed if printed[path] != balanced[path]}
    assert differing == EDITION.changes
    before, after = TITLE.cards.data, TITLE.cards_for(1, NAME).data
    changed = {field: int((after[field] != before[field]).sum()) for field in after.dtype.names}
    assert {field: count for field, count in changed.items() if count} == {"cost": 11, "prestige_n": 1}


def test_it_changes_no_number_of_the_rulebook() -> None:
    for path, number in EDITION.changes.items():
        kind, card, field = path.split(".", 2)
        assert kind == "project_card"
        assert card not in RULEBOOK
        assert field == "cost" or path == STARS, "effects are made of the symbols that the rulebook lists"
        assert path == STARS or min(TITLE.cards.cost) <= number <= max(TITLE.cards.cost)


def test_the_rules_page_tells_what_is_different() -> None:
    chapter = (
        (TITLE.folder / "rules.md").read_text(encoding="utf-8").partition("## Balanced cards")[2].split("\n## ")[0]
    )
    told = re.findall(r"\| ([^|]+) \| (\$?\d[^|]*) \| (\$?\d[^|]*) \|", chapter)
    assert told == [
        (described(PRINTED, path)[0], *(amount(path, n) for n in (number_at(PRINTED, path), number)))
        for path, number in EDITION.changes.items()
    ]


def amount(path: str, number: int | None) -> str:
    """A number of a card as the rules write it."""
    return f"{number} stars" if path == STARS else f"${number}"


def test_people_read_the_names_of_a_card() -> None:
    assert "Concierge Desk or Grand Hotel: cost" in "\n".join(EDITION.in_words(PRINTED))


@pytest.mark.parametrize(("players", "name"), [(2, NAME), (3, NAME), (4, NAME), (2, FIRST)])
def test_a_game_is_played_by_minds_and_comes_back_from_its_record(players: int, name: str) -> None:
    game = tt.new("uptown", players=players, seed=11, edition=name)
    mind = tt.bots.get("reflex")
    while game.turn is not None:
        game.push_action(mind.choose(game.view(game.turn), Budget(seconds=0.0, seed=1)), game.turn)
    record = tt.dumps(game)
    assert f'rules = "uptown/1/{name}"\n' in record
    again = tt.loads(record)
    assert (again.edition, again.scores(), again.digest()) == (name, game.scores(), game.digest())
    assert again.cards is TITLE.cards_for(1, name)
    printed = record.replace(f"uptown/1/{name}", "uptown/1")
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


def test_changed_stars_count_and_are_drawn() -> None:
    """Botanic Garden is worth 4 stars where the street is scored and where its floor is drawn."""
    street = seat("1:[P59A]"), seat()
    for rules, stars in (("uptown/1", 6), (f"uptown/1/{NAME}", 4), (f"uptown/1/{FIRST}", 6)):
        game = table(*street, rules=rules)
        assert prestige(game) == stars
        garden = next(one for one in game.cards.projects.values() if one.id == "P59A")
        assert f"<b>{stars}</b>" in faces.floor(garden)


def test_a_mind_sees_the_numbers_of_the_edition_and_nothing_else_that_differs() -> None:
    """Same shapes, same names; of what is printed on cards, prices and stars alone are other numbers."""
    observer = Observer("uptown", players=2)
    assert mind_of(TITLE) is not None
    printed, balanced = (TITLE.observing[2].describe(TITLE.cards_for(1, name)) for name in ("", NAME))
    assert observer.size == len(observer.names)
    assert {name: table.shape for name, table in printed.items()} == {
        name: table.shape for name, table in balanced.items()
    }
    differing = {name: np.argwhere(printed[name] != balanced[name]).tolist() for name in printed}
    price = printed["project card"].shape[1] - 1  # the last number of a card
    assert sum(at == price for _, at in differing["project card"]) == 11
    assert {name: len(places) for name, places in differing.items()} == {
        "project": 1, "project card": len(EDITION.changes), "public card": 0,
    }  # fmt: skip


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
