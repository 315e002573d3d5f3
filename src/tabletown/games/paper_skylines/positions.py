"""Paper Skylines positions as TOML tables that a person can write.

players = 2
first = "orange"
turn = "orange"
level = 2                           # actions_left: as many as the level
marked = [1]                        # levels whose round-end card is gone; all below the current level, if left out
row = ["diner", "-", "zoo"]         # left out: dealt at random
pile = ["sandlot"]
deck = [[], ["cannery", "end"]]     # by level, top card first. With "end", or once its level is marked, a list is
                                    # complete; else the cards that lie nowhere else are shuffled under it

[[seat]]
city = "boston"
slots = ["cottage-row", "boston *", "post-office < village-green + zoo", "( )", "diner"]
hand = ["sawmill", "?2"]            # "?2" is any card of level 2
tracks = [4, 0, 7]
score = 3
claims = ["high-rise"]
"""

import re
from collections.abc import Mapping
from typing import Any

from tabletown.engine.chance import below
from tabletown.engine.errors import PositionError
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES, seat_index
from tabletown.engine.state import Records, blank, record
from tabletown.games.paper_skylines import city as cities
from tabletown.games.paper_skylines import hidden, rules, sets
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.audit import audit, check_work
from tabletown.games.paper_skylines.cards import CardSet
from tabletown.games.paper_skylines.names import built, card, members, tucked_cards
from tabletown.games.paper_skylines.vocabulary import TRACK_NAMES

__all__ = ["audit", "read", "write"]

PHASES = (
    "over", "city", "action", "plan", "spot", "pay", "hand", "take", "keep",
    "own", "rob", "rival", "track", "type", "option", "yes_no", "achievement",
)  # fmt: skip
POINTS = ("lines", "ends", "claims", "effects", "awards", "chips", "handicap")
FIELDS = {"players", "first", "turn", "level", "marked", "actions_left", "gained", "bonus_used", "moved", "quiet"}
FIELDS |= {"opener", "row", "pile", "deck", "chips", "ends", "doing", "over", "seat"}
SEAT_FIELDS = {"city", "dealt", "waiting", "slots", "hand", "tracks", "paid", "score", "points", "claims", "chips"}
DOING = {"phase", "frames", "held", "spot", "price", "peeked"}
FRAME = re.compile(r"([a-z0-9-]+) (\d+) (\d+) (-|\d+) (\d+)")  # program, first and current instruction, left, again
MOST_POINTS = 6_000


# --- Writing --------------------------------------------------------------------------------------------------------


def write(position: Position) -> dict[str, Any]:
    """A position as tables; cards that a view does not know are written as "?" and their level."""
    state = position.state
    table: dict[str, Any] = {"players": position.players, "first": _seat_name(state.first)}
    table["turn"] = _seat_name(state.current)
    table["level"] = int(state.level)
    table["marked"] = [level for level in range(1, s.LEVELS + 1) if state.marked >> level & 1]
    table["actions_left"] = int(state.actions_left)
    for name in ("gained", "bonus_used", "moved"):
        table[name] = bool(getattr(state, name))
    table["quiet"] = int(state.quiet)
    if state.opener != s.NONE:
        table["opener"] = _seat_name(state.opener)
    table["row"] = ["-" if c == s.NONE else card(position, int(c)).slug for c in state.row]
    table["pile"] = [card(position, c).slug for c in members(state.pile)]
    table["deck"] = [_write_deck(position, deck) for deck in range(s.LEVELS)]
    table["chips"] = [int(value) for value in state.chip]
    table["ends"] = {
        name: _seat_name(state.ended_by[track])
        for track, name in enumerate(TRACK_NAMES)
        if state.ended_by[track] != s.NONE
    }
    if state.ended:
        table["over"] = True
    elif state.phase != s.ACTION:
        table["doing"] = _write_doing(position)
    table["seat"] = [_write_seat(position, seat) for seat in range(position.players)]
    return table


def _seat_name(seat: Any) -> str:
    return SEAT_NAMES[int(seat)].lower()


def _write_deck(position: Position, deck: int) -> list[str]:
    state = position.state
    names = []
    for number in state.deck[deck, : state.deck_left[deck]][::-1]:
        if number == s.ROUND_END:
            names.append("end")
        elif number > s.BACK:
            names.append(f"?{number - s.BACK}")
        else:
            names.append(card(position, int(number)).slug)
    return names


