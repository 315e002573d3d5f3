"""Pictures of buildings, 120 by 102 units, standing on their lower edge: wall, roof, sign, and doors or slots.

A building above the street is a `Shop`, put together from a few words, or has a drawing of its own; one below the
street is a drawing. Doors are drawn for as many jobs as the card has, arched windows for its slots. A card that nobody
drew gets a picture that suits its type, always the same one.
"""

from functools import cache
from zlib import crc32

from tabletown.engine.value import Value
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import TYPE_NAMES, Building
from tabletown.games.penny_lane.drawing.tokens import define

W, H = 120, 102


class Shop(Value, frozen=True):
    """A house with a wall and a roof of these colours; over the shop an awning, or a beam if none is named."""

    wall: str
    roof: str  # "gable.moss"
    emblem: str
    awning: str = ""
    plate: str = "cream"  # behind the emblem
    behind: str = ""


ROOFS: dict[str, str] = {
    "barn": """<path class="@" d="M9 34 18 21 36 9h48l18 12 9 13Z"/>
        <path class="bare" d="M18 21h84M36 9l-8 25M84 9l8 25"/>""",
    "dome": '<path class="@" d="M12 33c0-6 6-8 14-8 2-10 16-17 34-17s32 7 34 17c8 0 14 2 14 8Z"/>',
    "gable": '<path class="@" d="M10 34 60 7l50 27Z"/>',
    "glass": """<path class="window" d="M13 34 26 14h68l13 20Z"/><path class="@" d="M24 11h72v4H24ZM11 31h98v4H11Z"/>
        <path class="bare" d="M36 15 30 31M48 15l-3 16M60 15v16M72 15l3 16M84 15l6 16"/>""",
    "hip": '<path class="@" d="M11 33 25 13h70l14 20Z"/>',
    "mansard": """<path class="@" d="M12 34q7-5 8-21h80q1 16 8 21Z"/><path class="stone" d="M17 10h86v4H17Z"/>
        [arch 34 16 10 15] [arch 76 16 10 15]""",
    "saw": """<path class="@" d="M14 33V18l15-11v13l15-13v13l15-13v13l15-13v13l15-13v13L106 20v13Z"/>
        <path class="window" stroke-width=".9" d="M29 8.5v11H17ZM59 8.5v11H47ZM89 8.5v11H77Z"/>""",
    "steps": '<path class="@" d="M14 34v-8h14v-8h14v-8h36v8h14v8h14v8Z"/>',
    "walls": '<path class="@" d="M13 33V22h8v4h8v-4h8v4h8v-4h8v4h14v-4h8v4h8v-4h8v4h8v-4h8v11Z"/>',
}
_CHIMNEY = '<path class="brick" d="M86 25V8h9v24"/>'
_STACKS = """<path class="smoke" stroke="none" d="M26 3c-6-2-12 0-14 3 5-1 8 1 11 2 3 0 5-3 3-5ZM92 1c6-2 13-1 16
          2-6-1-9
    1-12 2-4 0-6-2-4-4Z"/>
    <path class="wood" d="M22 34V6h10v28ZM84 34V4h11v30Z"/><path class="hole" d="M20 5h14v4H20ZM82 3h15v4H82Z"/>"""

SHOPS: dict[str, Shop] = {
    "bakery": Shop("sand", "hip.brick", "loaf", "brick", behind=_CHIMNEY),
    "book_shoppe": Shop("slate", "steps.deep", "book", "moss"),
    "confectioners": Shop("rose", "dome.plum", "sweet", "plum"),
    "farmers_coop": Shop("sage", "barn.brick", "apple", "moss"),
    "florist": Shop("rose", "glass.moss", "flower", "moss"),
    "pet_shop": Shop("sand", "hip.deep", "paw", "mustard"),
    "stationers": Shop("cream", "steps.plum", "letter", "deep"),
    "clockmaker": Shop("sage", "gable.moss", "clock", plate="mustard"),
    "cobbler": Shop("sand", "gable.brick", "boot", behind=_CHIMNEY),
    "engineer": Shop("slate", "saw.moss", "cog"),
    "luthier": Shop("mustard", "saw.deep", "violin"),
    "smelter": Shop("brick", "hip.deep", "flame", behind=_STACKS),
    "tailor": Shop("rose", "saw.plum", "spool"),
    "warehouse": Shop("brick", "gable.wood", "crate"),
}
SPARE = (
    Shop("rose", "hip.moss", "letter", "brick"),
    Shop("sage", "mansard.deep", "apple", "plum"),
    Shop("slate", "gable.brick", "cog"),
    Shop("sand", "saw.slate", "crate"),
    Shop("plum", "dome.mustard", "note", "mustard"),
    Shop("cream", "mansard.brick", "flower", plate="mustard"),
)
"""For cards without a picture of their own: two for each type above the street."""

