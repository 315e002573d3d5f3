"""The cards: check sums of the whole set, the vocabulary of effects, what the loader refuses, other card sets."""

import copy
import random
import tomllib
from collections import Counter
from typing import Any

import pytest

import tabletown as tt
from tabletown.engine.errors import CardError, TabletownError
from tabletown.engine.state import record
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import CONDITIONS, LOCATION_IDS, VERBS, Building, CardSet, Effect, read_cards

from ..shared import play
from .helpers import TITLE, income, score

TABLE: dict[str, Any] = tomllib.loads((TITLE.folder / "cards.toml").read_text(encoding="utf-8"))
CARDS: CardSet = TITLE.cards

# id, type, cost, stars, jobs, slots, links (left, right, street), copies: the table of the canon
CANON = """
bakery         S 3 0 1 0 *-c 2
book_shoppe    S 3 0 1 0 **- 1
confectioners  S 4 1 1 0 c-* 1
farmers_coop   S 3 0 2 0 c*- 1
florist        S 1 0 1 0 -c- 1
pet_shop       S 3 0 2 0 -c* 1
stationers     S 3 0 1 0 c-* 1
clockmaker     W 4 2 1 0 -*- 1
cobbler        W 3 0 0 0 *c- 1
engineer       W 3 0 2 0 *c- 1
garage         W 3 0 0 0 -*c 1
luthier        W 4 0 2 0 cc* 1
smelter        W 3 0 1 0 c-* 1
tailor         W 4 0 3 0 *-c 1
warehouse      W 2 0 1 0 -c- 1
bandstand      A 4 2 0 0 -*- 1
carousel       A 5 2 1 0 c-- 1
dark_alley     A 3 1 0 0 --c 1
fountain       A 2 1 0 0 *c- 2
museum         A 5 3 1 0 --- 1
music_hall     A 3 0 2 0 **- 1
penny_arcade   A 4 0 0 0 ccc 1
boarding_house H 4 0 0 3 -*c 1
cottage        H 2 0 0 1 *-- 2
haunted_house  H 5 0 0 1 --- 1
loft           H 3 0 0 1 c-* 1
manor          H 4 0 0 1 c*- 1
mansion        H 4 0 0 1 c-* 1
row_house      H 3 0 0 2 -*c 2
townhouse      H 4 0 0 2 *c- 2
"""


def test_check_sums_of_the_canon() -> None:
    cards = CARDS.buildings
    assert len(cards) == 35
    assert Counter(b.type for b in cards) == {s.STORE: 8, s.WORKSHOP: 8, s.ATTRACTION: 8, s.HOUSING: 11}
    assert sum(b.cost for b in cards) == 115
    assert (sum(b.stars for b in cards), sum(b.jobs for b in cards), sum(b.slots for b in cards)) == (13, 24, 17)
    assert 24 + 17 + 5 + 2 == 48  # places for citizens: jobs, slots, bonus spaces, barracks and temple
    sides = [Counter(b.links[edge] for b in cards) for edge in (s.LEFT, s.RIGHT, s.STREET)]
    assert [(side[s.POINT], side[s.PENNY]) for side in sides] == [(13, 10), (10, 11), (7, 9)]
    assert [b.id for b in cards if not any(b.links)] == ["museum", "haunted_house"]


def test_every_building_is_as_the_canon_lists_it() -> None:
    rows = []
    for line in CANON.split("\n")[1:-1]:
        id, kind, cost, stars, jobs, slots, links, copies = line.split()
        numbers = "SWAH".index(kind), int(cost), int(stars), int(jobs), int(slots)
        rows += [(id, *numbers, tuple("-c*".index(link) for link in links))] * int(copies)
    assert [(b.id, b.type, b.cost, b.stars, b.jobs, b.slots, b.links) for b in CARDS.buildings] == rows


