"""What the host of a site sees of reports: who reported whom, and the remark or name that it is about."""

from dataclasses import dataclass

from tabletown.server.play.remarks import spoken_text
from tabletown.server.store.events import BrokenLog, Said
from tabletown.server.store.people_protocol import Person, Report
from tabletown.server.store.protocol import Store

_NAMELESS = "no name"
REMOVED = "(removed)"


@dataclass(frozen=True, slots=True)
class ReportedCase:
    """An open report with what it is about. `said` is the remark, as it stands now; `until` a suspension in force."""

    report: Report
    reporter: str  # the name
    about: str
    said: str
    until: float | None


def open_cases(store: Store) -> list[ReportedCase]:
    """All open reports, oldest first."""
    return [_case(store, report) for report in store.open_reports()]


def _case(store: Store, report: Report) -> ReportedCase:
    suspension = store.suspension(report.about)
    return ReportedCase(
        report=report,
        reporter=_name(store.person(report.reporter)),
        about=_name(store.person(report.about)),
        said=remark_text(store, report.table, report.remark) if report.remark else "",
        until=suspension.until if suspension else None,
    )


def remark_text(store: Store, table_id: str, number: int) -> str:
    """The text of a remark, by its number at the table, without replaying the game."""
    try:
        said = [entry.event for entry in store.events(table_id) if isinstance(entry.event, Said)]
    except BrokenLog:
        return "(the log of this table cannot be read)"
    text = spoken_text(said[number - 1]) if 0 < number <= len(said) else ""
    return text or REMOVED


def _name(person: Person | None) -> str:
    return (person.name if person else "") or _NAMELESS
