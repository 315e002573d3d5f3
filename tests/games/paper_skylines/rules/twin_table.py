"""The table of the slow twin: cards, cities, tracks, decks, and all that can be counted on it.

Nothing here is shared with the kernels: cards are their names, a city is a list of heaps, and everything is counted
from scratch whenever it is asked for.
"""

import re
import tomllib
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

Question = tuple[int, dict[str, Any]]
Talk = Generator[Question, str, Any]
Step = tuple[str, list[str], list[Any]]
Spot = tuple[str, int]

SEATS = ("orange", "sky", "green", "vermilion")
TRACKS = ("profit", "prestige", "population")
TYPES = ("civic", "commercial", "industrial", "park", "residential")
LINES = (6, 11, 15, 18, 21, 24)
END = 24
MOST_SLOTS = 32
CHAIN = {"Embassy", "Riverboat Casino", "Shipyard", "International Airport"}


def word(name: str) -> str:
    """A name as moves write it."""
    return "-".join(re.findall("[a-z0-9]+", name.lower()))


def split(text: str, mark: str) -> list[str]:
    """Parts of a text between marks that stand outside all brackets."""
    parts, depth = [""], 0
    for i, letter in enumerate(text):
        depth += (letter in "({") - (letter in ")}")
        if depth == 0 and text.startswith(mark, i):
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip(" /") for part in parts if part.strip(" /")]


def read(text: str) -> list[Step]:
    """The steps of an effect: name, arguments, blocks."""
    steps = []
    for part in split(text, ";"):
        head, _, block = part.partition("{")
        name, _, arguments = head.partition("(")
        steps.append((name, arguments.strip(" )").split(","), [read(b) for b in split(block[:-1], "//")]))
    return steps


class Deck:
    """All cards by name, as they are printed."""

    def __init__(self, path: Path) -> None:
        printed = tomllib.loads(path.read_text(encoding="utf-8"))
        self.cards: dict[str, dict[str, Any]] = {row["name"]: {"sites": []} | row for row in printed["building"]}
        self.order = list(self.cards)
        self.cities: dict[str, dict[str, Any]] = {row["name"]: row for row in printed["city"]}
        self.achievements: dict[str, dict[str, Any]] = {row["name"]: row for row in printed["achievement"]}

    def type(self, card: str) -> str:
        return str((self.cards | self.cities)[card]["type"])

    def in_order(self, cards: Iterable[str]) -> list[str]:
        return sorted(cards, key=self.order.index)


@dataclass(eq=False)
class Heap:
    """A slot of a city: built cards from the bottom up and tucked ones; a lot has neither."""

    built: list[str] = field(default_factory=list)
    tucked: list[str] = field(default_factory=list)

    @property
    def top(self) -> str:
        return self.built[-1] if self.built else ""

    @property
    def all(self) -> list[str]:
        return self.built + self.tucked


@dataclass
class Player:
    """A city and what belongs to it."""

    home: str
    slots: list[Heap]
    mayor: Heap
    hand: set[str]
    tracks: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TRACKS, 0))
    paid: dict[str, set[int]] = field(default_factory=lambda: {track: set() for track in TRACKS})
    score: int = 0
    claimed: set[str] = field(default_factory=set)

    def buildings(self) -> list[Heap]:
        return [heap for heap in self.slots if heap.built]

    def home_heap(self) -> Heap:
        return next(heap for heap in self.slots if self.home in heap.built)


