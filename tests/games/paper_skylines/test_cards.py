"""The cards: check sums of the whole set, every card as the rules list it, and what the loader refuses."""

import copy
import random
import tomllib
from collections import Counter
from typing import Any

import pytest

import tabletown as tt
from tabletown.engine.errors import CardError, TabletownError
from tabletown.engine.state import record
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import CardSet, read_cards
from tabletown.games.paper_skylines.vocabulary import OPERATIONS, SITE_NAMES, TYPE_NAMES, Step, chains, depth

from .helpers import BUILDINGS, CITIES, TITLE

TABLE: dict[str, Any] = tomllib.loads((TITLE.folder / "cards.toml").read_text(encoding="utf-8"))
CARDS: CardSet = TITLE.cards

# id, name, sites, cost, gains, mayor action: the tables of section 7.2
CANON = """
1C1|Post Office||1|0/1/0|draw(2,deck)
1C2|Town Library|A|2|0/1/1|peek(4,2)
1C3|Schoolhouse||1|0/0/1|declare(2)
1C4|Village Hall|H|2|0/2/0|draw(1,row); draw(1,next)
1M1|Corner Store||0|1/0/0|tuck(1,hand,here); draw(1,any)
1M2|Fish Market|W|1|1/0/0|tuck(1,deck,here); advance(1,profit)
1M3|Diner||2|1/0/1|tuck(1,row,any); draw(1,deck)
1M4|Playhouse|A|1|1/1/0|tuck(1,hand,any); advance(2,prestige)
1I1|Sawmill|W|1|1/0/0|trade(1){draw(3,deck)}
1I2|Brickworks||1|2/0/0|trade(1){advance(3,one)}
1I3|Warehouse||0|1/0/0|draw(1,deck); trade(0..3){draw(1,deck)}
1I4|Rail Yard|T|2|1/0/1|trade(1){tuck(1,row,any); advance(2,any)}
1P1|Village Green||0|0/1/0|advance(1,prestige); advance(1,population)
1P2|Skating Pond|S|1|0/0/1|advance(2,population)
1P3|Community Garden||1|0/1/0|advance(1,lowest); draw(1,deck)
1P4|Sandlot|S|2|0/1/1|advance(2,any)
1R1|Cottage Row||0|0/0/1|build(hand,1,any)
1R2|Streetcar Flats|T|1|0/0/1|draw(1,any); may{build(hand,0,any)}
1R3|Homestead|H|1|0/0/2|build(hand,2,sprawl)
1R4|Row Houses||2|0/0/2|build(row,1,any)
2C1|County Clinic||2|0/1/1|draw(3,deck)
2C2|Courthouse|H|4|0/3/0|draw(2,any); claim()
2C3|Police Precinct||3|0/1/1|draw(1,any); steal(1)
2C4|Science Museum|A|3|0/2/1|peek(6,3)
2M1|Department Store||3|2/0/1|tuck(0..2,hand,any); draw(2,deck)
2M2|Grand Hotel||4|2/1/0|tuck(1,row,here); choose{draw(2,deck) // advance(2,any)}
2M3|Savings Bank|H|3|3/0/0|tuck(1,hand,here); advance(3,profit)
2M4|Movie Palace|A|2|1/1/0|tuck(2,deck,here); advance(1,prestige)
2I1|Steel Mill||4|3/0/0|trade(0..2){advance(2,any)}; draw(1,deck)
2I2|Cannery|W|2|1/0/1|trade(1){draw(4,deck)}
2I3|Freight Depot|T|3|2/0/0|sweep(); trade(1){draw(3,row)}
2I4|Textile Mill||2|1/0/1|trade(0..2){tuck(1,row,any); advance(1,any)}; draw(1,deck)
2P1|Botanical Garden||3|0/2/1|advance(1,each)
2P2|Golf Course|S|3|1/1/1|advance(3,one)
2P3|Riverwalk|W|3|0/1/1|advance(2,lowest); draw(1,any)
2P4|Swimming Hall|S|2|0/0/2|advance(1,any); regain(2)
2R1|Brownstones||2|0/0/2|build(hand,2,over)
2R2|Commuter Suburb|T|4|0/0/3|build(hand,1,any); advance(1,lowest)
2R3|Trailer Court||3|0/0/1|build(hand,free,sprawl,lvl<=2)
2R4|Student Dorms||3|0/1/2|draw(2,deck); may{build(hand,0,any)}
3C1|City Hall|H|5|1/2/1|draw(types,deck)
3C2|State University|S|5|0/2/2|draw(2,next); draw(1,any)
3C3|General Hospital||4|0/1/2|declare(3)
3C4|Museum of Art|A|6|0/4/1|draw(3,any); advance(1,prestige)
3C5|Embassy|H|4|1/2/0|draw(1,any); copy(opponent)
3M1|Sports Arena|S S|5|3/0/1|tuck(0..3,hand,any); draw(3,deck)
3M2|Office Tower||5|4/0/0|tuck(2,row,here); advance(2,profit)
3M3|Stock Exchange|H|6|5/0/0|tuck(1,hand,here); advance(icons_here^5,profit)
3M4|Television Studio|A|4|1/2/0|tuck(1,row,any); advance(2,prestige); hinder(1,prestige)
3M5|Riverboat Casino|W|4|3/0/0|tuck(1,deck,any); copy(row)
3I1|Auto Plant|T|5|4/0/0|trade(0..2){advance(2,any)}; may{raze(pile){draw(3,deck)}}
3I2|Oil Refinery||5|5/0/0|decline(1,prestige); trade(1..2){advance(3,profit)}
3I3|Shipyard|W|4|2/0/1|draw(1,deck); trade(1){copy(own)}
3I4|Subway Powerhouse|T|5|2/1/1|draw(2,deck); trade(0..1){actions(1)}
3I5|Chemical Works||4|4/0/0|hinder(1,any); trade(1..2){advance(2,any)}
3P1|Zoo||4|0/2/1|advance(2,lowest); choose{advance(2,any) // draw(2,deck)}
3P2|Metropolitan Park|A|6|0/3/2|advance(type:Park^5,any)
3P3|Aquarium|W|5|0/2/2|advance(1,each); draw(1,any)
3P4|Fairground|S|4|1/1/1|advance(5,any); gift(1)
3P5|Amusement Pier|A|5|1/1/2|advance(1,lowest); regain(3)
3R1|Condo Tower||5|1/0/3|build(hand,3,over); draw(1,deck)
3R2|Loft Conversion|H|4|0/2/1|raze(hand); build(hand,free,any,lvl<=3)
3R3|Transit Village|T|5|0/0/4|build(hand,1,any); may{build(hand,1,any)}
3R4|Marina Homes|W|4|1/0/2|build(row,3,sprawl); draw(1,deck)
3R5|Annexed Suburb|T|4|0/0/3|seize(2); may{build(hand,2,any)}
4C1|State Capitol|H|7|1/4/1|draw(4,any); claim()
4C2|Grand Library|A H|6|0/4/1|peek(9,5)
4C3|Medical Campus||6|0/1/4|draw(4,deck); advance(2,population)
4C4|National Archive|H|5|1/3/0|draw(2,pile); draw(sites/2^4,deck)
4M1|World Trade Plaza|T|7|5/1/1|tuck(2,row,any); advance(1,each)
4M2|Stadium Complex|S S|6|3/1/1|tuck(0..4,hand,any); draw(3,deck); claim()
4M3|Headquarters Tower||7|6/1/0|tuck(1,row,here); advance(height^5,one)
4M4|Opera House|A A|5|2/3/0|tuck(2,pile,any); advance(3,prestige)
4I1|Integrated Steelworks||7|6/0/0|draw(2,deck); trade(0..4){advance(2,any)}
4I2|International Airport|T|7|3/1/2|draw(2,any); trade(0..1){visit()}
4I3|Container Port|W T|6|5/0/1|trade(1..2){draw(3,deck); advance(1,profit)}
4I4|Hydro Dam|W|6|3/1/1|draw(3,deck); trade(0..1){actions(1)}
4P1|National Monument|H|6|0/5/1|advance(3,any); score(1)
4P2|Olympic Park|S S|7|1/3/3|advance(2,each)
4P3|Nature Reserve|W|5|0/3/2|advance(4,lowest); draw(1,any)
4P4|Harbor Promenade|W|6|1/2/2|advance(buildings^6,any)
4R1|Sky Residences||6|1/1/4|build(hand,free,any); draw(1,any)
4R2|Penthouse Tower|A|7|2/2/2|build(row,4,over); advance(1,each)
4R3|Planned Community|T|6|0/0/5|build(hand,2,any); may{build(hand,2,any)}
4R4|Urban Renewal||6|0/2/3|build(pile,free,any,lvl<=3); draw(1,deck)
"""
CITY_BONUSES = """
X01|New York|commercial|cost(1,over)
X02|Los Angeles|residential|cost(1,sprawl)
X03|Chicago|commercial|on(over){draw(1,deck)}
X04|Houston|industrial|wild(type)
X05|Philadelphia|civic|wild(site)
X06|Boston|civic|on(basic_draw){draw(1,deck)}
X07|Seattle|park|on(basic_advance){advance(1,lowest)}
X08|San Francisco|park|on(tuck){advance(1,lowest)}
X09|Las Vegas|commercial|stay()
X10|Detroit|industrial|on(basic_discard){draw(1,deck)}
X11|Washington, D.C.|civic|on(level_start){draw(2,deck)}
X12|New Orleans|residential|on(claim){advance(3,any)}
"""
ACHIEVEMENTS = """
A1|Five Districts|types>=5|2
A2|Zoning Champion|best_type>=5|3
A3|Grand Tour|site_kinds>=5|4
A4|Signature Sites|best_site>=3|3
A5|High Rise|tallest>=4|3
A6|Urban Sprawl|buildings>=6|3
A7|Deep Foundations|tucked>=4|3
A8|Balanced Budget|low_track>=10|3
"""
LETTERS = {"C": "civic", "M": "commercial", "I": "industrial", "P": "park", "R": "residential"}
CHEAPER_NEAR = {"R": "civic", "M": "residential", "I": "commercial", "P": "industrial", "C": "park"}
SITES = {"A": "arts", "S": "sport", "T": "transit", "W": "water", "H": "heritage"}


