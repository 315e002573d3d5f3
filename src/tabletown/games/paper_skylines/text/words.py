"""Paper Skylines in words: every move as a sentence, and what the seat to act should do."""

import numpy as np

from tabletown.engine.english import capital, many
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat, their, with_names
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Building
from tabletown.games.paper_skylines.rules import city, claims, decks
from tabletown.games.paper_skylines.text.card_sentences import (
    action_sentence,
    bonus_sentence,
    condition_sentence,
    effect_text,
)
from tabletown.games.paper_skylines.text.names import (
    a_card,
    building_name,
    built,
    card,
    card_name,
    hand_size,
    hand_text,
    members,
    piece_id,
    track_name,
    tucked_cards,
)
from tabletown.games.paper_skylines.text.news import news
from tabletown.games.paper_skylines.text.notation import ASKS, read, say, why_not
from tabletown.games.paper_skylines.text.themes import THEMES, theme
from tabletown.games.paper_skylines.vocabulary import TRACK_NAMES, TYPE_NAMES, Effect
from tabletown.games.plain_state import PlainState, decoded, plain
from tabletown.render.scene import Button, Gain

__all__ = [
    "ENDINGS", "ENDING_RULES", "THEMES", "board", "button", "chapter", "explain", "news", "partial", "prompt", "read",
    "rule", "rules_of", "say", "status", "theme", "tie_breaks", "told", "touches", "why_not",
]  # fmt: skip

ENDINGS = {s.LAST_LEVEL: "level 4 is over and all have had as many turns"}
ENDING_RULES = {s.LAST_LEVEL: "PS-73"}
PLACES = {s.LEFT_END: "at the left end", s.RIGHT_END: "at the right end"}

# --- What is going on -----------------------------------------------------------------------------------------------


def instruction(position: Position) -> int:
    """The instruction that asks now."""
    state = plain(position)
    step: int = state.step[state.depth - 1]
    return step


def resolved(position: Position) -> str:
    """The slug of the card, or the name of the basic action, whose effect asks now."""
    state, cards = plain(position), position.cards
    name: str = cards.programs[cards.home[state.begin[state.depth - 1]]]
    return name


def resolved_name(position: Position) -> str:
    """The card whose effect asks now, in a sentence; empty for a basic action."""
    found = position.cards.by_slug.get(resolved(position))
    return "" if found is None else f"the {found.name}" if isinstance(found, Building) else found.name


def partial(position: Position, action: int) -> bool:
    """Whether a ply is only the first part of a sentence that a later ply completes.

    Choices with one entry are not asked, so a ply is partial only where the next one is sure to be asked, as far as
    the reader can know.
    """
    state, cards = plain(position), position.cards.plain
    seat = state.current
    verb, _ = decoded(s.ACTIONS, action)
    if verb in ("tuck", "discard"):
        return hand_size(position, seat) > 1
    if verb == "advance":
        return len([space for space in state.track[seat] if space < cards.track_end]) > 1
    if verb == "draw":
        row = len([number for number in state.row if number != s.NONE])
        return row + bool(decks.can_draw(position.states, 0)) > 1
    if verb == "claim":
        return int(claims.claimable(position.state, record(position.cards.data), seat)).bit_count() > 1
    if verb == "build":
        known = len(members(state.hand[seat])) == hand_size(position, seat)
        return known and _next_phase(position, seat, action) in (s.PLAN, s.SPOT)
    if verb == "plan":
        return _next_phase(position, seat, action) == s.SPOT
    if verb == "card" and cards.op[instruction(position)] == s.TUCK_OP:
        places = [top for top in state.top[seat][: state.slots[seat]] if top != s.NONE]
        return cards.where[instruction(position)] != s.HERE and len(places) > 1
    return False


def _next_phase(position: Position, seat: int, action: int) -> int:
    return int(position.after(seat, action).states["phase"][0])


