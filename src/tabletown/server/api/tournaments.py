"""Operations on tournaments: set one up, look at it, join, leave, sit out, give bots a place, start, call off."""

import hashlib
from collections.abc import Iterator

import msgspec

from tabletown.games import names as title_names
from tabletown.server.api import requests, responses
from tabletown.server.api.operations import Call, Operation
from tabletown.server.api.problems import BadField, Impossible
from tabletown.server.errors import NotAllowed, NotFound, NotYours, Outdated, TooMany
from tabletown.server.play.titles import find_title
from tabletown.server.play.tournaments.tournaments import NewTournament, Tournaments
from tabletown.server.store.protocol import Player
from tabletown.server.view.tournament_export import exported
from tabletown.server.view.tournament_view import Listed, TournamentViews

_ERRORS = (NotYours, NotFound, Outdated, NotAllowed, TooMany)


class TournamentOperations:
    """Operations on tournaments."""

    def __init__(self, tournaments: Tournaments, views: TournamentViews) -> None:
        self._tournaments = tournaments
        self._views = views

    def operations(self) -> Iterator[Operation]:
        """The operations on tournaments."""
        tag, one = "Tournaments", "/tournaments/{tournament}"
        yield Operation(
            "GET", "/tournaments", self.list_tournaments, tag, responses.tournaments.Tournaments, auth="optional"
        )
        yield Operation(
            "POST", "/tournaments", self.create_tournament, tag, responses.tournaments.Tournament,
            status=201, body=requests.NewTournament, errors=(NotYours, Outdated, NotAllowed, TooMany),
        )  # fmt: skip
        yield Operation(
            "GET", one, self.get_tournament, tag, responses.tournaments.Tournament, auth="optional", errors=(NotFound,)
        )
        for path, do, body in (
            ("join", self.join_tournament, requests.JoinTournament),
            ("leave", self.leave_tournament, None),
            ("sit-out", self.sit_out_round, requests.SitOut),
            ("bots", self.add_bot_to_tournament, requests.TournamentBot),
            ("remove", self.remove_from_tournament, requests.TournamentNumber),
            ("start", self.start_tournament, None),
            ("call-off", self.call_off_tournament, None),
        ):
            yield Operation(
                "POST", f"{one}/{path}", do, tag, responses.tournaments.Tournament, body=body, errors=_ERRORS
            )

    def list_tournaments(self, call: Call) -> responses.tournaments.Tournaments:
        """List the tournaments that everybody may see, and those that you organise or play in."""
        lists = self._views.listed(call.player)
        return responses.tournaments.Tournaments(
            **{name: [_listed(one) for one in found] for name, found in lists.items()}
        )

    def create_tournament(self, call: Call) -> responses.tournaments.Tournament:
        """Set up a tournament, for players who keep their games.

        It is Swiss or a round robin, at tables of two to five, live or by days. Others join until you start it. With a
        `key`, the same request leads to the same tournament, however often it is sent.
        """
        body: requests.NewTournament = call.body
        if body.title not in title_names():
            raise BadField("title", f"title: there is no game {body.title!r}; there are {', '.join(title_names())}.")
        title = find_title(body.title)
        unknown = sorted(set(body.options) - set(title.meta.options))
        if unknown:
            raise Impossible("options", f"options: {title.meta.title} has no option {unknown[0][:50]!r}.")
        if body.edition and body.edition not in title.meta.editions:
            raise Impossible("edition", f"edition: {title.meta.title} has no edition {body.edition[:50]!r}.")
        new = NewTournament(
            name=body.name,
            title=title,
            kind=body.kind,
            at_table=body.at_table,
            rounds=body.rounds,
            pace=body.pace,
            edition=body.edition,
            options={option: body.options.get(option, False) for option in title.meta.options},
            rated=body.rated,
            listed=body.listed,
            fill=body.fill,
            round_days=body.round_days,
            bots=body.bots,
            join=body.join,
        )
        return self._answer(self._tournaments.create(call.caller, new, _key(call.caller, body)), call.caller)

    def get_tournament(self, call: Call) -> responses.tournaments.Tournament:
        """Look at a tournament: what was agreed, the standings, and the tables of every round."""
        return self._answer(_tournament(call), call.player)

    def join_tournament(self, call: Call) -> responses.tournaments.Tournament:
        """Take part, as long as it has not begun. Asked twice, you are in it once."""
        self._tournaments.join(_tournament(call), call.caller, call.body.name)
        return self._answer(_tournament(call), call.caller)

    def leave_tournament(self, call: Call) -> responses.tournaments.Tournament:
        """Leave: at once before the start, after the present round later."""
        self._tournaments.leave(_tournament(call), call.caller)
        return self._answer(_tournament(call), call.caller)

    def sit_out_round(self, call: Call) -> responses.tournaments.Tournament:
        """Sit out the next round of a Swiss tournament; with 0, play in it after all."""
        self._tournaments.sit_out(_tournament(call), call.caller, call.body.round)
        return self._answer(_tournament(call), call.caller)

    def add_bot_to_tournament(self, call: Call) -> responses.tournaments.Tournament:
        """Let a bot take part, in a tournament of yours that has not begun."""
        self._tournaments.add_bot(_tournament(call), call.caller, call.body.bot)
        return self._answer(_tournament(call), call.caller)

    def remove_from_tournament(self, call: Call) -> responses.tournaments.Tournament:
        """Remove somebody from a tournament of yours that has not begun."""
        self._tournaments.remove(_tournament(call), call.caller, call.body.number)
        return self._answer(_tournament(call), call.caller)

    def start_tournament(self, call: Call) -> responses.tournaments.Tournament:
        """Start a tournament of yours: nobody can join any more, and the first round is laid within seconds."""
        self._tournaments.start(_tournament(call), call.caller)
        return self._answer(_tournament(call), call.caller)

    def call_off_tournament(self, call: Call) -> responses.tournaments.Tournament:
        """Call off a tournament of yours that has not begun."""
        self._tournaments.call_off(_tournament(call), call.caller)
        return self._answer(_tournament(call), call.caller)

    def _answer(self, tournament_id: str, player: Player | None) -> responses.tournaments.Tournament:
        view, laid = self._views.export(self._tournaments.row(tournament_id), player)
        return msgspec.convert(exported(view, laid), responses.tournaments.Tournament)


def _tournament(call: Call) -> str:
    return str(call.request.path_params["tournament"])


def _key(player: Player, body: requests.NewTournament) -> str:
    """An idempotency key from the player and the whole request; empty if the request has no key."""
    if not body.key:
        return ""
    return hashlib.sha256(player.id.encode() + b"tournament" + msgspec.json.encode(body)).hexdigest()


def _listed(one: Listed) -> responses.tournaments.ListedTournament:
    row = one.row
    return responses.tournaments.ListedTournament(
        id=row.id,
        name=one.name,
        title=row.title,
        kind=row.kind,
        at_table=row.at_table,
        rounds=row.rounds,
        pace=row.pace,
        rated=row.rated,
        state=row.state,
        round=row.round,
        players=one.players,
    )