class Table:
    """A table; the top of a deck is the last of its list. Dice are borrowed: `chance(n)` is a number below n."""

    def __init__(
        self, deck: Deck, players: list[Player], row: list[str | None], decks: dict[int, list[str]],
        chips: dict[str, int], first: int, whole_game: bool, chance: Callable[[int], int],
    ) -> None:  # fmt: skip
        self.deck, self.players, self.row, self.decks, self.chips = deck, players, row, decks, chips
        self.first, self.whole_game, self.chance = first, whole_game, chance
        self.pile: set[str] = set()
        self.out: set[str] = set()
        self.marked: set[int] = set()
        self.ended: dict[str, int] = {}
        self.owner: dict[str, int] = {}
        self.level, self.opener, self.quiet = 1, -1, 0
        self.moved = self.over = self.gained = self.bonus_used = False
        self.actions = 0
        self.held = ""
        self.looked: set[str] = set()

    # Asking

    def ask(self, me: int, options: dict[str, Any]) -> Talk:
        """The answer to a question; with one option nobody is asked."""
        if len(options) == 1:
            return next(iter(options.values()))
        return options[(yield me, options)]

    def hand_cards(self, me: int, verb: str) -> dict[str, Any]:
        return {f"{verb} {word(card)}": card for card in self.players[me].hand}

    def own(self, heaps: Iterable[Heap]) -> dict[str, Any]:
        return {f"own {word(heap.top)}": heap for heap in heaps}

    # Counting

    def tallest(self, me: int) -> int:
        return max(len(heap.built) for heap in self.players[me].slots)

    def number(self, me: int) -> int:
        return len(self.players[me].buildings())

    def count(self, me: int, what: str) -> int:
        player = self.players[me]
        visible = list(chain.from_iterable(heap.all for heap in player.slots))
        types = [self.deck.type(card) for card in visible]
        sites = [site for card in visible if card in self.deck.cards for site in self.deck.cards[card]["sites"]]
        wild = self.bonus(me) == "wild(site)"
        if what.startswith("type:"):
            return types.count(what[5:].lower())
        counts: dict[str, Callable[[], int]] = {
            "types": lambda: len(set(types)),
            "best_type": lambda: max(types.count(kind) for kind in types),
            "sites": lambda: len(sites) + wild,
            "site_kinds": lambda: min(5, len(set(sites)) + wild),
            "best_site": lambda: max((sites.count(site) for site in sites), default=0) + wild,
            "buildings": lambda: self.number(me),
            "height": lambda: len(player.mayor.built),
            "tallest": lambda: self.tallest(me),
            "icons_here": lambda: len(player.mayor.all),
            "tucked": lambda: sum(len(heap.tucked) for heap in player.slots),
            "low_track": lambda: min(player.tracks.values()),
        }
        return counts[what]()

    def amount(self, me: int, text: str) -> int:
        if text.isdecimal():
            return int(text)
        count, _, most = text.partition("^")
        count, _, divisor = count.partition("/")
        return min(int(most or 999), self.count(me, count) // int(divisor or 1))

    def bonus(self, me: int) -> str:
        """The bonus of a city while its card is a top card."""
        player = self.players[me]
        return str(self.deck.cities[player.home]["bonus"]) if player.home_heap().top == player.home else ""

    def claimable(self, me: int) -> dict[str, str]:
        found = {}
        for name, printed in self.deck.achievements.items():
            what, _, needed = printed["condition"].partition(">=")
            if name not in self.players[me].claimed and self.count(me, what) >= int(needed):
                found[f"achievement {word(name)}"] = name
        return found

    def opponents(self, me: int) -> list[int]:
        return [(me + i) % len(self.players) for i in range(1, len(self.players))]

    def roofs(self, me: int, level: int = 4, chains: bool = True) -> list[Heap]:
        """Buildings whose top card is a building card of at most a level, with or without chain cards."""
        return [
            heap
            for heap in self.players[me].buildings()
            if heap.top in self.deck.cards and self.deck.cards[heap.top]["level"] <= level
            if chains or heap.top not in CHAIN
        ]

    # Prices

    def spots(self, me: int, where: str) -> list[Spot]:
        slots = self.players[me].slots
        found = [("over" if heap.built else "lot", i) for i, heap in enumerate(slots)]
        if len(slots) < MOST_SLOTS:
            found += [("left", -1), ("right", len(slots))]
        return [spot for spot in found if where == "any" or (spot[0] == "over") == (where == "over")]

    def icons(self, me: int, heap: Heap, kind: str) -> int:
        own = sum(self.deck.type(card) == kind for card in heap.all)
        wild = heap.top == self.players[me].home and self.bonus(me) == "wild(type)" and self.deck.type(heap.top) != kind
        return own + wild

    def price(self, me: int, card: str, spot: Spot, less: str) -> int:
        if less == "free":
            return 0
        slots, (kind, place) = self.players[me].slots, spot
        near = [slots[i] for i in (place - 1, place, place + 1) if 0 <= i < len(slots)]
        printed, bonus = self.deck.cards[card], self.bonus(me)
        off = int(less) + sum(self.icons(me, heap, printed["discount"]) for heap in near)
        off += bonus == ("cost(1,over)" if kind == "over" else "cost(1,sprawl)")
        return max(0, int(printed["cost"]) - off)

    def sources(self, me: int, source: str) -> Iterable[str]:
        if source == "row":
            return [card for card in self.row if card]
        return self.players[me].hand if source == "hand" else self.pile

    def affordable(self, me: int, card: str, less: str, where: str, money: int) -> list[Spot]:
        return [spot for spot in self.spots(me, where) if self.price(me, card, spot, less) <= money]

    def buildable(self, me: int, source: str, less: int | str, where: str, level: int) -> list[str]:
        money = len(self.players[me].hand) - (source == "hand")
        return [
            card
            for card in self.sources(me, source)
            if self.deck.cards[card]["level"] <= level and self.affordable(me, card, str(less), where, money)
        ]

    def spot_text(self, me: int, spot: Spot) -> str:
        kind, place = spot
        if kind == "over":
            return f"over {word(self.players[me].slots[place].top)}"
        return f"lot {place + 1}" if kind == "lot" else kind

    # Tracks

    def others_at(self, me: int, track: str) -> set[int]:
        return {p.tracks[track] for i, p in enumerate(self.players) if i != me} - {0, END}

    def step(self, me: int, track: str) -> None:
        player, taken = self.players[me], self.others_at(me, track)
        if player.tracks[track] == END:
            return
        player.tracks[track] += 1
        while player.tracks[track] in taken:
            player.tracks[track] += 1
        for line in LINES:
            if line <= player.tracks[track] and line not in player.paid[track]:
                player.paid[track].add(line)
                self.point(me)
        if player.tracks[track] == END and track not in self.ended:
            self.ended[track] = me
            self.point(me)

    def step_down(self, me: int, track: str) -> None:
        player, taken = self.players[me], self.others_at(me, track)
        player.tracks[track] = max(0, player.tracks[track] - 1)
        while player.tracks[track] in taken:
            player.tracks[track] -= 1

    def point(self, me: int) -> None:
        others = {player.score for i, player in enumerate(self.players) if i != me}
        self.players[me].score += 1
        while self.players[me].score in others:
            self.players[me].score += 1

    # Decks

    def can_take(self, level: int) -> bool:
        above = chain.from_iterable(self.decks[n] for n in range(level, 5))
        return any(card != "end" for card in above) or any(self.deck.cards[card]["level"] > 2 for card in self.pile)

    def take(self, level: int, last: int = 4) -> str | None:
        while True:
            if self.decks[level]:
                card = self.decks[level].pop()
                self.moved = True
                if card != "end":
                    return card
                self.marked.add(level)
            elif level < last:
                level += 1
            else:
                fresh = self.deck.in_order(card for card in self.pile if self.deck.cards[card]["level"] > 2)
                if level < 4 or not fresh:
                    return None
                self.pile -= set(fresh)
                for i in range(len(fresh) - 1, 0, -1):
                    j = self.chance(i + 1)
                    fresh[i], fresh[j] = fresh[j], fresh[i]
                self.decks[4] = fresh

    def draw(self, me: int, level: int) -> None:
        card = self.take(level)
        if card:
            self.players[me].hand.add(card)

    def refill(self) -> None:
        for i in range(3):
            if self.row[i] is None:
                self.row[i] = self.take(self.level, self.level)

    def sweep(self) -> None:
        self.pile |= {card for card in self.row if card}
        self.row = [None] * 3
        self.refill()

    def take_open(self, card: str, source: str) -> None:
        if source == "pile":
            self.pile.remove(card)
        else:
            self.row[self.row.index(card)] = None
            self.refill()

    def open_cards(self, source: str) -> dict[str, Any]:
        cards = self.pile if source == "pile" else [card for card in self.row if card]
        found: dict[str, Any] = {f"take {word(card)}": card for card in cards}
        return found | ({"deck": None} if source == "any" and self.can_take(self.level) else {})
