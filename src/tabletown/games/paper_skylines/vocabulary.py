"""The closed vocabulary of card effects: from its notation to steps, and from steps to instructions.

An instruction is one entry in each of the arrays of `state.CARDS` from `op` to `skip`. A block in braces follows its
instruction and ends with STOP; `skip` leads past it.
"""

import re
from collections.abc import Sequence
from typing import Any, Literal, get_args

from tabletown.engine.errors import CardError
from tabletown.engine.value import Value
from tabletown.games.paper_skylines import state as s

TypeName = Literal["civic", "commercial", "industrial", "park", "residential"]
SiteName = Literal["arts", "sport", "transit", "water", "heritage"]
TYPE_NAMES: tuple[str, ...] = get_args(TypeName)
SITE_NAMES: tuple[str, ...] = get_args(SiteName)
TRACK_NAMES = ("profit", "prestige", "population")
TRACK_WORDS = (*TRACK_NAMES, "any", "one", "lowest", "each")
COUNT_NAMES = (
    "", "type", "types", "best_type", "sites", "site_kinds", "best_site",
    "buildings", "height", "tallest", "icons_here", "tucked", "low_track",
)  # fmt: skip
SOURCES = {
    "deck": s.FROM_DECK, "next": s.FROM_NEXT, "row": s.FROM_ROW, "pile": s.FROM_PILE, "hand": s.FROM_HAND,
    "any": s.FROM_ANY, "own": s.FROM_OWN, "opponent": s.FROM_OPPONENT,
}  # fmt: skip
PLACES = {"here": s.HERE, "any": s.ANYWHERE, "over": s.ON_TOP, "sprawl": s.SPRAWL}
EVENTS = ("", "over", "tuck", "basic_draw", "basic_advance", "basic_discard", "claim", "level_start")

# What each operation takes: n a number, a an amount, r a number or a range, f a number or `free`, otherwise a list of
# words, and whether it has a block.
OPERATIONS: dict[str, tuple[int, tuple[str, ...], bool | None]] = {
    "draw": (s.DRAW_OP, ("a", "deck next row pile any"), False),
    "peek": (s.PEEK, ("n", "n"), False),
    "declare": (s.DECLARE, ("n",), False),
    "sweep": (s.SWEEP, (), False),
    "tuck": (s.TUCK_OP, ("r", "hand row deck pile", "here any"), False),
    "trade": (s.TRADE, ("r",), True),
    "advance": (s.ADVANCE_OP, ("a", " ".join(TRACK_WORDS)), False),
    "decline": (s.DECLINE, ("n", " ".join(TRACK_NAMES)), False),
    "hinder": (s.HINDER, ("n", " ".join((*TRACK_NAMES, "any"))), False),
    "score": (s.SCORE, ("n",), False),
    "regain": (s.REGAIN, ("n",), False),
    "build": (s.BUILD_OP, ("hand row pile", "f", "over sprawl any"), False),
    "raze": (s.RAZE, ("hand pile",), None),
    "seize": (s.SEIZE, ("n",), False),
    "steal": (s.STEAL, ("n",), False),
    "gift": (s.GIFT, ("n",), False),
    "visit": (s.VISIT, (), False),
    "copy": (s.COPY, ("own opponent row",), False),
    "actions": (s.EXTRA_ACTION, ("n",), False),
    "claim": (s.CLAIM_OP, (), False),
    # not written on cards: the basic action "discard", and what a city waits for
    "perform": (s.PERFORM, (), False),
    "event": (s.EVENT, (" ".join(EVENTS[1:]),), False),
}
TOKEN = re.compile(r"\s*(//|lvl<=\d+|\d+\.\.\d+|[a-z_]+(?::[A-Z][a-z]+)?(?:/\d+)?(?:\^\d+)?|\d+|[(){},;])")
AMOUNT = re.compile(r"([a-z_]+)(?::([A-Z][a-z]+))?(?:/([1-9]))?(?:\^([1-9]))?")
MOST = 9  # of any number on a card


class Amount(Value, frozen=True):
    """A number of times: fixed, or counted in the city."""

    number: int = 0
    count: int = s.FIXED
    type: int = 0
    divide: int = 1
    most: int = 255


ONCE = Amount(1)


class Step(Value, frozen=True):
    """One step of an effect. Fields that its operation does not use keep their defaults."""

    op: int
    low: int = 0
    amount: Amount = ONCE  # its number is the upper end of a range
    source: int = 0
    where: int = 0
    track: int = 0
    max_level: int = s.LEVELS
    blocks: tuple[tuple["Step", ...], ...] = ()