def lines(text: str) -> list[list[str]]:
    return [line.split("|") for line in text.strip().split("\n")]


# --- The set --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("PS-5")
def test_eighty_five_buildings_in_four_levels_and_five_types() -> None:
    assert Counter(b.level for b in CARDS.buildings) == {1: 20, 2: 20, 3: 25, 4: 20}
    for level, each in ((1, 4), (2, 4), (3, 5), (4, 4)):
        assert set(Counter(b.type for b in CARDS.buildings if b.level == level).values()) == {each}
    assert (len(CARDS.cities), len(CARDS.achievements), CARDS.chips) == (12, 8, (1, 1, 1, 1, 2, 2, 2, 3))
    # with round-end cards, awards and player aids these are the 115 cards of the box
    assert 85 + 4 + 12 + 8 + 2 + 4 == 115


def test_names_actions_and_sites_are_as_many_as_they_should_be() -> None:
    assert len({b.name for b in CARDS.buildings}) == len({b.slug for b in CARDS.buildings}) == 85
    assert len({b.text for b in CARDS.buildings}) == len({b.action for b in CARDS.buildings}) == 85
    for site in range(s.SITES):
        by_level = [sum(b.sites.count(site) for b in CARDS.buildings if b.level == n) for n in (1, 2, 3, 4)]
        assert by_level == [2, 2, 4, 4]
    names = [b.slug for b in CARDS.buildings] + [c.slug for c in CARDS.cities] + [a.slug for a in CARDS.achievements]
    assert len(set(names)) == len(names)
    assert all(name.isascii() and name == name.lower() and " " not in name for name in names)


