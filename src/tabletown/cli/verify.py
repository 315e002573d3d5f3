"""`tabletown verify`: checks that a game was dealt from the promised seed and played as its record says."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from tabletown.cli.arguments import Json
from tabletown.cli.console import out, print_json
from tabletown.cli.files import read_text
from tabletown.extras import extra

EXAMPLES = ("tabletown verify game.txt", "tabletown verify game.txt --fingerprint 9f86d081884c7d65...")


def command(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a finished game, from a site.")],
    fingerprint: Annotated[
        str, typer.Option("--fingerprint", metavar="HEX", help="What the table showed before the first move.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Check a record: its seed against the fingerprint, every move, the scores and the last state.

    Ends with 0 if all of it is true and with 1 if anything is not, or if the record promised nothing. A record can only
    prove what was promised: compare its fingerprint with the one you saw when the game began.
    """
    with extra("site"):  # the other commands need nothing of the site
        from tabletown.server.play.shuffle_check import check_record

    check = check_record(read_text(file), fingerprint)
    if as_json:
        findings = [{"claim": one.claim, "holds": one.holds, "found": one.found} for one in check.findings]
        print_json({"passed": check.passed, "findings": findings})
    else:
        console = out()
        for one in check.findings:
            sign = ("yes ", "green") if one.holds else ("NO  ", "bold red")
            console.print(Text.assemble(sign, f"{one.claim}. ", (one.found, "dim")), soft_wrap=True)
        verdict = "An honest game." if check.passed else f"Not verified: {check.fails}"
        console.print(Text(verdict, "bold"), soft_wrap=True)
    if not check.passed:
        raise typer.Exit(1)
