"""The observer of environments, which finds a title by its name."""

from tabletown import games
from tabletown.engine.observer import NEWEST, TitleObserver
from tabletown.engine.title import Title


class Observer(TitleObserver):
    """Turns views of one title, with one number of players, into floats (see `TitleObserver`).

    `title` is a title or its name. `version` is that of the observations, by default the newest. Raises UnknownTitle,
    OptionError for a number of players that the title does not have, or Unfinished for a title without features.

    >>> import tabletown as tt
    >>> observer = Observer("uptown", players=2)
    >>> view = tt.new("uptown", players=2, seed=7).view(1)
    >>> observer.parts(view)["phase"].tolist()
    [1.0, 0.0, 0.0, 0.0]
    >>> dict(zip(observer.names, observer.flat(view).tolist()))["current me"]
    1.0
    >>> indices, values = observer.listed(view)
    >>> observer.names[indices[1]], float(values[1])
    ('phase first action', 1.0)
    """

    def __init__(self, title: Title | str, players: int, version: int = NEWEST) -> None:
        super().__init__(games.get(title) if isinstance(title, str) else title, players, version)
