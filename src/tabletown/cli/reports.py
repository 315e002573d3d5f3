"""`tabletown reports`: what players have reported to the host of a site."""

import time
from typing import Annotated

import typer
from rich.text import Text

from tabletown.cli.console import out
from tabletown.cli.databases import DB, opened
from tabletown.cli.errors import Unusable
from tabletown.engine.english import many
from tabletown.extras import extra

EXAMPLES = (
    "tabletown reports --db games.sqlite3",
    "tabletown reports close 3f9a01bc --db games.sqlite3",
)


def command(
    action: Annotated[
        str | None, typer.Argument(metavar="[close]", help="Without it, all open reports are listed.")
    ] = None,
    report: Annotated[str | None, typer.Argument(metavar="[ID]", help="The report to close.")] = None,
    db: DB = None,
) -> None:
    """List what players have reported, oldest first, with the ids that other commands take; or close a report.

    What can be done then: tabletown remarks remove, rename, suspend. The one who is reported is not told who did it.
    """
    if action is not None and (action != "close" or report is None):
        raise Unusable("reports are listed without an argument, and closed with: tabletown reports close ID")
    with opened(db, must_exist=True) as store:
        if report is not None:
            if not store.close_report(report):
                raise Unusable(f"there is no open report {report}")
            out().print(f"{report}: closed")
            return
        with extra("site"):
            from tabletown.server.play.people.hosting import open_cases
        cases = open_cases(store)
    if not cases:
        out().print("No open reports.")
        return
    for case in cases:
        one = case.report
        lines = [f"{one.id}  {_when(one.at)}  {one.kind}", f"  about     {case.about} ({one.about})"]
        if case.until is not None:
            lines.append(f"            suspended until {_when(case.until)}")
        lines.append(f"  reporter  {case.reporter} ({one.reporter})")
        if one.table:
            lines.append(f"  table     /tables/{one.table}" + (f", remark {one.remark}" if one.remark else ""))
        for label, text in (("remark", case.said), ("name", one.name), ("says", one.text)):
            if text:
                lines.append(f"  {label:<10}{text}")
        out().print(Text("\n".join(lines) + "\n"), soft_wrap=True)  # Text: what people wrote is no markup
    out().print(many(len(cases), "open report"))


def _when(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))
