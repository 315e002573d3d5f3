"""The picture on the box: a lane at its best, made of the same houses as every other lane."""

import tomllib
from functools import cache
from importlib.resources import files

from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.cards import read_cards
from tabletown.games.penny_lane.drawing import building_pictures, card_faces, player_boards, symbols
from tabletown.games.penny_lane.drawing.building_parts import hills
from tabletown.games.penny_lane.drawing.card_faces import PICTURE, Look, Standing, W
from tabletown.games.penny_lane.drawing.player_boards import Board
from tabletown.games.penny_lane.drawing.tokens import link
from tabletown.render.icons import place
from tabletown.render.scene import Shape
from tabletown.render.symbols import inline

ABOVE = ("confectioners", "carousel", "bakery", "", "luthier", "fountain", "florist")
BELOW = ("cottage", "mansion", "row_house", "", "townhouse", "loft", "manor")
WIDE, HIGH, SCALE, ROAD, VERGE = 860, 340, 1.04, 44, 8


@cache
def picture() -> Shape:
    """The cover, 860 by 340; it carries its own drawings and needs no sprite."""
    table = files("tabletown.games.penny_lane").joinpath("cards.toml").read_text(encoding="utf-8")
    cards = read_cards(tomllib.loads(table))
    by_id = {building.id: building for building in cards.buildings}
    top, step = 44.0, WIDE / len(ABOVE)
    road = top + PICTURE * SCALE
    drawn = [
        hills(WIDE, 150),
        f'<rect class="c-lawn" y="112" width="{WIDE}" height="{HIGH - 112}"/>',
        f'<rect class="c-front-stone" y="{road - 3:g}" width="{WIDE}" height="{ROAD + 6}"/>',
        f'<rect class="c-lane-road" y="{road + 1:g}" width="{WIDE}" height="{ROAD - 2}"/>',
        f'<path class="c-lane-dash" d="M0 {road + ROAD / 2:g}h{WIDE}"/>',
    ]
    for row, names in enumerate((ABOVE, BELOW)):
        for n, name in enumerate(names):
            if name:
                building = by_id[name]
                standing = Standing(n % 5, (building.jobs + 1) // 2 + (building.slots + 1) // 2)
                places = building.slots if building.type == s.HOUSING else building.jobs
                house = place(f"house-{building_pictures.picture_of(building)}.{places}", 0, 0, W, PICTURE)
                y = top if row == s.UPPER else road + ROAD + VERGE
                at = f"translate({n * step + (step - W * SCALE) / 2:.1f} {y:.1f}) scale({SCALE})"
                drawn.append(f'<g transform="{at}">{house}{card_faces.people(building, standing, 0)}</g>')
    middle = len(ABOVE) // 2
    board = Board(0, cards.boards[0], ((1, 1), (1, 1)), 10, 4, 1, True)
    look = Look("cover", 0, 0, (ROAD + VERGE) / SCALE)
    at = f"translate({(middle + 0.5) * step - W * SCALE / 2:.1f} {top:g}) scale({SCALE})"
    drawn.append(
        f'<g transform="{at}">{card_faces.cut(player_boards.face(board, look), W, player_boards.height(look), 1)}</g>'
    )
    for n in (1, 2, 3, 4, 5, 6):
        drawn.append(link(s.PENNY if n % 2 else s.POINT, n * step, top + 58, 30, True))
        drawn.append(link(s.POINT if n % 2 else s.PENNY, n * step, road + ROAD + 66, 30, True))
    return Shape(0, 0, WIDE, HIGH, inline("".join(drawn), symbols.symbol, "penny-lane-cover-"))
