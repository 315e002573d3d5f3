"""Every mayor action, from a prepared table to its exact result: which cards moved where, the city, tracks and points.

Cards of level 2 are used at level 3, all others at level 2, so that deck and row are always the same. What is not
written down must not have changed.
"""

from dataclasses import dataclass, field

import pytest

import tabletown as tt

from ...shared import audit, play
from ..helpers import BUILDINGS, A, B, city, listed, places, seat, table, tracks, turn

DECKS = {
    2: "Cannery, Golf Course, Riverwalk, Courthouse, Grand Hotel, Steel Mill, Brownstones, Student Dorms, "
    "Movie Palace, Textile Mill, Round end 2",
    3: "Zoo, Embassy, Aquarium, City Hall, Condo Tower, Auto Plant, Sports Arena, Shipyard, Round end 3",
}
ROWS = {2: "County Clinic, Savings Bank, Botanical Garden", 3: "Fairground, Office Tower, Loft Conversion"}


@dataclass(frozen=True)
class Case:
    """A card, what is chosen, and what comes of it."""

    card: str
    moves: str = ""
    moved: dict[str, str] = field(default_factory=dict)  # "from>to" and the cards that went that way
    at: tuple[int, ...] = (0, 0, 0)  # the tracks before
    to: tuple[int, ...] | None = None  # and after
    hand: str = ""
    before: str = ""  # the city before, and after; [Philadelphia*] [the card], and the mayor there
    after: str = ""
    score: int = 0
    actions: int = 0  # gained
    pile: str = ""
    rival: str = "[Houston*]"
    rival_after: str = ""
    rival_hand: str = ""
    rival_at: tuple[int, ...] = (0, 0, 0)
    rival_to: tuple[int, ...] | None = None

    @property
    def level(self) -> int:
        return 3 if BUILDINGS[self.card].level == 2 else 2

    def start(self) -> tt.Game:
        used = f"{self.card} {self.before} {self.hand} {self.pile} {self.rival}"
        decks = {n: ", ".join(c for c in DECKS[n].split(", ") if c not in used) for n in DECKS if n >= self.level}
        return table(
            seat(self.before or f"[Philadelphia*] [{self.card}]", self.hand, tracks=list(self.at)),
            seat(self.rival, self.rival_hand, tracks=list(self.rival_at)),
            level=self.level, deck=decks, row=ROWS[self.level], pile=self.pile,
        )  # fmt: skip


def movements(before: dict[str, str], after: dict[str, str]) -> dict[str, set[str]]:
    """Cards by the way that they went."""
    found: dict[str, set[str]] = {}
    for card in before:
        if before[card] != after[card]:
            found.setdefault(f"{before[card]}>{after[card]}", set()).add(card)
    return found


def check(case: Case) -> tt.Game:
    game = case.start()
    before = places(game)
    play(game, ", ".join(filter(None, [f"mayor {listed(case.card)[0]}", case.moves])))
    assert movements(before, places(game)) == {way: set(cards.split(", ")) for way, cards in case.moved.items()}
    assert city(game) == (case.after or f"[Philadelphia] [{case.card}*]")
    assert city(game, B) == (case.rival_after or case.rival)
    assert tracks(game) == (case.at if case.to is None else case.to)
    assert tracks(game, B) == (case.rival_at if case.rival_to is None else case.rival_to)
    assert game.scores() == [case.score, 0]
    assert turn(game) == (case.level, A, case.level - 1 + case.actions)
    assert "end" in game.legal_moves  # the action is over
    assert audit(game) == ""
    return game


DRAWN_2 = ["Cannery", "Golf Course", "Riverwalk", "Courthouse", "Grand Hotel", "Steel Mill"]
DRAWN_3 = ["Zoo", "Embassy", "Aquarium", "City Hall"]


def two(n: int) -> dict[str, str]:
    """So many cards drawn from the deck of level 2."""
    return {"deck>hand": ", ".join(DRAWN_2[:n])}


def three(n: int) -> dict[str, str]:
    """So many cards drawn from the deck of level 3."""
    return {"deck>hand": ", ".join(DRAWN_3[:n])}


