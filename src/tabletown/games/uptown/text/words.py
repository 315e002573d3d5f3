"""UpTown in words: moves as short text, every move as a sentence, and what the seat to act should do."""

from collections.abc import Sequence
from functools import lru_cache

from tabletown.engine.english import capital, many
from tabletown.engine.errors import AmbiguousMove, IllegalMove, InvalidMove
from tabletown.engine.game import Ply
from tabletown.engine.lookup import seat_meant
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat, their, with_names
from tabletown.engine.seat_marks import verb as marked
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.sentence import LogSentence, Opened
from tabletown.engine.state import NOBODY, record
from tabletown.engine.value import Value
from tabletown.games.plain_state import decoded, plain
from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import Project
from tabletown.games.uptown.rules import scoring
from tabletown.games.uptown.text.prestige_sources import sources
from tabletown.games.uptown.text.street_floors import Street, streets_of, worth
from tabletown.render.scene import Button, Gain

__all__ = [
    "ENDINGS", "ENDING_RULES", "board", "button", "chapter", "chosen", "cost", "explain", "news", "partial", "preview",
    "project_of", "projects_of", "prompt", "read", "rule", "rules_of", "say", "sources", "status", "tie_breaks",
    "touches", "why_not",
]  # fmt: skip

ENDINGS = {
    s.STREET_FINISHED: "all five sites of a street are finished",
    s.DECK_EMPTY: "a deck is empty",
}
ENDING_RULES = dict.fromkeys(ENDINGS, "UT-44")
GRAMMAR = (
    "a move is take, skip, discard, pass, play NAME, buy NAME, public NAME, "
    "site NUMBER or, for a gift, site SEAT NUMBER"
)
SITE_NUMBERS = [str(site + 1) for site in range(s.SITES)]
PLACING = (s.PLACE_FIRST, s.PLACE_SECOND)
THEMES = {
    "play": "the free card",
    "buy": "a purchase",
    "public": "the public card",
    "take": "upcoins",
    "discard": "discarding",
    "skip": "waiting",
    "pass": "passing",
    "site": "a site",
}


def projects_of(position: Position, source: int) -> tuple[Project, ...]:
    """The projects of the open card on a deck (0-3) or on the public pile; none if nothing lies there."""
    state = plain(position)
    cards = position.cards
    if source == s.PUBLIC_PILE:
        left = state.public_left
        return cards.faces(state.public[left - 1]) if left else ()
    left = state.deck_left[source]
    return cards.ends(state.deck[source][left - 1]) if left else ()


def project_of(position: Position, seat: int, action: int) -> tuple[int, Project] | None:
    """Where the card of a choosing action lies and which project it chooses; None for other actions."""
    verb, args = decoded(s.ACTIONS, action)
    if verb == "play":
        source, end = seat, args[0]
    elif verb == "buy":
        source, end = args
    elif verb == "public":
        source, end = s.PUBLIC_PILE, args[0]
    else:
        return None
    ends = projects_of(position, source)
    return (source, ends[end]) if ends else None


def chosen(position: Position) -> Project:
    """The project that is being placed."""
    project: Project = position.cards.projects[plain(position).chosen]
    return project


# --- Moves as text --------------------------------------------------------------------------------------------------


def say(position: Position, seat: int, action: int) -> str:
    """The text of a move."""
    verb, args = decoded(s.ACTIONS, action)
    if verb == "site":
        return _say_site(seat, *args)
    choice = project_of(position, seat, action)
    return f"{verb} {choice[1].slug}" if choice else verb


def _say_site(seat: int, street: int, site: int) -> str:
    return f"site {site + 1}" if street == seat else f"site {SEAT_NAMES[street].lower()} {site + 1}"


def read(position: Position, seat: int, text: str) -> int:
    """The action that a text means, legal or not; raises InvalidMove, IllegalMove or AmbiguousMove."""
    verb, _, rest = text.partition(" ")
    if verb in ("take", "skip", "discard", "pass") and not rest:
        return s.ACTIONS.encode(verb)
    if verb == "site" and rest:
        return _read_site(position, seat, rest)
    if verb in ("play", "buy", "public") and rest:
        return _read_choice(position, seat, verb, rest)
    raise InvalidMove(f"{text!r} is not a move of UpTown: {GRAMMAR}")


