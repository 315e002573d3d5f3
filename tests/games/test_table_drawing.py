"""The drawing of titles with declared fields: what it shows, where moves lie, and that it tells no secret."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletown import games
from tabletown.cli.new_game import SKELETON
from tabletown.engine.declared import (
    COUNTS,
    NO_CARD,
    PILE,
    ROW,
    UNKNOWN,
    Amount,
    ASeat,
    Cards,
    CardType,
    Declared,
    Move,
    words_of,
)
from tabletown.engine.english import capital
from tabletown.engine.errors import CardError
from tabletown.engine.game import Game
from tabletown.engine.title import Title
from tabletown.games.defaults.cards import Reader
from tabletown.games.defaults.sheet_drawing import SheetDrawing
from tabletown.games.defaults.table_drawing import DeclaredDrawing
from tabletown.games.defaults.table_faces import faces_of, slip
from tabletown.games.defaults.table_groups import _face, _Taken
from tabletown.games.defaults.table_layout import CARD, TAG, Group, _placed
from tabletown.games.offered import Offered
from tabletown.render import html, picture
from tabletown.render.scene import Button, Scene, Zone

from ..others import BY_HAND, only_here, title_at
from .drawn import PAINTS, check_places, classes, draw, markup_of, offered_by, parse, pieces_of

BAZAAR = Path(__file__).parents[1] / "titles" / "bazaar"
SMALLEST = 12.0  # of type, on a page of 1440 by 900
SCREEN = {"own": 1019, "rival": 1019, "common": 1002}  # how wide a zone can be there


@pytest.fixture(scope="module")
def bazaar() -> Iterator[Title]:
    with only_here():
        yield games.add(BAZAAR)


@pytest.fixture(scope="module")
def skeleton() -> Iterator[Title]:
    with only_here():
        yield games.add(SKELETON)


def declared(title: Title) -> Declared:
    found: Declared = title.drawing._declared
    return found


def plies(title: Title, players: int, seed: int = 1) -> Iterator[Game]:
    """A game of random moves, seen before every ply and once more when it is over."""
    game, chance = Game.new(title, players, seed), random.Random(seed)
    while not game.is_game_over():
        yield game
        game.push_action(chance.choice(game.legal_actions))
    yield game


def labels(zone: Zone) -> list[str]:
    return [piece.label for piece in zone.walk() if piece.label]


def zone(scene: Scene, id: str) -> Zone:
    return next(one for one in scene.zones if one.id == id)


def front(game: Game) -> int:
    return game.waiting[0] if game.waiting else 0


# --- What is drawn --------------------------------------------------------------------------------------------------


def test_every_field_is_shown_and_told(bazaar: Title) -> None:
    """Each stands in the zone to which it belongs, with its words; what an own field holds is told with it."""
    for game in plies(bazaar, 3):
        scene = draw(game, front(game))
        assert [one.id for one in scene.zones] == [
            "table", *(f"seat-{(front(game) + n) % 3}" for n in range(3))
        ]  # fmt: skip
        for one in declared(bazaar).fields:
            for place in [f"seat-{seat}" for seat in range(3)] if one.each else ["table"]:
                told = labels(zone(scene, place))
                assert any(label.startswith(f"{capital(words_of(one))}: ") for label in told), (one.name, place)
        page = markup_of(scene)
        assert f'aria-label="Coins: {game.state.coins[front(game)]}"' in page
        assert f'aria-label="Deck: {int(game.state.left)} card' in page


def test_cards_say_what_is_printed_and_how_many_there_are(bazaar: Title) -> None:
    game = Game.new(bazaar, 2, seed=4)
    game.states["hand"][0, 0] = [2, 0, 0, 0, 1]
    game.states["held"][0, 0] = 3
    game.states["market"][0] = [1, 2, 3, 3]
    told = labels(zone(draw(game, 0), "seat-0"))
    assert "Hand: 2 Rug, Mirror & Frame" in told
    assert "Rug, 2 of them: 3 coins to buy it, 4 points when laid out" in told
    assert "Mirror & Frame: 4 coins to buy it, 6 points when laid out" in told
    page = markup_of(draw(game, 0))
    assert "\N{MULTIPLICATION SIGN} 2</text>" in page
    table = labels(zone(draw(game, 0), "table"))
    assert table.count("Dates: 0 coins to buy it, 1 point when laid out") == 2, "a row shows each of its cards"
    assert sum(label.startswith("Lamp: ") and "where lamps are in fashion" in label for label in table) == 1
    top = bazaar.cards.of["contract"][int(game.state.contracts[7])].name
    assert any(label.startswith(f"{top} on top of 8 cards: ") for label in table)


def test_a_number_may_stand_for_a_name_and_the_text_may_speak_for_others() -> None:
    """Cards of one group have one colour, and say its name; a number of which the text speaks is not shown."""
    tile = CardType("tile", 3, {"group": ("home", "park"), "worth": "points", "each": ""})
    game = Declared(seats=2, fields=(Cards("lot", tile, COUNTS),), moves={"lay": Move(tile)}, endings=("over",))
    rows: list[dict[str, Any]] = [
        {"id": "hut", "name": "Hut", "group": 1, "worth": 1, "each": 0},
        {"id": "villa", "name": "Villa", "group": 1, "worth": 0, "each": 2, "text": "2 points for each park"},
        {"id": "rock", "name": "Rock", "group": 0, "worth": 0, "each": 0},
    ]
    shown = faces_of(game, Reader(game)({"tile": rows}))["tile"]
    assert [face.says for face in shown] == [
        "Hut: Home, 1 point",
        "Villa: Home. 2 points for each park",
        "Rock: 0 points",
    ]
    assert [face.ramp for face in shown[:2]] == [shown[0].ramp] * 2
    assert shown[0].ramp != shown[2].ramp
    assert shown[1].short == "2 points for each park", "a short text stays where there is less room"
    assert "points for" in slip(shown[1]).svg
    rows[0]["group"] = 3
    with pytest.raises(CardError, match=r"tile 'hut', group"):
        Reader(game)({"tile": rows})


def test_tags_beside_cards_stay_beside_them() -> None:
    """A field whose cards lie as tags beside others does not go on below those, under another field's caption."""
    tile = CardType("tile", 12, {"worth": "points"})
    game = Declared(
        seats=2,
        fields=(Cards("hand", tile, COUNTS, each=True), Cards("town", tile, COUNTS, each=True)),
        moves={"lay": Move(tile, of="hand")},
        endings=("over",),
    )
    rows = [{"id": f"tile-{n}", "name": f"Quite a long name {n}", "worth": n} for n in range(12)]
    shown = faces_of(game, Reader(game)({"tile": rows}))["tile"]
    hand, town = (
        Group(name, "", name, tuple(_face(face, f"{name} {n}", 1, True, "") for n, face in enumerate(faces)), offers)
        for name, faces, offers in (("Hand", shown[:4], True), ("Town", shown, False))
    )
    placed, _ = _placed((hand, town), 1000, (CARD, TAG, CARD))
    right, low = (max(shape_end) for shape_end in zip(
        *((x + shape.w, y + shape.h) for piece, shape, x, y in placed if piece.label.startswith("Hand")), strict=True
    ))  # fmt: skip
    tags = [(x, y + shape.h) for piece, shape, x, y in placed if piece.label.startswith("Town")]
    assert len({y for _, y in tags}) > 3, "they are wrapped"
    assert all(x > right and y <= low for x, y in tags)


