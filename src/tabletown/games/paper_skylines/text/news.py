"""What a reader learns from a ply beyond the ply itself: cards that move by themselves, tracks, points, levels.

Everything is told by comparing two views of the same reader, so no line can hold more than the reader may know.
"""

from collections.abc import Iterable

from tabletown.engine.english import listing, many
from tabletown.engine.game import Ply
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat, verb
from tabletown.engine.sentence import LogSentence, Opened
from tabletown.engine.state import NOBODY
from tabletown.engine.value import replace
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.text.names import built, card_name, hand_size, members, track_name, tucked_cards
from tabletown.games.plain_state import decoded, plain

_SOURCES = {
    s.BY_LINES: "crossing lines",
    s.BY_ENDS: "being first at the end of a track",
    s.BY_CLAIMS: "an achievement",
    s.BY_EFFECTS: "the card",
    s.BY_AWARDS: "awards",
    s.BY_CHIPS: "chips",
    s.BY_HANDICAP: "acting earlier",
}
_SOURCE_RULES = {
    s.BY_LINES: "PS-51", s.BY_ENDS: "PS-53", s.BY_CLAIMS: "PS-35", s.BY_EFFECTS: "PS-58", s.BY_AWARDS: "PS-75",
    s.BY_CHIPS: "PS-77", s.BY_HANDICAP: "V-1",
}  # fmt: skip
_OF_CARDS = ("plan", "pay", "card", "take", "keep")


def news(before: Position, after: Position, ply: Ply, opened: Opened) -> list[LogSentence]:
    """What happened without a choice, and what the reader learned of hidden cards, in about the order of play."""
    was, now = plain(before), plain(after)
    if now.phase == s.CITY:
        return []
    if was.phase == s.CITY:
        return _cities(before, after, ply) + _points(before, after) + _new_level(before, after)
    said = _cards(before, after, ply)
    if was.track != now.track:
        said += _tracks(before, after, ply)
    if now.marked & ~was.marked:
        said += _round_end(before, after)
    if now.ended:
        said += _awards(after)
    if was.score != now.score:
        said += _points(before, after)
    if now.level > was.level:
        return said + _new_level(before, after)
    said += _hands(before, after)
    if now.row != was.row:
        fresh = [number for number in now.row if number not in was.row and number != s.NONE]
        if fresh:
            comes = "comes" if len(fresh) == 1 else "come"
            said.append(LogSentence(NOBODY, f"{_names(after, fresh)} {comes} into the row", (), ("PS-34",)))
    return said


def _names(position: Position, numbers: Iterable[int]) -> str:
    return listing([card_name(position, number) for number in numbers])


# --- Set-up and levels ----------------------------------------------------------------------------------------------


def _cities(before: Position, after: Position, ply: Ply) -> list[LogSentence]:
    """All cities are turned over; the reader's own choice and that of the last ply may have been told before."""
    now = plain(after)
    told = {before.seat} if before.seat is not None else set()
    if plain(before).dealt[ply.seat][0] != s.NONE:
        told.add(ply.seat)
    said = [
        LogSentence(seat, f"keeps {after.cards.cities[now.city[seat]].name}", (), ("PS-3",))
        for seat in range(after.players)
        if seat not in told
    ]
    return [*said, LogSentence(now.first, "takes the first turn", (), ("PS-1",))]


def _round_end(before: Position, after: Position) -> list[LogSentence]:
    was, now = plain(before), plain(after)
    fresh = [level for level in range(1, s.LEVELS + 1) if (now.marked & ~was.marked) >> level & 1]
    return [
        LogSentence(NOBODY, f"the round-end card of level {level} comes up", (), ("PS-61", "PS-67")) for level in fresh
    ]


def _new_level(before: Position, after: Position) -> list[LogSentence]:
    """A level begins: all draw, and there is a new row."""
    now = plain(after)
    row = [number for number in now.row if number != s.NONE]
    text = f"level {now.level} begins: all draw cards, {_names(after, row)} are the new row"
    rules = ("PS-68",) if now.level > 1 else ("PS-7",)
    heading = f"Level {now.level}"
    said = [LogSentence(NOBODY, text, (), rules, heading)]
    return said + [replace(line, rules=rules, heading=heading) for line in _hands(before, after)]


