"""Rooms: which furniture stands where in every project, and how a room without a drawing of its own is made up.

A room is a line of parts: `bed 60` stands a bed at x = 60, `bush 30 5` lifts it by 5, `man.blue 100` is a man in a blue
coat. Rooms are 160 wide and 50 high; the corners are kept free for plates, marks, coin and star. A room that begins
with `open` lies in the open air, without walls.
"""

from functools import cache
from zlib import crc32

from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import TYPE_NAMES, Project
from tabletown.games.uptown.drawing.parts_fittings import FITTINGS
from tabletown.games.uptown.drawing.parts_furniture import FURNITURE
from tabletown.games.uptown.drawing.parts_outdoors import OUTDOORS
from tabletown.games.uptown.drawing.parts_people import PEOPLE
from tabletown.games.uptown.drawing.parts_trades import TRADES

PARTS = OUTDOORS | FITTINGS | FURNITURE | TRADES

ROOMS: dict[str, str] = {
    # project cards, in the order of their numbers
    "corner-office": "panorama 32, desk 82, man.dark 118, plant 128",
    "twin-flats": "window 31, sofa 38, floorlamp 72, partition 78, bed 88, painting 104",
    "city-park": "open, tree 28, grass 0, bench 62, man.blue 70, poplar 96, tree 110",
    "roof-garden": "open, parapet 0, pergola 32 6, bench 50 6, bush 96 6, poplar 120 6, flowers 98 6",
    "grocery": "jars 36, crates 32, counter 84, till 114, man.green 100",
    "attic-flat": "skylight 30, bed 62, floorlamp 106, shelf 116",
    "furniture-store": "sofa 34, floorlamp 72, armchair 90, lamp 116, painting 38, woman.teal 120",
    "water-tank": "open, parapet 0, water-tank 56 6, vents 108 6",
    "studio-flat": "kitchen 32, bistro-table 80, bed 108, painting 84",
    "call-centre": "pinboard 40, desk 32, desk 68, desk 104, woman.red 58, man.teal 94",
    "bank-branch": "vault 92, counter 34, till 66, woman.purple 48",
    "executive-deck": "panorama 32, globe 86, desk 100, man.dark 88",
    "law-chambers": "shelf 32, bench-desk 64, scales 75, shelf 110",
    "family-flat": "sofa 32, tv 104, painting 42, kid.red 76, woman.blue 88",
    "startup-floor": "pinboard 34, ping-pong 44, beanbag 94, desk 116, man.mustard 32",
    "flower-stall": "awning 42, bouquets 32, bouquets 98, woman.pink 72, flowers 62",
    "head-office": "panorama 34, desk 86, man.dark 124",
    "staff-canteen": "tray 34, woman.white 78, bistro-table 94, man.blue 124",
    "tower-crown": "column 30, panorama 48, column 100, desk 112",
    "toy-shop": "bunting 42, toys 32, teddy 76, showcase 98, kid.blue 68, woman.red 116",
    "insurance-tower": "panorama 36, desk 88, man.blue 124",
    "bookshop": "shelf 30, shelf 54, lamp 82, armchair 82, woman.green 106, shelf 118",
    "architects-studio": "panorama 30, drafting 82, models 46, man.mustard 122",
    "car-park": "open, parking 30, car 50, car 82, car 114, barrier 88",
    "coworking-hall": "lamp 52, lamp 84, long-desk 40, man.teal 30, woman.mustard 108, plant 124",
    "sun-terrace": "open, parapet 0, parasol 44 6, lounger 60 6, lounger 98 6, bush 132 6",
    "ad-agency": "pinboard 34, desk 74, lamp 112, man.mustard 114, plant 128",
    "boutique": "mannequin 32, clothes 54, mirror 94, woman.pink 118, painting 124",
    "data-centre": "servers 30, servers 50, servers 70, servers 90, man.teal 114",
    "glass-atrium": "panorama 30, panorama 80, palm 40, sofa 62, palm 112",
    "trade-chamber": "flag 30, bench-desk 56, globe 104, man.dark 126, pinboard 60",
    "motorway-ramp": "open, ramp 0, car 28, car 118 30",
    "consulate": "flag 34, arch-window 64, desk 88, plant 56, man.dark 124",
    "loft-flat": "panorama 34, bed 86, lamp 128",
    "broker-floor": "chart 32, chart 76, desk 34, man.red 70, desk 84, man.blue 122",
    "tin-roof": "open, tin 0, birds 60 26",
    "outlet-store": "sale 52, clothes 32, boxes 76, clothes 106, woman.mustard 68",
    "townhouse": "door 32, arch-window 58, stairs 82, floorlamp 124",
    "software-house": "pinboard 36, desk 32, servers 72, desk 94, man.green 128",
    "kiosk": "awning 44, jars 40, counter 52, till 84, man.red 104, poster 118",
    "patent-office": "bulb 32, gears 66, bench-desk 58, woman.dark 108, shelf 116",
    "row-house": "door 34, window 60, sofa 90, floorlamp 124",
    "radio-studio": "on-air 34, mixer 36, microphone 88, woman.purple 100, speaker 118",
    "pigeon-loft": "open, parapet 0, coop 42 6, birds 88 6, boxes 116 6",
    "penthouse": "panorama 32, sofa 82, floorlamp 116, plant 130",
    "laundry": "washer 32, washer 53, washer 74, washing 94, woman.blue 112",
    "roof-studio": "skylight 32, easel 84, woman.mustard 112, sofa 36",
    "pharmacy": "cross 34, jars 62, counter 66, till 98, woman.white 116",
    "dormitory": "bunk 30, window 72, bunk 98, kid.blue 74, kid.red 86",
    "green-roof": "open, parapet 0, bush 30 5, poplar 58 5, bush 76 5, tree 96 5, flowers 124 5",
    "tenement": "window 34, bed 60, partition 104, sofa 112",
    "bistro": "jars 32, bistro-table 84, bistro-table 116, woman.red 72",
    "high-rise-flat": "panorama 34, sofa 84, plant 122",
    "hostel": "bunk 30, reception 74, backpack 122",
    "sky-residence": "panorama 32, telescope 82, sofa 108",
    "tea-house": "lamp 50, lamp 100, bistro-table 36, jars 70, plant 122",
    "courtyard-flat": "arch-window 38, sofa 64, plant 104, window 108",
    "solar-roof": "open, parapet 0, solar 28 6, solar 66 6, solar 104 6",
    "co-op-flat": "kitchen 30, bistro-table 80, man.green 74, woman.red 106, painting 84",
    "debt-collector": "vault 30, desk 76, man.dark 112, boxes 122, poster 84",
    "residents-deck": "panorama 32, lounger 80, bistro-table 44, plant 122, woman.blue 112",
    "rental-block": "door 32, mailboxes 58, door 94, man.mustard 118",
    "luxury-flat": "chandelier 70, piano 34, sofa 82, painting 100, floorlamp 122",
    "espresso-bar": "bottles 34, counter 34, machine 38, bar-stools 92, man.dark 82, lamp 104",
    "squat": "graffiti 40, mattress 38, boxes 84, man.green 120, graffiti 92",
    "department-store": "clothes 32, showcase 70, clothes 108, woman.purple 62",
    "duplex-roof": "stairs 30, partition 74, bed 82, window 124",
    "dentist": "poster 32, dentist-chair 54, woman.white 98, towels 112",
    "garden-flat": "door 30, window 56, bed 84, plant 52, palm 124",
    "helipad": "open, helipad 0 3, helicopter 46 9, vane 124 9",
    "old-town-flat": "arch-window 34, arch-window 58, bed 84, painting 98",
    "observation-deck": "open, parapet 0, railing 0 6, binoculars 40 6, man.red 62 6, kid.blue 76 6, binoculars 104 6",
    "shopping-arcade": "bunting 44, arch-window 32, showcase 54, mannequin 94, woman.teal 92, clothes 112",
    "night-club": "beams 70, disco 72, speaker 30, speaker 118, woman.pink 60, man.teal 84, woman.mustard 98",
    "record-shop": "record 38, record 62, record 86, records 34, records 84, man.red 68, records 116",
    "rooftop-bar": "open, parapet 0, bottles 34 6, counter 32 6, parasol 84 6, bistro-table 104 6, man.dark 82 6",
    "jeweller": "showcase 34, lamp 64, showcase 76, woman.purple 114, painting 126",
    "sky-lounge": "panorama 34, lamp 88, bistro-table 86, man.dark 118, plant 128",
    "stationer": "shelf 30, counter 62, globe 76 23, till 94, woman.mustard 114, poster 122",
    "garret": "arch-window 34, bed 56, painting 84, floorlamp 102, woman.blue 118",
    "mall-dome": "chandelier 66, clothes 32, showcase 72, mannequin 112, woman.red 126",
    "restaurant": "chandelier 66, dinner-table 36, dinner-table 94, man.dark 72, woman.pink 126",
    "trade-fair": "open, bunting 44, stall 30, stall 84, man.blue 78, woman.red 134",
    "city-hotel": "reception 32, lamp 84, bed 84, luggage 128",
    "travel-agency": "plane 36, globe 52, desk 76, poster 116, woman.teal 118",
    "cinema": "cinema-screen 47, cinema-seats 54, poster 28, poster 116",
    "discount-store": "sale 58, jars 32, boxes 34, crates 66, counter 108",
    "spa": "palm 32, bath 52, towels 100, woman.white 126",
    "shopping-mall": "bunting 44, clothes 32, showcase 70, clothes 108, woman.teal 64, kid.red 104",
    "noisy-workshop": "circular-saw 36, tools 40, tray 78, man.mustard 122, noise 62",
    "cafe-chain": "counter 32, machine 36, till 64, poster 88, bistro-table 104, woman.green 90",
    "sky-hotel": "panorama 34, bed 84, luggage 128",
    "roastery": "roaster 58, sack 30, sack 100, sack 117, man.green 94",
    "gym": "weights 32, treadmill 76, man.red 88 4, mirror 120",
    "coffee-guild": "shelf 32, sack 58, bench-desk 76, man.green 122, flag 62",
    "radio-mast": "open, parapet 0, mast 66 5, boxes 100 5",
    "food-court": "lamp 40, lamp 96, tray 32, bistro-table 78, bistro-table 110, woman.white 62",
    "skylight": "open, glass-roof 0",
    "karaoke-bar": "chart 56, speaker 30, microphone 62, woman.pink 72, man.mustard 86, speaker 120, disco 100",
    "clinic": "cross 32, bed 56, curtain 98, woman.white 124",
    "patisserie": "cakes 34, showcase 72, woman.pink 110, lamp 82, painting 122",
    "roof-pool": "open, parapet 0, pool 30 4, parasol 108 6, lounger 118 6",
    "kindergarten": "bunting 40, toys 34, kid.red 78, kid.blue 90, woman.mustard 104, shelf 118",
    "capsule-hotel": "capsules 34, luggage 124",
    "opera-house": "stage 38, woman.red 74 8, chandelier 66",
    "leaky-roof": "skylight 32, drips 74, bucket 74, bucket 113, boxes 36",
    "service-hub": "tools 34, tray 32, reception 78, man.teal 126",
    "summer-terrace": "open, parapet 0, parasol 32 6, bistro-table 54 6, parasol 86 6, bistro-table 110 6",
    "concierge-desk": "reception 46, man.red 96, luggage 110, chandelier 98",
    "grand-hotel": "chandelier 96, reception 34, sofa 88, plant 126, man.red 80",
    "boutique-hotel": "reception 34, painting 88, sofa 88, luggage 122",
    "rubbish-tip": "open, heap 32, birds 56 34, bucket 124",
    "hotel-group": "pinboard 34, bench-desk 72, woman.dark 58, man.dark 116, luggage 128",
    "fountain-square": "open, poplar 30, grass 0, fountain 60, bench 104, woman.red 108, poplar 128, lamppost 44",
    "aparthotel": "kitchen 30, bed 78, luggage 124, painting 84",
    "scaffolding": "scaffold 34, man.mustard 66 3, bucket 100 27, boxes 88 3",
    "botanic-garden": "open, palm 30, grass 0, greenhouse 52, palm 112, flowers 106, tree 122",
    "casino": "slot-machine 32, slot-machine 50, chandelier 78, roulette 78, man.dark 114, plant 128",
    "playground": "open, tree 112, grass 0, slide 34, swing 74, kid.red 64",
    "billboard": "open, parapet 0, billboard 44 4",
    # public cards
    "pocket-park": "open, grass 0, tree 34, bench 66, woman.purple 72, lamppost 96, bush 106",
    "council-flat": "window 32, sofa 60, tv 104",
    "post-office": "parcels 32, counter 72, till 102, woman.blue 88, post-box 124",
    "bare-roof": "open, parapet 0, vents 48 6, aerial 104 6",
    "playing-field": "open, grass 0, goal 34, kid.red 72, kid.blue 90, goal 104",
    "registry": "files 32, counter 72, woman.teal 86, till 104, files 122",
    "public-library": "shelf 30, shelf 54, desk 82, woman.green 74, shelf 118",
    "rain-roof": "open, parapet 0, rain 34 0, barrel 96 6, rain 112 2",
    "market-stall": "bunting 44, stall 34, crates 86, woman.green 82",
    "social-flats": "window 32, bed 56, partition 98, sofa 106, window 110",
    "health-post": "cross 32, bed 58, woman.white 102, towels 114",
    "flat-roof": "open, parapet 0, aerial 36 6, washing 58 4, vents 110 6",
    "skate-park": "open, half-pipe 40, kid.red 60 8, kid.teal 108 26, bush 122",
    "ward-surgery": "poster 32, curtain 50, dentist-chair 80, woman.white 122",
    "soup-kitchen": "pots 32, woman.white 76, bistro-table 92, man.mustard 122, lamp 92",
    "gable-roof": "open, gable-roof 0",
    "metro-entrance": "open, grass 0, metro 40, man.dark 122, lamppost 26",
    "starter-flat": "mattress 36, lamp 52, boxes 80, woman.mustard 114, poster 90",
    "evening-school": "blackboard 48, desk 32, man.dark 104, desk 114",
    "recycling-yard": "open, bins 38, boxes 104",
    "memorial-garden": "open, poplar 34, poplar 116, grass 0, statue 72, flowers 40, flowers 90",
    "mansard": "dormer 40, bed 70, painting 88, floorlamp 118",
    "milk-bar": "tray 36, counter 82, till 112, woman.white 98, poster 60",
    "tiled-roof": "open, chimney 108 20, smoke 112 42, tiles 0, dormer 56 4",
    "tram-depot": "open, tram 28",
    "shelter-loft": "skylight 32, bunk 82, mattress 40, man.mustard 124",
    "visitor-centre": "info 36, counter 60, globe 88 23, woman.teal 112, poster 122",
    "weather-station": "open, parapet 0, vane 40 6, louvre-box 76 6, aerial 112 6",
    "fire-station": "fire-engine 42, man.red 106, tools 112, ladder 122",
    "co-op-shop": "jars 34, counter 84, till 114, man.green 98, boxes 44",
    "ministry-annex": "flag 30, desk 54, files 94, desk 116, man.dark 84",
    "glass-awning": "open, glass-awning 0, man.blue 70 6, woman.red 90 6",
    "youth-hostel": "bunk 30, bunk 70, backpack 110, kid.green 128",
    "reading-room": "shelf 30, floorlamp 60, armchair 76, woman.purple 104, shelf 118",
    "bike-rack": "open, grass 0, bicycles 36, tree 112",
    "siren-mast": "open, parapet 0, siren 62 6, vents 108 6",
    "museum-wing": "column 30, painting 48, statue 72, painting 94, column 118, man.mustard 132",
    "corner-shop": "crates 30, jars 80, counter 82, woman.red 72, till 112",
    "almshouse": "door 30, arch-window 54, bed 78, woman.purple 124",
    "canopy": "open, canopy 30, bench 60, woman.teal 66, man.mustard 96",
    "police-desk": "blue-lamp 34, counter 54, till 84, man.blue 70, files 112",
    "civic-flat": "window 32, sofa 58, floorlamp 96, shelf 112",
    "court-annex": "column 30, bench-desk 52, scales 62, man.dark 102, flag 118",
    "domed-roof": "open, dome 0",
    "music-school": "piano 32, notes 78, music-stand 82, kid.red 104, woman.mustard 116",
    "works-canteen": "pots 30, tray 76, man.blue 122, lamp 88",
    "drop-in-office": "door 30, desk 56, woman.teal 92, sofa 106, poster 112",
    "tar-roof": "open, tar 0, tar-pot 46 6, man.mustard 74 6, vents 106 6",
    "bandstand": "open, grass 0, bandstand 52, poplar 30, poplar 120",
    "night-pharmacy": "moon-window 30, counter 62, till 92, woman.white 78, cross 110",
    "student-flat": "desk 30, poster 46, bed 70, poster 92, shelf 114",
    "slate-roof": "open, chimney 40 20, slates 0, dormer 84 4",
    "tea-kiosk": "kiosk 34, bistro-table 96, man.mustard 86, lamp 104",
    "care-flat": "bed 32, plant 76, armchair 94, woman.white 120, painting 48",
    "village-hall": "bunting 44, stage 38, man.mustard 70 8, woman.red 84 8",
    "copper-roof": "open, copper-roof 0, dormer 36 4, dormer 104 4",
    "toll-booth": "open, booth 40, barrier 72, car 104",
    "tourist-desk": "info 34, counter 56, plane 66 4, woman.red 108, poster 122",
    "guest-rooms": "bed 30, window 46, partition 76, bed 86, painting 106",
    "thatched-roof": "open, thatch 0, dormer 70 6",
    "repair-shop": "tools 34, bike 34, tray 76, man.blue 120",
    "clerks-room": "desk 30, files 68, lamp 100, desk 106, woman.dark 96",
    "orchard": "open, grass 0, apple-tree 30, apple-tree 60, ladder 88, apple-tree 102, bucket 130",
    "dust-sheet": "dust-sheet 36, ladder 102, bucket 122",
}

