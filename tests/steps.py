"""Files that a page builds step by step: a block is a whole file, or functions that change or add to it."""

import ast
from pathlib import Path

LINES_BETWEEN = "\n\n"


def write_block(file: str, code: str) -> None:
    """Write a block into a file, as a reader would: see `changed`."""
    path = Path(file)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(changed(before, code) if path.suffix == ".py" else code, encoding="utf-8")


def changed(before: str, block: str) -> str:
    """A Python file after a block: one that begins with a docstring is the whole file.

    The functions of another take the places of those with their names; a new one is put behind the one that stands
    before it in the block, or else at the end of the file.
    """
    if not before or block.startswith('"""'):
        return block
    head, functions = parts(before)
    last = list(functions)[-1]
    for name, text in parts(block)[1].items():
        if name in functions:
            functions[name] = text
        else:
            place = list(functions).index(last) + 1
            functions = dict([*list(functions.items())[:place], (name, text), *list(functions.items())[place:]])
        last = name
    return LINES_BETWEEN.join([head, *functions.values()])


def parts(text: str) -> tuple[str, dict[str, str]]:
    """What stands before the functions of a file, and each function with its decorators."""
    lines = text.splitlines(keepends=True)
    functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    begins = [min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1 for node in functions]
    texts = {node.name: "".join(lines[begin : node.end_lineno]) for node, begin in zip(functions, begins, strict=True)}
    head = "".join(lines[: begins[0]]).rstrip() + "\n" if "".join(lines[: begins[0]]).strip() else ""
    return head, texts
