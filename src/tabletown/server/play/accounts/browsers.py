"""What is kept of a browser, so that a person knows it again in a list: "Firefox on Linux". Nothing more is stored."""

_BROWSERS = (  # in this order: most browsers also name others
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
UNKNOWN = "A browser"


def browser_name(user_agent: str) -> str:
    """The name of a browser and its system, from the header User-Agent.

    >>> browser_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"), browser_name("")
    ('Firefox on Linux', 'A browser')
    """
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), UNKNOWN)
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), "")
    return f"{browser} on {system}" if system else browser