def touches(position: Position, seat: int, action: int) -> list[str]:
    """The ids of the pieces that a move touches; cards that the reader may not know have none."""
    state = plain(position)
    verb, args = decoded(s.ACTIONS, action)
    found: list[int] = []
    if verb in ("plan", "pay", "card", "take") or (verb == "keep" and args[0] in members(state.peeked)):
        found = [args[0]]
    elif verb in ("mayor", "own"):
        found = [state.top[seat][args[0]]]
    elif verb == "rival":
        found = [state.top[args[0]][args[1]]]
    elif verb == "spot":
        found = [state.held] + ([state.top[seat][args[0]]] if args[0] < s.LEFT_END else [])
    return [piece_id(card(position, number)) for number in found if number != s.NONE]


# --- Moves in sentences ---------------------------------------------------------------------------------------------

_RULES = {
    "city": ("PS-3",), "build": ("PS-23",), "tuck": ("PS-30",), "discard": ("PS-31",), "advance": ("PS-32",),
    "draw": ("PS-33",), "claim": ("PS-35",), "end": ("PS-21",), "mayor": ("PS-41",), "plan": ("PS-23",),
    "spot": ("PS-23", "PS-24"), "pay": ("PS-25",), "stop": ("PS-43",), "take": ("PS-33",), "deck": ("PS-33",),
    "keep": ("PS-43",), "own": ("PS-43",), "rob": ("PS-43",), "rival": ("PS-43",), "track": ("PS-48",),
    "type": ("PS-43",), "option": ("PS-43",), "no": ("PS-44",), "yes": ("PS-44",), "achievement": ("PS-35",),
}  # fmt: skip
_BASIC_ASKS = {
    "build": (s.BUILD, (s.PLAN, s.SPOT)),
    "tuck": (s.TUCK, (s.HAND,)),
    "discard": (s.DISCARD, (s.HAND,)),
    "advance": (s.ADVANCE, (s.TRACK,)),
    "draw": (s.DRAW, (s.TAKE,)),
    "claim": (s.CLAIM, (s.ACHIEVEMENT,)),
}
"""For each basic action, its number and the phases in which it asks for more."""


def rules_of(position: Position, seat: int, action: int) -> tuple[str, ...]:
    """The rules that a move applies."""
    verb, _ = decoded(s.ACTIONS, action)
    if verb == "card":
        return {s.TUCK_OP: ("PS-30",), s.PERFORM: ("PS-31",)}.get(
            position.cards.plain.op[instruction(position)], ("PS-43",)
        )
    return _RULES[verb]


def told(before: Position, after: Position, seat: int, action: int) -> str | None:
    """The sentence of a ply that chose by itself what to do next, with what it was; None where `explain` says all.

    A choice with one entry is not asked. What it was can be seen only afterwards, by those who do not know the hand.
    """
    verb, args = decoded(s.ACTIONS, action)
    now = plain(after)
    if verb == "track":
        was = plain(before).track[seat][args[0]]
        space = now.track[seat][args[0]]
        return None if space <= was else f"{explain(before, seat, action)}, to space {space}"
    if verb == "own" and before.cards.plain.op[instruction(before)] == s.TUCK_OP and plain(before).held == s.NONE:
        fresh = sorted(_all_tucked(after, seat) - _all_tucked(before, seat))
        return f"tucks {card_name(after, fresh[0])} of the deck under {building_name(before, seat, args[0])}"
    if verb == "city":
        return "" if now.phase != s.CITY and plain(before).dealt[seat][0] == s.NONE else None  # the news names it
    if verb == "card":
        return _tucked_somewhere(before, after, seat, args[0])
    if verb == "plan":
        return "" if now.phase == s.SPOT else _built_sentence(before, after, seat)
    if verb not in _BASIC_ASKS:
        return None
    number, phases = _BASIC_ASKS[verb]
    if now.phase in phases and now.depth == 1 and now.begin[0] == before.cards.plain.basic[number]:
        return ""  # the next ply tells it
    if verb == "build":
        return _built_sentence(before, after, seat)
    return _done_sentence(before, after, seat, verb)


