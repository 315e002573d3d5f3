"""One plain sentence per card, made from its data: what a roof offers the mayor, what a city gives, what is claimed."""

from functools import cache

from tabletown.engine.english import listing, many, sentence
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Achievement, Building, City
from tabletown.games.paper_skylines.vocabulary import SITE_NAMES, TRACK_NAMES, TYPE_NAMES, Amount, Effect, Step

COUNTS = {  # {s} makes them more than one
    s.KINDS: "different type{s} in your city",
    s.BEST_TYPE: "icon{s} of your most frequent type",
    s.ALL_SITES: "site{s} in your city",
    s.SITE_KINDS: "different kind{s} of site in your city",
    s.BEST_SITE: "site{s} of your most frequent kind",
    s.COUNT_BUILDINGS: "building{s} of your city",
    s.HEIGHT: "floor{s} of the mayor's building",
    s.TALLEST: "floor{s} of your tallest building",
    s.ICONS_HERE: "card{s} of the mayor's building",
    s.TUCKED: "tucked card{s} in your city",
    s.LOW_TRACK: "space{s} of your lowest track",
}
SOURCES = {
    s.FROM_DECK: "the deck", s.FROM_NEXT: "the next level's deck", s.FROM_ROW: "the row", s.FROM_PILE: "the pile",
    s.FROM_HAND: "your hand", s.FROM_ANY: "the row or the deck",
}  # fmt: skip
ON_TRACKS = {s.ANY_TRACK: "any tracks", s.ONE_TRACK: "one track", s.LOWEST: "your lowest track", s.EACH: "each track"}
EVENT_TEXTS = {
    s.ON_OVER: "The first time you build over in a turn",
    s.ON_TUCK: "The first time you tuck in a turn",
    s.ON_DRAW: "After your first basic draw in a turn",
    s.ON_ADVANCE: "After your first basic advance in a turn",
    s.ON_DISCARD: "After your first discard for action in a turn",
    s.ON_CLAIM: "After each claim",
    s.ON_LEVEL: "At each level change",
}


@cache
def action_sentence(building: Building) -> str:
    """What the top card offers the mayor."""
    return sentence(effect_text(building.action))


@cache
def bonus_sentence(city: City) -> str:
    """What a city gives while its card is a top card."""
    plain = {
        "over": f"Building over costs {city.number} less.",
        "sprawl": f"Sprawling costs {city.number} less.",
        "wild_type": "For discounts the city card counts as one icon of every type.",
        "wild_site": "The city card counts as one site of the kind that is best for you.",
        "stay": "Once a turn the mayor may act without moving.",
    }
    if city.modifier in plain:
        return plain[city.modifier]
    return f"{EVENT_TEXTS[city.event]}: {effect_text(city.effect)}."


@cache
def condition_sentence(achievement: Achievement) -> str:
    """What an achievement asks for."""
    n, count = achievement.needed, achievement.count.count
    texts = {
        s.OF_TYPE: f"{n} {TYPE_NAMES[achievement.count.type]} icons in your city.",
        s.KINDS: f"{n} different types in your city.",
        s.BEST_TYPE: f"{n} icons of one type in your city.",
        s.ALL_SITES: f"{n} sites in your city.",
        s.SITE_KINDS: f"{n} different kinds of sites in your city.",
        s.BEST_SITE: f"{n} sites of one kind in your city.",
        s.COUNT_BUILDINGS: f"{n} buildings.",
        s.HEIGHT: f"The mayor stands on a building of height {n}.",
        s.TALLEST: f"A building of height {n}.",
        s.ICONS_HERE: f"{n} cards in the mayor's building.",
        s.TUCKED: f"{n} tucked cards.",
        s.LOW_TRACK: f"Every track at {n} or higher.",
    }
    return texts[count]


def sites_text(sites: tuple[int, ...]) -> str:
    """The sites of a card in words."""
    return listing([SITE_NAMES[site] for site in sites])


def effect_text(effect: Effect, inside: bool = False) -> str:
    """An effect in words, without its full stop; what is inside a block is tied together more closely."""
    return (" and " if inside else ", then ").join(step_text(step) for step in effect)


