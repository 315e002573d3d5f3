"""`tabletown try-mail`: sends one test mail, so that the host of a site knows whether mails are sent, or why not."""

from typing import Annotated

import typer

from tabletown.cli.console import out
from tabletown.cli.errors import Unusable
from tabletown.extras import extra

EXAMPLES = (
    "tabletown try-mail me@home.example  (with the mail server that TABLETOWN_MAIL names)",
    'tabletown try-mail me@home.example --mail "smtp://localhost:25?from=games@games.example&tls=no"',
)


def command(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="Where the test mail goes, such as your own.")],
    mail: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="TABLETOWN_MAIL",
            show_envvar=True,
            help="The mail server, as for serve: smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS, or smtps://.",
        ),
    ] = "",
) -> None:
    """Send one test mail through the mail server of a site, and say what happened. The site need not run.

    It says that the mail server has accepted the mail, or which step failed: finding its name, the connection, TLS, the
    log-in, the address. The password is never shown.
    """
    with extra("site"):
        from tabletown.server.play.mail.addresses import NO_ADDRESS, read_address
        from tabletown.server.play.mail.mail_server import BadMailUrl, read_mail_url
        from tabletown.server.play.mail.trial import TrialFailed, send_test_mail

    if not mail:
        raise Unusable("which mail server? Say it with --mail, or in TABLETOWN_MAIL, as for tabletown serve")
    to = read_address(address)
    if not to:
        raise Unusable(f"{address}: {NO_ADDRESS[:1].lower()}{NO_ADDRESS[1:]}")
    try:
        done = send_test_mail(read_mail_url(mail), to)
    except BadMailUrl as error:
        raise Unusable(f"--mail: {error}") from None
    except TrialFailed as error:
        raise Unusable(f"the test mail was not sent: {error}") from None
    out().print(done, markup=False, soft_wrap=True)