def _built_sentence(before: Position, after: Position, seat: int) -> str:
    """A building that stands, or is only to be paid, without its spot having been asked for."""
    now = plain(after)
    if now.phase == s.PAY:
        number, slot, cards = now.held, now.spot, now.price
        under = s.NONE if slot in PLACES else plain(before).top[seat][slot]
    else:
        old = {c for k in range(plain(before).slots[seat]) for c in built(before, seat, k)}
        fresh = [k for k in range(now.slots[seat]) if now.top[seat][k] not in (s.NONE, *old)]
        if not fresh:
            return "builds a card"  # it has left the city again at once
        slot = fresh[0]
        *below, number = built(after, seat, slot)
        under = below[-1] if below else s.NONE
        cards = hand_size(before, seat) - hand_size(after, seat) - 1
    where = PLACES.get(slot, f"in place {slot + 1}") if under == s.NONE else f"over {card_name(after, under)}"
    return f"builds {card_name(after, number)} {where} for {many(cards, 'card') if cards > 0 else 'free'}"


def _done_sentence(before: Position, after: Position, seat: int, verb: str) -> str | None:
    """A basic action that needed no further choice."""
    was, now = plain(before), plain(after)
    if verb == "tuck":
        fresh = sorted(_all_tucked(after, seat) - _all_tucked(before, seat))
        here = building_name(before, seat, was.mayor[seat])
        return f"tucks {card_name(after, fresh[0])} under {here}" if fresh else None
    if verb == "discard":
        known = members(was.hand[seat]) or [
            number
            for number in members(now.pile)
            if number not in members(was.pile) and was.hand_levels[seat][after.cards.plain.level[number] - 1]
        ]
        return f"discards {card_name(after, known[0])} for its action" if len(known) == 1 else None
    if verb == "advance":
        for track, (old, new) in enumerate(zip(was.track[seat], now.track[seat], strict=True)):
            if new > old:
                return f"advances 1 on {track_name(track)}, to space {new}"
    if verb == "draw":
        gone = [number for number in was.row if number not in now.row]
        return f"takes {card_name(before, gone[0])} from the row" if gone else "draws from the deck"
    if verb == "claim":
        claimed = now.claimed[seat] & ~was.claimed[seat]
        if claimed:
            return _claims(before, claimed.bit_length() - 1)
    return None


def _tucked_somewhere(before: Position, after: Position, seat: int, number: int) -> str | None:
    """A card that went under the only building it could go under; None if that was asked, or is where the mayor is."""
    cards, step = before.cards.plain, instruction(before)
    if cards.op[step] != s.TUCK_OP or cards.where[step] == s.HERE:
        return None
    for slot in range(plain(after).slots[seat]):
        if number in tucked_cards(after, seat, slot):
            return f"tucks {card_name(after, number)} under {building_name(after, seat, slot)}"
    return None


def _all_tucked(position: Position, seat: int) -> set[int]:
    return {c for slot in range(plain(position).slots[seat]) for c in tucked_cards(position, seat, slot)}


def tie_breaks(position: Position) -> list[tuple[str, list[int]]]:
    """What decides between equal scores (PS-79)."""
    state = plain(position)
    seats = range(position.players)
    return [
        ("the tallest building", [max(state.height[seat]) for seat in seats]),
        ("the number of buildings", [sum(top != s.NONE for top in state.top[seat]) for seat in seats]),
    ]


def chapter(position: Position) -> str:
    """The heading of the log: the level."""
    state = plain(position)
    return "Set-up" if state.phase == s.CITY else f"Level {state.level}"


def explain(position: Position, seat: int, action: int) -> str:
    """What a move does, as a sentence without its subject; it names no card that the reader may not know."""
    verb, args = decoded(s.ACTIONS, action)
    if plain(position).phase == s.ACTION:
        return _explain_action(position, seat, verb, *args)
    if verb == "city":
        known = plain(position).dealt[seat][0] != s.NONE
        return f"keeps {position.cards.cities[args[0]].name}" if known else "chooses a city"
    if verb in ("plan", "spot", "pay"):
        return _explain_building(position, seat, verb, args[0])
    if verb in ("card", "stop", "take", "deck", "keep"):
        return _explain_card(position, seat, verb, *args)
    if verb in ("own", "rival"):
        return _explain_roof(position, seat, verb, *args)
    return _explain_rest(position, seat, verb, *args)