Effect = tuple[Step, ...]


class Reader:
    """Reads the notation; every error names the card and the field."""

    def __init__(self, where: str, text: Any) -> None:
        if not isinstance(text, str):
            raise CardError(f"{where} must be text in the vocabulary of effects, not {text!r}")
        self.where, self.text = where, text
        self.tokens: list[str] = []
        at = 0
        while text[at:].strip():
            match = TOKEN.match(text, at)
            if not match:
                raise CardError(f"{where}: {text[at:].strip()[:20]!r} is not in the vocabulary of effects")
            self.tokens.append(match[1])
            at = match.end()
        self.tokens.reverse()

    def error(self, what: str) -> CardError:
        """An error about this text."""
        return CardError(f"{self.where}: {self.text!r}: {what}")

    def peek(self) -> str:
        """The next token, or nothing."""
        return self.tokens[-1] if self.tokens else ""

    def next(self, wanted: str = "") -> str:
        """Take the next token, which must be the wanted one."""
        token = self.tokens.pop() if self.tokens else ""
        if wanted and token != wanted:
            raise self.error(f"{wanted!r} is missing before {token!r}")
        return token

    def whole(self) -> Effect:
        """The whole text as an effect."""
        effect = self.effect()
        if self.tokens:
            raise self.error(f"{self.peek()!r} is too much")
        return effect

    def effect(self, depth: int = 0) -> Effect:
        """Steps separated by semicolons."""
        if depth > s.FRAMES:
            raise self.error("blocks are nested too deeply")
        steps = [self.step(depth)]
        while self.peek() == ";":
            self.next()
            steps.append(self.step(depth))
        return tuple(steps)

    def step(self, depth: int) -> Step:
        """One step with its arguments and blocks."""
        verb = self.next()
        if verb in ("may", "choose"):
            self.next("{")
            blocks = [self.effect(depth + 1)]
            while verb == "choose" and self.peek() == "//":
                self.next()
                blocks.append(self.effect(depth + 1))
            self.next("}")
            if verb == "choose" and not 2 <= len(blocks) <= s.MOST_OPTIONS:
                raise self.error(f"choose offers 2 to {s.MOST_OPTIONS} options")
            return Step(s.MAY if verb == "may" else s.CHOOSE, blocks=tuple(blocks))
        if verb not in OPERATIONS:
            raise self.error(f"{verb!r} is no effect; there are {', '.join(OPERATIONS)}, may and choose")
        op, kinds, block = OPERATIONS[verb]
        step = self._build_step(op, kinds, self._arguments())
        if self.peek() == "{":
            if block is False:
                raise self.error(f"{verb} has no block")
            self.next()
            inner = self.effect(depth + 1)
            self.next("}")
            return Step(step.op, step.low, step.amount, step.source, step.where, step.track, step.max_level, (inner,))
        if block:
            raise self.error(f"{verb} needs a block in braces")
        return step

    def _arguments(self) -> list[str]:
        self.next("(")
        args: list[str] = []
        while self.peek() not in (")", ""):
            if args:
                self.next(",")
            args.append(self.next())
        self.next(")")
        return args

    def _build_step(self, op: int, kinds: Sequence[str], args: list[str]) -> Step:
        max_level = s.LEVELS
        if op == s.BUILD_OP and args and re.fullmatch(r"lvl<=[1-4]", args[-1]):
            max_level = int(args.pop()[-1])
        if len(args) != len(kinds):
            raise self.error(f"{len(kinds)} arguments are needed, not {len(args)}")
        low, amount, source, where, track = 0, ONCE, 0, 0, 0
        for i, (kind, arg) in enumerate(zip(kinds, args, strict=True)):
            if kind in ("n", "a", "r", "f"):
                number, amount_here = self._number(kind, arg)
                if op == s.PEEK and i == 1:
                    low = amount_here.number  # how many are kept
                else:
                    low, amount = number, amount_here
            elif arg not in kind.split():
                raise self.error(f"{arg!r} must be one of {', '.join(kind.split())}")
            elif op in (s.ADVANCE_OP, s.DECLINE, s.HINDER):
                track = TRACK_WORDS.index(arg)
            elif op == s.EVENT:
                source = EVENTS.index(arg)
            elif i == 0 or arg in ("hand", "row", "deck", "pile", "next") or op == s.DRAW_OP:
                source = SOURCES[arg]
            else:
                where = PLACES[arg]
        if op == s.TUCK_OP and low != amount.number and source != s.FROM_HAND:
            raise self.error("only cards from the hand are tucked in a number of one's choice")
        if op in (s.REGAIN, s.SEIZE) and not 1 <= amount.number <= s.LEVELS:
            raise self.error("a level from 1 to 4 is needed")
        if op == s.EXTRA_ACTION and amount.number != 1:
            raise self.error("a turn has at most one extra action (PS-47)")
        if op == s.PEEK and low > amount.number:
            raise self.error("more cards are kept than looked at")
        return Step(op, low, amount, source, where, track, max_level)

    def _number(self, kind: str, arg: str) -> tuple[int, Amount]:
        if kind == "f" and arg == "free":
            return s.FREE, Amount(s.FREE)
        if kind == "r" and ".." in arg:
            low, high = (int(n) for n in arg.split(".."))
            if not low < high <= MOST:
                raise self.error(f"the range {arg} must rise, up to {MOST}")
            return low, Amount(high)
        if arg.isdecimal():
            if not (0 if kind == "f" else 1) <= int(arg) <= MOST:
                raise self.error(f"{arg} must be a number up to {MOST}")
            return int(arg), Amount(int(arg))
        if kind != "a":
            raise self.error(f"{arg!r} must be a number")
        return 0, self.amount(arg)

    def amount(self, text: str) -> Amount:
        """A count like sites/2^4."""
        match = AMOUNT.fullmatch(text)
        if not match or match[1] not in COUNT_NAMES[1:] or (match[1] == "type") != bool(match[2]):
            raise self.error(f"{text!r} is no amount; counts are type:Type, {', '.join(COUNT_NAMES[2:])}")
        kind = (match[2] or "civic").lower()
        if kind not in TYPE_NAMES:
            raise self.error(f"{match[2]!r} is no type")
        count = COUNT_NAMES.index(match[1])
        return Amount(0, count, TYPE_NAMES.index(kind), int(match[3] or 1), int(match[4] or 255))


