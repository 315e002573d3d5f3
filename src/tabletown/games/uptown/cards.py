"""From `cards.toml` to the record that the rules read, checked on the way with errors that name card and field."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tabletown.engine.errors import CardError
from tabletown.engine.state import Records, blank, record
from tabletown.games.uptown import state as s

TYPE_LETTERS = "OSACTH"
TYPE_NAMES = ("office", "service", "apartment", "coffee shop", "store", "hotel")
WHERE = {"": s.ANYWHERE, "ground": s.GROUND, "upper": s.UPPER, "roof": s.ON_ROOF}
FLAGS = ("roof", "gift", "nogift")
FIELDS = {"name", "type", "where", "income", "prestige", "flags"}
TERM = re.compile(
    r"(?P<ground>g)?(?P<n>[+-]\d{1,3})(?:(?P<below>v)|(?P<type>[OSACTH])\.(?P<scope>site|street))?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Term:
    """One summand of a project's income or prestige."""

    kind: int
    n: int
    type: int = s.NO_TYPE


@dataclass(frozen=True, slots=True)
class Project:
    """One end of a card: a floor that can be built."""

    index: int
    id: str  # P52A, Q05-2B
    card: str  # P52, Q05
    name: str
    type: int
    icons: int
    where: int
    roof: bool
    gift: bool
    no_gifts: bool
    income: tuple[Term, ...]
    prestige: tuple[Term, ...]

    @property
    def slug(self) -> str:
        """The name as moves write it: lower-case ASCII words joined by hyphens."""
        return _slug(self.name)


@cache
def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")


@dataclass(frozen=True)
class CardSet:
    """A set of cards: the names for people, and the record `data` for kernels (an array of one)."""

    projects: Mapping[int, Project]
    project_cards: tuple[str, ...]  # ids in the order of their numbers
    public_cards: tuple[str, ...]
    cost: tuple[int, ...]
    data: Records

    def ends(self, card: int) -> tuple[Project, Project]:
        """The two projects of a project card."""
        return self.projects[2 * card], self.projects[2 * card + 1]

    def faces(self, card: int) -> tuple[Project, ...]:
        """The four projects of a public card: face 1 end A, 1B, 2A, 2B."""
        first = s.PUBLIC_START + 4 * card
        return tuple(self.projects[first + i] for i in range(4))


def read_cards(table: Mapping[str, Any]) -> CardSet:
    """Check parsed card data and turn it into a card set; raises CardError."""
    unknown = set(table) - {"project_card", "public_card"}
    if unknown:
        raise CardError(f"unknown table {sorted(unknown)[0]!r}; there are project_card and public_card")
    rows, public = _rows(table, "project_card"), _rows(table, "public_card")
    if not 4 <= len(rows) <= s.PROJECT_CARDS:
        raise CardError(f"{len(rows)} project cards: there must be 4 to {s.PROJECT_CARDS}")
    if len(public) > s.PUBLIC_CARDS:
        raise CardError(f"{len(public)} public cards: there may be at most {s.PUBLIC_CARDS}")
    projects: dict[int, Project] = {}
    costs: list[int] = []
    for number, row in enumerate(rows):
        card = _card_id(row, {"id", "cost", "a", "b"})
        cost = row["cost"]
        if type(cost) is not int or not 0 <= cost <= 99:
            raise CardError(f"{card}: cost {cost!r} must be a whole number from 0 to 99")
        costs.append(cost)
        for end in (0, 1):
            index = 2 * number + end
            projects[index] = _project(index, card, f"{card}{'AB'[end]}", row["ab"[end]])
    for number, row in enumerate(public):
        card = _card_id(row, {"id", "1a", "1b", "2a", "2b"})
        for i, key in enumerate(("1a", "1b", "2a", "2b")):
            index = s.PUBLIC_START + 4 * number + i
            projects[index] = _project(index, card, f"{card}-{key.upper()}", row[key])
    _check_unique([row["id"] for row in (*rows, *public)], "card id")
    _check_unique([p.slug for p in projects.values()], "project name")
    ids = tuple(row["id"] for row in rows), tuple(row["id"] for row in public)
    return CardSet(projects, *ids, tuple(costs), _pack(projects, costs, len(public)))