def test_what_a_seat_may_not_know_lies_face_down(bazaar: Title) -> None:
    game = Game.new(bazaar, 3, seed=2)
    game.states["contract"][0, 1] = 2
    told = labels(zone(draw(game, 0), "seat-1"))
    assert "3 cards, face down" in told
    assert "1 card, face down" in told
    assert {"Mood: hidden", "Savings: hidden", "Hand: 3 hidden", "Contract: hidden"} <= set(told)
    assert "23 cards, face down" not in told
    assert f"{int(game.state.left)} cards, face down" in labels(zone(draw(game, 0), "table"))


def test_an_open_position_is_drawn_open(bazaar: Title) -> None:
    """As for those who look at a game that is over: no hand is covered. Decks that nobody sees stay so."""
    game = Game.new(bazaar, 2, seed=2)
    scene = bazaar.drawing.draw(game, -1, {})
    told = [label for seat in range(2) for label in labels(zone(scene, f"seat-{seat}"))]
    assert not any("hidden" in label or "face down" in label for label in told)
    assert f"{int(game.state.left)} cards, face down" in labels(zone(scene, "table"))


def test_what_a_bot_imagines_and_does_not_know_draws(bazaar: Title) -> None:
    """A view in which a bot has played on may not know a card of an open row, or the one on top of a pile."""
    view = Game.new(bazaar, 2, seed=2).view(0)
    view.states["market"][0] = [UNKNOWN, UNKNOWN, 1, UNKNOWN]
    view.states["fashion"][0] = UNKNOWN
    view.states["contracts"][0, 7] = UNKNOWN
    view.states["first"][0] = NO_CARD
    scene = bazaar.drawing.draw(view, 0, {})
    told = labels(zone(scene, "table"))
    assert [label for label in told if label.endswith("face down")][1:] == [
        "2 cards, face down", "1 card, face down", "8 cards, face down", "1 card, face down",
    ], "of the market, the contracts and the fashion; the first is the deck"  # fmt: skip
    assert "Begins: nobody" in told
    parse(picture(scene))


