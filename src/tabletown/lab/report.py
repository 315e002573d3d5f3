"""The report of the lab: one HTML page without scripts, with a light and a dark theme, which can be printed."""

from collections.abc import Sequence
from html import escape

from tabletown.engine.ownership import Card
from tabletown.lab import plots
from tabletown.lab.comparing import sweep_value, swept_cards
from tabletown.lab.estimates import Estimate
from tabletown.lab.findings import FEW, Findings, extremes
from tabletown.lab.measures import CardRow, Summary
from tabletown.lab.report_parts import number, percent, percent_span, points, points_span, section, table
from tabletown.lab.report_style import STYLE
from tabletown.lab.results import Results

EFFECT = (
    "A dot is what a copy of the card, once it is owned, adds to the share of wins, against an average card of its "
    "group; the line is the 95 % interval. Seats of one game are compared, allowing for all other cards of its kind "
    "that they had and for the turn order, but not for what they paid: dear cards should be above, cheap ones below. "
    "This is association, not cause: who is already winning may find it easier to take some cards."
)
LOOK = (
    "A dot is what it adds to the share of wins that this card, and not another of its pool, is first on offer to "
    "oneself, taken or not, its price included. Chance alone decides that, so it is a cause; it is small where the "
    "first look is soon shared with others. What is printed on one piece of paper is on offer together and named by "
    "the part that is used most."
)
CURVES = {
    "effect": ("What it is worth to own it", EFFECT, "effect of owning it"),
    "look": ("What it is worth to be offered it first", LOOK, "worth of the first look"),
    "held": ("Who gets it", "The share of games in which somebody owns it.", "games in which it is owned"),
    "picked": ("Who wants it", "Of the games in which it was on offer, those in which it was taken.", "pick rate"),
}


def page(findings: Findings) -> str:
    """The whole report as HTML."""
    plan, name = findings.folder.plan, findings.title.meta.title
    if plan.swept:
        body, what = _sweep(findings), f"a sweep of {plan.swept}"
    elif len(plan.sets) > 1:
        body, what = _comparison(findings), f"{plan.sets[1].name} against {plan.sets[0].name}"
    else:
        body, what = _single(findings.results[0], findings.summaries[0]), "how it plays"
    light, dark = findings.title.meta.accent
    style = STYLE.replace("ACCENT", f"light-dark({light},{dark})")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(name)}: {escape(what)}</title><style>{style}</style></head><body><main>"
        f"<header><p class=over>Tabletown lab</p><h1>{escape(name)}: {escape(what)}</h1>{_facts(findings)}</header>"
        f"{body}{_method(findings)}</main></body></html>\n"
    )


def _facts(findings: Findings) -> str:
    plan = findings.folder.plan
    played = min(summary.games for summary in findings.summaries)
    each = " with each card set" if len(plan.sets) > 1 else ""
    sentence = (
        f"{played:,} games for {plan.players} by {', '.join(plan.bots)}{each}, rules {plan.rules}, seed {plan.seed}."
    )
    if not findings.finished:
        sentence += f" Not finished: {plan.games:,} games were asked for."
    return f"<p>{escape(sentence)}</p>"


def _single(results: Results, summary: Summary) -> str:
    fair = 1 / summary.players
    begins = summary.turns[0]
    verdict = (
        "Whoever begins has an advantage" if begins.low > fair
        else "Whoever begins has a disadvantage" if begins.high < fair
        else "No advantage of the turn order shows for whoever begins"
    )  # fmt: skip
    ends = [(reason, percent(one), percent_span(one)) for reason, one in summary.ends.items()]
    sections = [
        section(
            "Who moves when",
            f"{verdict}: {percent(begins)} of wins, where {fair:.0%} would be even. A dot is the share of wins, the "
            "line its 95 % interval, the dashed line an even share.",
            plots.seats(summary),
        ),
        _bots(summary),
        section(
            "Scores",
            f"A seat ends with {number(summary.score)} points on average, a winner with "
            f"{number(summary.winning_score)}, {number(summary.margin)} ahead of the next. Each bar is split into "
            "winners (coloured) and others.",
            plots.scores(results),
        ),
        section("Length", f"A game takes {number(summary.plies, 0)} decisions on average.", plots.lengths(results)),
        section("Why games end", "Shares of games, with 95 % intervals.", table(("reason", "share", "95 %"), ends)),
    ]  # fmt: skip
    if summary.comebacks:
        half = summary.comebacks["half"]
        others = "; ".join(f"after {name} {percent(one)}" for name, one in summary.comebacks.items() if name != "half")
        sections.append(
            section(
                "Comebacks",
                f"In {percent(half)} of games the winner was behind in points at half time ({others}). The plot shows "
                "how often a seat won that was so many points ahead at half time: the flatter, the more open the game.",
                plots.comebacks(results),
            )
        )
    for heading, caption, measure in (
        ("What it is worth to own a card", EFFECT, "effect"),
        ("What it is worth to be offered a card first", LOOK, "look"),
    ):
        best, worst = extremes(summary.rows, measure)
        if best:
            shown = [(row.card.name, one) for row, one in (*best, *worst)]
            plot = plots.ranked(f"{measure} {summary.cards}", shown, "share of wins, in percentage points")
            sections.append(section(heading, caption, plot))
    if any(row.picked for row in summary.rows):
        sections.append(
            section(
                "What is taken, and what it brings",
                "Every dot is a card: to the right what is taken whenever it is on offer, at the top what wins. Cards "
                "at the top left are better than these players think, those at the bottom right worse.",
                plots.popularity(summary.cards, [row for row in summary.rows if row.owners >= FEW]),
            )
        )
    caption = f"Strongest first; those that fewer than {FEW} seats had come last."
    sections.append(section("Every card", caption, card_table(summary.rows)))
    return "".join(sections)


