"""Penny Lane once more, slow and plain: dicts, lists and the rules as one long conversation with the players.

Nothing here is shared with the kernels: a lane is a dict of cells, what buildings do is written out by name, and
everything is computed from scratch whenever it is asked for. The game is a generator: it says who is asked and what the
answers may be (as move texts, each with what it means), and is told the answer.
"""

import tomllib
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Cell = tuple[str, int]
Place = Cell | str
Question = tuple[int, dict[str, Any]]
Talk = Generator[Question, str, None]

SEATS = ("orange", "sky", "green", "vermilion", "purple")
PAID_PER_EMPLOYEE = {"bakery", "confectioners", "carousel", "farmers_coop", "pet_shop", "tailor"}


def read_buildings(path: Path) -> tuple[dict[str, dict[str, Any]], dict[int, dict[str, Any]]]:
    """Every building by its id and every board by its number, as they are printed."""
    cards = tomllib.loads(path.read_text(encoding="utf-8"))
    blank = {"stars": 0, "jobs": 0, "slots": 0, "links": {}}
    return {row["id"]: blank | row for row in cards["building"]}, {row["id"]: row for row in cards["board"]}


@dataclass
class Lane:
    """What stands where: card ids like `bakery#2`, and how many citizens are on each."""

    buildings: dict[str, dict[str, Any]]
    board: dict[str, Any]
    cards: dict[Cell, str] = field(default_factory=dict)
    people: dict[Cell, int] = field(default_factory=dict)
    bonus: int = 0

    def name(self, cell: Cell) -> str:
        return self.cards[cell].partition("#")[0] if cell in self.cards else ""

    def printed(self, cell: Cell, what: str) -> Any:
        return self.buildings[self.name(cell)][what]

    def of_type(self, *types: str) -> int:
        """How many buildings of a type, or how many sets of several types."""
        found = [str(self.printed(cell, "type")) for cell in self.cards]
        return min(found.count(kind) for kind in types)

    def find(self, name: str) -> list[Cell]:
        return [cell for cell in self.cards if self.name(cell) == name]

    def employees(self, name: str) -> int:
        return sum(self.people[cell] for cell in self.find(name))

    def text(self, cell: Cell) -> str:
        """How a move names the building of a cell: with the cell, if its copy stands here too."""
        slug = self.name(cell).replace("_", "-")
        return slug if len(self.find(self.name(cell))) == 1 else f"{slug} {cell[0]}{cell[1]:+d}"

    # Geometry

    def columns(self) -> range:
        """From one before the first to one after the last."""
        used = [0, *(column for _, column in self.cards)]
        return range(min(used) - 1, max(used) + 2)

    def neighbours(self, cell: Cell) -> list[Cell]:
        row, column = cell
        return [(row, column - 1), (row, column + 1), ("b" if row == "t" else "t", column)]

    def row_of(self, name: str) -> str:
        return "b" if self.buildings[name]["type"] == "housing" else "t"

    def open_cells(self, name: str) -> list[Cell]:
        row = self.row_of(name)
        return [
            (row, column)
            for column in self.columns()
            if column and (row, column) not in self.cards
            if any(near[1] == 0 or near in self.cards for near in self.neighbours((row, column)))
        ]

    def half_link(self, cell: Cell, edge: str) -> str:
        """What an edge shows, of a building or of the board in column 0; nothing where nothing stands."""
        row, column = cell
        if column == 0:
            return str(self.board[edge]["tb".index(row)]) if edge in ("left", "right") else ""
        return str(self.printed(cell, "links").get(edge, "")) if cell in self.cards else ""

    def touching(self) -> Iterator[tuple[Cell, str, Cell, str]]:
        """All pairs of edges that may meet: side by side in both rows, and across the street."""
        for column in self.columns():
            for row in "tb":
                yield (row, column), "right", (row, column + 1), "left"
            if column:
                yield ("t", column), "street", ("b", column), "street"

    def links(self, kind: str) -> int:
        return sum(
            2 if self.doubles(one) or self.doubles(other) else 1
            for one, edge, other, facing in self.touching()
            if self.half_link(one, edge) == self.half_link(other, facing) == kind
        )

    def doubles(self, cell: Cell) -> bool:
        return self.name(cell) == "luthier" and self.people[cell] == 2

    # Stars and income

    def stars(self) -> int:
        own = sum(self.printed(cell, "stars") + self.extra(cell) + self.uncovered(cell) for cell in self.cards)
        return int(own) + self.links("point")

    def uncovered(self, cell: Cell) -> int:
        return self.printed(cell, "slots") - self.people[cell] if self.printed(cell, "slots") else 0

    def extra(self, cell: Cell) -> int:
        """The stars of a building's own effect."""
        people = self.people[cell]
        effects: dict[str, Callable[[], int]] = {
            "book_shoppe": lambda: 1 if people else 0,
            "pet_shop": lambda: 1 if people == 2 else 0,
            "tailor": lambda: 2 if people == 3 else 0,
            "music_hall": lambda: people,
            "cobbler": lambda: self.of_type("housing") // 2,
            "manor": lambda: self.of_type("workshop"),
            "mansion": lambda: self.of_type("store"),
            "penny_arcade": lambda: self.of_type("housing", "store", "workshop"),
            "haunted_house": lambda: sum(
                near in self.cards and not self.people[near] for near in self.neighbours(cell)
            ),
        }
        return effects.get(self.name(cell), lambda: 0)()

    def income(self) -> int:
        total = 1 + self.links("penny")
        for cell, people in self.people.items():
            if self.name(cell) in PAID_PER_EMPLOYEE:
                total += people
            elif self.name(cell) == "warehouse" and people:
                total += self.of_type("store")
            elif self.name(cell) == "loft" and not people:
                total += 1
        return total

    # Citizens

    def citizens(self) -> int:
        return self.bonus + sum(self.people.values())

    def vacancies(self) -> list[Cell]:
        return [cell for cell in self.cards if self.people[cell] < self.printed(cell, "jobs")]

    def leave(self, place: Place) -> None:
        if isinstance(place, str):
            self.bonus -= 1
        else:
            self.people[place] -= 1


