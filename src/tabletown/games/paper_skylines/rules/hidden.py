"""What a seat may not know in Paper Skylines, and how to imagine it (6.3)."""

from typing import Any

from tabletown.engine.bits import count_bits
from tabletown.engine.chance import below, draw, shuffle
from tabletown.engine.kernel import int64, kernel
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.rules.building import build_choices
from tabletown.games.paper_skylines.rules.sets import pick, put

# --- Hide -----------------------------------------------------------------------------------------------------------


@kernel
def hide(state: Any, cards: Any, seat: int) -> None:
    """Wipe other hands, decks, another's peeked cards, the box, unseen chips, and cities that are still a secret."""
    if state.phase == s.CITY:
        state.ply = 1 if seat >= 0 and (state.waiting >> seat) & 1 == 0 else 0  # it would count the choices of others
    for other in range(int64(state.players)):
        if other != seat:
            state.hand[other, 0] = 0
            state.hand[other, 1] = 0
            if state.phase == s.CITY:
                hide_city(state, other)
    if state.current != seat:
        state.peeked[0] = 0
        state.peeked[1] = 0
    state.box[0] = 0
    state.box[1] = 0
    for achievement in range(s.ACHIEVEMENTS):
        if state.chip_owner[achievement] != seat or seat < 0:
            state.chip[achievement] = s.UNKNOWN
    for deck in range(s.LEVELS):
        hide_deck(state, cards, deck)


@kernel
def hide_city(state: Any, seat: int) -> None:
    """The two city cards of another seat, which looks as if it were still to choose."""
    state.waiting = int64(state.waiting) | (1 << seat)
    state.dealt[seat, 0] = s.NONE
    state.dealt[seat, 1] = s.NONE
    state.city[seat] = s.NONE


@kernel
def hide_deck(state: Any, cards: Any, deck: int) -> None:
    """Of a deck all seats know how many cards of each level it has, and whether the round-end card is in it."""
    left = int64(state.deck_left[deck])
    low = 0
    for i in range(left):
        card = int64(state.deck[deck, i])
        if card == s.BACK + s.LEVELS - 1 or (card < s.BUILDINGS and cards.level[card] == s.LEVELS - 1):
            low += 1
    n = 0
    if (state.marked >> (deck + 1)) & 1 == 0 and left > 0:
        state.deck[deck, 0] = s.ROUND_END
        n = 1
    # only the deck of level 4 mixes levels: those of level 3 come first
    mixed = low if deck == s.LEVELS - 1 else 0
    for i in range(n, left):
        state.deck[deck, i] = s.BACK + (s.LEVELS - 1 if i - n < mixed else deck + 1)


# --- Imagine --------------------------------------------------------------------------------------------------------


@kernel
def resample(state: Any, cards: Any, seat: int) -> None:
    """Deal the unseen cards of each level to the places that are unknown; what is left over is out of the game."""
    if state.phase == s.PLAN:
        deal_plans(state, cards, int64(state.current))
    low, high = unseen_cards(state, 0), unseen_cards(state, 1)
    unknown = 0
    for deck in range(s.LEVELS):
        if is_unknown(state, deck):
            unknown |= 1 << deck
    for level in range(1, s.LEVELS + 1):
        word = 0 if s.LEVEL_START[level - 1] < s.SPLIT else 1
        mask = level_mask(level)
        rest = (low if word == 0 else high) & mask
        rest = deal_hands(state, level, word, mask, rest)
        for deck in range(s.LEVELS):
            rest = deal_deck(state, deck, level, word, rest)
        state.box[word] |= rest
    for deck in range(s.LEVELS):
        if (unknown >> deck) & 1:
            imagine_order(state, deck)
    imagine_chips(state, cards)
    if state.phase == s.CITY:
        imagine_cities(state)


@kernel
def deal_plans(state: Any, cards: Any, seat: int) -> None:
    """A seat that chooses a card to build has at least two that can be built, so deal these first."""
    step = int64(state.step[int64(state.depth) - 1])
    if cards.source[step] != s.FROM_HAND or count_bits(state.hand[seat, 0]) + count_bits(state.hand[seat, 1]) > 0:
        return
    for _ in range(2):
        low, high = int64(state.hand[seat, 0]), int64(state.hand[seat, 1])
        for level in range(1, s.LEVELS + 1):  # all cards that may be in the hand, to see which of them can be built
            word = 0 if s.LEVEL_START[level - 1] < s.SPLIT else 1
            mask = level_mask(level)
            held = (low if word == 0 else high) & mask
            if count_bits(held) < state.hand_levels[seat, level - 1]:
                state.hand[seat, word] |= unseen_cards(state, word) & mask
        one, other = build_choices(state, cards, seat, step, s.PLAN)
        state.hand[seat, 0] = low
        state.hand[seat, 1] = high
        one &= ~low
        other &= ~high
        if one | other:
            put(state.hand[seat], pick(state, one, other))


