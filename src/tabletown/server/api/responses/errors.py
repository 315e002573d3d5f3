"""The answer to a request that was refused, or that failed."""

from typing import Annotated

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody
from tabletown.server.api.responses.tables import Table


class Error(ResponseBody):
    """Why nothing was done."""

    error: Annotated[str, Meta(description="What kind of refusal it is, for programs", examples=["outdated"])]
    message: Annotated[str, Meta(description="The same for people")]
    field: Annotated[str | None, Meta(description="The field of the request that it is about")] = None
    table: Annotated[Table | None, Meta(description="The table as it stands, if a move was refused")] = None