def test_every_building_is_as_the_canon_lists_it() -> None:
    found = []
    for b in CARDS.buildings:
        sites = " ".join(next(k for k, v in SITES.items() if v == SITE_NAMES[site]) for site in b.sites)
        found.append([b.id, b.name, sites, str(b.cost), "/".join(str(n) for n in b.gains), b.text])
        assert TYPE_NAMES[b.type] == LETTERS[b.id[1]]
        assert TYPE_NAMES[b.discount] == CHEAPER_NEAR[b.id[1]]
        assert b.level == int(b.id[0])
    assert found == lines(CANON)


@pytest.mark.rules("PS-13")
def test_every_city_is_as_the_canon_lists_it() -> None:
    assert [[c.id, c.name, TYPE_NAMES[c.type], c.bonus] for c in CARDS.cities] == lines(CITY_BONUSES)
    data = record(CARDS.data)
    for c in CARDS.cities:
        assert (data.level[c.card], data.sites[c.card].sum()) == (0, 0)


def test_achievements_awards_and_tracks() -> None:
    rows = TABLE["achievement"]
    assert [[r["id"], r["name"], r["condition"], str(r["stars"])] for r in rows] == lines(ACHIEVEMENTS)
    assert (CARDS.awards, CARDS.lines, CARDS.track_end) == ((3, 3), (6, 11, 15, 18, 21, 24), 24)
    assert sum(a.stars for a in CARDS.achievements) == 24


