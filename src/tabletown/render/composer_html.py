"""A composition as HTML: the sheet on which a move is put together, and the form that sends it in one piece.

It is a plain form. Pieces and names to choose are check boxes, numbers are number fields; all belong to the form
`COMPOSE` wherever they stand on the page. The server joins the moves of what was chosen (`server/play/moves.py`). The
script `static/compose.js` tells the composition in words, and disables the button while something is missing.
"""

from zlib import crc32

from markupsafe import Markup, escape

from tabletown.render.html import COMPOSE, choice_field, choice_id
from tabletown.render.icons import seat_icon
from tabletown.render.scene import Amount, Choice, Composition, Side

FIRST, LAST = 0, 9999  # the orders of the moves before and after all parts
REQUIRED = ' required="required"'


def composition_mark(composition: Composition) -> str:
    """A name that differs as soon as something else is to be put together."""
    return f"{crc32(repr(composition).encode()):x}"


def composition_fields(composition: Composition) -> Markup:
    """The fields that every composition sends, for the inside of its form."""
    fixed = ((FIRST, composition.first), (LAST, composition.last))
    hidden = (f'<input type="hidden" name="part-{order}" value="{escape(move)}"/>' for order, move in fixed if move)
    return Markup("".join(hidden))


def composer_html(composition: Composition) -> Markup:
    """The sheet of a composition. Its sentence and its limits are attributes, for the script."""
    limit = "" if composition.most is None else f' data-most="{composition.most}"'
    opened = f' data-opened-by="{escape(composition.opened_by)}"' if composition.opened_by else " open"
    wanted = f' data-wanted="{escape(composition.wanted)}"' if composition.wanted else ""
    note = f"<small>{escape(composition.note)}</small>" if composition.note else ""
    return Markup(
        f'<details class="zone composer" id="composer-{composition_mark(composition)}"{opened}{limit}{wanted} '
        f'data-sentence="{escape(composition.sentence)}" data-missing="{escape(composition.missing)}" '
        f'data-too-much="{escape(composition.too_much)}">'
        f'<summary class="zone-title"><span>{escape(composition.title)}</span>{note}</summary>'
        f'<div class="composing">{_alternatives(composition)}'
        f'<div class="sides" data-n="{len(composition.sides)}">{"".join(map(_side, composition.sides))}</div>'
        f"{''.join(_choices(side) for side in composition.sides if side.choices)}</div></details>"
    )


def _alternatives(composition: Composition) -> str:
    if not composition.alternatives:
        return ""
    pills = "".join(
        f'<span class="pill">{choice_field(choice, "radio", id := f"{choice_id(choice)}-{n}")}'
        f'<label for="{id}">{_shape(choice.seat)}{escape(choice.words)}</label></span>'
        for n, choice in enumerate(composition.alternatives)
    )
    return f'<fieldset class="alternatives"><legend class="vh">{escape(composition.missing)}</legend>{pills}</fieldset>'


def _shape(seat: int | None) -> str:
    return "" if seat is None else f'<span class="mark">{seat_icon(seat)}</span>'


def _side(side: Side) -> str:
    seat = "" if side.seat is None else f" of-seat-{side.seat}"
    title = f"<b>{_shape(side.seat)}{escape(side.title)}</b>" if side.title else ""
    tray = f'<div class="tray"><span class="hint">{escape(side.hint)}</span></div>' if side.hint else ""
    return (
        f'<div class="offer-side{seat}" role="group" aria-label="{escape(side.title)}" data-side="{escape(side.name)}" '
        f'data-missing="{escape(side.missing)}">{title}{tray}'
        f"{''.join(_amount(side, amount) for amount in side.amounts)}</div>"
    )


def _amount(side: Side, amount: Amount) -> str:
    """A number with buttons to make it smaller and larger, which need scripts."""
    id = f"amount-{amount.order}"
    part = "maybe" if amount.optional else "part"
    value = "" if amount.optional and not amount.value else f' value="{amount.value}"'
    note = f'<small id="{id}-note">{escape(amount.note)}</small>' if amount.note else ""
    described = f' aria-describedby="{id}-note"' if amount.note else ""
    steps = [
        f'<button type="button" class="step-by" data-by="{by}" data-for="{id}" tabindex="-1" aria-hidden="true">'
        f"{sign}</button>"
        for by, sign in ((-1, "\N{MINUS SIGN}"), (1, "+"))
    ]
    return (
        f'<div class="amount"><label for="{id}">{escape(amount.label)}</label>'
        f'<input type="hidden" form="{COMPOSE}" name="{part}-{amount.order}" value="{escape(amount.move)}"/>'
        f'<span class="stepper">{steps[0]}<input class="field" type="number" inputmode="numeric" form="{COMPOSE}" '
        f'id="{id}" name="{id}" min="{amount.low}" max="{amount.high}" step="1"{value} placeholder="0" '
        f'data-side="{escape(side.name)}" data-words="{escape(amount.words)}"{"" if amount.optional else REQUIRED} '
        f'autocomplete="off"{described}/>{steps[1]}</span>{note}</div>'
    )


def _choices(side: Side) -> str:
    """Choices that lie on no piece: names on pills."""
    return (
        f'<fieldset class="choices"><legend>{escape(side.prompt)}</legend>'
        f"{''.join(_pill(choice) for choice in side.choices)}</fieldset>"
    )


def _pill(choice: Choice) -> str:
    title = f' title="{escape(choice.note)}"' if choice.note else ""
    return (
        f'<span class="pill {escape(choice.css)}"{title}>{choice_field(choice)}'
        f'<label for="{choice_id(choice)}">{escape(choice.label or choice.words)}</label></span>'
    )