def _read_site(position: Position, seat: int, rest: str) -> int:
    *whose, number = rest.split(" ")
    if number not in SITE_NUMBERS:
        raise InvalidMove(f"{number!r} is not a site; sites are numbered 1 to {s.SITES}")
    if whose:
        street = seat_meant(" ".join(whose), position.players)
    elif position.state.phase in PLACING and chosen(position).gift:
        if position.players > 2:
            raise AmbiguousMove(f"the {chosen(position).name} is a gift: say whose street, like site sky {number}")
        street = 1 - seat
    else:
        street = seat
    return s.ACTIONS.encode("site", street, int(number) - 1)


def _read_choice(position: Position, seat: int, verb: str, name: str) -> int:
    sources = {"play": [seat], "buy": list(range(position.players)), "public": [s.PUBLIC_PILE]}[verb]
    open_now = [(source, end, p) for source in sources for end, p in enumerate(projects_of(position, source))]
    exact = [choice for choice in open_now if name in (choice[2].slug, choice[2].id.lower())]
    found = exact or [choice for choice in open_now if choice[2].slug.startswith(name)]
    if len(found) > 1:
        raise AmbiguousMove(f"{name!r} could be {' or '.join(choice[2].slug for choice in found)}")
    if not found:
        if any(name in (p.slug, p.id.lower()) for p in position.cards.projects.values()):
            where = {"play": "on top of your deck", "buy": "on top of a deck", "public": "on the public pile"}[verb]
            raise IllegalMove(f"{name} is not {where} now", "UT-10" if verb == "play" else "UT-14")
        raise InvalidMove(f"there is no project {name!r} in UpTown")
    source, end, _ = found[0]
    return s.ACTIONS.encode(verb, *((source, end) if verb == "buy" else (end,)))


