"""The rules of Bazaar."""

from typing import Any

from tabletown.engine.chance import below
from tabletown.engine.declared_kernels import NO_CARD, fill_shuffled, remove_at
from tabletown.engine.kernel import int64, kernel

from . import state as s


@kernel
def setup(state: Any, cards: Any) -> None:
    """Shuffle, deal, lay out the market (BZ-1)."""
    state.left = fill_shuffled(state, state.deck, cards.ware_copies)
    state.contracts_left = fill_shuffled(state, state.contracts, cards.contract_copies)
    state.fashion = draw(state)
    for _ in range(s.MARKET):
        refill(state)
    for seat in range(state.players):
        for _ in range(s.HAND):
            state.hand[seat, draw(state)] += 1
            state.held[seat] += 1
        state.coins[seat] = 8
        state.saved[seat] = int64(below(state, 6))
        state.mood[seat] = 1 + int64(below(state, 2))
        state.contract[seat] = NO_CARD
    state.first = int64(below(state, state.players))
    state.rounds = 1
    state.phase = 1
    state.waiting = 1 << int64(state.first)


@kernel
def draw(state: Any) -> Any:
    """The top card of the deck, which a view does not know."""
    state.left -= 1
    kind = int64(state.deck[state.left])
    state.deck[state.left] = 0
    state.reveals += 1
    return kind


@kernel
def refill(state: Any) -> None:
    """Lay a card on the market, if there is one."""
    if state.left > 0:
        state.market[state.offered] = draw(state)
        state.offered += 1


@kernel
def legal(state: Any, cards: Any, seat: int, out: Any) -> int:
    """What a seat may do (BZ-2)."""
    n = 0
    for kind in range(s.WARES):
        if cards.price[kind] <= state.coins[seat]:
            for place in range(state.offered):
                if state.market[place] == kind:
                    out[n] = s.BUY + kind
                    n += 1
                    break
    for kind in range(s.WARES):
        if state.hand[seat, kind] > 0:
            out[n] = s.LAY + kind
            n += 1
    for kind in range(s.WARES):
        for other in range(state.players):
            if state.hand[seat, kind] > 0 and other != seat:
                out[n] = s.GIVE + s.SEATS * kind + other
                n += 1
    for coins in range(s.MOST_BID + 1):
        if coins <= state.coins[seat] and coins > 0:
            out[n] = s.SAVE + coins
            n += 1
    for guild in range(len(s.GUILDS)):
        if (int64(state.guilds[seat]) >> guild) & 1 == 0:
            out[n] = s.JOIN + guild
            n += 1
    if state.contract[seat] == NO_CARD and state.contracts_left > 0:
        out[n] = s.TAKE
        n += 1
    out[n] = s.REST
    return n + 1


@kernel
def apply(state: Any, cards: Any, seat: int, action: int) -> None:
    """Do one thing; after the last seat a round ends (BZ-2, BZ-3)."""
    if action < s.LAY:
        buy(state, cards, seat, action)
    elif action < s.GIVE:
        kind = action - s.LAY
        state.hand[seat, kind] -= 1
        state.held[seat] -= 1
        state.stall[seat, kind] += 1
        if state.fashion == kind:
            please(state, seat)
    elif action < s.SAVE:
        kind = (action - s.GIVE) // s.SEATS
        other = (action - s.GIVE) % s.SEATS
        state.hand[seat, kind] -= 1
        state.held[seat] -= 1
        state.hand[other, kind] += 1
        state.held[other] += 1
        please(state, seat)
    elif action < s.JOIN:
        state.coins[seat] -= action - s.SAVE
        if state.saved[seat] >= 0:  # others do not know it
            state.saved[seat] += action - s.SAVE
    elif action < s.TAKE:
        state.guilds[seat] |= 1 << (action - s.JOIN)
    elif action == s.TAKE:
        state.contracts_left -= 1
        state.contract[seat] = state.contracts[state.contracts_left]
        state.contracts[state.contracts_left] = 0
        state.reveals += 1
    finish(state, seat)


@kernel
def buy(state: Any, cards: Any, seat: int, kind: int) -> None:
    """Buy the first card of a kind on the market."""
    state.coins[seat] -= cards.price[kind]
    for place in range(state.offered):
        if state.market[place] == kind:
            state.offered = remove_at(state.market, int64(state.offered), place)
            break
    state.hand[seat, kind] += 1
    state.held[seat] += 1
    refill(state)


@kernel
def please(state: Any, seat: int) -> None:
    """A point of favour."""
    if state.favour[seat] < s.MOST_FAVOUR:
        state.favour[seat] += 1


@kernel
def finish(state: Any, seat: int) -> None:
    """The next seat acts; every third round is a festival, the last is closing time."""
    following = (seat + 1) % int64(state.players)
    state.waiting = 1 << following
    if following != state.first:
        return
    if state.rounds == s.ROUNDS:
        state.waiting = 0
        state.ended = 1
        return
    state.rounds += 1
    state.festival = state.rounds % 3 == 0
    state.phase = 2 if state.rounds == s.ROUNDS else 1


@kernel
def scores(state: Any, cards: Any, out: Any) -> None:
    """What is laid out, coins, favour, and of savings and contracts what is known (BZ-3)."""
    for seat in range(state.players):
        out[seat] = state.coins[seat] + state.favour[seat] + max(0, state.saved[seat])
        for kind in range(s.WARES):
            out[seat] += cards.worth[kind] * int64(state.stall[seat, kind])
        if state.contract[seat] < s.CONTRACTS:
            out[seat] += cards.reward[state.contract[seat]]
