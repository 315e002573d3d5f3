"""Names of players: what they may hold, and how look-alikes at one table are told apart."""

import unicodedata

import pytest

from tabletown.server.play.checked_text import MAX_NAME, clean_name
from tabletown.server.play.people.names import skeleton, told_apart

from ..seating import seat_at
from ..visitors import Running


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Ada \n\t Lovelace\u2028", "Ada Lovelace"),
        ("A\u200bd\u00ada\ufeff\u2060", "Ada"),  # invisible
        ("\u202eAda\u2066\u200f", "Ada"),  # turns the text around
        ("\u3164\u115f\uffa0\u2800", ""),  # letters that show nothing
        ("A\U000e0041d\ue000a\u034f", "Ada"),  # tags, private use, an invisible mark
        ("Z" + "\u0300" * 40 + "oe", "Z\u0300\u0300oe"),  # stacked
        ("\u0301Ada \u0301B", "Ada B"),  # on nothing
        ("A\u20ddda", "Ada"),  # a circle around a letter
        ("Ada\u200d\u200c", "Ada"),
        ("A\u200cd\u200da", "Ada"),  # joiners that join nothing
        ("A\u030angstro\u0308m", "\u00c5ngstr\u00f6m"),
        ("\u2764\ufe0f\U0001f468\u200d\U0001f469", "\u2764\U0001f468\U0001f469"),  # emoji, but only plain ones
        ("Żółw 🐢", "Żółw 🐢"),
        ("x" * 500, "x" * MAX_NAME),
        ("Robo (bot of Ada)", "Robo"),  # as only a player's own bot is called
        ("Ada \uff08 B\u041et\uff09", "Ada"),
        ("Ada (botanist)", "Ada (botanist)"),
    ],
)
def test_names_are_readable(name: str, shown: str) -> None:
    assert clean_name(name) == shown
    assert clean_name(shown) == shown


@pytest.mark.parametrize(
    "name",
    [
        "می‌خواهم",  # Persian, with a non-joiner
        "क्‍ष",  # Devanagari, with a joiner after a virama
        "ශ්‍රී",  # Sinhala
        "นี้",  # Thai, a vowel and a tone on one letter
        "שָׁלוֹם",  # Hebrew with points
        "Nguyễn Thị Ánh",
        "Ἀθηνᾶ",
        "李小龍",
        "O'Brien-Ø",
    ],
)
def test_names_of_real_people_stay(name: str) -> None:
    assert clean_name(name) == clean_name(clean_name(name))
    assert skeleton(clean_name(name)) == skeleton(name)
    assert len(clean_name(name)) == len(unicodedata.normalize("NFC", name))


@pytest.mark.parametrize(
    "other", ["ada", "АDА", "Ada.", "Áda", "A d a", "ΑDΑ", "Ａｄａ", "𝐀𝐝𝐚"]
)  # the letters are Cyrillic, Greek, wide, and mathematical
def test_look_alikes_are_told_apart(other: str) -> None:
    assert told_apart(("Ada", other, "Bob")) == ("Ada (Orange)", f"{other} (Sky)", "Bob")


@pytest.mark.parametrize(("one", "other"), [("Ida", "Lda"), ("Bill", "B1ll"), ("Tom", "Torn"), ("Bob", "B0B")])
def test_letters_that_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ada", "Adam"), ("Bob", "Rob"), ("Cyd", "Sid"), ("Ann", "Anna")])
def test_other_names_are_left_alone(one: str, other: str) -> None:
    assert told_apart((one, other)) == (one, other)


def test_a_mark_cannot_be_forged() -> None:
    assert told_apart(("Ada (Sky)", "Ada")) == ("Ada (Sky) (Orange)", "Ada")
    assert told_apart(("Ada (sку)", "Bob (Bristol)")) == ("Ada (sку) (Orange)", "Bob (Bristol)")  # Cyrillic letters
    assert told_apart(("🐢", "🦊")) == ("🐢", "🦊")


def test_a_look_alike_is_marked_wherever_it_is_shown(running: Running) -> None:
    """On pages, in the log, the chat, lists, the API and the replay, for all readers; what is stored stays."""
    host, guest, stranger = (running.visitor() for _ in range(3))
    host.sit_down(players="2", bot="open", name="Ada", public="everybody")
    assert "Ada (Orange)" not in host.page()
    seat_at(host, guest, 1, name="АDА")
    assert guest.post(f"/tables/{host.table}/chat", {"text": "Hello", "key": "a-key-of-mine"}).status_code == 303
    for visitor in (host, guest, stranger):
        visitor.table = host.table
        page = visitor.page()
        assert "АDА (Sky)" in page
        assert "<b>АDА</b>" not in page
        assert "<bdi>АDА (Sky)</bdi>" in page  # in the chat
        seen = visitor.http.get(f"/api/v1/tables/{host.table}").json()
        assert [seat["name"] for seat in seen["seats"]] == ["Ada (Orange)", "АDА (Sky)"]
        assert seen["talk"][0]["name"] == "АDА (Sky)"
        assert "АDА (Sky)" in visitor.http.get(f"/tables/{host.table}/replay").text
    live = stranger.http.get("/api/v1/lobby").json()["live"]
    assert ["Ada (Orange)", "АDА (Sky)"] in [[seat["name"] for seat in table["seats"]] for table in live]
    with running.site.tables.at(host.table) as table:
        assert [row.name for row in table.seats] == ["Ada", "АDА"]
