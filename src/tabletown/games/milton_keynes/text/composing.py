"""Offers, counter-offers and bids as compositions: put together on the page, sent in one piece (MK-32, 36, 39)."""

from tabletown.engine.english import a
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import Value, replace
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.rules import auction, trading
from tabletown.games.milton_keynes.text.known_owners import Holds, KnownOwners
from tabletown.games.milton_keynes.text.names import SIDES, Side, label, mask_of, offer_sides, offer_words, squares_in
from tabletown.games.milton_keynes.text.notation import AMOUNTS, say_plainly
from tabletown.games.plain_state import plain
from tabletown.render.scene import Amount, Choice, Composition
from tabletown.render.scene import Side as Part

GIVE, ASK = "give", "ask"
# The orders of the parts: cards before cash, what is given before what is asked for.
PARTNER, GIVE_DEED, GIVE_PERMIT, GIVE_CASH, ASK_DEED, ASK_PERMIT, ASK_CASH, BIDS = 1, 100, 200, 400, 500, 600, 700, 800
_COPIES = 10  # of a permit, at most

NOTHING = Side(0, 0, (0,) * s.PERMIT_KINDS)


class Cards(Value, frozen=True):
    """The cards that an offer may hold: own ones to give, others to ask for; and how it looks at first."""

    cards: CardSet
    deeds: int  # own ones, a set of squares as one number
    permits: tuple[int, ...]  # own ones by kind
    askable: int
    given: Side = NOTHING
    asked: Side = NOTHING
    owners: tuple[tuple[int, int, bool], ...] = ()  # known ones of other deeds: plot, seat, whether it is sure

    def give_deed(self, square: int) -> Choice | None:
        """The choice to give a deed, if it can be given."""
        if not self.deeds >> square & 1:
            return None
        move = say_plainly(self.cards, "give", square)
        chosen = bool(self.given.deeds >> square & 1)
        return Choice(move, GIVE_DEED + square, label(square), f"Give {label(square)}", GIVE, chosen)

    def give_permit(self, kind: int, copy: int) -> Choice:
        """The choice to give a copy of a permit."""
        name, order = _one(self.cards.permits[kind].name), GIVE_PERMIT + _COPIES * kind + copy
        chosen = copy < self.given.permits[kind]
        return Choice(say_plainly(self.cards, "give_permit", kind), order, name, f"Give {name}", GIVE, chosen)

    def ask_deed(self, square: int) -> Choice | None:
        """The choice to ask for a deed, if another player may hold it."""
        if not self.askable >> square & 1:
            return None
        move = f"{say_plainly(self.cards, 'ask_deed', 0)}; {say_plainly(self.cards, 'deed', square)}"
        chosen = bool(self.asked.deeds >> square & 1)
        choice = Choice(move, ASK_DEED + square, label(square), f"Ask for {label(square)}", ASK, chosen)
        for plot, seat, sure in self.owners:
            if plot == square:
                css = f"owned by-{seat}" if sure else ""
                return replace(choice, css=css, note=owner_words(seat, sure), seat=seat if sure else None)
        return choice

    def ask_permit(self, kind: int) -> Choice:
        """The choice to ask for a permit; one of each kind (see `trading.permit_menu`)."""
        name = self.cards.permits[kind].name
        move = f"{say_plainly(self.cards, 'ask_permit', 0)}; {say_plainly(self.cards, 'permit', kind)}"
        chosen = bool(self.asked.permits[kind])
        return Choice(move, ASK_PERMIT + kind, _one(name), f"Ask for {_one(name)}", ASK, chosen, label=name)


def _one(name: str) -> str:
    """A permit in a sentence: "a Lobby", "Allotments"."""
    return name if name.endswith("s") else a(name)


def owner_words(seat: int, sure: bool) -> str:
    """Who holds a deed, in words."""
    return f"{the_seat(seat)} holds its deed" if sure else f"{the_seat(seat)} bought its deed, and has traded since"


def known_owners(memory: KnownOwners | None, seat: int) -> tuple[tuple[int, int, bool], ...]:
    """The plots whose deeds are known or supposed to be in another hand: plot, seat, whether it is sure."""
    found = memory.owners().items() if memory else ()
    return tuple((plot, owner.seat, owner.sure) for plot, owner in found if owner.seat != seat)


