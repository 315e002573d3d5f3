"""Every default of a title with declared fields can be replaced alone: all other parts go on as they were."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import tabletown
from tabletown.games import finding

from ..marks import quick_if
from ..others import UNCOMPILED, title_at


class Own(NamedTuple):
    """A part of a title's own: what is written into which file, and what is then true of the title and of a game."""

    file: str
    text: str
    holds: str


PARTS = {
    "hide, resample": Own(
        "rules.py",
        """
from tabletown.engine.chance import shuffle


@kernel
def hide(state: Any, cards: Any, seat: int) -> None:
    for i in range(state.left):
        state.deck[i] = 255
    for other in range(state.players):
        if other != seat:
            for kind in range(len(cards.kind_copies)):
                state.hand[other, kind] = 0


@kernel
def resample(state: Any, cards: Any, seat: int) -> None:
    n = 0
    for kind in range(len(cards.kind_copies)):
        copies = int64(cards.kind_copies[kind])
        for other in range(state.players):
            copies -= int64(state.built[other, kind])
            if total(state.hand[other]) == state.held[other]:
                copies -= int64(state.hand[other, kind])
        for _ in range(copies):
            state.deck[n] = kind
            n += 1
    shuffle(state, state.deck, n)
    for other in range(state.players):
        for _ in range(int64(state.held[other]) - total(state.hand[other])):
            n -= 1
            state.hand[other, int64(state.deck[n])] += 1
            state.deck[n] = 0
""",
        "game.view(0).state.hand[1].sum() == 0 and game.view(0).imagine(1).state.hand[1].sum() == 3",
    ),
    "ranking": Own(
        "rules.py",
        """

@kernel
def ranking(state: Any, cards: Any, points: Any, out: Any) -> None:
    for seat in range(state.players):  # of equal points, those of the later seat count more
        out[seat] = 1
        for other in range(state.players):
            if points[other] > points[seat] or (points[other] == points[seat] and other > seat):
                out[seat] += 1
""",
        "places([5, 5, 1]) == [2, 1, 3]",
    ),
    "evaluate": Own(
        "rules.py",
        """

@kernel
def evaluate(state: Any, cards: Any, seat: int) -> float:
    return 7.0
""",
        "title.kernels['evaluate'](game.states[0], game.cards.data[0], 0) == 7.0",
    ),
    "sensible": Own(
        "rules.py",
        """

@kernel
def sensible(state: Any, cards: Any, seat: int, out: Any, n: int) -> int:
    return 1
""",
        "all(len(game.at(ply).sensible_actions) == 1 for ply in range(4))",
    ),
    "sheet": Own(
        "rules/scoring.py",
        "def sheet(position):\n    return [('Cards', list(position.scores())), ('Rest', [0] * position.players)]\n",
        "[label for label, _ in title.scoring.sheet(game)] == ['Cards', 'Rest']",
    ),
    "cards": Own(
        "cards.py",
        """
from tabletown.games.defaults.cards import Reader

from .state import GAME


def read_cards(table):
    kinds = [{name: value for name, value in row.items() if name != "painter"} for row in table["kind"]]
    return Reader(GAME)({"kind": kinds})
""",
        "len(title.cards.of['kind']) == 2",
    ),
    "words": Own(
        "words.py",
        "def prompt(position, seat):\n    return '', 'Build!'\n\n\ndef status(position):\n    return 'Early'\n",
        "title.words.prompt(game, 0) == ('', 'Build!') and title.words.board(game).startswith('Toytown, Early')"
        " and game.legal_moves[0].startswith('play ')",
    ),
    "positions": Own(
        "positions.py",
        """
from tabletown import games
from tabletown.games.defaults.positions import DeclaredPositions

from .state import GAME


def usual():
    return DeclaredPositions(GAME, games.get("toytown").kernels["resample"])


def write(position):
    table = usual().write(position)
    return {"stack": table.pop("deck"), **table}


def read(cards, table, states):
    table = dict(table)
    usual().read(cards, {"deck": table.pop("stack", []), **table}, states)


def audit(state, cards):
    return usual().audit(state, cards)
""",
        "'stack = [' in tt.position_text(game) and tt.loads(tt.position_text(game)).digest() == game.digest()",
    ),
    "drawing": Own(
        "drawing.py",
        """
from pathlib import Path

from tabletown.engine.title import Meta
from tabletown.games.defaults.sheet_drawing import SheetDrawing

sheet = SheetDrawing(Meta.read(Path(__file__).with_name("meta.toml")))
TYPES, symbol, draw, gallery, cover = sheet.TYPES, sheet.symbol, sheet.draw, sheet.gallery, sheet.cover
""",
        "'font-size=\"30\"' in game.svg()",
    ),
    "observing": Own(
        "observing/v2.py",
        """
from tabletown.games.defaults.observing import features

from ..state import GAME

usual = features(GAME)
FEATURES = tuple(one for one in usual.FEATURES if one.name != "score")
LEFT_OUT = {**usual.LEFT_OUT, "score": "to be reckoned"}
""",
        "Observer(title, 3, version=2).size + title.meta.players[1] == Observer(title, 4, version=1).size",
    ),
    "ownership": Own(
        "ownership.py",
        """
from tabletown.games.defaults.ownership import DeclaredOwnership

from .state import GAME

usual = DeclaredOwnership(GAME)
OWNING, OFFER = "What a seat holds is owned, too.", usual.OFFER
collection, on_offer, first = usual.collection, usual.on_offer, usual.first


def owned(states, cards):
    return usual.owned(states, cards) + states["hand"]
""",
        "title.ownership.owned(game.states, game.cards)[0, 0].sum() == 5",
    ),
}

