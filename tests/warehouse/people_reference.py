"""Reports of visitors, customers, cohorts and codes, counted in plain Python according to their definitions."""

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import partial
from typing import Any

from tests.warehouse.reference import family_of, is_human, matches
from warehouse.date_ranges import Range
from warehouse.queries.language import Filter
from warehouse.queries.sources import bucket_of
from warehouse.reports.question import PlacedCode

Row = dict[str, Any]
Filters = tuple[Filter, ...]
BROKEN = frozenset({"code_2", "code_9"})
PLACED = tuple(
    PlacedCode(f"code_{number}", f"table: {number}", datetime(2026, 2, 4 * number, 22, tzinfo=UTC))
    for number in (1, 2, 3, 4)
)


def by(rows: Iterable[Row], name: str) -> dict[Any, list[Row]]:
    found: dict[Any, list[Row]] = {}
    for row in rows:
        if row.get(name) is not None:
            found.setdefault(row[name], []).append(row)
    return found


def passing(rows: Iterable[Row], asked: Filters) -> list[Row]:
    """Return the rows that pass filters by code."""
    return [row for row in rows if matches(row, asked, {})]


def human_scans(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if row["type"] == "scan" and is_human(row)]


def first_ever(rows: list[Row]) -> dict[str, datetime]:
    """Return when each visitor's first scan by arrival occurred."""
    ordered = sorted(human_scans(rows), key=lambda row: int(row["pos"]))
    return {who: own[0]["occurred_at"] for who, own in by(ordered, "visitor_id").items()}


def profiles(rows: list[Row], span: Range, zone: tzinfo, asked: Filters = ()) -> list[Row]:
    """Return the visitors with scans that pass the filters; whether a visitor is new depends on every scan, whatever
    the filters are.
    """
    first = first_ever(rows)
    found = []
    inside = [row for row in human_scans(passing(rows, asked)) if row["occurred_at"] in span]
    for who, own in by(inside, "visitor_id").items():
        moments = [row["occurred_at"] for row in own]
        days = sorted({moment.astimezone(zone).date() for moment in moments})
        gaps = [(later - earlier).days for earlier, later in itertools.pairwise(days)]
        found.append(
            {
                "kind": own[0]["visitor_kind"],
                "is_new": first[who] in span,
                "first_ever_at": first[who],
                "first_at": min(moments),
                "last_at": max(moments),
                "scans": len(own),
                "visits": sum(not row["is_duplicate"] for row in own),
                "codes": len(by(own, "code_id")),
                "days": len(days),
                "days_between": sum(gaps) / len(gaps) if gaps else None,
                "gaps": gaps,
            }
        )
    return found


def visitors(rows: list[Row], span: Range, zone: tzinfo, asked: Filters = ()) -> list[Row]:
    found = profiles(rows, span, zone, asked)
    return [{k: v for k, v in one.items() if k != "gaps"} for one in found]


def visitor_frequency(rows: list[Row], span: Range, zone: tzinfo, asked: Filters = ()) -> list[Row]:
    everybody = profiles(rows, span, zone, asked)
    steps = {1: (1, 1), 2: (2, 2), 3: (3, 5), 4: (6, 10), 5: (11, 10**9)}
    found = []
    for step, (least, most) in steps.items():
        own = [one for one in everybody if least <= one["scans"] <= most]
        gaps = [gap for one in own for gap in one["gaps"]]
        if own:
            found.append(
                {
                    "step": step,
                    "people": len(own),
                    "share": len(own) / len(everybody),
                    "new": sum(one["is_new"] for one in own),
                    "returning": sum(not one["is_new"] for one in own),
                    "scans": sum(one["scans"] for one in own),
                    "visits": sum(one["visits"] for one in own),
                    "average_scans": sum(one["scans"] for one in own) / len(own),
                    "days_between": sum(gaps) / len(gaps) if gaps else None,
                }
            )
    return found


def is_refund(row: Row) -> bool:
    return row["type"] == "order" and json.loads(row["data"]).get("status") == "refunded"


def segment(acts: int, first: int | None, last: int | None) -> str:
    if not acts or first is None or last is None:
        return "only written to"
    if last > 90:
        return "lost"
    if last > 30:
        return "at risk" if acts >= 4 else "cooling"
    if acts >= 4:
        return "champion" if acts >= 10 else "loyal"
    return "new" if first <= 30 else "active"


