"""Things in the open: parks, streets and all that stands on top of houses. Made like furniture (see there)."""

OUTDOORS: dict[str, str] = {
    "aerial": """
        <path class="c-thread" d="M6 0v-30M0-28h12M1-24h10M2-20h8"/>
    """,
    "apple-tree": """
        <path class="c-walnut" d="M11-16h4V0h-4Z"/>
        <path class="c-leaf c-edge" d="M13-42c7 0 10 4 10 8 5 1 6 6 3 9-2 4-6 4-9 3-3 2-6 2-9 0-4 1-8-1-9-5 0-4 1-6
          4-7 0-5 4-8 10-8Z"/>
        <circle class="c-red" cx="7" cy="-30" r="2"/>
        <circle class="c-red" cx="15" cy="-36" r="2"/>
        <circle class="c-red" cx="20" cy="-27" r="2"/>
        <circle class="c-red" cx="12" cy="-25" r="2"/>
    """,
    "bandstand": """
        <path class="c-slate c-edge" d="M-4-34 28-46l32 12Z"/>
        <path class="c-red c-edge" d="M28-51h9l-2 2.5 2 2.5h-9Z"/>
        <path class="c-cream c-edge" d="M-4-34h64v4H-4ZM2-30h3v22H2Zm16 0h3v22h-3Zm17 0h3v22h-3Zm16 0h3v22h-3Z"/>
        <path class="c-thread" d="M4-16h48M4-12h48"/>
        <path class="c-wood c-edge" d="M-2-8h60v8H-2Z"/>
    """,
    "barrel": """
        <path class="c-wood c-edge" d="M1 0q-3-11 0-22h14q3 11 0 22Z"/>
        <path class="c-thread" d="M0-5h16M0-17h16"/>
        <path class="c-blue" d="M1-22h14v2H1Z"/>
    """,
    "barrier": """
        <path class="c-slate c-edge" d="M0-16h6V0H0Z"/>
        <path class="c-cream c-edge" d="M3-16l44-10v4L4-12Z"/>
        <path class="c-red" d="M12-18l7-1.6v4l-7 1.6Zm14-3.2 7-1.6v4l-7 1.6Zm14-3.2 5-1.1v4l-5 1.1Z"/>
    """,
    "bench": """
        <path class="c-wood c-edge" d="M0-8h22v2.5H0Zm0-5h22v2.5H0Z"/>
        <path class="c-coal" d="M2-6h2V0H2Zm16 0h2V0h-2Z"/>
    """,
    "bicycles": """
        <path class="c-thread-steel" d="M4 0v-12h14V0M30 0v-12h14V0M56 0v-12h14V0"/>
        <circle class="c-thread" cx="6" cy="-6" r="6"/>
        <circle class="c-thread" cx="24" cy="-6" r="6"/>
        <circle class="c-thread" cx="40" cy="-6" r="6"/>
        <circle class="c-thread" cx="58" cy="-6" r="6"/>
        <path class="c-thread-red" d="M6-6l5-9h9l4 9M11-15l5 9 4-9M10-17h4M20-15l-1-4h4"/>
        <path class="c-thread-blue" d="M40-6l5-9h9l4 9M45-15l5 9 4-9M44-17h4M54-15l-1-4h4"/>
    """,
    "billboard": """
        <path class="c-slate" d="M12-16h3V0h-3Zm45 0h3V0h-3Z"/>
        <rect class="c-cream c-edge" x="0" y="-44" width="72" height="29"/>
        <rect class="c-red" x="3" y="-41" width="66" height="23"/>
        <path class="c-yellow" d="M10-24l8-12 8 12Z"/>
        <circle class="c-cream" cx="40" cy="-30" r="7"/>
        <path class="c-cream" d="M52-36h13v3H52Zm0 6h13v3H52Zm0 6h8v2h-8Z"/>
    """,
    "binoculars": """
        <path class="c-slate c-edge" d="M6-16h4V0H6ZM2-2h12v2H2Z"/>
        <path class="c-blue c-edge" d="M0-26h16v10H0Z"/>
        <path class="c-coal" d="M-3-24h4v6h-4Zm18 0h4v6h-4Z"/>
    """,
    "bins": """
        <path class="c-blue c-edge" d="M0-18h18l-1.5 18h-15Z"/>
        <path class="c-leaf c-edge" d="M22-18h18l-1.5 18h-15Z"/>
        <path class="c-yellow c-edge" d="M44-18h18l-1.5 18h-15Z"/>
        <path class="c-coal" d="M-1-21h20v3H-1Zm22 0h20v3H21Zm22 0h20v3H43Z"/>
        <path class="c-cream" d="M6-13h6v6H6Zm22 0h6v6h-6Zm22 0h6v6h-6Z"/>
    """,
    "birds": """
        <path class="c-slate c-edge" d="M0-3q3-4 7-3 1-3 3-2l2 1-2 1q0 5-5 6H3Q0 0-3-2Zm26-10q3-4 7-3 1-3 3-2l2 1-2
          1q0 5-5 6h-2q-3 0-6-2Z"/>
    """,
    "booth": """
        <path class="c-cream c-edge" d="M2-30h26V0H2Z"/>
        <path class="c-glass c-edge" d="M5-26h20v12H5Z"/>
        <path class="c-blue c-edge" d="M-1-34h32v5H-1Z"/>
        <path class="c-blue" d="M2-8h26v3H2Z"/>
    """,
    "air": """
        <path class="c-sky" d="M0-50h160V0H0Z"/>
        <path class="c-cloud" d="M34-34q0-5 6-5 2-5 8-4 6-3 9 3 7 0 7 6Zm66-3q1-4 5-4 3-4 8-2 5 0 5 4 5 0 5 4h-23Z"/>
    """,
    "bush": """
        <path class="c-leaf c-edge" d="M0 0q-2-8 5-9 2-5 7-3 5-3 8 2 7 1 5 10Z"/>
    """,
    "canopy": """
        <path class="c-thread-steel" d="M2 0v-34M98 0v-34M50 0v-44"/>
        <path class="c-cream c-edge" d="M-4-30Q24-34 50-45q26 11 54 15-26 4-54-3-28 7-54 3Z"/>
        <path class="c-red" d="M14-33.5q12-3 22-7l-4 9q-9 2-17 2Zm50-7q10 4 22 7l-1 4q-8 0-17-2Z"/>
    """,
    "car": """
        <path class="c-red c-edge" d="M0-3q0-5 4-5l3-5h11l4 5q5 0 5 5Z"/>
        <path class="c-glass" d="M8-8l2-3.5h3V-8Zm6.5 0v-3.5H17l2.5 3.5Z"/>
        <circle class="c-coal" cx="6" cy="-2.5" r="2.7"/>
        <circle class="c-coal" cx="21" cy="-2.5" r="2.7"/>
    """,
    "chimney": """
        <path class="c-walnut c-edge" d="M0-24h11V0H0Z"/>
        <path class="c-red c-edge" d="M-2-27h15v4H-2Z"/>
    """,
    "coop": """
        <path class="c-walnut" d="M4-8h3V0H4Zm25 0h3V0h-3Z"/>
        <path class="c-wood c-edge" d="M0-28h36v20H0Z"/>
        <path class="c-red c-edge" d="M-4-27 18-40l22 13v3H-4Z"/>
        <path class="c-coal" d="M4-22q3-4 6 0v6H4Zm11 0q3-4 6 0v6h-6Zm11 0q3-4 6 0v6h-6Z"/>
        <path class="c-walnut" d="M2-14h32v2H2Z"/>
    """,
    "dome": """
        <path class="c-steel c-edge" d="M5-6h150V0H5Z"/>
        <path class="c-cream c-edge" d="M34-12h92v6H34Z"/>
        <path class="c-copper c-edge" d="M40-12q2-28 40-30 38 2 40 30Z"/>
        <path class="c-thread-soft" d="M60-12q2-22 20-30M100-12q-2-22-20-30M80-42v30"/>
        <path class="c-yellow c-edge" d="M78-50h4v8h-4Z"/>
    """,
    "dormer": """
        <path class="c-cream c-edge" d="M0 0v-14L10-23 20-14V0Z"/>
        <path class="c-glass c-edge" d="M5-2v-10h10v10Z"/>
        <path class="c-red c-edge" d="M-3-12 10-24 23-12l-2 2L10-20-1-10Z"/>
    """,
    "flowers": """
        <path class="c-pine" d="M0 0v-4h34v4Z"/>
        <circle class="c-red" cx="4" cy="-6" r="2.5"/>
        <circle class="c-yellow" cx="11" cy="-5" r="2.5"/>
        <circle class="c-cream" cx="18" cy="-6" r="2.5"/>
        <circle class="c-red" cx="25" cy="-5" r="2.5"/>
        <circle class="c-yellow" cx="31" cy="-6" r="2.5"/>
    """,
    "fountain": """
        <path class="c-thread-blue" d="M19-30q-8 2-9 14M19-30q8 2 9 14M19-32v14"/>
        <path class="c-steel c-edge" d="M16-20h6l1 8h-8Z"/>
        <path class="c-steel c-edge" d="M0-12h38l-4 12H4Z"/>
        <path class="c-blue" d="M2-12h34l-1 3H3Z"/>
    """,
    "gable-roof": """
        <path class="@main c-edge" d="M12 0 80-44 148 0Z"/>
        <path class="c-cream c-edge" d="M26 0 80-35 134 0Z"/>
        <path class="@main c-edge" d="M2 0 80-50 158 0h-12L80-42 14 0Z"/>
        <circle class="c-glass c-edge" cx="80" cy="-14" r="8"/>
        <path class="c-thread" d="M80-22v16M72-14h16"/>
    """,
    "glass-awning": """
        <path class="c-steel c-edge" d="M5-6h150V0H5Z"/>
        <path class="c-thread-bold" d="M34-6v-30M126-6v-30M34-20 16-32M126-20l18-12"/>
        <path class="c-glass c-edge" d="M4-30 34-40h92l30 10-2 5-30-8H36L6-25Z"/>
        <path class="c-thread-steel" d="M34-40v7M57-40v7M80-40v7M103-40v7M126-40v7"/>
    """,
    "glass-roof": """
        <path class="c-steel c-edge" d="M5-6h150V0H5Z"/>
        <path class="c-glass c-edge" d="M14-6 40-34h80l26 28Z"/>
        <path class="c-thread-steel" d="M36-6l18-28M58-6l10-28M80-6v-28M102-6 92-34M124-6l-18-28M27-20h106"/>
        <path class="c-cream c-edge" d="M38-37h84v4H38Z"/>
    """,
    "goal": """
        <path class="c-thread-cream" d="M2-22l4 6V0M8-22l4 6M14-22l2 6M20-22v6M2-17h20M2-10h20"/>
        <path class="c-cream c-edge" d="M0 0v-25h26V0h-2v-23H2V0Z"/>
    """,
    "grass": """
        <path class="c-leaf" d="M5 0v-8q8-4 16-3 12-4 26 0 14-4 30 0 16-4 28 0 14-4 26 0 12-2 24 3v8Z"/>
        <path class="c-pine" d="M5 0v-3h150v3Z"/>
    """,
    "greenhouse": """
        <path class="c-glass c-edge" d="M0 0v-22q26-30 52 0V0Z"/>
        <path class="c-leaf" d="M6 0v-10q4-8 8 0 3-10 7 0V0Zm24 0v-14q5-8 8 0 3-7 8 2V0Z"/>
        <path class="c-thread-steel" d="M13 0v-32M26 0v-37M39 0v-32M0-22h52"/>
        <path class="c-walnut c-edge" d="M-2-4h56v4H-2Z"/>
    """,
    "half-pipe": """
        <path class="c-slate c-edge" d="M0 0v-26h8q2 18 30 18t30-18h8V0Z"/>
        <path class="c-thread-cream" d="M8-26q2 18 30 18t30-18"/>
        <path class="c-red" d="M0-29h9v3H0Zm67 0h9v3h-9Z"/>
    """,
    "heap": """
        <path class="c-walnut c-edge" d="M0 0q6-16 18-16 8-14 22-9 12-8 22 4 12-2 16 8 8 2 12 13Z"/>
        <path class="c-slate" d="M18-10h9v7h-9Zm38-6 9 3-3 7-9-3Z"/>
        <path class="c-blue" d="M36-20l8 2-2 6-7-2Z"/>
        <path class="c-red" d="M66-9h8v5h-8Z"/>
        <path class="c-yellow" d="M30-6h7v4h-7Zm16 0 6-2 1 4-6 2Z"/>
        <circle class="c-steel c-edge" cx="12" cy="-6" r="4"/>
    """,
    "helicopter": """
        <path class="c-thread-bold" d="M4-33h56M32-33v5M16-3h34"/>
        <path class="c-red c-edge" d="M14-12q-1-16 18-16 10 0 14 8l26-5v5l-26 8q-4 4-14 4-18 0-18-4Z"/>
        <path class="c-glass c-edge" d="M17-15q0-10 13-10v10Z"/>
        <path class="c-thread" d="M24-8l-3 5M40-8l3 5M72-30v10"/>
    """,
    "helipad": """
        <path class="c-slate c-edge" d="M14-6h132V0H14Z"/>
        <path class="c-yellow" d="M30-6h8v2h-8Zm20 0h8v2h-8Zm20 0h8v2h-8Zm20 0h8v2h-8Zm20 0h8v2h-8Zm14 0h6v2h-6Z"/>
        <path class="c-coal" d="M24 0v3h6V0Zm106 0v3h6V0Z"/>
    """,
    "kiosk": """
        <path class="@wall c-edge" d="M2-30h44V0H2Z"/>
        <path class="@deep" d="M2-12h44v12H2Z"/>
        <path class="c-coal" d="M7-27h34v13H7Z"/>
        <path class="c-cream" d="M9-25h6v8H9Zm8 2h6v6h-6Zm8-2h6v8h-6Z"/>
        <path class="c-wood c-edge" d="M0-15h48v3H0Z"/>
        <path class="@main c-edge" d="M-4-34h56l-4 8q-4 3-7 0-4 3-7 0-4 3-7 0-4 3-7 0-4 3-7 0-4 3-7 0-4 3-7 0Z"/>
        <path class="@deep c-edge" d="M6-40h36v6H6Z"/>
    """,
    "lamppost": """
        <path class="c-coal" d="M3-34h2V0H3ZM0 0v-2h8V0Z"/>
        <path class="c-yellow c-edge" d="M1-34l1-7h4l1 7Z"/>
    """,
    "lounger": """
        <path class="c-thread" d="M5 0v-6M28 0v-6"/>
        <path class="@main c-edge" d="M0-20l4-2 10 13h20v3H11Z"/>
        <path class="c-cream" d="M3-17l3-2 5 7-3 2Z"/>
    """,
    "louvre-box": """
        <path class="c-thread" d="M4 0v-14M18 0v-14M4-2l14-10"/>
        <rect class="c-cream c-edge" x="0" y="-32" width="22" height="18"/>
        <path class="c-thread-soft" d="M2-28h18M2-24h18M2-20h18M2-17h18"/>
        <path class="c-steel c-edge" d="M-2-36h26v4H-2Z"/>
    """,
    "mast": """
        <path class="c-thread-red" d="M11 0 15-36 19 0M12-10h6M13-19h4M14-27h2"/>
        <circle class="c-red c-edge" cx="15" cy="-39" r="2.5"/>
        <path class="c-thread-red" d="M8-45q-5 6 0 12M22-45q5 6 0 12M4-48q-8 9 0 18M26-48q8 9 0 18"/>
    """,
    "metro": """
        <path class="c-slate c-edge" d="M0-12h60V0H0Z"/>
        <path class="c-coal" d="M8-12h44L44 0H16Z"/>
        <path class="c-steel" d="M18-9h24v1.5H18Zm2 3h20v1.5H20Zm2 3h16v1.5H22Z"/>
        <path class="c-thread-steel" d="M2-12v-8h12M58-12v-8H46"/>
        <path class="c-coal" d="M66-30h2.5V0H66Z"/>
        <rect class="c-blue c-edge" x="58" y="-46" width="18" height="18" rx="3"/>
        <path class="c-cream" d="M61.5-32v-10h3l2.5 4.5 2.5-4.5h3v10h-2.5v-6L67-34l-3-4v6Z"/>
    """,
    "parapet": """
        <path class="c-steel c-edge" d="M5-6h150V0H5Z"/>
    """,
    "parasol": """
        <path class="c-coal" d="M15-32h2V0h-2ZM11-2h10v2H11Z"/>
        <path class="c-red c-edge" d="M-2-28q4-15 18-16 14 1 18 16-5-3-9 0-5-3-9 0-5-3-9 0-4-3-9 0Z"/>
        <path class="c-cream" d="M7-28q1-12 9-16 8 4 9 16-5-3-9 0-5-3-9 0Z"/>
    """,
    "parking": """
        <path class="c-coal" d="M8-28h2.5V0H8Z"/>
        <rect class="c-blue c-edge" x="0" y="-45" width="18" height="18" rx="2"/>
        <path class="c-cream" fill-rule="evenodd" d="M5.5-30.5v-11h4q4.5 0 4.5 3.7t-4.5 3.7H8v3.6ZM8-36.5h1.3q2 0
          2-1.4t-2-1.4H8Z"/>
    """,
    "pergola": """
        <path class="c-wood c-edge" d="M4-32h3V0H4Zm44 0h3V0h-3ZM-2-36h60v4H-2Z"/>
        <path class="c-leaf c-edge" d="M0-35q3-8 9-4 5-6 11-1 5-5 10 0 6-5 11 1 6-4 11 4 1 4-3 5-2 7-5 0-18 3-34
          0-2 8-6 0-4 0-4-5Z"/>
        <path class="c-red" d="M12-36h3v3h-3Zm14-2h3v3h-3Zm12 2h3v3h-3Z"/>
    """,
    "pool": """
        <path class="c-cream c-edge" d="M0-12h76V0H0Z"/>
        <path class="c-blue" d="M4-10h68v8H4Z"/>
        <path class="c-thread-cream" d="M8-7q4-2 8 0t8 0M32-5q4-2 8 0t8 0M54-8q4-2 8 0t8 0"/>
        <path class="c-thread-steel" d="M66-6v-12q0-4 4-4M72-6v-12q0-4 4-4M66-13h6"/>
    """,
    "poplar": """
        <path class="c-walnut" d="M5-10h3V0H5Z"/>
        <path class="c-pine c-edge" d="M6.5-42C12-32 13-20 11-12q-4.5 4-9 0C0-20 1-32 6.5-42Z"/>
    """,
    "railing": """
        <path class="c-thread" d="M6 0v-16M26 0v-16M46 0v-16M66 0v-16M86 0v-16M106 0v-16M126 0v-16M146
          0v-16M5-16h150M5-9h150"/>
    """,
    "rain": """
        <path class="c-slate" d="M6-32q-8 0-8-6t8-6q2-7 11-6 8-5 14 2 9-1 9 7 0 9-9 9Z"/>
        <path class="c-thread-blue" d="M4-28l-2 6M14-28l-2 6M24-28l-2 6M34-28l-2 6"/>
    """,
    "ramp": """
        <path class="c-slate c-edge" d="M5 0v-6q60 0 96-24h54v10h-46Q70-2 60 0Z"/>
        <path class="c-thread-yellow" d="M10-3q60 0 96-21h48"/>
        <path class="c-steel c-edge" d="M118-20h8V0h-8Zm24 0h8V0h-8Z"/>
    """,
    "siren": """
        <path class="c-thread-bold" d="M16 0v-26"/>
        <path class="c-red c-edge" d="M14-34 0-41v17l14-6Zm4 0 14-7v17l-14-6Z"/>
        <circle class="c-yellow c-edge" cx="16" cy="-32" r="5"/>
        <path class="c-thread-red" d="M-6-40q-4 7 0 14M38-40q4 7 0 14"/>
    """,
    "slide": """
        <path class="c-thread" d="M2 0v-28M9 0v-28M2-7h7M2-14h7M2-21h7"/>
        <path class="c-red c-edge" d="M9-28h5L32-3h6v3h-8L9-24Z"/>
    """,
    "smoke": """
        <path class="c-cream c-edge" d="M4 0q-6-1-4-6 1-4 5-3 1-5 6-4 5 0 5 5 5 1 3 6-1 3-5 2Z"/>
    """,
    "solar": """
        <path class="c-slate" d="M6-8h2V0H6Zm24-12h2V0h-2Z"/>
        <path class="c-azure-deep c-edge" d="M0-9 8-29h32l-8 20Z"/>
        <path class="c-thread-cream" d="M10.5-9l8-20M21-9l8-20M4-19h32"/>
    """,
    "stall": """
        <path class="c-walnut" d="M2-34h2.5V0H2Zm41 0h2.5V0H43Z"/>
        <circle class="c-red" cx="10" cy="-15" r="2.8"/>
        <circle class="c-red" cx="16" cy="-15" r="2.8"/>
        <circle class="c-leaf" cx="23" cy="-15" r="2.8"/>
        <circle class="c-leaf" cx="29" cy="-15" r="2.8"/>
        <circle class="c-yellow" cx="36" cy="-15" r="2.8"/>
        <path class="c-wood c-edge" d="M0-14h47V0H0Z"/>
        <path class="c-walnut" d="M3-9h41v1.5H3Z"/>
        <path class="c-cream c-edge" d="M4-46h40l7 13q-4 4-7 0-4 4-8 0-4 4-8 0-4 4-8 0-4 4-8 0-4 4-8 0-4 4-7 0Z"/>
        <path class="c-red" d="M11-46h6.5l-1 13q-4 4-8 0Zm13 0h6l2 13q-4 4-8 0h0Zm12 0h5l6 13q-4 3-7 0Z"/>
    """,
    "statue": """
        <path class="c-steel c-edge" d="M0-10h16V0H0Z"/>
        <path class="c-slate c-edge" d="M5-10q-1-8 0-12l6-1q2 6 0 13Z"/>
        <circle class="c-slate c-edge" cx="8" cy="-27" r="4"/>
    """,
    "swing": """
        <path class="c-thread" d="M0 0l7-34L14 0M34 0l7-34L48 0M7-34h34"/>
        <path class="c-thread" d="M17-34v24M24-34v24"/>
        <path class="c-red" d="M15-11h11v3H15Z"/>
    """,
    "tar": """
        <path class="c-coal" d="M5-6h150V0H5Z"/>
        <path class="c-slate" d="M5-6h150v2H5Z"/>
        <path class="c-coal" d="M26-4h22v2H26Zm60 0h30v2H86Z"/>
    """,
    "tar-pot": """
        <path class="c-coal" d="M0-13h18l-2 13H2Z"/>
        <path class="c-thread" d="M0-13q9-12 18 0M14-14l10-16"/>
        <path class="c-thread-soft" d="M5-18q-2-4 1-7M11-18q-2-4 1-7"/>
    """,
    "thatch": """
        <path class="c-straw c-edge" d="M2 0q10-26 26-36h104q16 10 26 36-6-4-11 0-6-4-12 0-6-4-12 0-6-4-12 0-6-4-12
          0-6-4-12 0-6-4-12 0-6-4-12
          0-6-4-12 0-6-4-12 0-6-4-12 0-4-4-9 0Z"/>
        <path class="c-walnut" d="M28-38h104v4H28Z"/>
        <path class="c-thread-soft"
          d="M24-8l4-16M40-6l3-20M56-10l2-18M72-6v-20M88-10v-18M104-6l-3-20M120-10l-3-16M136-8l-5-16"/>
    """,
    "tiles": """
        <path class="c-red c-edge" d="M5 0 24-30h112L155 0Z"/>
        <path class="c-thread-brick" d="M17-10q5 6 10 0t10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10
          0M23-20q5 6 10 0t10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0"/>
    """,
    "tin": """
        <path class="c-steel c-edge" d="M2 0 22-26h122L158 0Z"/>
        <path class="c-thread-soft" d="M16 0l14-26M30 0l11-26M44 0l9-26M58 0l6-26M72 0l3-26M86 0v-26M100
          0l-3-26M114 0l-5-26M128 0l-8-26M142 0l-10-26"/>
        <path class="c-walnut c-edge" d="M58-17l20-2 1 10-20 2Z"/>
        <path class="c-slate c-edge" d="M104-15h16v9h-16Z"/>
    """,
    "tram": """
        <path class="c-thread" d="M0-50h104M50-50l-8 8M42-42l8 5"/>
        <path class="c-red c-edge" d="M2-5v-22q0-8 10-8h76q10 0 10 8v22Z"/>
        <path class="c-cream" d="M2-14h96v5H2Z"/>
        <path class="c-glass c-edge" d="M8-29h16v11H8Zm20 0h16v11H28Zm20 0h16v11H48Zm20 0h22q4 0 4 4v7H68Z"/>
        <circle class="c-coal" cx="20" cy="-4" r="4"/>
        <circle class="c-coal" cx="32" cy="-4" r="4"/>
        <circle class="c-coal" cx="68" cy="-4" r="4"/>
        <circle class="c-coal" cx="80" cy="-4" r="4"/>
    """,
    "tree": """
        <path class="c-walnut" d="M9-16h4V0H9Z"/>
        <path class="c-leaf c-edge" d="M11-44c6 0 9 4 9 8 4 1 6 5 4 9-2 4-6 5-9 4-2 2-6 2-8 0-4 1-8-1-9-5-1-4 1-7 4-8
          0-5 4-8 9-8Z"/>
        <path class="c-pine" d="M5-27q3 3 6 1 3 3 7 0 0 3-3 4-2 1-4 1t-4-1q-2 0-2-5Z"/>
    """,
    "posts": """
        <path class="@deep" d="M0-50h5V0H0Zm155 0h5V0h-5Z"/>
        <path class="@deep" d="M5-50h150v3H5Z"/>
    """,
    "vane": """
        <path class="c-thread" d="M14 0v-36M4-22h20"/>
        <path class="c-red c-edge" d="M2-36h14v-3l10 5-10 5v-3H2Z"/>
        <circle class="c-cream c-edge" cx="4" cy="-22" r="3"/>
        <circle class="c-cream c-edge" cx="24" cy="-22" r="3"/>
    """,
    "vents": """
        <path class="c-steel c-edge" d="M0-12h12V0H0Z"/>
        <path class="c-slate c-edge" d="M-2-16h16v4H-2Z"/>
        <path class="c-steel c-edge" d="M20-20h5V0h-5Z"/>
        <path class="c-steel c-edge" d="M20-20q0-8 8-8h4v6h-3q-4 0-4 2Z"/>
    """,
    "washing": """
        <path class="c-thread" d="M0-36q20 6 42 0"/>
        <path class="c-blue c-edge" d="M6-34l9 1-1 9-7-1Z"/>
        <path class="c-cream c-edge" d="M18-33h9v11h-9Z"/>
        <path class="c-red c-edge" d="M30-33l7-1 1 8h-8Z"/>
    """,
    "water-tank": """
        <path class="c-slate" d="M6-14h3V0H6Zm28 0h3V0h-3Z"/>
        <path class="c-thread" d="M8-1l26-12M34-1 8-13"/>
        <path class="c-wood c-edge" d="M2-36h39v23H2Z"/>
        <path class="c-thread" d="M2-30h39M2-19h39"/>
        <path class="c-slate c-edge" d="M-1-36 21-47l23 11Z"/>
    """,
}


def _tiled(paint: str) -> str:
    return OUTDOORS["tiles"].replace("c-red", f"c-{paint}").replace("c-thread-brick", "c-thread-soft")


OUTDOORS |= {"slates": _tiled("slate"), "copper-roof": _tiled("copper")}
OUTDOORS["car-blue"] = OUTDOORS["car"].replace("c-red", "c-blue")