def read_effect(where: str, text: Any) -> Effect:
    """The steps that a text means; raises CardError."""
    return Reader(where, text).whole()


def chains(effect: Effect) -> bool:
    """Whether an effect copies or visits another card (5.5)."""
    return any(step.op in (s.COPY, s.VISIT) or any(chains(block) for block in step.blocks) for step in effect)


def depth(effect: Effect, other: int = 0) -> int:
    """How many frames an effect needs; `other` is what a card needs that it copies, visits or performs."""
    inner = [depth(block, other) for step in effect for block in step.blocks]
    inner += [other for step in effect if step.op in (s.COPY, s.VISIT, s.PERFORM)]
    return 1 + max(inner, default=0)


class Assembler:
    """Lays effects out one after the other in the arrays of a card record."""

    def __init__(self, cards: Any) -> None:
        self.cards = cards
        self.used = 0
        self.home: list[int] = []  # which program an instruction belongs to, by its first instruction

    def add(self, effect: Effect) -> int:
        """Append an effect as a program of its own; returns where it begins."""
        begin = self.used
        self._block(effect)
        self.home += [begin] * (self.used - begin)
        return begin

    def _emit(self, op: int) -> int:
        if self.used == s.CODE:
            raise CardError(f"the effects of all cards together need more than {s.CODE} instructions")
        at = self.used
        self.cards.op[at], self.cards.skip[at] = op, at + 1
        self.used += 1
        return at

    def _block(self, effect: Effect) -> None:
        for step in effect:
            self._step(step)
        self._emit(s.STOP)

    def _step(self, step: Step) -> None:
        at, cards, amount = self._emit(step.op), self.cards, step.amount
        cards.low[at], cards.high[at], cards.amount[at] = step.low, amount.number, amount.count
        cards.amount_type[at], cards.divide[at], cards.most[at] = amount.type, amount.divide, amount.most
        cards.source[at], cards.where[at], cards.on_track[at] = step.source, step.where, step.track
        cards.max_level[at] = step.max_level
        for block in step.blocks:
            branch = self._emit(s.BRANCH) if step.op == s.CHOOSE else at
            self._block(block)
            cards.skip[branch] = self.used
        if step.op == s.CHOOSE:
            cards.high[at] = len(step.blocks)
        cards.skip[at] = self.used