def test_the_averages_of_the_design_notes() -> None:
    for level, cost, gain in ((1, 1.1, 1.5), (2, 2.9, 2.5), (3, 4.7, 3.8), (4, 6.2, 5.6)):
        cards = [b for b in CARDS.buildings if b.level == level]
        assert abs(sum(b.cost for b in cards) / len(cards) - cost) < 0.1
        assert abs(sum(sum(b.gains) for b in cards) / len(cards) - gain) < 0.1


# --- The vocabulary -------------------------------------------------------------------------------------------------


def steps(effect: tuple[Step, ...]) -> list[Step]:
    return [inner for step in effect for inner in (step, *(s for block in step.blocks for s in steps(block)))]


def test_every_word_of_the_vocabulary_is_used() -> None:
    used = {step.op for b in CARDS.buildings for step in steps(b.action)}
    words = {op for name, (op, _, _) in OPERATIONS.items() if name not in ("perform", "event")} | {s.MAY, s.CHOOSE}
    assert used == words
    assert len(words) == 22
    assert {c.modifier for c in CARDS.cities} == {"over", "sprawl", "wild_type", "wild_site", "stay", "on"}
    assert {c.event for c in CARDS.cities} == set(range(8))


def test_four_chain_cards() -> None:
    found = {b.name for b in CARDS.buildings if chains(b.action)}
    assert found == {"Embassy", "Riverboat Casino", "Shipyard", "International Airport"}
    assert {b.name for b in CARDS.buildings if record(CARDS.data).chain[b.index]} == found


def test_no_effect_needs_more_frames_than_there_are() -> None:
    deepest = max(depth(b.action) for b in CARDS.buildings if not chains(b.action))
    bonus = max(depth(c.effect) for c in CARDS.cities if c.effect)
    assert max(1 + depth(b.action, deepest) + bonus for b in CARDS.buildings) == s.FRAMES


def test_the_packed_record_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        CARDS.data["cost"][0, 0] = 1


# --- What the loader refuses ----------------------------------------------------------------------------------------


