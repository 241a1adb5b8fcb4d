"""The page without a mouse and without eyes: keys, focus, names, and what is announced."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page, expect

from minecrew.behaviors import Finding

from .conftest import until

FOCUS = "(() => { const one = document.activeElement; return one.id || one.dataset.id || one.tagName })()"


def test_one_finds_who_broke_the_library_and_what_for(page: Page, findings: Sequence[Finding]) -> None:
    wanted = next(one for one in findings if one.name == "destructive.structure_damage")
    for _ in findings:
        page.keyboard.press("n")
        if wanted.name in str(page.locator("#alert").text_content()):
            break
    heard = page.locator("#alert").text_content()
    assert heard == (
        "Finding destructive.structure_damage: Bob breaks 3 bookshelves of the library (village), "
        f"taking 9 books. round 1, 0:02.6 to 0:07.0, {len(wanted.evidence)} pieces of evidence."
    )
    page.keyboard.press("f")
    assert page.evaluate(FOCUS) == wanted.id
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Why did it happen?"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "detector"
    page.keyboard.press("Tab")
    for point in wanted.evidence:
        assert page.evaluate("document.activeElement.hash") == f"#{point.seq}"
        page.keyboard.press("Enter")
        expect(page.locator("#detail dd").first).to_contain_text(f"#{point.seq} ")
        page.keyboard.press("Tab")
    first = wanted.evidence[0].seq
    page.evaluate(f"minecrew.player.go(minecrew.log.find({first}))")  # the address may still be this one
    expect(page.locator("#live")).to_contain_text("Bob breaks bookshelf of the library")


def test_arrows_walk_the_events_and_each_is_announced(page: Page) -> None:
    while page.evaluate(FOCUS) != "lanes":
        page.keyboard.press("Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#live")).to_contain_text("Alice starts with 3 bread")
    expect(page.locator("#lanes")).to_have_attribute("aria-valuenow", "2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#lanes")).to_have_attribute("aria-valuenow", "1")
    page.keyboard.press("End")
    expect(page.locator("#live")).to_contain_text("not met: no rounds are left")


def test_focus_roves_in_the_list_of_events(page: Page) -> None:
    page.keyboard.press("e")
    page.keyboard.press("Home")
    until(page, "document.activeElement.ariaPosInSet === '1'")
    for key, row in (("ArrowDown", 2), ("ArrowDown", 3), ("ArrowUp", 2), ("End", None), ("Home", 1)):
        page.keyboard.press(key)
        count = page.evaluate("minecrew.log.length")
        until(page, f"document.activeElement.ariaPosInSet === '{row or count}'")
        assert page.locator("#events [tabindex='0']:not([hidden])").count() == 1


def test_keys_rest_while_one_types_and_when_they_are_turned_off(page: Page) -> None:
    page.keyboard.press("/")
    assert page.evaluate(FOCUS) == "text"
    page.keyboard.type("n p k")
    assert page.evaluate("minecrew.finding") is None
    assert page.input_value("#text") == "n p k"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.get_by_label("use single-key shortcuts").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("n")
    assert page.evaluate("minecrew.finding") is None


def test_every_documented_key_is_heard(page: Page) -> None:
    named = page.eval_on_selector_all("#keys kbd", "all => all.map(one => one.textContent)")
    keys = {"→": "ArrowRight", "←": "ArrowLeft", "Shift →": "Shift+ArrowRight", "Shift ←": "Shift+ArrowLeft"}
    for name in named:
        page.evaluate("document.activeElement.blur()")
        page.evaluate(
            """() => {
              window.onkeydown = ({ key, defaultPrevented }) => {
                if (key !== 'Shift') window.heard = defaultPrevented
              }
            }"""
        )
        page.keyboard.press(keys.get(name, "Escape" if name == "Esc" else name))
        assert page.evaluate("window.heard"), name


def test_tab_reaches_every_part_and_goes_on(page: Page) -> None:
    page.keyboard.press("n")
    page.evaluate("document.activeElement.blur()")
    met = []
    for _ in range(80):
        page.keyboard.press("Tab")
        met.append(page.evaluate(FOCUS))
        if met[-1] == "BODY":
            break
    for part in ("skip", "toggle", "speed", "axis", "lanes", "text", "kind", "class", "talk"):
        assert part in met


ROLES = {
    "banner": [None],
    "main": [None],
    "search": ["Filter"],
    "region": ["Time", "Crew", "Map", "Findings", "Talk", "At this moment", "Events", "Annotations"],
    "slider": ["Time axis"],
    "listbox": ["Events", "Findings"],
    "article": ["Alice", "Bob"],
    "list": ["Alice holds", "Alice's sub-tasks", "Talk"],
}


def test_a_screen_reader_finds_its_way(page: Page) -> None:
    page.keyboard.press("End")
    for role, names in ROLES.items():
        for name in names:
            found = page.get_by_role(role, name=name) if name else page.get_by_role(role)  # type: ignore[arg-type]
            expect(found, f"{role} {name}").to_have_count(1)


def test_everything_one_can_press_has_a_name(page: Page) -> None:
    page.keyboard.press("a")
    nameless = page.evaluate("""() => [...document.querySelectorAll('button, select, input, textarea')]
      .filter(one => !one.ariaLabel && !one.labels?.length)
      .filter(one => one.localName !== 'button' || !one.textContent)
      .map(one => one.outerHTML)""")
    assert nameless == []
