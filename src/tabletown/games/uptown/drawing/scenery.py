"""Scenery: the town behind a street, and the strips of kerb and road below it."""

from tabletown.games.uptown.drawing.rooms import part, tidy

_TOWN = """
    <path class="c-drift" d="M280 40q0-14 16-14 6-14 22-11 16-8 25 8 20 0 20 17Zm420 44q0-11 13-11 5-11 17-9 13-6 20 7
      16 0 16 13Z"/>
    <path class="c-far" d="M0 300L0 163H26L26 173H43L43 136H62L62 155 78 141 94 155L94 174H105.6v-18h3V174H123L123
      175H152L152 154H171L171 175H205L205 176H233L233 111H250L250 129 262.5 120 275 129L275 143H309L309 159 327.5 148
      346 159L346 170H373L373 110 382 99 391 110L391 95H422L422 142H462L462 136H474v-12h3V136H492L492
      83H507.2v-19h3V83H530L530 115H555L555 89H581L581 173 598.5 159 616 173L616 86H637L637 129 652.5 120 668 129L668
      111H708L708 139H734L734 119H769L769 174H799L799 122H823L823 175H841L841 100H866L866 125H880.8v-16h3V125H903L903
      138 921.5 123 940 138L940 161H967L967 175H979.4v-14h3V175H998L998 88H998.8v-16h3V88H1000V300Z"/>
    <path class="c-near" d="M0 300L0 194H35L35 184 55.5 176 76 184L76 167H88.4v-17h3V167H107L107 199H149L149
      210H190L190 208H221L221 221H247L247 219H273L273 185H319L319 217 341.5 209 364 217L364 200 387 186 410 200L410
      214H444L444 188H468L468 208H505L505 207H526L526 177H548L548 168H589L589 225H621L621 204H643L643 195H684L684
      179H715L715 196H724.2v-15h3V196H738L738 164 753.5 150 769 164L769 173 792 165 815 173L815 174 828.5 163 842
      174L842 215H886L886 206 899.5 194 913 206L913 173H921.4v-15h3V173H934L934 222H973L973 202H1000V300Z"/>
"""
SYMBOLS = {"town": f'<g id="town">{tidy(_TOWN)}</g>'}
"""Two rows of far houses and two clouds, 1000 by 300."""


def sky(w: float, h: float) -> str:
    """Sky paper with the far town on its lower edge, for a street of this size."""
    scale = max(w / 1000, min(h, 0.55 * w) / 300)
    across, down = w / scale, h / scale
    box = f"{(1000 - across) / 2:.1f} {300 - down:.1f} {across:.1f} {down:.1f}"
    return (
        f'<rect class="c-air" width="{w:g}" height="{h:g}"/>'
        f'<svg width="{w:g}" height="{h:g}" viewBox="{box}"><use href="#town"/></svg>'
    )


def road(w: float, h: float, y: float) -> str:
    """A road with two cars."""
    near, far = y + h * 0.55, y + h * 0.95
    return (
        f'<rect class="c-road" y="{y:g}" width="{w:g}" height="{h:g}"/>'
        f'<path class="c-lane" d="M0 {y + h / 2:g}h{w:g}"/>'
        + part("car", round(w * 0.1), round(near, 1))
        + part("car-blue", round(w * 0.56), round(far, 1))
    )