def changed(path: str, value: Any) -> dict[str, Any]:
    """The card table with one thing changed: "1C1.cost", "X01.bonus", "track.end"; None removes it."""
    table = copy.deepcopy(TABLE)
    card, _, key = path.partition(".")
    rows = {row["id"]: row for row in (*table["building"], *table["city"], *table["achievement"])} | table
    if value is None:
        del rows[card][key]
    else:
        rows[card][key] = value
    return table


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("1C1.cost", -1, "building '1C1', cost: must be a whole number from 0 to 9, not -1"),
        ("1C1.cost", 10, "building '1C1', cost: must be a whole number from 0 to 9, not 10"),
        ("1C1.cost", "1", "building '1C1', cost: must be a whole number from 0 to 9, not '1'"),
        ("1C1.cost", True, "building '1C1', cost: must be a whole number from 0 to 9, not True"),
        ("1C1.cost", None, "building '1C1', cost: must be a whole number from 0 to 9, and is missing"),
        ("1C1.level", 5, "building '1C1', level: must be a whole number from 1 to 4, not 5"),
        ("1C1.level", 2, "there must be 20 buildings of level 1"),
        ("1C1.type", "shop", "building '1C1', type: must be one of civic, commercial, industrial, park"),
        ("1C1.type", None, "building '1C1', type: must be one of civic, commercial, industrial, park"),
        ("1C1.type", ["civic"], "building '1C1', type: must be one of civic, commercial, industrial, park"),
        ("1C1.discount", "parks", "building '1C1', discount: must be one of civic, commercial, industrial, park"),
        ("1C1.gains", [1, 2], "building '1C1', gains: must be three numbers"),
        ("1C1.gains", "1", "building '1C1', gains: must be three numbers from 0 to 9: profit, prestige, population"),
        ("1C1.gains", [1, 2, -1], "building '1C1', gains: must be three numbers from 0 to 9: profit, prestige"),
        ("1C1.sites", "arts", "building '1C1', sites: must be a list of at most 4 words out of arts, heritage"),
        ("1C1.sites", ["art"], "building '1C1', sites: must be a list of at most 4 words out of arts, heritage"),
        ("1C1.sites", [["arts"]], "building '1C1', sites: must be a list of at most 4 words out of arts, heritage"),
        ("1C1.sites", ["arts"] * 5, "building '1C1', sites: must be a list of at most 4 words"),
        ("1C1.name", "", "building '1C1', name: must be plain words, not ''"),
        ("1C1.name", 7, "building '1C1', name: must be plain words, not 7"),
        ("1C1.name", None, "building '1C1', name: must be plain words, and is missing"),
        ("1C1.name", "Diner", "building '1M3', name: 'diner' occurs twice"),
        ("1C1.name", "Deck", "building '1C1', name: 'deck' is a word of moves"),
        ("1C1.id", "1C2", "building '1C2', id: '1C2' occurs twice"),
        ("1C1.price", 3, "unknown field 'price' in building '1C1'"),
        ("1C1.action", None, "building '1C1', action: must be text in the vocabulary"),
        ("1C1.action", 3, "building '1C1', action: must be text in the vocabulary"),
        ("1C1.action", "", "building '1C1', action: '': '' is no effect"),
        ("1C1.action", "fly(3)", "building '1C1', action: 'fly(3)': 'fly' is no effect"),
        ("1C1.action", "draw(2)", "building '1C1', action: 'draw(2)': 2 arguments are needed, not 1"),
        ("1C1.action", "draw(2,deck,row)", "building '1C1', action: 'draw(2,deck,row)': 2 arguments are needed, not 3"),
        ("1C1.action", "draw(2,moon)", "building '1C1', action: 'draw(2,moon)': 'moon' must be one of deck, next"),
        ("1C1.action", "draw(0,deck)", "building '1C1', action: 'draw(0,deck)': 0 must be a number up to 9"),
        ("1C1.action", "draw(10,deck)", "building '1C1', action: 'draw(10,deck)': 10 must be a number up to 9"),
        ("1C1.action", "draw(lots,deck)", "building '1C1', action: 'draw(lots,deck)': 'lots' is no amount"),
        ("1C1.action", "draw(type,deck)", "building '1C1', action: 'draw(type,deck)': 'type' is no amount"),
        ("1C1.action", "draw(type:Moon,deck)", "building '1C1', action: 'draw(type:Moon,deck)': 'Moon' is no type"),
        ("1C1.action", "draw(2,deck", "building '1C1', action: 'draw(2,deck': ')' is missing"),
        ("1C1.action", "draw(2 deck)", "building '1C1', action: 'draw(2 deck)': ',' is missing"),
        ("1C1.action", "draw(2,deck);", "building '1C1', action: 'draw(2,deck);': '' is no effect"),
        ("1C1.action", "draw(2,deck) draw", "building '1C1', action: 'draw(2,deck) draw': 'draw' is too much"),
        ("1C1.action", "draw(2,deck){claim()}", "building '1C1', action: 'draw(2,deck){claim()}': draw has no block"),
        ("1C1.action", "trade(1)", "building '1C1', action: 'trade(1)': trade needs a block in braces"),
        ("1C1.action", "trade(2..1){claim()}", "building '1C1', action: 'trade(2..1){claim()}': the range 2..1 must"),
        ("1C1.action", "tuck(0..2,row,any)", "building '1C1', action: 'tuck(0..2,row,any)': only cards from the hand"),
        ("1C1.action", "choose{claim()}", "building '1C1', action: 'choose{claim()}': choose offers 2 to 4 options"),
        ("1C1.action", "peek(2,3)", "building '1C1', action: 'peek(2,3)': more cards are kept than looked at"),
        ("1C1.action", "regain(5)", "building '1C1', action: 'regain(5)': a level from 1 to 4 is needed"),
        ("1C1.action", "actions(2)", "building '1C1'"),
        ("1C1.action", "draw(2,deck)?", "building '1C1', action: '?' is not in the vocabulary"),
        ("1C1.action", "perform()", "building '1C1', action: perform and event are not written on cards"),
        ("1C1.action", "may{event(tuck)}", "building '1C1', action: perform and event are not written on cards"),
        ("1C1.action", "draw(3,deck)", "building '2C1', action: 'draw(3,deck)' occurs twice"),
        (
            "1C1.action",
            "may{may{may{trade(1){copy(own)}}}}",
            "building '1C1', action: 'may{may{may{trade(1){copy(own)}}}}' is nested too deeply",
        ),
        ("1C1.action", "may{" * 9 + "claim()" + "}" * 9, "building '1C1', action: "),
        ("X01.bonus", None, "city 'X01', bonus: must be text in the vocabulary of effects, and is missing"),
        ("X01.bonus", 3, "city 'X01', bonus: must be text in the vocabulary of effects, not 3"),
        ("X01.bonus", "cost(1,lots)", "city 'X01', bonus: 'cost(1,lots)' must be cost(n,over), cost(n,sprawl)"),
        ("X01.bonus", "on(monday){draw(1,deck)}", "city 'X01', bonus: 'on(monday){draw(1,deck)}' must be cost(n,over)"),
        ("X01.bonus", "on(tuck){tuck(1,hand,here)}", "city 'X01', bonus: 'on(tuck){tuck(1,hand,here)}': a city's"),
        ("X01.bonus", "on(tuck){may{draw(1,deck)}}", "city 'X01', bonus: 'on(tuck){may{draw(1,deck)}}': a city's"),
        ("X01.bonus", "on(level_start){score(1)}", "city 'X01', bonus: 'on(level_start){score(1)}': at a level change"),
        ("X01.type", "shop", "city 'X01', type: must be one of civic, commercial, industrial, park"),
        ("X01.name", "Diner", "city 'X01', name: 'diner' occurs twice"),
        ("A1.condition", "types", "achievement 'A1', condition: 'types' must look like types>=5"),
        ("A1.condition", 5, "achievement 'A1', condition: must be text like"),
        ("A1.condition", "stars>=5", "achievement 'A1', condition: 'stars': 'stars' is no amount"),
        ("A1.stars", 0, "achievement 'A1', stars: must be a whole number from 1 to 9, not 0"),
        ("A1.prize", 1, "unknown field 'prize' in achievement 'A1'"),
        ("track.end", 1, "track, end: must be a whole number from 2 to 60, not 1"),
        ("track.lines", [6, 6], "track, lines: must be rising spaces up to the end of the track at 24, not [6, 6]"),
        ("track.lines", [6, 25], "track, lines: must be rising spaces up to the end of the track at 24, not [6, 25]"),
        ("track.lines", [], "track, lines: must be 1 to 8 whole numbers from 1 to 60, not []"),
        ("track.end_points", "x", "track, end_points: must be a whole number from 0 to 9, not 'x'"),
        ("track.length", 24, "unknown field 'length' in track"),
        ("chips.values", [1, 2], "chips, values: must be 8 whole numbers"),
        ("chips.values", [0] * 8, "chips, values: must be 8 whole numbers from 1 to 9"),
        ("awards.tallest_building", -1, "awards, tallest_building: must be a whole number from 0 to 9, not -1"),
    ],
)
def test_the_loader_names_card_and_field(path: str, value: Any, message: str) -> None:
    with pytest.raises(CardError) as caught:
        read_cards(changed(path, value))
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, TabletownError)


