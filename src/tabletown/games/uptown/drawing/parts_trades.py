"""Machines, tools and wares of trades: what tells a bakery from a bank.

Every part stands on y = 0 and reaches up to at most y = -50. A class that begins with `@` takes the colours of the
room's type (`@main`, `@wall`, `@deep`); `rooms.py` fills it in.
"""

TRADES: dict[str, str] = {
    "bike": """
        <circle class="c-thread" cx="7" cy="-7" r="6.5"/>
        <circle class="c-thread" cx="27" cy="-7" r="6.5"/>
        <path class="c-thread-red" d="M7-7l6-10h10l4 10M13-17l5 10 5-10M12-19h4M23-17l-1.5-4h4M7-7h11"/>
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
    "cakes": """
        <path class="c-steel c-edge" d="M0-12h14v2H0Zm6 2h2v9h3v1H3v-1h3Zm14-8h14v2H20Zm6 2h2v15h3v1h-8v-1h3Z"/>
        <path class="c-cream c-edge" d="M2-19h10v7H2Z"/>
        <path class="c-red" d="M2-19h10v2.5H2Z"/>
        <circle class="c-red c-edge" cx="7" cy="-21" r="2"/>
        <path class="c-walnut c-edge" d="M22-25h10v7H22Z"/>
        <path class="c-cream" d="M22-25h10v2q-2.5 3-5 0-2.5 3-5 0Z"/>
        <path class="c-yellow" d="M26.5-30h1.5v5h-1.5Z"/>
    """,
    "circular-saw": """
        <path class="c-steel c-edge" d="M0-16h34v4H0Z"/>
        <path class="c-slate" d="M3-12h3V0H3Zm25 0h3V0h-3Z"/>
        <circle class="c-steel c-edge" cx="17" cy="-18" r="8"/>
        <circle class="c-red" cx="17" cy="-18" r="2"/>
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
    "dentist-chair": """
        <path class="c-steel c-edge" d="M12-8h6v8h-6ZM6-2h18v2H6Z"/>
        <path class="@main c-edge" d="M0-26q3-3 6 0l6 11h14q4 0 5 4l1 7h-5l-2-5H10q-4 0-6-4Z"/>
        <path class="c-thread" d="M36 0v-36q0-6-6-6h-8"/>
        <path class="c-yellow c-edge" d="M14-45h9l2 6H12Z"/>
    """,
    "drafting": """
        <path class="c-walnut" d="M6-14h3V0H6Zm24-8h3V0h-3Z"/>
        <path class="c-wood c-edge" d="M0-13 34-30l2 4L2-9Z"/>
        <path class="c-cream c-edge" d="M6-17l22-11 2 4L8-13Z"/>
        <path class="c-thread" d="M34-30v-8l-8-4"/>
        <path class="c-yellow c-edge" d="M21-40l6-4 2 5Z"/>
    """,
    "easel": """
        <path class="c-thread" d="M4 0l8-38L20 0M12-30V0"/>
        <rect class="c-cream c-edge" x="0" y="-34" width="24" height="20"/>
        <path class="c-blue" d="M2-32h20v9H2Z"/>
        <path class="c-leaf" d="M2-23l7-5 5 3 8-3v12H2Z"/>
        <circle class="c-yellow" cx="17" cy="-28" r="2.5"/>
        <path class="c-walnut" d="M-1-14h26v2H-1Z"/>
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
    "gears": """
        <path class="c-steel c-edge" d="M9-44h4l.5 3 3 1 2.5-1.5 2.5 2.5L20-36.5l1 3 3 .5v4l-3 .5-1 3 1.5 2.5-2.5
          2.5-2.5-1.5-3
          1-.5 3H9l-.5-3-3-1L3-20.5.5-23 2-25.5l-1-3-3-.5v-4l3-.5 1-3L.5-39 3-41.5 5.5-40l3-1Z"/>
        <circle class="@wall c-edge" cx="11" cy="-31" r="4"/>
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
    "ladder": """
        <path class="c-thread" d="M0 0l5-40M10 0l5-40M1-6h10M2-13h10M3-20h10M4-27h10M4.5-34h10"/>
    """,
    "machine": """
        <path class="c-steel c-edge" d="M0-38h20v6h-3v9H3v-9H0Z"/>
        <path class="c-red" d="M2-36h16v2H2Z"/>
        <path class="c-coal" d="M6-32h2v4H6Zm6 0h2v4h-2Z"/>
        <rect class="c-cream" x="5" y="-27" width="4" height="4"/>
    """,
    "mannequin": """
        <path class="c-thread" d="M8-12V0M3 0h10"/>
        <path class="@main c-edge" d="M4-32h8q3 4 1 9l2 11H1l2-11q-2-5 1-9Z"/>
        <path class="c-wood c-edge" d="M6.5-37h3v5h-3Z"/>
    """,
    "microphone": """
        <path class="c-thread" d="M6 0v-22M1 0h10"/>
        <rect class="c-coal" x="2.5" y="-32" width="7" height="11" rx="3.5"/>
        <path class="c-thread-steel" d="M4-28h4M4-25.5h4"/>
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
    "music-stand": """
        <path class="c-thread" d="M9 0v-20M3 0h12"/>
        <path class="c-cream c-edge" d="M0-31h8.5l1 1 1-1H19v11H0Z"/>
        <path class="c-thread-soft" d="M3-28h4M3-25h4M3-22h4M12-28h4M12-25h4M12-22h4"/>
    """,
    "parcels": """
        <rect class="c-wood c-edge" x="0" y="-12" width="18" height="12"/>
        <rect class="c-wood c-edge" x="19" y="-16" width="14" height="16"/>
        <rect class="c-cream c-edge" x="3" y="-21" width="14" height="9"/>
        <path class="c-red" d="M8-12h2.5V0H8Zm17-4h2.5V0H25ZM9-21h2v9H9Z"/>
        <path class="c-thread-red" d="M3-17h14"/>
    """,
    "plane": """
        <path class="c-cream c-edge" d="M0-33q10-1 16 0l6-8h3l-3 8q6 0 8-5h2l-1 8q-2 3-8 3l4 7h-3l-8-7q-8
          1-15-2-2-2-1-4Z"/>
    """,
    "post-box": """
        <path class="c-red c-edge" d="M0 0v-27q0-6 7.5-6t7.5 6V0Z"/>
        <path class="c-coal" d="M3-24h9v2.5H3Z"/>
        <path class="c-cream" d="M4-18h7v7H4Z"/>
        <path class="c-coal" d="M-1-2h17v2H-1Z"/>
    """,
    "pots": """
        <rect class="c-steel c-edge" x="0" y="-17" width="42" height="17"/>
        <path class="c-coal" d="M4-12h10v9H4Zm16 0h10v9H20Z"/>
        <path class="c-red c-edge" d="M2-28h16v11H2Z"/>
        <path class="c-slate c-edge" d="M23-25h15v8H23ZM1-30h18v2.5H1Z"/>
        <path class="c-thread-soft" d="M6-34q-2-4 1-7M13-34q-2-4 1-7M28-29q-2-4 1-7"/>
    """,
    "record": """
        <circle class="c-coal" cx="9" cy="-34" r="9"/>
        <circle class="c-red" cx="9" cy="-34" r="3.5"/>
        <circle class="c-cream" cx="9" cy="-34" r="1"/>
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
    "slot-machine": """
        <path class="c-red c-edge" d="M0-30q0-4 7-4t7 4V0H0Z"/>
        <rect class="c-cream c-edge" x="2" y="-27" width="10" height="8"/>
        <path class="c-yellow" d="M4-25h2v4H4Zm3.5 0h2v4h-2Z"/>
        <path class="c-yellow" d="M3-12h8v3H3Z"/>
        <path class="c-thread" d="M14-18h2v-8"/>
        <circle class="c-yellow" cx="16" cy="-27" r="2"/>
    """,
    "till": """
        <rect class="c-coal" x="0" y="-30" width="10" height="7" rx="1"/>
        <rect class="c-glass" x="2" y="-28.5" width="6" height="2.5"/>
    """,
    "tools": """
        <path class="c-wood c-edge" d="M0-46h30v3H0Z"/>
        <path class="c-steel c-edge" d="M4-43h3v9H4Zm8 0h3v12h-3Zm8 0h7l-2 9h-3Z"/>
    """,
    "treadmill": """
        <path class="c-coal" d="M0-4h34v4H0Z"/>
        <path class="c-thread-bold" d="M28-4l5-22"/>
        <path class="c-slate c-edge" d="M28-31h9l-1 5h-9Z"/>
        <path class="c-thread" d="M20-17h11"/>
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
}