# For projects that are not in the table: a few rooms per kind, one of which the name picks.
SPARE: dict[str, tuple[str, ...]] = {
    "office": (
        "panorama 32, desk 84, man.dark 122",
        "shelf 30, desk 58, woman.teal 96, files 112",
        "lamp 52, lamp 84, long-desk 40, man.teal 30, plant 122",
    ),
    "service": (
        "counter 32, till 62, woman.blue 84, sofa 100",
        "reception 34, plant 84, man.teal 102, poster 120",
    ),
    "apartment": (
        "window 32, bed 60, floorlamp 108, painting 70",
        "sofa 34, painting 44, tv 90",
        "arch-window 32, kitchen 56, bistro-table 108",
    ),
    "coffee-shop": (
        "counter 32, machine 36, bistro-table 98, woman.red 84",
        "jars 34, bistro-table 36, bistro-table 90, plant 124",
    ),
    "store": (
        "clothes 32, showcase 74, woman.purple 114",
        "jars 34, crates 32, counter 84, till 114, man.green 100",
    ),
    "hotel": (
        "reception 34, sofa 88, luggage 124",
        "bed 32, window 76, bed 100",
        "panorama 34, bed 84, luggage 128",
    ),
    "park": (
        "open, grass 0, tree 32, bench 64, poplar 94, bush 106",
        "open, grass 0, poplar 34, flowers 56, statue 94, tree 112",
    ),
    "rooftop": (
        "open, parapet 0, vents 44 6, aerial 104 6",
        "open, tiles 0, dormer 36 4",
        "open, parapet 0, bush 40 6, bench 70 6, bush 104 6",
    ),
    "hall": ("column 32, bench 62, woman.teal 92, column 116", "door 34, poster 64, sofa 84, plant 122"),
}

