"""Which tables a title is checked at: every number of players, with no option, each option alone, and all of them."""

from collections.abc import Iterator, Mapping

from tabletown.engine.game import Game
from tabletown.engine.title import Title

Options = Mapping[str, bool]


def option_sets(title: Title) -> list[Options]:
    """The choices of options to play with: none, each alone, and all together."""
    names = list(title.meta.options)
    sets: list[Options] = [{}, *({name: True} for name in names)]
    return sets if len(names) < 2 else [*sets, dict.fromkeys(names, True)]


def tables(title: Title, players: int | None = None, options: Options | None = None) -> Iterator[tuple[int, Options]]:
    """Every number of players with every choice of options; or only the number, or the choice, that is given."""
    low, high = title.meta.players if players is None else (players, players)
    for number in range(low, high + 1):
        for chosen in option_sets(title) if options is None else [options]:
            yield number, chosen


def options_of(game: Game) -> Options:
    """The options that a game is played with."""
    return dict.fromkeys(game.title.options_names(int(game.state.options)), True)


def dealt_again(game: Game) -> Game:
    """A new game from the same seed, with the same players, options, rules and edition."""
    number, edition = game.title.rules_of(game.rules)
    return Game.new(game.title, game.players, game.seed, options_of(game), rules=number, edition=edition)