EFFECTS = {
    "bakery": "upkeep 1 employee always",
    "confectioners": "upkeep 1 employee always",
    "carousel": "upkeep 1 employee always",
    "book_shoppe": "star 1 one staffed",
    "farmers_coop": "upkeep 1 employee always, gift 1 employee always",
    "pet_shop": "upkeep 1 employee always, star 1 one full",
    "tailor": "upkeep 1 employee always, star 2 one full",
    "stationers": "discount gazette 1 one full",
    "engineer": "discount masons_guild 1 employee always",
    "smelter": "bonus bank 1 full",
    "luthier": "double_links full",
    "garage": "move_in always",
    "dark_alley": "draw 2 always",
    "cobbler": "star 1 pair:housing always",
    "manor": "star 1 type:workshop always",
    "mansion": "star 1 type:store always",
    "penny_arcade": "star 1 set:housing+store+workshop always",
    "haunted_house": "star 1 quiet always",
    "music_hall": "star 1 employee always",
    "loft": "upkeep 1 one vacated",
    "warehouse": "upkeep 1 type:store staffed",
}


def in_words(effect: Effect) -> str:
    verb = VERBS[effect.verb - 1]
    kinds = [name for bit, name in enumerate(("store", "workshop", "attraction", "housing")) if effect.types >> bit & 1]
    counter = ("one", "employee", "type", "pair", "set", "quiet")[effect.counter]
    counter += f":{'+'.join(sorted(kinds))}" if kinds else ""
    words = [verb]
    words += [LOCATION_IDS[effect.where]] if verb in ("discount", "bonus") else []
    words += [str(effect.amount)] if verb not in ("double_links", "move_in") else []
    words += [counter] if verb in ("star", "upkeep", "gift", "discount") else []
    return " ".join([*words, CONDITIONS[effect.when]])


def test_effects_are_those_of_the_canon() -> None:
    found = {b.id: ", ".join(in_words(effect) for effect in b.effects) for b in CARDS.buildings if b.effects}
    assert found == EFFECTS


def test_every_word_of_the_vocabulary_is_used() -> None:
    words = " ".join(EFFECTS.values()).replace(":", " ").split()
    assert set(words) >= {*VERBS, *CONDITIONS, "one", "employee", "type", "pair", "set", "quiet"}


def test_main_street_and_the_boards() -> None:
    found = [(p.id, p.cost, p.spaces, p.gain, p.priority) for p in CARDS.locations]
    assert found == [
        ("bank", 1, (3, 4), 2, 1),
        ("black_market", 3, (1, 1), 0, 0),
        ("gazette", 2, (3, 4), 0, 1),
        ("masons_guild", 0, (3, 4), 0, 1),
        ("tower", 1, (1, 1), 0, 0),
        ("town_hall", 1, (1, 1), 1, 0),
        ("barracks", 0, (1, 1), 0, 0),
        ("temple", 0, (1, 1), 0, 0),
    ]
    assert all(Counter(half for side in board for half in side) == {s.PENNY: 2, s.POINT: 2} for board in CARDS.boards)
    assert len(set(CARDS.boards)) == 5


def test_names_and_slugs() -> None:
    designs: dict[int, Building] = {b.design: b for b in CARDS.buildings}
    assert len(designs) == len({b.name for b in designs.values()}) == len({b.slug for b in designs.values()}) == 30
    assert all(b.slug.isascii() and b.slug == b.slug.lower() and " " not in b.slug for b in designs.values())


def test_the_packed_record_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        CARDS.data["cost"][0, 0] = 1


# --- What the loader refuses ----------------------------------------------------------------------------------------