def test_a_declared_title_has_this_drawing_and_others_a_sheet(bazaar: Title, tmp_path: Path) -> None:
    assert isinstance(bazaar.drawing, DeclaredDrawing)
    with only_here():
        assert isinstance(games.add(BY_HAND).drawing, SheetDrawing)
        own = title_at(tmp_path, "drawn_by_hand")
        (own / "drawing.py").write_text("TYPES = ('its own',)\n")
        assert games.add(own).drawing.TYPES == ("its own",)


# --- Moves ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_move_is_offered_once_and_everything_has_its_place(bazaar: Title, players: int) -> None:
    for game in plies(bazaar, players, seed=players):
        for viewer in {-1, 0, front(game)}:
            scene = draw(game, viewer)
            legal = game.view(viewer).legal_actions_of(viewer) if viewer >= 0 else []
            assert sorted(button.move for button in offered_by(scene)) == sorted(
                game.say(action, viewer) for action in legal
            )
            ids = Counter(piece.id for piece in pieces_of(scene) if piece.id)
            assert all(count == 1 for count in ids.values()), ids
            check_places(scene)
            assert not _overlaps(scene)


def _overlaps(scene: Scene) -> list[tuple[str, str]]:
    """Pairs of pieces that lie on each other, in one of the two layouts of a zone."""
    found = []
    for one in scene.zones:
        solid = [piece for piece in one.pieces if piece.state != "backdrop"]
        for shapes in ([piece.shape for piece in solid], [piece.small for piece in solid]):
            for n, a in enumerate(shapes):
                for m in range(n):
                    b = shapes[m]
                    assert a is not None
                    assert b is not None
                    beside = a.x + a.w <= b.x + 0.01 or b.x + b.w <= a.x + 0.01
                    above = a.y + a.h <= b.y + 0.01 or b.y + b.h <= a.y + 0.01
                    if not (beside or above):
                        found.append((solid[m].label, solid[n].label))
    return found


def test_moves_lie_on_the_cards_that_they_name(bazaar: Title) -> None:
    game = Game.new(bazaar, 2, seed=4)
    game.states["hand"][0, 0] = [2, 0, 0, 0, 1]
    game.states["held"][0, 0] = 3
    game.states["market"][0] = [1, 2, 3, 3]
    game.states["waiting"][0] = 1
    scene = draw(game, 0)
    pieces = {piece.button.move: piece for piece in pieces_of(scene) if piece.button}
    assert pieces["lay rug"].label.startswith("Rug, 2 of them")
    assert pieces["buy dates"].label.startswith("Dates: ")
    assert " on top of 8 cards" in pieces["take"].label
    assert "give rug sky" in pieces, "a second move lies below the card"
    assert pieces["give rug sky"].shape.y > pieces["lay rug"].shape.y + pieces["lay rug"].shape.h
    small = pieces["give rug sky"].small
    assert small is not None
    assert small.h >= 44, "it is as high as a thumb where there is little room"
    assert {button.move for button in scene.buttons} == {
        "save 1", "save 2", "save 3", "join weavers", "join potters", "join smiths", "rest",
    }  # fmt: skip


THING = CardType("thing", 3)


@pytest.mark.parametrize(
    ("form", "move", "wanted"),
    [
        (PILE, Move(of="things"), ("say", [])),  # the pile itself
        (ROW, Move(Amount(4), of="things"), ("say", [])),  # a place in the row
        (ROW, Move(THING, of="things"), ("say", [])),
        (ROW, Move(THING, Amount(1), of="things"), ("", ["Do 0", "Do 1"])),
        (ROW, Move(THING, ASeat(), of="things"), ("", [])),  # too many to lie below one card
        (ROW, Move(), ("", [])),
    ],
)
def test_which_moves_a_card_takes(form: Any, move: Move, wanted: tuple[str, list[str]]) -> None:
    things = Cards("things", THING, form, room=5, length="how_many")
    game = Declared(seats=5, fields=(things,), moves={"do": move}, endings=("over",))
    offered = Offered(game.actions, {n: Button(f"do {n}", "Does it") for n in range(game.actions.count)})
    lying = _Taken(game, things, {}, offered)(1, 2)
    assert (bool(lying.button), [words for words, _ in lying.below]) == (bool(wanted[0]), wanted[1])
    if lying.button:
        assert lying.button.move == {PILE: "do 0"}.get(form, "do 2" if move.arguments != (THING,) else "do 1")
    assert len(offered.left) == game.actions.count - bool(lying.button) - len(lying.below), "none is lost"