def _awards(after: Position) -> list[LogSentence]:
    """Who wins the awards of the game end; a tie for one wins nothing (PS-75)."""
    state = plain(after)
    seats = range(after.players)
    said = []
    for number, (name, unit, sizes) in enumerate(
        (
            ("the tallest building", "floor", [max(state.height[seat]) for seat in seats]),
            ("most buildings", "building", [sum(top != s.NONE for top in state.top[seat]) for seat in seats]),
        )
    ):
        best = [seat for seat in seats if sizes[seat] == max(sizes)]
        size = many(max(sizes), unit)
        if len(best) == 1:
            points = many(int(after.cards.data["award"][0][number]), "point")
            said.append(LogSentence(best[0], f"wins the award for {name}, with {size}: {points}", (), ("PS-75",)))
        else:
            names = listing([the_seat(seat) for seat in best])
            said.append(
                LogSentence(NOBODY, f"the award for {name} goes to nobody: {names} have {size}", (), ("PS-75",))
            )
    return said


# --- Cards ----------------------------------------------------------------------------------------------------------


def _cards(before: Position, after: Position, ply: Ply) -> list[LogSentence]:
    """Cards that were discarded, tucked, taken or lost without having been named by the ply."""
    was, now = plain(before), plain(after)
    actor = was.current
    action, args = decoded(s.ACTIONS, ply.action)
    named = {args[0]} if action in _OF_CARDS else set()
    if action == "discard":
        named |= set(members(was.hand[actor])) if hand_size(before, actor) == 1 else set()
    said = []
    if any(now.shown):
        shown = members(now.shown)
        said.append(LogSentence(actor, f"shows {_names(after, shown)}", (), ("PS-43",)))
    if was.pile != now.pile:
        said += _discards(before, after, actor, action, named)
    if was.under != now.under or was.slots != now.slots:
        said += _tucks(before, after, actor, action, named)
    if was.row != now.row and now.level == was.level and action not in ("take", "draw"):
        seen = (
            {*now.row, *members(now.pile), *named, now.held, s.NONE} | _standing(after, actor) | _tucked(after, actor)
        )
        gone = [number for number in was.row if number not in seen]
        if gone:
            said.append(LogSentence(actor, f"takes {_names(before, gone)} from the row", (), ("PS-33",)))
    return said


def _discards(before: Position, after: Position, actor: int, action: str, named: set[int]) -> list[LogSentence]:
    was, now = plain(before), plain(after)
    fresh = [n for n in members(now.pile) if n not in members(was.pile) and n not in named]
    if not fresh:
        return []
    from_row = [n for n in fresh if n in was.row]
    lay_open = {n for seat in range(after.players) for n in _standing(before, seat) | _tucked(before, seat)}
    lost = [n for n in fresh if n in lay_open and action not in ("own", "rival")]
    from_hand = [n for n in fresh if n not in from_row and n not in lay_open]
    if action == "discard" and hand_size(before, actor) == 1 and len(from_hand) == 1:
        from_hand = []  # the sentence of the ply names it
    said = []
    if from_hand:
        pays = action in ("build", "plan", "spot", "pay")
        text = f"{'pays with' if pays else 'discards'} {_names(after, from_hand)}"
        said.append(LogSentence(actor, text, (), ("PS-25",) if pays else ("PS-43",)))
    if lost:
        said.append(LogSentence(NOBODY, f"{_names(after, lost)} {_goes(lost)} to the pile", (), ("PS-17",)))
    if from_row:
        text = f"{_names(after, from_row)} {_goes(from_row)} from the row to the pile"
        said.append(LogSentence(NOBODY, text, (), ("PS-68",) if now.level > was.level else ("PS-63",)))
    return said


def _goes(numbers: list[int]) -> str:
    return "goes" if len(numbers) == 1 else "go"


