"""Sets of building cards as two words of bits, and the cards that lie in them."""

from typing import Any

from tabletown.engine.bits import count_bits, lowest_bit
from tabletown.engine.chance import below
from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines import state as s


@kernel
def put(words: Any, card: int) -> None:
    """Put a card into a set."""
    if card < s.SPLIT:
        words[0] |= 1 << card
    else:
        words[1] |= 1 << (card - s.SPLIT)


@kernel
def remove(words: Any, card: int) -> None:
    """Take a card out of a set."""
    if card < s.SPLIT:
        words[0] &= ~(1 << card)
    else:
        words[1] &= ~(1 << (card - s.SPLIT))


@kernel
def contains(words: Any, card: int) -> bool:
    """Whether a card is in a set."""
    word = words[0] >> card if card < s.SPLIT else words[1] >> (card - s.SPLIT)
    return word & 1 == 1


@kernel
def pick(state: Any, low: int, high: int) -> int:
    """A random card of a set that is not empty, every card equally likely."""
    lows = count_bits(low)
    number = below(state, lows + count_bits(high))
    word = 0 if number < lows else 1
    rest = low if word == 0 else high
    for _ in range(number - lows * word):
        rest &= rest - 1
    return s.SPLIT * word + lowest_bit(rest)


@kernel
def to_hand(state: Any, cards: Any, seat: int, card: int) -> None:
    """A card joins a hand. No card (a deck that is empty, or unknown in a view) changes nothing."""
    if card < s.BUILDINGS:
        put(state.hand[seat], card)
        state.hand_levels[seat, int64(cards.level[card]) - 1] += 1


@kernel
def from_hand(state: Any, cards: Any, seat: int, card: int) -> None:
    """A card leaves a hand."""
    remove(state.hand[seat], card)
    state.hand_levels[seat, int64(cards.level[card]) - 1] -= 1


@kernel
def hand_size(state: Any, seat: int) -> int:
    """How many cards a hand holds; open to all."""
    count = 0
    for level in range(s.LEVELS):
        count += int64(state.hand_levels[seat, level])
    return count


@kernel
def row_set(state: Any, word: int) -> int:
    """One word of the set of cards in the row."""
    mask = 0
    for i in range(3):
        card = int64(state.row[i])
        if card < s.BUILDINGS and (card >= s.SPLIT) == (word == 1):
            mask |= 1 << (card - s.SPLIT * word)
    return mask
