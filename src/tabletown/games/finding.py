"""Where the titles of others are found: folders that the environment names, and packages that are installed.

`TABLETOWN_TITLES` names folders, separated as in PATH. Each is a title (it has a `meta.toml`), or has titles in it. The
environment is inherited, so every process that this one starts finds the same titles. An installed package offers
titles as entry points of the group `tabletown.titles`: the name of the title, and the package whose folder it is.

`TABLETOWN_WITH` limits what is found to some names: a site offers what it was told to offer, and nothing else. Of what
is installed and has another name, nothing is looked at but the name, because looking for a package runs code around it.
"""

import importlib.util
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path

from tabletown.engine.english import listing
from tabletown.engine.errors import BadTitle

FOLDERS = "TABLETOWN_TITLES"
ONLY = "TABLETOWN_WITH"
GROUP = "tabletown.titles"
FACTS = "meta.toml"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True)
class Place:
    """A title that was found and not yet read: its name, its folder, and the package of its modules if it has one."""

    name: str
    folder: Path
    package: str = ""
    by: str = ""  # what is installed and offers it, as pip names it


@dataclass(frozen=True)
class Found:
    """All titles of others that were found, and a sentence for each that cannot be one."""

    places: tuple[Place, ...]
    problems: tuple[str, ...]
    twice: Mapping[str, str]  # names that several installed packages offer, and a sentence for each
    left_out: tuple[str, ...]  # the names of installed titles that may not be used here


def found() -> Found:
    """The titles that the environment and the installed packages offer now."""
    return _found(os.environ.get(FOLDERS, ""), os.environ.get(ONLY))


def offered(name: str) -> bool:
    """Whether a title of others may be used here: any, unless `TABLETOWN_WITH` names those that may."""
    return _is_among(name, os.environ.get(ONLY))


def _is_among(name: str, only: str | None) -> bool:
    return only is None or name in names_in(only)


def names_in(text: str) -> list[str]:
    """The names in a text that separates them by commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def remember(folder: Path) -> None:
    """Let the processes that this one starts find the title in a folder, too."""
    known = [part for part in os.environ.get(FOLDERS, "").split(os.pathsep) if part]
    if str(folder) not in known:
        os.environ[FOLDERS] = os.pathsep.join([*known, str(folder)])


def two_of_a_name(one: Place, other: Place) -> str:
    """Says what can be done about two titles of the same name."""
    folder, package = (other, one) if one.by else (one, other)
    if package.by:
        return (
            f"{one.name} is in the folder {folder.folder}, and it is installed, too, in {package.folder}: "
            f"leave out the folder (--titles), or say `pip uninstall {package.by}`"
        )
    return f"two titles are called {one.name}, in {one.folder} and in {other.folder}: rename one of them"


def _offered_twice(name: str, by: Sequence[tuple[str, str]]) -> str:
    """Says which packages offer a title of the same name, and what can be done. `by`: the package, and as what."""
    packages = list(dict.fromkeys(package for package, _ in by))
    if len({value for _, value in by}) == 1:
        return (
            f"the installed packages {listing(packages)} offer the same title {name}, all as {by[0][1]}, so that files "
            f"of one may lie over those of another: say `pip uninstall {' '.join(packages)}`, and install the one that "
            "you want"
        )
    said = listing([f"{package} (as {value})" for package, value in by])
    return f"the installed packages {said} offer the same title {name}: say `pip uninstall` with all but one of them"


def titles_in(folder: Path) -> list[Path]:
    """The folders of titles that a folder means: itself, or those in it. Raises BadTitle if there is none."""
    if not folder.is_dir():
        raise BadTitle(f"{folder} is not a folder: give the folder of a title, or one with titles in it")
    if (folder / FACTS).is_file():
        return [folder.resolve()]
    inside = sorted(path.parent.resolve() for path in folder.glob(f"*/{FACTS}"))
    if not inside:
        raise BadTitle(f"there is no title in {folder}: the folder of a title has a {FACTS}")
    return inside


def check_name(folder: Path) -> str:
    """The name of the title in a folder, which is that of the folder. Raises BadTitle for one that cannot be a name."""
    if not _NAME.fullmatch(folder.name):
        raise BadTitle(
            f"{folder}: a title is named like its folder, in small letters, digits and underscores: rename the folder"
        )
    return folder.name


@lru_cache(maxsize=16)
def _found(folders: str, only: str | None) -> Found:
    places: dict[Path, Place] = {}
    problems: list[str] = []
    left_out: list[str] = []
    by_name: dict[str, list[tuple[str, str]]] = {}
    for part in filter(None, folders.split(os.pathsep)):
        try:
            for folder in titles_in(Path(part)):
                places.setdefault(folder, Place(check_name(folder), folder))
        except BadTitle as error:
            problems.append(f"{FOLDERS}: {error}")
    for name, value, package in _installed():
        if _is_among(name, only):
            by_name.setdefault(name, []).append((package, value))
        else:
            left_out.append(name)
    twice = {name: _offered_twice(name, by) for name, by in by_name.items() if len(by) > 1}
    for name, ((package, value), *more) in by_name.items():
        if more:  # neither is looked for, because that runs code of both
            continue
        try:
            place = _of_package(name, value, package)
            places[place.folder] = place  # as the package that it is, also if its folder is named
        except BadTitle as error:
            problems.append(str(error))
    return Found(tuple(places.values()), tuple(problems), twice, tuple(left_out))


@lru_cache(maxsize=1)
def _installed() -> tuple[tuple[str, str, str], ...]:
    """The entry points of installed packages: name, value, and the name of the package. Looked for once."""
    return tuple(
        (point.name, point.value, point.dist.name if point.dist else "a package") for point in entry_points(group=GROUP)
    )


def _of_package(name: str, value: str, package: str) -> Place:
    """The title that an installed package offers. Its modules are not imported yet. Raises BadTitle."""
    said = f"the package {package} offers a title {name} as {value}"
    try:
        spec = importlib.util.find_spec(value)
    except Exception as error:  # finding a module imports the packages around it
        raise BadTitle(f"{said}, which cannot be imported: {type(error).__name__}: {error}") from error
    folders = list(spec.submodule_search_locations or ()) if spec else []
    if not folders:
        raise BadTitle(f"{said}: there is no package of this name")
    folder = Path(folders[0]).resolve()
    if not (folder / FACTS).is_file():
        raise BadTitle(f"{said}: its folder, {folder}, has no {FACTS}")
    if check_name(folder) != name:
        raise BadTitle(f"{said}: a title is named like its folder, so this one is {folder.name}")
    return Place(name, folder, value, package)
