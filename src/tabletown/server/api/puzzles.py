"""Operations on puzzles: the list of a title's puzzles, and each with its solution."""

from collections.abc import Iterator

from tabletown.server.api import requests, responses
from tabletown.server.api.operations import Call, Operation
from tabletown.server.errors import NotFound
from tabletown.server.play.titles import find_title
from tabletown.study.puzzle_shelf import find_puzzle, puzzles_of


class PuzzleOperations:
    """Operations that need no player."""

    def operations(self) -> Iterator[Operation]:
        """The operations on puzzles."""
        tag = "Puzzles"
        yield Operation(
            "GET", "/puzzles", self.list_puzzles, tag, responses.learning.Puzzles,
            auth="none", query=requests.PuzzleQuery, errors=(NotFound,),
        )  # fmt: skip
        yield Operation("GET", "/puzzles/{puzzle}", self.get_puzzle, tag, responses.learning.Puzzle, auth="none")

    def list_puzzles(self, call: Call) -> responses.learning.Puzzles:
        """List the puzzles of a game; a game that has none yet has an empty list."""
        title = find_title(call.query.title)
        found = [
            responses.learning.PuzzleSummary(
                id=puzzle.id,
                title=puzzle.title,
                players=puzzle.players,
                theme=puzzle.theme,
                difficulty=puzzle.difficulty,
            )
            for puzzle in puzzles_of(title.name)
        ]
        return responses.learning.Puzzles(puzzles=found)

    def get_puzzle(self, call: Call) -> responses.learning.Puzzle:
        """Look at one puzzle: its position, the best move, the tempting one and the next best ones."""
        puzzle = find_puzzle(str(call.request.path_params["puzzle"]))
        if puzzle is None:
            raise NotFound("There is no such puzzle.")
        return responses.learning.Puzzle(
            id=puzzle.id,
            title=puzzle.title,
            players=puzzle.players,
            seat=puzzle.seat,
            position=puzzle.position,
            theme=puzzle.theme,
            difficulty=puzzle.difficulty,
            best=puzzle_move(puzzle.best, puzzle.chance),
            tempting=puzzle_move(puzzle.tempting, puzzle.tempting_chance),
            rivals=[puzzle_move(*rival) for rival in zip(puzzle.rivals, puzzle.rival_chances, strict=True)],
        )


def puzzle_move(moves: tuple[str, ...], chance: float) -> responses.learning.PuzzleMove:
    """A move of a puzzle or a lesson as the API tells it."""
    return responses.learning.PuzzleMove(moves=list(moves), chance=chance)
