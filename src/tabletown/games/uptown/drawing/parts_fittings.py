"""Fittings of rooms: windows, doors, lamps, pictures and signs, and what else is fixed to a wall or hangs from above.

Every part stands on y = 0 and reaches up to at most y = -50. A class that begins with `@` takes the colours of the
room's type (`@main`, `@wall`, `@deep`); `rooms.py` fills it in.
"""

FITTINGS: dict[str, str] = {
    "arch-window": """
        <path class="c-cream c-edge" d="M0-16v-16a9 10 0 0 1 18 0v16Z"/>
        <path class="c-glass" d="M2.5-18v-13.5a6.5 7.5 0 0 1 13 0V-18Z"/>
        <path class="c-thread" d="M9-39v21M2.5-28h13"/>
    """,
    "awning": """
        <path class="c-cream c-edge" d="M2-50h66l4 11q-4 4-9 0-5 4-9 0-5 4-9 0-4 4-9 0-5 4-9 0-5 4-9 0-4 4-9
          0-5 4-10 0Z"/>
        <path class="@main" d="M9-50h8l-.5 12q-4 2-8-1Zm16 0h8l.5 11q-5 4-9 0Zm16 0h8l1 11q-5 4-9 0Zm16 0h8l3
          11q-5 4-9 0Z"/>
    """,
    "beams": """
        <path class="c-beam-yellow" d="M10-40-14 0H2Z"/>
        <path class="c-beam-red" d="M10-40 22 0h16Z"/>
        <path class="c-beam-blue" d="M10-40 2 0h12Z"/>
    """,
    "blackboard": """
        <rect class="c-wood c-edge" x="0" y="-45" width="52" height="25"/>
        <rect class="c-pine" x="2.5" y="-42.5" width="47" height="20"/>
        <path class="c-thread-cream" d="M7-37h14M7-32h9M28-28l6-10 6 10ZM31-33h6M20-27l-9 0"/>
    """,
    "blue-lamp": """
        <path class="c-thread" d="M8-50v6"/>
        <path class="c-blue c-edge" d="M3-44h10l2 9H1Z"/>
        <path class="c-coal" d="M0-35h16v2H0Z"/>
        <path class="c-cream" d="M5-42h3l-1 5H4Z"/>
    """,
    "bulb": """
        <rect class="c-walnut c-edge" x="0" y="-44" width="20" height="22"/>
        <rect class="c-cream" x="2" y="-42" width="16" height="18"/>
        <path class="c-yellow c-edge" d="M8-30q-4-3-3-7 1-3 5-3t5 3q1 4-3 7v2H8Z"/>
        <path class="c-steel" d="M8-28h4v3H8Z"/>
    """,
    "bunting": """
        <path class="c-thread" d="M0-45q36 10 72 0"/>
        <path class="c-red" d="M6-43.5l8 1.5-5 6Z"/>
        <path class="c-yellow" d="M22-40.5l8 .7-4.5 6Z"/>
        <path class="c-blue" d="M40-40h8l-3.5 6.5Z"/>
        <path class="c-leaf" d="M57-42l8-1.5-2.5 7Z"/>
    """,
    "chandelier": """
        <path class="c-thread" d="M14-50v7M4-38c0 5 20 5 20 0M14-43v8"/>
        <circle class="c-yellow c-edge" cx="4" cy="-39.5" r="2"/>
        <circle class="c-yellow c-edge" cx="14" cy="-36" r="2"/>
        <circle class="c-yellow c-edge" cx="24" cy="-39.5" r="2"/>
    """,
    "chart": """
        <rect class="c-coal" x="0" y="-45" width="38" height="20" rx="1"/>
        <path class="c-thread-yellow" d="M3-29l6-5 6 3 7-8 6 4 7-7"/>
        <path class="c-leaf" d="M4-28h3v1.5H4Zm6-1h3v2.5h-3Zm6-2h3v4.5h-3Zm6-3h3v7.5h-3Zm6-2h3v9.5h-3Z"/>
    """,
    "cinema-screen": """
        <path class="c-red c-edge" d="M0-46h12q-1 20-4 40H0Zm62 0H50q1 20 4 40h8Z"/>
        <rect class="c-cream c-edge" x="11" y="-44" width="40" height="24"/>
        <path class="c-blue" d="M13-42h36v20H13Z"/>
        <circle class="c-yellow" cx="40" cy="-35" r="4"/>
        <path class="c-coal" d="M13-22v-5l6-4 5 3 7-7 8 8 4-2 6 4v3Z"/>
    """,
    "column": """
        <path class="c-cream c-edge" d="M2-44h8v40H2Z"/>
        <path class="c-steel c-edge" d="M0-50h12v6H0Zm0 46h12v4H0Z"/>
        <path class="c-thread-soft" d="M5-43v38M8-43v38"/>
    """,
    "cross": """
        <rect class="c-cream c-edge" x="0" y="-44" width="20" height="20" rx="2"/>
        <path class="c-pine" d="M7.5-41h5v4.5H17v5h-4.5v4.5h-5v-4.5H3v-5h4.5Z"/>
    """,
    "curtain": """
        <path class="c-thread" d="M0-44h30"/>
        <path class="c-cream c-edge" d="M2-44h24q-2 20 0 38-3 3-6 0-3 3-6 0-3 3-6 0-3 3-6 0Z"/>
        <path class="c-thread-soft" d="M8-43v35M14-43v35M20-43v35"/>
    """,
    "disco": """
        <path class="c-thread" d="M8-50v7"/>
        <circle class="c-steel c-edge" cx="8" cy="-36" r="7"/>
        <path class="c-thread" d="M1-36h14M8-43v14M3-40q5 3 10 0M3-32q5-3 10 0"/>
        <path class="c-cream" d="M4-40h2v2H4Zm5 5h2v2H9Z"/>
    """,
    "door": """
        <rect class="c-walnut c-edge" x="0" y="-32" width="18" height="32"/>
        <path class="c-wood" d="M3-29h12v11H3Zm0 14h12v12H3Z"/>
        <circle class="c-yellow" cx="14.5" cy="-15" r="1.3"/>
    """,
    "drips": """
        <path class="c-shade" d="M0-50h14q-2 5-6 4-5 3-8-4Zm36 0h18q-1 6-8 4-8 2-10-4Z"/>
        <path class="c-blue" d="M7-40q3 4 0 5.5Q4-36 7-40Zm0 14q3 4 0 5.5Q4-22 7-26Zm38-11q3 4 0 5.5Q42-33 45-37Z
          m0 14q3 4 0 5.5Q42-19 45-23Z"/>
    """,
    "flag": """
        <path class="c-coal" d="M0-34h1.8V0H0Z"/>
        <path class="c-blue c-edge" d="M1.8-34q6-3 11 0t9 0v11q-5 2-9 0t-11 0Z"/>
        <path class="c-cream" d="M1.8-30.5q6-3 11 0t9 0v4q-5 2-9 0t-11 0Z"/>
    """,
    "floorlamp": """
        <path class="c-thread" d="M6 0v-28M2 0h8"/>
        <path class="c-yellow c-edge" d="M0-27l3-9h6l3 9Z"/>
    """,
    "graffiti": """
        <path class="c-thread-red" d="M0-28q4-10 8-2t8-4 7 6 8-6M6-20h22"/>
    """,
    "info": """
        <circle class="c-blue c-edge" cx="10" cy="-34" r="10"/>
        <path class="c-cream" d="M8-36h4v8H8Z"/>
        <circle class="c-cream" cx="10" cy="-39" r="2"/>
    """,
    "lamp": """
        <path class="c-thread" d="M7-50v10"/>
        <path class="c-yellow c-edge" d="M2-33l3-7h4l3 7Z"/>
    """,
    "mirror": """
        <path class="c-thread" d="M3 0l4-6M15 0l-4-6"/>
        <ellipse class="c-yellow c-edge" cx="9" cy="-22" rx="9" ry="17"/>
        <ellipse class="c-glass" cx="9" cy="-22" rx="7" ry="15"/>
        <path class="c-thread-cream" d="M5-26l6-7M6-19l7-8"/>
    """,
    "moon-window": """
        <rect class="c-cream c-edge" x="0" y="-43" width="24" height="25"/>
        <rect class="c-azure-deep" x="2" y="-41" width="20" height="21"/>
        <path class="c-yellow" d="M15-38a6 6 0 1 0 3 9 5 5 0 0 1-3-9Z"/>
        <path class="c-wood c-edge" d="M-2-19h28v3H-2Z"/>
    """,
    "noise": """
        <path class="c-thread-red" d="M0-26l6 4M2-18h7M0-10l6-4"/>
    """,
    "notes": """
        <path class="c-thread" d="M4-28v-12l9-3v12M22-26v-12q5 1 4 6"/>
        <ellipse class="c-coal" cx="2" cy="-28" rx="2.8" ry="2"/>
        <ellipse class="c-coal" cx="11" cy="-31" rx="2.8" ry="2"/>
        <ellipse class="c-coal" cx="20" cy="-26" rx="2.8" ry="2"/>
    """,
    "on-air": """
        <rect class="c-red c-edge" x="0" y="-45" width="30" height="12" rx="2"/>
        <text class="c-ink-white" x="15" y="-36.5" font-size="7" font-weight="700" text-anchor="middle">ON AIR</text>
    """,
    "painting": """
        <rect class="c-yellow c-edge" x="0" y="-42" width="18" height="14"/>
        <rect class="c-blue" x="2" y="-40" width="14" height="10"/>
        <path class="c-leaf" d="M2-30l5-6 4 4 2-2 3 4Z"/>
    """,
    "panorama": """
        <rect class="c-cream c-edge" x="0" y="-43" width="46" height="30"/>
        <path class="c-glass" d="M2-41h13v26H2Zm15 0h12v26H17Zm14 0h13v26H31Z"/>
        <path class="c-haze" d="M2-15v-7h4v-6h5v8h4v5Zm15 0v-10h5v4h7v6Zm14 0v-5h4v-8h6v5h3v8Z"/>
    """,
    "partition": """
        <rect class="@deep" x="0" y="-50" width="4" height="50"/>
    """,
    "pinboard": """
        <rect class="c-cream c-edge" x="0" y="-43" width="32" height="20"/>
        <path class="c-red" d="M4-38h8v6H4Z"/>
        <path class="c-blue" d="M14-40h6v5h-6Z"/>
        <path class="c-yellow" d="M22-38h7v8h-7Z"/>
        <path class="c-thread" d="M5-27h14M14-32h5"/>
    """,
    "poster": """
        <rect class="c-cream c-edge" x="0" y="-42" width="14" height="19"/>
        <path class="@main" d="M2-40h10v8H2Z"/>
        <path class="c-coal" d="M3-30h8v1.5H3Zm0 3h6v1.5H3Z"/>
    """,
    "sale": """
        <path class="c-thread" d="M6-50v6M28-50v6"/>
        <rect class="c-red c-edge" x="0" y="-44" width="34" height="14" rx="1"/>
        <path class="c-thread-cream" d="M13-33l9-8"/>
        <circle class="c-thread-cream" cx="13.5" cy="-39.5" r="2"/>
        <circle class="c-thread-cream" cx="21.5" cy="-34.5" r="2"/>
    """,
    "skylight": """
        <path class="c-cream c-edge" d="M0-18 9-44h34l-9 26Z"/>
        <path class="c-glass" d="M3.5-20 11-42h12.5L16-20ZM18.5-20 26-42h13.5L32-20Z"/>
    """,
    "stairs": """
        <path class="c-wood c-edge" d="M0 0v-6h6v-6h6v-6h6v-6h6v-6h6v-6h8V0Z"/>
        <path class="c-thread" d="M3-6v-14M33-36v-11M3-20l30-27"/>
    """,
    "window": """
        <rect class="c-cream c-edge" x="0" y="-42" width="22" height="24"/>
        <rect class="c-glass" x="2" y="-40" width="8" height="20"/>
        <rect class="c-glass" x="12" y="-40" width="8" height="20"/>
        <rect class="c-wood c-edge" x="-2" y="-19" width="26" height="3"/>
    """,
}