def customers(rows: list[Row], span: Range, zone: tzinfo) -> list[Row]:
    # Not-found requests and codes opened by staff are no visitor's act.
    lines = (row for row in rows if family_of(row) not in {"miss", "master_use"})
    until = [row for row in lines if bucket_of(row["occurred_at"]) < span.end]
    end = span.end.astimezone(zone).date()
    found = []
    for key, own in by(until, "customer_key").items():
        undone = [row for row in own if family_of(row) == "undone_redemption"]
        acts = [
            row
            for row in own
            if family_of(row) not in ("message", "undone_redemption", "automation")
            and not is_refund(row)
        ]
        moments = [row["occurred_at"] for row in acts]
        first, last = min(moments, default=None), max(moments, default=None)
        ages = [at and (end - at.astimezone(zone).date()).days for at in (first, last)]
        found.append(
            {
                "customer_id": key,
                "segment": segment(len(acts) - len(undone), *ages),
                "first_at": first,
                "last_at": last,
                "days_since_last": ages[1],
                "acts": len(acts) - len(undone),
                "redemptions": sum(family_of(row) == "redemption" for row in own) - len(undone),
                "scans": sum(row["type"] == "scan" for row in own),
                "orders": sum(row["type"] == "order" and not is_refund(row) for row in own),
                "messages": sum(row["type"] == "message" for row in own),
                "amount_cents": sum(
                    row["amount_cents"] or 0 for row in own if row["type"] == "order"
                ),
            }
        )
    return found


def customer_segments(rows: list[Row], span: Range, zone: tzinfo) -> list[Row]:
    everybody = customers(rows, span, zone)
    return [
        {
            "segment": name,
            "customers": len(own),
            "share": len(own) / len(everybody),
            "acts": sum(one["acts"] for one in own),
            "orders": sum(one["orders"] for one in own),
            "amount_cents": sum(one["amount_cents"] for one in own),
            "acts_per_customer": sum(one["acts"] for one in own) / len(own),
        }
        for name, own in by(everybody, "segment").items()
    ]


def week_of(day: date, begins_on: int) -> date:
    return day - timedelta(days=(day.weekday() - begins_on) % 7)


def month_of(day: date) -> date:
    return day.replace(day=1)


def weeks_between(first: date, later: date) -> int:
    return (later - first).days // 7


def months_between(first: date, later: date) -> int:
    return (later.year - first.year) * 12 + later.month - first.month


def retention(
    unit: str, start_of: Callable[[date], date], between: Callable[[date, date], int]
) -> Callable[..., list[Row]]:
    """Return the cohorts of new visitors; with filters, of those whose first scan that passes falls into the period."""

    def answer(rows: list[Row], span: Range, zone: tzinfo, asked: Filters = ()) -> list[Row]:
        first_day = start_of(span.start.astimezone(zone).date())
        known = [
            row
            for row in human_scans(passing(rows, asked))
            if row["visitor_kind"] == "cookie" and bucket_of(row["occurred_at"]) < span.end
        ]
        seen = {
            who: sorted({start_of(row["occurred_at"].astimezone(zone).date()) for row in own})
            for who, own in by(known, "visitor_id").items()
        }
        if not asked:  # new visitors are determined by the first scan that arrived, as everywhere
            first = {
                who: start_of(at.astimezone(zone).date())
                for who, at in first_ever(rows).items()
                if bucket_of(at) < span.end
            }
            seen = {
                who: [first[who], *(unit for unit in units if unit > first[who])]
                for who, units in seen.items()
                if who in first and first[who] >= first_day
            }
        last = start_of((span.end - timedelta(microseconds=1)).astimezone(zone).date())
        found = []
        for cohort in {units[0] for units in seen.values() if units[0] >= first_day}:
            own = [units for units in seen.values() if units[0] == cohort]
            for number in range(between(cohort, last) + 1):
                back = sum(any(between(cohort, one) == number for one in units) for units in own)
                found.append(
                    {
                        "cohort": cohort,
                        unit: number,
                        "people": len(own),
                        "came_back": back,
                        "share": back / len(own),
                    }
                )
        return found

    return answer


def code_health(rows: list[Row], span: Range, zone: tzinfo) -> list[Row]:
    found = []
    scans = [
        row for row in rows if row["type"] == "scan" and bucket_of(row["occurred_at"]) < span.end
    ]
    last_day = (span.end - timedelta(microseconds=1)).astimezone(zone).date()
    for code, own in by(scans, "code_id").items():
        now = [row for row in own if bucket_of(row["occurred_at"]) >= span.start]
        before = [
            row
            for row in own
            if span.start - span.length <= bucket_of(row["occurred_at"]) < span.start
        ]
        people = [row for row in now if is_human(row)]
        earlier = sum(is_human(row) for row in before)
        last = max((row["occurred_at"] for row in own if is_human(row)), default=None)
        refused, fallback = (
            sum(row["outcome"] == name for row in people) for name in ("refused", "fallback")
        )
        found.append(
            {
                "code_id": code,
                "scans": len(people),
                "scans_before": earlier,
                "trend": (len(people) - earlier) / earlier if earlier else None,
                "last_at": last,
                "days_since_last": last and (last_day - last.astimezone(zone).date()).days,
                "bots": len(now) - len(people),
                "bot_share": (len(now) - len(people)) / len(now) if now else None,
                "refused": refused,
                "refused_share": refused / len(people) if people else None,
                "fallback": fallback,
                "fallback_share": fallback / len(people) if people else None,
                "is_destination_broken": code in BROKEN,
            }
        )
    return found