RAMPS = ("azure", "teal", "coral", "coffee", "gold", "violet")
"""Colours by type; rooms without a type are green on the ground and grey above it."""


def ramp_of(project: Project) -> str:
    """The family of colours of a project."""
    if project.type != s.NO_TYPE:
        return RAMPS[project.type]
    return "moss" if project.where == s.GROUND else "grey"


@cache
def room_of(project: Project) -> str:
    """The name of the room that suits a project: its own, or one of those for its type."""
    if project.slug in ROOMS:
        return project.slug
    if project.type != s.NO_TYPE:
        kind = TYPE_NAMES[project.type].replace(" ", "-")
    elif project.where == s.GROUND:
        kind = "park"
    else:
        kind = "rooftop" if project.roof or project.where == s.ON_ROOF else "hall"
    return f"any-{kind}-{crc32(project.name.encode()) % len(SPARE[kind])}"


def plan(room: str) -> str:
    """The line of parts that furnishes a room."""
    if room in ROOMS:
        return ROOMS[room]
    _, kind = room.split("-", 1)
    kind, _, choice = kind.rpartition("-")
    return SPARE[kind][int(choice)]


def is_open(room: str) -> bool:
    """Whether a room lies in the open air."""
    return plan(room).startswith("open")


def part(name: str, x: float, y: float, ramp: str = "grey", chance: int = 0) -> str:
    """Place a part by reference, standing on y."""
    return f'<use href="#{_part_id(name, ramp, chance)}" x="{x:g}" y="{y:g}"/>'