def _write_seat(position: Position, seat: int) -> dict[str, Any]:
    state, cards = position.state, position.cards
    row: dict[str, Any] = {}
    if state.city[seat] != s.NONE:
        row["city"] = cards.cities[int(state.city[seat])].slug
    if state.phase == s.CITY:
        row["waiting"] = seat in position.waiting
        if state.dealt[seat, 0] != s.NONE:
            row["dealt"] = [cards.cities[int(c)].slug for c in state.dealt[seat]]
    row["slots"] = [_write_slot(position, seat, slot) for slot in range(int(state.slots[seat]))]
    row["hand"] = _write_set(position, state.hand[seat], state.hand_levels[seat])
    row["tracks"] = [int(n) for n in state.track[seat]]
    row["paid"] = [int(n) for n in state.paid[seat]]
    row["score"] = int(state.score[seat])
    row["points"] = {name: int(n) for name, n in zip(POINTS, state.points[seat], strict=True) if n}
    row["claims"] = [a.slug for a in cards.achievements if state.claimed[seat] >> a.index & 1]
    row["chips"] = [a.slug for a in cards.achievements if state.chip_owner[a.index] == seat]
    return row


def _write_set(position: Position, words: Any, levels: Any) -> list[str]:
    """The cards of a hand, those that the reader does not know as backs."""
    known = [position.cards.buildings[c] for c in members(words)]
    names = [b.slug for b in known]
    for i, number in enumerate(levels):
        names += [f"?{i + 1}"] * (int(number) - sum(b.level == i + 1 for b in known))
    return names


def _write_slot(position: Position, seat: int, slot: int) -> str:
    floors = " < ".join(card(position, c).slug for c in built(position, seat, slot))
    under = "".join(f" + {card(position, c).slug}" for c in tucked_cards(position, seat, slot))
    mayor = " *" if position.state.mayor[seat] == slot else ""
    return f"{floors or '( )'}{under}{mayor}"


def _write_doing(position: Position) -> dict[str, Any]:
    state, cards = position.state, position.cards
    doing: dict[str, Any] = {"phase": PHASES[state.phase]}
    frames = []
    for frame in range(int(state.depth)):
        home = cards.home[int(state.begin[frame])]
        left = "-" if state.left[frame] == s.FRESH else str(state.left[frame])
        begin, step = int(state.begin[frame]) - home, int(state.step[frame]) - home
        frames.append(f"{cards.programs[home]} {begin} {step} {left} {state.again[frame]}")
    if frames:
        doing["frames"] = frames
    if state.held != s.NONE:
        doing["held"] = card(position, int(state.held)).slug
    if state.spot != s.NONE:
        doing["spot"] = {s.LEFT_END: "left", s.RIGHT_END: "right"}.get(int(state.spot), str(int(state.spot) + 1))
        doing["price"] = int(state.price)
    if state.peeked_levels.any():
        doing["peeked"] = _write_set(position, state.peeked, state.peeked_levels)
    return doing


# --- Reading --------------------------------------------------------------------------------------------------------


def read(cards: CardSet, table: Mapping[str, Any], rng: tuple[int, int]) -> Records:
    """Build the state that tables describe; cards left open are dealt by the chance `rng`. Raises PositionError."""
    only(table, FIELDS, "the position")
    states = blank(s.STATE)
    state = record(states)
    state.rng[:] = rng
    rules.clear(state)
    seats = table.get("seat")
    if not isinstance(seats, list) or not all(isinstance(row, Mapping) for row in seats):
        raise PositionError("a position needs one [[seat]] table per player")
    state.players = players = whole(table.get("players", len(seats)), "players", 2, s.SEATS)
    if players != len(seats):
        raise PositionError(f"players is {players}, but there are {len(seats)} [[seat]] tables")
    desk = Desk(cards)
    _read_turn(state, table)
    for seat, row in enumerate(seats):
        _read_seat(state, desk, seat, row)
    _read_cities(state, desk, seats)
    _read_tracks(state, cards, table, seats)
    _read_chips(state, desk, table, seats)
    _read_doing(state, desk, table.get("doing", {}))
    for name in strings(table.get("pile", []), "pile", s.BUILDINGS):
        sets.put(state.pile, desk.use(name, "the pile"))
    decks = _read_decks(state, desk, table)
    _read_row(state, desk, table)
    _fill_decks(state, desk, decks)
    _read_over(state, table)
    desk.check_backs(state)
    hidden.resample(state, record(cards.data), -1)
    problem = audit(state, record(cards.data)) or check_work(state, cards)
    if problem:
        raise PositionError(problem)
    return states