_BULBS = "".join(f'<circle class="cream" stroke-width=".8" cx="{x}" cy="62.5" r="1.7"/>' for x in range(18, 103, 12))
SIGHTS: dict[str, str] = {
    "bandstand": """<path class="shade" d="M18 84h90v12H18Z"/><path class="mustard" d="M58.5 4h3v8h-3Z"/>
        <circle class="mustard" cx="60" cy="5" r="3"/>
        <path class="moss" d="M60 10c6 9 22 17 46 22H14c24-5 40-13 46-22Z"/><path class="light" d="M60 10c-4 9-14 17-30
          22H14c24-5 40-13 46-22Z"/>
        <path class="cream" d="M14 32h92c0 4-5 6-9 3-4 4-9 4-13 0-4 4-9 4-12 0-4 4-9 4-12 0-4 4-9 4-12 0-4 4-9 4-13 0-4
          4-9 3-13 0-4 3-8 1-8-3Z"/>
        <path class="hole" opacity=".18" stroke="none" d="M22 40h76v38H22Z"/>
        <path class="cream" d="M20 38h5v42h-5ZM44 38h4v42h-4ZM72 38h4v42h-4ZM95 38h5v42h-5Z"/>
        <path class="bare" d="M20 66h80M25 66v12M32 66v12M39 66v12M51 66v12M58 66v12M65 66v12M79 66v12M86 66v12M93
          66v12"/>
        [sign-note 51 46 18]<path class="stone" d="M14 78h92v6H14Z"/><path class="sage" d="M18 84h84v10H18Z"/>
        <path class="stone" d="M46 84h28v5H46Zm-4 5h36v5H42Z"/>""",
    "carousel": """<path class="shade" d="M16 86h92v10H16Z"/>[flag.brick 58 0 14 16]
        <path class="cream" d="M60 10 110 34H10Z"/>
        <path class="brick" stroke="none" d="M60 10 26 34H10.5ZM60 10 58 34H42ZM60 10 78 34H66ZM60 10 109 34H94Z"/>
        <path class="mustard" d="M10 34h100c0 6-6 8-10 4-4 4-9 4-13 0-4 4-9 4-13 0-5 4-9 4-14 0-5 4-9 4-14 0-4 4-9 4-13
          0-4 4-9 4-13 0-4 4-10 2-10-4Z"/>
        <path class="rose" d="M48 42h24v40H48Z"/><path class="window" d="M53 48h14v14H53Z"/>
        <path class="mustard" d="M44.5 40h2.5v42h-2.5ZM73 40h2.5v42h-2.5ZM90 40h2.5v42h-2.5Z"/>
        <path class="cream" d="M79 62c2-5 5-7 8-9l4 1 2 4-3 1c0 3 2 4 6 5 5 1 7 4 7 8l-3 1-2-4-8 1-2
          6h-3l1-7c-4-1-6-3-7-7Z"/>
        <path class="brick" d="M89 61c3-1 6 0 7 3l-6 2Z"/>
        <path class="deep" d="M38 58c2-4 4-5 6-6l3 1 1 4-2 1c0 3 1 4 3 5v10h-3l-2-6-4 1-2 5h-3Z" opacity=".9"/>
        <path class="stone" d="M14 80h92v6H14Z"/><path class="plum" d="M18 86h84v9H18Z"/>
        <path class="mustard" stroke="none" d="M40 89h4v3h-4ZM56 89h4v3h-4ZM72 89h4v3h-4ZM88 89h4v3h-4Z"/>""",
    "dark_alley": """<path class="deep" d="M6 10 42 4v92H6Z"/><path class="plum" d="M78 4l36 8v84H78Z"/>
        <path class="hole" d="M42 22h36v74H42Z"/><path class="shade" d="M42 22h36v8H42Z"/>
        <path class="pave" d="M42 96 56 66h8l14 30Z"/><path class="glow" stroke="none" d="M56 66h8V52h-8Z"/>
        <path class="bare" d="M42 30q18 9 36 0"/><path class="cream" stroke-width=".9" d="M47 32l7 2-1 9-7-2ZM58
          34h6v10h-6ZM67
          33l6-1 1 8-6 2Z"/>[win 14 22 11 15] [win 28 48 9 13] [win 90 22 11 15]
        <path class="wood" d="M88 54h18v16H88Z"/><path class="bare" d="M88 58h18M88 62h18M88 66h18"/>
        <path class="brick" d="M3 12 24 2l20 4v4L6 16ZM76 6l22-4 18 10v5L76 10Z"/>[lamp 44 54 16 24]
        <path class="hole" d="M84 96c0-9 2-11 6-12l-1-5 3 2h4l3-2-1 5c5 2 7 6 7 12Z"/>
        <path class="mustard" stroke="none" d="M92 84h2v2h-2ZM96 84h2v2h-2Z"/>[crate 10 78 18 18] [crate 22 84 12
          12]""",
    "fountain": """<path class="shade" d="M14 92h96v4H14Z"/><path class="stone" d="M56 34h8v34h-8Z"/>
        <path class="water" d="M58 22c-1 0-2 .5-2.5 1.5C46 18 33 24 32 42c0 4 .5 7 1.5 9 1-1 2-3.5 2.5-7 1.5-10 8-15
          16.5-13.5-5 5-7.5 14-7 24h5c0-8 2-15 6-19v19h7V36c4 4 6 11 6 19h5c.5-10-2-19-7-24C76 29.5 82.5 34.5 84
          44.5c.5 3.5 1.5 6 2.5 7 1-2 1.5-5 1.5-9 0-18.5-13.5-24.5-23.5-19-.5-1-1.5-1.5-2.5-1.5Z"/>
        <path class="stone" d="M36 54h48c0 8-8 12-18 13v5H54v-5c-10-1-18-5-18-13Z"/>
        <path class="light" d="M36 54h48v3H36Z"/><path class="water" d="M16 76c14-4 74-4 88 0v8H16Z"/>
        <path class="stone" d="M10 80h100l-4 14H14Z"/><path class="shade" d="M11 84h98l-1 3H12Z"/>
        <path class="mustard" d="M60 12l2 4.5 5 .5-3.7 3.3 1 5-4.3-2.5-4.3 2.5 1-5L53 17l5-.5Z"/>""",
    "garage": """<path class="shade" d="M20 30h88v66H20Z"/><path class="slate" d="M16 32h88v62H16Z"/>
        <path class="shade" d="M16 33h88v4H16Z"/>
        <path class="stone" d="M13 33V22h8v4h8v-4h8v4h8v-4h8v4h14v-4h8v4h8v-4h8v4h8v-4h8v11Z"/>
        [win 23 40 12 16] [win 85 40 12 16]<path class="pave" d="M28 70h64v24H28Z"/>
        <path class="bare" d="M28 76h64M28 82h64M28 88h64"/><path class="wood" d="M13 59h94v5H13Z"/>
        <path class="shade" d="M16 64h88v3H16Z"/><circle class="shade" cx="61.5" cy="48" r="14"/>
        <circle class="cream" cx="60" cy="46" r="14"/>[sign-wheel 50.5 36.5 19]""",
    "museum": """<path class="shade" d="M18 34h92v62H18Z"/><path class="cream" d="M16 36h88v56H16Z"/>
        <path class="stone" d="M10 36 60 8l50 28Z"/><path class="c-card-paper" d="M30 32 60 15l30 17Z"/>[i-point 52 17
          16]
        <path class="stone" d="M12 36h96v7H12Z"/>[col 42 43 10 44] [col 58 43 10 44] [col 74 43 10 44] [col 92 43 10 44]
        <path class="stone" d="M12 87h96v4H12Z"/><path class="pave" d="M8 91h104v4H8Z"/>""",
    "music_hall": f"""<path class="shade" d="M16 34h94v62H16Z"/><path class="plum" d="M14 34h92v60H14Z"/>
        <path class="mustard" d="M12 36c0-18 22-29 48-29s48 11 48 29Z"/>
        <path class="brick" d="M20 36c2-13 19-22 40-22s38 9 40 22Z"/>[arch 24 40 12 18] [arch 84 40 12 18]
        [shop 45 70 30 22]<path class="mustard" d="M12 60h96v5H12Z"/>{_BULBS}
        <circle class="shade" cx="61.5" cy="42" r="14"/><circle class="cream" cx="60" cy="40" r="14"/>
        [sign-note 50.5 30.5 19]""",
    "penny_arcade": """<path class="shade" d="M18 30h92v66H18Z"/><path class="deep" d="M14 32h92v62H14Z"/>
        <path class="mustard" d="M10 34V24l10-4 8-10h64l8 10 10 4v10Z"/><path class="brick" d="M28 28l6-12h52l6 12Z"/>
        [i-penny 49 5 22]<path class="cream" d="M14 36h92v5H14Z"/>
        <path class="plum" d="M20 46h20v34H20Z"/><path class="window" d="M23 50h14v11H23Z"/>
        <circle class="brick" cx="27" cy="68" r="2.5"/><circle class="mustard" cx="33" cy="68" r="2.5"/>
        <path class="moss" d="M80 46h20v34H80Z"/><path class="window" d="M83 50h14v11H83Z"/>
        <circle class="brick" cx="87" cy="68" r="2.5"/><circle class="mustard" cx="93" cy="68" r="2.5"/>
        <path class="hole" d="M46 94V60a14 14 0 0 1 28 0v34Z"/>
        <path class="glow" stroke="none" d="M50 94V62a10 10 0 0 1 20
          0v32Z" opacity=".55"/><path class="brick" d="M52 94V76h16v18Z"/><path class="cream" d="M55 79h10v6H55Z"/>
        <path class="bare" d="M68 80h4v-5"/><circle class="mustard" cx="72" cy="74" r="2"/>
        <path class="stone" d="M12 80h30v4H12ZM78 80h30v4H78Z"/>""",
}
HOMES: dict[str, str] = {
    "boarding_house": """<path class="shade" d="M16 46H112V100H16Z"/><path class="sand" d="M12 46H108V102H12Z"/>
        <path class="shade" d="M12 46H108v4H12Z"/><path class="wood" d="M6 50 20 20h80l14 30Z"/>
        <path class="sand" d="M24 46V32l9-7 9 7v14ZM78 46V32l9-7 9 7v14Z"/>[win 28 32 10 13] [win 82 32 10 13]""",
    "cottage": """<path class="shade" d="M30 52H98V100H30Z"/><path class="cream" d="M26 52H94V102H26Z"/>
        <path class="shade" d="M26 52H94v4H26Z"/><path class="wood" d="M76 40V22h9v22Z"/>
        <path class="mustard" d="M14 58C28 44 42 30 60 18c18 12 32 26 46 40-12 2-28-4-46-4s-34 6-46 4Z"/>
        [win 31 66 11 15] [win 78 66 11 15]""",
    "haunted_house": """<circle class="cream" opacity=".9" stroke="none" cx="100" cy="20" r="11"/>
        <path class="hole" stroke="none" d="M90 24q4-5 6-1 3-5 5 0 3-4 6 0-4-1-5 1-1-2-3 0-1-2-3 0-2-2-6 0Z"/>
        <path class="shade" d="M26 48H98V100H26Z"/><path class="plum" d="M24 102 22 48l72-3 2 57Z"/>
        <path class="deep" d="M14 52 34 22l14 8 16-24 12 22 14-4 16 26Z"/>
        <path class="slate" d="M57 40v-14l8-8 9 7v15Z"/><path class="window" d="M61 38v-9l4-4 5 4v9Z"/>
        <path class="bare" d="M65 25v13M61 33h9"/>[win 29 58 11 15] [win 79 56 11 15]
        <path class="wood" stroke-width=".9" d="M27 60l15 9-1 3-15-9ZM78 66l14-7 1 3-14 7Z"/>
        <path class="bare" d="M8 102V80M8 88l-5-6M8 84l5-6M112 102V84l4-5"/>""",
    "loft": """<path class="shade" d="M24 34H104V100H24Z"/><path class="brick" d="M20 34H100V102H20Z"/>
        <path class="shade" d="M20 34H100v4H20Z"/><path class="stone" d="M16 28h88v8H16Z"/>
        <path class="window" d="M58 28 70 14h22l6 14Z"/>[shop 25 42 22 16] [shop 73 42 22 16]
        [win 27 68 12 16] [win 81 68 12 16]""",
    "manor": """<path class="sage" d="M12 44h22v58H12ZM86 44h22v58H86Z"/>
        <path class="deep" d="M8 46 23 18l15 28ZM82 46 97 18l15 28Z"/>
        <path class="shade" d="M34 52H94V100H34Z"/><path class="sage" d="M30 52H90V102H30Z"/>
        <path class="shade" d="M30 52H90v4H30Z"/><path class="slate" d="M28 54 38 32h44l10 22Z"/>
        [win 17 52 12 16] [win 91 52 12 16] [win 17 76 12 16] [win 91 76 12 16]""",
    "mansion": """<path class="sage" d="M12 58h26v44H12ZM82 58h26v44H82Z"/>
        <path class="moss" d="M8 60 24 44h14v16ZM112 60 96 44H82v16Z"/>
        <path class="shade" d="M38 44H90V100H38Z"/><path class="cream" d="M34 44H86V102H34Z"/>
        <path class="shade" d="M34 44H86v4H34Z"/><path class="moss" d="M28 46 60 16l32 30Z"/>
        [win 17 68 11 15] [win 92 68 11 15]<circle class="window" cx="60" cy="36" r="5"/>""",
    "row_house": """<path class="shade" d="M18 44H110V100H18Z"/><path class="rose" d="M14 44H106V102H14Z"/>
        <path class="shade" d="M14 44H106v4H14Z"/><path class="brick" d="M8 48 38 18 62 46Z"/>
        <path class="brick" d="M58 46 82 18l30 30Z"/><path class="wood" d="M54 36v-14h12v14l-6 8Z"/>
        <path class="bare" d="M60 46v56"/><circle class="window" cx="38" cy="38" r="4"/>
        <circle class="window" cx="82" cy="38" r="4"/>""",
    "townhouse": """<path class="shade" d="M22 48H106V100H22Z"/><path class="slate" d="M18 48H102V102H18Z"/>
        <path class="shade" d="M18 48H102v4H18Z"/><path class="deep" d="M14 50 22 18h76l8 32Z"/>
        <path class="stone" d="M20 14h80v5H20Z"/>[arch 32 27 12 17] [arch 54 27 12 17] [arch 76 27 12 17]""",
}
DOORS: tuple[tuple[int, ...], ...] = ((), (19,), (19, 83), (15, 34, 83))
SLOTS: tuple[tuple[float, ...], ...] = ((), (48.5,), (26.5, 70.5), (18.5, 48.5, 78.5))
"""Where the doors of so many jobs, and the arches of so many slots, begin."""
_WINDOWS = ((20, 36, 64, 36), (66, 34), (47, 26), (58, 24))