def _explain_action(position: Position, seat: int, verb: str, slot: int = 0) -> str:
    state = plain(position)
    if verb == "mayor":
        top = state.top[seat][slot]
        stays = "lets the mayor stay on" if slot == state.mayor[seat] else "sends the mayor to"
        return f"{stays} {card_name(position, top)}"
    if verb == "end":
        left = state.actions_left
        return "ends the turn" if not left else f"ends the turn with {many(left, 'action')} left"
    one = hand_size(position, seat) == 1
    here = building_name(position, seat, state.mayor[seat])
    texts = {
        "build": f"builds {_only_card(position, seat)}" if one else "decides to build",
        "tuck": f"tucks {_only_card(position, seat) if one else 'a hand card'} under {here}",
        "discard": f"discards {_only_card(position, seat) if one else 'a hand card'} for its action",
        "advance": "takes a step",
        "draw": "draws a card",
        "claim": "claims an achievement",
    }
    return texts[verb]


def _only_card(position: Position, seat: int) -> str:
    """The only card of a hand, by its name if the reader knows it."""
    known = members(plain(position).hand[seat])
    return card_name(position, known[0]) if known else f"{their(seat)} only hand card"


def prices(position: Position, seat: int) -> list[int]:
    """What the card that is being built costs a seat at every spot."""
    found = np.zeros(s.SPOTS, np.int64)
    less = position.cards.plain.high[instruction(position)]
    city.prices(position.states, 0, position.cards.data, seat, plain(position).held, less, found)
    listed: list[int] = found.tolist()
    return listed


def _explain_building(position: Position, seat: int, verb: str, arg: int) -> str:
    state, cards = plain(position), position.cards.plain
    step = instruction(position)
    if verb == "plan":
        source = {s.FROM_ROW: " from the row", s.FROM_PILE: " from the pile"}.get(cards.source[step], "")
        return f"builds {card_name(position, arg)}{source}"
    if verb == "pay":
        return f"pays with {card_name(position, arg)}"
    price = prices(position, seat)[arg]
    cost = f"for {many(price, 'card')}" if price else "for free"
    if arg in PLACES:
        where = PLACES[arg]
    elif state.top[seat][arg] == s.NONE:
        where = f"on {building_name(position, seat, arg)}"
    else:
        where = f"over {building_name(position, seat, arg)}"
    return f"builds {card_name(position, state.held)} {where} {cost}"


def _explain_card(position: Position, seat: int, verb: str, arg: int = 0) -> str:
    state, cards = plain(position), position.cards.plain
    step = instruction(position)
    op = cards.op[step]
    if verb == "keep":
        known = arg in members(state.peeked)
        return f"keeps {card_name(position, arg) if known else a_card(cards.level[arg])}"
    if verb == "stop":
        return "tucks no more cards" if op == s.TUCK_OP else "discards no more cards"
    if verb == "deck":
        return "draws from the deck"
    if verb == "take":
        where = "the pile" if cards.source[step] == s.FROM_PILE else "the row"
        if op == s.COPY:
            return f"uses {card_name(position, arg)} of the row"
        return f"takes {card_name(position, arg)} from {where}{' to tuck it' if op == s.TUCK_OP else ''}"
    if op == s.PERFORM:
        return f"discards {card_name(position, arg)} for its action"
    if op == s.TRADE:
        return f"discards {card_name(position, arg)}"
    where = f" under {building_name(position, seat, state.mayor[seat])}"
    return f"tucks {card_name(position, arg)}{where if cards.where[step] == s.HERE else ''}"


