"""The games. Every folder here with a `meta.toml` is a title; it is imported when it is first asked for.

Titles of others are found in folders and in installed packages (finding.py), or added by a program.
"""

import threading
from functools import cache
from os import PathLike
from pathlib import Path

from tabletown.engine.errors import BadTitle, UnknownTitle, WrongType
from tabletown.engine.integers import shown
from tabletown.engine.position import Position, Theme
from tabletown.engine.title import Meta, Title
from tabletown.extras import extra
from tabletown.games import finding

FOLDER = Path(__file__).parent
_added: dict[str, Title] = {}  # titles of others that a program added, by name
_read: dict[Path, Title | str] = {}  # titles of others by folder, or what is wrong with them
_reading = threading.RLock()  # decorating kernels is not made for several threads


def names() -> list[str]:
    """The titles that are open: those that can be played anywhere, pages included, by folder name.

    Titles of others are imported here. One that cannot be used is left out; `problems` says why.
    """
    others = {place.name for place in finding.found().places if _problem(place) is None}
    return sorted({*own_names(), *_added, *others})


def own_names() -> list[str]:
    """The titles of this package."""
    return sorted(path.parent.name for path in FOLDER.glob("*/meta.toml"))


def problems() -> list[str]:
    """A sentence for every title of others that was found and cannot be used; it says what is wrong, and where."""
    found = finding.found()
    broken = (_problem(place) for place in found.places if finding.offered(place.name))
    return list(dict.fromkeys([*found.problems, *found.twice.values(), *filter(None, broken)]))


def get(name: str) -> Title:
    """A title by its name.

    Raises UnknownTitle, BadTitle for one of others that cannot be used, or WrongType for what is no name.
    """
    if not isinstance(name, str):
        raise WrongType(f"a title is a name, like {own_names()[-1]!r}, not {shown(name)}")
    if name in _added:
        return _added[name]
    if name in finding.found().twice and name not in own_names():
        raise BadTitle(finding.found().twice[name])
    places = [place for place in finding.found().places if place.name == name and finding.offered(name)]
    return _of_others(places[0]) if places and name not in own_names() else _own(name)


def meta(name: str) -> Meta:
    """The facts of a title; one of this package is not imported for them. Raises what `get` raises."""
    return Meta.read(FOLDER / name / "meta.toml") if name in own_names() else get(name).meta


def add(title: Title | str | PathLike[str]) -> Title:
    """Add a title of others: it is found and listed like those here. Returns it.

    - A folder with a title (docs/titles.md says what is in it): it is imported under a package name of its own. The
      processes that this one starts find it, too. Adding it twice changes nothing.
    - A title that a program has made: it takes the place of one that was added under its name.

    Raises BadTitle for a folder that is no title, and for a name that is taken; the sentence says what is wrong.
    """
    if isinstance(title, Title):
        if title.name in own_names():
            raise BadTitle(f"{title.name} is a title of Tabletown: choose another name")
        _added[title.name] = title
        return title
    try:
        folder = Path(title).resolve()
    except TypeError:
        raise WrongType(f"a title is added by its folder, not by {shown(title)}") from None
    if not (folder / finding.FACTS).is_file():
        raise BadTitle(f"{folder} is no title: it has no {finding.FACTS}")
    place = finding.Place(finding.check_name(folder), folder)
    if place.name in _added and _added[place.name].folder != folder:
        raise BadTitle(f"there is a title {place.name} already, in {_added[place.name].folder}: rename {folder}")
    found = _of_others(place)
    finding.remember(folder)
    return found


def _problem(place: finding.Place) -> str | None:
    """What is wrong with a title of others; None if it can be used. One that may not be used here is not imported."""
    if not finding.offered(place.name):
        return f"{place.name} was not asked for"
    try:
        _of_others(place)
    except BadTitle as error:
        return str(error)
    return None


def _of_others(place: finding.Place) -> Title:
    """A title of others. Raises BadTitle if its name is taken, or if it is broken."""
    if place.name in own_names():
        raise BadTitle(f"{place.name} is a title of Tabletown: rename the one in {place.folder}")
    if place.name in finding.found().twice:
        raise BadTitle(finding.found().twice[place.name])
    same = [one for one in finding.found().places if one.name == place.name and one.folder != place.folder]
    if same:
        raise BadTitle(finding.two_of_a_name(place, same[0]))
    with _reading:
        if place.folder not in _read:
            _read[place.folder] = f"{place.folder} is being imported, and asks for itself"
            _read[place.folder] = _first_read(place)
        found = _read[place.folder]
    if isinstance(found, str):
        raise BadTitle(found)
    return found


def _first_read(place: finding.Place) -> Title | str:
    from tabletown.games.reading import check_cards, own_package, read_parts

    try:
        package = place.package or own_package(place.folder)
        find = get if place.package else Finder(str(place.folder))
        title = read_parts(place.folder, package, find, picture=picture, bitmap=bitmap)
        check_cards(title)
    except BadTitle as error:
        return str(error)
    return title


class Finder:
    """Finds the title of a folder, also in a process that has not heard of it: what pickles of the title hold."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def __call__(self, name: str) -> Title:
        """The title, which is added if need be. Raises what `get` and `add` raise."""
        try:
            return get(name)
        except UnknownTitle:
            return add(self._folder)


@cache
def _own(name: str) -> Title:
    if not name.isidentifier() or not (FOLDER / name / "meta.toml").is_file():
        raise UnknownTitle(f"there is no game {name!r} here; there are: {', '.join(names())}")
    return read_title(FOLDER / name, f"{__name__}.{name}")


def read_title(folder: Path, package: str) -> Title:
    """The title in a folder, whose modules belong to a package. Its name is that of the folder. Raises BadTitle."""
    from tabletown.games.reading import read_parts

    return read_parts(folder, package, get, picture=picture, bitmap=bitmap)


def picture(position: Position, theme: Theme = "light") -> str:
    """A position as one stand-alone SVG, seen from the seat whose view it is (else from the seat to act)."""
    from tabletown.render.svg import picture as write_svg  # drawing is not needed to play

    seat = position.turn if position.seat is None else position.seat
    scene = position.title.drawing.draw(position, 0 if seat is None else seat, {})
    return write_svg(scene, theme)


def bitmap(position: Position, width: int | None = None, theme: Theme = "light") -> bytes:
    """The same as a PNG, by default at its own size; raises MissingExtra without the library that draws it."""
    from tabletown.render.png import png

    with extra("cli"):
        return png(picture(position, theme), width)
