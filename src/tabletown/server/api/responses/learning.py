"""Answers to learn from: puzzles, short lessons, the player's usual mistakes."""

from typing import Annotated

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody


class PuzzleSummary(ResponseBody):
    """A puzzle in a list."""

    id: str
    title: str
    players: int
    theme: Annotated[str, Meta(description="What it is about, in the words of the game")]
    difficulty: Annotated[int, Meta(description="From 1 to 5: one more for each of four bots that does not find it")]


class Puzzles(ResponseBody):
    """The puzzles of a game."""

    puzzles: list[PuzzleSummary]


class PuzzleMove(ResponseBody):
    """A move of a puzzle."""

    moves: Annotated[list[str], Meta(description="Its parts, in their order")]
    chance: Annotated[float, Meta(description="To win with it, in games that were played on")]


class Puzzle(ResponseBody):
    """A position as one seat sees it, in which one move is clearly best. It tells the solution, too."""

    id: str
    title: str
    players: int
    seat: Annotated[int, Meta(description="Who is to move, and whose view the position is")]
    position: Annotated[str, Meta(description="As text, which `tabletown.loads` reads")]
    theme: Annotated[str, Meta(description="What it is about, in the words of the game")]
    difficulty: Annotated[int, Meta(description="From 1 to 5: one more for each of four bots that does not find it")]
    best: PuzzleMove
    tempting: Annotated[PuzzleMove, Meta(description="What the bot `greedy` plays")]
    rivals: Annotated[list[PuzzleMove], Meta(description="The next best moves")]


class ShortLesson(ResponseBody):
    """What strong players do: an idea, and a position in which it is the best move. It tells the answer, too."""

    id: str
    name: str
    idea: str
    question: str
    hints: list[str]
    why: Annotated[str, Meta(description="The answer is right, and what the tempting move loses")]
    players: int
    seat: Annotated[int, Meta(description="Who is to move, and whose view the position is")]
    position: Annotated[str, Meta(description="As text, which `tabletown.loads` reads")]
    theme: Annotated[str, Meta(description="What it is about, in the words of the game")]
    best: PuzzleMove
    tempting: PuzzleMove


class ShortLessons(ResponseBody):
    """The short lessons of a game, in the order in which they are best taken."""

    lessons: list[ShortLesson]


class Mistake(ResponseBody):
    """A decision of yours that cost more than three points of chance."""

    table: str
    seat: int
    ply: Annotated[int, Meta(description="How many plies came before it; the review of the table shows it there")]
    cost: Annotated[float, Meta(description="How much chance to win was lost against the better move")]
    played: Annotated[str, Meta(description="What you did, in words")]
    better: Annotated[str, Meta(description="What would have been better, in words")]


class UsualMistake(ResponseBody):
    """Mistakes of yours in one game that are about the same."""

    title: str
    theme: Annotated[str, Meta(description="What the better moves were about, in the words of the game")]
    times: int
    games: Annotated[int, Meta(description="In how many games")]
    cost: Annotated[float, Meta(description="All of them together")]
    examples: Annotated[list[Mistake], Meta(description="The costliest, three at most")]


class UsualMistakes(ResponseBody):
    """Your usual mistakes: what cost most in all comes first."""

    reviewed: Annotated[int, Meta(description="How many of your finished games have a review; only they count")]
    mistakes: list[UsualMistake]