def _rows(table: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    rows = table.get(name, [])
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise CardError(f"{name} must be a list of tables, each begun by [[{name}]]")
    return rows


def _card_id(row: Mapping[str, Any], fields: set[str]) -> str:
    card = row.get("id")
    if not isinstance(card, str) or not re.fullmatch(r"[A-Z]\d\d", card):
        raise CardError(f"card id {card!r} must be a letter and two digits, like P07")
    for wrong in sorted(set(row) ^ fields):
        raise CardError(f"{card}: {'unknown' if wrong in row else 'missing'} field {wrong!r}")
    return card


def _check_unique(values: list[str], what: str) -> None:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            raise CardError(f"{what} {value!r} occurs twice")
        seen.add(value)


def _project(index: int, card: str, id: str, row: Any) -> Project:
    if not isinstance(row, Mapping) or not isinstance(row.get("name"), str) or not row["name"].strip():
        raise CardError(f"{id}: a project needs at least a name")
    for wrong in sorted(set(row) - FIELDS):
        raise CardError(f"{id}: unknown field {wrong!r}; a project has {', '.join(sorted(FIELDS))}")
    for field in ("type", "where", "income", "prestige"):
        if not isinstance(row.get(field, ""), str):
            raise CardError(f"{id}: {field} must be text in quotes, not {row[field]!r}")
    letters, where, flags = row.get("type", ""), row.get("where", ""), row.get("flags", [])
    if not isinstance(flags, list):
        raise CardError(f'{id}: flags must be a list like ["roof"], not {flags!r}')
    if letters and (letters[0] not in TYPE_LETTERS or letters not in (letters[0], letters[0] * 2)):
        raise CardError(f"{id}: type {letters!r} must be one of {' '.join(TYPE_LETTERS)}, once or twice")
    if where not in WHERE:
        raise CardError(f"{id}: where {where!r} must be ground, upper or roof")
    for flag in flags:
        if flag not in FLAGS:
            raise CardError(f"{id}: flag {flag!r} must be one of {', '.join(FLAGS)}")
    project = Project(
        index=index,
        id=id,
        card=card,
        name=row["name"],
        type=TYPE_LETTERS.index(letters[0]) if letters else s.NO_TYPE,
        icons=len(letters),
        where=WHERE[where],
        roof="roof" in flags,
        gift="gift" in flags,
        no_gifts="nogift" in flags,
        income=_terms(id, "income", row.get("income", "")),
        prestige=_terms(id, "prestige", row.get("prestige", "")),
    )
    if not project.slug:
        raise CardError(f"{id}: the name {row['name']!r} needs a letter or digit of ASCII, so that moves can write it")
    return project


def _terms(id: str, field: str, text: str) -> tuple[Term, ...]:
    terms = []
    for part in text.split():
        match = TERM.fullmatch(part)
        if not match or (match["ground"] and (match["below"] or match["type"])):
            raise CardError(f"{id}: {field} term {part!r} must look like +2, +1v, +1A.site, +1A.street or g+2")
        n = int(match["n"])
        if not -s.MOST <= n <= s.MOST:
            raise CardError(f"{id}: {field} term {part!r} is out of range (-{s.MOST} to {s.MOST})")
        if match["type"]:
            kind = s.ON_SITE if match["scope"] == "site" else s.ON_STREET
            terms.append(Term(kind, n, TYPE_LETTERS.index(match["type"])))
        else:
            terms.append(Term(s.IF_GROUND if match["ground"] else s.BELOW if match["below"] else s.FIXED, n))
    if len(terms) > s.TERMS:
        raise CardError(f"{id}: {field} has {len(terms)} terms; there may be at most {s.TERMS}")
    return tuple(terms)


def _pack(projects: Mapping[int, Project], costs: list[int], public_cards: int) -> Records:
    data = blank(s.CARDS)
    cards = record(data)
    cards.project_cards, cards.public_cards = len(costs), public_cards
    cards.cost[: len(costs)] = costs
    cards.kind[:] = s.NO_TYPE
    for i, project in projects.items():
        cards.kind[i], cards.icons[i], cards.where[i] = project.type, project.icons, project.where
        cards.roof[i], cards.gift[i], cards.no_gifts[i] = project.roof, project.gift, project.no_gifts
        for name in ("income", "prestige"):
            for t, term in enumerate(getattr(project, name)):
                data[f"{name}_kind"][0, i, t] = term.kind
                data[f"{name}_type"][0, i, t] = term.type
                data[f"{name}_n"][0, i, t] = term.n
    data.flags.writeable = False
    return data
