"""People: `$skin`, `$hair` and `$coat` are filled in, so that a crowd is not made of twins."""

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