@pytest.mark.parametrize("rows", [5, "diner", ["diner"], {"a": 1}, []])
@pytest.mark.parametrize("name", ["building", "city", "achievement"])
def test_cards_are_lists_of_tables(name: str, rows: Any) -> None:
    with pytest.raises(CardError, match=name):
        read_cards(TABLE | {name: rows})


@pytest.mark.parametrize("value", [5, [], "x"])
@pytest.mark.parametrize("name", ["track", "chips", "awards"])
def test_numbers_are_tables(name: str, value: Any) -> None:
    with pytest.raises(CardError, match=name):
        read_cards(TABLE | {name: value})


def test_no_other_tables() -> None:
    with pytest.raises(CardError, match="'cards'"):
        read_cards(TABLE | {"cards": []})


# --- Other card sets ------------------------------------------------------------------------------------------------


@pytest.mark.rules("PS-51", "PS-53")
def test_another_set_can_be_played() -> None:
    """Shorter tracks, other lines, other prices: all of it is data."""
    table = copy.deepcopy(TABLE)
    table["track"] = {"end": 12, "lines": [3, 12], "end_points": 2}
    for row in table["building"]:
        row["cost"] = 0
    cards = read_cards(table)
    game, rng = tt.new("paper_skylines", players=3, seed=5, cards=cards), random.Random(5)
    while not game.is_game_over():
        assert TITLE.positions.audit(game.state, record(cards.data)) == ""
        assert game.state.track.max() <= 12
        game.push_action(rng.choice(game.legal_actions))
    assert set(game.state.points[:, s.BY_ENDS].tolist()) <= {0, 2, 4, 6}
    assert len(BUILDINGS) + len(CITIES) == 97