LEVEL_1 = [
    Case("Post Office", moved=two(2)),
    Case("Town Library", "keep golf-course, keep courthouse",
         {"deck>hand": "Golf Course, Courthouse", "deck>pile": "Cannery, Riverwalk"}),
    Case("Schoolhouse", "type park", two(3)),
    Case("Schoolhouse", "type civic", two(2)),
    Case("Village Hall", "take savings-bank",
         {"row>hand": "Savings Bank", "deck>row": "Cannery", "next>hand": "Zoo"}),
    Case("Corner Store", "take county-clinic", hand="Diner", after="[Philadelphia] [Corner Store* + Diner]",
         moved={"hand>tucked": "Diner", "row>hand": "County Clinic", "deck>row": "Cannery"}),
    Case("Corner Store", "card sandlot, deck", hand="Diner, Sandlot", after="[Philadelphia] [Corner Store* + Sandlot]",
         moved={"hand>tucked": "Sandlot", "deck>hand": "Cannery"}),
    Case("Corner Store", "deck", two(1)),
    Case("Fish Market", moved={"deck>tucked": "Cannery"}, after="[Philadelphia] [Fish Market* + Cannery]",
         to=(1, 0, 0)),
    Case("Diner", "take savings-bank, own philadelphia", after="[Philadelphia + Savings Bank] [Diner*]",
         moved={"row>tucked": "Savings Bank", "deck>row": "Cannery", "deck>hand": "Golf Course"}),
    Case("Playhouse", "own philadelphia", {"hand>tucked": "Sandlot"}, hand="Sandlot", to=(0, 2, 0),
         after="[Philadelphia + Sandlot] [Playhouse*]"),
    Case("Playhouse", to=(0, 2, 0)),
    Case("Sawmill", hand="Diner", moved={"hand>pile": "Diner"} | two(3)),
    Case("Sawmill"),
    Case("Brickworks", "track population", {"hand>pile": "Diner"}, hand="Diner", to=(0, 0, 3)),
    Case("Brickworks"),
    Case("Warehouse", "card diner, card cannery", hand="Diner",
         moved={"hand>pile": "Diner", "deck>pile": "Cannery", "deck>hand": "Golf Course, Riverwalk"}),
    Case("Warehouse", "card diner, stop", {"hand>pile": "Diner"} | two(2), hand="Diner"),
    Case("Warehouse", "stop", two(1), hand="Diner"),
    Case("Warehouse", "card cannery", {"deck>pile": "Cannery", "deck>hand": "Golf Course"}),
    Case("Rail Yard", "take botanical-garden, own rail-yard, track profit, track prestige", hand="Diner",
         moved={"hand>pile": "Diner", "row>tucked": "Botanical Garden", "deck>row": "Cannery"},
         after="[Philadelphia] [Rail Yard* + Botanical Garden]", to=(1, 1, 0)),
    Case("Rail Yard"),
    Case("Village Green", to=(0, 1, 1)),
    Case("Skating Pond", to=(0, 0, 2)),
    Case("Community Garden", "track prestige", two(1), to=(0, 1, 0)),
    Case("Community Garden", "", two(1), at=(2, 1, 3), to=(2, 2, 3)),
    Case("Sandlot", "track profit, track population", to=(1, 0, 1)),
    Case("Cottage Row", "plan town-library, left", hand="Town Library, Diner",
         moved={"hand>built": "Town Library", "hand>pile": "Diner"},
         after="[Town Library] [Philadelphia] [Cottage Row*]", to=(0, 1, 1)),
    Case("Cottage Row", hand="Town Library"),
    Case("Streetcar Flats", "deck, yes, right", hand="Village Green",
         moved={"hand>built": "Village Green", "deck>hand": "Cannery"},
         after="[Philadelphia] [Streetcar Flats*] [Village Green]", to=(0, 1, 0)),
    Case("Streetcar Flats", "take county-clinic, no", {"row>hand": "County Clinic", "deck>row": "Cannery"},
         hand="Village Green"),
    Case("Homestead", "left", {"hand>built": "Sandlot"}, hand="Sandlot",
         after="[Sandlot] [Philadelphia] [Homestead*]", to=(0, 1, 1)),
    Case("Homestead"),
    Case("Row Houses", "plan savings-bank, over row-houses, pay sandlot", hand="Diner, Sandlot",
         moved={"row>built": "Savings Bank", "deck>row": "Cannery", "hand>pile": "Sandlot"},
         after="[Philadelphia] [Row Houses < Savings Bank*]", to=(3, 0, 0)),
    Case("Row Houses"),
]  # fmt: skip

