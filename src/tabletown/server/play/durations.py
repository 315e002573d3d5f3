"""Times in words: how long to wait, and how long something has waited."""


def in_words(seconds: float) -> str:
    """A waiting time in words.

    >>> in_words(0.2), in_words(3.2), in_words(70.0), in_words(7200.0)
    ('in 1 second', 'in 4 seconds', 'in 2 minutes', 'in 2 hours')
    """
    for unit, length in (("hour", 3600), ("minute", 60)):
        if seconds > length:
            return _count(seconds / length, unit)
    return _count(seconds, "second")


def _count(amount: float, unit: str) -> str:
    whole = max(1, int(-(-amount // 1)))
    return f"in {whole} {unit}{'s' * (whole > 1)}"


def how_long(seconds: float) -> str:
    """How long something has lasted, in short.

    >>> how_long(20.0), how_long(1200.0), how_long(7300.0), how_long(200_000.0)
    ('1 min', '20 min', '2 h', '2 days')
    """
    for unit, length in (("days", 86_400), ("h", 3600)):
        if seconds >= length * (2 if unit == "days" else 1):
            return f"{int(seconds // length)} {unit}"
    return f"{max(1, int(seconds // 60))} min"