def only(table: Mapping[str, Any], known: set[str], where: str) -> None:
    """Refuse fields that nobody reads."""
    for name in table:
        if name not in known:
            raise PositionError(f"unknown field {name!r} in {where}; known are {', '.join(sorted(known))}")


def whole(value: Any, name: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    if type(value) is not int or not low <= value <= high:
        raise PositionError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return value


def flag(table: Mapping[str, Any], name: str) -> bool:
    """True or false, by default false."""
    value = table.get(name, False)
    if type(value) is not bool:
        raise PositionError(f"{name} must be true or false, not {value!r}")
    return value


def strings(value: Any, name: str, most: int) -> list[str]:
    """A list of names, not too long."""
    if not isinstance(value, list) or len(value) > most or not all(isinstance(item, str) for item in value):
        raise PositionError(f"{name} must be a list of at most {most} names, not {value!r}")
    return value


def _seat(name: Any, players: int, field: str) -> int:
    seat = seat_index(name, players) if isinstance(name, str) else None
    if seat is None:
        raise PositionError(f"{field} must be one of {', '.join(SEAT_NAMES[:players]).lower()}, not {name!r}")
    return seat


class Desk:
    """Hands out cards by name, each only once, and counts the cards that the kernel is to deal at random."""

    def __init__(self, cards: CardSet) -> None:
        self.cards = cards
        self.buildings = {key: b.index for b in cards.buildings for key in (b.slug, b.id.lower(), b.name.lower())}
        self.cities = {key: c.index for c in cards.cities for key in (c.slug, c.id.lower(), c.name.lower())}
        self.achievements = {a.slug: a.index for a in cards.achievements}
        self.unused = set(range(s.BUILDINGS))
        self.used_cities: set[int] = set()
        self.backs = [0] * (s.LEVELS + 1)

    def level(self, name: str) -> int:
        """The level of a card of which only the back is known, or 0."""
        return int(name[1]) if re.fullmatch(r"\?[1-4]", name) else 0

    def back(self, level: int) -> None:
        """One more card of a level that is to be dealt at random."""
        self.backs[level] += 1

    def use(self, name: Any, where: str) -> int:
        """A building card by name."""
        number = self.buildings.get(name.lower()) if isinstance(name, str) else None
        if number is None:
            raise PositionError(f"unknown building card {name!r} in {where}; write a name like post-office")
        if number not in self.unused:
            raise PositionError(f"{name} lies in two places (again in {where})")
        self.unused.remove(number)
        return number

    def city(self, name: Any, where: str) -> int:
        """A city card by name."""
        number = self.cities.get(name.lower()) if isinstance(name, str) else None
        if number is None:
            raise PositionError(f"unknown city {name!r} in {where}; write a name like boston")
        if number in self.used_cities:
            raise PositionError(f"{name} lies in two places (again in {where})")
        self.used_cities.add(number)
        return number

    def left(self, level: int) -> list[int]:
        """The cards of a level that lie nowhere yet."""
        return sorted(c for c in self.unused if self.cards.buildings[c].level == level)

    def check_backs(self, state: Any) -> None:
        """There must be as many cards of each level as are to be dealt."""
        for level in range(1, s.LEVELS + 1):
            if self.backs[level] > len(self.left(level)):
                raise PositionError(
                    f"{self.backs[level]} cards of level {level} are needed, {len(self.left(level))} lie nowhere"
                )


def _read_turn(state: Any, table: Mapping[str, Any]) -> None:
    players = int(state.players)
    state.first = _seat(table.get("first", "orange"), players, "first")
    state.current = _seat(table.get("turn", SEAT_NAMES[state.first]), players, "turn")
    state.waiting = 1 << int(state.current)
    state.phase = s.ACTION
    state.level = level = whole(table.get("level", 1), "level", 1, s.LEVELS)
    marked = table.get("marked", list(range(1, level)))
    if not isinstance(marked, list) or not all(type(n) is int and 1 <= n <= s.LEVELS for n in marked):
        raise PositionError(f"marked must be a list of levels, not {marked!r}")
    for n in marked:
        state.marked |= 1 << n
    state.actions_left = whole(table.get("actions_left", level), "actions_left", 0, level + 1)
    for name in ("gained", "bonus_used", "moved"):
        setattr(state, name, flag(table, name))
    state.quiet = whole(table.get("quiet", 0), "quiet", 0, rules.QUIET_ROUNDS - 1)
    if "opener" in table or level == s.LEVELS:
        state.opener = _seat(table.get("opener", SEAT_NAMES[state.first]), players, "opener")


def _read_seat(state: Any, desk: Desk, seat: int, row: Mapping[str, Any]) -> None:
    name = SEAT_NAMES[seat]
    only(row, SEAT_FIELDS, f"the seat of {name}")
    for text in strings(row.get("hand", []), f"{name}'s hand", s.BUILDINGS):
        level = desk.level(text)
        if level:
            desk.back(level)
            state.hand_levels[seat, level - 1] += 1
        else:
            sets.to_hand(state, record(desk.cards.data), seat, desk.use(text, f"{name}'s hand"))


def _read_cities(state: Any, desk: Desk, seats: list[Any]) -> None:
    """The city cards first, so that those left open get one of the others."""
    for seat, row in enumerate(seats):
        if "dealt" in row:
            dealt = [desk.city(name, "dealt") for name in strings(row["dealt"], "dealt", 2)]
            if len(dealt) != 2:
                raise PositionError("dealt must be two city cards")
            state.dealt[seat] = sorted(dealt)
            if "city" in row:
                chosen = desk.cities.get(str(row["city"]).lower())
                if chosen not in dealt:
                    raise PositionError(f"{row['city']!r} was not dealt to {SEAT_NAMES[seat]}")
                state.city[seat] = chosen
        elif "city" in row:
            state.city[seat] = desk.city(row["city"], f"{SEAT_NAMES[seat]}'s city")
    for seat, row in enumerate(seats):
        if state.city[seat] == s.NONE and "dealt" not in row and "waiting" not in row:
            free = [c for c in range(s.CITIES) if c not in desk.used_cities]
            state.city[seat] = free[int(below(state, len(free)))]
            desk.used_cities.add(int(state.city[seat]))
        if "dealt" not in row and "waiting" not in row:
            _read_slots(state, desk, seat, row)
        elif row.get("slots"):
            raise PositionError("nothing is built before the cities are chosen")


def _read_slots(state: Any, desk: Desk, seat: int, row: Mapping[str, Any]) -> None:
    name, data = SEAT_NAMES[seat], record(desk.cards.data)
    own = desk.cards.cities[int(state.city[seat])]
    texts = strings(row.get("slots", [own.slug]), f"{name}'s slots", s.SLOTS)
    homes: list[int] = []
    mayors: list[int] = []
    state.slots[seat] = len(texts)
    for slot, text in enumerate(texts):
        if text.endswith("*"):
            mayors.append(slot)
            text = text[:-1]
        floors, *under = (part.strip() for part in text.split("+"))
        if floors == "( )":
            if under or mayors[-1:] == [slot]:
                raise PositionError(f"nothing lies under an empty lot of {name}'s city, and no mayor stands on it")
            continue
        for i, floor in enumerate(part.strip() for part in floors.split("<")):
            if desk.cities.get(floor.lower()) == own.index:
                if i or homes:
                    raise PositionError(f"{own.name} is the lowest card of one building of {name}'s city")
                homes.append(slot)
                cities.put_on_top(state, data, seat, slot, own.card)
            else:
                cities.put_on_top(state, data, seat, slot, desk.use(floor, f"{name}'s slots"))
        for tucked in under:
            cities.tuck_under(state, data, seat, slot, desk.use(tucked, f"{name}'s slots"))
    if len(homes) != 1 or len(mayors) > 1:
        raise PositionError(f"{name}'s city needs its city card {own.name}, and one mayor (*)")
    state.home[seat] = homes[0]
    state.mayor[seat] = mayors[0] if mayors else homes[0]


def _numbers(value: Any, name: str, length: int, most: int) -> list[int]:
    good = isinstance(value, list) and len(value) == length and all(type(n) is int and 0 <= n <= most for n in value)
    if not good:
        raise PositionError(f"{name} must be {length} whole numbers up to {most}, not {value!r}")
    numbers: list[int] = value
    return numbers


def _read_tracks(state: Any, cards: CardSet, table: Mapping[str, Any], seats: list[Any]) -> None:
    for seat, row in enumerate(seats):
        name = SEAT_NAMES[seat]
        spaces = _numbers(row.get("tracks", [0, 0, 0]), f"{name}'s tracks", s.TRACKS, cards.track_end)
        crossed = [max((line for line in cards.lines if line <= space), default=0) for space in spaces]
        paid = _numbers(row.get("paid", crossed), f"{name}'s paid", s.TRACKS, cards.track_end)
        for track in range(s.TRACKS):
            if paid[track] < crossed[track] or paid[track] not in (0, *cards.lines):
                raise PositionError(f"{name}'s paid must name the highest line that has paid on each track, or 0")
        state.track[seat], state.paid[seat] = spaces, paid
        state.score[seat] = whole(row.get("score", 0), f"{name}'s score", 0, MOST_POINTS)
        points = row.get("points", {})
        if not isinstance(points, Mapping):
            raise PositionError(f"points must be a table like {{ lines = 3 }}, not {points!r}")
        only(points, set(POINTS), f"{name}'s points")
        for i, source in enumerate(POINTS):
            state.points[seat, i] = whole(points.get(source, 0), f"{name}'s points.{source}", 0, MOST_POINTS)
    ends = table.get("ends", {})
    if not isinstance(ends, Mapping):
        raise PositionError(f'ends must be a table like {{ profit = "sky" }}, not {ends!r}')
    only(ends, set(TRACK_NAMES), "ends")
    for track, name in enumerate(TRACK_NAMES):
        if name in ends:
            state.ended_by[track] = _seat(ends[name], int(state.players), f"ends.{name}")
        elif "ends" not in table:  # whoever stands at the end was first there, if it is only one
            there = [p for p in range(int(state.players)) if state.track[p, track] == cards.track_end]
            state.ended_by[track] = there[0] if there else s.NONE


def _read_chips(state: Any, desk: Desk, table: Mapping[str, Any], seats: list[Any]) -> None:
    state.chip[:] = _numbers(table.get("chips", [0] * s.ACHIEVEMENTS), "chips", s.ACHIEVEMENTS, 9)
    known = [int(value) for value in state.chip if value]
    if any(known.count(value) > desk.cards.chips.count(value) for value in known):
        raise PositionError(f"there are only the chips {', '.join(map(str, desk.cards.chips))}")
    for seat, row in enumerate(seats):
        for field in ("claims", "chips"):
            for name in strings(row.get(field, []), f"{SEAT_NAMES[seat]}'s {field}", s.ACHIEVEMENTS):
                if name not in desk.achievements:
                    raise PositionError(f"unknown achievement {name!r}; there are {', '.join(desk.achievements)}")
                if field == "claims":
                    state.claimed[seat] |= 1 << desk.achievements[name]
                elif state.chip_owner[desk.achievements[name]] != s.NONE:
                    raise PositionError(f"the chip of {name} has two owners")
                else:
                    state.chip_owner[desk.achievements[name]] = seat
    if not any("chips" in row for row in seats):  # the first seat that claimed has the chip
        for i in range(s.ACHIEVEMENTS):
            owners = [p for p in range(len(seats)) if state.claimed[p] >> i & 1]
            state.chip_owner[i] = owners[0] if owners else s.NONE


def _read_row(state: Any, desk: Desk, table: Mapping[str, Any]) -> None:
    if state.phase == s.CITY:
        return
    if "row" in table:
        for i, name in enumerate(strings(table["row"], "row", s.ROW)):
            if name != "-":
                state.row[i] = desk.use(name, "the row")
        return
    for i in range(s.ROW):
        free = desk.left(int(state.level))
        if len(free) > desk.backs[int(state.level)]:
            state.row[i] = free[int(below(state, len(free)))]
            desk.unused.remove(int(state.row[i]))


def _read_decks(state: Any, desk: Desk, table: Mapping[str, Any]) -> list[list[int]]:
    """The cards that are given of each deck, top card first."""
    decks = table.get("deck", [])
    if not isinstance(decks, list) or len(decks) > s.LEVELS:
        raise PositionError("deck must be a list of up to four lists, one for each level")
    found = []
    for i in range(s.LEVELS):
        names = strings(decks[i] if i < len(decks) else [], f"deck {i + 1}", s.DECK)
        numbers = [_deck_card(desk, name, i + 1, bool(state.marked >> (i + 1) & 1)) for name in names]
        if numbers.count(s.ROUND_END) > 1:
            raise PositionError(f"deck {i + 1} has two round-end cards")
        found.append(numbers)
    return found


def _fill_decks(state: Any, desk: Desk, decks: list[list[int]]) -> None:
    """Under a deck that is not complete lies all that lies nowhere else, and the round-end card with it."""
    for i, numbers in enumerate(decks):
        if not state.marked >> (i + 1) & 1 and s.ROUND_END not in numbers:
            rest = max(0, len(desk.left(i + 1)) - desk.backs[i + 1])
            backs = [s.BACK + i + 1] * rest
            desk.backs[i + 1] += rest
            backs.insert(rest - int(below(state, min(5, rest + 1))), s.ROUND_END)
            numbers = numbers + backs
        if len(numbers) > s.DECK:
            raise PositionError(f"deck {i + 1} holds at most {s.DECK} cards")
        state.deck_left[i] = len(numbers)
        state.deck[i, : len(numbers)] = numbers[::-1]


def _deck_card(desk: Desk, name: str, level: int, marked: bool) -> int:
    if name == "end":
        if marked:
            raise PositionError(f"level {level} is marked, so its round-end card is gone")
        return s.ROUND_END
    back = desk.level(name)
    if back:
        desk.back(back)
    number = s.BACK + back if back else desk.use(name, f"deck {level}")
    found = back or desk.cards.buildings[number].level
    if found != level and not (level == s.LEVELS and found == s.LEVELS - 1):
        raise PositionError(f"{name} does not belong into the deck of level {level}")
    return number


def _read_doing(state: Any, desk: Desk, doing: Any) -> None:
    if not isinstance(doing, Mapping):
        raise PositionError(f"doing must be a table, not {doing!r}")
    only(doing, DOING, "doing")
    if not doing:
        return
    phase = doing.get("phase")
    if phase not in PHASES[1:]:
        raise PositionError(f"doing.phase must be one of {', '.join(PHASES[1:])}, not {phase!r}")
    state.phase = PHASES.index(phase)
    frames = strings(doing.get("frames", []), "doing.frames", s.FRAMES)
    state.depth = len(frames)
    for i, text in enumerate(frames):
        _read_frame(state, desk.cards, i, text)
    if "held" in doing:
        state.held = desk.use(doing["held"], "doing.held")
    if "spot" in doing:
        spots = {"left": s.LEFT_END, "right": s.RIGHT_END} | {str(n + 1): n for n in range(s.SLOTS)}
        if doing["spot"] not in spots:
            raise PositionError(
                f"doing.spot must be left, right or the number of a slot in quotes, not {doing['spot']!r}"
            )
        state.spot = spots[doing["spot"]]
        state.price = whole(doing.get("price", 0), "doing.price", 0, 9)
    for name in strings(doing.get("peeked", []), "doing.peeked", s.BUILDINGS):
        level = desk.level(name)
        if level:
            desk.back(level)
        else:
            number = desk.use(name, "doing.peeked")
            sets.put(state.peeked, number)
            level = desk.cards.buildings[number].level
        state.peeked_levels[level - 1] += 1


def _read_frame(state: Any, cards: CardSet, frame: int, text: str) -> None:
    match = FRAME.fullmatch(text)
    starts = {name: at for at, name in cards.programs.items()}
    if not match or match[1] not in starts:
        raise PositionError(f"{text!r} in doing.frames should look like 'shipyard 0 2 - 1'")
    home = starts[match[1]]
    begin, step = home + int(match[2]), home + int(match[3])
    if not all(at < len(cards.home) and cards.home[at] == home for at in (begin, step)):
        raise PositionError(f"{match[1]} has no such step as in {text!r}")
    state.begin[frame], state.step[frame] = begin, step
    state.left[frame] = s.FRESH if match[4] == "-" else whole(int(match[4]), "what is left of a step", 0, 99)
    state.again[frame] = whole(int(match[5]), "how often a list is resolved", 1, 9)


def _read_over(state: Any, table: Mapping[str, Any]) -> None:
    seats = table["seat"]
    if state.phase == s.CITY:
        state.waiting = sum(1 << seat for seat, row in enumerate(seats) if flag(row, "waiting"))
        if not state.waiting or not all("waiting" in row for row in seats):
            raise PositionError("while cities are chosen every seat says whether it is waiting, and one at least is")
        return
    if any("dealt" in row or "waiting" in row for row in seats):
        raise PositionError('city cards are dealt only while doing.phase is "city"')
    if flag(table, "over"):
        if "doing" in table or not state.marked >> s.LEVELS & 1 or state.level != s.LEVELS:
            raise PositionError("the game is over only at the end of a turn of level 4 with its round-end card gone")
        state.ended, state.phase, state.waiting = s.LAST_LEVEL, s.GAME_OVER, 0