LEVEL_2 = [
    Case("County Clinic", moved=three(3)),
    Case("Courthouse", "deck, deck", three(2)),
    Case("Courthouse", "take fairground, deck", before="[Philadelphia < Diner < Sawmill < Sandlot*] [Courthouse]",
         moved={"row>hand": "Fairground", "deck>row": "Zoo", "deck>hand": "Embassy"},
         after="[Philadelphia < Diner < Sawmill < Sandlot] [Courthouse*]", score=3),
    Case("Police Precinct", "deck", {"deck>hand": "Zoo", "rival>hand": "Diner"}, rival_hand="Diner"),
    Case("Police Precinct", "deck", three(1)),
    Case("Science Museum", "keep zoo, keep city-hall, keep auto-plant",
         {"deck>hand": "Zoo, City Hall, Auto Plant", "deck>pile": "Embassy, Aquarium, Condo Tower"}),
    Case("Department Store", "card diner, own philadelphia", {"hand>tucked": "Diner"} | three(2), hand="Diner",
         after="[Philadelphia + Diner] [Department Store*]"),
    Case("Department Store", "card diner, own department-store, stop", {"hand>tucked": "Diner"} | three(2),
         hand="Diner, Sandlot", after="[Philadelphia] [Department Store* + Diner]"),
    Case("Department Store", "stop", three(2), hand="Diner"),
    Case("Grand Hotel", "take office-tower, option 1", after="[Philadelphia] [Grand Hotel* + Office Tower]",
         moved={"row>tucked": "Office Tower", "deck>row": "Zoo", "deck>hand": "Embassy, Aquarium"}),
    Case("Grand Hotel", "take office-tower, option 2, track profit, track population", to=(1, 0, 1),
         after="[Philadelphia] [Grand Hotel* + Office Tower]", moved={"row>tucked": "Office Tower", "deck>row": "Zoo"}),
    Case("Savings Bank", "card diner", {"hand>tucked": "Diner"}, hand="Diner, Sandlot", to=(3, 0, 0),
         after="[Philadelphia] [Savings Bank* + Diner]"),
    Case("Savings Bank", to=(3, 0, 0)),
    Case("Movie Palace", moved={"deck>tucked": "Zoo, Embassy"}, to=(0, 1, 0),
         after="[Philadelphia] [Movie Palace* + Zoo + Embassy]"),
    Case("Steel Mill", "card diner, card sandlot, track profit, track profit, track prestige, track population",
         {"hand>pile": "Diner, Sandlot"} | three(1), hand="Diner, Sandlot", to=(2, 1, 1)),
    Case("Steel Mill", "stop", three(1), hand="Diner, Sandlot"),
    Case("Cannery", hand="Diner", moved={"hand>pile": "Diner"} | three(4)),
    Case("Freight Depot", "take zoo, take embassy, take city-hall", hand="Diner",
         moved={"row>pile": "Fairground, Office Tower, Loft Conversion", "hand>pile": "Diner",
                "deck>hand": "Zoo, Embassy, City Hall", "deck>row": "Aquarium, Condo Tower, Auto Plant"}),
    Case("Freight Depot", moved={"row>pile": "Fairground, Office Tower, Loft Conversion",
                                 "deck>row": "Zoo, Embassy, Aquarium"}),
    Case("Textile Mill", "card diner, card sandlot, take fairground, own philadelphia, track profit, "
         "take zoo, own textile-mill, track prestige", hand="Diner, Sandlot", to=(1, 1, 0),
         moved={"hand>pile": "Diner, Sandlot", "row>tucked": "Fairground", "deck>tucked": "Zoo",
                "deck>row": "Embassy", "deck>hand": "Aquarium"},
         after="[Philadelphia + Fairground] [Textile Mill* + Zoo]"),
    Case("Textile Mill", "stop", three(1), hand="Diner, Sandlot"),
    Case("Botanical Garden", to=(1, 1, 1)),
    Case("Golf Course", "track prestige", to=(0, 3, 0)),
    Case("Riverwalk", "track prestige, deck", three(1), at=(0, 1, 5), to=(1, 2, 5)),
    Case("Swimming Hall", "track profit", before="[Philadelphia*] [Swimming Hall] [Amusement Pier]", to=(1, 0, 2),
         after="[Philadelphia] [Swimming Hall*] [Amusement Pier]"),
    Case("Swimming Hall", "track profit, own diner", before="[Philadelphia*] [Swimming Hall] [Diner]", to=(2, 0, 1),
         after="[Philadelphia] [Swimming Hall*] [Diner]"),
    Case("Brownstones", "over brownstones", {"hand>built": "Sandlot"}, hand="Sandlot", to=(0, 1, 1),
         after="[Philadelphia] [Brownstones < Sandlot*]"),
    Case("Brownstones", hand="Zoo"),
    Case("Commuter Suburb", "right, track population", {"hand>built": "Fish Market"}, hand="Fish Market", to=(1, 0, 1),
         after="[Philadelphia] [Commuter Suburb*] [Fish Market]"),
    Case("Commuter Suburb", "track profit", to=(1, 0, 0)),
    Case("Trailer Court", "left", {"hand>built": "Steel Mill"}, hand="Steel Mill, Hydro Dam", to=(3, 0, 0),
         after="[Steel Mill] [Philadelphia] [Trailer Court*]"),
    Case("Trailer Court", hand="Hydro Dam"),
    Case("Student Dorms", "yes, left", {"hand>built": "Cottage Row"} | three(2), hand="Cottage Row", to=(0, 0, 1),
         after="[Cottage Row] [Philadelphia] [Student Dorms*]"),
    Case("Student Dorms", "no", three(2), hand="Cottage Row"),
    Case("Student Dorms", "yes", three(2)),
]  # fmt: skip