def _explain_roof(position: Position, seat: int, verb: str, *args: int) -> str:
    state, cards = plain(position), position.cards.plain
    step = instruction(position)
    op = cards.op[step]
    if verb == "rival":
        whose = f"{the_seat(args[0])}'s {card(position, state.top[args[0]][args[1]]).name}"
        return f"takes {whose} into {their(seat)} hand" if op == s.SEIZE else f"uses {whose}"
    name = building_name(position, seat, args[0])
    if op == s.TUCK_OP:
        what = "a card of the deck" if state.held == s.NONE else card_name(position, state.held)
        return f"tucks {what} under {name}"
    back = "takes" if cards.source[step] == s.FROM_HAND else "scraps"
    texts = {
        s.RAZE: f"{back} {name}{f' back into {their(seat)} hand' if back == 'takes' else ''}",
        s.REGAIN: f"gains {name} again",
        s.VISIT: f"moves the mayor on to {name}",
        s.COPY: f"uses {name} from afar",
    }
    return texts[op]


def _explain_rest(position: Position, seat: int, verb: str, arg: int = 0) -> str:
    state, cards = plain(position), position.cards.plain
    step = instruction(position)
    if verb == "rob":
        return f"steals from {the_seat(arg)}'s hand"
    if verb == "track":
        if cards.op[step] == s.HINDER:
            return f"lets the others decline on {track_name(arg)}"
        steps = state.left[state.depth - 1] if cards.on_track[step] == s.ONE_TRACK else 1
        return f"advances {steps} on {track_name(arg)}"
    if verb == "type":
        return f"declares {TYPE_NAMES[arg]}"
    if verb == "option":
        return f"chooses to {_of(seat, effect_text(_block(position, step, arg)))}"
    if verb in ("yes", "no"):
        text = _of(seat, effect_text(_block(position, step, 0)))
        return f"decides to {text}" if verb == "yes" else f"decides not to {text}"
    return _claims(position, arg)


def _claims(position: Position, number: int) -> str:
    achievement = position.cards.achievements[number]
    chip = " and its chip" if plain(position).chip_owner[number] == s.NONE else ""
    return f"claims {achievement.name} for {many(achievement.stars, 'point')}{chip}"


def _of(seat: int, text: str) -> str:
    """Words to a player as words about a seat."""
    return text.replace("your", their(seat))


def _block(position: Position, step: int, number: int) -> Effect:
    """The block of a `may` or `choose` that an instruction of the program asks about."""
    effect: Effect = position.cards.by_slug[resolved(position)].action
    at = position.cards.home[step]
    found = _find(effect, at, step)
    assert found is not None
    return found[number]


def _find(effect: Effect, at: int, wanted: int) -> tuple[Effect, ...] | None:
    """The blocks of the step that was laid out as instruction `wanted`, for an effect that begins at `at`."""
    for step in effect:
        begin = at
        at += 1
        for block in step.blocks:
            at += step.op == s.CHOOSE
            found = _find(block, at, wanted)
            if found is not None:
                return found
            at += _length(block)
        if begin == wanted:
            return step.blocks
    return None


def _length(effect: Effect) -> int:
    """How many instructions an effect takes, its end included."""
    return 1 + sum(1 + sum(_length(b) + (step.op == s.CHOOSE) for b in step.blocks) for step in effect)


# --- Buttons --------------------------------------------------------------------------------------------------------


def button(position: Position, seat: int, action: int) -> Button:
    """A move as something that can be clicked: text, words, and what it would bring."""
    verb, args = decoded(s.ACTIONS, action)
    sentence = capital(explain(position, seat, action))
    gains, notes = ([], []) if verb in ("end", "city") else _preview(position, seat, action)
    text = _own_text(position, seat, verb, *args)
    if text:
        notes.append(text)
    return Button(
        say(position, seat, action), sentence, _label(position, seat, verb, *args), tuple(gains), tuple(notes)
    )


