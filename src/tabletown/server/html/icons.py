"""Icons of the pages, on a grid of 24, in the colour of the text around them.

Tokens of a title (coins, stars) come from `render.icons` instead, so that page and board show the same drawing.
"""

from markupsafe import Markup

_PATHS = {
    "book": (
        '<path d="M12 6.5C9.6 4.6 6.4 4 3 4.3v14c3.4-.3 6.6.3 9 2.2 2.4-1.9 5.6-2.5 9-2.2v-14c-3.4-.3-6.6.3-9 '
        '2.2zM12 6.5v14"/>'
    ),
    "undo": '<path d="M8.5 4.5 4 9l4.5 4.5M4.5 9H14a5.5 5.5 0 0 1 0 11H8"/>',
    "half": '<circle cx="12" cy="12" r="8.5"/><path class="solid" d="M12 3.5a8.5 8.5 0 0 1 0 17z"/>',
    "sun": (
        '<circle class="solid" cx="12" cy="12" r="4.2"/><path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 '
        '5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4"/>'
    ),
    "moon": '<path class="solid" d="M14.5 3.2a9 9 0 1 0 6.3 11.5 7.5 7.5 0 0 1-6.3-11.5z"/>',
    "people": (
        '<path class="solid" d="M8 4a3.5 3.5 0 0 1 2.2 6.2c2.3 1 3.5 3.6 3.8 8.8H2c.3-5.2 1.5-7.8 3.8-8.8A3.5 3.5 '
        '0 0 1 8 4zM17 6.5a3 3 0 0 1 1.9 5.3c1.9.9 2.9 3 3.1 7.2h-6c-.1-3.3-.8-5.7-2-7.2A3 3 0 0 1 17 6.5z"/>'
    ),
    "globe": '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17"/>',
    "lock": '<path d="M5 11h14v9.5H5zM8 11V8a4 4 0 0 1 8 0v3M12 14.5v2.5"/>',
    "flag": '<path d="M6 21V4M6 5h12l-3 4 3 4H6"/>',
    "cup": (
        '<path d="M7 4h10v6a5 5 0 0 1-10 0zM7 6H3.5c0 4 1.5 5.5 4 5.5M17 6h3.5c0 4-1.5 5.5-4 5.5M12 15v3M8 20.5h8"/>'
    ),
    "broom": (
        '<path d="M20 4l-8 8M9 10.5l4.5 4.5c-1 3.5-4 5.5-9.5 5.5 1-1 1.5-2 1.5-3-1 .5-2 .5-2.5.5 2-2 2.5-5 6-7.5z"/>'
    ),
    "clock": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>',
    "bell": '<path d="M5 17.5h14c-1.6-1.8-2-3.6-2-7a5 5 0 0 0-10 0c0 3.4-.4 5.2-2 7zM10 20.5h4M12 3.2v2"/>',
    "talk": '<path d="M4 5h16v11h-9l-5 4v-4H4z"/>',
    "eye": (
        '<path d="M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12z"/><circle '
        'class="solid" cx="12" cy="12" r="3"/>'
    ),
    "search": '<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5 21 21"/>',
    "bulb": '<path d="M9 17.5c0-3-3-4-3-8a6 6 0 0 1 12 0c0 4-3 5-3 8zM9.5 21h5"/>',
    "down": '<path d="M12 3.5v11M7 10l5 5 5-5M4.5 20h15"/>',
    "again": '<path d="M19.5 8.5A8.5 8.5 0 1 0 20.5 13M20.5 4v5h-5"/>',
    "seal": '<path d="M12 2.8 19.5 6v6c0 4.6-3 7.8-7.5 9.2C7.5 19.8 4.5 16.6 4.5 12V6zM8.5 12l2.5 2.5 4.5-5"/>',
    "alert": '<path d="M12 3.5 22 20.5H2zM12 10v5M12 17.6v.3"/>',
    "python": '<path d="M8 5 2.5 12 8 19M16 5l5.5 7L16 19M13.5 4l-3 16"/>',
    "flask": '<path d="M9 3h6M10 3v6.5L4.8 18.4A1.8 1.8 0 0 0 6.4 21h11.2a1.8 1.8 0 0 0 1.6-2.6L14 9.5V3M7.5 15h9"/>',
    "meeple": (
        '<path d="M12 3a3.7 3.7 0 0 1 3 5.9c3 1 5.5 2.4 5.5 4.2 0 1.4-2.5 1.4-4 1.4l2.7 6.5H14L12 17l-2 '
        '4H4.8l2.7-6.5c-1.5 0-4 0-4-1.4 0-1.8 2.5-3.2 5.5-4.2A3.7 3.7 0 0 1 12 3z"/>'
    ),
    "play": '<path class="solid" d="M7 4v16l13-8z"/>',
    "pause": '<path class="solid" d="M6 4h4.5v16H6zM13.5 4H18v16h-4.5z"/>',
    "back": '<path d="m15 5-7 7 7 7"/>',
    "on": '<path d="m9 5 7 7-7 7"/>',
    "turn-back": '<path d="m11 5-7 7 7 7M19 5l-7 7 7 7"/>',
    "turn-on": '<path d="m13 5 7 7-7 7M5 5l7 7-7 7"/>',
    "first": '<path d="M6 5v14M18 5l-8 7 8 7"/>',
    "last": '<path d="M18 5v14M6 5l8 7-8 7"/>',
    "open": (
        '<path d="M2.5 12C5 7.5 8.2 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.7 6.5-9.5 6.5S5 16.5 2.5 12z"/><circle '
        'class="solid" cx="12" cy="12" r="2.8"/>'
    ),
    "hill": '<path d="M3 20h18M4 16l5-7 4 4 6-8M15.5 5H19v3.5"/>',
    "up": '<path d="M12 20V9M7 13l5-5 5 5M4.5 4h15"/>',
    "house": '<path d="M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-6h4v6"/>',
    "table": '<path d="M3 8.5h18M5 8.5 4 20M19 8.5 20 20M8.5 8.5V5h7v3.5"/>',
    "menu": '<path d="M4 7h16M4 12h16M4 17h16"/>',
    "settings": '<path d="M4 7h8M18 7h2M4 17h2M12 17h8"/><circle cx="15" cy="7" r="3"/><circle cx="9" cy="17" r="3"/>',
    "door": '<path d="M13 4H6v16h7M10.5 12H21M17 8l4 4-4 4"/>',
    "sound": '<path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11"/>',
    "puzzle": '<path d="M4 9h4.2a2.6 2.6 0 1 1 4.6 0H17v4.2a2.6 2.6 0 1 1 0 4.6V21h-4.4a2.6 2.6 0 1 0-4.4 0H4z"/>',
    "signpost": '<path d="M12 21V3M12 5h6.5L21 7.5 18.5 10H12M12 12H5.5L3 14.5 5.5 17H12M9 21h6"/>',
    "key": '<circle cx="8" cy="12" r="4.5"/><path d="M12.5 12H21.5M18 12v4M21 12v2.5"/>',
    "laptop": '<path d="M5 5h14v10.500H5zM2.500 19h19"/>',
    "phone": '<path d="M7.500 3h9v18h-9zM11 18h2"/>',
    "print": '<path d="M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6.500H7z"/>',
    "copy": '<path d="M9 9h11v11H9zM15 9V4H4v11h5"/>',
    "tick": '<path d="m4.5 12.5 5 5 10-11"/>',
    "crown": '<path d="M3.5 18.5 2.5 8l5 4L12 4.5l4.5 7.5 5-4-1 10.5z"/>',
}
_ICONS = {
    name: Markup(f'<svg class="i" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{path}</svg>')
    for name, path in _PATHS.items()
}

LOGO = Markup(
    '<svg class="logo" viewBox="0 0 28 28" aria-hidden="true" focusable="false">'
    '<path class="a" d="M3 25V13l6-5 6 5v12z"/><path class="b" d="M1.5 14 9 7l7.5 7z"/>'
    '<path class="c" d="M15 25V5h10v20z"/><path class="d" d="m14 6 6-4 6 4z"/>'
    '<path class="e" d="M17.5 9h2v3h-2zM21 9h2v3h-2zM17.5 15h2v3h-2zM21 15h2v3h-2z"/>'
    '<path class="f" d="M7 25v-5h4v5z"/></svg>'
)

DOTS = Markup('<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>')
"""Three animated dots, shown while a bot thinks."""


def page_icon(name: str) -> Markup:
    """The SVG of an icon."""
    return _ICONS[name]
