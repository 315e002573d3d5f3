"""Tables of features are checked when they are read, and the errors name the feature."""

from typing import Any

import numpy as np
import pytest

from tabletown.engine.feature_program import compile_features
from tabletown.engine.features import Bits, Feature, FeatureError, Listed, Number, OneOf, Seat, digits
from tabletown.engine.state import state_dtype

STATE = state_dtype([("cash", np.int16, 3), ("cards", np.uint8, (3, 4)), ("held", np.uint8, 3), ("ratio", np.float32)])
HEADER = {"options": "none", "waiting": "-", "phase": "-", "ended": "-"}
REST = {**HEADER, "ratio": "-"}


def compiled(*features: Feature, left_out: dict[str, str] | None = None) -> Any:
    fields = {f.field for f in features} | {f.encoding.length for f in features if isinstance(f.encoding, Listed)}
    rest = {name: "-" for name in ("cash", "cards", "held") if name not in fields}
    return compile_features(features, {**REST, **rest} if left_out is None else left_out, STATE, 2)


def test_names_follow_seats_places_and_encodings() -> None:
    program = compiled(
        Feature("cash", "cash", Number(10), "Money.", "each"),
        Feature("cards", "cards", OneOf(("a", "b"), special={9: "none"}), "Cards.", "own", (("w", "x", "y", "z"),)),
    )
    assert program.names[:5] == ("cash[me]", "cash[next]", "cards[me] w a", "cards[me] w b", "cards[me] w none")
    assert program.parts["cards"] == (slice(2, 14), (4, 3))


@pytest.mark.parametrize(
    ("feature", "message"),
    [
        (Feature("gold", "gold", Number(1), ""), "feature 'gold': the state has no field 'gold'"),
        (Feature("ratio", "ratio", Number(1), ""), "feature 'ratio': field 'ratio' does not hold whole numbers"),
        (Feature("cash", "cash", Number(0), "", "each"), "feature 'cash': 0 to 0 is no range"),
        (Feature("cash", "cash", Number(1), ""), r"names places of shape \(\), its field has \(3,\)"),
        (Feature("phase", "phase", Number(1), "", "each"), "its first axis is not the seats"),
        (Feature("held", "held", digits(9), "", "each"), "its field has 8 bits"),
        (Feature("held", "held", Bits((("a",), ("b",))), ""), r"its mask has 2 words, its field has shape \(3,\)"),
        (Feature("held", "held", OneOf("a", special={7: "x", 8: "y", 9: "z"}), "", "each"), "at most 2 values"),
        (Feature("phase", "phase", Listed("ab"), ""), "a single number, not a list"),
        (Feature("cards", "cards", Listed("ab", length="phase"), "", "each"), r"its lengths have shape \(\)"),
        (Feature("cards", "cards", Listed("ab", packed=True), "", "each"), "a packed list is one axis"),
    ],
)
def test_errors_name_the_feature(feature: Feature, message: str) -> None:
    left_out = dict.fromkeys(("options", "waiting", "phase", "ended", "cash", "cards", "held", "ratio"), "-")
    used = {feature.field, feature.encoding.length if isinstance(feature.encoding, Listed) else ""}
    with pytest.raises(FeatureError, match=message) as caught:
        compile_features([feature], {n: r for n, r in left_out.items() if n not in used}, STATE, 2)
    assert repr(feature.name) in str(caught.value)


def test_names_are_unique() -> None:
    cash = Feature("cash", "cash", Number(1), "", "each")
    with pytest.raises(FeatureError, match="two features 'cash'"):
        compiled(cash, cash)
    with pytest.raises(FeatureError, match=r"called 'held\[me\] a'"):
        compiled(Feature("held", "held", OneOf("aa"), "", "each"))


def test_every_field_is_used_or_left_out() -> None:
    seat = Feature("held", "held", Seat(), "", "each")
    with pytest.raises(FeatureError, match="no feature uses cards, cash"):
        compiled(seat, left_out=REST)
    with pytest.raises(FeatureError, match="'held' is left out, but a feature uses it"):
        compiled(seat, left_out={**REST, "cash": "-", "cards": "-", "held": "-"})
    with pytest.raises(FeatureError, match="'gold' is left out, but the state has no such field"):
        compiled(seat, left_out={**REST, "cash": "-", "cards": "-", "gold": "-"})
