"""A play session at a terminal: players type moves, bots answer, and the score sheet comes at the end."""

import random
import sys
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from tabletown.bots import Bot, Budget
from tabletown.cli.board import board, moves_table
from tabletown.cli.console import complain, out
from tabletown.cli.errors import Unusable
from tabletown.cli.files import write_file
from tabletown.cli.rules_text import find_rule, readable
from tabletown.cli.score_sheet import ending, sheet_table
from tabletown.cli.seats import badge
from tabletown.engine.errors import TabletownError
from tabletown.engine.forced import choices_back, only_action, was_forced
from tabletown.engine.game import Game
from tabletown.engine.log_sentences import entries, tell, typed
from tabletown.engine.record import write_record
from tabletown.engine.seat_marks import Names, in_words, with_names
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import NOBODY
from tabletown.engine.takebacks import take_back

BOT_SECONDS = 1.0
HELP = """\
  NUMBER or MOVE   make a move: its number in the list, or its text
  undo             take back your last choice, as long as nobody learned anything since
  board            show the table again
  look NAME        what a card does
  rules            the rule that applies now; rules UT-12 shows one, rules all shows all
  quit             stop here; you can save the game"""


class Quit(Exception):
    """A player wants to stop."""


class PlaySession:
    """One game at a terminal. If moves come from a pipe instead of a keyboard, the first mistake ends it.

    A ply with one choice plays itself and is printed, unless the players want to make `every_ply`.
    """

    def __init__(
        self, game: Game, bots: Mapping[int, Bot], record: Path | None = None, every_ply: bool = False
    ) -> None:
        self.game = game
        self.bots = bots
        self.record = record
        self.every_ply = every_ply
        self.console: Console = out()
        self.keyboard = sys.stdin.isatty()
        self.line = 0  # of the input
        self._mover: int | None = None  # the seat that made the last move of this session
        self._noise = random.Random(game.seed)  # with a seed, the choices of bots can be repeated, too
        people = [seat for seat in range(game.players) if seat not in bots]
        self.who = {seat: bot.name for seat, bot in bots.items()} | ({people[0]: "you"} if bots else {})
        # several players at one screen see what a spectator sees
        self.reader = people[0] if len(people) == 1 else NOBODY

    def play(self) -> None:
        """Play until the game is over or a player quits; then save the game, if the player wants to."""
        try:
            while (seat := self.game.turn) is not None:
                only = None if self.every_ply else only_action(self.game, seat)
                if only is not None:
                    self._make(only, seat, style="dim")
                elif seat in self.bots:
                    self._bot_moves(seat)
                else:
                    self._player_moves(seat)
        except Quit:
            self.console.print(f"Stopped after {self.game.ply} plies.")
        else:
            self._show_end()
        self._save()

    # Bots

    def _bot_moves(self, seat: int) -> None:
        view, bot = self.game.view(seat), self.bots[seat]
        budget = Budget(seconds=BOT_SECONDS, seed=self._noise.getrandbits(32))
        with self.console.status(f"{SEAT_NAMES[seat]} is thinking"):
            action = bot.choose(view, budget)
        self._make(action, seat)

    def _make(self, action: int, seat: int, style: str = "") -> None:
        """Make a move and print it in words, as the players at this terminal may see it."""
        whole, before = self.game.at(self.game.ply), self.game.view(self.reader)
        self.game.push_action(action, seat)
        self._mover = seat
        names = Names(you=self.reader)
        for said in tell(before, self.game.view(self.reader), self.game.peek(), whole) or ():
            name = "You" if said.seat == self.reader else ""
            subject = (badge(said.seat, self.console, name), " ") if said.seat >= 0 else ()
            text = in_words(said.text, said.seat, names)
            self.console.print(Text.assemble(*subject, (text if text.endswith(".") else f"{text}.", style)))

    # Players

    def _player_moves(self, seat: int) -> None:
        """Show the choices and read lines until one of them is a move."""
        view = self.game.view(seat)
        if self._mover != seat:
            self._show_board(seat)
            self._mover = seat
        step, prompt = map(with_names, view.title.words.prompt(view, seat))
        self.console.print()
        self.console.print(Text.assemble(badge(seat, self.console), f"  {step}: " if step else "  ", (prompt, "bold")))
        actions = [action for action in view.legal_actions_of(seat) if not typed(view, action)]
        self.console.print(moves_table(view, seat, actions, entries(view, seat)))
        ply = self.game.ply
        while self.game.ply == ply:
            text = self._read()
            try:
                self._execute(text, seat, actions)
            except TabletownError as error:
                if not self.keyboard:
                    raise Unusable(f"line {self.line}, {text!r}: {error}") from None
                complain(str(error))

    def _read(self) -> str:
        """The next line of input that is not empty; a script may have comments."""
        while True:
            try:
                text = input("> " if self.keyboard else "").partition("#")[0].strip()
            except EOFError:
                if self.keyboard:
                    raise Quit from None
                raise Unusable(
                    f"the input ends after {self.line} lines, before the game does; end it with quit"
                ) from None
            self.line += 1
            if text:
                return text

    def _execute(self, text: str, seat: int, actions: list[int]) -> None:
        word, _, rest = text.lower().partition(" ")
        if text.isascii() and text.isdigit():
            self._make(self._numbered(text, seat, actions), seat)
        elif word in ("quit", "exit"):
            raise Quit
        elif word in ("help", "?"):
            self.console.print(HELP, markup=False)
        elif word == "undo":
            self._undo(seat)
        elif word == "board":
            self._show_board(seat)
        elif word == "look":
            self._look(rest)
        elif word == "rules":
            self._show_rules(rest.strip())
        else:
            self._make(self.game.view(seat).parse(text, seat), seat)

    def _numbered(self, text: str, seat: int, actions: list[int]) -> int:
        """The move for a typed number: that entry of the list or, if nothing is listed, the amount asked for."""
        if actions:
            if not 1 <= int(text) <= len(actions):
                raise Unusable(f"there is no move number {text}; they are 1 to {len(actions)}")
            return actions[int(text) - 1]
        view = self.game.view(seat)
        (asked, *_) = entries(view, seat)
        return view.parse(asked.move.replace("#", text), seat)

    def _undo(self, seat: int) -> None:
        """Take back the last choice of a seat, with the plies that played themselves since."""
        choices = choices_back(self.game, seat, lambda index: not self.every_ply and was_forced(self.game, index))
        choice = next(choices, None)
        if choice is None:
            raise Unusable("there is nothing to take back: another seat has moved or a card was turned since")
        for each in choice.seats:
            take_back(self.game, each)

    def _show_board(self, seat: int) -> None:
        self.console.print()
        self.console.print(board(self.game.view(seat), self.console, self.who, prompt=False))

    def _look(self, name: str) -> None:
        """Print what the cards do whose names begin like this."""
        wanted = " ".join(name.replace("-", " ").split())
        pieces = [piece for _, pile in self.game.title.drawing.gallery(self.game.cards) for piece in pile]
        labels = [part.label for piece in pieces for part in (piece, *piece.parts)]
        found = [label for label in labels if wanted and label.lower().replace("-", " ").startswith(wanted)]
        if not found:
            raise Unusable(f"there is no card {wanted!r}; type look and the beginning of a name")
        self.console.print("\n".join(found), markup=False)

    def _show_rules(self, number: str) -> None:
        title = self.game.title
        rule = number or title.words.rule(self.game)
        text = readable(title.rules_text) if number == "all" else find_rule(title, rule)
        self.console.print(Markdown(text))

    # The end

    def _names(self, you: bool = True) -> list[str]:
        labels = self.who if you else {seat: bot.name for seat, bot in self.bots.items()}
        return [SEAT_NAMES[s] + (f" ({labels[s]})" if s in labels else "") for s in range(self.game.players)]

    def _show_end(self) -> None:
        self.console.print()
        self.console.print(board(self.game, self.console, self.who))
        self.console.print()
        self.console.print(sheet_table(self.game, self.console, self._names()))
        self.console.print(ending(self.game, self._names()))

    def _save(self) -> None:
        target = self.record
        while self.keyboard and target is None:
            try:
                answer = input("Save the game? File name, or Enter to leave: ").strip()
            except EOFError:
                return
            if not answer:
                return
            target = Path(answer)
            if target.exists():
                complain(f"{target} exists already; choose another name")
                target = None
        if target is not None:
            write_file(target, write_record(self.game, self._names(you=False)))
            self.console.print(f"Saved as {target}.", markup=False)