def offer_cards(position: Position, seat: int, memory: KnownOwners | None = None) -> Cards | None:
    """The cards of the offer that a seat may compose now; None if it may make none."""
    state = plain(position)
    if seat not in position.waiting or state.phase not in (s.TRADE, s.REPLY):
        return None
    legal = position.legal_actions_of(seat)
    if not any(s.PARTNER <= action < s.PARTNER + s.SEATS or action == s.COUNTER for action in legal):
        return None
    deeds, permits = mask_of(state.hand[seat]), tuple(state.permits[seat])
    askable = mask_of(state.land) & ~mask_of(state.built) & ~deeds
    owners = known_owners(memory, seat)
    if state.phase == s.TRADE:
        return Cards(position.cards, deeds, permits, askable, owners=owners)
    offered, wanted = offer_sides(position, s.MADE)  # turned round, less what the seat cannot give
    held = tuple(map(min, wanted.permits, permits))
    given = Side(min(wanted.cash, state.cash[seat]), wanted.deeds & deeds, held)
    return Cards(position.cards, deeds, permits, askable, given, _askable_once(offered), owners)


def _askable_once(side: Side) -> Side:
    return Side(side.cash, side.deeds, tuple(min(n, 1) for n in side.permits))


def composition(position: Position, seat: int, memory: KnownOwners | None = None) -> Composition | None:
    """What a seat may put together now and send in one piece; None if its next choice is a single one.

    `memory` is what the seat knows of the cards of others.
    """
    if seat not in position.waiting:
        return None
    if plain(position).phase in (s.BID, s.REBID):
        return _bids(position, seat)
    cards = offer_cards(position, seat, memory)
    return _offer(position, seat, cards, memory) if cards else None


# --- Offers -----------------------------------------------------------------------------------------------------------


def _offer(position: Position, seat: int, cards: Cards, memory: KnownOwners | None) -> Composition:
    state = plain(position)
    last = say_plainly(position.cards, "send", 0)
    sentence = "You give {give} for {ask}"
    if state.phase == s.REPLY:
        maker = state.maker
        return Composition(
            title=f"Your counter-offer to {the_seat(maker)}",
            note=f"instead of {offer_words(position, s.MADE)}",
            send="Send counter-offer",
            sentence=sentence,
            sides=_sides(position, seat, cards, maker, memory),
            first=say_plainly(position.cards, "counter", 0),
            last=last,
            opened_by=say_plainly(position.cards, "counter", 0),
        )
    others = [other for other in range(position.players) if other != seat]
    only = others[0] if len(others) == 1 else None
    left = state.offers_left[seat]
    return Composition(
        title="Your offer" if only is None else f"Your offer to {the_seat(only)}",
        note=f"{left} {'offer' if left == 1 else 'offers'} left in this session",
        send="Send the offer" if only is None else f"Send to {the_seat(only)}",
        sentence=sentence,
        sides=_sides(position, seat, cards, only, memory),
        first="" if only is None else say_plainly(position.cards, "partner", only),
        last=last,
        alternatives=() if only is not None else tuple(_partner(position.cards, other) for other in others),
        missing="Choose who gets the offer",
    )


def _partner(cards: CardSet, seat: int) -> Choice:
    move = say_plainly(cards, "partner", seat)
    return Choice(move, PARTNER, the_seat(seat), f"An offer to {the_seat(seat)}", seat=seat, css=f"to-{seat}")


def _sides(
    position: Position, seat: int, cards: Cards, other: int | None, memory: KnownOwners | None
) -> tuple[Part, Part]:
    cash = plain(position).cash[seat]
    others = [rival for rival in range(position.players) if rival != seat]
    give, ask = (say_plainly(position.cards, verb, 0) for verb in ("give_cash", "ask_cash"))
    most = int(trading.most_cash(position.state, seat, False))
    mine = Amount(f"{give}; cash #", GIVE_CASH, "Cash", 0, cash, "# cash", cards.given.cash, f"of your {cash}", True)
    theirs = Amount(f"{ask}; cash #", ASK_CASH, "Cash", 0, most, "# cash", cards.asked.cash, "", True)
    return (
        Part(
            GIVE,
            "You give",
            (mine,) if cash else (),
            missing="Choose what you give",
            hint="Click cards in your hand, or your plots",
            seat=seat,
        ),
        Part(
            ASK,
            "You ask for" if other is None else f"{the_seat(other)} gives",
            (theirs,),
            tuple(_permit(cards.ask_permit(kind), kind, others, other, memory) for kind in range(s.PERMIT_KINDS)),
            prompt="Ask for a permit",
            missing="Choose what you ask for",
            hint="Click plots on the map, or a permit below",
            seat=other,
        ),
    )