def _bots(summary: Summary) -> str:
    if len(summary.bots) < 2:
        return ""
    rows = [
        (name, f"{win.value:.1%}", percent_span(win), number(score, 1)) for name, (win, score) in summary.bots.items()
    ]
    counted = table(("bot", "wins", "95 %", "mean score"), rows)
    return section(
        "Who plays", "The share of wins per seat that a bot took; every deal was played from each seat.", counted
    )


def card_table(rows: Sequence[CardRow]) -> str:
    """All cards with their statistics as an HTML table."""
    ordered = sorted(rows, key=lambda row: (row.owners < FEW, -row.effect.value if row.effect else 9.0))
    heading = ("card", "kind", "owners", "wins of owners", "more than others", "effect", "95 %", "first look", "95 %",
               "pick rate", "95 %")  # fmt: skip
    body = [
        (
            row.card.name, _kind(row.card), f"{row.owners:,}", percent(row.win), points(row.gap), points(row.effect),
            points_span(row.effect), points(row.look), points_span(row.look), percent(row.picked),
            percent_span(row.picked),
        )
        for row in ordered
    ]  # fmt: skip
    return table(heading, body, left=2)


def _kind(card: Card) -> str:
    return card.kind if card.kind == card.group else f"{card.kind}, {card.group}"


# --- Two sets, and sweeps -------------------------------------------------------------------------------------------


def _comparison(findings: Findings) -> str:
    old, new = (summary.cards for summary in findings.summaries[:2])
    overall, cards = findings.comparison()
    rows = [(c.name, f"{c.before:.3g}", f"{c.after:.3g}", f"{c.difference.value:+.3g}",
             f"{c.difference.low:+.3g} to {c.difference.high:+.3g}") for c in overall]  # fmt: skip
    lines = [
        (
            c.card.name, points(c.before.effect), points(c.after.effect), points(c.effect), points_span(c.effect),
            points(c.before.look), points(c.after.look), points(c.look), points_span(c.look),
            points(c.held), points_span(c.held), points(c.picked), points_span(c.picked),
        )
        for c in cards
    ]  # fmt: skip
    heading = ("card", f"effect, {old}", f"effect, {new}", "change", "95 %", f"first look, {old}", f"first look, {new}",
               "change", "95 %", "owned", "95 %", "picked", "95 %")  # fmt: skip
    return (
        section(
            "What the cards change",
            "Both card sets were played on the same deals by the same bots, so differences are taken game by game.",
            table(("measure", old, new, "difference", "95 %"), rows),
        )
        + section(
            "Card by card",
            "In percentage points, the clearest change first: the effect of owning the card and of being offered it "
            "first, the share of games in which somebody owns it, and its pick rate (whose interval is a little too "
            "wide, for it leaves out that the deals are the same).",
            table(heading, lines),
        )
        + f'<hr><p class="part">{escape(new)}</p>'
        + _single(findings.results[1], findings.summaries[1])
    )


def _sweep(findings: Findings) -> str:
    path, summaries = findings.folder.plan.swept, findings.summaries
    values = [sweep_value(summary) for summary in summaries]
    cards = swept_cards(path, findings.collection)
    names = [findings.collection[c].name for c in cards]
    rows_of = {name: [summary.rows[c] for summary in summaries] for name, c in zip(names, cards, strict=True)}
    sections = []
    for field, (heading, caption, label) in CURVES.items():
        lines = {name: [getattr(row, field) for row in rows] for name, rows in rows_of.items()}
        if any(one for line in lines.values() for one in line):
            plot = plots.curve(f"{path} {field}", values, lines, label, percent=True)
            sections.append(section(heading, caption, plot))
    overall: dict[str, list[Estimate | None]] = {
        "mean score": [summary.score for summary in summaries],
        "winner's score": [summary.winning_score for summary in summaries],
    }
    plot = plots.curve(f"{path} score", values, overall, "points", percent=False)
    sections.append(section("Scores", "Points at the end, of all seats and of winners.", plot))
    columns = ("effect", "95 %", "first look", "95 %", "owned", "picked")
    headings = ["value", *(f"{name}: {column}" for name in names for column in columns)]
    headings += ["mean score", "plies", "wins of who begins"]
    body = []
    for n, summary in enumerate(summaries):
        line = [str(values[n])]
        for rows in rows_of.values():
            row = rows[n]
            line += [points(row.effect), points_span(row.effect), points(row.look), points_span(row.look)]
            line += [percent(row.held), percent(row.picked)]
        line += [number(summary.score), number(summary.plies, 0), percent(summary.turns[0])]
        body.append(tuple(line))
    about = ", ".join(names) or "the whole game"
    caption = (
        f"The number {path} takes the values {values[0]} to {values[-1]}; it belongs to {about}. Every value was "
        "played on the same deals by the same bots. Effects are in percentage points of the share of wins."
    )
    return section("What the number does", caption, table(headings, body)) + "".join(sections)


def _method(findings: Findings) -> str:
    ownership = findings.title.ownership
    return section(
        "What the numbers mean",
        f"{ownership.OWNING} {ownership.OFFER} The pick rate is the share of the games in which a card was on "
        "offer to anybody in which somebody took it. “Wins of owners” is the share of wins of seats that had the card, "
        "“more than others” the difference to seats that had not. The effect is per copy. Intervals are 95 % and count "
        f"deals, not seats; of {len(findings.collection)} cards one in twenty lies outside of its interval by chance.",
    )
