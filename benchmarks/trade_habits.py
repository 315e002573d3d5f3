"""What minds pay, offer and accept in Milton Keynes: tables for docs/milton_keynes_trading.md.

    python benchmarks/trade_habits.py --games 400 --players 4

Minds play all seats, one look per decision. Every bribe, bid, offer and building of the games is counted.
"""

import argparse
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from statistics import mean, median

from tabletown import bots, games
from tabletown.engine.game import Game
from tabletown.engine.position import Position
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.text.names import (
    Side,
    building_name,
    lot_squares,
    offer_sides,
    permit_name,
    squares_in,
)  # fmt: skip
from tabletown.lab.deals import deal_seed

TITLE = "milton_keynes"
LATE = 5  # this year and all later ones are counted together
DEED = "a deed"
MOST_ROWS = 14


def lists() -> defaultdict[str, list[int]]:
    return defaultdict(list)


@dataclass
class Habits:
    """What was counted in some games."""

    years: list[int] = field(default_factory=list)  # of every game
    cash: list[int] = field(default_factory=list)  # of winners at the end
    chosen: Counter[str] = field(default_factory=Counter)  # characters
    won_with: Counter[str] = field(default_factory=Counter)
    bribes: list[tuple[int, int, int]] = field(default_factory=list)  # year, bribe, cash
    lots: list[tuple[int, int]] = field(default_factory=list)  # deeds, bribe of the buyer
    bids: list[tuple[str, int, int]] = field(default_factory=list)  # permit, higher bid, lower bid
    offers: list[tuple[str, bool]] = field(default_factory=list)  # what for what, and whether it was accepted
    prices: defaultdict[str, list[int]] = field(default_factory=lists)  # cash of deals for one thing
    refused: defaultdict[str, list[int]] = field(default_factory=lists)
    buildings: defaultdict[str, list[int]] = field(default_factory=lists)  # sizes at the end, by type

    def add(self, other: "Habits") -> None:
        """Count what was counted elsewhere, too."""
        for name, mine in vars(self).items():
            theirs = getattr(other, name)
            if isinstance(mine, list):
                mine += theirs
            elif isinstance(mine, Counter):
                mine.update(theirs)
            else:
                for key, values in theirs.items():
                    mine[key] += values


def play_and_count(players: int, seed: int) -> Habits:
    """Play one game of minds, and count."""
    title, found = games.get(TITLE), Habits()
    game, reflex = Game.new(title, players, seed), bots.get("reflex")
    while (seat := game.turn) is not None:
        action = reflex.choose(game.view(seat), bots.Budget(seed=game.ply))
        before = game.at(game.ply)
        game.push_action(action, seat)
        _count(found, before, game, seat, action)
    outcome = game.outcome()
    assert outcome is not None
    state, characters = game.state, title.cards.characters
    found.years.append(int(state.year))
    found.chosen.update(characters[int(state.character[seat])].name for seat in range(players))
    found.won_with.update(characters[int(state.character[seat])].name for seat in outcome.winners)
    found.cash += [int(state.cash[seat]) for seat in outcome.winners]
    for square in range(s.SQUARES):
        if state.owner[square] != s.NONE and int(state.anchor[square]) == square:
            found.buildings[building_name(game, int(state.kind[square]))].append(int(state.extent[square]))
    return found


def _count(found: Habits, before: Position, after: Position, seat: int, action: int) -> None:
    """Count a ply."""
    state = before.state
    phase = int(state.phase)
    verb, arguments = before.title.actions.decode(action)
    number = arguments[0] if arguments else 0
    if phase == s.BRIBE and verb == "amount":
        found.bribes.append((min(int(state.year), LATE), number, int(state.cash[seat])))
    elif verb == "buy":
        found.lots.append((len(lot_squares(before, number)), int(state.bribe[seat])))
    elif phase == s.BID and int(after.state.phase) != s.BID:
        _count_bids(found, after)
    elif verb in ("accept", "decline", "counter"):
        _count_answer(found, before, accepted=verb == "accept")


def _count_bids(found: Habits, after: Position) -> None:
    """All bids are revealed: permit k lies to the left of seat k and to the right of the next seat."""
    state, players = after.state, after.players
    for k in range(players):
        kind = int(state.on_offer[k])
        if kind < s.PERMIT_KINDS:
            bids = int(state.bid[k][s.LEFT]), int(state.bid[(k + 1) % players][s.RIGHT])
            found.bids.append((permit_name(after, kind), max(bids), min(bids)))


def _count_answer(found: Habits, before: Position, accepted: bool) -> None:
    """Count an offer that is answered. What the maker gives comes first."""
    given, asked = offer_sides(before, int(before.state.countering))
    found.offers.append((f"{_described(given)} for {_described(asked)}", accepted))
    for one, other in ((given, asked), (asked, given)):
        goods = _goods(before, one)
        if len(goods) == 1 and not one.cash and other.cash and not _goods(before, other):
            (found.prices if accepted else found.refused)[goods[0]].append(other.cash)


