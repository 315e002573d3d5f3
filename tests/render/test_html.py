"""Page elements: every move a form button with words, every piece in its place, nothing unescaped."""

from tabletown.engine.value import replace
from tabletown.render import html
from tabletown.render.scene import Button, Face, Filter, Gain, Piece, Shape, Zone

from .scenes import BOX, box, button, parse, scene


def zone_of(*pieces: Piece, **more: object) -> Zone:
    return replace(scene(*pieces).zones[0], **more)


def written(*pieces: Piece, **more: object) -> str:
    markup = str(html.zone_html(zone_of(*pieces, **more)))
    parse(markup)
    return markup


def test_a_piece_lies_at_percentages_of_its_zone() -> None:
    assert "--x:50%;--y:20%;--w:10%;--h:20%" in written(Piece(box(50, 10)))


def test_a_small_layout_has_its_own_places() -> None:
    piece = Piece(box(50, 10), small=Shape(5, 5, 10, 10, "<g/>"))
    markup = written(piece, small_w=50.0, small_h=100.0)
    assert "--sx:10%;--sy:5%;--sw:20%;--sh:10%" in markup
    assert "art wide" in markup
    assert "art narrow" in markup
    assert "--small-ratio:50/100" in markup
    assert "only-wide" in written(Piece(box()), small_w=50.0, small_h=100.0)


def test_a_move_is_a_form_button_whose_name_is_a_sentence() -> None:
    [element] = parse(written(Piece(box(), "A box", button=button()))).iter("button")
    assert element.get("name") == "move"
    assert element.get("value") == "site 1"
    assert element.get("aria-label") == "Builds here"


def test_an_alternative_is_sent_under_another_name() -> None:
    [element] = parse(written(Piece(box(), "A box", button=button(instead=True)))).iter("button")
    assert element.get("name") == "instead"


def test_gains_and_notes_are_shown_before_the_move_is_made() -> None:
    markup = written(Piece(box(), button=button(notes=("Roof: the street pays $9",))))
    assert "<b>+9</b>" in markup
    assert '<b class="loss">\N{MINUS SIGN}1</b>' in markup
    assert "Roof: the street pays $9" in markup


def test_what_would_happen_is_said_by_its_sign() -> None:
    def head(*amounts: int) -> str:
        gains = tuple(Gain("coin", amount, "upcoins") for amount in amounts)
        return written(Piece(box(), button=Button("x", "X", gains=gains)))

    assert "would earn" in head(1, 2)
    assert "would cost" in head(-1)
    assert "would bring" in head(-1, 3)
    assert "bubble" not in head(0)


def test_a_ghost_waits_inside_the_place_it_would_take() -> None:
    markup = written(Piece(box(), button=button(), state="slot", ghost=Shape(0, 0, 10, 10, '<g id="ghost"/>')))
    assert "is-slot is-move" in markup
    assert '<span class="ghost"><svg' in markup


def test_what_a_move_changes_elsewhere_is_shown_while_it_is_pointed_at() -> None:
    slot = Piece(box(), button=button("site 4"), state="slot")
    markup = written(slot, Piece(box(50), echo="site 4"), Piece(box(), button=button("site 5")))
    assert "piece echoed-0 is-slot" in markup
    assert "piece echo-0" in markup
    assert markup.count("echoed-") == 1


def test_pieces_speak_unless_they_are_scenery() -> None:
    markup = parse(written(Piece(box(), "Bank Branch"), Piece(box())))
    said, scenery = markup.find("div/div") or []
    assert (said.get("role"), said.get("aria-label"), said.get("title")) == ("img", "Bank Branch", "Bank Branch")
    assert scenery.get("aria-hidden") == "true"


def test_a_piece_with_an_id_keeps_it_for_gliding() -> None:
    markup = written(Piece(box(), "A card", id="card-P07"))
    assert "view-transition-name:card-P07" in markup
    assert 'data-piece="card-P07"' in markup
    assert "view-transition-name" not in written(Piece(box(), "A card"))


def test_an_id_cannot_break_out_of_the_style() -> None:
    assert "view-transition-name:card-color-red" in written(Piece(box(), "A card", id="card;color:red"))


def test_parts_lie_inside_their_piece() -> None:
    card = Piece(box(0, 0, 100, 50), "A card", parts=(Piece(box(50, 25), "An end", button=button()),))
    outer = (parse(written(card)).find("div/div") or [])[0]
    assert outer.get("role") == "group"
    assert "--x:50%;--y:50%" in (next(outer.iter("button")).get("style") or "")


def test_a_close_up_can_be_reached_by_touch_but_does_not_stop_the_tab_key() -> None:
    markup = parse(written(Piece(box(), "Cinema", large=box(), rule="UT-38")))
    [piece] = markup.find("div/div") or []
    assert piece.get("tabindex") == "-1"
    assert "UT-38" in "".join(piece.itertext())


def test_common_zones_have_a_heading_and_others_get_theirs_from_the_page() -> None:
    common = written(role="common", title="Sky's deck", note="11", alert="blocked", seat=1)
    assert "<h3" in common
    assert "Sky&#39;s deck" in common
    assert "blocked</b> \N{MIDDLE DOT} 11" in common
    assert "<h3" not in written(role="rival")


def test_names_with_markup_are_shown_as_text() -> None:
    nasty = '<script>alert("x")</script> & \u202e'
    markup = written(
        Piece(box(), nasty, rule=nasty, large=box()),
        Piece(box(), nasty, button=Button(nasty, nasty, nasty, (Gain("coin", 1, nasty),), (nasty,))),
        role="common",
        title=nasty,
        note=nasty,
        alert=nasty,
    )
    assert "<script" not in markup