LEVEL_3 = [
    Case("City Hall", moved=two(2), before="[Philadelphia*] [City Hall] [Diner]",
         after="[Philadelphia] [City Hall*] [Diner]"),
    Case("State University", "deck", {"next>hand": "Zoo, Embassy", "deck>hand": "Cannery"}),
    Case("General Hospital", "type park", two(5)),
    Case("General Hospital", "type residential", two(3)),
    Case("Museum of Art", "take savings-bank, deck, take county-clinic", to=(0, 1, 0),
         moved={"row>hand": "Savings Bank, County Clinic", "deck>row": "Cannery, Riverwalk",
                "deck>hand": "Golf Course"}),
    Case("Embassy", "deck", two(1), rival="[Houston*] [Village Green]", to=(0, 1, 1)),
    Case("Embassy", "deck, rival sky skating-pond", two(1), to=(0, 0, 2),
         rival="[Houston*] [Village Green] [Skating Pond] [Shipyard]"),
    Case("Embassy", "deck", two(1)),
    Case("Sports Arena", "card diner, own philadelphia, stop", {"hand>tucked": "Diner"} | two(3),
         hand="Diner, Sandlot", after="[Philadelphia + Diner] [Sports Arena*]"),
    Case("Sports Arena", moved=two(3)),
    Case("Office Tower", "take county-clinic, take cannery", to=(2, 0, 0),
         moved={"row>tucked": "County Clinic", "deck>tucked": "Cannery", "deck>row": "Golf Course"},
         after="[Philadelphia] [Office Tower* + County Clinic + Cannery]"),
    Case("Stock Exchange", moved={"hand>tucked": "Sandlot"}, hand="Sandlot", to=(2, 0, 0),
         after="[Philadelphia] [Stock Exchange* + Sandlot]"),
    Case("Stock Exchange", moved={"hand>tucked": "Sandlot"}, hand="Sandlot", to=(5, 0, 0),
         before="[Philadelphia*] [Diner < Sawmill < Stock Exchange + Warehouse + Playhouse]",
         after="[Philadelphia] [Diner < Sawmill < Stock Exchange* + Warehouse + Playhouse + Sandlot]"),
    Case("Television Studio", "take savings-bank, own television-studio", to=(0, 2, 0), rival_at=(1, 5, 1),
         moved={"row>tucked": "Savings Bank", "deck>row": "Cannery"}, rival_to=(1, 4, 1),
         after="[Philadelphia] [Television Studio* + Savings Bank]"),
    Case("Riverboat Casino", "own philadelphia, take botanical-garden", {"deck>tucked": "Cannery"}, to=(1, 1, 1),
         after="[Philadelphia + Cannery] [Riverboat Casino*]"),
    Case("Auto Plant", "card diner, stop, track profit, track profit, yes", hand="Diner, Sandlot", to=(2, 0, 0),
         moved={"hand>pile": "Diner", "built>pile": "Auto Plant"} | two(3), after="[Philadelphia*]"),
    Case("Auto Plant", "stop, no", hand="Diner, Sandlot"),
    Case("Oil Refinery", "card diner, stop", {"hand>pile": "Diner"}, hand="Diner, Sandlot", at=(0, 3, 0), to=(3, 2, 0)),
    Case("Oil Refinery", "card diner, card sandlot", {"hand>pile": "Diner, Sandlot"}, hand="Diner, Sandlot",
         to=(6, 0, 0), score=1),
    Case("Oil Refinery", at=(0, 3, 0), to=(0, 2, 0)),
    Case("Shipyard", "card diner", {"hand>pile": "Diner"} | two(1), hand="Diner", to=(0, 1, 1),
         before="[Philadelphia*] [Shipyard] [Village Green]", after="[Philadelphia] [Shipyard*] [Village Green]"),
    Case("Shipyard", "card diner", {"hand>pile": "Diner"} | two(1), hand="Diner"),
    Case("Subway Powerhouse", "card cannery", {"deck>pile": "Cannery", "deck>hand": "Golf Course"}, actions=1),
    Case("Subway Powerhouse", "stop", two(2)),
    Case("Chemical Works", "track prestige, track profit, track profit", {"hand>pile": "Diner"}, hand="Diner",
         to=(2, 0, 0), rival_at=(3, 3, 3), rival_to=(3, 2, 3)),
    Case("Chemical Works", "track profit", rival_at=(3, 3, 3), rival_to=(2, 3, 3)),
    Case("Zoo", "track prestige, option 2", two(2), at=(1, 2, 3), to=(2, 3, 3)),
    Case("Zoo", "track profit, option 1, track population, track population", at=(1, 2, 3), to=(3, 2, 5)),
    Case("Metropolitan Park", "track profit, track profit, track prestige", to=(2, 1, 0),
         before="[Philadelphia*] [Metropolitan Park] [Village Green + Sandlot]",
         after="[Philadelphia] [Metropolitan Park*] [Village Green + Sandlot]"),
    Case("Metropolitan Park", ", ".join(["track profit"] * 5), to=(5, 0, 0),
         before="[Philadelphia*] [Metropolitan Park] [Village Green + Sandlot + Skating Pond + Community Garden + Zoo]",
         after="[Philadelphia] [Metropolitan Park*] [Village Green + Sandlot + Skating Pond + Community Garden + Zoo]"),
    Case("Aquarium", "take county-clinic", {"row>hand": "County Clinic", "deck>row": "Cannery"}, to=(1, 1, 1)),
    Case("Fairground", ", ".join(["track profit"] * 3 + ["track prestige"] * 2), {"deck>rival": "Cannery"},
         to=(3, 2, 0)),
    Case("Amusement Pier", "track profit", before="[Philadelphia*] [Amusement Pier] [Opera House]", to=(2, 1, 2),
         after="[Philadelphia] [Amusement Pier*] [Opera House]"),
    Case("Condo Tower", "plan city-hall, over condo-tower, pay diner", hand="City Hall, Diner, Sandlot", to=(1, 2, 1),
         moved={"hand>built": "City Hall", "hand>pile": "Diner, Sandlot"} | two(1),
         after="[Philadelphia] [Condo Tower < City Hall*]"),
    Case("Condo Tower", moved=two(1), hand="City Hall"),
    Case("Loft Conversion", "own diner, over loft-conversion", {}, hand="State Capitol", to=(1, 0, 1),
         before="[Philadelphia*] [Loft Conversion] [Diner]", after="[Philadelphia] [Loft Conversion < Diner*]"),
    Case("Transit Village", "plan cottage-row, left, yes, right", {"hand>built": "Village Green, Cottage Row"},
         hand="Village Green, Cottage Row", to=(0, 1, 1),
         after="[Cottage Row] [Philadelphia] [Transit Village*] [Village Green]"),
    Case("Transit Village", "plan cottage-row, left, no", {"hand>built": "Cottage Row"}, to=(0, 0, 1),
         hand="Village Green, Cottage Row", after="[Cottage Row] [Philadelphia] [Transit Village*]"),
    Case("Marina Homes", "plan botanical-garden, left", to=(0, 2, 1),
         moved={"row>built": "Botanical Garden", "deck>row": "Cannery", "deck>hand": "Golf Course"},
         after="[Botanical Garden] [Philadelphia] [Marina Homes*]"),
    Case("Annexed Suburb", "yes, right", {"theirs>built": "Diner", "theirs>pile": "Zoo"}, to=(1, 0, 1),
         rival="[Houston] [Diner* + Zoo]", rival_after="[Houston*]", after="[Philadelphia] [Annexed Suburb*] [Diner]"),
    Case("Annexed Suburb", "no", {"theirs>hand": "Diner"}, rival="[Houston < Diner*]", rival_after="[Houston*]"),
]  # fmt: skip

