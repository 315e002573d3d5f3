"""Analysis: plies that somebody tries after a position, and what the title's mind says of where they lead.

What the mind says depends on what is known, and on nothing else: it is the same for everybody, and kept.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from tabletown.bots.advice import Advice, advise, gains
from tabletown.bots.bot import Budget
from tabletown.bots.minds.mind import mind_of
from tabletown.engine.english import many
from tabletown.engine.game import Game, Ply
from tabletown.engine.position import Position
from tabletown.server.errors import Malformed, Refused
from tabletown.server.limits import DEFAULTS
from tabletown.server.play.bots.fair_queue import Asker
from tabletown.server.play.bots.kept_answers import KeptAnswers
from tabletown.server.play.bots.players import BotsReady
from tabletown.server.play.bots.threads import BotThreads
from tabletown.server.play.moves import SEPARATOR
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.request_address import request_address
from tabletown.study.decisions import decided, goes_on
from tabletown.study.judge import Judge

log = logging.getLogger(__name__)

MOST_PLIES = DEFAULTS.analysis_plies
"""So many plies may be tried one after the other."""
LOOKS = 240  # of the mind, to find the best moves
WORLDS = 16  # imagined to judge what a seat knows
KEPT = 2000  # answers
_SEED = 1  # always the same, so that everybody is told the same
_PATIENCE_S = 20.0


@dataclass(frozen=True, eq=False, slots=True)
class TriedPly:
    """A ply that was tried, with the positions around it, in which everything is known."""

    ply: Ply
    move: str  # the same as text
    before: Position
    after: Position

    @property
    def goes_on(self) -> bool:
        """Whether its seat goes on with the same move."""
        return goes_on(self.before, self.ply.seat, self.ply.action, self.after)


@dataclass(frozen=True, eq=False, slots=True)
class Analysis:
    """A position of a game, or one without a past, and the plies that were tried after it.

    Plies that are those of the game count as the game's: `ply` is where the tried ones leave it.
    """

    game: Game | None
    ply: int  # of the game; 0 without one
    start: Position
    tried: tuple[TriedPly, ...]
    own: int | None = None  # the seat that acts where several may; else it is the first of them

    @property
    def turn(self) -> int | None:
        """The seat to act."""
        return _to_act(self.position, self.own)

    @property
    def position(self) -> Position:
        """Where the plies lead, with everything known."""
        return self.tried[-1].after if self.tried else self.start

    @property
    def before_last_move(self) -> Position | None:
        """The position before the last whole move that was tried, or what there is of it; None without one."""
        return self.tried[self.last_choice].before if self.tried else None

    @property
    def last_choice(self) -> int:
        """The first of the tried plies that belong to the last whole move."""
        first = len(self.tried) - 1
        while (
            first > 0 and self.tried[first - 1].goes_on and self.tried[first - 1].ply.seat == self.tried[first].ply.seat
        ):
            first -= 1
        return max(first, 0)

    def line(self, plies: int | None = None) -> str:
        """The first of the tried plies (by default all) as text, as addresses have them."""
        return SEPARATOR.join(one.move for one in self.tried[:plies])

    def played(self) -> tuple[int, ...]:
        """The whole move that the seat to act played here in the game; empty if the game was never here."""
        turn = self.turn
        if self.game is None or self.tried or turn is None:
            return ()
        return decided(self.game, self.ply, turn)


def analyse_game(game: Game, ply: int, moves: Sequence[str]) -> Analysis:
    """Try moves in a finished game after so many plies. Raises Malformed, and TabletownError for an illegal move."""
    first = game.first_ply
    if not first <= ply <= game.ply:
        raise Malformed(f"This game has the plies {first} to {game.ply}.")
    start = game.at(ply)
    tried = try_line(start, moves)
    while tried and ply < game.ply and game.history[ply - first] == tried[0].ply:
        ply, start, tried = ply + 1, tried[0].after, tried[1:]
    return Analysis(game, ply, start, tried)


def analyse_position(start: Position, moves: Sequence[str], own: int | None = None) -> Analysis:
    """Try moves in a position without a past: one written by hand, or what a seat sees now.

    Raises Malformed and TabletownError.
    """
    return Analysis(None, 0, start, try_line(start, moves, own), own)


def try_line(position: Position, moves: Sequence[str], own: int | None = None) -> tuple[TriedPly, ...]:
    """Try moves one after the other, each by the seat to act; of several, by the seat `own`, else by the first.

    Raises Malformed if there are too many, and TabletownError if one is not legal.
    """
    if len(moves) > MOST_PLIES:
        raise Malformed(f"At most {MOST_PLIES} plies can be tried one after the other.")
    tried = []
    for move in moves:
        seat = _to_act(position, own)
        if seat is None:
            raise Malformed("The game is over before the last of these moves.")
        seen = position.view(seat)  # a refusal tells no more than the seat knows
        ply = Ply(seat, seen.parse(move, seat))
        after = position.after(seat, ply.action)
        tried.append(TriedPly(ply, seen.say(ply.action, seat), position, after))
        position = after
    return tuple(tried)


def _to_act(position: Position, own: int | None) -> int | None:
    return own if own in position.waiting else position.turn


@dataclass(frozen=True, slots=True)
class MindSays:
    """What the mind says of a position: every seat's chance to win, the same before the last move, and whole moves."""

    chances: tuple[float, ...]
    before: tuple[float, ...]  # empty if nothing was tried
    moves: tuple[Advice, ...]  # of the seat to act, best first; empty if the reader may not know its choices


