"""Names on drawings: what titles draw speaks of seats by marks (`engine/seat_marks.py`), here they become names."""

from functools import lru_cache

from markupsafe import escape

from tabletown.engine.seat_marks import COLOURS, Names, with_names
from tabletown.engine.value import replace
from tabletown.render.scene import Button, Choice, Composition, Entry, Scene


def named_markup(markup: str, names: Names = COLOURS) -> str:
    """HTML or SVG with the names of the players."""
    return with_names(markup, names, lambda name: str(escape(name)))


@lru_cache(maxsize=4096)  # most choices of a board are there again after the next move
def named_button(button: Button, names: Names = COLOURS) -> Button:
    """A choice whose words have the names of the players."""
    return replace(
        button,
        sentence=with_names(button.sentence, names),
        label=with_names(button.label, names),
        gains=tuple(replace(gain, label=with_names(gain.label, names)) for gain in button.gains),
        notes=tuple(with_names(note, names) for note in button.notes),
    )


def named_scene(scene: Scene, names: Names = COLOURS) -> Scene:
    """A table on which all that stands beside its zones has the names of the players; `zone_html` names the zones."""
    return replace(
        scene,
        prompt=with_names(scene.prompt, names),
        buttons=tuple(named_button(button, names) for button in scene.buttons),
        entries=tuple(_named_entry(entry, names) for entry in scene.entries),
    )


def _named_entry(entry: Entry, names: Names) -> Entry:
    return replace(
        entry,
        label=with_names(entry.label, names),
        sentence=with_names(entry.sentence, names),
        note=with_names(entry.note, names),
    )


def named_composition(composed: Composition, names: Names = COLOURS) -> Composition:
    """A move that is put together on the page, with the names of the players."""

    def told(text: str) -> str:
        return with_names(text, names)

    def choices(found: tuple[Choice, ...]) -> tuple[Choice, ...]:
        return tuple(
            replace(choice, words=told(choice.words), sentence=told(choice.sentence), note=told(choice.note))
            for choice in found
        )

    sides = tuple(
        replace(
            side,
            title=told(side.title),
            choices=choices(side.choices),
            amounts=tuple(replace(amount, note=told(amount.note)) for amount in side.amounts),
        )
        for side in composed.sides
    )
    return replace(
        composed,
        title=told(composed.title),
        note=told(composed.note),
        send=told(composed.send),
        sides=sides,
        alternatives=choices(composed.alternatives),
    )