# --- Secrets --------------------------------------------------------------------------------------------------------


def test_what_a_seat_may_not_know_changes_nothing_that_is_drawn(bazaar: Title) -> None:
    worlds = 0
    for game in plies(bazaar, 3, seed=5):
        if game.is_game_over():
            break
        for viewer in (-1, 0):
            view = game.view(viewer)
            imagined = [view.imagine(n) for n in (1, 2)]
            worlds += imagined[0].states.tobytes() != imagined[1].states.tobytes()
            assert len({markup_of(draw(world, viewer)) for world in (game, *imagined)}) == 1
    assert worlds > 20, "the worlds differ in what is hidden"


# --- Looks ----------------------------------------------------------------------------------------------------------


def test_pages_and_pictures_are_well_formed_and_legible(bazaar: Title, skeleton: Title) -> None:
    for title, players in ((bazaar, 2), (bazaar, 4), (skeleton, 3)):
        for game in plies(title, players, seed=9):
            scene = draw(game, front(game))
            page = f"<main>{markup_of(scene)}</main>"
            assert {name for name in classes(page) if name.startswith("c-")} <= PAINTS
            ids = [element.get("id") for element in parse(page).iter() if element.get("id")]
            assert len(ids) == len(set(ids))
            assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
            for one in scene.zones:
                assert one.w <= SCREEN[one.role], "it would be drawn smaller than it is"
                sizes = [
                    float(size) for piece in one.pieces for size in re.findall(r'font-size="([^"]+)"', _art(piece))
                ]
                assert min(sizes) >= SMALLEST, one.id
        parse(picture(scene))


def _art(piece: Any) -> str:
    return str(piece.shape.svg) + (piece.small.svg if piece.small else "")


def test_a_zone_that_did_not_change_is_not_drawn_anew(bazaar: Title) -> None:
    game = Game.new(bazaar, 3, seed=3)
    before = draw(game, -1)
    actor = game.waiting[0]
    game.push("rest")
    after = draw(game, -1)
    for seat in range(3):
        assert zone(before, f"seat-{seat}") is zone(after, f"seat-{seat}")
    game.push("join potters")
    last = draw(game, -1)
    changed = (actor + 1) % 3
    assert zone(last, f"seat-{changed}") is not zone(after, f"seat-{changed}")
    assert zone(last, f"seat-{actor}") is zone(after, f"seat-{actor}")


def test_the_skeleton_draws(skeleton: Title) -> None:
    game = Game.new(skeleton, 2, seed=7)
    scene = draw(game, 0)
    assert scene.status == "Move 1"
    assert "Deck: 18 cards" in labels(zone(scene, "table"))
    assert not scene.buttons, "its moves lie on the hand"
    assert {button.sentence for button in offered_by(scene)} <= {"Builds a House", "Builds a Park"}
    told = labels(zone(scene, "seat-0"))
    assert not any(label.startswith("Points: ") for label in told), "the heading says it"
    assert [stat.value for stat in scene.seats[0].stats] == ["0"]
    parse(picture(scene))


def test_the_gallery_lists_every_kind_and_the_cover_stands_alone(bazaar: Title) -> None:
    groups = dict(bazaar.drawing.gallery(bazaar.cards))
    assert {heading: [piece.label.split(":")[0] for piece in pieces] for heading, pieces in groups.items()} == {
        "Ware": ["Rug", "Lamp", "Copper Coffee Pot", "Dates", "Mirror & Frame"],
        "Contract": ["Caravan", "Palace", "Harbour", "School"],
    }
    assert "6 cards" in groups["Ware"][0].label
    page = "".join(str(html.piece_html(piece)) for pieces in groups.values() for piece in pieces)
    assert {name for name in classes(f"<main>{page}</main>") if name.startswith("c-")} <= PAINTS
    cover = bazaar.drawing.cover()
    assert classes(f"<svg>{cover.svg}</svg>") <= PAINTS
    assert "href" not in cover.svg
    assert "Copper Coffee" in cover.svg