def why_not(position: Position, seat: int, action: int) -> tuple[str, str]:
    """Why an action is not legal now: a sentence and the rule that says so."""
    state, cards = position.state, record(position.cards.data)
    verb, args = decoded(s.ACTIONS, action)
    if (verb == "site") != (state.phase in PLACING):
        if verb == "site":
            return "choose a project before its site", "UT-20"
        return f"first choose a site for the {chosen(position).name}", "UT-20"
    first = state.phase == s.FIRST_ACTION
    if first and verb in ("buy", "public", "pass"):
        return f"{verb} belongs to the second action; this is the first", "UT-8"
    if not first and verb in ("take", "skip", "discard", "play"):
        return f"{verb} belongs to the first action; this is the second", "UT-8"
    if verb == "take":
        return "no upcoins lie on your deck", "UT-9"
    if verb == "skip":
        return "the first action cannot be skipped while your deck has cards or upcoins", "UT-12"
    if verb in ("play", "discard") and state.upcoins[seat] > 0:
        return f"collect the ${state.upcoins[seat]} on your deck; there is no free card then", "UT-9"
    if verb == "pass":
        return "the second action cannot be declined while a card can be placed", "UT-19"
    if verb == "site":
        return _why_not_there(position, seat, *args)
    choice = project_of(position, seat, action)
    if choice is None:
        return "no card lies there", "UT-15"
    source, project = choice
    if verb == "buy" and state.upcoins[source] > 0:
        return f"{SEAT_NAMES[source]}'s deck is blocked by the ${state.upcoins[source]} on it", "UT-17"
    if verb == "buy" and state.account[seat] < cards.cost[project.index // 2]:
        return f"the {project.name} costs ${cards.cost[project.index // 2]}, you have ${state.account[seat]}", "UT-15"
    return f"the {project.name} can be placed nowhere", "UT-11" if first else "UT-15" if verb == "buy" else "UT-19"


def _why_not_there(position: Position, seat: int, street: int, site: int) -> tuple[str, str]:
    state, project = position.state, chosen(position)
    if street >= position.players:
        return f"there are only {position.players} streets", "UT-1"
    if project.gift and street == seat:
        return f"the {project.name} is a gift: it goes on an opponent's street", "UT-22"
    if not project.gift and street != seat:
        return f"the {project.name} is no gift: it goes on your own street", "UT-21"
    here = f"site {site + 1}"
    if project.gift and state.protected[street] >> site & 1:
        return f"{here} takes no gifts", "UT-23"
    if project.where == s.ON_ROOF:
        return f"the {project.name} must stand directly on a roof", "UT-26"
    if state.finished[street] >> site & 1:
        return f"{here} is finished", "UT-27"
    if project.where == s.GROUND:
        return f"the {project.name} needs an empty site", "UT-24"
    return f"the {project.name} needs a floor below it", "UT-25"


# --- Moves in sentences ---------------------------------------------------------------------------------------------


def partial(position: Position, action: int) -> bool:
    """Whether a ply only chooses a project: the next one, its site, makes the whole sentence."""
    return decoded(s.ACTIONS, action)[0] in ("play", "buy", "public")


def theme(view: Position, seat: int, actions: Sequence[int]) -> str:
    """What a puzzle with this move is about."""
    choice = project_of(view, seat, actions[0])
    last, args = decoded(s.ACTIONS, actions[-1])
    if last == "site" and args[0] != seat:
        return "a gift"
    if choice is not None and choice[1].roof:
        return "a roof"
    return THEMES[decoded(s.ACTIONS, actions[0])[0]]


def touches(position: Position, seat: int, action: int) -> list[str]:
    """The ids of the pieces that a move touches."""
    verb = decoded(s.ACTIONS, action)[0]
    if verb == "site":
        return [f"card-{chosen(position).card}"]
    if verb == "discard":
        return [f"card-{p.card}" for p in projects_of(position, seat)[:1]]
    choice = project_of(position, seat, action)
    return [f"card-{choice[1].card}"] if choice else []


_RULES = {
    "take": ("UT-9",), "skip": ("UT-12",), "discard": ("UT-10",), "play": ("UT-10",), "buy": ("UT-14",),
    "public": ("UT-14",), "pass": ("UT-19",),
}  # fmt: skip


def rules_of(position: Position, seat: int, action: int) -> tuple[str, ...]:
    """The rules that a move applies."""
    verb, args = decoded(s.ACTIONS, action)
    if verb != "site":
        return _RULES[verb]
    source = "UT-10" if plain(position).phase == s.PLACE_FIRST else "UT-14"
    place = "UT-22" if args[0] != seat else "UT-20"
    return (source, place, "UT-32") if chosen(position).roof else (source, place)


def news(before: Position, after: Position, ply: Ply, opened: Opened) -> list[LogSentence]:
    """That the final round begins, and why (UT-43)."""
    state = plain(after)
    if not state.final_round or plain(before).final_round:
        return []
    if state.final_round == s.STREET_FINISHED:
        seat = next(seat for seat in range(after.players) if state.finished[seat] == s.ALL_SITES)
        why = f"all five sites of {the_seat(seat)}'s street are finished"
    else:
        seat = next(seat for seat in range(after.players) if not state.deck_left[seat])
        why = f"{the_seat(seat)}'s deck is empty"
    return [LogSentence(NOBODY, f"this is the final round: {why}", (), ("UT-43", "UT-44"))]


def chapter(position: Position) -> str:
    """The heading of the log: the round."""
    return f"Round {plain(position).turns + 1}"


def tie_breaks(position: Position) -> list[tuple[str, list[int]]]:
    """What decides between equal scores (UT-48)."""
    heights = plain(position).height
    return [("the tallest building", [max(heights[seat]) for seat in range(position.players)])]


def explain(position: Position, seat: int, action: int) -> str:
    """What a move does, as a sentence without its subject, with marks for seats."""
    verb = decoded(s.ACTIONS, action)[0]
    if verb == "take":
        return f"takes ${plain(position).upcoins[seat]} from {their(seat)} own deck"
    if verb == "skip":
        return f"has no first action: {their(seat)} deck is empty"
    if verb == "pass":
        return "passes: no card can be placed"
    if verb == "discard":
        a, b = projects_of(position, seat)
        return f"discards the free card ({a.name} / {b.name})"
    if verb != "site":
        choice = project_of(position, seat, action)
        return "chooses nothing" if choice is None else f"chooses the {choice[1].name}"
    return _places(position, seat, preview(position, seat, action))


def _places(position: Position, seat: int, after: "Preview") -> str:
    acquired, site = _acquires(position, seat), f"on site {after.site + 1}"
    if after.street != seat:
        owner = after.street
        sentence = f"{acquired} and {marked(seat, 'gives')} it to {the_seat(owner)} {site}"
        return (
            f"{sentence}; {the_seat(owner)} {marked(owner, 'gains')} ${after.paid} of income"
            if after.paid
            else sentence
        )
    puts = f"{marked(seat, 'puts')} it {site}"
    if after.paid:
        return f"{acquired}, {puts} and {marked(seat, 'gains')} ${after.paid} of income"
    return f"{acquired} and {puts}"


def _acquires(position: Position, seat: int) -> str:
    state = plain(position)
    project, source = chosen(position), state.source
    if state.phase == s.PLACE_FIRST:
        return f"plays the {project.name} for free"
    if source == s.PUBLIC_PILE:
        return f"takes the {project.name} from the public pile"
    whose = f"{their(seat)} own" if source == seat else f"{the_seat(source)}'s"
    return f"buys the {project.name} from {whose} deck for ${cost(position)}"


def cost(position: Position) -> int:
    """What placing the chosen project costs."""
    state = plain(position)
    if state.phase != s.PLACE_SECOND or state.source == s.PUBLIC_PILE:
        return 0
    return int(position.cards.cost[state.chosen // 2])


class Preview(Value, frozen=True):
    """What placing the chosen project would change."""

    street: int
    site: int
    paid: int  # income that the street's owner receives
    coins: int  # change of the actor's account
    stars: int  # change of the street's prestige
    changes: tuple[tuple[str, int], ...]  # prestige of the new floor, and of every floor that gains or loses by it


def preview(position: Position, seat: int, action: int) -> Preview:
    """What a `site` action would change, computed on a copy of what the seat can see."""
    street, site = decoded(s.ACTIONS, action)[1]
    reached = position.after(seat, action)
    accounts, accounts_after = plain(position).account, plain(reached).account
    now, then = streets_of(position)[street], streets_of(reached)[street]
    paid = accounts_after[street] - accounts[street] + (cost(position) if street == seat else 0)
    coins = accounts_after[seat] - accounts[seat]
    stars = worth(then).prestige - worth(now).prestige
    return Preview(street, site, paid, coins, stars, _changes(now, then, site))


@lru_cache(maxsize=4096)
def _changes(now: Street, then: Street, built: int) -> tuple[tuple[str, int], ...]:
    """Prestige of the new floor on the site `built`, and of every floor that gains or loses by it, with their names."""
    before, after = worth(now).floors, worth(then).floors
    changes = [(then.sites()[built][-1].name, after[built][-1][1])]
    for projects, old, new in zip(now.sites(), before, after, strict=True):
        for project, (_, worth_before), (_, worth_after) in zip(projects, old, new, strict=False):
            if worth_after != worth_before:
                changes.append((project.name, worth_after - worth_before))
    return tuple(changes)


def button(position: Position, seat: int, action: int) -> Button:
    """A move as something that can be clicked: text, words, and what it would bring."""
    verb = decoded(s.ACTIONS, action)[0]
    if verb == "site":
        return _site_button(position, seat, action)
    choice = project_of(position, seat, action)
    label = {"take": "Take the upcoins", "skip": "Go on", "discard": "Discard the card", "pass": "Pass"}.get(verb, "")
    gains: tuple[Gain, ...] = ()
    if verb == "take":
        gains = (Gain("coin", plain(position).upcoins[seat], "upcoins"),)
    if choice:
        label = f"{'Buy' if verb == 'buy' else 'Play'} the {choice[1].name}"
        sentence, move = label, f"{verb} {choice[1].slug}"
    else:
        sentence, move = capital(explain(position, seat, action)), say(position, seat, action)
    if choice and verb == "buy":
        price = int(position.cards.cost[choice[1].index // 2])
        gains, sentence = (Gain("coin", -price, "upcoins"),), f"{label} from {_deck(choice[0], seat)} for ${price}"
    return Button(move, sentence, label, gains)


def _deck(source: int, seat: int) -> str:
    return "your deck" if source == seat else f"{the_seat(source)}'s deck"


def _site_button(position: Position, seat: int, action: int) -> Button:
    after, project, price = preview(position, seat, action), chosen(position), cost(position)
    own = after.street == seat
    whose = "" if own else f" for {the_seat(after.street)}"
    gains = []
    if after.coins:
        gains.append(Gain("coin", after.coins, "upcoins"))
    if after.paid and not own:
        gains.append(Gain("coin", after.paid, f"upcoins{whose}"))
    if after.stars or not gains:
        gains.append(Gain("star", after.stars, f"prestige{whose}"))
    notes = [f"Costs ${price}"] if price else []
    if project.roof:
        notes.append(f"Roof: income ${after.paid}{whose}")
    first, *others = after.changes
    parts = [f"{first[0]} {first[1]}"] + [f"{name} {change:+d}" for name, change in others]
    notes.append(", ".join(parts))
    label = f"Site {after.site + 1}{whose}"
    sentence = capital(_places(position, seat, after))
    return Button(_say_site(seat, after.street, after.site), sentence, label, tuple(gains), tuple(notes))


# --- What to do -----------------------------------------------------------------------------------------------------


def status(position: Position) -> str:
    """Where the game stands."""
    state = plain(position)
    turns = state.turns
    if position.is_game_over():
        return f"Over after {turns} rounds"
    return f"Round {turns + 1}" + (", the last one" if state.final_round else "")


def prompt(position: Position, seat: int) -> tuple[str, str]:
    """Which action it is, and one line that says what the seat should do."""
    state = plain(position)
    phase, turn = state.phase, position.turn
    if turn is None:
        return "", "The game is over"
    step = "First action" if phase in (s.FIRST_ACTION, s.PLACE_FIRST) else "Second action"
    if turn != seat:
        return step, f"{the_seat(turn)} is to act"
    if phase in PLACING:
        project = chosen(position)
        return step, f"Choose {'a rival site' if project.gift else 'a site'} for the {project.name}"
    actions = position.legal_actions_of(seat)
    if actions == [s.TAKE]:
        return step, f"Take the ${state.upcoins[seat]} from your deck"
    if actions == [s.SKIP]:
        return step, "Your deck is empty: go on"
    if actions == [s.DISCARD]:
        return step, "Your free card fits nowhere: discard it"
    if actions == [s.PASS]:
        return step, "No card can be placed: pass"
    if phase == s.FIRST_ACTION:
        return step, "Play one end of your free card, or discard it"
    return step, "Buy a top card, or take the public card"


def rule(position: Position) -> str:
    """The rule that applies now."""
    state = plain(position)
    if position.is_game_over():
        return "UT-46"
    phase = state.phase
    if phase == s.FIRST_ACTION:
        return "UT-9" if state.upcoins[state.current] else "UT-10"
    return "UT-14" if phase == s.SECOND_ACTION else "UT-20"


def board(position: Position) -> str:
    """The whole table as text for a terminal."""
    state, cards = position.state, record(position.cards.data)
    scores = position.scores()
    lines = [f"UpTown, {status(position)}"]
    for seat in range(position.players):
        mark = ">" if seat == position.turn else " "
        pays = max(0, int(scoring.street_income(state, cards, seat)))
        stars = scoring.street_prestige(state, cards, seat)
        name = f"{mark} {SEAT_NAMES[seat]:<9}"
        lines.append(f"{name} ${state.account[seat]}  prestige {stars}  roof pays ${pays}  score {scores[seat]}")
        for site in range(s.SITES):
            lines.append(f"    {site + 1}  {_site_text(position, seat, site)}")
        lines.append(f"    deck {_deck_text(position, seat)}")
    lines.append(f"  public pile {_pile_text(position)}")
    if position.turn is not None:
        step, text = prompt(position, position.turn)
        lines.append(f"{SEAT_NAMES[position.turn]}, {step.lower()}: {with_names(text)}")
    return "\n".join(lines)


def _site_text(position: Position, street: int, site: int) -> str:
    state, cards, floors = position.state, record(position.cards.data), []
    for floor in range(int(state.height[street, site])):
        name = position.cards.projects[int(scoring.project_at(state, street, site, floor))].name
        earns = int(scoring.floor_income(state, cards, street, site, floor))
        worth = int(scoring.floor_prestige(state, cards, street, site, floor))
        floors.append(name + (f" ${earns}" if earns else "") + (f" {worth}*" if worth else ""))
    return (" | ".join(floors) + (" ^" if state.finished[street] >> site & 1 else "")) or "-"


def _deck_text(position: Position, seat: int) -> str:
    state = position.state
    ends = projects_of(position, seat)
    top = f"{ends[0].name} / {ends[1].name} (${position.cards.cost[ends[0].index // 2]})" if ends else "empty"
    blocked = f", blocked by ${state.upcoins[seat]}" if state.upcoins[seat] else ""
    return f"{top}, {many(int(state.deck_left[seat]), 'card')}{blocked}"


def _pile_text(position: Position) -> str:
    names = " / ".join(p.name for p in projects_of(position, s.PUBLIC_PILE)) or "empty"
    return f"{names}, {many(int(position.state.public_left), 'card')}"