_HOLDS = {Holds.SURELY: "surely holds one", Holds.MAY: "may hold one", Holds.CANNOT: "cannot hold one"}
_MARKS = {Holds.SURELY: "surely", Holds.MAY: "", Holds.CANNOT: "cannot"}


def _permit(choice: Choice, kind: int, others: list[int], only: int | None, memory: KnownOwners | None) -> Choice:
    """The choice of a permit, marked by what is known of the partner, or of every possible partner."""
    if memory is None:
        return choice
    if only is not None:
        holds = memory.holds(only, kind)
        return replace(choice, css=_MARKS[holds], note=f"{the_seat(only)} {_HOLDS[holds]}")
    claims = [(seat, memory.holds(seat, kind)) for seat in others]
    css = " ".join(f"{_MARKS[holds]}-{seat}" for seat, holds in claims if _MARKS[holds])
    return replace(choice, css=css, note=", ".join(f"{the_seat(seat)} {_HOLDS[holds]}" for seat, holds in claims))


def cannot_deliver(position: Position, seat: int) -> str:
    """Why a seat cannot accept the offer that it is asked about, in words; empty if it can (MK-33)."""
    state = plain(position)
    _, asked = offer_sides(position, state.countering)
    reasons = [f"you do not hold {label(square)}" for square in squares_in(asked.deeds & ~mask_of(state.hand[seat]))]
    for kind, wanted in enumerate(asked.permits):
        if state.permits[seat][kind] < wanted:
            reasons.append(f"you hold no {position.cards.permits[kind].name}")
    if state.cash[seat] < asked.cash:
        reasons.append(f"you have {state.cash[seat]} cash, not {asked.cash}")
    return ", ".join(reasons)


# --- Bids -------------------------------------------------------------------------------------------------------------


def _bids(position: Position, seat: int) -> Composition:
    """All bids, or rebids, that the seat still has to name; together they may not be more than its cash."""
    state = plain(position)
    again = state.phase == s.REBID
    named = state.rebid if again else state.bid
    most, amounts = state.cash[seat], []
    for side in (s.LEFT, s.RIGHT):
        asked = (auction.is_tied if again else auction.is_offered)(position.state, seat, side)
        if asked and side >= state.stage[seat]:
            amounts.append(side)
        else:  # named already, or a bid that stays as it is
            most -= named[seat][side] if asked else state.bid[seat][side]
    fields = tuple(_bid(position, seat, side, most) for side in amounts)
    low = sum(field.low for field in fields)
    fields = tuple(_at_most(field, most - low + field.low) for field in fields)
    word = "rebid" if again else "bid"
    whole = "Your two" if len(fields) == 2 else "Your"
    return Composition(
        title=f"{whole} {word}{'s' * (len(fields) == 2)}",
        note="secret until all have decided; the higher bid pays the other",
        send=f"Seal both {word}s" if len(fields) == 2 else f"Seal the {word}",
        sentence=f"{word.capitalize()} {{bids}}; {{rest}} of your {state.cash[seat]} cash left",
        sides=(Part("bids", "", fields),),
        most=most,
        too_much=f"You have {most} cash for this",
    )


def _bid(position: Position, seat: int, side: int, most: int) -> Amount:
    state = plain(position)
    players, word = position.players, AMOUNTS[state.phase]
    permit = seat if side == s.LEFT else (seat - 1) % players
    rival = (seat + 1) % players if side == s.LEFT else permit
    low = state.bid[seat][side] if state.phase == s.REBID else 0
    name = position.cards.permits[state.on_offer[permit]].name
    tied = f", tied at {low}" if state.phase == s.REBID else ""
    note = f"on your {SIDES[side]}, against {the_seat(rival)}{tied}"
    return Amount(f"{word} #", BIDS + side, name, low, most, f"# for the {name}", low, note)


def _at_most(field: Amount, high: int) -> Amount:
    return replace(field, high=high)
