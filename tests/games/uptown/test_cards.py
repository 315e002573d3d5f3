"""The cards: check sums of the whole set, what the loader refuses, and games with other card sets."""

import copy
import random
import tomllib
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

import tabletown as tt
from tabletown.engine.errors import CardError, TabletownError
from tabletown.engine.state import record
from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import TYPE_LETTERS, CardSet, Project, Term, read_cards
from tabletown.games.uptown.rules import scoring, turn

from .helpers import TITLE

TABLE: dict[str, Any] = tomllib.loads((TITLE.folder / "cards.toml").read_text(encoding="utf-8"))
CARDS: CardSet = TITLE.cards
ENDS = [p for p in CARDS.projects.values() if p.index < s.PUBLIC_START]
FACES = [p for p in CARDS.projects.values() if p.index >= s.PUBLIC_START]


def icons(projects: Iterable[Project]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for p in projects:
        if p.icons:
            total[TYPE_LETTERS[p.type]] += p.icons
    return dict(total)


def fixed(projects: Iterable[Project], what: str) -> int:
    return sum(term.n for p in projects for term in getattr(p, what) if term.kind == s.FIXED)


def where(projects: Iterable[Project]) -> list[int]:
    return [sum(p.where == kind for p in projects) for kind in (s.ANYWHERE, s.GROUND, s.UPPER, s.ON_ROOF)]


def test_check_sums_of_the_project_cards() -> None:
    assert (len(CARDS.project_cards), len(ENDS), sum(CARDS.cost)) == (60, 120, 245)
    assert Counter(CARDS.cost) == {1: 2, 2: 4, 3: 17, 4: 17, 5: 10, 6: 6, 7: 2, 8: 2}
    assert sum(p.roof for p in ENDS) == 41
    assert sum(p.gift for p in ENDS) == 13
    assert sum(p.gift and p.roof for p in ENDS) == 3
    assert sum(p.no_gifts for p in ENDS) == 3
    assert where(ENDS) == [47, 24, 44, 5]
    assert icons(ENDS) == {"O": 23, "A": 27, "T": 21, "C": 15, "S": 18, "H": 7}
    assert sum(p.icons == 2 for p in ENDS) == 14
    assert sum(p.type == s.NO_TYPE for p in ENDS) == 23
    assert (fixed(ENDS, "income"), fixed(ENDS, "prestige")) == (47, 90)


def test_check_sums_of_the_public_cards() -> None:
    assert (len(CARDS.public_cards), len(FACES)) == (16, 64)
    assert sum(p.roof for p in FACES) == 22
    assert sum(p.gift for p in FACES) == 3
    assert sum(p.no_gifts for p in FACES) == 2
    assert where(FACES) == [24, 14, 24, 2]
    assert icons(FACES) == {"O": 6, "A": 10, "T": 5, "C": 4, "S": 13, "H": 2}
    assert sum(p.icons == 2 for p in FACES) == 2
    assert sum(p.type == s.NO_TYPE for p in FACES) == 26
    assert (fixed(FACES, "income"), fixed(FACES, "prestige")) == (19, 42)


def test_names_differ_and_no_card_has_two_gift_ends() -> None:
    projects = list(CARDS.projects.values())
    assert len({p.name for p in projects}) == len({p.slug for p in projects}) == len({p.id for p in projects}) == 184
    assert max(Counter(p.card for p in projects if p.gift).values()) == 1
    assert not any(p.icons == 2 and p.type == s.HOTEL for p in projects)


def test_every_symbol_of_the_vocabulary_occurs() -> None:
    def found(what: str) -> set[tuple[int, int, int]]:
        return {(t.kind, t.n, t.type) for p in CARDS.projects.values() for t in getattr(p, what)}

    def terms(kind: int, letters: str, *ns: int) -> set[tuple[int, int, int]]:
        return {(kind, n, TYPE_LETTERS.index(x) if x != "-" else s.NO_TYPE) for n in ns for x in letters}

    in_income = terms(s.FIXED, "-", 1, 2, 3, 4, -1, -2) | terms(s.BELOW, "-", 1, -1) | terms(s.IF_GROUND, "-", 1)
    in_income |= terms(s.ON_SITE, "OA", 1) | terms(s.ON_STREET, "OA", 1) | terms(s.ON_STREET, "OC", 2)
    assert found("income") == in_income
    in_prestige = terms(s.FIXED, "-", 1, 2, 3, 4, 5, 6, -1, -2, -3, -4) | terms(s.BELOW, "-", 1)
    in_prestige |= terms(s.ON_SITE, "OA", 1, -1) | terms(s.ON_SITE, "TC", 2) | terms(s.IF_GROUND, "-", 1, 2)
    in_prestige |= terms(s.ON_STREET, "OA", 1) | terms(s.ON_STREET, "STCH", 2) | terms(s.ON_STREET, "H", 3)
    assert found("prestige") == in_prestige


def test_a_card_as_data() -> None:
    kindergarten = next(p for p in CARDS.projects.values() if p.id == "P52A")
    assert (kindergarten.name, kindergarten.slug, kindergarten.card) == ("Kindergarten", "kindergarten", "P52")
    assert (kindergarten.type, kindergarten.icons, kindergarten.where) == (s.SERVICE, 1, s.GROUND)
    assert (kindergarten.roof, kindergarten.gift, kindergarten.no_gifts) == (False, False, True)
    assert kindergarten.income == ()
    assert kindergarten.prestige == (Term(s.FIXED, 1), Term(s.ON_SITE, 1, s.APARTMENT))
    assert [p.id for p in CARDS.faces(4)] == ["Q05-1A", "Q05-1B", "Q05-2A", "Q05-2B"]
    assert [p.id for p in CARDS.ends(51)] == ["P52A", "P52B"]


def test_the_packed_record_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        CARDS.data["cost"][0, 0] = 1


# --- Other card sets ------------------------------------------------------------------------------------------------


def reduced(project_cards: int, public_cards: int = 16) -> CardSet:
    return read_cards(
        {"project_card": TABLE["project_card"][:project_cards], "public_card": TABLE["public_card"][:public_cards]}
    )


@pytest.mark.rules("UT-3")
@pytest.mark.parametrize(
    ("size", "players", "each", "aside"),
    [(60, 2, 30, 0), (60, 3, 20, 0), (60, 4, 15, 0), (50, 3, 16, 2), (50, 4, 12, 2), (7, 4, 1, 3)],
)
def test_e23_the_deal(size: int, players: int, each: int, aside: int) -> None:
    game = tt.new("uptown", players=players, seed=3, cards=reduced(size))
    state = game.state
    assert state.deck_left[:players].tolist() == [each] * players
    dealt = {int(card) for seat in range(players) for card in state.deck[seat, :each]}
    assert len(dealt) == each * players == size - aside
    assert dealt <= set(range(size))
    assert int(state.discarded) == 0


@pytest.mark.rules("UT-3")
def test_cards_put_aside_never_come_into_play() -> None:
    cards = reduced(11)
    game, rng = tt.new("uptown", players=3, seed=5, cards=cards), random.Random(5)
    dealt = {int(card) for seat in range(3) for card in game.state.deck[seat, :3]}
    while not game.is_game_over():
        game.push_action(rng.choice(game.legal_actions))
    state = game.state
    floors = state.floors[: int(state.height.sum())].tolist()
    built = {project // 2 for project in floors if project < s.PUBLIC_START}
    assert built | {int(card) for card in state.discards[: state.discarded]} <= dealt
    assert TITLE.positions.audit(state, record(cards.data)) == ""


def test_games_without_public_cards_can_be_played() -> None:
    game, rng = tt.new("uptown", players=2, seed=5, cards=reduced(20, 0)), random.Random(5)
    while not game.is_game_over():
        assert not any(move.startswith("public") for move in game.legal_moves)
        game.push_action(rng.choice(game.legal_actions))
    assert game.outcome() is not None


@pytest.mark.parametrize(("size", "public"), [(3, 16), (0, 16), (61, 16), (60, 17)])
def test_sets_that_are_too_small_or_too_large_are_refused(size: int, public: int) -> None:
    table = {
        "project_card": [renamed(TABLE["project_card"][i % 60], f"P{i:02}") for i in range(size)],
        "public_card": [renamed(TABLE["public_card"][i % 16], f"Q{i:02}") for i in range(public)],
    }
    with pytest.raises(
        CardError,
        match=rf"^(project_card: must be 4 to 60 .* not {size or '.*'}|public_card: must be .* 16 .* not {public})$",
    ):
        read_cards(table)


def renamed(row: dict[str, Any], id: str) -> dict[str, Any]:
    new = copy.deepcopy(row) | {"id": id}
    for key, project in new.items():
        if isinstance(project, dict):
            project["name"] = f"{id} {key}"
    return new


@pytest.mark.rules("UT-36", "UT-39", "UT-40", "UT-42")
@pytest.mark.parametrize(
    ("term", "on_the_ground", "on_top"),
    [
        ("+3", 3, 3),
        ("-2", -2, -2),
        ("+2v", 0, 4),
        ("-1v", 0, -2),
        ("+1O.site", 2, 4),
        ("-3O.site", -6, -12),
        ("+2O.street", 4, 8),
        ("+5H.street", 0, 5),
        ("+5T.site", 0, 0),
        ("g+4", 4, 0),
        ("g-4", -4, 0),
        ("+1 +1v g+7 +1O.site", 10, 7),
        ("+100", 100, 100),
        ("", 0, 0),
    ],
)
@pytest.mark.parametrize("what", ["income", "prestige"])
def test_each_kind_of_term(what: str, term: str, on_the_ground: int, on_top: int) -> None:
    """The project is a double office: alone on the ground, or on top of a double office and a hotel."""
    plain = [{"name": "Other", "type": "OO"}, {"name": "Hotel", "type": "H"}]
    rows = [{"id": f"P{i:02}", "cost": 1, "a": {"name": f"A{i}"}, "b": {"name": f"B{i}"}} for i in range(4)]
    rows[0]["a"] = {"name": "Measured", "type": "OO", what: term}
    rows[1]["a"], rows[2]["a"] = plain
    cards = read_cards({"project_card": rows})
    floor = scoring.floor_income if what == "income" else scoring.floor_prestige

    def measured(*floors: int) -> int:
        states = TITLE.blank.copy()
        state = record(states)
        state.players = 2
        for project in floors:
            turn.build(state, record(cards.data), project, 0, 0)
        return int(floor(state, record(cards.data), 0, 0, len(floors) - 1))

    assert measured(0) == on_the_ground
    assert measured(2, 4, 0) == on_top


def changed(path: str, value: Any) -> dict[str, Any]:
    """The card table with one thing changed: "P07.cost", "P07.a.income", "Q05.2b.flags"; None removes it."""
    table = copy.deepcopy(TABLE)
    card, *keys = path.split(".")
    place = next(row for row in (*table["project_card"], *table["public_card"]) if row["id"] == card)
    for key in keys[:-1]:
        place = place[key]
    if value is None:
        del place[keys[-1]]
    else:
        place[keys[-1]] = value
    return table


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("P07.cost", -1, "project_card 'P07', cost: must be a whole number from 0 to 99, not -1"),
        ("P07.cost", 100, "project_card 'P07', cost: must be a whole number from 0 to 99, not 100"),
        ("P07.cost", "5", "project_card 'P07', cost: must be a whole number from 0 to 99, not '5'"),
        ("P07.cost", True, "project_card 'P07', cost: must be a whole number from 0 to 99, not True"),
        ("P07.cost", 2.0, "project_card 'P07', cost: must be a whole number from 0 to 99, not 2.0"),
        ("P07.cost", None, "project_card 'P07', cost: must be a whole number from 0 to 99, and is missing"),
        ("P07.b", None, "project_card 'P07', b: must be a table"),
        ("P07.price", 3, "unknown field 'price' in project_card 'P07'"),
        ("Q05.cost", 3, "unknown field 'cost' in public_card 'Q05'"),
        ("Q05.2b", None, "public_card 'Q05', 2b: must be a table"),
        ("P07.id", "P7", "project_card 'P7', id: must be a letter and two digits"),
        ("P07.id", 7, "project_card 7, id: must be a letter and two digits, like P07, not 7"),
        ("P07.id", None, "project_card 7, id: must be a letter and two digits, like P07, and is missing"),
        ("P07.id", "P08", "project_card 'P08', id: 'P08' occurs twice"),
        ("P07.id", "Q05", "public_card 'Q05', id: 'Q05' occurs twice"),
        ("P07.a", "Law Chambers", "project_card 'P07', a: must be a table like { name"),
        ("P07.a", {"type": "O"}, "project_card 'P07', a.name: must be a text, and is missing"),
        ("P07.a.name", "  ", "project_card 'P07', a.name: must be a text, not '  '"),
        ("P07.a.name", "Grocery", "project_card 'P07', a.name: 'grocery' occurs twice"),
        ("P07.a.incom", "+1", "unknown field 'incom' in project_card 'P07', a"),
        ("P07.a.type", "X", "project_card 'P07', a.type: must be one of O S A C T H, once or twice, not 'X'"),
        ("P07.a.type", "OOO", "project_card 'P07', a.type: must be one of O S A C T H, once or twice, not 'OOO'"),
        ("P07.a.type", "OA", "project_card 'P07', a.type: must be one of O S A C T H, once or twice, not 'OA'"),
        ("P07.a.where", "basement", "project_card 'P07', a.where: must be one of ground, roof, upper, not 'basement'"),
        ("P07.a.flags", ["rooff"], "project_card 'P07', a.flags: must be a list of words out of gift, nogift, roof"),
        ("Q05.2b.flags", ["gift", ""], "public_card 'Q05', 2b.flags: must be a list of words out of gift, nogift"),
        ("P07.a.income", 2, "project_card 'P07', a.income: must be a text, not 2"),
        ("P07.a.where", [], "project_card 'P07', a.where: must be one of ground, roof, upper, not []"),
        ("P07.a.type", 3, "project_card 'P07', a.type: must be one of O S A C T H, once or twice, not 3"),
        ("P07.a.flags", "roof", "project_card 'P07', a.flags: must be a list of words out of gift, nogift, roof, not"),
        ("P07.a.flags", 3, "project_card 'P07', a.flags: must be a list of words out of gift, nogift, roof, not 3"),
        ("P07.a.name", "日本", "project_card 'P07', a.name: '日本' needs a letter or digit of ASCII"),
        ("P07.a.income", "+" + "9" * 5000, "project_card 'P07', a.income: term"),
        ("P07.a.income", "2", "project_card 'P07', a.income: term '2' must look like"),
        ("P07.a.income", "+1O", "project_card 'P07', a.income: term '+1O' must look like"),
        ("P07.a.income", "+1X.site", "project_card 'P07', a.income: term '+1X.site' must look like"),
        ("P07.a.prestige", "g+1v", "project_card 'P07', a.prestige: term 'g+1v' must look like"),
        ("P07.a.prestige", "g+1O.site", "project_card 'P07', a.prestige: term 'g+1O.site' must look like"),
        ("P07.a.prestige", "+101", "project_card 'P07', a.prestige: term '+101' is out of range"),
        ("Q16.1a.prestige", "+1 +1 +1 +1 +1", "public_card 'Q16', 1a.prestige: 5 terms"),
    ],
)
def test_the_loader_names_card_and_field(path: str, value: Any, message: str) -> None:
    with pytest.raises(CardError) as caught:
        read_cards(changed(path, value))
    assert str(caught.value).startswith(message)
    assert isinstance(caught.value, TabletownError)