def _place(item: str, ramp: str, chance: int) -> str:
    name, x, *up = item.split()
    return part(name, float(x), 50 - float(up[0]) if up else 50, ramp, chance)


def _part_id(name: str, ramp: str, chance: int) -> str:
    person, _, coat = name.partition(".")
    if person in PEOPLE:
        return f"p-{person}.{coat}.{chance % 4 + 1}"
    return f"p-{name}.{ramp}" if "@" in PARTS[name] else f"p-{name}"


def tidy(svg: str) -> str:
    """Markup written over several lines, as one."""
    return " ".join(svg.split()).replace("> <", "><")


@cache
def symbol(id: str) -> str | None:
    """A drawing by its id: a part (`p-desk`, `p-bed.coral`, `p-woman.red.2`) or a whole room (`r-cinema.teal`)."""
    kind, _, rest = id.partition("-")
    name, *variant = rest.split(".")
    if kind == "r":
        return f'<g id="{id}">{_furnish(name, variant[0])}</g>'
    if kind != "p":
        return None
    if name in PEOPLE:
        coat, look = variant
        svg = PEOPLE[name].replace("$coat", f"c-coat-{coat}")
        svg = svg.replace("$skin", f"c-skin-{look}").replace("$hair", f"c-hair-{look}")
    else:
        svg = PARTS[name].replace("@", f"c-{variant[0]}-" if variant else "")
    return f'<g id="{id}">{tidy(svg)}</g>'


def _furnish(room: str, ramp: str) -> str:
    parts = plan(room).removeprefix("open, ").split(", ")
    return "".join(_place(item, ramp, crc32(room.encode()) + n) for n, item in enumerate(parts))
