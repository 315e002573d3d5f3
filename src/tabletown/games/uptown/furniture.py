"""Furniture: the things that stand in rooms. Every part stands on y = 0 and reaches up to at most y = -50.

A class that begins with `@` takes the colours of the room's type (`@main`, `@wall`, `@deep`); `rooms.py` fills it in.
"""

FURNITURE: dict[str, str] = {
    "arch-window": """
        <path class="c-cream c-edge" d="M0-16v-16a9 10 0 0 1 18 0v16Z"/>
        <path class="c-glass" d="M2.5-18v-13.5a6.5 7.5 0 0 1 13 0V-18Z"/>
        <path class="c-thread" d="M9-39v21M2.5-28h13"/>
    """,
    "armchair": """
        <path class="@deep c-edge" d="M3-22h13q3 0 3 3v10H0v-10q0-3 3-3Z"/>
        <path class="@main c-edge" d="M-3-13q4-1 5 3h15q1-4 5-3v10H-3Z"/>
        <path class="c-coal" d="M-1-3h3v3h-3Zm18 0h3v3h-3Z"/>
    """,
    "awning": """
        <path class="c-cream c-edge" d="M2-50h66l4 11q-4 4-9 0-5 4-9 0-5 4-9 0-4 4-9 0-5 4-9 0-5 4-9 0-4 4-9
          0-5 4-10 0Z"/>
        <path class="@main" d="M9-50h8l-.5 12q-4 2-8-1Zm16 0h8l.5 11q-5 4-9 0Zm16 0h8l1 11q-5 4-9 0Zm16 0h8l3
          11q-5 4-9 0Z"/>
    """,
    "backpack": """
        <path class="c-red c-edge" d="M1 0v-13q0-6 6.5-6T14-13V0Z"/>
        <path class="c-walnut" d="M3-7h9v5H3Z"/>
        <path class="c-thread" d="M5-19q2.5-4 5 0"/>
        <rect class="c-blue c-edge" x="0" y="-23" width="15" height="4" rx="2"/>
    """,
    "bar-stools": """
        <path class="c-thread" d="M5 0v-13M1 0h8M19 0v-13M15 0h8M33 0v-13M29 0h8"/>
        <path class="@deep c-edge" d="M0-16h10v3H0Zm14 0h10v3H14Zm14 0h10v3H28Z"/>
    """,
    "bath": """
        <path class="c-cream c-edge" d="M-1-16h44v3q-1 12-8 12H8Q0-1-1-13Z"/>
        <path class="c-steel" d="M7-1h3v1H7Zm26 0h3v1h-3Z"/>
        <circle class="c-glass c-edge" cx="10" cy="-18" r="3.5"/>
        <circle class="c-glass c-edge" cx="16" cy="-20" r="4.5"/>
        <circle class="c-glass c-edge" cx="23" cy="-18" r="3"/>
        <path class="c-thread" d="M39-16v-10q0-4-4-4t-4 4"/>
    """,
    "beams": """
        <path class="c-beam-yellow" d="M10-40-14 0H2Z"/>
        <path class="c-beam-red" d="M10-40 22 0h16Z"/>
        <path class="c-beam-blue" d="M10-40 2 0h12Z"/>
    """,
    "beanbag": """
        <path class="c-red c-edge" d="M0 0q-3-8 4-12 5-5 10-1 8 3 7 13Z"/>
        <path class="c-thread-soft" d="M6-11q4 3 9-1"/>
    """,
    "bed": """
        <path class="c-wood c-edge" d="M0-24h3.5V0H0Zm37 8h3.5V0H37Z"/>
        <rect class="c-walnut" x="3" y="-7" width="35" height="4"/>
        <rect class="c-cream c-edge" x="4" y="-17" width="11" height="6.5" rx="2.5"/>
        <path class="@main c-edge" d="M13-15h20q4 0 4 4v4H3.5v-4h9.5Z"/>
    """,
    "bench-desk": """
        <path class="c-walnut c-edge" d="M0-20h40V0H0Z"/>
        <path class="c-wood" d="M4-16h14v12H4Zm18 0h14v12H22Z"/>
        <path class="c-wood c-edge" d="M-2-23h44v4H-2Z"/>
    """,
    "bike": """
        <circle class="c-thread" cx="7" cy="-7" r="6.5"/>
        <circle class="c-thread" cx="27" cy="-7" r="6.5"/>
        <path class="c-thread-red" d="M7-7l6-10h10l4 10M13-17l5 10 5-10M12-19h4M23-17l-1.5-4h4M7-7h11"/>
    """,
    "bistro-table": """
        <path class="c-coal" d="M12-15h2V0h-2Z"/>
        <rect class="c-wood c-edge" x="3" y="-17.5" width="20" height="3"/>
        <path class="c-cream c-edge" d="M8-22h5v2a2.5 2.5 0 0 1-5 0Z"/>
        <path class="c-cream c-edge" d="M15-22h5v2a2.5 2.5 0 0 1-5 0Z"/>
        <path class="c-coal" d="M-3-11h7v2.5h-1l1.5 8.5H2.5L1-8.5-.5 0H-2.5l1-8.5H-3Zm25 0h7v2.5h-1L29.5 0H27.5L26-8.5
          24.5 0H22.5L24-8.5h-2Z"/>
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
    "bottles": """
        <rect class="c-walnut c-edge" x="0" y="-45" width="44" height="27"/>
        <path class="c-wood" d="M2-32h40v2H2Zm0 11h40v2H2Z"/>
        <path class="c-leaf" d="M5-41h2v3h1v6H4v-6h1Zm26 10h2v3h1v7h-4v-7h1Z"/>
        <path class="c-red" d="M13-42h2v3h1v7h-4v-7h1ZM7-31h2v3h1v7H6v-7h1Z"/>
        <path class="c-yellow" d="M21-41h2v3h1v6h-4v-6h1Zm-5 11h2v3h1v6h-4v-6h1Zm21-12h2v3h1v7h-4v-7h1Z"/>
        <path class="c-blue" d="M29-42h2v3h1v7h-4v-7h1Zm-6 12h2v3h1v6h-4v-6h1Z"/>
        <path class="c-cream" d="M38-29h2v2h1v6h-4v-6h1Z"/>
    """,
    "bouquets": """
        <path class="c-pine" d="M2-12 0-22h13l-2 10Zm17 0-2-12h13l-2 12Z"/>
        <circle class="c-red" cx="2" cy="-22" r="3"/>
        <circle class="c-yellow" cx="7" cy="-24" r="3"/>
        <circle class="c-red" cx="12" cy="-22" r="3"/>
        <circle class="c-cream c-edge" cx="19" cy="-25" r="2.5"/>
        <circle class="c-yellow" cx="24" cy="-26" r="3"/>
        <circle class="c-cream c-edge" cx="29" cy="-24" r="2.5"/>
        <path class="c-steel c-edge" d="M0-12h13l-2 12H2Zm17 0h13l-2 12h-9Z"/>
    """,
    "boxes": """
        <rect class="c-wood c-edge" x="0" y="-14" width="16" height="14"/>
        <path class="c-cream" d="M6-14h4v5H6Z"/>
        <rect class="c-wood c-edge" x="4" y="-25" width="12" height="11"/>
        <rect class="c-wood c-edge" x="18" y="-10" width="11" height="10"/>
    """,
    "bucket": """
        <path class="c-steel c-edge" d="M0-11h13l-2 11H2Z"/>
        <path class="c-blue" d="M1-10h11l-.5 3h-10Z"/>
        <path class="c-thread" d="M0-11q6.5-8 13 0"/>
    """,
    "bulb": """
        <rect class="c-walnut c-edge" x="0" y="-44" width="20" height="22"/>
        <rect class="c-cream" x="2" y="-42" width="16" height="18"/>
        <path class="c-yellow c-edge" d="M8-30q-4-3-3-7 1-3 5-3t5 3q1 4-3 7v2H8Z"/>
        <path class="c-steel" d="M8-28h4v3H8Z"/>
    """,
    "bunk": """
        <path class="c-wood c-edge" d="M0-38h3V0H0Zm35 0h3V0h-3Z"/>
        <path class="c-walnut" d="M3-8h32v3H3Zm0-17h32v3H3Z"/>
        <path class="@main c-edge" d="M12-13h20q3 0 3 3v2H12Zm0-17h20q3 0 3 3v2H12Z"/>
        <path class="c-cream c-edge" d="M4-13h8v5H4Zm0-17h8v5H4Z"/>
        <path class="c-thread" d="M29-25v17M34-25v17M29-20h5M29-15h5"/>
    """,
    "bunting": """
        <path class="c-thread" d="M0-45q36 10 72 0"/>
        <path class="c-red" d="M6-43.5l8 1.5-5 6Z"/>
        <path class="c-yellow" d="M22-40.5l8 .7-4.5 6Z"/>
        <path class="c-blue" d="M40-40h8l-3.5 6.5Z"/>
        <path class="c-leaf" d="M57-42l8-1.5-2.5 7Z"/>
    """,
    "cakes": """
        <path class="c-steel c-edge" d="M0-12h14v2H0Zm6 2h2v9h3v1H3v-1h3Zm14-8h14v2H20Zm6 2h2v15h3v1h-8v-1h3Z"/>
        <path class="c-cream c-edge" d="M2-19h10v7H2Z"/>
        <path class="c-red" d="M2-19h10v2.5H2Z"/>
        <circle class="c-red c-edge" cx="7" cy="-21" r="2"/>
        <path class="c-walnut c-edge" d="M22-25h10v7H22Z"/>
        <path class="c-cream" d="M22-25h10v2q-2.5 3-5 0-2.5 3-5 0Z"/>
        <path class="c-yellow" d="M26.5-30h1.5v5h-1.5Z"/>
    """,
    "capsules": """
        <rect class="c-steel c-edge" x="0" y="-46" width="86" height="46" rx="2"/>
        <path class="@deep" d="M4-42h24v17H4Zm27 0h24v17H31Zm27 0h24v17H58ZM4-21h24v17H4Zm27 0h24v17H31Zm27
          0h24v17H58Z"/>
        <path class="c-glass" d="M7-39h18v11H7Zm54 0h18v11H61ZM34-18h18v11H34Z"/>
        <path class="@main" d="M9-31h14v3H9Zm54 0h14v3H63ZM36-10h14v3H36ZM34-39h18v11H34ZM7-18h18v11H7Zm54
          0h18v11H61Z"/>
        <path class="c-cream" d="M9-34h5v3H9Zm54 0h5v3h-5ZM36-13h5v3h-5Z"/>
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
    "cinema-seats": """
        <path class="@deep c-edge" d="M0 0v-10q0-3 4.5-3T9-10V0Zm13 0v-10q0-3 4.5-3t4.5 3V0Zm13 0v-10q0-3 4.5-3t4.5
          3V0Zm13 0v-10q0-3 4.5-3t4.5 3V0Z"/>
    """,
    "circular-saw": """
        <path class="c-steel c-edge" d="M0-16h34v4H0Z"/>
        <path class="c-slate" d="M3-12h3V0H3Zm25 0h3V0h-3Z"/>
        <circle class="c-steel c-edge" cx="17" cy="-18" r="8"/>
        <circle class="c-red" cx="17" cy="-18" r="2"/>
    """,
    "clothes": """
        <path class="c-thread" d="M2 0v-32h32V0"/>
        <path class="c-red c-edge" d="M5-30l3-2 3 2 1 14H4Z"/>
        <path class="c-blue c-edge" d="M13-30l3-2 3 2 1 17h-8Z"/>
        <path class="c-yellow c-edge" d="M21-30l3-2 3 2 1 13h-8Z"/>
    """,
    "column": """
        <path class="c-cream c-edge" d="M2-44h8v40H2Z"/>
        <path class="c-steel c-edge" d="M0-50h12v6H0Zm0 46h12v4H0Z"/>
        <path class="c-thread-soft" d="M5-43v38M8-43v38"/>
    """,
    "counter": """
        <rect class="@main c-edge" x="0" y="-20" width="46" height="20"/>
        <path class="@deep" d="M4-15h10v11H4Zm14 0h10v11H18Zm14 0h10v11H32Z"/>
        <rect class="c-wood c-edge" x="-2" y="-23" width="50" height="4"/>
    """,
    "crates": """
        <circle class="c-red" cx="4" cy="-11" r="3"/>
        <circle class="c-red" cx="10" cy="-12" r="3"/>
        <circle class="c-red" cx="16" cy="-11" r="3"/>
        <circle class="c-leaf" cx="25" cy="-11" r="3"/>
        <circle class="c-leaf" cx="31" cy="-12" r="3"/>
        <circle class="c-leaf" cx="37" cy="-11" r="3"/>
        <circle class="c-yellow" cx="14" cy="-23" r="3"/>
        <circle class="c-yellow" cx="20" cy="-24" r="3"/>
        <circle class="c-yellow" cx="26" cy="-23" r="3"/>
        <path class="c-wood c-edge" d="M0-10h20V0H0Zm21 0h20V0H21ZM10-22h20v10H10Z"/>
        <path class="c-walnut" d="M2-6h16v1.5H2Zm21 0h16v1.5H23ZM12-18h16v1.5H12Z"/>
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
    "dentist-chair": """
        <path class="c-steel c-edge" d="M12-8h6v8h-6ZM6-2h18v2H6Z"/>
        <path class="@main c-edge" d="M0-26q3-3 6 0l6 11h14q4 0 5 4l1 7h-5l-2-5H10q-4 0-6-4Z"/>
        <path class="c-thread" d="M36 0v-36q0-6-6-6h-8"/>
        <path class="c-yellow c-edge" d="M14-45h9l2 6H12Z"/>
    """,
    "desk": """
        <rect class="c-wood c-edge" x="0" y="-17" width="34" height="3.5"/>
        <path class="c-walnut" d="M2-13.5h3V0H2Zm20 0h10V0H22Z"/>
        <path class="c-cream" d="M24-11.5h6v2h-6Zm0 5h6v2h-6Z"/>
        <rect class="c-coal" x="9" y="-30" width="15" height="10" rx="1"/>
        <rect class="c-glass" x="10.5" y="-28.5" width="12" height="7"/>
        <path class="c-coal" d="M15-20h3v3h-3Z"/>
    """,
    "dinner-table": """
        <path class="c-cream c-edge" d="M1-17h26l3 14h-5l-2-3-3 5-4-4-4 4-3-5-2 3H-2Z"/>
        <path class="@main" d="M1-17h26v3H1Z"/>
        <path class="c-yellow c-edge" d="M12.5-24h3v7h-3Z"/>
        <path class="c-red" d="M14-28c2 2 1.5 3.5 0 4-1.5-.5-2-2 0-4Z"/>
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
    "drafting": """
        <path class="c-walnut" d="M6-14h3V0H6Zm24-8h3V0h-3Z"/>
        <path class="c-wood c-edge" d="M0-13 34-30l2 4L2-9Z"/>
        <path class="c-cream c-edge" d="M6-17l22-11 2 4L8-13Z"/>
        <path class="c-thread" d="M34-30v-8l-8-4"/>
        <path class="c-yellow c-edge" d="M21-40l6-4 2 5Z"/>
    """,
    "drips": """
        <path class="c-shade" d="M0-50h14q-2 5-6 4-5 3-8-4Zm36 0h18q-1 6-8 4-8 2-10-4Z"/>
        <path class="c-blue" d="M7-40q3 4 0 5.5Q4-36 7-40Zm0 14q3 4 0 5.5Q4-22 7-26Zm38-11q3 4 0 5.5Q42-33 45-37Z
          m0 14q3 4 0 5.5Q42-19 45-23Z"/>
    """,
    "dust-sheet": """
        <path class="c-cream c-edge" d="M0 0q1-12 3-20 6-5 12-2 8-10 18-5 9-2 13 5 9 0 10 6l3 16q-5-3-9 0-5-4-10
          0-5-4-10 0-5-4-10 0-5-4-10 0-5-4-10 0Z"/>
        <path class="c-thread-soft" d="M10-16q-1 8 1 14M24-20q2 10 0 18M40-18q-2 8 1 16M53-12q-1 5 1 10"/>
    """,
    "easel": """
        <path class="c-thread" d="M4 0l8-38L20 0M12-30V0"/>
        <rect class="c-cream c-edge" x="0" y="-34" width="24" height="20"/>
        <path class="c-blue" d="M2-32h20v9H2Z"/>
        <path class="c-leaf" d="M2-23l7-5 5 3 8-3v12H2Z"/>
        <circle class="c-yellow" cx="17" cy="-28" r="2.5"/>
        <path class="c-walnut" d="M-1-14h26v2H-1Z"/>
    """,
    "files": """
        <rect class="c-steel c-edge" x="0" y="-36" width="16" height="36"/>
        <rect class="c-steel c-edge" x="17" y="-28" width="16" height="28"/>
        <path class="c-slate" d="M2-34h12v9H2Zm0 11h12v9H2Zm0 11h12v9H2Zm17-14h12v10H19Zm0 12h12v10H19Z"/>
        <path class="c-cream" d="M6-30h4v1.5H6Zm0 11h4v1.5H6Zm0 11h4v1.5H6Zm17-14h4v1.5h-4Zm0 12h4v1.5h-4Z"/>
    """,
    "fire-engine": """
        <path class="c-red c-edge" d="M0-4v-18h40V-4Zm40 0v-22h12l7 12v10Z"/>
        <path class="c-glass c-edge" d="M44-22h7l4 8H44Z"/>
        <path class="c-steel c-edge" d="M2-27h40l4-4v3l-4 4H2Z"/>
        <path class="c-cream" d="M0-12h40v2.5H0Z"/>
        <path class="c-yellow" d="M5-20h8v6H5Zm12 0h8v6h-8Zm12 0h8v6h-8Z"/>
        <path class="c-blue c-edge" d="M46-29h5v3h-5Z"/>
        <circle class="c-coal" cx="11" cy="-4" r="4.5"/>
        <circle class="c-coal" cx="47" cy="-4" r="4.5"/>
        <circle class="c-steel" cx="11" cy="-4" r="1.8"/>
        <circle class="c-steel" cx="47" cy="-4" r="1.8"/>
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
    "gears": """
        <path class="c-steel c-edge" d="M9-44h4l.5 3 3 1 2.5-1.5 2.5 2.5L20-36.5l1 3 3 .5v4l-3 .5-1 3 1.5 2.5-2.5
          2.5-2.5-1.5-3
          1-.5 3H9l-.5-3-3-1L3-20.5.5-23 2-25.5l-1-3-3-.5v-4l3-.5 1-3L.5-39 3-41.5 5.5-40l3-1Z"/>
        <circle class="@wall c-edge" cx="11" cy="-31" r="4"/>
    """,
    "globe": """
        <circle class="c-blue c-edge" cx="9" cy="-20" r="8"/>
        <path class="c-leaf" d="M4-24q4-4 7-1-1 4-5 4Zm6 5q4-2 5 1-2 4-5 3Z"/>
        <path class="c-walnut" d="M8-12h2v5h4v2H4v-2h4Z"/>
        <path class="c-wood c-edge" d="M-3-5h24V0H-3Z"/>
    """,
    "graffiti": """
        <path class="c-thread-red" d="M0-28q4-10 8-2t8-4 7 6 8-6M6-20h22"/>
    """,
    "info": """
        <circle class="c-blue c-edge" cx="10" cy="-34" r="10"/>
        <path class="c-cream" d="M8-36h4v8H8Z"/>
        <circle class="c-cream" cx="10" cy="-39" r="2"/>
    """,
    "jars": """
        <path class="c-wood c-edge" d="M0-26h44v3H0Zm0-13h44v3H0Z"/>
        <path class="c-red" d="M3-33h5v7H3Zm20-13h5v7h-5Z"/>
        <path class="c-yellow" d="M10-34h5v8h-5Zm26-12h5v7h-5Z"/>
        <path class="c-leaf" d="M17-32h5v6h-5ZM4-45h5v6H4Z"/>
        <path class="c-blue" d="M24-34h5v8h-5ZM11-46h4v7h-4Z"/>
        <path class="c-cream" d="M31-32h4v6h-4Zm-14-13h4v6h-4Z"/>
        <path class="@main" d="M37-34h5v8h-5Zm-7-11h4v6h-4Z"/>
    """,
    "kitchen": """
        <path class="c-steel c-edge" d="M2-46h14l4 9H-2Z"/>
        <rect class="c-cream c-edge" x="0" y="-19" width="40" height="19"/>
        <rect class="c-coal" x="3" y="-14" width="13" height="11" rx="1"/>
        <path class="c-glass" d="M5-12h9v6H5Z"/>
        <path class="c-steel" d="M26-14h7v1.5h-7Z"/>
        <path class="c-wood c-edge" d="M-1-21h42v3H-1Z"/>
        <path class="c-red c-edge" d="M5-27h9v6H5Z"/>
        <path class="c-thread" d="M14-25h4M30-21v-7q0-3 4-3v3"/>
    """,
    "ladder": """
        <path class="c-thread" d="M0 0l5-40M10 0l5-40M1-6h10M2-13h10M3-20h10M4-27h10M4.5-34h10"/>
    """,
    "lamp": """
        <path class="c-thread" d="M7-50v10"/>
        <path class="c-yellow c-edge" d="M2-33l3-7h4l3 7Z"/>
    """,
    "long-desk": """
        <path class="c-wood c-edge" d="M0-17h64v3.5H0Z"/>
        <path class="c-walnut" d="M3-13.5h3V0H3Zm27 0h3V0h-3Zm28 0h3V0h-3Z"/>
        <path class="c-coal" d="M6-25h12l1.5 8H7.5Zm20 0h12l1.5 8H27.5Zm20 0h12l1.5 8H47.5Z"/>
        <path class="c-glass" d="M8-23.5h9l1 5H9Zm20 0h9l1 5h-9Zm20 0h9l1 5h-9Z"/>
    """,
    "luggage": """
        <rect class="c-wood c-edge" x="0" y="-13" width="13" height="13" rx="1"/>
        <path class="c-walnut" d="M3-13h2V0H3Zm5 0h2V0H8Z"/>
        <path class="c-thread" d="M4-13v-3h5v3"/>
        <rect class="c-red c-edge" x="14" y="-17" width="9" height="17" rx="1"/>
        <path class="c-thread" d="M16.5-17v-4h4v4"/>
    """,
    "machine": """
        <path class="c-steel c-edge" d="M0-38h20v6h-3v9H3v-9H0Z"/>
        <path class="c-red" d="M2-36h16v2H2Z"/>
        <path class="c-coal" d="M6-32h2v4H6Zm6 0h2v4h-2Z"/>
        <rect class="c-cream" x="5" y="-27" width="4" height="4"/>
    """,
    "mailboxes": """
        <rect class="c-wood c-edge" x="0" y="-38" width="28" height="24"/>
        <path class="c-cream" d="M2-36h7v6H2Zm8.5 0h7v6h-7Zm8.5 0h7v6h-7ZM2-28.5h7v6H2Zm8.5 0h7v6h-7Zm8.5
          0h7v6h-7ZM2-21h7v5H2Zm8.5
          0h7v5h-7Zm8.5 0h7v5h-7Z"/>
        <path class="c-red" d="M4-33h3v1H4Zm8.5 7.5h3v1h-3ZM21-33h3v1h-3Zm0 14.5h3v1h-3Z"/>
    """,
    "mannequin": """
        <path class="c-thread" d="M8-12V0M3 0h10"/>
        <path class="@main c-edge" d="M4-32h8q3 4 1 9l2 11H1l2-11q-2-5 1-9Z"/>
        <path class="c-wood c-edge" d="M6.5-37h3v5h-3Z"/>
    """,
    "mattress": """
        <path class="c-steel c-edge" d="M0-5h34q3 0 3 2.5T34 0H0q-2 0-2-2.5T0-5Z"/>
        <path class="c-blue" d="M12-7h20v3H12Z"/>
    """,
    "microphone": """
        <path class="c-thread" d="M6 0v-22M1 0h10"/>
        <rect class="c-coal" x="2.5" y="-32" width="7" height="11" rx="3.5"/>
        <path class="c-thread-steel" d="M4-28h4M4-25.5h4"/>
    """,
    "mirror": """
        <path class="c-thread" d="M3 0l4-6M15 0l-4-6"/>
        <ellipse class="c-yellow c-edge" cx="9" cy="-22" rx="9" ry="17"/>
        <ellipse class="c-glass" cx="9" cy="-22" rx="7" ry="15"/>
        <path class="c-thread-cream" d="M5-26l6-7M6-19l7-8"/>
    """,
    "mixer": """
        <path class="c-slate c-edge" d="M0-17h40l3 17H-3Z"/>
        <path class="c-coal" d="M2-24h36v7H2Z"/>
        <path class="c-thread-steel" d="M8-14v9M16-14v9M24-14v9M32-14v9"/>
        <path class="c-red" d="M6-11h4v2.5H6Zm16 3h4v2.5h-4Z"/>
        <path class="c-yellow" d="M14-8h4v2.5h-4Zm16-4h4v2.5h-4Z"/>
        <path class="c-leaf" d="M5-22h3v3H5Zm6 0h3v3h-3Zm6 0h3v3h-3Zm6 0h3v3h-3Z"/>
    """,
    "models": """
        <path class="c-wood c-edge" d="M0-14h38v3H0Z"/>
        <path class="c-walnut" d="M3-11h3V0H3Zm29 0h3V0h-3Z"/>
        <path class="c-cream c-edge" d="M4-14v-10h7v10Zm9 0v-18h7v18Zm9 0v-7h12v7Z"/>
        <path class="c-thread-soft" d="M6-21h3M6-18h3M15-29h3M15-25h3M15-21h3M15-17h3"/>
    """,
    "moon-window": """
        <rect class="c-cream c-edge" x="0" y="-43" width="24" height="25"/>
        <rect class="c-azure-deep" x="2" y="-41" width="20" height="21"/>
        <path class="c-yellow" d="M15-38a6 6 0 1 0 3 9 5 5 0 0 1-3-9Z"/>
        <path class="c-wood c-edge" d="M-2-19h28v3H-2Z"/>
    """,
    "music-stand": """
        <path class="c-thread" d="M9 0v-20M3 0h12"/>
        <path class="c-cream c-edge" d="M0-31h8.5l1 1 1-1H19v11H0Z"/>
        <path class="c-thread-soft" d="M3-28h4M3-25h4M3-22h4M12-28h4M12-25h4M12-22h4"/>
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
    "palm": """
        <path class="c-thread" d="M10-8q-1-12 0-18"/>
        <path class="c-leaf c-edge" d="M10-26Q2-36-4-27q6-3 14 1Zm0 0q10-9 15 1-6-4-15-1Zm0 0Q7-40-1-39q7 3 11 13Z
          m0 0q2-14 11-12-7 3-11 12Z"/>
        <path class="@deep c-edge" d="M3-9h14l-2 9H5Z"/>
    """,
    "panorama": """
        <rect class="c-cream c-edge" x="0" y="-43" width="46" height="30"/>
        <path class="c-glass" d="M2-41h13v26H2Zm15 0h12v26H17Zm14 0h13v26H31Z"/>
        <path class="c-haze" d="M2-15v-7h4v-6h5v8h4v5Zm15 0v-10h5v4h7v6Zm14 0v-5h4v-8h6v5h3v8Z"/>
    """,
    "parcels": """
        <rect class="c-wood c-edge" x="0" y="-12" width="18" height="12"/>
        <rect class="c-wood c-edge" x="19" y="-16" width="14" height="16"/>
        <rect class="c-cream c-edge" x="3" y="-21" width="14" height="9"/>
        <path class="c-red" d="M8-12h2.5V0H8Zm17-4h2.5V0H25ZM9-21h2v9H9Z"/>
        <path class="c-thread-red" d="M3-17h14"/>
    """,
    "partition": """
        <rect class="@deep" x="0" y="-50" width="4" height="50"/>
    """,
    "piano": """
        <path class="c-coal" d="M0-32h34v32h-3v-10H3V0H0Z"/>
        <path class="c-cream c-edge" d="M-2-17h38v4H-2Z"/>
        <path class="c-coal" d="M2-17h1.5v2.5H2Zm5 0h1.5v2.5H7Zm5 0h1.5v2.5H12Zm5 0h1.5v2.5H17Zm5 0h1.5v2.5H22Zm5
          0h1.5v2.5H27Z"/>
        <path class="c-cream" d="M10-29h6v9h-6Zm7 0h6v9h-6Z"/>
        <path class="c-walnut" d="M-2-13h38v2H-2Z"/>
    """,
    "pinboard": """
        <rect class="c-cream c-edge" x="0" y="-43" width="32" height="20"/>
        <path class="c-red" d="M4-38h8v6H4Z"/>
        <path class="c-blue" d="M14-40h6v5h-6Z"/>
        <path class="c-yellow" d="M22-38h7v8h-7Z"/>
        <path class="c-thread" d="M5-27h14M14-32h5"/>
    """,
    "ping-pong": """
        <path class="c-slate" d="M5-14h3V0H5Zm30 0h3V0h-3Z"/>
        <path class="c-pine c-edge" d="M0-18h43v4H0Z"/>
        <path class="c-cream" d="M20.5-23h2v5h-2Z"/>
        <circle class="c-cream c-edge" cx="31" cy="-25" r="2"/>
        <path class="c-red c-edge" d="M4-24a4 4 0 1 1 5 3l1 3H7l-.5-3q-2 0-2.5-3Z"/>
    """,
    "plane": """
        <path class="c-cream c-edge" d="M0-33q10-1 16 0l6-8h3l-3 8q6 0 8-5h2l-1 8q-2 3-8 3l4 7h-3l-8-7q-8
          1-15-2-2-2-1-4Z"/>
    """,
    "plant": """
        <path class="c-pine" d="M6-8C0-12-1-20 2-24c2 3 3 6 3.5 9C6-20 7-25 11-27c1 6-1 13-4 19Z"/>
        <path class="c-leaf" d="M6-8c1-6 4-10 8-11 0 5-3 9-7 11ZM5-8c-1-4-4-7-7-7 0 4 3 7 6 7Z"/>
        <path class="c-red c-edge" d="M1-9h10l-1.5 9h-7Z"/>
    """,
    "post-box": """
        <path class="c-red c-edge" d="M0 0v-27q0-6 7.5-6t7.5 6V0Z"/>
        <path class="c-coal" d="M3-24h9v2.5H3Z"/>
        <path class="c-cream" d="M4-18h7v7H4Z"/>
        <path class="c-coal" d="M-1-2h17v2H-1Z"/>
    """,
    "poster": """
        <rect class="c-cream c-edge" x="0" y="-42" width="14" height="19"/>
        <path class="@main" d="M2-40h10v8H2Z"/>
        <path class="c-coal" d="M3-30h8v1.5H3Zm0 3h6v1.5H3Z"/>
    """,
    "pots": """
        <rect class="c-steel c-edge" x="0" y="-17" width="42" height="17"/>
        <path class="c-coal" d="M4-12h10v9H4Zm16 0h10v9H20Z"/>
        <path class="c-red c-edge" d="M2-28h16v11H2Z"/>
        <path class="c-slate c-edge" d="M23-25h15v8H23ZM1-30h18v2.5H1Z"/>
        <path class="c-thread-soft" d="M6-34q-2-4 1-7M13-34q-2-4 1-7M28-29q-2-4 1-7"/>
    """,
    "reception": """
        <path class="c-walnut c-edge" d="M6-44h32v14H6Z"/>
        <path class="c-yellow" d="M10-41h2v4h-2Zm6 0h2v4h-2Zm6 0h2v4h-2Zm6 0h2v4h-2Zm-18 6h2v3h-2Zm12 0h2v3h-2Zm12
          0h2v3h-2Z"/>
        <path class="@main c-edge" d="M0-20h44V0H0Z"/>
        <path class="@deep" d="M4-16h36v12H4Z"/>
        <path class="c-yellow" d="M20-13h4v6h-4Z"/>
        <path class="c-wood c-edge" d="M-2-23h48v4H-2Z"/>
        <path class="c-yellow c-edge" d="M30-24a3.5 3.5 0 0 1 7 0Z"/>
    """,
    "record": """
        <circle class="c-coal" cx="9" cy="-34" r="9"/>
        <circle class="c-red" cx="9" cy="-34" r="3.5"/>
        <circle class="c-cream" cx="9" cy="-34" r="1"/>
    """,
    "records": """
        <rect class="c-wood c-edge" x="0" y="-12" width="30" height="12"/>
        <path class="c-red" d="M3-18h4v6H3Z"/>
        <path class="c-yellow" d="M8-19h4v7H8Z"/>
        <path class="c-blue" d="M13-18h4v6h-4Z"/>
        <path class="c-coal" d="M18-19h4v7h-4Z"/>
        <path class="c-leaf" d="M23-18h4v6h-4Z"/>
    """,
    "roaster": """
        <path class="c-steel" d="M5-10h3V0H5Zm20 0h3V0h-3Z"/>
        <rect class="c-red c-edge" x="0" y="-26" width="32" height="17" rx="8"/>
        <path class="c-steel c-edge" d="M8-34h12l-3 8h-6Z"/>
        <path class="c-steel c-edge" d="M25-26v-24h5v24Z"/>
        <circle class="c-glass c-edge" cx="11" cy="-17.5" r="4"/>
    """,
    "roulette": """
        <path class="c-walnut" d="M12-10h4V0h-4Z"/>
        <path class="c-leaf c-edge" d="M-2-15h32l-3 6H1Z"/>
        <ellipse class="c-red c-edge" cx="8" cy="-16" rx="7" ry="2.5"/>
        <path class="c-yellow" d="M18-17h8v1.5h-8Z"/>
    """,
    "sack": """
        <path class="c-wood c-edge" d="M1 0q-3-10 2-14l-1-4h11l-1 4q5 4 2 14Z"/>
        <path class="c-walnut" d="M5-9q2.5-2 5 0-2.5 3-5 0Z"/>
    """,
    "sale": """
        <path class="c-thread" d="M6-50v6M28-50v6"/>
        <rect class="c-red c-edge" x="0" y="-44" width="34" height="14" rx="1"/>
        <path class="c-thread-cream" d="M13-33l9-8"/>
        <circle class="c-thread-cream" cx="13.5" cy="-39.5" r="2"/>
        <circle class="c-thread-cream" cx="21.5" cy="-34.5" r="2"/>
    """,
    "scaffold": """
        <path class="c-thread-steel" d="M2 0v-50M46 0v-50M90 0v-50M2-4l42-20M46-4l42-20M2-26l42-20M46-26l42-20"/>
        <path class="c-wood c-edge" d="M-4-27h100v3H-4Zm0 24h100v3H-4Z"/>
        <path class="c-thread-yellow" d="M2-36h88M2-13h88"/>
    """,
    "scales": """
        <path class="c-thread" d="M11-24v-17M2-38q9-5 18 0M2-38l-4 8h8ZM20-38l-4 8h8Z"/>
        <path class="c-yellow c-edge" d="M-3-30h10q-1 4-5 4t-5-4Zm18 0h10q-1 4-5 4t-5-4Zm-8 6h8v2H7Z"/>
    """,
    "servers": """
        <rect class="c-slate c-edge" x="0" y="-42" width="18" height="42" rx="1"/>
        <path class="c-coal" d="M2-40h14v6H2Zm0 8h14v6H2Zm0 8h14v6H2Zm0 8h14v6H2Zm0 8h14v6H2Z"/>
        <path class="c-leaf" d="M4-38h2v2H4Zm0 8h2v2H4Zm0 8h2v2H4Zm0 16h2v2H4Z"/>
        <path class="c-yellow" d="M8-38h2v2H8Zm0 16h2v2H8ZM4-14h2v2H4Zm4 8h2v2H8Z"/>
        <path class="c-red" d="M12-30h2v2h-2Zm0 16h2v2h-2Z"/>
    """,
    "shell": """
        <path class="@wall" d="M0-50h160V0H0Z"/>
        <path class="@floor" d="M0-12h160V0H0Z"/>
        <path class="@deep" d="M0-50h5V0H0Zm155 0h5V0h-5Z"/>
        <path class="c-shade" d="M5-50h150v3H5Z"/>
    """,
    "shelf": """
        <rect class="c-wood c-edge" x="0" y="-38" width="22" height="38"/>
        <path class="c-walnut" d="M2-36h18v10H2Zm0 12h18v10H2Zm0 12h18v10H2Z"/>
        <path class="c-red" d="M4-34h3v8H4Zm9 12h3v8h-3Z"/>
        <path class="c-yellow" d="M8-33h3v7H8ZM4-21h3v7H4Zm8 12h3v7h-3Z"/>
        <path class="c-blue" d="M12-35h3v9h-3ZM8-22h3v8H8ZM4-10h3v8H4Z"/>
        <path class="c-cream" d="M16-32h2v6h-2ZM8-9h2v7H8Z"/>
    """,
    "showcase": """
        <rect class="c-glass c-edge" x="0" y="-24" width="34" height="14"/>
        <rect class="@deep c-edge" x="0" y="-10" width="34" height="10"/>
        <path class="c-yellow" d="m5-12 2-5 2 5Zm20 0 2-5 2 5Z"/>
        <path class="c-red" d="m15-12 2-6 2 6Z"/>
        <path class="c-wood" d="M-1-25h36v2.5H-1Z"/>
    """,
    "skylight": """
        <path class="c-cream c-edge" d="M0-18 9-44h34l-9 26Z"/>
        <path class="c-glass" d="M3.5-20 11-42h12.5L16-20ZM18.5-20 26-42h13.5L32-20Z"/>
    """,
    "slot-machine": """
        <path class="c-red c-edge" d="M0-30q0-4 7-4t7 4V0H0Z"/>
        <rect class="c-cream c-edge" x="2" y="-27" width="10" height="8"/>
        <path class="c-yellow" d="M4-25h2v4H4Zm3.5 0h2v4h-2Z"/>
        <path class="c-yellow" d="M3-12h8v3H3Z"/>
        <path class="c-thread" d="M14-18h2v-8"/>
        <circle class="c-yellow" cx="16" cy="-27" r="2"/>
    """,
    "sofa": """
        <path class="@deep c-edge" d="M4-21h24q3 0 3 3v8H1v-8q0-3 3-3Z"/>
        <path class="@main c-edge" d="M-2-13q4-1 5 3h26q1-4 5-3v10H-2Z"/>
        <path class="c-coal" d="M1-3h3v3H1Zm27 0h3v3h-3Z"/>
    """,
    "speaker": """
        <rect class="c-coal" x="0" y="-26" width="13" height="26" rx="1"/>
        <circle class="c-steel" cx="6.5" cy="-8" r="4.5"/>
        <circle class="c-steel" cx="6.5" cy="-19" r="3"/>
    """,
    "stage": """
        <path class="c-coal" d="M10-46h64v38H10Z"/>
        <path class="c-beam-yellow" d="M42-46 26-8h32Z"/>
        <path class="c-red c-edge" d="M0-48h84v6q-7 5-14 0-7 5-14 0-7 5-14 0-7 5-14 0-7 5-14 0-7 5-14 0Zm0 6h12q2
          18-4 34H0Zm84 0H72q-2 18 4 34h8Z"/>
        <path class="c-wood c-edge" d="M-2-8h88v8H-2Z"/>
        <path class="c-walnut" d="M-2-5h88v1.5H-2Z"/>
    """,
    "stairs": """
        <path class="c-wood c-edge" d="M0 0v-6h6v-6h6v-6h6v-6h6v-6h6v-6h8V0Z"/>
        <path class="c-thread" d="M3-6v-14M33-36v-11M3-20l30-27"/>
    """,
    "teddy": """
        <circle class="c-wood c-edge" cx="4" cy="-21" r="2.5"/>
        <circle class="c-wood c-edge" cx="14" cy="-21" r="2.5"/>
        <path class="c-wood c-edge" d="M2-5q-3-8 7-8t7 8q3 5-2 5H4q-5 0-2-5Z"/>
        <circle class="c-wood c-edge" cx="9" cy="-17" r="6"/>
        <circle class="c-cream" cx="9" cy="-15" r="2.5"/>
        <path class="c-coal" d="M6-19h1.5v1.5H6Zm4.5 0H12v1.5h-1.5Zm-2.5 3h2v1H8Z"/>
        <path class="c-red" d="M5-12h3l1 1.5 1-1.5h3v3h-3l-1-1.5-1 1.5H5Z"/>
    """,
    "telescope": """
        <path class="c-thread" d="M12-18 5 0M12-18l7 18M12-18V0"/>
        <path class="@deep c-edge" d="M2-19l16-12 4 5L6-14Z"/>
        <path class="c-steel c-edge" d="M17-32l4-3 5 7-4 3Z"/>
    """,
    "till": """
        <rect class="c-coal" x="0" y="-30" width="10" height="7" rx="1"/>
        <rect class="c-glass" x="2" y="-28.5" width="6" height="2.5"/>
    """,
    "tools": """
        <path class="c-wood c-edge" d="M0-46h30v3H0Z"/>
        <path class="c-steel c-edge" d="M4-43h3v9H4Zm8 0h3v12h-3Zm8 0h7l-2 9h-3Z"/>
    """,
    "towels": """
        <path class="c-wood c-edge" d="M0-28h24v2.5H0Zm0 14h24v2.5H0Z"/>
        <path class="c-cream c-edge" d="M2-33h9v5H2Zm11-1h9v6h-9Zm-9 15h8v5H4Z"/>
        <path class="@main c-edge" d="M13-18h9v4h-9ZM2-36h9v3H2Z"/>
    """,
    "toys": """
        <rect class="c-red c-edge" x="0" y="-9" width="9" height="9"/>
        <rect class="c-blue c-edge" x="9.5" y="-9" width="9" height="9"/>
        <rect class="c-yellow c-edge" x="5" y="-18" width="9" height="9"/>
        <path class="c-leaf c-edge" d="M23 0v-5h4l2-5h4v5h3v5Z"/>
        <circle class="c-coal" cx="26" cy="0" r="2"/>
        <circle class="c-coal" cx="33" cy="0" r="2"/>
    """,
    "tray": """
        <path class="c-steel c-edge" d="M0-20h40v3H0Z"/>
        <path class="c-slate" d="M2-17h2V0H2Zm34 0h2V0h-2Z"/>
        <path class="c-cream c-edge" d="M4-23h9v3H4Z"/>
        <path class="c-red c-edge" d="M16-25a4.5 4.5 0 0 1 9 0v5h-9Z"/>
        <path class="c-cream c-edge" d="M28-23h9v3h-9Z"/>
    """,
    "treadmill": """
        <path class="c-coal" d="M0-4h34v4H0Z"/>
        <path class="c-thread-bold" d="M28-4l5-22"/>
        <path class="c-slate c-edge" d="M28-31h9l-1 5h-9Z"/>
        <path class="c-thread" d="M20-17h11"/>
    """,
    "tv": """
        <rect class="c-coal" x="0" y="-36" width="28" height="18" rx="1"/>
        <rect class="c-blue" x="2" y="-34" width="24" height="14"/>
        <path class="c-leaf" d="M2-20l8-7 6 4 5-4 5 4v3Z"/>
        <path class="c-wood c-edge" d="M-3-13h34V0H-3Z"/>
        <path class="c-walnut" d="M0-10h12v7H0Zm16 0h12v7H16Z"/>
        <path class="c-coal" d="M10-18h8v5h-8Z"/>
    """,
    "vault": """
        <rect class="c-steel c-edge" x="0" y="-42" width="38" height="42"/>
        <circle class="c-slate c-edge" cx="19" cy="-21" r="15"/>
        <circle class="c-steel" cx="19" cy="-21" r="11"/>
        <path class="c-thread-bold" d="M19-29v16M11-21h16M13.4-26.6l11.2 11.2M24.6-26.6 13.4-15.4"/>
        <circle class="c-yellow c-edge" cx="19" cy="-21" r="3.5"/>
    """,
    "washer": """
        <rect class="c-cream c-edge" x="0" y="-24" width="19" height="24" rx="1"/>
        <circle class="c-steel c-edge" cx="9.5" cy="-10" r="6.5"/>
        <path class="c-blue" d="M4-9q3-3 5.5 0t5.5 0a5.5 5.5 0 0 1-11 0Z"/>
        <path class="c-coal" d="M3-21.5h5v2H3Z"/>
        <circle class="c-red" cx="15" cy="-20.5" r="1.5"/>
    """,
    "weights": """
        <path class="c-thread-bold" d="M4-7h30"/>
        <path class="c-coal" d="M4-14h4V0H4Zm5 2h3v10H9Zm21-2h4V0h-4Zm-4 2h3v10h-3Z"/>
        <path class="c-slate c-edge" d="M0-26h38v3H0Z"/>
        <path class="c-red c-edge" d="M3-31h4v5H3Zm8 0h4v5h-4Z"/>
        <path class="c-blue c-edge" d="M20-32h5v6h-5Zm9 0h5v6h-5Z"/>
        <path class="c-thread" d="M2-23v7M36-23v7"/>
    """,
    "window": """
        <rect class="c-cream c-edge" x="0" y="-42" width="22" height="24"/>
        <rect class="c-glass" x="2" y="-40" width="8" height="20"/>
        <rect class="c-glass" x="12" y="-40" width="8" height="20"/>
        <rect class="c-wood c-edge" x="-2" y="-19" width="26" height="3"/>
    """,
}

