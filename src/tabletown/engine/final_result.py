"""The end of a game in words: why it ended, what every seat has, and how a tie was broken.

A title's words module may define `POINT`, what one point is called ("star"), `ENDING_RULES`, the rule by which a game
ends for each reason, and `tie_breaks(position)`: what decides between seats with equal points, as pairs of a name and a
number for each seat, the first one first.
"""

from tabletown.engine.english import listing, many
from tabletown.engine.position import Outcome, Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.sentence import LogSentence
from tabletown.engine.state import NOBODY


def final_sentences(position: Position) -> list[LogSentence]:
    """The last sentences of the log of a game that is over."""
    outcome = position.outcome()
    assert outcome is not None
    words = position.title.words
    rules = (words.rule(position),)
    why = getattr(words, "ENDING_RULES", {}).get(int(position.states["ended"][0]))
    heading = "The end"
    said = [LogSentence(NOBODY, f"the game ends: {outcome.reason}", (), (why,) if why else rules, heading)]
    best_first = sorted(range(position.players), key=lambda seat: (outcome.places[seat], seat))
    said += [
        LogSentence(seat, f"has {points_in_words(position, outcome.scores[seat])}", (), (), heading)
        for seat in best_first
    ]
    tie = tie_in_words(position, outcome)
    if tie:
        said.append(LogSentence(NOBODY, tie, (), rules, heading))
    if len(outcome.winners) == 1:
        said.append(LogSentence(outcome.winners[0], "wins the game", (), rules, heading))
    else:
        winners = listing([the_seat(seat) for seat in outcome.winners])
        said.append(LogSentence(NOBODY, f"{winners} share the victory", (), rules, heading))
    return said


def points_in_words(position: Position, points: int) -> str:
    """A number of points in the word of the title: "11 stars"."""
    return many(points, getattr(position.title.words, "POINT", "point"))


def tie_in_words(position: Position, outcome: Outcome) -> str:
    """How a tie for the victory was broken, or that it was not; empty if one seat has the most points."""
    best = max(outcome.scores)
    tied = [seat for seat in range(position.players) if outcome.scores[seat] == best]
    if len(tied) == 1:
        return ""
    breaks = getattr(position.title.words, "tie_breaks", None)
    text = f"{listing([the_seat(seat) for seat in tied])} are tied on {points_in_words(position, best)}"
    for name, numbers in breaks(position) if breaks else ():
        most = max(numbers[seat] for seat in tied)
        shown = listing([f"{the_seat(seat)} {numbers[seat]}" for seat in tied])
        if all(numbers[seat] == most for seat in tied):
            text += f", and on {name}"
        else:
            text += f", broken by {name}: {shown}"
            tied = [seat for seat in tied if numbers[seat] == most]
        if len(tied) == 1:
            break
    return text