@dataclass
class Twin:
    """A table of Penny Lane; the top of the deck is the last of its list."""

    order: list[str]  # all cards, as the card list has them
    lanes: list[Lane]
    supply: list[str]
    deck: list[str]
    mayor: int
    reason: str = ""
    round: int = 1

    def __post_init__(self) -> None:
        self.pennies = [3] * len(self.lanes)
        self.used: dict[str, int] = {}

    def cost(self, card: str) -> int:
        return int(self.lanes[0].buildings[card.partition("#")[0]]["cost"])

    # Rounds

    def game(self) -> Talk:
        while not self.reason:
            yield from self.action_phase()
            self.reason = self.end()
            if not self.reason:
                yield from self.upkeep()

    def action_phase(self) -> Talk:
        seat, passes = self.mayor, 0
        while passes < len(self.lanes):
            answer = yield seat, self.turn(seat)
            if answer == "pass":
                passes += 1
            else:
                passes = 0
                yield from self.main_street(seat, answer)
            seat = (seat + 1) % len(self.lanes)

    def end(self) -> str:
        if max(lane.stars() for lane in self.lanes) >= 10:
            return "a lane has ten stars"
        if len(self.supply) < 5:
            return "the building supply ran short"
        return "thirty rounds have been played" if self.round == 30 else ""

    def upkeep(self) -> Talk:
        self.used = {}
        for seat, lane in enumerate(self.lanes):
            self.pennies[seat] += lane.income()
            lane.bonus = 1
        for step in range(len(self.lanes)):
            giver = (self.mayor + step) % len(self.lanes)
            others = [seat for seat in range(len(self.lanes)) if seat != giver]
            for _ in range(self.lanes[giver].employees("farmers_coop")):
                named = others[0]
                if len(others) > 1:
                    options = {f"name {SEATS[seat]}": seat for seat in others}
                    named = options[(yield giver, options)]
                self.pennies[named] += 1
        self.round += 1

    # Main Street

    def open(self, location: str) -> bool:
        spaces = 1
        if location in ("bank", "gazette", "masons_guild"):
            spaces = 3 if len(self.lanes) <= 3 else 4
        return self.used.get(location, 0) < spaces

    def pay(self, seat: int, location: str, amount: int) -> bool:
        """Pay, and say whether that was the priority space."""
        self.pennies[seat] -= amount
        self.used[location] = self.used.get(location, 0) + 1
        return self.used[location] == 1

    def guild_cost(self, seat: int, card: str) -> int:
        off = self.lanes[seat].employees("engineer") + (not self.used.get("masons_guild"))
        return max(1, self.cost(card) - off)

    def gazette_cost(self, seat: int, citizens: int) -> int:
        return 2 + (citizens == 2) - (self.lanes[seat].employees("stationers") == 1)

    def turn(self, seat: int) -> dict[str, Any]:
        lane, money = self.lanes[seat], self.pennies[seat]
        offers = ["pass"]
        offers += ["bank"] * (self.open("bank") and money >= 1)
        offers += ["town-hall"] * (self.open("town_hall") and money >= 1)
        offers += ["black-market"] * (self.open("black_market") and money >= 3 and bool(self.deck))
        if self.open("masons_guild"):
            affordable = [card for card in self.supply if self.guild_cost(seat, card) <= money]
            offers += {f"guild {card.partition('#')[0].replace('_', '-')}": 0 for card in affordable}
        if self.open("gazette") and self.sources(lane, None):
            offers += ["gazette 1"] * (money >= self.gazette_cost(seat, 1))
            two = not self.used.get("gazette") and lane.citizens() >= 2
            offers += ["gazette 2"] * (two and money >= self.gazette_cost(seat, 2))
        houses = lane.of_type("housing")
        if self.open("tower") and (houses >= 2 or len(lane.cards) - houses >= 2):
            offers += [f"tower {k}" for k in range(1, min(money, 32) + 1)]
        return dict.fromkeys(offers)

    def main_street(self, seat: int, answer: str) -> Talk:
        verb, _, rest = answer.partition(" ")
        if verb == "bank":
            first = self.pay(seat, "bank", 1)
            self.pennies[seat] += 2 + first + self.lanes[seat].employees("smelter")
        elif verb == "town-hall":
            self.pay(seat, "town_hall", 1)
            self.pennies[seat] += 1
            self.mayor = seat
        elif verb == "black-market":
            self.pay(seat, "black_market", 3)
            yield from self.market(seat)
        elif verb == "guild":
            card = self.first_of(self.supply, rest.replace("-", "_"))
            self.pay(seat, "masons_guild", self.guild_cost(seat, card))
            self.supply.remove(card)
            yield from self.build(seat, card)
            while len(self.supply) < 5 and self.deck:
                self.supply.append(self.deck.pop())
        elif verb == "gazette":
            self.pay(seat, "gazette", self.gazette_cost(seat, int(rest)))
            yield from self.gazette(seat, int(rest))
        else:
            self.pay(seat, "tower", int(rest))
            for _ in range(int(rest)):
                yield from self.swap(seat)

    def first_of(self, cards: list[str], name: str) -> str:
        """Copies are alike; the first one of the card list is taken."""
        return min((card for card in cards if card.partition("#")[0] == name), key=self.order.index)

    def market(self, seat: int) -> Talk:
        card = self.deck.pop()
        if self.lanes[seat].find("dark_alley") and self.deck:
            two = [card, self.deck.pop()]
            names = {one.partition("#")[0] for one in two}
            options = {f"keep {name.replace('_', '-')}": self.first_of(two, name) for name in names}
            card = options[(yield seat, options)]
            two.remove(card)
            self.deck.insert(0, two[0])
        yield from self.build(seat, card)

    def build(self, seat: int, card: str) -> Talk:
        lane, name = self.lanes[seat], card.partition("#")[0]
        garage = bool(lane.find("garage"))
        options = {f"at {row}{column:+d}": (row, column) for row, column in lane.open_cells(name)}
        new = options[(yield seat, options)]
        lane.cards[new], lane.people[new] = card, lane.buildings[name]["slots"]
        tenants = {f"from {lane.text(cell)}": cell for cell in lane.cards if cell != new and lane.people[cell]}
        if garage and tenants and lane.buildings[name]["jobs"]:
            source = tenants.get((yield seat, tenants | {"stop": None}))
            if source:
                lane.leave(source)
                lane.people[new] += 1

    def destinations(self, lane: Lane, source: Place) -> dict[str, Place]:
        found: dict[str, Place] = {f"to {lane.text(cell)}": cell for cell in lane.vacancies() if cell != source}
        return found | {f"to {job}": job for job in ("barracks", "temple") if self.open(job)}

    def sources(self, lane: Lane, arrived: Place | None) -> dict[str, Place]:
        places: dict[str, Place] = {
            f"from {lane.text(cell)}": cell for cell in lane.cards if lane.people[cell] > (cell == arrived)
        }
        if lane.bonus:
            places["from board"] = "board"
        return {text: place for text, place in places.items() if self.destinations(lane, place)}

    def gazette(self, seat: int, citizens: int) -> Talk:
        lane, arrived = self.lanes[seat], None
        for number in range(citizens):
            options: dict[str, Any] = self.sources(lane, arrived)
            if not options:
                return
            answer = yield seat, options | ({"stop": None} if number else {})
            if answer == "stop":
                return
            source = options[answer]
            goals = self.destinations(lane, source)
            arrived = goals[(yield seat, goals)]
            lane.leave(source)
            if isinstance(arrived, str):
                yield from self.work(seat, arrived)
            else:
                lane.people[arrived] += 1

    def work(self, seat: int, job: str) -> Talk:
        self.used[job] = 1
        options = {f"lane {SEATS[other]}": lane for other, lane in enumerate(self.lanes)}
        chosen: Lane = options[(yield seat, options)]
        types = ["housing"] if job == "barracks" else ["store", "workshop", "attraction"]
        self.pennies[seat] += chosen.of_type(*types)

    def swap(self, seat: int) -> Talk:
        lane = self.lanes[seat]
        rows = {row: [cell for cell in lane.cards if cell[0] == row] for row in "tb"}
        options = {f"swap {lane.text(cell)}": cell for cells in rows.values() if len(cells) > 1 for cell in cells}
        one = options[(yield seat, options)]
        others = {f"swap {lane.text(cell)}": cell for cell in rows[one[0]] if cell != one}
        other = others[(yield seat, others)]
        lane.cards[one], lane.cards[other] = lane.cards[other], lane.cards[one]
        lane.people[one], lane.people[other] = lane.people[other], lane.people[one]

    # The end

    def winners(self) -> list[int]:
        keys = [(lane.stars(), len(lane.cards), self.pennies[seat]) for seat, lane in enumerate(self.lanes)]
        return [seat for seat, key in enumerate(keys) if key == max(keys)]
