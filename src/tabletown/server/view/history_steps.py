"""Ways through the past: to the next step that can be seen, to the end of a turn, to the beginning of a round."""

from collections.abc import Iterator
from dataclasses import dataclass

from tabletown.server.view.history import Past

_FAR = 80  # steps that are looked at in search of a turn's end; telling one takes half a millisecond


@dataclass(frozen=True, slots=True)
class Ways:
    """Where one can go from a step; None where there is nothing further that way."""

    back: int | None
    turn_back: int | None
    on: int | None
    turn_on: int | None


def ways(past: Past, step: int) -> Ways:
    """All of them. A turn is what one seat does until another one does something; its end is where one stops."""
    back, on = next(_seen(past, step, -1), None), next(_seen(past, step, 1), None)
    return Ways(
        back=0 if back is None and step > 0 else back,
        turn_back=_turn_back(past, step) if step > 0 else None,
        on=on,
        turn_on=None if on is None else _turn_on(past, step),
    )


def _seen(past: Past, step: int, way: int) -> Iterator[int]:
    """The steps before or after one that the reader saw, from near to far."""
    number = step + way
    while 1 <= number <= past.last:
        if past.said(number) is not None:
            yield number
        number += way


def _told(past: Past, step: int, way: int) -> Iterator[tuple[int, int]]:
    """Those that say something, with the seat that it is said of."""
    for number in _seen(past, step, way):
        said = past.said(number)
        if said:
            yield number, said[0].seat
        if abs(number - step) > _FAR:
            return


def _turn_on(past: Past, step: int) -> int:
    end, whose = step, None
    for number, seat in _told(past, step, 1):
        if whose is not None and seat != whose:
            return end
        end, whose = number, seat
    return end if end - step > _FAR else past.last


def _turn_back(past: Past, step: int) -> int:
    following = next((seat for _, seat in _told(past, step - 1, 1)), None)
    number = 0
    for number, seat in _told(past, step, -1):
        if seat != following:
            return number
    return number if step - number > _FAR else 0


def rounds(past: Past) -> list[tuple[str, int]]:
    """The parts of the game with the step at which each begins, before anything was done in it."""
    found: list[tuple[str, int]] = []
    for number in range(1, past.last + 1):
        name = part(past.round(number))
        if name and (not found or name != found[-1][0]):
            found.append((name, number - 1))
    return found


def part(status: str) -> str:
    """The part of the game that a status names, without what it says beside: "Level 2 (round end shown)"."""
    return status.partition(" (")[0]
