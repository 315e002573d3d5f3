"""The zone of another player: a closed pouch, the backs of the cards, the character."""

from functools import lru_cache

from tabletown.engine.english import many
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import Value
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import Character
from tabletown.games.milton_keynes.drawing import card_faces, html_cards
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.milton_keynes.text.words import SEALED
from tabletown.games.plain_state import plain
from tabletown.render.icons import place
from tabletown.render.scene import Button, Face, Piece, Shape, Zone
from tabletown.render.text import text

WIDTHS = (612.0, 302.0, 199.0, 147.0)
"""How wide the sheet of one of one to four rivals is."""
NARROW, HIGH = 358.0, 62.0
SECRET = "cash secret"
FAN = 9  # cards that a fan shows at most


class Papers(Value, frozen=True):
    """What others see of a seat."""

    seat: int
    character: Character | None
    deeds: int  # how many are in hand
    permits: int
    cash: int | None  # None as long as it is secret
    sealed: bool  # takes part in a decision that is sealed until all have made it


def papers_of(position: Position) -> list[Papers]:
    """What others see of all seats."""
    state = plain(position)
    called = state.called if state.phase in SEALED else 0
    over, characters = position.is_game_over(), position.cards.characters
    return [
        Papers(
            seat,
            characters[who] if (who := state.character[seat]) < s.CHARACTERS else None,
            state.deeds_held[seat],
            state.permits_held[seat],
            state.cash[seat] if over else None,
            bool(called >> seat & 1),
        )
        for seat in range(position.players)
    ]


@lru_cache(maxsize=1024)
def zone(papers: Papers, title: str, role: str, rivals: int, partner: Button | None = None) -> Zone:
    """What others see of a seat. `partner` makes it an offer."""
    seat, wide = papers.seat, WIDTHS[max(rivals, 1) - 1]
    pieces = [
        Piece(_ground(wide), small=_ground(NARROW), state="backdrop"),
        Piece(
            _sheet(papers, wide, bool(partner)),
            _says(papers),
            small=_sheet(papers, NARROW, bool(partner)),
            button=partner,
            rule="MK-6",
            face=Face(_face(papers, bool(partner)), "mk-papers"),
        ),
    ]
    return Zone(f"seat-{seat}", title, wide, HIGH, tuple(pieces), role, seat, NARROW, HIGH, bubbles="down")


def _ground(w: float) -> Shape:
    return Shape(0, 0, w, HIGH, painted(f'<rect class="card-paper" width="{w:g}" height="{HIGH:g}"/>'))


def _says(papers: Papers) -> str:
    cards = f"{many(papers.deeds, 'deed')} and {many(papers.permits, 'permit')} in hand"
    plays = f", plays {papers.character.name}" if papers.character else ""
    cash = "cash is secret" if papers.cash is None else f"{papers.cash} cash"
    sealed = "; what it decides stays secret until all have decided" if papers.sealed else ""
    return f"{the_seat(papers.seat)}{plays}: {cards}, {cash}{sealed}"


def _shows(papers: Papers) -> str:
    """What the envelope of a seat shows."""
    secret = "secret choice" if papers.sealed else SECRET
    return secret if papers.cash is None else f"{papers.cash} cash"


def _face(papers: Papers, asked: bool) -> str:
    """Portrait, envelope and the numbers of cards; `asked` makes it an offer."""
    who = papers.character
    drawn = [html_cards.svg("mk-portrait", 48, 52, card_faces.portrait(who.index))] if who else []
    said = '<b class="mk-offer">Make an offer</b>' if asked else f"<small>{_shows(papers)}</small>"
    envelope = html_cards.svg("mk-envelope", 120, 80, place(f"envelope-{papers.seat}", 0, 0, 120, 80))
    drawn.append(f'<span class="mk-secret">{envelope}{said}</span>')
    for name, count in (("deed", papers.deeds), ("permit", papers.permits)):
        held = html_cards.token(f"paper-{name}", 18, 22)
        words = many(count, name).partition(" ")[2]
        drawn.append(f'<span class="mk-held">{held}<b>{count}</b> <span class="mk-word">{words}</span></span>')
    return "".join(drawn)


def _sheet(papers: Papers, w: float, asked: bool) -> Shape:
    shows = "offer" if asked else _shows(papers)
    who = papers.character.index if papers.character else -1
    return Shape(0, 0, w, HIGH, _drawn(w, papers.seat, who, shows, papers.deeds, papers.permits))


@lru_cache(maxsize=4096)
def _drawn(w: float, seat: int, who: int, shows: str, deeds: int, permits: int) -> str:
    """Envelope, deeds and permits side by side; where there is room, who it is."""
    drawn, left = [], 4.0
    if who >= 0 and w > 230:
        drawn.append(f'<g transform="translate(6 8)">{card_faces.portrait(who)}</g>')
        left = 60.0
    part = (w - left - 4) / 3
    middle = left + part / 2
    envelope = min(60.0, part - 6)
    drawn.append(place(f"envelope-{seat}", middle - envelope / 2, 22 - envelope / 3, envelope, envelope * 2 / 3))
    if shows == "offer":
        said = "Make an offer" if part > 90 else "Offer"
        drawn.append(
            f'<rect class="paper-accent" x="{middle - part / 2 + 3:g}" y="41" width="{part - 6:g}" height="18" rx="9"/>'
        )
        drawn.append(text(said, middle, 54, 11.5, "ink-accent"))
    else:
        said = "secret" if "secret" in shows and part < 60 else shows
        drawn.append(text(said, middle, 56, 10.5, "ink-quiet", bold=False))
    for n, (name, count) in enumerate((("deed", deeds), ("permit", permits))):
        middle = left + part * (n + 1.5)
        drawn.append(_fan(f"paper-{name}", count, middle, part - 10))
        drawn.append(text(many(count, name), middle, 56, 10.5, "ink-words"))
    return painted("".join(drawn))


def _fan(paper: str, count: int, middle: float, room: float) -> str:
    """The backs of so many cards, one behind the other."""
    shown = min(count, FAN)
    if not shown:
        return f'<rect class="paper-empty" x="{middle - 12:g}" y="8" width="24" height="30" rx="2"/>'
    step = min(13.0, (room - 27) / max(shown - 1, 1))
    left = middle - (27 + step * (shown - 1)) / 2
    return "".join(place(paper, round(left + n * step, 1), 6, 27, 33) for n in range(shown))