def test_the_sprite_holds_what_pieces_refer_to_and_what_that_refers_to() -> None:
    known = {"room": '<g id="room"><use href="#bed"/></g>', "bed": '<g id="bed"/>', "other": '<g id="other"/>'}
    markup = str(html.sprite(scene(Piece(Shape(0, 0, 9, 9, '<use href="#room"/>')), symbol=known.get)))
    assert {element.get("id") for element in parse(markup).iter()} >= {"room", "bed", "i-coin", "i-roof"}
    assert "other" not in markup


def test_the_sprite_of_loose_pieces() -> None:
    piece = Piece(box(), parts=(Piece(Shape(0, 0, 9, 9, '<use href="#i-star"/>')),))
    assert 'id="i-star"' in str(html.sprite([piece]))


def test_stats_say_their_words() -> None:
    seat = scene().seats[0]
    whole, chips = str(html.stats_html(seat)), str(html.stats_html(seat, chips=True))
    parse(f"<p>{whole}</p>")
    assert "next roof pays" in whole
    assert "starts" in whole
    assert "upcoins" in chips
    assert "next roof pays" not in chips


def test_a_piece_or_a_drawing_alone() -> None:
    assert "--ratio:10/10" in str(html.piece_html(Piece(box(3, 4), "A box", id="card-1")))
    assert "view-transition-name" not in str(html.piece_html(Piece(box(3, 4), "A box", id="card-1")))
    assert f'viewBox="0 0 10 10" role="img" aria-label="Box" focusable="false">{BOX}' in str(
        html.shape_html(box(), "Box")
    )
    assert 'aria-hidden="true"' in str(html.shape_html(box()))


def faced(*pieces: Piece, **more: object) -> str:
    markup = str(html.zone_html(zone_of(*pieces, **more), faces=True))
    parse(markup)
    return markup


def test_a_zone_hands_its_counts_to_the_style_sheet() -> None:
    markup = written(Piece(box()), counts=(("lv", 4),))
    assert ";--lv:4" in markup
    assert 'data-lv="4"' in markup


def test_a_face_takes_the_place_of_the_drawing() -> None:
    piece = Piece(
        Shape(0, 0, 10, 10, '<g id="drawn"/>'), "Cinema", face=Face("<b>Cinema</b>", "floor", counts=(("n", 3),))
    )
    markup = faced(piece)
    assert "flows" in markup
    assert "<b>Cinema</b>" in markup
    assert "--n:3" in markup
    assert 'id="drawn"' not in markup
    assert "<b>Cinema</b>" not in written(piece)


def test_narrow_screens_keep_their_drawing_if_there_is_one() -> None:
    piece = Piece(box(), "Cinema", small=Shape(0, 0, 5, 5, '<g id="small"/>'), face=Face("<b>Cinema</b>"))
    assert 'id="small"' in faced(piece, small_w=50.0, small_h=50.0)
    assert "--sx" in faced(piece, small_w=50.0, small_h=50.0)


def test_pieces_without_a_face_are_left_out_where_others_have_one() -> None:
    plain, other = Piece(box(), "Plain"), Piece(box(), "Other", face=Face("x"))
    assert "Plain" not in faced(plain, other)
    assert "only-narrow" in faced(plain, other, small_w=50.0, small_h=50.0)
    assert "Plain" in faced(plain)


def test_pieces_of_a_group_lie_in_one_box() -> None:
    pieces = [Piece(box(), name, face=Face(name, group=group)) for name, group in (("a", "x"), ("b", "x"), ("c", "y"))]
    boxes = [element for element in parse(faced(*pieces)).iter("div") if "piece-group" in (element.get("class") or "")]
    assert [(element.get("class"), len(element)) for element in boxes] == [("piece-group x", 2), ("piece-group y", 1)]


def test_an_echo_lies_on_the_face_that_it_changes() -> None:
    slot = Piece(box(), button=button("site 4"), state="slot", face=Face("place", ghost="<b>ghost</b>"))
    markup = faced(slot, Piece(box(50), "Floor", face=Face("floor", echoes=(("site 4", "+2"),))))
    assert '<span class="echo echo-0">+2</span>' in markup
    assert "echoed-0" in markup
    assert '<span class="ghost"><span class="face"><b>ghost</b></span></span>' in markup


def test_a_piece_can_lead_to_the_zone_that_has_its_moves() -> None:
    [link] = parse(written(Piece(box(), "Masons' Guild", rule="PL-35", leads_to="supply"))).iter("a")
    assert link.get("href") == "#zone-supply"
    assert link.get("aria-label") == "Masons' Guild"
    assert "is-move" in (link.get("class") or "")
    assert "PL-35" in "".join(link.itertext())


def test_where_a_sheet_lays_pieces_out_a_piece_with_a_rule_says_it_in_a_bubble() -> None:
    piece = Piece(box(), "Bank. No space is open.", rule="PL-13", face=Face("<b>Bank</b>"))
    flowing = str(html.zone_html(zone_of(piece), faces=True))
    assert "PL-13" in flowing
    assert "title=" not in flowing
    assert 'title="Bank. No space is open."' in written(piece)


def test_a_filter_is_a_choice_outside_every_form_and_only_where_a_sheet_can_hide_pieces() -> None:
    cost = Filter("cost", "Cost", (("all", "all"), ("low", "0 to 2")))
    piece = Piece(box(), "Cinema", face=Face("x"))
    every, low = parse(faced(piece, filters=(cost,))).iter("input")
    assert (every.get("class"), every.get("checked")) == ("filter-cost-all", "checked")
    assert (low.get("class"), low.get("checked"), low.get("form")) == ("filter-cost-low", None, "")
    assert "<fieldset" not in written(piece, filters=(cost,))
