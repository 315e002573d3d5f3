"""What happens where a library is not installed."""

import importlib
import sys

import pytest

from tabletown.engine.errors import TabletownError
from tabletown.env.extras import MissingExtra


@pytest.mark.parametrize(
    ("library", "module"), [("pyspiel", "open_spiel"), ("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium")]
)
def test_a_missing_library_names_its_extra(library: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    for part in (module, "table"):
        monkeypatch.delitem(sys.modules, f"tabletown.env.{part}", raising=False)
    with pytest.raises(MissingExtra, match=rf"{library} is not installed.*tabletown\[env\]") as caught:
        importlib.import_module(f"tabletown.env.{module}")
    assert isinstance(caught.value, TabletownError)
    assert isinstance(caught.value, ImportError)
