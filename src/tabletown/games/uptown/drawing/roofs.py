"""Roof lines: what stands on the topmost floor of a site. They stand on y = 0 of a floor that is 160 wide."""

from functools import cache

from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import Project
from tabletown.games.uptown.drawing.rooms import is_open, ramp_of, room_of, tidy

ROOFS: dict[str, str] = {
    "crown": """
        <path class="@deep c-edge" d="M-3 0v-6h166v6Z"/>
        <path class="@main c-edge" d="M12-6v-9h136v9Z"/>
        <path class="@wall c-edge" d="M34-15v-8h92v8Z"/>
        <path class="@main c-edge" d="M58-23v-6h44v6Z"/>
        <path class="c-glass" d="M40-21h8v4h-8Zm14 0h8v4h-8Zm14 0h8v4h-8Zm14 0h8v4h-8Zm14 0h8v4h-8Zm14 0h8v4h-8Z"/>
    """,
    "gable": """
        <path class="c-walnut c-edge" d="M116-34h11v20h-11Z"/>
        <path class="c-red c-edge" d="M114-37h15v4h-15Z"/>
        <path class="c-red c-edge" d="M-6 0 15-24h130L166 0Z"/>
        <path class="c-thread-brick" d="M8-8q5 5 10 0t10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10
          0M16-16q5 5 10 0t10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0"/>
    """,
    "lot": """
        <path class="c-leaf" d="M6 0q3-7 7-2 4-8 8 0 3-5 6 2Zm104 0q3-7 7-2 4-8 8 0 3-5 6 2Z"/>
        <path class="c-wood c-edge" d="M30-20h5V0h-5Zm94 0h5V0h-5Z"/>
        <path class="c-thread" d="M34-16q46 10 92 0"/>
        <path class="c-walnut" d="M76-22h3V0h-3Z"/>
        <path class="c-cream c-edge" d="M58-36h40v16H58Z"/>
        <path class="c-thread" d="M64-31h28M64-26h18"/>
    """,
    "mansard": """
        <path class="c-slate c-edge" d="M-4 0q10-6 10-24h148q0 18 10 24Z"/>
        <path class="c-steel c-edge" d="M4-27h152v4H4Z"/>
        <path class="c-cream c-edge" d="M30-2v-13l9-7 9 7v13Zm82 0v-13l9-7 9 7v13Z"/>
        <path class="c-glass c-edge" d="M35-3v-10h8v10Zm82 0v-10h8v10Z"/>
    """,
    "parapet": """
        <path class="c-steel c-edge" d="M-4 0v-5h168v5Z"/>
        <path class="c-cream c-edge" d="M2-5v-11h156v11Z"/>
        <path class="c-steel c-edge" d="M0-19h160v4H0Z"/>
        <path class="@deep" d="M10-13h12v6H10Zm24 0h12v6H34Zm24 0h12v6H58Zm24 0h12v6H82Zm24 0h12v6h-12Zm24
          0h12v6h-12Z"/>
        <circle class="c-steel c-edge" cx="6" cy="-22" r="3.5"/>
        <circle class="c-steel c-edge" cx="154" cy="-22" r="3.5"/>
    """,
    "rods": """
        <path class="c-thread" d="M8 0v-7M14 0v-5M80-0v-6M74 0v-4M146 0v-5M152 0v-7"/>
    """,
    "saw": """
        <path class="c-steel c-edge" d="M-3 0v-4h166v4Z"/>
        <path class="@deep c-edge" d="M2-4v-4l34-18v22Zm40 0v-4l34-18v22Zm40 0v-4l34-18v22Zm40 0v-4l34-18v22Z"/>
        <path class="c-glass c-edge" d="M30-7v-12l4-2v14Zm40 0v-12l4-2v14Zm40 0v-12l4-2v14Zm40 0v-12l4-2v14Z"/>
    """,
    "terrace": """
        <path class="@deep c-edge" d="M-4 0v-5h168v5Z"/>
        <path class="c-thread" d="M2-5v-9M158-5v-9M2-14h156M22-5v-9M42-5v-9M118-5v-9M138-5v-9"/>
        <path class="c-coal" d="M54-5v-18h1.5v18Zm50 0v-18h1.5v18Z"/>
        <path class="@main c-edge" d="M40-20q4-9 15-10 11 1 15 10Zm50 0q4-9 15-10 11 1 15 10Z"/>
        <path class="c-cream" d="M50-20q0-7 5-10 5 3 5 10Zm50 0q0-7 5-10 5 3 5 10Z"/>
        <path class="c-leaf c-edge" d="M8-5q-2-8 5-8 7-2 8 8Zm130 0q-2-8 5-8 7-2 8 8Z"/>
    """,
    "dome": """
        <path class="c-steel c-edge" d="M-4 0v-5h168v5Z"/>
        <path class="c-cream c-edge" d="M34-5v-6h92v6Z"/>
        <path class="c-copper c-edge" d="M44-11q2-22 36-24 34 2 36 24Z"/>
        <path class="c-thread-soft" d="M62-11q2-18 18-24M98-11q-2-18-18-24M80-35v24"/>
        <path class="c-yellow c-edge" d="M78-41h4v6h-4Z"/>
    """,
}

CHOSEN: dict[str, str] = {
    "attic-flat": "gable",
    "call-centre": "parapet",
    "executive-deck": "terrace",
    "glass-atrium": "saw",
    "software-house": "parapet",
    "startup-floor": "saw",
    "loft-flat": "saw",
    "penthouse": "terrace",
    "roof-studio": "saw",
    "tenement": "mansard",
    "sky-residence": "crown",
    "residents-deck": "terrace",
    "duplex-roof": "mansard",
    "mall-dome": "dome",
    "spa": "terrace",
    "sky-hotel": "crown",
    "capsule-hotel": "parapet",
    "mansard": "mansard",
    "museum-wing": "dome",
    "youth-hostel": "gable",
    "court-annex": "parapet",
    "leaky-roof": "saw",
}
BY_TYPE = ("crown", "parapet", "gable", "terrace", "saw", "mansard")


@cache
def roof_of(project: Project) -> str:
    """The roof that a finished site gets from its topmost floor; none if that lies in the open."""
    if is_open(room_of(project)):
        return ""
    usual = BY_TYPE[project.type] if project.type != s.NO_TYPE else "parapet"
    return CHOSEN.get(project.slug, usual)


def roof_use(name: str, project: Project) -> str:
    """A roof by reference, in the colours of the floor below."""
    return f'<use href="#roof-{name}.{ramp_of(project)}"/>' if name else ""


@cache
def symbol(id: str) -> str | None:
    """A roof by its id, like `roof-crown.azure`."""
    name, _, ramp = id.removeprefix("roof-").partition(".")
    if not id.startswith("roof-") or name not in ROOFS:
        return None
    return f'<g id="{id}">{tidy(ROOFS[name]).replace("@", f"c-{ramp}-")}</g>'


def flag(seat: int, x: float, y: float, pole: float = 0.0, scale: float = 1.0) -> str:
    """A finished site's flag in the colour of its owner, on a pole that reaches `pole` below y."""
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})">'
        f'<path class="c-coal" d="M-.8 {pole:g}V-22H.8V{pole:g}Z"/>'
        f'<path class="c-seat-{seat} c-edge" d="M.8-22h20l-5 5.5 5 5.5H.8Z"/></g>'
    )
