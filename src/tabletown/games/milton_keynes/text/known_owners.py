"""Who holds which deeds and permits, as far as a seat (or a spectator) can know from the game so far.

A state says which deeds all have seen going to a hand, but not whether they are still there. That follows from the
deals since: all see how many cards a deal moved, and its two parties see which. So this follows a game from view to
view and remembers what was seen. It uses nothing but views.

For a map and for an offer: `known_owners_in(game, seat)`, or `KnownOwners(view)` where there is one view and no game.
`owner(plot)` is the seat that holds a deed, `sure` or supposed; `holds(seat, kind)` says of every kind of permit
whether a seat surely holds one, may hold one or cannot.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.text.names import mask_of, squares_in


class Holds(IntEnum):
    """Whether a seat holds a permit of a kind."""

    CANNOT = 0  # every copy is elsewhere, or the whole hand is known
    MAY = 1
    SURELY = 2


class Owner(NamedTuple):
    """The seat that holds a deed."""

    seat: int
    sure: bool  # if not: it was seen going to this seat, which has given away deeds since


class KnownOwners:
    """What a viewer knows of the deeds and permits in all hands. Feed it the viewer's views in order with `see`.

    Begun with a later view, it knows less: from the first trade session on, nothing of what others were seen to take is
    sure, but for what happens after that view.
    """

    def __init__(self, view: Position) -> None:
        self._view = view
        players, state = view.players, view.state
        traded = state.year > 1 or state.phase >= s.TRADE  # before the first view, unseen
        self._seen = [mask_of(state.supposed[seat]) for seat in range(players)]  # deeds that went to a seat
        self._sure = [0 if traded else deeds for deeds in self._seen]  # those of them that are certainly still there
        self._permits = [[0 if traded else int(n) for n in state.supposed_permits[seat]] for seat in range(players)]

    def owner(self, plot: int) -> Owner | None:
        """The seat that holds the deed of a plot; None if that is unknown, or if no seat holds it.

        The viewer's own deeds, and those of which all or the viewer know where they are, are sure. A deed that was seen
        going to a seat which has given away deeds since, the viewer does not know which, is supposed to be there.
        """
        return self._owner(plot, self._own_deeds())

    def owners(self) -> dict[int, Owner]:
        """The plots of which an owner is known or supposed."""
        own = known = self._own_deeds()
        for seat in self._others():
            known |= self._seen[seat]
        found = ((plot, self._owner(plot, own)) for plot in squares_in(known))
        return {plot: owner for plot, owner in found if owner is not None}

    def _own_deeds(self) -> int:
        """The viewer's deeds, as a set of plots."""
        viewer = self._view.seat
        return mask_of(self._view.state.hand[viewer]) if viewer is not None and viewer >= 0 else 0

    def _owner(self, plot: int, own: int) -> Owner | None:
        if own >> plot & 1:
            assert self._view.seat is not None
            return Owner(self._view.seat, True)
        for seat in self._others():
            if self._seen[seat] >> plot & 1:
                return Owner(seat, bool(self._sure[seat] >> plot & 1))
        return None

    def holds(self, seat: int, kind: int) -> Holds:
        """Whether a seat holds a permit of a kind.

        SURELY: all (or the viewer, in a deal of its own) saw it come, and too few permits have left that hand unseen
        for it to be gone. CANNOT: every copy is known to be elsewhere, or all permits of the hand are known. Else MAY.
        """
        state = self._view.state
        if seat == self._view.seat:
            return Holds.SURELY if state.permits[seat][kind] else Holds.CANNOT
        if self._permits[seat][kind] > 0:
            return Holds.SURELY
        if int(state.permits_held[seat]) <= sum(self._permits[seat]):
            return Holds.CANNOT
        left = self._view.cards.permits[kind].count - sum(int(on_offer) == kind for on_offer in state.on_offer)
        for other in range(self._view.players):
            own = other == self._view.seat
            left -= int(state.permits[other][kind]) if own else self._permits[other][kind]
        return Holds.MAY if left > 0 else Holds.CANNOT

    def _others(self) -> list[int]:
        return [seat for seat in range(self._view.players) if seat != self._view.seat]

    # --- What happens ------------------------------------------------------------------------------------------------

    def see(self, view: Position) -> None:
        """Go on to the viewer's next view, after one more ply."""
        before, self._view = self._view, view
        if before.state.reveals == view.state.reveals:
            return  # nothing was moved in the open
        if before.state.phase in (s.REPLY, s.ANSWER):
            self._see_answer(before)
        self._see_open_moves(before)

    def _see_answer(self, before: Position) -> None:
        """An offer was answered, and perhaps accepted."""
        state, old = self._view.state, before.state
        which = int(old.phase == s.ANSWER)
        giver, taker = (int(old.partner), int(old.maker)) if which else (int(old.maker), int(old.partner))
        if state.phase in (s.OFFER, s.REPLY, s.ANSWER) and state.maker == old.maker and state.partner == old.partner:
            return  # answered with a counter-offer
        if self._view.seat in (giver, taker):
            mine = self._view.seat
            if (state.hand[mine] != old.hand[mine]).any() or (state.permits[mine] != old.permits[mine]).any():
                self._see_own_deal(before, which, giver, taker)
        elif state.moved.any():
            self._see_deal(giver, int(state.moved[0][0]), int(state.moved[0][1]))
            self._see_deal(taker, int(state.moved[1][0]), int(state.moved[1][1]))
        elif state.session != old.session:  # the next session has begun, which wipes what the deal moved
            self._see_deal(giver, s.SQUARES, s.PERMITS)
            self._see_deal(taker, s.SQUARES, s.PERMITS)

    def _see_deal(self, seat: int, deeds: int, permits: int) -> None:
        """A seat has given away so many deeds and permits, nobody else knows which."""
        if deeds:
            self._sure[seat] = 0
        self._permits[seat] = [max(held - permits, 0) for held in self._permits[seat]]

    def _see_own_deal(self, before: Position, which: int, giver: int, taker: int) -> None:
        """A deal of the viewer's: it knows what went where."""
        viewer, old = self._view.seat, before.state
        other = taker if viewer == giver else giver
        sides = (mask_of(old.given[which]), mask_of(old.asked_deeds[which]))
        gone, come = sides if viewer == giver else sides[::-1]
        counts = (old.gives_permits[which], old.asks_permits[which])
        lost, won = counts if viewer == giver else counts[::-1]
        self._seen[other] = self._seen[other] & ~come | gone
        self._sure[other] = self._sure[other] & ~come | gone
        for seat in self._others():
            if seat != other:
                self._seen[seat] &= ~(come | gone)
                self._sure[seat] &= ~(come | gone)
        for kind in range(s.PERMIT_KINDS):
            self._permits[other][kind] = max(self._permits[other][kind] - int(won[kind]), 0) + int(lost[kind])

    def _see_open_moves(self, before: Position) -> None:
        """Cards that all saw coming to a hand, or leaving one: bought, won, played, built, returned."""
        state, old = self._view.state, before.state
        built = mask_of(state.built)
        for seat in range(self._view.players):
            now, then = mask_of(state.supposed[seat]), mask_of(old.supposed[seat])
            came = now & ~then
            for other in range(self._view.players):
                self._seen[other] &= ~(came | built)
                self._sure[other] &= ~(came | built)
            self._seen[seat] |= came
            self._sure[seat] |= came
        for seat in self._others():
            self._see_permits(before, seat)
            if state.deeds_held[seat] == 0:
                self._seen[seat] = self._sure[seat] = 0

    def _see_permits(self, before: Position, seat: int) -> None:
        """Permits of a seat that all saw coming or leaving, trades aside."""
        state, old = self._view.state, before.state
        supposed = zip(state.supposed_permits[seat], old.supposed_permits[seat], strict=True)
        changes = [int(now) - int(then) for now, then in supposed]
        left = int(old.permits_held[seat]) - int(state.permits_held[seat]) + sum(changes)
        # permits that left the hand and were not seen coming: any kind may be one less
        unseen = max(left, 0) if before.state.phase not in (s.REPLY, s.ANSWER) else 0
        self._permits[seat] = [
            max(held + change - unseen, 0) for held, change in zip(self._permits[seat], changes, strict=True)
        ]


def known_owners(views: Iterable[Position]) -> KnownOwners:
    """What a viewer knows after these views of a game, one for every ply from its beginning."""
    found: KnownOwners | None = None
    for view in views:
        if found is None:
            found = KnownOwners(view)
        else:
            found.see(view)
    if found is None:
        raise ValueError("there is no view to learn from")
    return found


def known_owners_in(game: Game, seat: int) -> KnownOwners:
    """What a seat (-1: a spectator) knows at this point of a game.

    This looks at every ply so far. A caller that follows a game keeps the result and feeds it further views with `see`.
    """
    start = game.first_ply
    return known_owners(game.at(ply).view(seat) for ply in range(start, game.ply + 1))
