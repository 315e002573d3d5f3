"""Setting up: the map, the chair, deeds and characters, or the layout of the advanced game (MK-1 to 5, ADV-1 to 6)."""

from typing import Any

from tabletown.engine.chance import below, shuffle
from tabletown.engine.kernel import int64, kernel
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.rules import advanced_setup, permits, pouch
from tabletown.games.milton_keynes.rules.squares import put, remove, write_squares
from tabletown.games.milton_keynes.rules.turn_order import ask, next_seat


@kernel
def setup(state: Any, cards: Any) -> None:
    """The map, the chair, deeds, and then characters; or the layout of the advanced set-up (MK-1 to 5, ADV-1)."""
    clear(state)
    state.chair = below(state, state.players)
    state.asked = state.chair
    for seat in range(int64(state.players)):
        state.marker[seat] = cards.income
        state.floor[seat] = cards.income
    use_map(state, cards)
    if state.options & s.ADVANCED:
        state.phase = s.RIVER
        ask(state, int64(state.asked))
    else:
        deal_deeds(state, cards)
        state.phase = s.CHARACTER
        ask(state, int64(state.asked))


@kernel
def clear(state: Any) -> None:
    """Nothing lies anywhere, nothing is in progress."""
    for square in range(s.SQUARES):
        state.owner[square] = s.NONE
        state.kind[square] = s.NONE
        state.anchor[square] = s.NONE
    for seat in range(s.SEATS):
        state.character[seat] = s.NONE
        state.on_offer[seat] = s.NONE
        pouch.empty_pouch(state, seat)
        for number in range(s.REQUISITIONS):
            state.nominated[seat, number] = s.NONE
            state.moved_to[seat, number] = s.NONE
    state.cleared = s.NONE


@kernel
def use_map(state: Any, cards: Any) -> None:
    """The squares for this number of players; those outside do not exist (MK-1)."""
    advanced = state.options & s.ADVANCED
    for square in range(s.SQUARES):
        ground = int64(cards.ground[square])
        if cards.dots[square] == 0 or cards.dots[square] > state.players or ground == s.ROCK:
            continue
        if ground == s.WATER and not advanced:
            put(state.river, square)
        elif ground == s.SWAMP and not advanced:
            put(state.marsh, square)
        else:
            put(state.land, square)


@kernel
def deal_deeds(state: Any, cards: Any) -> None:
    """Shuffle the deeds of all land plots and deal some to each player, in secret (MK-2)."""
    n = write_squares(int64(state.land[0]), int64(state.land[1]), 0, state.deck, 0)
    shuffle(state, state.deck, n)
    for seat in range(int64(state.players)):
        for _ in range(int64(cards.deeds)):
            n -= 1
            put(state.hand[seat], int64(state.deck[n]))
            state.deck[n] = 0
            state.deeds_held[seat] += 1
    state.deck_left = n


@kernel
def pick_character(state: Any, cards: Any, seat: int, character: int) -> None:
    """Take a character that no seat has, and its permits (MK-3)."""
    state.character[seat] = character
    for kind in range(s.PERMIT_KINDS):
        for _ in range(int64(cards.characters[character, kind])):
            permits.gain_permit(state, seat, kind)
    state.reveals += 1
    state.asked = next_seat(state, seat)
    state.waiting = 0
    if state.asked != state.chair:
        ask(state, int64(state.asked))
    else:
        shuffle_permits(state, cards)


@kernel
def shuffle_permits(state: Any, cards: Any) -> None:
    """The permits that no seat holds are the permit deck (MK-4)."""
    n = 0
    for kind in range(s.PERMIT_KINDS):
        left = int64(cards.permits[kind])
        for seat in range(int64(state.players)):
            left -= int64(state.permits[seat, kind])
        for _ in range(left):
            state.permit_deck[n] = kind
            n += 1
    shuffle(state, state.permit_deck, n)
    state.permits_left = n


@kernel
def lay_tile(state: Any, cards: Any, seat: int, square: int) -> None:
    """Lay a river tile or a marsh; after the second marsh everything is dealt (ADV-2 to 6)."""
    state.reveals += 1
    state.asked = next_seat(state, seat)
    ask(state, int64(state.asked))
    if state.phase == s.RIVER:
        if advanced_setup.lay_river(state, square):
            state.phase = s.MARSH
        return
    put(state.marsh, square)
    remove(state.land, square)
    state.passes += 1  # counts the marshes
    if state.passes == 2:
        state.passes = 0
        state.waiting = 0
        deal_deeds(state, cards)
        shuffle_permits(state, cards)
        deal_four_permits(state)


@kernel
def deal_four_permits(state: Any) -> None:
    """No characters in the advanced game: four permits at random for every seat (ADV-6)."""
    for seat in range(int64(state.players)):
        for _ in range(4):
            state.permits_left -= 1
            state.permits[seat, state.permit_deck[state.permits_left]] += 1
            state.permit_deck[state.permits_left] = 0
            state.permits_held[seat] += 1