def picture_of(building: Building) -> str:
    """The name of the picture that suits a building: its own, or one of those for its type."""
    if building.id in SHOPS or building.id in SIGHTS or building.id in HOMES:
        return building.id
    choice = crc32(building.name.encode())
    if building.type == s.HOUSING:
        return sorted(HOMES)[choice % len(HOMES)]
    return f"any_{TYPE_NAMES[building.type]}_{choice % 2}"


def door_top(picture: str) -> int:
    """How far down the doors of a picture begin."""
    return 59 if picture == "museum" else 66


@cache
def symbol(id: str) -> str | None:
    """A picture by its id, with doors or slots: `house-bakery.1`."""
    if not id.startswith("house-"):
        return None
    name, _, places = id.removeprefix("house-").partition(".")
    count = int(places)
    if name in HOMES:
        body = HOMES[name] + "".join(map(_slot, SLOTS[count]))
    else:
        doors = "".join(f"[door {x} {door_top(name)} 18 28]" for x in DOORS[count])
        body = SIGHTS[name] + doors if name in SIGHTS else _shop(_shop_of(name), count, doors)
    return define(id, W, H, f'<g class="k">{body}</g>')


def _shop_of(name: str) -> Shop:
    if name in SHOPS:
        return SHOPS[name]
    _, kind, choice = name.split("_")
    return SPARE[2 * TYPE_NAMES.index(kind) + int(choice)]


