"""Measuring a table in its window: what sticks out, what is too small to read, where everything lies."""

from typing import Any

from playwright.sync_api import Page

from .axe import DRAWN

SIZES = ((1280, 720), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440))
LARGE = 1440  # px: from this width on all words are at least LEGIBLE high, below at least SMALLEST
LEGIBLE, SMALLEST = 12, 11

AREAS = (".mine", ".prompt", ".common", ".across", ".rivals", ".notice", ".drawer")
"""Where things lie at a table; a title need not have all of them."""
LISTS = "#zone-pile .board"
"""Cards to look through, which scroll in a frame of their own below filters."""
STEADY = (".mine", ".prompt", ".common", ".across", ".rivals", ".bar", ".strip")
"""What keeps its place, whatever is opened."""

_MEASURE = """([areas, lists, least]) => {
  const shown = (it) => it.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const name = (it) => `${it.nodeName.toLowerCase()}.${it.getAttribute('class') ?? ''}`;
  const found = [];
  const root = document.scrollingElement;
  if (root.scrollHeight > innerHeight) found.push(`the page is ${root.scrollHeight} px high`);
  if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} px wide`);
  const outside = (box) =>
    box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
  for (const selector of areas) {
    for (const area of document.querySelectorAll(`.tabletop ${selector}`)) {
      if (outside(area.getBoundingClientRect())) found.push(`${selector} is not wholly in the window`);
      const scrolls = getComputedStyle(area).overflowY === 'auto' && area.scrollHeight > area.clientHeight + 1;
      if (scrolls && selector !== '.drawer') found.push(`${selector} scrolls: ${area.scrollHeight} px`);
    }
  }
  for (const area of document.querySelectorAll('.tabletop :is(.mine, .rival)')) {
    const room = area.getBoundingClientRect();
    const lowest = Math.max(...[...area.querySelectorAll('.zone')].map((it) => it.getBoundingClientRect().bottom));
    if (lowest > room.bottom + 1) found.push(`${name(area)} holds ${(lowest - room.bottom).toFixed(0)} px too much`);
  }
  for (const piece of document.querySelectorAll('.tabletop .piece')) {
    if (!shown(piece) || piece.closest(lists)) continue;
    if (outside(piece.getBoundingClientRect())) found.push(`${name(piece)} is cut by the window`);
  }
  for (const button of document.querySelectorAll('.tabletop button.piece, .moves button')) {
    if (button.closest(lists) || !button.checkVisibility()) continue; // Send is hidden while its sheet is closed
    const box = button.getBoundingClientRect();
    // a place to build on may stand before a picture, but not before the words below it
    const hits = [.5, .85].map((down) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height * down));
    if (hits.some((it) => it?.closest('button') === button)) continue;
    found.push(`${button.value} is covered by ${hits[0] && name(hits[0])}`);
  }
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const small = new Map();
  while (texts.nextNode()) {
    const words = texts.currentNode.data.trim(), it = texts.currentNode.parentElement;
    if (!words || it.closest('.vh, defs, title, noscript, option') || !shown(it)) continue;
    const box = it.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;  // visually hidden
    const scale = it instanceof SVGElement ? it.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(it).fontSize) * scale;
    if (size < least - .05) small.set(`${name(it)} ${size.toFixed(1)} px`, words.slice(0, 30));
  }
  for (const [what, words] of small) found.push(`too small: ${what}: ${words}`);
  return found;
}"""

_PLACES = """(selectors) => Object.fromEntries(selectors.flatMap((selector) =>
  [...document.querySelectorAll(`main ${selector}, body > ${selector}`)].map((it, n) => {
    const box = it.getBoundingClientRect();
    return [`${selector} ${n}`, [box.x, box.y, box.width, box.height].map((value) => Math.round(value * 10) / 10)];
  })))"""


def faults(page: Page, size: tuple[int, int]) -> list[str]:
    """All that is wrong with a table in a window of this size."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN)
    found: list[str] = page.evaluate(_MEASURE, [AREAS, LISTS, LEGIBLE if width >= LARGE else SMALLEST])
    return [f"{width}x{height}: {fault}" for fault in found]


def places(page: Page) -> dict[str, Any]:
    """Where everything lies that must keep its place."""
    page.evaluate(DRAWN)
    found: dict[str, Any] = page.evaluate(_PLACES, STEADY)
    return found


_LAID_OUT = """() => [...document.querySelectorAll('.tabletop :is(.zone, .piece-group, .piece)')]
  .filter((it) => it.checkVisibility() && !/ echo-/.test(it.className))
  .map((it) => `${it.className.replace(/ (narrow-)?at-\\w+| is-open/g, '')} ${it.offsetLeft} ${it.offsetTop}`)"""


def laid_out(page: Page) -> list[str]:
    """Where all zones and pieces lie that are seen, those aside that show only what a move would change."""
    page.evaluate(DRAWN)
    found: list[str] = page.evaluate(_LAID_OUT)
    return found


_ON_A_PHONE = """([drawn, least]) => {
  const found = [];
  if (document.scrollingElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const [bar, ribbon, board] = [box('.bar'), box('.prompt'), box('.zooms .board') ?? box('.mine .board')];
  if (Math.abs(bar.top) > 1) found.push(`the bar is at ${bar.top}`);
  if (ribbon && Math.abs(ribbon.bottom - innerHeight) > 1) found.push(`the ribbon ends at ${ribbon.bottom}`);
  const room = (ribbon?.top ?? innerHeight) - bar.bottom;
  const seen = Math.min(board.bottom, ribbon?.top ?? innerHeight) - Math.max(board.top, bar.bottom);
  if (ribbon && seen < Math.min(board.height * .9, room * .6)) found.push(`only ${seen} px of the board are in sight`);
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = texts.currentNode.data.trim(), it = texts.currentNode.parentElement;
    if (!words || it.closest('.vh, defs, title, noscript, option, ' + drawn)) continue;
    if (!it.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (Math.min(it.getBoundingClientRect().width, it.getBoundingClientRect().height) < 2) continue;
    const scale = it instanceof SVGElement ? it.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(it).fontSize) * scale;
    if (size < least - .05) found.push(`${words.slice(0, 30)} has ${size.toFixed(1)} px`);
  }
  return found;
}"""
CARDS = "svg:not(#zone-town svg, #zone-rail svg)"
"""Drawings that are shown large by a tap, words included; those of the town are not."""


def phone_faults(page: Page) -> list[str]:
    """All that is wrong with a table on a phone: what is cut, what cannot be read, bars that are not at their edges."""
    page.evaluate(DRAWN)
    found: list[str] = page.evaluate(_ON_A_PHONE, [CARDS, SMALLEST])
    return found
