"""Find positions for the short lessons of a title: decisions of reflex games in which one move is clearly best.

PYTHONPATH=. python benchmarks/lesson_positions.py TITLE [--games 20] [--players 2] [--seed 0] [--glance] > found.txt

Each is printed as a lesson of `short_lessons.toml` whose words are still to be written. Unlike a puzzle, a lesson may
be easy: what `greedy` plays may be right, and then the next best move is the tempting one. `--glance` is for games that
are long: only those decisions are searched in which a single look at every ply finds one clearly best.
"""

import argparse
from collections.abc import Iterator

from tabletown import bots, games
from tabletown.bots.advice import advise
from tabletown.bots.bot import Budget
from tabletown.bots.minds.mind import mind_of
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.engine.position_text import write_position
from tabletown.lab.deals import deal_seed
from tabletown.study.decisions import decisions_of
from tabletown.study.judge import Judge
from tabletown.study.puzzles import moves_of, theme_of, whole_move

LOOKS = 300
FIRST_MARGIN, MARGIN = 0.06, 0.1  # of chance: in the search, and in games that are played on
PLAYOUTS = 300
OPEN = 0.12  # chances nearer than this to 0 or 1 are decided
RIVALS = 2
MOST_GLANCED, GLANCED_MARGIN = 30, 0.05


def positions(title: str, players: int, seed: int, glance: bool) -> Iterator[str]:
    """The positions of one game, as text."""
    game, reflex = Game.new(games.get(title), players, seed), bots.get("reflex")
    while (seat := game.turn) is not None:
        game.push_action(reflex.choose(game.view(seat), Budget(seed=game.ply)), seat)
    mind = mind_of(game.title)
    assert mind is not None
    judge = Judge(mind)
    for decision in decisions_of(game):
        view = game.at(decision.first).view(decision.seat)
        if decision.forced or len(view.waiting) > 1 or (glance and not _stands_out(judge, view)):
            continue
        if found := _lesson(judge, view, decision.first):
            yield f"# game {seed}, ply {decision.first} of {game.ply}\n{found}"


def _stands_out(judge: Judge, view: Position) -> bool:
    """Whether a single look finds one ply clearly better than all others."""
    assert view.seat is not None
    plies = view.sensible_actions_of(view.seat)
    if not 1 < len(plies) <= MOST_GLANCED:
        return False
    after = sorted(float(chances[view.seat]) for chances in judge.after(view, [(ply,) for ply in plies], 0).after)
    return after[-1] - after[-2] >= GLANCED_MARGIN


def _lesson(judge: Judge, view: Position, seed: int) -> str:
    """A view as a lesson; empty if no move is clearly best."""
    advice = advise(view, Budget(iterations=LOOKS, seed=seed))
    if len(advice) < 2 or advice[0].chance - advice[1].chance < FIRST_MARGIN or advice[0].chance < OPEN:
        return ""
    best, rivals = advice[0].actions, [line.actions for line in advice[1 : 1 + RIVALS]]
    greedy = whole_move(bots.get("greedy"), view, Budget(seed=seed))
    tempting = rivals[0] if greedy == best else greedy
    won = judge.playouts(view, [best, tempting, *rivals], PLAYOUTS, seed)[:, :, view.seat].mean(axis=1)
    if won[0] - won[1:].max() < MARGIN or won[1] > 1 - OPEN:
        return ""
    fields = {
        "id": "",
        "name": "",
        "theme": theme_of(view, best),
        "players": view.players,
        "seat": view.seat,
        "best": list(moves_of(view, best)),
        "tempting": list(moves_of(view, tempting)),
        "rivals": [list(moves_of(view, rival)) for rival in rivals],
        "chance": round(float(won[0]), 3),
        "tempting_chance": round(float(won[1]), 3),
        "rival_chances": [round(float(chance), 3) for chance in won[2:]],
    }
    lines = [f"{name} = {_toml(value)}" for name, value in fields.items()]
    return "\n".join(["[[lesson]]", *lines, f"position = '''\n{write_position(view)}'''", ""])


def _toml(value: object) -> str:
    """A text, a number or lists of them, as TOML writes them."""
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def main() -> None:
    """Print the positions of some games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title")
    for name, value in (("games", 20), ("players", 2), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--glance", action="store_true")
    asked = parser.parse_args()
    for number in range(asked.games):
        for found in positions(asked.title, asked.players, deal_seed(asked.seed, number), asked.glance):
            print(found, flush=True)


if __name__ == "__main__":
    main()