def _shop(shop: Shop, jobs: int, doors: str) -> str:
    roof, colour = shop.roof.split(".")
    windows = _WINDOWS[jobs]
    panes = "".join(f"[shop {x} 71 {w} 20]" for x, w in zip(windows[::2], windows[1::2], strict=True))
    beam = '<path class="wood" d="M13 59h94v5H13Z"/><path class="shade" d="M16 64h88v3H16Z"/>'
    return f"""<path class="shade" d="M20 30h88v66H20Z"/>{shop.behind}
        <path class="{shop.wall}" d="M16 32h88v62H16Z"/><path class="shade" d="M16 33h88v4H16Z"/>
        {ROOFS[roof].replace("@", colour)}[win 23 40 12 16] [win 85 40 12 16]{panes}{doors}
        {f"[awning.{shop.awning} 12 58 96 13]" if shop.awning else beam}
        <circle class="shade" cx="61.5" cy="48" r="14"/><circle class="{shop.plate}" cx="60" cy="46" r="14"/>
        [sign-{shop.emblem} 50.5 36.5 19]"""


def _slot(x: float) -> str:
    return (
        f'<path class="cream" d="M{x:g} 91V66a11.5 11.5 0 0 1 23 0v25Z"/>'
        f'<path class="window" d="M{x + 2.5:g} 91V66a9 9 0 0 1 18 0v25Z"/>'
        f'<path class="stone" d="M{x - 2.5:g} 91h28v4h-28Z"/>'
    )
