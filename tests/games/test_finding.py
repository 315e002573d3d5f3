"""Titles of others are found in folders and in installed packages; one that is broken is told, and harms no other."""

import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tabletown as tt
from tabletown import games
from tabletown.cli import offering
from tabletown.cli.errors import Unusable
from tabletown.cli.new_game import SKELETON
from tabletown.engine.errors import BadTitle, UnknownTitle, WrongType
from tabletown.engine.kernel import kernel_modules, sources
from tabletown.games import finding

from ..others import BY_HAND, only_here, title_at
from ..titles.market import market

OWN = ["milton_keynes", "paper_skylines", "penny_lane", "uptown"]


@pytest.fixture(autouse=True)
def _only_here() -> Iterator[None]:
    with only_here():
        yield


def installed(monkeypatch: pytest.MonkeyPatch, *points: tuple[str, str, str]) -> None:
    monkeypatch.setattr(finding, "_installed", lambda: points)
    finding._found.cache_clear()


def test_a_folder_is_added(tmp_path: Path) -> None:
    title = games.add(title_at(tmp_path, "toytown"))
    assert games.names() == sorted([*OWN, "toytown"])
    assert games.get("toytown") is title is games.add(tmp_path / "toytown")
    assert games.meta("toytown").title == "Toytown"
    assert title.kernels["setup"].__module__ == "tabletown_titles.toytown.rules"
    assert games.problems() == []


def test_its_compiled_code_is_kept_by_all_of_its_sources(tmp_path: Path) -> None:
    folder = games.add(title_at(tmp_path, "toytown")).folder
    assert {folder / "rules.py", folder / "state.py"} <= set(sources(kernel_modules(folder)))


def test_other_processes_find_it(tmp_path: Path) -> None:
    title = games.add(title_at(tmp_path, "toytown"))
    code = "from tabletown import games; print(games.get('toytown').folder)"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == str(title.folder)


def test_pickles_find_it(tmp_path: Path) -> None:
    title = games.add(title_at(tmp_path, "toytown"))
    pickled = pickle.dumps(title)
    assert pickle.loads(pickled) is title
    del os.environ[finding.FOLDERS]
    with pytest.raises(UnknownTitle):
        games.get("toytown")
    assert pickle.loads(pickled).folder == title.folder  # a worker that has not heard of it
    assert games.get("toytown").name == "toytown"


def test_the_environment_names_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf, single = tmp_path / "shelf", title_at(tmp_path, "single")
    for name in ("one", "two"):
        title_at(shelf, name)
    monkeypatch.setenv(finding.FOLDERS, f"{shelf}{os.pathsep}{single}")
    assert games.names() == sorted([*OWN, "one", "two", "single"])
    monkeypatch.setenv(finding.ONLY, "two")
    assert games.names() == sorted([*OWN, "two"])
    assert games.problems() == []
    with pytest.raises(UnknownTitle, match=r"no game 'one' here; there are: .*two"):
        games.get("one")


def test_an_installed_package_offers_a_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "toy_package").mkdir()
    (tmp_path / "toy_package" / "__init__.py").write_text("")
    title_at(tmp_path / "toy_package", "toytown")
    monkeypatch.syspath_prepend(str(tmp_path))
    installed(monkeypatch, ("toytown", "toy_package.toytown", "toys"))
    assert games.get("toytown").kernels["setup"].__module__ == "toy_package.toytown.rules"
    assert games.problems() == []


def offer(folder: Path, distribution: str, name: str, value: str) -> None:
    """What pip leaves of an installed package that offers a title."""
    facts = folder / f"{distribution}-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1\n")
    (facts / "entry_points.txt").write_text(f"[{finding.GROUP}]\n{name} = {value}\n")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    look = finding._installed
    look.cache_clear()
    yield folder
    look.cache_clear()


