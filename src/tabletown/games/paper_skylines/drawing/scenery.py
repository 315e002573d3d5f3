"""The ground on which a city stands: a far town under a sky with clouds, a kerb, and earth for what is tucked."""

from functools import lru_cache

_CLOUDS = "M300 50q0-14 16-14 6-14 22-11 16-8 25 8 20 0 20 17Zm250 40q0-11 13-11 5-11 17-9 13-6 20 7 16 0 16 13Z"
_FAR = (
    "M0 300L0 158 11.5 144 23 158L23 177 38.5 169 54 177L54 126H82L82 189H98v-18h3V189H122L122 161H149L149 "
    "163H156.6v-10h3V163H168L168 163H204L204 175H226L226 149 244 136 262 149L262 147H299L299 165H320L320 "
    "126H338L338 159H354L354 131H364v-16h3V131H379L379 160H414L414 167H435L435 186 443.5 174 452 186L452 "
    "128H484L484 153 503 142 522 153L522 144H540L540 116H576L576 151H597L597 155H631L631 155 642 147 653 "
    "155L653 167H668.2v-19h3V167H691L691 166 708.5 156 726 166L726 138 738.5 125 751 138L751 186H789L789 "
    "110H814L814 155H820.4v-12h3V155H830L830 113H870L870 109H905L905 117H915v-17h3V117H930L930 "
    "179H940v-19h3V179H955L955 154H976L976 191H1000V300Z"
)
_NEAR = (
    "M0 300L0 199H34L34 227H58L58 217H78L78 233H117L117 194 136.5 180 156 194L156 193H181L181 211 202.5 200 224 "
    "211L224 231 234.5 222 245 231L245 194H289L289 182 310.5 170 332 182L332 195H342.4v-16h3V195H358L358 "
    "189H366.8v-13h3V189H380L380 221H412L412 226H433L433 182H453L453 184H485L485 223H505L505 200 516.5 189 528 "
    "200L528 217 541 208 554 217L554 204H578L578 233H614L614 180H628.8v-11h3V180H651L651 226H683L683 "
    "194H705L705 178H730L730 235H738.4v-20h3V235H751L751 184 770.5 172 790 184L790 202H833L833 183H856L856 "
    "228H883L883 191H904L904 205H945L945 194 967 181 989 194L989 183H1000V300Z"
)


def far_town(w: float, h: float) -> str:
    """A sky of this size with a town in the distance."""
    size = f'width="{w:g}" height="{h:g}"'
    above, below = (
        f'<svg {size} viewBox="0 0 1000 300" preserveAspectRatio="xMidYM{end} slice">' for end in ("in", "ax")
    )
    sun = f'<circle class="c-sun" cx="{w * 0.8:.0f}" cy="{h * 0.24:.0f}" r="{h * 0.11:.0f}"/>' if h > 150 else ""
    return (
        f'<rect class="c-air" {size}/>{sun}'
        f'{above}<path class="c-drift" d="{_CLOUDS}"/></svg>'
        f'{below}<path class="c-far" d="{_FAR}"/><path class="c-near" d="{_NEAR}"/></svg>'
    )


@lru_cache(maxsize=1024)
def landscape(w: float, streets: tuple[tuple[float, float, float], ...]) -> str:
    """Streets one below the other, each with its upper edge, its ground line and its lower edge."""
    drawn = []
    for top, ground, bottom in streets:
        drawn.append(
            f'<g transform="translate(0 {top:g})">{far_town(w, ground - top)}</g>'
            f'<rect class="c-earth" y="{ground:g}" width="{w:g}" height="{bottom - ground:g}"/>'
            f'<rect class="c-kerbstone" y="{ground:g}" width="{w:g}" height="4"/>'
            f'<path class="c-ground-line" d="M0 {ground:g}h{w:g}"/>'
        )
    return "".join(drawn)
