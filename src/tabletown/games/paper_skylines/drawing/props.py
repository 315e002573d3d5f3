"""Things that stand before, on and beside buildings: trees, boats, flags, people; each stands on y = 0.

A prop is placed by reference. One that comes in several colours has a name for each: `flag`, `flag-blue`.
"""

PROPS: dict[str, str] = {
    "bench": """<path class="wood edge" d="M0-8h22v2.5H0Zm0-5h22v2.5H0Z"/>
        <path class="coal" d="M2-6h2V0H2Zm16 0h2V0h-2Z"/>""",
    "boat": """<path class="coal" d="M14-24h1.4v18H14Z"/><path class="cream edge" d="M16-24 30-9H16Z"/>
        <path class="cream edge" d="M13-20 3-9h10Z"/><path class="red edge" d="M0-7h32l-5 7H5Z"/>""",
    "bush": """<path class="pine edge" d="M0 0q-2-8 5-9 3-7 9-3 8-2 8 6 4 3 2 6Z"/>
        <path class="leaf" d="M4-3q0-4 4-4 4-4 8 0-4 0-6 2-3 0-6 2Z"/>""",
    "cage": '<path class="thread" d="M0 0v-20q10-8 20 0V0M5 0v-23M10 0v-24M15 0v-23"/>',
    "container": """<path class="red edge" d="M0 0v-10h24V0Z"/><path class="blue edge" d="M26 0v-10h24V0Z"/>
        <path class="yellow edge" d="M12-10v-10h24v10Z"/>
        <path class="thread" stroke-width=".6" d="M4-1v-8 M8-1v-8 M12-1v-8 M16-1v-8 M20-1v-8 M30-1v-8 M34-1v-8
          M38-1v-8 M42-1v-8 M46-1v-8 M16-11v-8 M20-11v-8 M24-11v-8 M28-11v-8 M32-11v-8"/>""",
    "crane": """<path class="thread-red" d="M6 0v-46 M12 0v-46 M6-4l6-8 M12-4l-6-8 M6-18l6-8 M12-18l-6-8 M6-32l6-8
          M12-32l-6-8"/>
        <path class="red edge" d="M-10-50h56v4h-56Z"/>
        <path class="thread" d="M9-58l-16 8M9-58l34 8M38-46v18"/>
        <path class="yellow edge" d="M5-50h9v-9h-9Z"/><path class="coal" d="M35-28h6v4h-6Z"/>""",
    "elephant": """<path class="steel edge" d="M3 0v-12q0-9 10-9h9q4-3 8 0 4 3 3 9v8q3 1 4-1h2q-1 5-5 5-4
          0-4-5v-3h-3V0h-5v-6H12V0H7Z"/>
        <path class="slate" d="M24-18q5 0 5 5-4 3-7-1Z"/><circle class="coal" cx="31" cy="-16" r=".9"/>""",
    "fish": """<path class="blue edge" d="M0-5q8-8 18-2l6-4-1 6 1 6-6-4q-10 6-18-2Z"/>
        <circle class="coal" cx="6" cy="-6" r="1"/>""",
    "fountain": """<path class="blue" d="M14-26q-10 2-11 16h3q1-9 7-11v11h2v-11q6 2 7 11h3q-1-14-11-16Z"/>
        <path class="steel edge" d="M12-12h4v12h-4ZM2-6h24q0 6-8 6h-8q-8 0-8-6Z"/>""",
    "giraffe": """<path class="yellow edge" d="M4 0v-12q-1-6 4-7l10 1 5-17q-2-3 0-5l5 1q2 2 1 5h-3l-3 18q0 3-1
          5V0h-3v-9H9V0Z"/>
        <path class="walnut" d="M8-16h3v3H8Zm6 1h3v3h-3Zm7-9 2 .6-.7 3-2-.6Z"/>
        <circle class="coal" cx="26" cy="-37" r=".8"/>""",
    "golf": """<path class="coal" d="M8-26h1.2V0H8Z"/><path class="red edge" d="M9.2-26 20-22 9.2-18Z"/>
        <ellipse class="coal" cx="8.5" cy="0" rx="4" ry="1.2"/>""",
    "kid": """<circle class="skin-2 edge" cx="4" cy="-14" r="3"/>
        <path class="hair-2" d="M1-14.5q0-3.5 3-3.5t3 3q-3-1-6 .5Z"/>
        <path class="coat-red edge" d="M0-4q0-7 4-7t4 7l-1.5.5V0h-5v-3.5Z"/>""",
    "lamp": '<path class="coal" d="M3-34h2V0H3ZM0 0v-2h8V0Z"/><path class="yellow edge" d="M1-34l1-7h4l1 7Z"/>',
    "logs": """<g class="edge"><circle class="wood" cx="4" cy="-4" r="4"/>
        <circle class="wood" cx="12" cy="-4" r="4"/><circle class="wood" cx="20" cy="-4" r="4"/>
        <circle class="wood" cx="8" cy="-11" r="4"/><circle class="wood" cx="16" cy="-11" r="4"/></g>""",
    "man": """<circle class="skin-1 edge" cx="5" cy="-23" r="3.6"/>
        <path class="hair-2" d="M1.3-23.5q0-4.5 3.7-4.5t3.7 4q-2-2-4-1.5-2 0-3.4 2Z"/>
        <path class="coat-mustard edge" d="M0-9q0-10 5-10t5 10l-2 .5V0H2v-8.5Z"/>""",
    "mast": """<path class="thread-red" d="M11 0 15-36 19 0M12-10h6M13-19h4M14-27h2"/>
        <circle class="red edge" cx="15" cy="-39" r="2.5"/>
        <path class="thread-red" d="M8-45q-5 6 0 12M22-45q5 6 0 12M4-48q-8 9 0 18M26-48q8 9 0 18"/>""",
    "needle": """<path class="cream edge" d="M9 0l4-40h2l4 40h-3l-2-26-2 26Z"/>
        <path class="red edge" d="M3-42h22l-5-5h-12Z"/><path class="cream edge" d="M6-42h16l-3 4H9Z"/>
        <path class="coal" d="M13.4-58h1.2v11h-1.2Z"/>""",
    "palm": """<path class="walnut" d="M9-30q3 14 1 30h3q2-16-1-30Z"/>
        <path class="pine edge" d="M11-32q-9-6-13 3 6-2 12-1-7 3-7 10 6-2 9-8 2 7 8 8 1-7-6-10 6-1 11
          2-3-10-14-4Z"/>""",
    "plane": """<path class="cream edge" d="M0-7q10-1 16 0l6-8h3l-3 8q6 0 8-5h2l-1 8q-2 3-8 3l4 7h-3l-8-7q-8
          1-15-2-2-2-1-4Z"/>""",
    "poplar": """<path class="walnut" d="M5-10h3V0H5Z"/>
        <path class="pine edge" d="M6.5-42C12-32 13-20 11-12q-4.5 4-9 0C0-20 1-32 6.5-42Z"/>""",
    "smoke": '<path class="cream edge" d="M4 0q-6-1-4-6 1-4 5-3 1-5 6-4 5 0 5 5 5 1 3 6-1 3-5 2Z"/>',
    "steeple": '<path class="cream edge" d="M0 0v-26h14V0Z"/><path class="slate edge" d="M-2-26 7-52l9 26Z"/>',
    "swing": """<path class="thread" d="M0 0l7-34L14 0M34 0l7-34L48 0M7-34h34M17-34v24M24-34v24"/>
        <path class="red" d="M15-11h11v3H15Z"/>""",
    "tank": """<path class="cream edge" d="M0 0v-20q9-6 18 0V0Z"/><path class="industrial-main" d="M0-10h18v4H0Z"/>
        <path class="thread" d="M18-2l5-18"/>""",
    "tram": """<path class="thread" d="M16-22l4-6h8"/>
        <rect class="red edge" x="0" y="-20" width="40" height="17" rx="3"/>
        <path class="glass edge" d="M3-17h8v7H3Zm11 0h8v7h-8Zm11 0h12v7H25Z"/>
        <path class="cream" d="M0-8h40v2H0Z"/><circle class="coal" cx="9" cy="-2" r="2.5"/>
        <circle class="coal" cx="31" cy="-2" r="2.5"/>""",
    "tree": """<path class="walnut" d="M9-16h4V0H9Z"/>
        <path class="leaf edge" d="M11-44c6 0 9 4 9 8 4 1 6 5 4 9-2 4-6 5-9 4-2 2-6 2-8 0-4 1-8-1-9-5-1-4 1-7
          4-8 0-5 4-8 9-8Z"/>
        <path class="pine" d="M5-27q3 3 6 1 3 3 7 0 0 3-3 4-2 1-4 1t-4-1q-2 0-2-5Z"/>""",
    "wagon": """<path class="walnut edge" d="M0-4v-13h30v13Z"/>
        <path class="thread" d="M6-5v-11M12-5v-11M18-5v-11M24-5v-11"/>
        <circle class="coal" cx="7" cy="-2.5" r="2.5"/><circle class="coal" cx="23" cy="-2.5" r="2.5"/>""",
    "wave": """<path class="blue" d="M0 0v-6q7-4 14 0t14 0 14 0 14 0 14 0 14 0 14 0 12 0v6Z"/>
        <path class="thread-cream" d="M4-3q4-2 8 0t8 0M50-3q4-2 8 0t8 0M84-3q4-2 8 0"/>""",
    "wheel": """<path class="thread-bold" d="M26-30 12 0M26-30 40 0"/>
        <circle class="thread-red" cx="26" cy="-30" r="24"/>
        <path class="thread" d="M26-54v48M2-30h48M9-47l34 34M43-47 9-13"/>
        <circle class="yellow edge" cx="26" cy="-30" r="3"/><g class="edge">
        <circle class="blue" cx="26" cy="-54" r="3.5"/><circle class="yellow" cx="43" cy="-47" r="3.5"/>
        <circle class="red" cx="50" cy="-30" r="3.5"/><circle class="blue" cx="43" cy="-13" r="3.5"/>
        <circle class="yellow" cx="26" cy="-6" r="3.5"/><circle class="red" cx="9" cy="-13" r="3.5"/>
        <circle class="blue" cx="2" cy="-30" r="3.5"/><circle class="yellow" cx="9" cy="-47" r="3.5"/></g>""",
    "woman": """<path class="hair-1" d="M.8-20q-1-8 4.2-8t4.2 8Z"/>
        <circle class="skin-3 edge" cx="5" cy="-23" r="3.4"/>
        <path class="hair-1" d="M1.5-23q0-4 3.5-4.5 3.5.5 3.5 3.5-3 .5-7 1Z"/>
        <path class="coat-blue edge" d="M5-19q4 0 4 6l2 9H-1l2-9q0-6 4-6Z"/>
        <path class="skin-3" d="M2.5-4h2V0h-2Zm3.5 0h2V0H6Z"/>""",
}
for _name, _tone in (("flag", "red"), ("flag-blue", "blue"), ("flag-yellow", "yellow"), ("flag-green", "leaf")):
    PROPS[_name] = (
        f'<path class="coal" d="M-.7-22h1.4V0H-.7Z"/><path class="{_tone} edge" d="M.7-22h13l-3 3.5 3 3.5H.7Z"/>'
    )
for _name, _tone in (("car", "red"), ("car-blue", "blue")):
    PROPS[_name] = (
        f'<path class="{_tone} edge" d="M0-3q0-5 4-5l3-5h11l4 5q5 0 5 5Z"/>'
        '<path class="glass" d="M8-8l2-3.5h3V-8Zm6.5 0v-3.5H17l2.5 3.5Z"/>'
        '<circle class="coal" cx="6" cy="-2.5" r="2.7"/><circle class="coal" cx="21" cy="-2.5" r="2.7"/>'
    )
"""Drawings by name."""