LEVEL_4 = [
    Case("State Capitol", "deck, deck, deck, deck", two(4)),
    Case("State Capitol", "deck, deck, deck, take county-clinic", score=3,
         before="[Philadelphia < Diner < Sawmill < Sandlot*] [State Capitol]",
         after="[Philadelphia < Diner < Sawmill < Sandlot] [State Capitol*]",
         moved={"row>hand": "County Clinic", "deck>row": "Courthouse"} | two(3)),
    Case("Grand Library", "keep cannery, keep golf-course, keep riverwalk, keep courthouse, keep grand-hotel",
         two(5) | {"deck>pile": "Steel Mill, Brownstones, Student Dorms, Movie Palace"}),
    Case("Medical Campus", moved=two(4), to=(0, 0, 2)),
    Case("National Archive", "take diner, take zoo", pile="Diner, Sandlot, Zoo",
         moved={"pile>hand": "Diner, Zoo", "deck>hand": "Cannery"}),
    Case("National Archive", pile="Diner", moved={"pile>hand": "Diner", "deck>hand": "Cannery"}),
    Case("World Trade Plaza", "take county-clinic, own philadelphia, take savings-bank, own world-trade-plaza",
         {"row>tucked": "County Clinic, Savings Bank", "deck>row": "Cannery, Golf Course"}, to=(1, 1, 1),
         after="[Philadelphia + County Clinic] [World Trade Plaza* + Savings Bank]"),
    Case("Stadium Complex", "card diner, own philadelphia, card sandlot, own philadelphia, card sawmill, "
         "own philadelphia, card post-office, own stadium-complex, achievement deep-foundations", score=3,
         hand="Diner, Sandlot, Sawmill, Post Office", moved={"hand>tucked": "Diner, Sandlot, Sawmill, Post Office"}
         | two(3), after="[Philadelphia + Diner + Sandlot + Sawmill] [Stadium Complex* + Post Office]"),
    Case("Headquarters Tower", "take savings-bank, track profit", to=(2, 0, 0),
         moved={"row>tucked": "Savings Bank", "deck>row": "Cannery"},
         before="[Philadelphia*] [Diner < Headquarters Tower]",
         after="[Philadelphia] [Diner < Headquarters Tower* + Savings Bank]"),
    Case("Opera House", "take diner, own philadelphia, own opera-house", {"pile>tucked": "Diner, Sandlot"},
         pile="Diner, Sandlot", to=(0, 3, 0), after="[Philadelphia + Diner] [Opera House* + Sandlot]"),
    Case("Opera House", to=(0, 3, 0)),
    Case("Integrated Steelworks", "card cannery, card golf-course, track profit, track profit, track profit, "
         "track prestige", {"deck>pile": "Cannery, Golf Course"}, to=(3, 1, 0)),
    Case("Integrated Steelworks", "stop", two(2)),
    Case("International Airport", "deck, deck, card cannery", to=(0, 0, 2),
         moved={"deck>pile": "Cannery", "deck>hand": "Golf Course"},
         before="[Philadelphia*] [International Airport] [Skating Pond]",
         after="[Philadelphia] [International Airport] [Skating Pond*]"),
    Case("International Airport", "deck, deck, card cannery", {"deck>pile": "Cannery", "deck>hand": "Golf Course"}),
    Case("International Airport", "deck, deck, stop", two(2)),
    Case("Container Port", "card diner, card sandlot", {"hand>pile": "Diner, Sandlot"} | two(6),
         hand="Diner, Sandlot", to=(2, 0, 0)),
    Case("Container Port", "card diner, stop", {"hand>pile": "Diner"} | two(3), hand="Diner, Sandlot", to=(1, 0, 0)),
    Case("Hydro Dam", "card cannery", {"deck>pile": "Cannery", "deck>hand": "Golf Course, Riverwalk"}, actions=1),
    Case("Hydro Dam", "stop", two(3)),
    Case("National Monument", "track profit, track prestige, track population", to=(1, 1, 1), score=1),
    Case("Olympic Park", to=(2, 2, 2)),
    Case("Nature Reserve", "track prestige, deck", two(1), at=(0, 2, 4), to=(3, 3, 4)),
    Case("Harbor Promenade", "track profit, track prestige, track population", to=(1, 1, 1),
         before="[Philadelphia*] [Harbor Promenade] [Diner]", after="[Philadelphia] [Harbor Promenade*] [Diner]"),
    Case("Harbor Promenade", ", ".join(["track profit"] * 5 + ["track prestige"]), to=(5, 1, 0),
         before="[Philadelphia*] [Harbor Promenade] [Diner] [Sandlot] ( ) [Sawmill] [Zoo] [Schoolhouse]",
         after="[Philadelphia] [Harbor Promenade*] [Diner] [Sandlot] ( ) [Sawmill] [Zoo] [Schoolhouse]"),
    Case("Sky Residences", "over sky-residences, deck", {"hand>built": "State Capitol"} | two(1),
         hand="State Capitol", to=(1, 4, 1), after="[Philadelphia] [Sky Residences < State Capitol*]"),
    Case("Penthouse Tower", "plan county-clinic, over philadelphia", {"row>built": "County Clinic",
         "deck>row": "Cannery"}, to=(1, 2, 2), after="[Philadelphia < County Clinic] [Penthouse Tower*]"),
    Case("Planned Community", "plan sandlot, right, yes, left", {"hand>built": "Sandlot, Town Library"},
         hand="Sandlot, Town Library", to=(0, 2, 2),
         after="[Town Library] [Philadelphia] [Planned Community*] [Sandlot]"),
    Case("Planned Community", "plan sandlot, right, no", {"hand>built": "Sandlot"}, hand="Sandlot, Town Library",
         to=(0, 1, 1), after="[Philadelphia] [Planned Community*] [Sandlot]"),
    Case("Urban Renewal", "left", {"pile>built": "Zoo"} | two(1), pile="Zoo, State Capitol", to=(0, 2, 1),
         after="[Zoo] [Philadelphia] [Urban Renewal*]"),
    Case("Urban Renewal", moved=two(1), pile="State Capitol"),
]  # fmt: skip

CASES = [*LEVEL_1, *LEVEL_2, *LEVEL_3, *LEVEL_4]


def case_name(case: Case) -> str:
    return f"{BUILDINGS[case.card].id} {case.card}"


@pytest.mark.rules("PS-41", "PS-43", "PS-44", "PS-45")
@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_every_mayor_action(case: Case) -> None:
    check(case)


def test_no_card_is_left_out() -> None:
    assert {case.card for case in CASES} == set(BUILDINGS)
