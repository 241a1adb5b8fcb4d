"""The view Studies, on the real service."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.service.conftest import Service

from .visiting import visiting


def test_each_table_says_once_how_many_runs_a_row_is_about(browser: Browser, shown: Service) -> None:
    with visiting(browser, shown, "/ui/studies?name=talk") as page:
        tables = page.locator("table.figures:has(tbody tr)")
        expect(tables.first).to_be_visible()
        heads = [table.locator("thead th, thead td").all_inner_texts() for table in tables.all()]
        rows = [table.locator("tbody tr").first.locator("th, td").all_inner_texts() for table in tables.all()]
    assert [names.count("runs") for names in heads] == [1] * len(heads)
    assert len({names.index("runs") for names in heads}) > 1, "some tables have the column, others get it"
    counts = [dict(zip(names, row, strict=True))["runs"] for names, row in zip(heads, rows, strict=True)]
    assert counts[0] == "3"
    assert heads[0][0] == "discussion", "the first factor has a head, too"
    assert all(int(count) > 0 for count in counts)
