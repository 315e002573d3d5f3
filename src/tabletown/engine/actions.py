"""Action ids: a title's verbs and the sizes of their arguments, numbered densely without gaps."""

from math import prod


class Actions:
    """The action ids of a title, from its verbs and the number of values of each argument.

    >>> actions = Actions(take=(), buy=(4, 2), site=(4, 5))
    >>> actions.count, actions.start["site"]
    (29, 9)
    >>> actions.encode("buy", 1, 1), actions.decode(4)
    (4, ('buy', (1, 1)))
    """

    def __init__(self, **verbs: tuple[int, ...]) -> None:
        self.verbs = verbs
        self.start: dict[str, int] = {}
        self.count = 0
        for verb, sizes in verbs.items():
            self.start[verb] = self.count
            self.count += prod(sizes)

    def encode(self, verb: str, *args: int) -> int:
        """The id of a verb with its arguments; raises ValueError for a wrong number or range of arguments."""
        sizes = self.verbs[verb]
        if len(args) != len(sizes):
            raise ValueError(f"{verb} takes {len(sizes)} arguments, not {len(args)}")
        index = 0
        for arg, size in zip(args, sizes, strict=True):
            if not 0 <= arg < size:
                raise ValueError(f"argument {arg} of {verb} is not in 0..{size - 1}")
            index = index * size + arg
        return self.start[verb] + index

    def decode(self, action: int) -> tuple[str, tuple[int, ...]]:
        """The verb and arguments of an id; raises ValueError for an id out of range."""
        if not 0 <= action < self.count:
            raise ValueError(f"action {action} is not in 0..{self.count - 1}")
        verb = next(v for v in reversed(self.verbs) if self.start[v] <= action)
        index = action - self.start[verb]
        args: list[int] = []
        for size in reversed(self.verbs[verb]):
            index, arg = divmod(index, size)
            args.append(arg)
        return verb, tuple(reversed(args))