def _goods(position: Position, side: Side) -> list[str]:
    """The deeds and permits of a side of an offer."""
    permits = [permit_name(position, kind) for kind, number in enumerate(side.permits) for _ in range(number)]
    return [DEED] * len(squares_in(side.deeds)) + permits


def _described(side: Side) -> str:
    deeds, permits = len(squares_in(side.deeds)), sum(side.permits)
    parts = [
        f"{number} {name}{'s' * (number > 1)}" for number, name in ((deeds, "deed"), (permits, "permit")) if number
    ]
    return " and ".join([*parts, *(["cash"] if side.cash else [])]) or "nothing"


def table(heading: str, rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    columns = heading.count("|") - 1
    return "\n".join([heading, "|" + "---|" * columns, *("| " + " | ".join(map(str, row)) + " |" for row in rows)])


def report(found: Habits) -> str:
    """All tables, in Markdown."""
    number = len(found.years)
    answered, accepted = len(found.offers), sum(yes for _, yes in found.offers)
    return "\n\n".join([
        f"{number} games of {mean(found.years):.1f} years; winners had {mean(found.cash):.0f} in cash at the end.",
        table("| Character | chosen | won |", _characters(found)),
        table("| Year | mean bribe | share of the cash | bribes of nothing |", _bribes(found)),
        table("| Deeds in a lot | bought | mean bribe of the buyer |", _lots(found)),
        table("| Permit | auctions | mean of the higher bid | its median | mean of the lower bid |", _bids(found)),
        f"{answered / number:.1f} offers a game, of which {accepted / max(answered, 1):.0%} were accepted.",
        table("| Offer | made | accepted |", _offers(found)),
        table("| One thing for cash | deals | mean price | mean price refused |", _prices(found)),
        table("| Building | in a game | mean size |", _buildings(found)),
    ])  # fmt: skip


def _characters(found: Habits) -> Iterable[Sequence[object]]:
    seats = found.chosen.total()
    return [(name, f"{n / seats:.0%}", f"{found.won_with[name] / n:.0%}") for name, n in found.chosen.most_common()]


def _bribes(found: Habits) -> Iterable[Sequence[object]]:
    for year in range(1, LATE + 1):
        rows = [(bribe, cash) for when, bribe, cash in found.bribes if when == year]
        if rows:
            share = sum(bribe for bribe, _ in rows) / max(sum(cash for _, cash in rows), 1)
            nothing = sum(bribe == 0 for bribe, _ in rows) / len(rows)
            name = year if year < LATE else f"{LATE} and later"
            yield name, f"{mean(bribe for bribe, _ in rows):.1f}", f"{share:.0%}", f"{nothing:.0%}"


def _lots(found: Habits) -> Iterable[Sequence[object]]:
    for size in sorted({deeds for deeds, _ in found.lots}):
        bribes = [bribe for deeds, bribe in found.lots if deeds == size]
        yield size, len(bribes), f"{mean(bribes):.1f}"


def _bids(found: Habits) -> Iterable[Sequence[object]]:
    by_permit: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for permit, higher, lower in found.bids:
        by_permit[permit].append((higher, lower))
    for permit, rows in sorted(by_permit.items(), key=lambda item: -mean(higher for higher, _ in item[1])):
        won, lost = [higher for higher, _ in rows], [lower for _, lower in rows]
        yield permit, len(rows), f"{mean(won):.1f}", f"{median(won):g}", f"{mean(lost):.1f}"


def _offers(found: Habits) -> Iterable[Sequence[object]]:
    made, accepted = Counter(what for what, _ in found.offers), Counter(what for what, yes in found.offers if yes)
    return [(what, n, f"{accepted[what] / n:.0%}") for what, n in made.most_common(MOST_ROWS)]


def _prices(found: Habits) -> Iterable[Sequence[object]]:
    for name, prices in sorted(found.prices.items(), key=lambda item: -len(item[1])):
        refused = found.refused[name]
        yield name, len(prices), f"{mean(prices):.1f}", f"{mean(refused):.1f}" if refused else ""


def _buildings(found: Habits) -> Iterable[Sequence[object]]:
    number = len(found.years)
    for name, sizes in sorted(found.buildings.items(), key=lambda item: -len(item[1])):
        yield name, f"{len(sizes) / number:.1f}", f"{mean(sizes):.1f}"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found = Habits()
    seeds = [deal_seed(options.seed, number) for number in range(options.games)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for habits in pool.map(partial(play_and_count, options.players), seeds, chunksize=4):
            found.add(habits)
    print(report(found))


if __name__ == "__main__":
    main()
