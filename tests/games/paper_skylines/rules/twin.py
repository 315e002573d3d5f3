"""Paper Skylines once more, slow and plain: the rules as one long conversation with the players.

The game is a generator: it says who is asked and what the answers may be (as move texts, each with what it means), and
is told the answer. Effects are read from the words on the cards while they are resolved.
"""

from collections.abc import Callable
from typing import Any

from .twin_table import CHAIN, END, SEATS, TRACKS, TYPES, Heap, Step, Table, Talk, read, word


class Twin(Table):
    """A game on a table."""

    # The game

    def game(self) -> Talk:
        seat = self.first
        while not self.over:
            yield from self.turn(seat)
            seat = (seat + 1) % len(self.players)
            self.end_turn(seat)

    def turn(self, me: int) -> Talk:
        self.actions, self.gained, self.bonus_used = self.level, False, False
        while True:
            offers = self.offers(me) if self.actions else {}
            answer = yield me, offers | {"end": None}
            if answer == "end":
                return
            self.actions -= 1
            verb, _, _ = answer.partition(" ")
            if verb == "mayor":
                heap = offers[answer]
                self.bonus_used |= heap is self.players[me].mayor
                self.players[me].mayor = heap
                yield from self.use(me, heap.top)
            else:
                yield from offers[answer](me)

    def offers(self, me: int) -> dict[str, Any]:
        player = self.players[me]
        found: dict[str, Any] = {}
        if self.buildable(me, "hand", 0, "any", 4):
            found["build"] = lambda me: self.do_build(me, ["hand", "0", "any"], [])
        if player.hand:
            found["tuck"] = lambda me: self.do_tuck(me, ["1", "hand", "here"], [])
            found["discard"] = self.discard
        if any(at < END for at in player.tracks.values()):
            found["advance"] = self.basic("advance(1,any)", "basic_advance")
        if any(self.row) or self.can_take(self.level):
            found["draw"] = self.basic("draw(1,any)", "basic_draw")
        if self.claimable(me):
            found["claim"] = lambda me: self.do_claim(me, [], [])
        stays = self.bonus(me) == "stay()" and not self.bonus_used and player.mayor is not player.home_heap()
        for heap in player.buildings():
            if heap is not player.mayor or stays:
                found[f"mayor {word(heap.top)}"] = heap
        return found

    def basic(self, text: str, event: str) -> Callable[[int], Talk]:
        def act(me: int) -> Talk:
            yield from self.resolve(me, read(text))
            yield from self.event(me, event)

        return act

    def discard(self, me: int) -> Talk:
        card = yield from self.ask(me, self.hand_cards(me, "card"))
        self.players[me].hand.remove(card)
        self.pile.add(card)
        yield from self.use(me, card)
        yield from self.event(me, "basic_discard")

    def end_turn(self, following: int) -> None:
        if following == self.first:
            self.quiet = 0 if self.moved else self.quiet + 1
            if self.level == 4 and 4 in self.marked:
                self.quiet = 0
            if self.quiet == 3:
                self.sweep()
                self.quiet = 0
            self.moved = False
        if self.level in self.marked:
            if self.level < 4:
                self.next_level(following)
            elif following == (self.first if self.whole_game else self.opener):
                self.final_scoring()

    def next_level(self, following: int) -> None:
        self.pile |= {card for card in self.row if card}
        self.row = [None] * 3
        self.out |= set(self.decks[self.level]) - {"end"}
        self.decks[self.level] = []
        self.level += 1
        if self.level == 4:
            self.opener = following
        for i in range(len(self.players)):
            seat = (following + i) % len(self.players)
            extra = 2 if self.bonus(seat) == "on(level_start){draw(2,deck)}" else 0
            for _ in range(2 + extra):
                self.draw(seat, self.level)
        self.refill()
        self.quiet, self.moved = 0, following != self.first  # at the end of a round this belongs to that round

    def final_scoring(self) -> None:
        self.over = True
        n = len(self.players)
        points = [sum(value for name, value in self.chips.items() if self.owner.get(name) == p) for p in range(n)]
        for measure in (self.tallest, self.number):
            best = max(measure(p) for p in range(n))
            leaders = [p for p in range(n) if measure(p) == best]
            if len(leaders) == 1:
                points[leaders[0]] += 3
        in_turn = [(self.first + i) % n for i in range(n)]
        for p in sorted(in_turn, key=lambda p: -self.players[p].score):
            for _ in range(points[p]):
                self.point(p)

    def places(self) -> list[int]:
        keys = [(player.score, self.tallest(p), self.number(p)) for p, player in enumerate(self.players)]
        return [1 + sum(other > key for other in keys) for key in keys]

    # Effects

    def use(self, me: int, card: str) -> Talk:
        if card in self.deck.cards:
            yield from self.resolve(me, read(self.deck.cards[card]["action"]))

    def resolve(self, me: int, effect: list[Step]) -> Talk:
        for name, arguments, blocks in effect:
            yield from getattr(self, f"do_{name}")(me, arguments, blocks)

    def event(self, me: int, name: str) -> Talk:
        bonus = self.bonus(me)
        if not bonus.startswith(f"on({name})") or (self.bonus_used and name != "claim"):
            return
        self.bonus_used |= name != "claim"
        yield from self.resolve(me, read(bonus.partition("{")[2][:-1]))

    def do_draw(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        number, source = arguments
        for _ in range(self.amount(me, number)):
            if source in ("deck", "next"):
                self.draw(me, min(4, self.level + (source == "next")))
                continue
            options = self.open_cards(source)
            if not options:
                return
            card = yield from self.ask(me, options)
            if card is None:
                self.draw(me, self.level)
            else:
                self.take_open(card, source)
                self.players[me].hand.add(card)

    def do_peek(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        number, keep = (int(n) for n in arguments)
        self.looked = {card for card in (self.take(self.level) for _ in range(number)) if card}
        while keep and len(self.looked) > keep:
            card = yield from self.ask(me, {f"keep {word(card)}": card for card in self.looked})
            self.looked.remove(card)
            self.players[me].hand.add(card)
            keep -= 1
        if keep:
            self.players[me].hand |= self.looked
        else:
            self.pile |= self.looked
        self.looked = set()

    def do_declare(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        named = yield from self.ask(me, {f"type {kind}": kind for kind in TYPES})
        shown = [card for card in (self.take(self.level) for _ in range(int(arguments[0]))) if card]
        self.players[me].hand |= set(shown)
        for card in shown:
            if self.deck.type(card) == named:
                self.draw(me, self.level)

    def do_sweep(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        self.sweep()
        yield from ()

    def do_tuck(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        number, source, where = arguments
        low, _, high = number.partition("..")
        player = self.players[me]
        for done in range(int(high or low)):
            options: dict[str, Any] = {}
            if source == "hand":
                options = self.hand_cards(me, "card") | ({"stop": ""} if done >= int(low) else {})
            elif source != "deck":
                options = self.open_cards(source)
            if source == "deck":
                if not self.can_take(self.level):
                    self.take(self.level)  # a round-end card may still come off
                    continue
            elif not options:
                return
            card = "" if source == "deck" else (yield from self.ask(me, options))
            if not card and source != "deck":
                return
            if source == "hand":
                player.hand.remove(card)
            elif card:
                self.take_open(card, source)
            self.held = card
            heap = player.mayor
            if where == "any":
                heap = yield from self.ask(me, self.own(player.buildings()))
            self.held = ""
            heap.tucked.append(card or self.take(self.level) or "")
            yield from self.event(me, "tuck")

    def do_trade(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        low, _, high = arguments[0].partition("..")
        done = 0
        while done < int(high or low) and self.players[me].hand:
            card = yield from self.ask(me, self.hand_cards(me, "card") | ({"stop": ""} if done >= int(low) else {}))
            if not card:
                break
            self.players[me].hand.remove(card)
            self.pile.add(card)
            done += 1
        for _ in range(done):
            yield from self.resolve(me, blocks[0])

    def do_advance(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        number, where = self.amount(me, arguments[0]), arguments[1]
        spaces = self.players[me].tracks
        chosen = where
        for i in range(number * (3 if where == "each" else 1)):
            if where == "each":
                chosen = TRACKS[i // number]
            elif where in ("any", "lowest") or (where == "one" and i == 0):
                lowest = min(spaces.values())
                tracks = [t for t in TRACKS if spaces[t] < END and (where != "lowest" or spaces[t] == lowest)]
                if not tracks:
                    return
                chosen = yield from self.ask(me, {f"track {track}": track for track in tracks})
            self.step(me, chosen)

    def do_decline(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        for _ in range(int(arguments[0])):
            self.step_down(me, arguments[1])
        yield from ()

    def do_hinder(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        track = arguments[1]
        if track == "any":
            track = yield from self.ask(me, {f"track {track}": track for track in TRACKS})
        for other in self.opponents(me):
            for _ in range(int(arguments[0])):
                self.step_down(other, track)

    def do_score(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        for _ in range(int(arguments[0])):
            self.point(me)
        yield from ()

    def gain(self, me: int, card: str) -> None:
        for track, steps in zip(TRACKS, self.deck.cards[card]["gains"], strict=True):
            for _ in range(steps):
                self.step(me, track)

    def do_regain(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        options = self.own(self.roofs(me, int(arguments[0])))
        if options:
            heap = yield from self.ask(me, options)
            self.gain(me, heap.top)

    def lose_top(self, me: int, heap: Heap) -> str:
        player, card = self.players[me], heap.built.pop()
        if not heap.built:
            self.pile |= set(heap.tucked)
            heap.tucked = []
            if player.mayor is heap:
                player.mayor = player.home_heap()
        while not player.slots[0].built:
            player.slots.pop(0)
        while not player.slots[-1].built:
            player.slots.pop()
        return card

    def do_raze(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        options = self.own(self.roofs(me))
        if not options:
            return
        heap = yield from self.ask(me, options)
        card = self.lose_top(me, heap)
        (self.players[me].hand if arguments[0] == "hand" else self.pile).add(card)
        for block in blocks:
            yield from self.resolve(me, block)

    def rival_roofs(self, me: int, level: int, chains: bool) -> dict[str, tuple[int, Heap]]:
        return {
            f"rival {SEATS[other]} {word(heap.top)}": (other, heap)
            for other in self.opponents(me)
            for heap in self.roofs(other, level, chains)
        }

    def do_seize(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        options = self.rival_roofs(me, int(arguments[0]), True)
        if options:
            other, heap = yield from self.ask(me, options)
            self.players[me].hand.add(self.lose_top(other, heap))

    def do_steal(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        options = {f"rob {SEATS[other]}": other for other in self.opponents(me) if self.players[other].hand}
        if not options:
            return
        victim = self.players[(yield from self.ask(me, options))]
        for _ in range(min(int(arguments[0]), len(victim.hand))):
            card = self.deck.in_order(victim.hand)[self.chance(len(victim.hand))]
            victim.hand.remove(card)
            self.players[me].hand.add(card)

    def do_gift(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        for other in self.opponents(me):
            for _ in range(int(arguments[0])):
                self.draw(other, self.level)
        yield from ()

    def do_visit(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        player = self.players[me]
        options = self.own(heap for heap in self.roofs(me, chains=False) if heap is not player.mayor)
        if options:
            player.mayor = yield from self.ask(me, options)
            yield from self.use(me, player.mayor.top)

    def do_copy(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        options: dict[str, Any]
        if arguments[0] == "own":
            options = {move: heap.top for move, heap in self.own(self.roofs(me, chains=False)).items()}
        elif arguments[0] == "opponent":
            options = {move: heap.top for move, (_, heap) in self.rival_roofs(me, 4, False).items()}
        else:
            options = {move: card for move, card in self.open_cards("row").items() if card not in CHAIN}
        if options:
            card = yield from self.ask(me, options)
            yield from self.use(me, card)

    def do_actions(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        self.actions += not self.gained
        self.gained = True
        yield from ()

    def do_claim(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        options = self.claimable(me)
        if not options:
            return
        name = yield from self.ask(me, options)
        self.players[me].claimed.add(name)
        for _ in range(self.deck.achievements[name]["stars"]):
            self.point(me)
        self.owner.setdefault(name, me)
        yield from self.event(me, "claim")

    def do_may(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        answer = yield me, {"no": False, "yes": True}
        if answer == "yes":
            yield from self.resolve(me, blocks[0])

    def do_choose(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        block = yield from self.ask(me, {f"option {i}": block for i, block in enumerate(blocks, 1)})
        yield from self.resolve(me, block)

    # Building

    def do_build(self, me: int, arguments: list[str], blocks: list[Any]) -> Talk:
        source, less, where, *limit = arguments
        level = int(limit[0].removeprefix("lvl<=")) if limit else 4
        player = self.players[me]
        cards = self.buildable(me, source, less, where, level)
        if not cards:
            return
        card = yield from self.ask(me, {f"plan {word(card)}": card for card in cards})
        if source == "row":
            self.row[self.row.index(card)] = None
        else:
            (player.hand if source == "hand" else self.pile).remove(card)
        self.held = card
        spots = self.affordable(me, card, less, where, len(player.hand))
        spot = yield from self.ask(me, {self.spot_text(me, spot): spot for spot in spots})
        for _ in range(self.price(me, card, spot, less)):
            paid = yield from self.ask(me, self.hand_cards(me, "pay"))
            player.hand.remove(paid)
            self.pile.add(paid)
        self.held = ""
        if spot[0] == "left":
            player.slots.insert(0, Heap([card]))
        elif spot[0] == "right":
            player.slots.append(Heap([card]))
        else:
            player.slots[spot[1]].built.append(card)
        if source == "row":
            self.refill()
        self.gain(me, card)
        if spot[0] == "over":
            yield from self.event(me, "over")
