"""UpTown once more, slow and plain: lists, dicts and the definitions of the rules, word for word.

Nothing here is shared with the kernels: cards are parsed from `cards.toml` anew, a street is a list of lists of project
ids, and everything is computed from scratch whenever it is asked for.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Street = list[list[str]]
SEATS = ("orange", "sky", "green", "vermilion")


def read_projects(path: Path) -> tuple[dict[str, dict[str, Any]], dict[str, int]]:
    """Every project by its id, and every project card's cost."""
    cards = tomllib.loads(path.read_text(encoding="utf-8"))
    projects: dict[str, dict[str, Any]] = {}
    costs: dict[str, int] = {}
    for card in cards["project_card"]:
        costs[card["id"]] = card["cost"]
        projects |= {card["id"] + end.upper(): card[end] for end in "ab"}
    for card in cards["public_card"]:
        projects |= {f"{card['id']}-{face.upper()}": card[face] for face in ("1a", "1b", "2a", "2b")}
    return projects, costs


@dataclass
class Twin:
    """A table of UpTown; the top of a deck or pile is the last of its list."""

    projects: Mapping[str, Mapping[str, Any]]
    costs: Mapping[str, int]
    decks: list[list[str]]
    pile: list[str]
    start: int
    turn: int = 0
    step: int = 1
    over: bool = False
    final: bool = False
    discards: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        seats = len(self.decks)
        self.turn = self.start
        self.accounts, self.upcoins = [10] * seats, [0] * seats
        self.streets: list[Street] = [[[] for _ in range(5)] for _ in range(seats)]

    # Counting

    def icons(self, floors: list[str], letter: str) -> int:
        return sum(self.projects[p].get("type", "").count(letter) for p in floors)

    def value(self, terms: str, street: Street, site: int, floor: int) -> int:
        everything = [p for floors in street for p in floors]
        total = 0
        for term in terms.split():
            if term.startswith("g"):
                total += int(term[1:]) if floor == 0 else 0
            elif term.endswith("v"):
                total += int(term[:-1]) * floor
            elif term.endswith(".site"):
                total += int(term[:-6]) * self.icons(street[site], term[-6])
            elif term.endswith(".street"):
                total += int(term[:-8]) * self.icons(everything, term[-8])
            else:
                total += int(term)
        return total

    def total(self, what: str, street: Street) -> int:
        """The income (before the limit at 0) or the prestige of a street."""
        return sum(
            self.value(self.projects[p].get(what, ""), street, site, floor)
            for site, floors in enumerate(street)
            for floor, p in enumerate(floors)
        )

    def score(self, seat: int) -> int:
        return self.total("prestige", self.streets[seat]) + self.accounts[seat] // 3

    # Placing

    def has(self, flag: str, project: str) -> bool:
        return flag in self.projects[project].get("flags", [])

    def fits(self, project: str, actor: int, owner: int, site: int) -> bool:
        floors, where = self.streets[owner][site], self.projects[project].get("where", "")
        if self.has("gift", project):
            if owner == actor or any(self.has("nogift", p) for p in floors):
                return False
        elif owner != actor:
            return False
        if where == "roof":
            return bool(floors) and self.has("roof", floors[-1])
        if any(self.has("roof", p) for p in floors):
            return False
        return not (where == "ground" and floors) and not (where == "upper" and not floors)

    def sites(self, project: str) -> list[tuple[int, int]]:
        seats = range(len(self.streets))
        return [(owner, site) for owner in seats for site in range(5) if self.fits(project, self.turn, owner, site)]

    # Moves: (verb, project, owner, site), with "" and -1 for what a verb does not need

    def ends(self, card: str) -> list[str]:
        return [p for p in self.projects if p[:3] == card]

    def plays(self, verb: str, card: str) -> list[tuple[str, str, int, int]]:
        return [(verb, p, owner, site) for p in self.ends(card) for owner, site in self.sites(p)]

    def legal(self) -> set[tuple[str, str, int, int]]:
        deck = self.decks[self.turn]
        if self.step == 1:
            if self.upcoins[self.turn]:
                return {("take", "", -1, -1)}
            if not deck:
                return {("skip", "", -1, -1)}
            return {("discard", "", -1, -1), *self.plays("play", deck[-1])}
        moves: set[tuple[str, str, int, int]] = set()
        for seat, other in enumerate(self.decks):
            if other and not self.upcoins[seat] and self.costs[other[-1]] <= self.accounts[self.turn]:
                moves |= set(self.plays("buy", other[-1]))
        if self.pile:
            moves |= set(self.plays("public", self.pile[-1]))
        return moves or {("pass", "", -1, -1)}

    def move(self, verb: str, project: str, owner: int, site: int) -> None:
        me = self.turn
        if verb == "take":
            self.accounts[me] += self.upcoins[me]
            self.upcoins[me] = 0
        elif verb == "discard":
            self.discards.append(self.decks[me].pop())
        elif verb == "public":
            self.pile.pop()
        elif verb == "play":
            self.decks[me].pop()
        elif verb == "buy":
            seller = next(s for s, deck in enumerate(self.decks) if deck and deck[-1] == project[:3])
            card = self.decks[seller].pop()
            self.accounts[me] -= self.costs[card]
            if seller != me:
                self.upcoins[seller] += self.costs[card]
        if project:
            self.streets[owner][site].append(project)
            if self.has("roof", project):
                self.accounts[owner] += max(0, self.total("income", self.streets[owner]))
        closed = [all(any(self.has("roof", p) for p in site) for site in street) for street in self.streets]
        self.final = self.final or any(not deck for deck in self.decks) or any(closed)
        self.go_on()

    def go_on(self) -> None:
        if self.step == 1:
            self.step = 2
            return
        self.step, self.turn = 1, (self.turn + 1) % len(self.decks)
        self.over = self.final and self.turn == self.start

    # The end

    def winners(self) -> list[int]:
        seats = range(len(self.streets))
        keys = [(self.score(seat), max(len(floors) for floors in self.streets[seat])) for seat in seats]
        return [seat for seat in seats if keys[seat] == max(keys)]