PEOPLE: dict[str, str] = {
    "man": """
        <circle class="$skin c-edge" cx="5" cy="-23" r="3.6"/>
        <path class="$hair" d="M1.3-23.5q0-4.5 3.7-4.5t3.7 4q-2-2-4-1.5-2 0-3.4 2Z"/>
        <path class="$coat c-edge" d="M0-9q0-10 5-10t5 10l-2 .5V0H2v-8.5Z"/>
    """,
    "woman": """
        <path class="$hair" d="M.8-20q-1-8 4.2-8t4.2 8Z"/>
        <circle class="$skin c-edge" cx="5" cy="-23" r="3.4"/>
        <path class="$hair" d="M1.5-23q0-4 3.5-4.5 3.5.5 3.5 3.5-3 .5-7 1Z"/>
        <path class="$coat c-edge" d="M5-19q4 0 4 6l2 9H-1l2-9q0-6 4-6Z"/>
        <path class="$skin" d="M2.5-4h2V0h-2Zm3.5 0h2V0H6Z"/>
    """,
    "kid": """
        <circle class="$skin c-edge" cx="4" cy="-14" r="3"/>
        <path class="$hair" d="M1-14.5q0-3.5 3-3.5t3 3q-3-1-6 .5Z"/>
        <path class="$coat c-edge" d="M0-4q0-7 4-7t4 7l-1.5.5V0h-5v-3.5Z"/>
    """,
}
"""People: `$skin`, `$hair` and `$coat` are filled in, so that a crowd is not made of twins."""