def changed(path: str, value: Any) -> dict[str, Any]:
    """The card table with one thing changed: "bakery.cost", "bank.spaces", "board 1.left"; None removes it."""
    table = copy.deepcopy(TABLE)
    card, _, key = path.partition(".")
    rows = {row["id"]: row for row in (*table["building"], *table["location"])}
    rows |= {f"board {row['id']}": row for row in table["board"]}
    if value is None:
        del rows[card][key]
    else:
        rows[card][key] = value
    return table


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("bakery.cost", 0, "building 'bakery', cost: must be a whole number from 1 to 20, not 0"),
        ("bakery.cost", 21, "building 'bakery', cost: must be a whole number from 1 to 20, not 21"),
        ("bakery.cost", "3", "building 'bakery', cost: must be a whole number from 1 to 20, not '3'"),
        ("bakery.cost", True, "building 'bakery', cost: must be a whole number from 1 to 20, not True"),
        ("bakery.cost", 3.0, "building 'bakery', cost: must be a whole number from 1 to 20, not 3.0"),
        ("bakery.cost", None, "building 'bakery', cost: must be a whole number from 1 to 20, and is missing"),
        ("bakery.stars", -1, "building 'bakery', stars: must be a whole number from 0 to 20, not -1"),
        ("bakery.jobs", 4, "building 'bakery', jobs: must be a whole number from 0 to 3, not 4"),
        ("bakery.slots", 1, "building 'bakery', jobs: housing has slots and no jobs, other buildings have jobs"),
        ("cottage.jobs", 1, "building 'cottage', jobs: housing has slots and no jobs, other buildings have jobs"),
        ("cottage.slots", "one", "building 'cottage', slots: must be a whole number"),
        ("bakery.copies", 0, "building 'bakery', copies: must be a whole number from 1 to 4, not 0"),
        ("bakery.price", 3, "unknown field 'price' in building 'bakery'"),
        ("bakery.name", " ", "building 'bakery', name: must be a text, not ' '"),
        ("bakery.name", None, "building 'bakery', name: must be a text, and is missing"),
        ("bakery.name", 7, "building 'bakery', name: must be a text, not 7"),
        ("bakery.type", "shop", "building 'bakery', type: must be one of attraction, housing"),
        ("bakery.type", None, "building 'bakery', type: must be one of attraction, housing, store, workshop, and is"),
        ("bakery.type", ["store"], "building 'bakery', type: must be one of attraction, housing, store, workshop, not"),
        ("bakery.id", "Bakery", "building 'Bakery', id: must be lower-case words"),
        ("bakery.id", "bakery-2", "building 'bakery-2', id: must be lower-case words"),
        ("bakery.id", None, "building 'Bakery', id: must be lower-case words"),
        ("bakery.id", "loft", "building 'loft', id: 'loft' occurs twice"),
        ("bakery.links", {"top": "penny"}, "unknown field 'top' in building 'bakery', links"),
        ("bakery.links", {"left": "coin"}, "building 'bakery', links.left: must be penny or point"),
        ("bakery.links", "penny", "building 'bakery', links: must be a table that gives penny or point"),
        ("bakery.links", {"left": ["penny"]}, "building 'bakery', links.left: must be penny or point"),
        ("bakery.effects", "star 1 one", "building 'bakery', effects: must be a list of at most 3 texts, not 'star 1"),
        ("bakery.effects", ["star 1 one"] * 4, "building 'bakery', effects: must be a list of at most 3"),
        ("bakery.effects", [3], "building 'bakery', effects: must be a list of at most 3 texts, not [3]"),
        ("bakery.effects", [""], "building 'bakery', effects: '' must begin with one of star"),
        ("bakery.effects", ["stars 1 one"], "building 'bakery', effects: 'stars 1 one' must begin with one of star"),
        ("bakery.effects", ["star 1"], "building 'bakery', effects: 'star 1' does not fit the vocabulary of star"),
        ("bakery.effects", ["star 0 one"], "building 'bakery', effects: 'star 0 one' does not fit"),
        ("bakery.effects", ["star 10 one"], "building 'bakery', effects: 'star 10 one' does not fit"),
        ("bakery.effects", ["star 1 one one"], "building 'bakery', effects: 'star 1 one one' does not fit"),
        ("bakery.effects", ["star one 1"], "building 'bakery', effects: 'star one 1' does not fit"),
        ("bakery.effects", ["double_links 2"], "building 'bakery', effects: 'double_links 2' does not fit"),
        ("bakery.effects", ["move_in 1"], "building 'bakery', effects: 'move_in 1' does not fit"),
        ("bakery.effects", ["draw 3"], "building 'bakery', effects: 'draw 3': only two cards can be drawn"),
        ("bakery.effects", ["draw 2"], "only one card may draw at the Black Market"),
        ("bakery.effects", ["star 1 everything"], "building 'bakery', effects: counter 'everything' must be one"),
        ("bakery.effects", ["star 1 type:shop"], "building 'bakery', effects: counter 'type:shop' must be one"),
        ("bakery.effects", ["star 1 type:store+housing"], "building 'bakery', effects: counter 'type:store+housing'"),
        ("bakery.effects", ["star 1 set:store+housing"], "building 'bakery', effects: counter 'set:store+housing'"),
        ("bakery.effects", ["star 1 set:store+store+housing"], "building 'bakery', effects: counter"),
        ("bakery.effects", ["discount 1 one"], "building 'bakery', effects: 'discount 1 one' needs a location"),
        ("bakery.effects", ["bonus"], "building 'bakery', effects: 'bonus' needs a location"),
        ("bank.cost", -1, "location 'bank', cost: must be a whole number from 0 to 9, not -1"),
        ("bank.spaces", [3], "location 'bank', spaces: must be two numbers from 1 to 8, for 2-3 and for 4-5 players"),
        ("bank.spaces", [0, 3], "location 'bank', spaces: must be two numbers"),
        ("bank.spaces", 3, "location 'bank', spaces: must be two numbers"),
        ("bank.name", None, "location 'bank', name: must be a text, and is missing"),
        ("bank.prize", 3, "unknown field 'prize' in location 'bank'"),
        ("bank.id", "casino", "location id: must be bank, black_market, gazette"),
        ("temple.pays", "set:store", "location 'temple', pays: counter 'set:store' must be one, employee, quiet"),
        ("board 1.left", ["penny"], "board 1, left: must be two half-links"),
        ("board 1.right", ["penny", "star"], "board 1, right: must be two half-links"),
        ("board 1.right", None, "board 1, right: must be two half-links"),
        ("board 1.right", [["penny"], ["point"]], "board 1, right: must be two half-links"),
        ("board 1.top", ["penny"], "unknown field 'top' in board 1"),
    ],
)
def test_the_loader_names_card_and_field(path: str, value: Any, message: str) -> None:
    with pytest.raises(CardError) as caught:
        read_cards(changed(path, value))
    assert str(caught.value).startswith(message)
    assert isinstance(caught.value, TabletownError)