def step_text(step: Step) -> str:
    """One step of an effect in words."""
    blocks = [effect_text(block, inside=True) for block in step.blocks]
    if step.op == s.MAY:
        return f"you may {blocks[0]}"
    if step.op == s.CHOOSE:
        return f"either {' or '.join(blocks)}"
    if step.op in (s.ADVANCE_OP, s.DECLINE, s.HINDER):
        return _track_text(step)
    if step.op in (s.BUILD_OP, s.TUCK_OP, s.TRADE, s.RAZE):
        return _card_text(step, blocks)
    n = step.amount.number
    texts = {
        s.DRAW_OP: _counted("draw", step.amount, "card", f"from {SOURCES.get(step.source, '')}"),
        s.PEEK: f"look at {many(n, 'card')} of the deck and keep {step.low}",
        s.DECLARE: f"name a type, draw {many(n, 'card')} openly and one more for each of that type",
        s.SWEEP: "replace the row",
        s.SCORE: f"score {many(n, 'point')}",
        s.REGAIN: f"gain one of your top cards up to level {n} again",
        s.SEIZE: f"take an opponent's top card up to level {n} into your hand",
        s.STEAL: f"steal {'a random card' if n == 1 else f'{n} random cards'} from an opponent's hand",
        s.GIFT: f"each opponent draws {many(n, 'card')}",
        s.VISIT: "move the mayor to another building and use it",
        s.EXTRA_ACTION: "take one more action this turn",
        s.CLAIM_OP: "claim an achievement",
        s.COPY: f"use {_copied(step.source)} as if it were yours",
        s.PERFORM: "discard a card and use its action",
    }
    return texts[step.op]


def _copied(source: int) -> str:
    return {s.FROM_OWN: "another of your top cards", s.FROM_OPPONENT: "an opponent's top card"}.get(
        source, "a row card"
    )


def _counted(verb: str, amount: Amount, noun: str, where: str) -> str:
    """How many, and where: a fixed number, or one for each thing counted."""
    if amount.count == s.FIXED:
        return f"{verb} {many(amount.number, noun)} {where}"
    thing = f"{TYPE_NAMES[amount.type]} icon{{s}} in your city" if amount.count == s.OF_TYPE else COUNTS[amount.count]
    per = f"every {amount.divide} {thing.format(s='s')}" if amount.divide > 1 else f"each {thing.format(s='')}"
    most = f" (at most {amount.most})" if amount.most < 255 else ""
    return f"{verb} 1 {noun} {where} for {per}{most}"


def _track_text(step: Step) -> str:
    track = TRACK_NAMES[step.track] if step.track < s.TRACKS else ON_TRACKS[step.track]
    if step.op == s.HINDER:
        where = "one track of your choice" if step.track == s.ANY_TRACK else track
        return f"each opponent declines {many(step.amount.number, 'step')} on {where}"
    if step.track == s.ANY_TRACK and step.amount == Amount(1):
        track = "any track"
    return _counted("advance" if step.op == s.ADVANCE_OP else "decline", step.amount, "step", f"on {track}")


def _card_text(step: Step, blocks: list[str]) -> str:
    n = step.amount.number
    if step.op == s.TRADE:
        if n == 1:
            return f"{'discard' if step.low else 'you may discard'} 1 card to {blocks[0]}"
        number = f"up to {n}" if not step.low else str(n) if step.low == n else f"{step.low} to {n}"
        return f"discard {number} cards and for each {blocks[0]}"
    if step.op == s.RAZE:
        text = f"{'take back' if step.source == s.FROM_HAND else 'scrap'} one of your top cards"
        return f"{text} and {blocks[0]}" if blocks else text
    if step.op == s.TUCK_OP:
        number = f"up to {n} cards" if step.low < n else many(n, "card")
        place = "here" if step.where == s.HERE else "under any of your buildings"
        return f"tuck {number} from {SOURCES[step.source]} {place}"
    limit = f" up to level {step.max_level}" if step.max_level < s.LEVELS else ""
    how = "for free" if n == s.FREE else f"for {n} less" if n else "at its price"
    place = {s.ON_TOP: " over a building", s.SPRAWL: " beside your buildings"}.get(step.where, "")
    return f"build a card{limit} from {SOURCES[step.source]}{place} {how}"
