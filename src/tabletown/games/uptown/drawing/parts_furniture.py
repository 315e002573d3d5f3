"""Furniture: what people sit at, lie on, play with and keep things in.

Every part stands on y = 0 and reaches up to at most y = -50. A class that begins with `@` takes the colours of the
room's type (`@main`, `@wall`, `@deep`); `rooms.py` fills it in.
"""

FURNITURE: dict[str, str] = {
    "armchair": """
        <path class="@deep c-edge" d="M3-22h13q3 0 3 3v10H0v-10q0-3 3-3Z"/>
        <path class="@main c-edge" d="M-3-13q4-1 5 3h15q1-4 5-3v10H-3Z"/>
        <path class="c-coal" d="M-1-3h3v3h-3Zm18 0h3v3h-3Z"/>
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
    "bistro-table": """
        <path class="c-coal" d="M12-15h2V0h-2Z"/>
        <rect class="c-wood c-edge" x="3" y="-17.5" width="20" height="3"/>
        <path class="c-cream c-edge" d="M8-22h5v2a2.5 2.5 0 0 1-5 0Z"/>
        <path class="c-cream c-edge" d="M15-22h5v2a2.5 2.5 0 0 1-5 0Z"/>
        <path class="c-coal" d="M-3-11h7v2.5h-1l1.5 8.5H2.5L1-8.5-.5 0H-2.5l1-8.5H-3Zm25 0h7v2.5h-1L29.5 0H27.5L26-8.5
          24.5 0H22.5L24-8.5h-2Z"/>
    """,
    "bunk": """
        <path class="c-wood c-edge" d="M0-38h3V0H0Zm35 0h3V0h-3Z"/>
        <path class="c-walnut" d="M3-8h32v3H3Zm0-17h32v3H3Z"/>
        <path class="@main c-edge" d="M12-13h20q3 0 3 3v2H12Zm0-17h20q3 0 3 3v2H12Z"/>
        <path class="c-cream c-edge" d="M4-13h8v5H4Zm0-17h8v5H4Z"/>
        <path class="c-thread" d="M29-25v17M34-25v17M29-20h5M29-15h5"/>
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
    "cinema-seats": """
        <path class="@deep c-edge" d="M0 0v-10q0-3 4.5-3T9-10V0Zm13 0v-10q0-3 4.5-3t4.5 3V0Zm13 0v-10q0-3 4.5-3t4.5
          3V0Zm13 0v-10q0-3 4.5-3t4.5 3V0Z"/>
    """,
    "clothes": """
        <path class="c-thread" d="M2 0v-32h32V0"/>
        <path class="c-red c-edge" d="M5-30l3-2 3 2 1 14H4Z"/>
        <path class="c-blue c-edge" d="M13-30l3-2 3 2 1 17h-8Z"/>
        <path class="c-yellow c-edge" d="M21-30l3-2 3 2 1 13h-8Z"/>
    """,
    "counter": """
        <rect class="@main c-edge" x="0" y="-20" width="46" height="20"/>
        <path class="@deep" d="M4-15h10v11H4Zm14 0h10v11H18Zm14 0h10v11H32Z"/>
        <rect class="c-wood c-edge" x="-2" y="-23" width="50" height="4"/>
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
    "dust-sheet": """
        <path class="c-cream c-edge" d="M0 0q1-12 3-20 6-5 12-2 8-10 18-5 9-2 13 5 9 0 10 6l3 16q-5-3-9 0-5-4-10
          0-5-4-10 0-5-4-10 0-5-4-10 0-5-4-10 0Z"/>
        <path class="c-thread-soft" d="M10-16q-1 8 1 14M24-20q2 10 0 18M40-18q-2 8 1 16M53-12q-1 5 1 10"/>
    """,
    "files": """
        <rect class="c-steel c-edge" x="0" y="-36" width="16" height="36"/>
        <rect class="c-steel c-edge" x="17" y="-28" width="16" height="28"/>
        <path class="c-slate" d="M2-34h12v9H2Zm0 11h12v9H2Zm0 11h12v9H2Zm17-14h12v10H19Zm0 12h12v10H19Z"/>
        <path class="c-cream" d="M6-30h4v1.5H6Zm0 11h4v1.5H6Zm0 11h4v1.5H6Zm17-14h4v1.5h-4Zm0 12h4v1.5h-4Z"/>
    """,
    "globe": """
        <circle class="c-blue c-edge" cx="9" cy="-20" r="8"/>
        <path class="c-leaf" d="M4-24q4-4 7-1-1 4-5 4Zm6 5q4-2 5 1-2 4-5 3Z"/>
        <path class="c-walnut" d="M8-12h2v5h4v2H4v-2h4Z"/>
        <path class="c-wood c-edge" d="M-3-5h24V0H-3Z"/>
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
    "mailboxes": """
        <rect class="c-wood c-edge" x="0" y="-38" width="28" height="24"/>
        <path class="c-cream" d="M2-36h7v6H2Zm8.5 0h7v6h-7Zm8.5 0h7v6h-7ZM2-28.5h7v6H2Zm8.5 0h7v6h-7Zm8.5
          0h7v6h-7ZM2-21h7v5H2Zm8.5
          0h7v5h-7Zm8.5 0h7v5h-7Z"/>
        <path class="c-red" d="M4-33h3v1H4Zm8.5 7.5h3v1h-3ZM21-33h3v1h-3Zm0 14.5h3v1h-3Z"/>
    """,
    "mattress": """
        <path class="c-steel c-edge" d="M0-5h34q3 0 3 2.5T34 0H0q-2 0-2-2.5T0-5Z"/>
        <path class="c-blue" d="M12-7h20v3H12Z"/>
    """,
    "palm": """
        <path class="c-thread" d="M10-8q-1-12 0-18"/>
        <path class="c-leaf c-edge" d="M10-26Q2-36-4-27q6-3 14 1Zm0 0q10-9 15 1-6-4-15-1Zm0 0Q7-40-1-39q7 3 11 13Z
          m0 0q2-14 11-12-7 3-11 12Z"/>
        <path class="@deep c-edge" d="M3-9h14l-2 9H5Z"/>
    """,
    "piano": """
        <path class="c-coal" d="M0-32h34v32h-3v-10H3V0H0Z"/>
        <path class="c-cream c-edge" d="M-2-17h38v4H-2Z"/>
        <path class="c-coal" d="M2-17h1.5v2.5H2Zm5 0h1.5v2.5H7Zm5 0h1.5v2.5H12Zm5 0h1.5v2.5H17Zm5 0h1.5v2.5H22Zm5
          0h1.5v2.5H27Z"/>
        <path class="c-cream" d="M10-29h6v9h-6Zm7 0h6v9h-6Z"/>
        <path class="c-walnut" d="M-2-13h38v2H-2Z"/>
    """,
    "ping-pong": """
        <path class="c-slate" d="M5-14h3V0H5Zm30 0h3V0h-3Z"/>
        <path class="c-pine c-edge" d="M0-18h43v4H0Z"/>
        <path class="c-cream" d="M20.5-23h2v5h-2Z"/>
        <circle class="c-cream c-edge" cx="31" cy="-25" r="2"/>
        <path class="c-red c-edge" d="M4-24a4 4 0 1 1 5 3l1 3H7l-.5-3q-2 0-2.5-3Z"/>
    """,
    "plant": """
        <path class="c-pine" d="M6-8C0-12-1-20 2-24c2 3 3 6 3.5 9C6-20 7-25 11-27c1 6-1 13-4 19Z"/>
        <path class="c-leaf" d="M6-8c1-6 4-10 8-11 0 5-3 9-7 11ZM5-8c-1-4-4-7-7-7 0 4 3 7 6 7Z"/>
        <path class="c-red c-edge" d="M1-9h10l-1.5 9h-7Z"/>
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
    "records": """
        <rect class="c-wood c-edge" x="0" y="-12" width="30" height="12"/>
        <path class="c-red" d="M3-18h4v6H3Z"/>
        <path class="c-yellow" d="M8-19h4v7H8Z"/>
        <path class="c-blue" d="M13-18h4v6h-4Z"/>
        <path class="c-coal" d="M18-19h4v7h-4Z"/>
        <path class="c-leaf" d="M23-18h4v6h-4Z"/>
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
    "tv": """
        <rect class="c-coal" x="0" y="-36" width="28" height="18" rx="1"/>
        <rect class="c-blue" x="2" y="-34" width="24" height="14"/>
        <path class="c-leaf" d="M2-20l8-7 6 4 5-4 5 4v3Z"/>
        <path class="c-wood c-edge" d="M-3-13h34V0H-3Z"/>
        <path class="c-walnut" d="M0-10h12v7H0Zm16 0h12v7H16Z"/>
        <path class="c-coal" d="M10-18h8v5h-8Z"/>
    """,
}