@kernel
def level_mask(level: int) -> int:
    """The cards of a level within their word."""
    first, number = s.LEVEL_START[level - 1], s.LEVEL_START[level] - s.LEVEL_START[level - 1]
    return ((1 << number) - 1) << (first if first < s.SPLIT else first - s.SPLIT)


@kernel
def unseen_cards(state: Any, word: int) -> int:
    """One word of the set of building cards that lie nowhere that this view knows."""
    first, last = (0, s.SPLIT) if word == 0 else (s.SPLIT, s.BUILDINGS)
    mask = (1 << (last - first)) - 1
    mask &= ~(int64(state.pile[word]) | int64(state.peeked[word]) | int64(state.box[word]))
    for seat in range(int64(state.players)):
        mask &= ~int64(state.hand[seat, word])
        for slot in range(int64(state.slots[seat])):
            for heap in range(2):
                card = int64(state.top[seat, slot]) if heap == 0 else int64(state.under[seat, slot])
                while card != s.NONE:
                    if first <= card < last:
                        mask &= ~(1 << (card - first))
                    card = int64(state.below[card])
    for i in range(s.ROW + 1):
        card = int64(state.row[i]) if i < s.ROW else int64(state.held)
        if first <= card < last:
            mask &= ~(1 << (card - first))
    for deck in range(s.LEVELS):
        for i in range(int64(state.deck_left[deck])):
            card = int64(state.deck[deck, i])
            if first <= card < last:
                mask &= ~(1 << (card - first))
    return mask


@kernel
def deal_hands(state: Any, level: int, word: int, mask: int, rest: int) -> int:
    """Fill other hands, and cards that another looks at, up to the known number; returns what is left over."""
    for seat in range(int64(state.players)):
        while count_bits(state.hand[seat, word] & mask) < state.hand_levels[seat, level - 1]:
            member, rest = draw(state, rest)
            state.hand[seat, word] |= 1 << member
    while count_bits(state.peeked[word] & mask) < state.peeked_levels[level - 1]:
        member, rest = draw(state, rest)
        state.peeked[word] |= 1 << member
    return rest


@kernel
def deal_deck(state: Any, deck: int, level: int, word: int, rest: int) -> int:
    """Turn the backs of a level in a deck into cards; returns what is left over."""
    for i in range(int64(state.deck_left[deck])):
        if state.deck[deck, i] == s.BACK + level:
            member, rest = draw(state, rest)
            state.deck[deck, i] = s.SPLIT * word + member
    return rest


@kernel
def is_unknown(state: Any, deck: int) -> bool:
    """Whether nothing is known of a deck's cards, and there are some."""
    backs = False
    for i in range(int64(state.deck_left[deck])):
        if state.deck[deck, i] < s.BUILDINGS:
            return False
        backs = backs or state.deck[deck, i] > s.BACK
    return backs


@kernel
def imagine_order(state: Any, deck: int) -> None:
    """Mix the levels of a deck; its round-end card lies in one of the lowest five places (6.3)."""
    left = int64(state.deck_left[deck])
    cards = state.deck[deck]
    if (state.marked >> (deck + 1)) & 1:
        shuffle(state, cards, left)
        return
    at = 0
    while cards[at] != s.ROUND_END:
        at += 1
    place = below(state, min(5, left))
    while at != place:
        way = 1 if at < place else -1
        cards[at] = cards[at + way]
        at += way
    cards[place] = s.ROUND_END


@kernel
def imagine_chips(state: Any, cards: Any) -> None:
    """Shuffle the unseen values over the achievements whose chip is unknown."""
    left = 0
    counts = 0  # how many chips of each value are unseen, four bits each
    for i in range(s.ACHIEVEMENTS):
        counts += 1 << (4 * int64(cards.chip[i]))
        if state.chip[i] != s.UNKNOWN:
            counts -= 1 << (4 * int64(state.chip[i]))
        else:
            left += 1
    for i in range(s.ACHIEVEMENTS):
        if state.chip[i] == s.UNKNOWN:
            pick = below(state, left)
            value = 0
            while pick >= (counts >> (4 * value)) & 15:
                pick -= (counts >> (4 * value)) & 15
                value += 1
            counts -= 1 << (4 * value)
            left -= 1
            state.chip[i] = value


@kernel
def imagine_cities(state: Any) -> None:
    """Two city cards for every other seat."""
    rest = (1 << s.CITIES) - 1
    for seat in range(int64(state.players)):
        if state.dealt[seat, 0] != s.NONE:
            rest &= ~((1 << int64(state.dealt[seat, 0])) | (1 << int64(state.dealt[seat, 1])))
    for seat in range(int64(state.players)):
        if state.dealt[seat, 0] == s.NONE:
            one, rest = draw(state, rest)
            other, rest = draw(state, rest)
            state.dealt[seat, 0] = min(one, other)
            state.dealt[seat, 1] = max(one, other)