@pytest.mark.parametrize("rows", [5, "P01", ["P01"], {"a": 1}])
@pytest.mark.parametrize("name", ["project_card", "public_card"])
def test_cards_are_a_list_of_tables(name: str, rows: Any) -> None:
    with pytest.raises(CardError, match=rf"^{name}: must be .*tables, each begun by \[\[{name}\]\], not "):
        read_cards(TABLE | {name: rows})


def test_the_richest_street_that_cards_allow_does_not_overflow() -> None:
    """Every end a double office that earns the most per office: all but one on one street, and a roof on top."""
    best = " ".join([f"+{s.MOST}O.street"] * s.TERMS)
    rows: list[dict[str, Any]] = [
        {"id": f"P{i:02}", "cost": 1, "a": {"name": f"A{i}", "type": "OO", "income": best}, "b": {"name": f"B{i}"}}
        for i in range(60)
    ]
    rows[59]["a"] = {"name": "A59", "flags": ["roof"]}
    cards = read_cards({"project_card": rows})
    states = TITLE.blank.copy()
    state = record(states)
    state.players = 2
    for project in range(0, 120, 2):
        turn.build(state, record(cards.data), project, 0, 0)
    turn.income(state, record(cards.data), 0)
    assert int(state.account[0]) == 59 * s.TERMS * s.MOST * 2 * 59


def test_unknown_tables_are_refused() -> None:
    with pytest.raises(CardError, match="unknown field 'cards' in the card file"):
        read_cards(TABLE | {"cards": []})


def test_slugs_are_plain_words() -> None:
    by_id = {p.id: p.slug for p in CARDS.projects.values()}
    assert (by_id["P12A"], by_id["P30A"], by_id["P31A"]) == ("architects-studio", "co-op-flat", "residents-deck")
    assert all(slug.isascii() and slug == slug.lower() and " " not in slug for slug in by_id.values())