@pytest.mark.parametrize("rows", [5, "bakery", ["bakery"], {"a": 1}])
@pytest.mark.parametrize("name", ["building", "location", "board"])
def test_cards_are_lists_of_tables(name: str, rows: Any) -> None:
    with pytest.raises(CardError, match=rf"^{name}: must be .*tables, each begun by \[\[{name}\]\], not "):
        read_cards(TABLE | {name: rows})


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("bakery.id", [1]),
        ("bakery.id", "temple"),
        ("bakery.id", "board"),
        ("florist.name", "Bakery"),
        ("temple.pays", 5),
        ("barracks.pays", "employee"),
        ("bakery.effects", ["gift 1 employee full"]),
        ("bakery.effects", ["discount bank 1 one"]),
        ("bakery.effects", ["bonus gazette 1"]),
    ],
)
def test_what_would_have_no_meaning_is_refused(path: str, value: Any) -> None:
    with pytest.raises(CardError):
        read_cards(changed(path, value))


def test_there_are_five_boards_and_no_other_tables() -> None:
    with pytest.raises(CardError, match=r"^board: must be 5 tables, each begun by \[\[board\]\], not 4"):
        read_cards(TABLE | {"board": TABLE["board"][:4]})
    with pytest.raises(CardError, match="unknown field 'cards' in the card file"):
        read_cards(TABLE | {"cards": []})


@pytest.mark.parametrize(("designs", "copies"), [(4, 1), (0, 1), (30, 2)])
def test_sets_that_are_too_small_or_too_large_are_refused(designs: int, copies: int) -> None:
    rows = [row | {"copies": copies, "effects": []} for row in TABLE["building"][:designs]]
    with pytest.raises(CardError, match=f"^{designs * copies} building cards: there must be 5 to 35"):
        read_cards(TABLE | {"building": rows})


