"""Tables of features are checked when they are read, and the errors name the feature."""

from typing import Any

import numpy as np
import pytest

from tabletown.engine.feature_kernel import encode
from tabletown.engine.feature_program import Program, compile_features
from tabletown.engine.features import (
    Bits,
    Described,
    Description,
    Feature,
    FeatureError,
    Listed,
    Number,
    OneOf,
    Points,
    Seat,
    digits,
)
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


# Descriptions and points

THINGS = {"thing": Description(4, ("large", "red"))}
BOOK = np.array([[0, 1], [1, 0], [0.5, -0.5], [1, 1]], np.float32)


def described(feature: Feature) -> Program:
    rest = {name: "-" for name in ("cash", "cards", "held") if name != feature.field}
    return compile_features([feature], {**REST, **rest}, STATE, 3, THINGS)


def test_a_description_has_the_names_of_its_table() -> None:
    program = described(Feature("held", "held", Described("thing"), "Things.", "each"))
    assert program.names[:3] == ("held[me] large", "held[me] red", "held[next] large")
    assert not program.has_points
    packed = program.descriptions({"thing": BOOK})
    assert packed.tolist() == [[1, 1, 1, 0, 0], [1, 0, 1, 0, 0], [2, 0, 0.5, 1, -0.5], [2, 0, 1, 1, 1]]


@pytest.mark.parametrize("table", [BOOK[:3], BOOK[:, :1], BOOK * 2])
def test_descriptions_must_fit_their_table(table: Any) -> None:
    program = described(Feature("held", "held", Described("thing"), "Things.", "each"))
    with pytest.raises(FeatureError, match=r"'thing' must have shape \(4, 2\), and lie between -1 and 1"):
        program.descriptions({"thing": table})


def test_what_is_not_described_is_told() -> None:
    with pytest.raises(FeatureError, match="feature 'held': there are no descriptions 'book'"):
        described(Feature("held", "held", Described("book"), "Things.", "each"))


def test_points_are_counted_not_stored() -> None:
    with pytest.raises(FeatureError, match="feature 'cash': points are counted for seats"):
        described(Feature("cash", "cash", Points(10), "Points.", "each"))


def test_the_first_places_alone() -> None:
    names = ("w", "x")
    program = described(Feature("cards", "cards", Number(9), "Cards.", "each", (names,), partly=True))
    assert program.names[:3] == ("cards[me] w", "cards[me] x", "cards[next] w")
    with pytest.raises(FeatureError, match=r"names places of shape \(2,\), its field has \(4,\)"):
        described(Feature("cards", "cards", Number(9), "Cards.", "each", (names,)))


def test_sums_of_descriptions_are_cut_off_and_absent_seats_are_0() -> None:
    feature = Feature("cards", "cards", Described("thing", listed=True, share=2), "Cards.", "each")
    program = described(feature)
    state = np.zeros(1, STATE)
    state["cards"][0] = [[0, 1, 2, 9], [3, 3, 3, 3], [3, 3, 3, 3]]
    raw = state.view(np.uint8).reshape(1, STATE.itemsize)
    out, points = np.zeros((1, program.size), np.float32), np.zeros((1, 3), np.int32)
    book = program.descriptions({"thing": BOOK})
    encode(raw, 0, program.table, program.kinds, 0, len(program.table), 0, 2, book, points, out, 0)
    assert out[0].tolist() == [0.75, 0.25, 1.0, 1.0, 0.0, 0.0]
