"""Finding the title that a request names."""

from tabletown.engine.title import Title
from tabletown.games import get as get_title
from tabletown.games import names as title_names
from tabletown.server.errors import NotFound


def find_title(name: str) -> Title:
    """The title of a name. Raises NotFound."""
    if name not in title_names():
        raise NotFound("There is no such game here.")
    return get_title(name)
