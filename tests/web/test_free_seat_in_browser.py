"""A seat that is free again in the middle of a match takes no room from the choices of the others."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from breakaway.club.club import Club
from tests.club.starts import any_order, football_match
from tests.web.conftest import Serve
from tests.web.screens import sit_down


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_every_choice_stays_in_view_while_another_seat_is_free(
    chromium: Browser, club: Club, serve: Serve, width: int, height: int
) -> None:
    made = club.create("football", football_match())
    club.resolve(made.id)
    for number in range(9):
        for seat in club.look(made.id).waiting:
            club.choose(made.id, seat, any_order(club, made.id, seat, number))
        club.resolve(made.id)
    (asked,) = club.look(made.id).waiting[:1]
    page = chromium.new_context(viewport={"width": width, "height": height}).new_page()
    sit_down(page, serve(club), made.tokens[asked])
    assert page.locator(".waiting").count() == 0
    boxes = [each.bounding_box() for each in page.locator("#table button[data-choice]").all()]
    assert len(boxes) > 3
    for box in boxes:
        assert box is not None
        assert box["height"] >= 28, box
        assert box["y"] + box["height"] <= height - (52 if width == 360 else 0), box
    page.locator("#tab-menu").click()
    assert page.get_by_text("Lightning: empty so far").or_(page.get_by_text("Fire: empty so far")).first.is_visible()
    page.context.close()