def silent_placements(rows: list[Row], span: Range, zone: tzinfo) -> list[Row]:
    last_day = (span.end - timedelta(microseconds=1)).astimezone(zone).date()
    found = []
    for placed in PLACED:
        scans = [
            row
            for row in rows
            if (row["type"], row["code_id"]) == ("scan", placed.code_id)
            and bucket_of(row["occurred_at"]) < span.end
        ]
        now = [row for row in scans if bucket_of(row["occurred_at"]) >= span.start]
        if placed.since >= span.end or any(is_human(row) for row in now):
            continue
        last = max((row["occurred_at"] for row in scans if is_human(row)), default=None)
        heard = max(placed.since, last or placed.since)
        found.append(
            {
                "code_id": placed.code_id,
                "placement": placed.placement,
                "since": placed.since,
                "last_at": last,
                "days_silent": (last_day - heard.astimezone(zone).date()).days,
                "bots": len(now),
            }
        )
    return found


PASS_STEPS = ("created", "installed", "updated", "fetched", "stale", "removed")


def pass_templates(rows: list[Row], span: Range, zone: tzinfo) -> list[Row]:
    """Return the steps of passes by local day and template."""
    counts: dict[tuple[date, str], Counter[str]] = {}
    for row in rows:
        if row["type"] == "pass" and is_human(row) and row["occurred_at"] in span:
            step = json.loads(row["data"])
            key = (row["occurred_at"].astimezone(zone).date(), step.get("template_id") or "")
            counts.setdefault(key, Counter())[step["action"]] += 1
    return [
        {
            "day": day,
            "template_id": template_id,
            **{step: steps[step] for step in PASS_STEPS},
            "active": steps["installed"] - steps["removed"],
        }
        for (day, template_id), steps in counts.items()
    ]


PRIZE_STEPS = ("awarded", "claimed", "expired")


def prize_days(rows: list[Row], span: Range, zone: tzinfo) -> list[Row]:
    """Return the steps of prizes by local day, game and prize."""
    counts: dict[tuple[date, str, str], Counter[str]] = {}
    for row in rows:
        if row["type"] == "prize" and is_human(row) and row["occurred_at"] in span:
            step = json.loads(row["data"])
            day = row["occurred_at"].astimezone(zone).date()
            key = (day, step.get("game_id") or "", step.get("prize_id") or "")
            counts.setdefault(key, Counter())[step["action"]] += 1
    return [
        {"day": day, "game_id": game, "prize_id": prize, **{it: steps[it] for it in PRIZE_STEPS}}
        for (day, game, prize), steps in counts.items()
    ]


_MONTHS = retention("month", month_of, months_between)
_WEEKS = {
    begins_on: retention("week", partial(week_of, begins_on=begins_on), weeks_between)
    for begins_on in range(7)
}
_COHORTS = (_MONTHS, *_WEEKS.values())
Reference = Callable[[list[Row], Range, tzinfo], list[Row]]
_REPORTS: Mapping[str, Reference] = {
    "visitors": visitors,
    "visitor_frequency": visitor_frequency,
    "customers": customers,
    "customer_segments": customer_segments,
    "retention_months": _MONTHS,
    "code_health": code_health,
    "silent_placements": silent_placements,
    "pass_templates": pass_templates,
    "prize_days": prize_days,
}


UNFILTERED = ("customers", "customer_segments")
"""Customers' acts are stored without the codes at which they occurred."""


def people_reports(begins_on: int, asked: Filters = ()) -> Mapping[str, Reference]:
    """Return plain counts by report, for events that pass filters by code; weeks start on `begins_on`, 0 for Monday."""
    return {
        name: partial(_filtered, reference, asked) if name not in UNFILTERED else reference
        for name, reference in {**_REPORTS, "retention_weeks": _WEEKS[begins_on]}.items()
    }


def _filtered(
    reference: Reference, asked: Filters, rows: list[Row], span: Range, zone: tzinfo
) -> list[Row]:
    if reference in (visitors, visitor_frequency, *_COHORTS):
        return reference(rows, span, zone, asked)
    answer = reference(passing(rows, asked), span, zone)
    return passing(answer, asked) if reference is silent_placements else answer