# --- Other card sets ------------------------------------------------------------------------------------------------


@pytest.mark.rules("PL-3", "PL-39", "PL-49")
@pytest.mark.parametrize("size", [5, 8, 20])
def test_games_with_fewer_cards_can_be_played(size: int) -> None:
    rows = [row | {"copies": 1} for row in TABLE["building"][:size]]
    cards = read_cards(TABLE | {"building": rows})
    game, rng = tt.new("penny_lane", players=3, seed=5, cards=cards), random.Random(5)
    assert (int(game.state.supply_left), int(game.state.deck_left)) == (5, size - 5)
    while not game.is_game_over():
        assert TITLE.positions.audit(game.state, record(cards.data)) == ""
        game.push_action(rng.choice(game.legal_actions))
    assert game.outcome() is not None


def laid_out(cards: Any, body: dict[str, Any]) -> tt.Position:
    """A position with cards of one's own."""
    states = TITLE.blank_for(TITLE.meta.rules)
    TITLE.positions.read(cards, body, states)
    return tt.Position(TITLE, cards, states)


@pytest.mark.rules("PL-40")
def test_a_garage_with_jobs_would_not_work_for_its_own_arrival() -> None:
    rows = [row if row["id"] != "tailor" else row | {"effects": ["move_in"]} for row in TABLE["building"]]
    cards = read_cards(TABLE | {"building": [row for row in rows if row["id"] != "garage"]})
    body = {"supply": ["tailor", "museum"], "seat": [{"pennies": 9, "lane": ["b+1 cottage 1"]}, {}]}
    game = tt.Game.from_position(laid_out(cards, body))
    play(game, "guild tailor, at t+1")
    assert game.turn == 1
    play(game, "pass, guild museum, at t+2")
    assert game.legal_moves == ["from cottage", "stop"]


def measured(effect: str, citizens: int, what: str) -> int:
    """What an effect adds to a Tailor on a lane of two stores, two workshops, three houses and a fountain."""
    results = []
    for effects in ([effect], []):
        rows = [row if row["id"] != "tailor" else row | {"effects": effects} for row in TABLE["building"]]
        cards = read_cards(TABLE | {"building": rows})
        lane = [f"t+1 tailor {citizens}", "t+2 fountain", "t+3 florist 0", "t+4 bakery 0", "t+5 garage", "b+1 loft 0"]
        body = {"seat": [{"board": 3, "lane": [*lane, "b+2 cottage 1", "b+3 cottage 1"]}, {}]}
        position = laid_out(cards, body)
        results.append(score(position) if what == "star" else income(position))
    return results[0] - results[1]


@pytest.mark.parametrize(
    ("effect", "by_citizens"),
    [
        ("{} 1 one", [1, 1, 1, 1]),
        ("{} 3 one always", [3, 3, 3, 3]),
        ("{} 2 one staffed", [0, 2, 2, 2]),
        ("{} 2 one full", [0, 0, 0, 2]),
        ("{} 2 one vacated", [2, 0, 0, 0]),
        ("{} 2 employee", [0, 2, 4, 6]),
        ("{} 1 type:store", [2, 2, 2, 2]),
        ("{} 1 type:housing staffed", [0, 3, 3, 3]),
        ("{} 1 type:attraction", [1, 1, 1, 1]),
        ("{} 3 pair:housing", [3, 3, 3, 3]),
        ("{} 1 set:store+workshop+attraction", [1, 1, 1, 1]),
        ("{} 1 set:store+workshop+housing", [2, 2, 2, 2]),
        ("{} 1 quiet", [2, 2, 2, 2]),  # the Fountain beside it and the empty Loft across the street
    ],
)
@pytest.mark.parametrize("what", ["star", "upkeep"])
def test_each_word_of_the_vocabulary(what: str, effect: str, by_citizens: list[int]) -> None:
    assert [measured(effect.format(what), citizens, what) for citizens in range(4)] == by_citizens
