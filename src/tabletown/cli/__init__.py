"""The command `tabletown`: play, serve, score, draw, replay and measure from a terminal."""

import sys

from tabletown.extras import MissingExtra, extra


def main() -> None:
    """Run the command with the arguments of this process; without its libraries, say what to install."""
    try:
        with extra("cli"):
            from tabletown.cli.app import app  # the rules are there for those who have no use for a terminal
    except MissingExtra as missing:
        print(f"tabletown: {missing}", file=sys.stderr)
        sys.exit(2)
    app(prog_name="tabletown")