PROGRAM = """
import sys
import tabletown as tt
from tabletown.env import Observer
from tabletown.testing import quick_check

title = tt.games.get("toytown")
assert quick_check.main(title.name) == 0, "whole games do not hold"
game = tt.new(title.name, players=3, seed=3)
while game.ply < 4:
    game.push_action(game.legal_actions[0])

def places(points):
    out = [0] * len(points)
    title.kernels["ranking"](game.states[0], game.cards.data[0], points, out)
    return out

def place(part):
    return getattr(part, "__name__", None) or type(part).__module__

parts = {name: kernel.__module__ for name, kernel in title.kernels.items()}
parts |= {
    "sheet": place(title.scoring), "positions": place(title.positions), "drawing": place(title.drawing),
    "observing": getattr(title.observing[2], "__name__", ""), "ownership": place(title.ownership),
    "cards": title.read_cards.__module__, "words": title.words.prompt.__module__,
}
print(sorted(part for part, module in parts.items() if module.startswith("tabletown_titles.")))
print(HOLDS)
"""
SOME = ("hide, resample", "cards", "words", "drawing")
NEEDED = ["apply", "legal", "scores", "setup"]


@pytest.mark.parametrize("part", quick_if(lambda part: part in SOME, PARTS))
def test_one_part_of_its_own_takes_the_place_of_its_default(part: str, tmp_path: Path) -> None:
    """Whole games with every number of players hold as before, as plain Python."""
    own, folder = PARTS[part], title_at(tmp_path, "toytown")
    if own.file == "rules.py":
        own = own._replace(text=(folder / "rules.py").read_text(encoding="utf-8") + own.text)
    if own.file.startswith("rules/"):  # the rules are a folder then
        rules = (folder / "rules.py").read_text(encoding="utf-8").replace("from . import state", "from .. import state")
        (folder / "rules.py").unlink()
        (folder / "rules").mkdir()
        (folder / "rules" / "__init__.py").write_text(rules, encoding="utf-8")
    if part == "cards":  # what the default would refuse
        cards = (folder / "cards.toml").read_text(encoding="utf-8")
        (folder / "cards.toml").write_text(cards.replace('name = "House"', 'name = "House"\npainter = "Ada"'))
    (folder / own.file).parent.mkdir(exist_ok=True)
    if own.file.startswith("observing/"):
        (folder / "observing" / "__init__.py").write_text("")
    (folder / own.file).write_text(own.text, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM.replace("HOLDS", own.holds)],
        env={
            **os.environ,
            **UNCOMPILED,
            "PYTHONPATH": str(Path(tabletown.__file__).absolute().parents[1]),
            finding.FOLDERS: str(folder),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    names, holds = ran.stdout.splitlines()
    assert names == str(sorted([*NEEDED, *part.split(", ")])), "no other part is the title's own"
    assert holds == "True"