def _preview(position: Position, seat: int, action: int) -> tuple[list[Gain], list[str]]:
    """What a move changes at once, on a copy of what the seat can see."""
    before, after = plain(position), PlainState(position.after(seat, action).states)
    gains: list[Gain] = []
    points = after.score[seat] - before.score[seat]
    if points:
        gains.append(Gain("star", points, "points"))
    for track, name in enumerate(TRACK_NAMES):
        steps = after.track[seat][track] - before.track[seat][track]
        if steps:
            gains.append(Gain(name, steps, name))
    notes = []
    if after.reveals != before.reveals:
        notes.append("Cannot be taken back: something hidden comes to light")
    return gains, notes


def _own_text(position: Position, seat: int, verb: str, *args: int) -> str:
    """What the card says that a button is about."""
    if verb == "city":
        return bonus_sentence(position.cards.cities[args[0]])
    if verb == "achievement":
        return condition_sentence(position.cards.achievements[args[0]])
    number = s.NONE
    if verb in ("mayor", "own"):
        number = plain(position).top[seat][args[0]]
    elif verb == "rival":
        number = plain(position).top[args[0]][args[1]]
    elif verb in ("plan", "card", "take", "keep"):
        number = args[0]
    found = card(position, number) if number < s.BUILDINGS else None
    return action_sentence(found) if isinstance(found, Building) else ""


def _label(position: Position, seat: int, verb: str, *args: int) -> str:
    """Short words for a button of the prompt line."""
    labels = {
        "build": "Build", "tuck": "Tuck", "discard": "Discard for action", "advance": "Advance", "draw": "Draw",
        "claim": "Claim", "end": "End turn", "stop": "No more", "deck": "Deck", "no": "No", "yes": "Yes",
    }  # fmt: skip
    if verb in labels:
        return labels[verb]
    arg = args[-1]
    if verb == "track":
        return TRACK_NAMES[arg].capitalize()
    if verb == "type":
        return TYPE_NAMES[arg].capitalize()
    if verb == "rob":
        return the_seat(arg)
    if verb == "option":
        return capital(effect_text(_block(position, instruction(position), arg)))
    if verb == "city":
        return str(position.cards.cities[arg].name)
    if verb == "achievement":
        return str(position.cards.achievements[arg].name)
    if verb == "spot" and (arg in PLACES or plain(position).top[seat][arg] == s.NONE):
        return {s.LEFT_END: "Left end", s.RIGHT_END: "Right end"}.get(arg, f"Lot {arg + 1}")
    if verb in ("mayor", "own", "spot", "rival"):
        owner = args[0] if verb == "rival" else seat
        return card(position, plain(position).top[owner][arg]).name
    return card(position, arg).name


# --- What to do -----------------------------------------------------------------------------------------------------


def status(position: Position) -> str:
    """Where the game stands."""
    state = plain(position)
    if state.ended:
        return "Over"
    if state.phase == s.CITY:
        return "Set-up"
    last = " (round end shown)" if state.marked >> state.level & 1 else ""
    return f"Level {state.level}{last}"


def prompt(position: Position, seat: int) -> tuple[str, str]:
    """Which action it is, and one line that says what the seat should do."""
    state = plain(position)
    if state.ended:
        return "", "The game is over"
    if state.phase == s.CITY:
        if seat in position.waiting:
            return "Set-up", "Choose which city to keep"
        return "Set-up", f"Waiting for {', '.join(the_seat(p) for p in position.waiting)}"
    left = state.actions_left
    step = f"{many(left, 'action')} left" if left else "" if state.phase == s.ACTION else "last action"
    if seat != state.current:
        return step, f"{the_seat(state.current)} is to act"
    if state.phase == s.ACTION:
        return step, "Take an action, or end the turn" if left else "End the turn"
    source = resolved_name(position)
    text = _question(position)
    return step, f"{text} ({source.removeprefix('the ')})" if source else text


