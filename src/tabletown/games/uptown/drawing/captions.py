"""What pieces say: plain sentences for people who point at a floor, or listen to it."""

from functools import cache, lru_cache

from tabletown.games.uptown import state as s
from tabletown.games.uptown.cards import TYPE_NAMES, Project, Term
from tabletown.render.text import number

_WHERE = {s.GROUND: "ground floor only", s.UPPER: "upper floor only", s.ON_ROOF: "only on a roof"}


def _sum(terms: tuple[Term, ...]) -> str:
    return " plus ".join(_term(term) for term in terms)


def _term(term: Term) -> str:
    n = number(term.n)
    if term.kind == s.BELOW:
        return f"{n} per floor below"
    if term.kind == s.IF_GROUND:
        return f"{n} on the ground floor"
    if term.kind in (s.ON_SITE, s.ON_STREET):
        return f"{n} per {TYPE_NAMES[term.type]} on the {'site' if term.kind == s.ON_SITE else 'street'}"
    return n


def _traits(project: Project) -> list[str]:
    traits = []
    if project.type != s.NO_TYPE:
        traits.append(TYPE_NAMES[project.type] + (", counts as two" if project.icons == 2 else ""))
    if project.gift:
        traits.append("a gift")
    if project.roof:
        traits.append("a roof")
    if project.no_gifts:
        traits.append("no gifts on its site")
    return traits


@cache
def printed(project: Project) -> str:
    """A project as its card says it: "Cinema, service, upper floor only: prestige 1 plus 2 per coffee shop ..."."""
    traits = _traits(project)
    if project.where in _WHERE:
        traits.append(_WHERE[project.where])
    return ", ".join([project.name, *traits]) + _earns(_sum(project.income), _sum(project.prestige))


@lru_cache(maxsize=4096)
def standing(project: Project, income: int, prestige: int) -> str:
    """A project as it stands on a street: what it earns now, and by which sum."""
    worth = [
        number(now) + (f" ({_sum(terms)})" if any(term.kind != s.FIXED for term in terms) else "") if terms else ""
        for now, terms in ((income, project.income), (prestige, project.prestige))
    ]
    return ", ".join([project.name, *_traits(project)]) + _earns(*worth)


_TERM_RULES = {s.BELOW: "UT-39", s.ON_SITE: "UT-38", s.ON_STREET: "UT-38", s.IF_GROUND: "UT-40"}


@cache
def rule(project: Project) -> str:
    """The rule that explains what a project does where it stands."""
    for term in (*project.income, *project.prestige):
        if term.kind in _TERM_RULES:
            return _TERM_RULES[term.kind]
    return "UT-41" if project.gift else "UT-27" if project.roof else "UT-33"


def _earns(income: str, prestige: str) -> str:
    earns = [f"{name} {words}" for name, words in (("income", income), ("prestige", prestige)) if words]
    return ": " + ", ".join(earns) if earns else ""
