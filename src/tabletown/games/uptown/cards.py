"""Cards of UpTown: the schema of `cards.toml`, and from it the record that the rules read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from tabletown.engine.card_file import Text, check_cards, check_unique
from tabletown.engine.errors import CardError
from tabletown.engine.schema import Table
from tabletown.engine.state import Records, blank, record
from tabletown.engine.value import Value
from tabletown.games.uptown import state as s

TYPE_LETTERS = "OSACTH"
TYPE_NAMES = ("office", "service", "apartment", "coffee shop", "store", "hotel")
WHERE = {"": s.ANYWHERE, "ground": s.GROUND, "upper": s.UPPER, "roof": s.ON_ROOF}
TERM = re.compile(
    r"(?P<ground>g)?(?P<n>[+-]\d{1,3})(?:(?P<below>v)|(?P<type>[OSACTH])\.(?P<scope>site|street))?", re.ASCII
)

# --- The card file --------------------------------------------------------------------------------------------------

_Id = Annotated[str, Meta(pattern=r"^[A-Z]\d\d\Z", description="a letter and two digits, like P07")]
_Letters = Annotated[
    str, Meta(pattern=r"^(([OSACTH])\2?)?\Z", description=f"one of {' '.join(TYPE_LETTERS)}, once or twice")
]
_PROJECT = Meta(description='a table like { name = "Grocery", type = "T" }')


class _Project(Table):
    name: Text
    type: _Letters = ""
    where: Literal["", "ground", "upper", "roof"] = ""
    income: str = ""
    prestige: str = ""
    flags: tuple[Literal["roof", "gift", "nogift"], ...] = ()


class _ProjectCard(Table):
    id: _Id
    cost: Annotated[int, Meta(ge=0, le=99)]
    a: Annotated[_Project, _PROJECT]
    b: Annotated[_Project, _PROJECT]

    @property
    def ends(self) -> tuple[tuple[str, _Project], ...]:
        return ("a", self.a), ("b", self.b)


class _PublicCard(Table):
    id: _Id
    a1: Annotated[_Project, _PROJECT] = field(name="1a")
    b1: Annotated[_Project, _PROJECT] = field(name="1b")
    a2: Annotated[_Project, _PROJECT] = field(name="2a")
    b2: Annotated[_Project, _PROJECT] = field(name="2b")

    @property
    def ends(self) -> tuple[tuple[str, _Project], ...]:
        return ("1a", self.a1), ("1b", self.b1), ("2a", self.a2), ("2b", self.b2)


class _CardFile(Table):
    project_card: Annotated[tuple[_ProjectCard, ...], Meta(min_length=4, max_length=s.PROJECT_CARDS)]
    public_card: Annotated[tuple[_PublicCard, ...], Meta(max_length=s.PUBLIC_CARDS)] = ()


# --- The card set ---------------------------------------------------------------------------------------------------


class Term(Value, frozen=True):
    """One summand of a project's income or prestige."""

    kind: int
    n: int
    type: int = s.NO_TYPE


class Project(Value, frozen=True):
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

    def __hash__(self) -> int:
        """By its number: floors are keys of many caches, and hashing every term takes longer than finding them."""
        return self.index

    @property
    def slug(self) -> str:
        """The name as moves write it: lower-case ASCII words joined by hyphens."""
        return _slug(self.name)


@cache
def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")


@dataclass(frozen=True, eq=False)  # one object per set, so that it can be part of the key of a cache
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
    file = check_cards(table, _CardFile)
    kinds = ("project_card", "", 0, file.project_card), ("public_card", "-", s.PUBLIC_START, file.public_card)
    projects: dict[int, Project] = {}
    names: list[tuple[str, str]] = []
    for kind, dash, index, cards in kinds:
        for card in cards:
            names.append((f"{kind} {card.id!r}, id", card.id))
            for key, row in card.ends:
                place = f"{kind} {card.id!r}, {key}"
                projects[index] = _project(index, card.id, f"{card.id}{dash}{key.upper()}", place, row)
                names.append((f"{place}.name", projects[index].slug))
                index += 1
    check_unique(names)
    ids = tuple(card.id for card in file.project_card), tuple(card.id for card in file.public_card)
    costs = tuple(card.cost for card in file.project_card)
    return CardSet(projects, *ids, costs, _pack(projects, costs, len(file.public_card)))


def _project(index: int, card: str, id: str, place: str, row: _Project) -> Project:
    if not _slug(row.name):
        raise CardError(f"{place}.name: {row.name!r} needs a letter or digit of ASCII, so that moves can write it")
    return Project(
        index=index,
        id=id,
        card=card,
        name=row.name,
        type=TYPE_LETTERS.index(row.type[0]) if row.type else s.NO_TYPE,
        icons=len(row.type),
        where=WHERE[row.where],
        roof="roof" in row.flags,
        gift="gift" in row.flags,
        no_gifts="nogift" in row.flags,
        income=_terms(f"{place}.income", row.income),
        prestige=_terms(f"{place}.prestige", row.prestige),
    )


def _terms(place: str, text: str) -> tuple[Term, ...]:
    terms = []
    for part in text.split():
        match = TERM.fullmatch(part)
        if not match or (match["ground"] and (match["below"] or match["type"])):
            raise CardError(f"{place}: term {part!r} must look like +2, +1v, +1A.site, +1A.street or g+2")
        n = int(match["n"])
        if not -s.MOST <= n <= s.MOST:
            raise CardError(f"{place}: term {part!r} is out of range (-{s.MOST} to {s.MOST})")
        if match["type"]:
            kind = s.ON_SITE if match["scope"] == "site" else s.ON_STREET
            terms.append(Term(kind, n, TYPE_LETTERS.index(match["type"])))
        else:
            terms.append(Term(s.IF_GROUND if match["ground"] else s.BELOW if match["below"] else s.FIXED, n))
    if len(terms) > s.TERMS:
        raise CardError(f"{place}: {len(terms)} terms; there may be at most {s.TERMS}")
    return tuple(terms)


def _pack(projects: Mapping[int, Project], costs: tuple[int, ...], public_cards: int) -> Records:
    data = blank(s.CARDS)
    cards = record(data)
    cards.project_cards, cards.public_cards = len(costs), public_cards
    cards.cost[: len(costs)] = costs
    cards.kind[:] = s.NO_TYPE
    at, found = list(projects), list(projects.values())
    cards.kind[at] = [project.type for project in found]
    for name in ("icons", "where", "roof", "gift", "no_gifts"):
        data[name][0, at] = [getattr(project, name) for project in found]
    for name in ("income", "prestige"):
        terms = [
            (i, t, term.kind, term.type, term.n)
            for i, project in projects.items()
            for t, term in enumerate(getattr(project, name))
        ]
        if terms:
            rows, places, kinds, types, ns = zip(*terms, strict=True)
            for part, values in (("kind", kinds), ("type", types), ("n", ns)):
                data[f"{name}_{part}"][0, rows, places] = values
    data.flags.writeable = False
    return data
