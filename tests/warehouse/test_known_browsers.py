"""The assignment of browsers to customers is kept in DuckDB; queries bring the changes."""

import duckdb
import pyarrow as pa
import pytest

from warehouse.models.catalogue import define_macros
from warehouse.schemas import BROWSERS
from warehouse.segments import browsers
from warehouse.segments.browsers import (
    KEPT_SECONDS,
    Browsers,
    BrowsersForgotten,
    KnownBrowsers,
)


def rows(**owners: str | None) -> pa.Table:
    return pa.table({"visitor_id": list(owners), "customer_id": list(owners.values())}, BROWSERS)


class Kept:
    """The contents of a separate DuckDB, at a time that the test chooses."""

    def __init__(self) -> None:
        self.now = 0.0
        self.cursor = duckdb.connect()
        define_macros(self.cursor)
        self.known = KnownBrowsers(lambda: self.now)

    def give(self, org_id: str, given: Browsers, generation: int = 0) -> set[str]:
        """Return the customers whose browsers are known after a query."""
        table = self.known.table(self.cursor, org_id, generation, given)
        return {
            who for (who,) in self.cursor.execute(f"select customer_id from {table}").fetchall()
        }


def test_changed_browsers_are_added_and_unproven_browsers_are_removed() -> None:
    kept = Kept()
    assert kept.known.since("org_a", 0) is None
    assert kept.give("org_a", Browsers(rows(one="ana", two="ben"), None, 7)) == {"ana", "ben"}
    assert kept.known.since("org_a", 0) == 7
    changed = rows(two=None, three="cara", one="dan")
    assert kept.give("org_a", Browsers(changed, 7, 9)) == {"cara", "dan"}
    # Data that was read earlier but arrives later reverts nothing.
    assert kept.give("org_a", Browsers(rows(three=None), 7, 8)) == {"cara", "dan"}
    assert kept.known.since("org_b", 0) is None


def test_all_browsers_are_requested_again_after_expiry_and_by_a_new_duckdb() -> None:
    kept = Kept()
    kept.give("org_a", Browsers(rows(one="ana"), None, 7))
    assert kept.known.since("org_a", 1) is None
    kept.now = KEPT_SECONDS
    assert kept.known.since("org_a", 0) is None
    assert kept.give("org_a", Browsers(rows(two="ben"), None, 9)) == {"ben"}
    with pytest.raises(BrowsersForgotten):
        kept.give("org_a", Browsers(rows(), 9, 9), generation=1)


def test_least_recently_requested_organisation_is_evicted_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(browsers, "MOST_ROWS", 2)
    kept = Kept()
    for org_id in ("org_a", "org_b", "org_c"):
        kept.give(org_id, Browsers(rows(one="ana"), None, 7))
    assert [kept.known.since(it, 0) for it in ("org_a", "org_b", "org_c")] == [None, 7, 7]
