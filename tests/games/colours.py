"""What titles say and draw, with the colours of seats where a page has the names of players."""

from typing import Any, TypeVar

from tabletown.engine.seat_marks import with_names
from tabletown.engine.value import Value, replace

Said = TypeVar("Said")


def in_colours(said: Said) -> Said:
    """Words, a button, a zone or a whole scene, with the seats' colours for their marks."""
    found: Any = said
    whole: Any = found
    if isinstance(found, str):
        whole = with_names(found)
    elif isinstance(found, tuple):
        whole = tuple(map(in_colours, found))
    elif isinstance(found, Value):
        values = {name: getattr(found, name) for name in found.__struct_fields__}
        changed = {name: in_colours(value) for name, value in values.items()}
        whole = replace(found, **{name: value for name, value in changed.items() if value is not values[name]})
    result: Said = whole
    return result