def test_no_code_of_a_package_runs_that_is_not_offered(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for package, title in (("wanted_ones", "toytown"), ("other_ones", "downtown")):
        (site / package).mkdir()
        (site / package / "__init__.py").write_text(f"open({str(tmp_path / package)!r}, 'w').close()")
        title_at(site / package, title)
        offer(site, package, title, f"{package}.{title}")
    finding._found.cache_clear()
    monkeypatch.setattr(offering, "check", lambda name: None)
    offering.offer_titles(["toytown"])
    assert games.names() == sorted([*OWN, "toytown"])
    assert games.problems() == []
    with pytest.raises(UnknownTitle):
        games.get("downtown")
    offering.offer_titles(None)
    assert "Found and not offered: downtown." in capsys.readouterr().out, "its name is known, though"
    assert (tmp_path / "wanted_ones").exists()
    assert not (tmp_path / "other_ones").exists()
    monkeypatch.delenv(finding.ONLY)
    assert games.names() == sorted([*OWN, "toytown", "downtown"])
    assert (tmp_path / "other_ones").exists(), "this is how it would have run"


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (
            ("one_shelf.toytown", "two_shelf.toytown"),
            "the installed packages toys (as one_shelf.toytown) and more-toys (as two_shelf.toytown) offer the same "
            "title toytown: say `pip uninstall` with all but one of them",
        ),
        (
            ("one_shelf.toytown", "one_shelf.toytown"),
            "the installed packages toys and more-toys offer the same title toytown, all as one_shelf.toytown, so that "
            "files of one may lie over those of another: say `pip uninstall toys more-toys`, and install the one that "
            "you want",
        ),
    ],
)
def test_two_installed_packages_that_offer_one_title(
    values: tuple[str, str], says: str, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for shelf in ("one_shelf", "two_shelf"):
        (site / shelf).mkdir()
        (site / shelf / "__init__.py").write_text("raise SystemExit('nobody asked')")
        title_at(site / shelf, "toytown")
    for package, value in zip(("toys", "more-toys"), values, strict=True):
        offer(site, package, "toytown", value)
    finding._found.cache_clear()
    # in the order of their folders, which is that of the disk
    found = [point for point in finding._installed() if point[0] == "toytown"]
    installed(monkeypatch, *sorted(found, key=lambda point: point[2] != "toys"))
    assert games.names() == OWN
    assert games.problems() == [says]
    with pytest.raises(BadTitle, match=re.escape(says)):
        games.get("toytown")
    with pytest.raises(BadTitle, match=re.escape(says)):
        games.add(title_at(tmp_path / "work", "toytown"))
    with pytest.raises(Unusable, match=re.escape(f"toytown is not offered: {says}")):
        offering.offer_titles(["toytown"])


def test_packages_that_offer_a_title_of_tabletown_harm_it_not(site: Path) -> None:
    for package in ("toys", "more-toys"):
        offer(site, package, "uptown", f"{package}.uptown")
    finding._found.cache_clear()
    assert games.get("uptown").folder.parent == games.FOLDER
    assert len(games.problems()) == 1


def test_a_folder_and_an_installed_package_of_the_same_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = title_at(tmp_path / "work", "toytown")
    title_at(tmp_path / "site", "toytown")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    installed(monkeypatch, ("toytown", "toytown", "toy-town"))
    said = re.escape(
        f"toytown is in the folder {folder}, and it is installed, too, in {tmp_path / 'site' / 'toytown'}: "
        "leave out the folder (--titles), or say `pip uninstall toy-town`"
    )
    with pytest.raises(BadTitle, match=said):
        games.add(folder)
    monkeypatch.setenv(finding.FOLDERS, str(folder))
    with pytest.raises(BadTitle, match=said):
        games.get("toytown")


def test_each_name_of_a_folder_has_a_cache_of_its_own(tmp_path: Path) -> None:
    """A folder that was built as a package is found as that by programs that begin in it, and as a folder by others."""
    folder = title_at(tmp_path, "toytown")
    built = tmp_path / "toytown.egg-info"
    built.mkdir()
    (built / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: toytown\nVersion: 1\n")
    (built / "entry_points.txt").write_text("[tabletown.titles]\ntoytown = toytown\n")
    code = (
        "import tabletown as tt; title = tt.games.get('toytown'); "
        "print(len(tt.simulate(title.name, 2).plies), title.kernels['setup'].__module__)"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(tt.__file__).absolute().parents[1]),
        "TABLETOWN_CACHE": str(tmp_path / "cache"),
        finding.FOLDERS: str(folder),
    }
    said = [
        subprocess.run(
            [sys.executable, *options, "-c", code],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for options in (["-P"], [])
    ]
    assert said == ["2 tabletown_titles.toytown.rules", "2 toytown.rules"]


@pytest.mark.parametrize(
    ("point", "says"),
    [
        (
            ("gone", "no_such_package.gone", "toys"),
            "the package toys offers a title gone as no_such_package.gone, which",
        ),
        (("json", "json", "toys"), "the package toys offers a title json as json: its folder, .*, has no meta.toml"),
        (("other", "tests.titles.market", "toys"), "a title is named like its folder, so this one is market"),
        (("uptown", "tabletown.games.uptown", "toys"), "uptown is a title of Tabletown: rename the one in"),
    ],
)
def test_what_packages_offer_is_checked(
    point: tuple[str, str, str], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(monkeypatch, point)
    assert games.names() == OWN
    (problem,) = games.problems()
    assert re.search(says, problem), problem


def test_two_titles_of_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = title_at(tmp_path / "a", "toytown"), title_at(tmp_path / "b", "toytown")
    title_at(tmp_path / "a", "fine")
    monkeypatch.setenv(finding.FOLDERS, os.pathsep.join(map(str, (one.parent, two.parent))))
    assert games.names() == sorted([*OWN, "fine"])
    with pytest.raises(BadTitle, match=f"two titles are called toytown, in {one} and in {two}: rename one of them"):
        games.get("toytown")
    assert len(games.problems()) == 2
    monkeypatch.setenv(finding.FOLDERS, str(one))
    with pytest.raises(BadTitle, match="two titles are called toytown"):
        games.add(two)


def test_names_that_are_taken(tmp_path: Path, release_market: object) -> None:
    with pytest.raises(BadTitle, match="uptown is a title of Tabletown: rename the one in"):
        games.add(title_at(tmp_path, "uptown"))
    market(2)
    with pytest.raises(BadTitle, match=r"there is a title market already, in .*titles/market: rename"):
        games.add(title_at(tmp_path, "market"))


def test_what_is_no_title(tmp_path: Path) -> None:
    with pytest.raises(BadTitle, match=r"is no title: it has no meta\.toml"):
        games.add(tmp_path)
    with pytest.raises(WrongType, match="a title is added by its folder, not by 7"):
        games.add(7)  # type: ignore[arg-type]
    with pytest.raises(BadTitle, match="a title is named like its folder, in small letters"):
        games.add(title_at(tmp_path, "Toy-Town"))


OTHERWISE = "from tabletown.engine import kernel as k\nint64, kernel = k.int64, k.kernel"
BROKEN = {
    "meta.toml": [
        ("players = [2, 4]", "players = [2, 9]", r"meta.toml: players is the least and .* from 1 to 5, not \[2, 9\]"),
        ("rules = 1 ", 'colour = "red" ', "meta.toml: there is no fact 'colour'; there are: accent"),
        ("players = [2, 4]", "", "meta.toml: players is missing"),
        ("rules = 1 ", "rules = = 1", "meta.toml cannot be read: Invalid value"),
        ('accent = ["#3d4fa1"', 'accent = ["red;}"', "meta.toml: accent is two colours"),
    ],
    "state.py": [
        ("STATE = state_dtype(", "STATES = state_dtype(", "state.py: STATE is missing"),
        ("STATE = state_dtype(", "STATE = np.dtype(", "state.py: STATE has no field 'rng' of the header"),
        ('("left", np.uint8)', '("left", object)', "state.py: the field 'left' of STATE is of type object"),
        ("ACTIONS = Actions(play=(KINDS,))", "ACTIONS = 2", "state.py: ACTIONS is .*, not int"),
        ("MAX_LEGAL = KINDS", "MAX_LEGAL = 0", "state.py: MAX_LEGAL is the greatest number"),
        ("import numpy as np", "import numpies as np", "state.py line 3: ModuleNotFoundError: .*'numpies'"),
    ],
    "rules.py": [
        ("def hide(", "def hides(", "rules.py: the kernel hide is missing"),
        ("@kernel\ndef scores(", "def scores(", "rules.py: scores is no kernel: write @kernel above it"),
        ("def legal(state: Any, cards: Any, seat: int, out: Any)", "def legal(state: Any)", "the kernel legal takes"),
        ("@kernel\ndef played", "@kernel\ndef played(", "rules.py line .*: SyntaxError"),
        ("@kernel\ndef hide", "raise SystemExit(3)\n@kernel\ndef hide", "rules.py line .*: SystemExit: 3"),
        ("from tabletown.engine.kernel import int64, kernel", OTHERWISE, "import the decorator by"),
    ],
    "cards.toml": [("points = 2", "points = 77", "cards.toml: .*points")],
    "words.py": [("def say(", "def speak(", "words.py: there is no function say")],
    "positions.py": [("def audit(", "def audits(", "positions.py: there is no function audit")],
}  # fmt: skip


BROKEN_DECLARATIONS = {
    "state.py": [
        ("GAME = Declared(", "GAME = dict(", "state.py: GAME is `Declared"),
        ("seats=SEATS", "seats=3", r"state.py: GAME has 3 seats, but by meta.toml up to 4 can play"),
        ('PILE, room=24, length="left"', 'PILE, room=24, length=""', "'deck' needs room for 1 to 255 cards"),
        ('COUNTS, each=True, length="held"', 'COUNTS, length="held"', "only its owner sees 'hand', so it needs each"),
        ('length="held", seen', "seen", "'hand' is hidden from somebody: name a length"),
        ('Count("score", 99', 'Count("hand", 99', "two fields are called 'hand'"),
        ('Count("score", 99', 'Count("sort", 99', "state field 'sort' is hidden by an attribute of NumPy"),
        ('of="hand"', 'of="table"', "the move 'play' is offered on 'table', which are no cards of this game"),
        ("PLAYING = 1", "STATE = 7", "state.py: STATE is `state_dtype"),
    ],
    "rules.py": [
        ("def scores(", "def points(", "rules.py: the kernel scores is missing"),
    ],
    "cards.toml": [
        ("points = 2", "points = true", "cards.toml: .*kind 'house', points: must be a whole number"),
        ("points = 2", "", "cards.toml: .*points"),
        ("points = 2", "price = 2", "cards.toml: .*unknown field 'price'"),
        ('id = "park"', 'id = "house"', "cards.toml: .*'house' occurs twice"),
        ('id = "park"', 'id = "The Park"', "cards.toml: .*small letters, digits and hyphens, like town-hall"),
        ("copies = 12", "copies = 256", "cards.toml: .*copies"),
    ],
}  # fmt: skip


def rows(of: dict[str, list[tuple[str, str, str]]], source: Path) -> list[tuple[Path, str, str, str, str]]:
    return [(source, file, *row) for file, rows in of.items() for row in rows]


@pytest.mark.parametrize(
    ("source", "file", "old", "new", "says"), [*rows(BROKEN, BY_HAND), *rows(BROKEN_DECLARATIONS, SKELETON)]
)
def test_a_broken_title_is_told_and_harms_no_other(
    source: Path, file: str, old: str, new: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    title_at(tmp_path, "broken", {file: (old, new)}, source)
    title_at(tmp_path, "whole")
    monkeypatch.setenv(finding.FOLDERS, str(tmp_path))
    assert games.names() == sorted([*OWN, "whole"])
    (problem,) = games.problems()
    assert str(tmp_path / "broken") in problem
    with pytest.raises(BadTitle, match=says) as refusal:
        tt.new("broken")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("source", "part"),
    [
        *((BY_HAND, part) for part in ("cards.py", "words.py", "positions.py")),
        *((SKELETON, part) for part in ("state.py", "rules.py", "cards.toml", "__init__.py")),
    ],
)
def test_parts_that_are_needed(source: Path, part: str, tmp_path: Path) -> None:
    folder = title_at(tmp_path, "toytown", source=source)
    (folder / part).unlink()
    with pytest.raises(BadTitle, match=f"there is no .*{part}"):
        games.add(folder)


def test_a_file_that_hides_the_title(tmp_path: Path) -> None:
    (tmp_path / "toytown.py").write_text("")
    with pytest.raises(BadTitle, match=r"toytown.py has the name of the title beside it"):
        games.add(title_at(tmp_path, "toytown"))
