"""The state of promo codes and one-time codes, counted in plain Python according to the report's definitions."""

from collections.abc import Iterable, Mapping
from typing import Any

from tests.warehouse.event_groups import data_of
from warehouse.date_ranges import Range
from warehouse.queries.sources import bucket_of

Row = Mapping[str, Any]
STANDING = ("code_batches", "code_stock")
"""Reports of a current state, which `test_code_stock` counts."""
KINDS = ("one_time_code", "promo_code")


def code_of(row: Row) -> str:
    """Return the code to which the batch of an issue or a use belongs."""
    fields = data_of(row)
    if row["type"] == "redemption":
        of_old = fields.get("base_code_id") if fields["kind"] == "one_time_code" else None
        return str(fields.get("batch_code_id") or of_old or row["code_id"] or "")
    return str(row["code_id"] or "")


def code_batches(rows: Iterable[Row], span: Range) -> list[dict[str, Any]]:
    """Return each batch at the end of the range, whatever the order of its events."""
    batches: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        of_codes = row["type"] == "issue" or (
            row["type"] == "redemption" and data_of(row)["kind"] in KINDS
        )
        if of_codes and bucket_of(row["occurred_at"]) < span.end:
            key = (data_of(row).get("batch_id") or "", code_of(row), data_of(row)["kind"])
            batches.setdefault(key, []).append(row)
    return [_stands(key, own, span) for key, own in batches.items()]


def _stands(key: tuple[str, str, str], rows: list[Row], span: Range) -> dict[str, Any]:
    batch_id, code_id, kind = key
    issues = [row for row in rows if row["type"] == "issue" and data_of(row)["action"] == "issued"]
    voids = [row for row in rows if row["type"] == "issue" and data_of(row)["action"] == "voided"]
    uses = [row for row in rows if row["type"] == "redemption"]
    is_old = not batch_id and kind == "one_time_code"
    once = {"use_number": 1, "max_uses": 1} if kind == "one_time_code" else {}
    numbers = [
        ({**once, **data_of(row)}.get("use_number"), {**once, **data_of(row)}.get("max_uses"))
        for row in uses
    ]
    used_up = sum(number is not None and number == allowed for number, allowed in numbers)
    issued = sum(data_of(row)["codes"] for row in issues) + (len(uses) if is_old else 0)
    voided = sum(data_of(row)["codes"] for row in voids)
    allowed = sum(data_of(row).get("uses") or 0 for row in issues) + (len(uses) if is_old else 0)
    lost = sum(data_of(row).get("uses") or 0 for row in voids)
    ends = [data_of(row)["ends_at"] for row in (*issues, *voids) if data_of(row).get("ends_at")]
    is_over = bool(ends) and max(ends) < span.end.isoformat()
    standing = max(issued - voided - used_up, 0)
    left = max(allowed - lost - len(uses), 0)
    is_endless = any(data_of(row).get("uses") is None for row in issues)
    return {
        "batch_id": batch_id,
        "code_id": code_id,
        "kind": kind,
        "issued_at": min((row["occurred_at"] for row in issues), default=None),
        "issued": issued,
        "used_in_range": sum(bucket_of(row["occurred_at"]) >= span.start for row in uses),
        "used": len(uses),
        "first_used": sum(number == 1 for number, _ in numbers),
        "used_up": used_up,
        "voided": voided,
        "expired": standing if is_over else 0,
        "left_over": 0 if is_over else standing,
        "uses_left": 0 if is_over else None if is_endless else left,
        "last_used_at": max((row["occurred_at"] for row in uses), default=None),
    }


SUMMED = ("issued", "used_in_range", "used", "used_up", "voided", "expired", "left_over")


def code_stock(batches: Iterable[Row], groups: Mapping[str, str] | None) -> list[dict[str, Any]]:
    """Return the same by kind and group of codes; without groups as a single one."""
    found: dict[tuple[str, str], list[Row]] = {}
    for batch in batches:
        key = groups.get(batch["code_id"], "") if groups is not None else ""
        found.setdefault((key, batch["kind"]), []).append(batch)
    return [
        {
            "key": key,
            "kind": kind,
            "batches": sum(bool(one["batch_id"]) for one in own),
            **{name: sum(one[name] for one in own) for name in SUMMED},
            "uses_left": None
            if any(one["uses_left"] is None for one in own)
            else sum(one["uses_left"] for one in own),
            "last_used_at": max(
                (one["last_used_at"] for one in own if one["last_used_at"]), default=None
            ),
        }
        for (key, kind), own in found.items()
    ]