def _question(position: Position) -> str:
    state, cards = plain(position), position.cards.plain
    phase, at = state.phase, instruction(position)
    op, left = cards.op[at], state.left[state.depth - 1]
    held = card_name(position, state.held) if state.held != s.NONE else "the card"
    if phase == s.OWN:
        return {
            s.TUCK_OP: f"Choose a building to tuck {held} under",
            s.RAZE: "Choose a top card to take away",
            s.REGAIN: "Choose a top card to gain again",
            s.VISIT: "Choose where the mayor goes on to",
        }.get(op, "Choose one of your top cards to use")
    if phase == s.HAND:
        what = {s.TUCK_OP: "tuck", s.PERFORM: "discard for its action"}.get(op, "discard")
        more = f" (up to {left} more)" if cards.low[at] < cards.high[at] and op != s.PERFORM else ""
        return f"Choose a hand card to {what}{more}"
    if phase == s.TAKE:
        where = "pile" if cards.source[at] == s.FROM_PILE else "row"
        if op == s.COPY:
            return "Choose a row card to use"
        deck = " or the deck" if cards.source[at] == s.FROM_ANY else ""
        return f"Choose a card of the {where}{deck}{' to tuck' if op == s.TUCK_OP else ''}"
    if phase == s.YES_NO:
        return f"Do you want to {effect_text(_block(position, at, 0))}?"
    texts = {
        s.PLAN: "Choose a card to build",
        s.SPOT: f"Choose where to build {held}",
        s.PAY: f"Pay for {held}: {many(state.price, 'card')} to go",
        s.KEEP: f"Keep {left} of these cards",
        s.ROB: "Choose whom to steal from",
        s.RIVAL: "Choose a top card to take" if op == s.SEIZE else "Choose an opponent's top card to use",
        s.TRACK: _track_question(left, op, cards.on_track[at]),
        s.TYPE: "Name a type",
        s.OPTION: "Choose one",
        s.ACHIEVEMENT: "Choose an achievement to claim",
    }
    return texts[phase]


def _track_question(left: int, op: int, track: int) -> str:
    if op == s.HINDER:
        return "Choose the track on which the others decline"
    if track == s.ONE_TRACK:
        return f"Choose a track for {left} steps"
    return "Choose a track" if left == 1 else f"Choose a track ({left} steps left)"


def rule(position: Position) -> str:
    """The rule that applies now."""
    state = plain(position)
    return "PS-78" if state.ended else ASKS[state.phase][1]


def board(position: Position) -> str:
    """The whole table as text for a terminal."""
    state = plain(position)
    lines = [f"Paper Skylines, {status(position)}"]
    for seat in range(position.players):
        mark = ">" if seat in position.waiting else " "
        where = "  ".join(f"{name} {state.track[seat][track]}" for track, name in enumerate(TRACK_NAMES))
        lines.append(
            f"{mark} {SEAT_NAMES[seat]:<9} score {state.score[seat]}  {where}  hand {hand_text(position, seat)}"
        )
        if state.slots[seat]:
            lines.append(f"    {_city_text(position, seat)}")
        claimed = [a.name for a in position.cards.achievements if state.claimed[seat] >> a.index & 1]
        if claimed:
            lines.append(f"    claimed {', '.join(claimed)}")
    row = ", ".join(card(position, c).name for c in state.row if c != s.NONE) or "empty"
    lines.append(f"  row {row}; pile {len(members(state.pile))}; decks {', '.join(str(n) for n in state.deck_left)}")
    if position.turn is not None:
        step, text = prompt(position, position.turn)
        lines.append(f"{SEAT_NAMES[position.turn]}, {step.lower()}: {with_names(text)}")
    return "\n".join(lines)


def _city_text(position: Position, seat: int) -> str:
    state, parts = plain(position), []
    for slot in range(state.slots[seat]):
        floors = " < ".join(card(position, c).name for c in built(position, seat, slot))
        under = "".join(f" + {card(position, c).name}" for c in tucked_cards(position, seat, slot))
        mayor = "*" if state.mayor[seat] == slot else ""
        parts.append(f"[{floors}{mayor}{under}]" if floors else "( )")
    return " ".join(parts)