def _tucks(before: Position, after: Position, actor: int, action: str, named: set[int]) -> list[LogSentence]:
    """Cards that came under a building by themselves; a ply that tucks a card names it."""
    if action in ("tuck", "own"):
        return []
    fresh = sorted(_tucked(after, actor) - _tucked(before, actor) - named)
    held = plain(before).held
    return [
        LogSentence(actor, f"tucks {card_name(after, number)} under {_over(after, actor, number)}", (), ("PS-30",))
        for number in fresh
        if number != held
    ]


def _over(position: Position, seat: int, number: int) -> str:
    state = plain(position)
    slot = next(k for k in range(state.slots[seat]) if number in tucked_cards(position, seat, k))
    return card_name(position, state.top[seat][slot])


def _standing(position: Position, seat: int) -> set[int]:
    return {n for slot in range(plain(position).slots[seat]) for n in built(position, seat, slot)}


def _tucked(position: Position, seat: int) -> set[int]:
    return {n for slot in range(plain(position).slots[seat]) for n in tucked_cards(position, seat, slot)}


def _hands(before: Position, after: Position) -> list[LogSentence]:
    """Of the reader's own hand, what came to it unseen and what was taken from it (6.3)."""
    was, now = plain(before), plain(after)
    seat, actor = after.seat, was.current
    if seat is None or seat < 0 or was.hand[seat] == now.hand[seat]:
        return []
    held, holds = set(members(was.hand[seat])), set(members(now.hand[seat]))
    lines = []
    drawn = sorted(holds - held - _in_sight(before) - set(members(now.shown)))
    if drawn:
        lines.append(LogSentence(seat, f"now {verb(seat, 'holds')} {_names(after, drawn)}", (), ("PS-33",)))
    if actor != seat and held - holds and was.phase != s.CITY:
        text = f"takes {_names(after, sorted(held - holds))} from {the_seat(seat)}'s hand"
        lines.append(LogSentence(actor, text, (), ("PS-43",)))
    return lines


def _in_sight(position: Position) -> set[int]:
    """Cards that lay open before: the sentence of the ply itself says who takes one."""
    state = plain(position)
    tops = {top for row in state.top for top in row}
    return set(state.row) | set(members(state.pile)) | tops


# --- Tracks and points ----------------------------------------------------------------------------------------------


def _tracks(before: Position, after: Position, ply: Ply) -> list[LogSentence]:
    """Meeples that moved; a ply that chose a track tells of it."""
    was, now = plain(before), plain(after)
    action, args = decoded(s.ACTIONS, ply.action)
    told = {(ply.seat, args[0])} if action == "track" else set()
    said = []
    for seat in range(after.players):
        pairs = [
            (track, old, new)
            for track, (old, new) in enumerate(zip(was.track[seat], now.track[seat], strict=True))
            if old != new and (seat, track) not in told
        ]
        if action == "advance":
            pairs = []
        up = [f"{track_name(track)} to {new}" for track, old, new in pairs if new > old]
        down = [f"{track_name(track)} to {new}" for track, old, new in pairs if new < old]
        if up:
            said.append(LogSentence(seat, f"advances on {listing(up)}", (), ("PS-48",)))
        if down:
            said.append(LogSentence(seat, f"declines on {listing(down)}", (), ("PS-54",)))
    return said


def _points(before: Position, after: Position) -> list[LogSentence]:
    """Points that were scored, where they come from, and the score that they led to by hopping (PS-58)."""
    was, now = plain(before), plain(after)
    said = []
    for seat in range(after.players):
        if was.score[seat] == now.score[seat]:
            continue
        gained = {
            source: new - old
            for source, (old, new) in enumerate(zip(was.points[seat], now.points[seat], strict=True))
            if new > old
        }
        parts = [f"{n} for {_SOURCES[source]}" for source, n in gained.items()]
        why = f"({listing(parts)})" if len(parts) > 1 else f"for {_SOURCES[next(iter(gained))]}"
        text = f"scores {many(sum(gained.values()), 'point')} {why} and now {verb(seat, 'has')} {now.score[seat]}"
        said.append(LogSentence(seat, text, (), tuple(_SOURCE_RULES[source] for source in gained)))
    return said
