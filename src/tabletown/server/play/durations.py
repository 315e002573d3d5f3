"""Waiting times in words, for refusals that say when to try again."""


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
