"""A review as one HTML file without scripts: the picture, the accounts, and what cost most, with its boards."""

import base64
from collections.abc import Sequence
from html import escape

from tabletown.engine.english import many
from tabletown.engine.rounds import round_name, rounds_of
from tabletown.engine.seat_marks import COLOURS, Names
from tabletown.engine.seats import SEAT_COLOURS
from tabletown.render import picture
from tabletown.render.names import named_scene
from tabletown.study.chart import Chart, chart_css, rounds_from
from tabletown.study.report import better_sentence, played_sentence, points, summary_of, touched, verdict, why
from tabletown.study.review import Account, Choice, Review

STYLE = """
:root{color-scheme:light dark;--accent:ACCENT;--table:light-dark(#efe8da,#1b2129);--paper:light-dark(#fbf8f1,#262e38);
--ink:light-dark(#22303c,#eee8dc);--quiet:light-dark(#5a6873,#a9b1b8);--line:light-dark(#cfc6b4,#4a5663);
--wash:light-dark(#e3e6f5,#2a3350)}
*{box-sizing:border-box}
body{margin:0;background:var(--table);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:24px 16px 64px}
h1,h2{font-family:"Iowan Old Style",Palatino,Georgia,serif;line-height:1.2;margin:0 0 8px}
section{background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:16px 20px;margin:16px 0}
.frame{overflow-x:auto}.frame .chances{min-width:640px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:4px 8px;border-bottom:1px solid var(--line)}
th:first-child,td:first-child,td:last-child,th:last-child{text-align:left}
.seat::before{content:"";display:inline-block;width:.8em;height:.8em;margin-right:.4em;border:1px solid var(--ink);
background:var(--of);vertical-align:-.05em}
img{display:block;max-width:100%;height:auto;margin-top:8px}
summary{cursor:pointer}
.fine{color:var(--quiet);font-size:13px}
@media print{:root{color-scheme:light}body{background:none}section{break-inside:avoid}}
"""


def page(review: Review, names: Names = COLOURS) -> str:
    """The review as the text of an HTML file."""
    title = review.game.title
    light, dark = title.meta.accent
    style = STYLE.replace("ACCENT", f"light-dark({light},{dark})") + chart_css()
    colours = "".join(f"--seat-{seat}:{colour};" for seat, colour in enumerate(SEAT_COLOURS))
    headings = [round_name(heading) for heading in rounds_of(review.game)]
    chart = Chart(review, rounds_from(headings, review.game.first_ply)).svg()
    costs = "".join(_costs(review, seat, names, headings) for seat in range(review.game.players))
    name = escape(title.meta.title)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{name}: review</title><style>:root{{{colours}}}{style}</style></head><body><main>"
        f"<header><h1>{name}: where the game was won</h1><p>{escape(verdict(review, names))}</p></header>"
        f'<section><h2>Chances to win</h2><div class="frame">{chart}</div>{_legend(review, names)}</section>'
        f"<section><h2>Luck and skill</h2>{_accounts(review, names)}"
        '<p class="fine">Points of chance, from an even start to the result. Accuracy: choices within 2 points of the'
        " best that was known.</p></section>"
        f"{costs}</main></body></html>\n"
    )


def _seat(seat: int, names: Names) -> str:
    return f'<span class="seat" style="--of:var(--seat-{seat})">{escape(names.subject(seat))}</span>'


def _legend(review: Review, names: Names) -> str:
    return f"<p>{' '.join(_seat(seat, names) for seat in range(review.game.players))}</p>"


def _accounts(review: Review, names: Names) -> str:
    heads = ("Player", "Start", "Own choices", "Others' choices", "Cards and deals", "End", "Accuracy", "")
    rows = [_account(review, seat, account, names) for seat, account in enumerate(review.accounts)]
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    return f'<div class="frame"><table><tr>{head}</tr>{"".join(rows)}</table></div>'


def _account(review: Review, seat: int, account: Account, names: Names) -> str:
    parts = (points(part) for part in (account.own, account.others, account.luck))
    accuracy = "" if account.accuracy is None else f"{account.accuracy:.0%} of {account.choices}"
    cells = (_seat(seat, names), f"{account.start:.0%}", *parts, f"{account.end:.0%}", accuracy)
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}<td>{escape(summary_of(review, seat))}</td></tr>"


def _costs(review: Review, seat: int, names: Names, headings: Sequence[str]) -> str:
    """What cost a seat most, each with the board as it saw it."""
    costliest = review.costliest(seat)
    said = "" if costliest else "<p>Nothing cost more than 3 points.</p>"
    body = "".join(_cost(review, choice, names, headings) for choice in costliest)
    return f"<section><h2>{_seat(seat, names)}: costliest decisions</h2>{said}{body}</section>"


def _cost(review: Review, choice: Choice, names: Names, headings: Sequence[str]) -> str:
    first, seat = choice.decision.first, choice.seat
    begun = review.game.first_ply
    lost = many(round(100 * choice.cost), "point of chance", "points of chance")
    view = review.game.at(first).view(seat)
    scene = named_scene(view.title.drawing.draw(view, seat, {}), Names(names.names))
    played, better = (touched(view, line.actions) for line in (choice.played, choice.best))
    board = base64.b64encode(picture(scene, ringed=better, dashed=played).encode()).decode()
    return (
        f"<details><summary><b>{escape(headings[first - begun])}, ply {first + 1}: {lost} lost</b></summary>"
        f"<p>{escape(played_sentence(choice, names))}<br>Better: {escape(better_sentence(choice, names))} "
        f"{escape(why(choice, names))}</p>"
        f'<p class="fine">A ring marks the pieces of the better move, a dashed one those of the played one.</p>'
        f'<img alt="The table before ply {first + 1}" src="data:image/svg+xml;base64,{board}"></details>'
    )
