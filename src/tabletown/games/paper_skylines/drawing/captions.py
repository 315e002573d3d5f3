"""Captions of cards: what is printed, where it lies, what it does."""

from functools import cache, lru_cache

from tabletown.engine.english import many
from tabletown.games.paper_skylines.cards import Achievement, Building, City
from tabletown.games.paper_skylines.text.card_sentences import (
    action_sentence,
    bonus_sentence,
    condition_sentence,
    sites_text,
)
from tabletown.games.paper_skylines.vocabulary import TRACK_NAMES, TYPE_NAMES
from tabletown.render.scene import Button

Card = Building | City


@cache
def does(card: Card) -> str:
    """What a card does, as one plain sentence."""
    return action_sentence(card) if isinstance(card, Building) else bonus_sentence(card)


@cache
def printed(card: Card) -> str:
    """A whole card: "City Hall, civic, level 3, costs 5, ...", then its sentence."""
    if isinstance(card, City):
        return f"{card.name}, city card, {TYPE_NAMES[card.type]}. While it is the top card: {does(card)}"
    facts = [
        f"{card.name}, {TYPE_NAMES[card.type]}, level {card.level}, costs {card.cost}",
        f"1 less per {TYPE_NAMES[card.discount]} icon beside or under it",
    ]
    gains = [f"{name} {gain}" for name, gain in zip(TRACK_NAMES, card.gains, strict=True) if gain]
    if gains:
        facts.append(f"gains {', '.join(gains)}")
    return f"{'; '.join(facts)}{_sites(card)}. Mayor: {does(card)}"


def unsaid(words: str, card: Card, button: Button | None) -> str:
    """Words about a card without its sentence, where its button says that already."""
    said = button is not None and does(card) in button.notes
    return words.removesuffix(does(card)).removesuffix("Mayor: ").removesuffix("Bonus: ").rstrip() if said else words


def _sites(card: Card) -> str:
    return f"; site {sites_text(card.sites)}" if isinstance(card, Building) and card.sites else ""


@lru_cache(maxsize=4096)
def roof(card: Card, height: int, tucked: int) -> str:
    """A top card: what stands under it, and what it offers."""
    under = f", {tucked} tucked" if tucked else ""
    facts = f"{card.name}, {TYPE_NAMES[card.type]}, height {height}{under}{_sites(card)}"
    return f"{facts}. {'Mayor' if isinstance(card, Building) else 'Bonus'}: {does(card)}"


@cache
def covered(card: Card, where: str) -> str:
    """A card of which only the icons count: one that is built over, or tucked."""
    return f"{card.name}, {TYPE_NAMES[card.type]}{_sites(card)}, {where}"


def achievement(card: Achievement) -> str:
    """An achievement: its condition and its stars."""
    return f"{card.name}: {condition_sentence(card)} {many(card.stars, 'point')}."


def rule(card: Card) -> str:
    """The rule that explains a card in hand, row or city."""
    return "PS-41" if isinstance(card, Building) else "PS-29"