def why_no_mind(position: Position) -> str:
    """Why nobody can judge a position; empty if the title's mind can."""
    mind, title = mind_of(position.title), position.title.meta.title
    if mind is None:
        return f"{title} has no mind yet, so there are no chances to win."
    if int(position.states["rules"][0]) != mind.card.rules:
        return f"The mind of {title} learned other rules than these, so there are no chances to win."
    return ""


class AnalysisMind:
    """Asks the minds of titles, within a rate limit."""

    def __init__(self, threads: BotThreads, bots_ready: BotsReady, rate: RateLimit) -> None:
        self._threads = threads
        self._bots_ready = bots_ready
        self._rate = rate
        self._kept = KeptAnswers[tuple[str, ...], MindSays](KEPT)

    async def say(self, analysis: Analysis, eyes: int | None, player: str) -> MindSays | None:
        """What the mind says, as far as the seat `eyes` knows (None: with all cards open).

        `player` is the id of the one who asks, empty for a stranger. None if nobody can say it now: the bots of the
        title are being compiled. Raises TooMany.
        """
        key = _key(analysis, eyes)
        known = self._kept.find(key)
        if known is not None or not self._bots_ready(analysis.position.title.name):
            return known
        self._rate.check(player, "Those were a lot of positions in a short time.")
        try:
            async with asyncio.timeout(_PATIENCE_S):
                asker = Asker(request_address.get(), player)
                found = await self._threads(lambda: ask_mind(analysis, eyes), asker, "hint")
        except Refused:
            raise
        except Exception:  # the board can be used without it
            log.exception("the mind of %s says nothing", analysis.position.title.name)
            return None
        self._kept.keep(key, found)
        return found


def _key(analysis: Analysis, eyes: int | None) -> tuple[str, ...]:
    """All that an answer depends on."""
    before = analysis.before_last_move
    seen = "open" if eyes is None else str(eyes)
    return (
        seen,
        str(analysis.turn),
        analysis.position.digest(),
        before.digest() if before else "",
        str(analysis.played()),
    )


def ask_mind(analysis: Analysis, eyes: int | None) -> MindSays:
    """What the mind says of an analysis, as far as the seat `eyes` knows (None: with all cards open)."""
    position, before = analysis.position, analysis.before_last_move
    mind = mind_of(position.title)
    assert mind is not None  # else nobody asks
    judge = Judge(mind)
    return MindSays(
        _chances(judge, position, eyes),
        _chances(judge, before, eyes) if before else (),
        _best_moves(judge, analysis) if eyes in (None, analysis.turn) else (),
    )


def _chances(judge: Judge, position: Position, eyes: int | None) -> tuple[float, ...]:
    """Every seat's chance to win; for a seat, the mean over worlds that agree with what it knows."""
    if eyes is None:
        return tuple(map(float, judge.chances(position)))
    view = position.view(eyes)
    worlds = [judge.chances(view.imagine(number)) for number in range(WORLDS)]
    return tuple(float(sum(each) / WORLDS) for each in zip(*worlds, strict=True))


def _best_moves(judge: Judge, analysis: Analysis) -> tuple[Advice, ...]:
    """The moves that the mind found, as far as they are whole, and the one of the game.

    It sees what the seat to act sees. They are judged in the same way as positions, so that their chances can be
    compared with those of the towers.
    """
    position, played = analysis.position, analysis.played()
    seat = analysis.turn
    if seat is None:
        return ()
    view = position.view(seat)
    advised = advise(view, Budget(iterations=LOOKS, seed=_SEED))
    found = [advice for advice in advised if _is_whole(view, seat, advice.actions)]
    if played and not any(same_move(view, advice.actions, played) for advice in found):
        found.append(_as_advice(view, seat, played))
    if not found:
        return ()
    judged = judge.after(view, [advice.actions for advice in found], _SEED).after
    chances = [float(chances[seat]) for chances in judged]
    best = max(chances)
    rated = [
        advice._replace(chance=chance, why=_why(view, advice.actions, best - chance))
        for advice, chance in zip(found, chances, strict=True)
    ]
    return tuple(sorted(rated, key=lambda advice: -advice.chance))


def _as_advice(view: Position, seat: int, actions: tuple[int, ...]) -> Advice:
    """A move that the search did not find, to be judged with the others."""
    moves = []
    for action in actions:
        moves.append(view.say(action, seat))
        does = view.title.words.explain(view, seat, action)
        view = view.after(seat, action)
    return Advice(actions, f"{SEPARATOR} ".join(moves), does, 0.0, 0, "")


def _why(view: Position, actions: Sequence[int], less: float) -> str:
    """What a move brings at once, and how far it is behind the best, in words."""
    seat, plies = view.seat, []
    assert seat is not None
    for action in actions:
        plies.append((view, action))
        view = view.after(seat, action)
    brought = gains(plies)
    said = [f"It brings {brought}."] if brought else []
    if round(100 * less):
        said.append(f"{many(round(100 * less), 'point')} of chance less than the best.")
    return " ".join(said)


def _is_whole(view: Position, seat: int, actions: Sequence[int]) -> bool:
    for action in actions[:-1]:
        view = view.after(seat, action)
    return not goes_on(view, seat, actions[-1], view.after(seat, actions[-1]))


def same_move(view: Position, one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two lists of plies of the seat whose view this is lead to the same, as far as it knows."""
    return tuple(one) == tuple(other) or _after(view, one) == _after(view, other)


def _after(view: Position, actions: Sequence[int]) -> bytes:
    assert view.seat is not None
    for action in actions:
        view = view.after(view.seat, action)
    return bytes(view.states.tobytes())


def read_line(text: str) -> list[str]:
    """The moves of a line as addresses have it."""
    return [move.strip() for move in text.split(SEPARATOR) if move.strip()]
