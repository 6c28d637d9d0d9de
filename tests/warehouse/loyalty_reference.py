"""Reports of points, rewards and customers with points, counted in plain Python according to their definitions."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import Any

from tests.warehouse.event_groups import data_of
from tests.warehouse.people_reference import is_refund
from warehouse.date_ranges import Range
from warehouse.queries.sources import bucket_of
from warehouse.reports.question import KnownReward

Row = dict[str, Any]
VISITS = ("scan", "view", "use", "submit", "vote", "play", "redemption", "order")


@dataclass(frozen=True)
class Asked:
    """The arguments of a report: events of one organisation, a range, a time zone, and the data from Postgres."""

    rows: list[Row]
    span: Range
    zone: tzinfo
    rewards: tuple[KnownReward, ...] = ()
    merged: Mapping[str, str] | None = None

    def month(self, moment: datetime | str | None) -> date | None:
        """Return the local month of a moment."""
        if moment is None:
            return None
        at = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
        return at.astimezone(self.zone).date().replace(day=1)

    def day(self, moment: datetime) -> date:
        """Return the local day of a moment."""
        return moment.astimezone(self.zone).date()

    def of(self, family: str) -> list[Row]:
        """Return the events of a family up to the end of the range, with their own fields."""
        return [
            {**row, **data_of(row)}
            for row in self.rows
            if row["type"] == family and row["occurred_at"] < self.span.end
        ]

    def customer(self, row: Row) -> str:
        """Return the customer of an event, after merges."""
        key: str = row["customer_key"]
        return (self.merged or {}).get(key, key)


def is_over(row: Row, end: datetime) -> bool:
    """Return whether what the event gave or took has expired."""
    expires = row.get("expires_at")
    return expires is not None and datetime.fromisoformat(expires) <= end


def points_vintages(asked: Asked) -> list[Row]:
    lots: dict[tuple[str, str], list[Row]] = {}
    for row in asked.of("points"):
        if row["customer_key"] is not None:
            lots.setdefault((row["unit"], row["lot_id"]), []).append(row)
    found: dict[tuple[Any, ...], Row] = {}
    for (unit, lot_id), entries in lots.items():
        gain = next((row for row in entries if row["entry_id"] == lot_id), None)
        if gain is None:  # the gain has not arrived yet
            continue
        key = (unit, asked.month(gain["occurred_at"]), asked.month(gain.get("expires_at")))
        names = (*("given", "taken_back", "spent", "expired", "outstanding", "pending", "ended"),)
        kept = found.setdefault(
            key,
            {
                **dict(zip(("unit", "given_month", "expiry_month"), key, strict=True)),
                **dict.fromkeys(names, 0),
            },
        )
        left = 0
        for row in entries:
            left += row["amount"]
            if row["reason"] in ("redeem", "undo_redeem"):
                kept["spent"] -= row["amount"]
            elif row is gain:
                kept["given"] += row["amount"]
            else:
                kept["taken_back"] -= row["amount"]
        if is_over(gain, asked.span.end):
            kept["expired"] += left
            spent = [row for row in entries if row["reason"] in ("redeem", "undo_redeem")]
            kept["ended"] += left - sum(row["amount"] for row in spent)
        else:
            kept["outstanding"] += left
            if datetime.fromisoformat(gain["available_from"]) > asked.span.end:
                kept["pending"] += left
    return list(found.values())


def point_costs(asked: Asked) -> list[Row]:
    found = []
    for unit in ("points", "stamps"):
        year = asked.span.end - timedelta(days=365)
        sums = [0, 0]
        for row in asked.of("award"):
            is_priced = row["price"] > 0 and row.get("cost_cents") is not None
            if row["unit"] == unit and row["occurred_at"] >= year and is_priced:
                sign = {"given": 0, "redeemed": 1, "undone": -1}[row["action"]]
                sums = [sums[0] + sign * row["price"], sums[1] + sign * row["cost_cents"]]
        basis = "redeemed"
        if sums[0] <= 0:
            basis = "offered"
            offered = [
                one
                for one in asked.rewards
                if one.unit == unit and one.is_offered and one.price and one.cost_cents is not None
            ]
            sums = [sum(one.price for one in offered), sum(one.cost_cents or 0 for one in offered)]
        if sums[0]:
            paid, cost = sums
            found.append(
                {
                    "unit": unit,
                    "basis": basis,
                    "paid": paid,
                    "cost_cents": cost,
                    "cost_per_point_cents": cost / paid,
                }
            )
    return found


def grouped(rows: Iterable[Row], *names: str) -> dict[tuple[Any, ...], list[Row]]:
    found: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        found.setdefault(tuple(row[name] for name in names), []).append(row)
    return found


def total(rows: Iterable[Row], name: str) -> int:
    return sum(row[name] for row in rows)


def valued(amount: int, cost: float | None) -> int | None:
    """Return the monetary value of points, rounding halves away from zero as the warehouse does."""
    return None if cost is None else int(amount * cost + 0.5)


def points_liability(asked: Asked) -> list[Row]:
    costs = {row["unit"]: row["cost_per_point_cents"] for row in point_costs(asked)}
    held = [row for row in points_vintages(asked) if row["outstanding"]]
    return [
        {
            "unit": unit,
            "expiry_month": month,
            "outstanding": total(own, "outstanding"),
            "pending": total(own, "pending"),
            "cost_per_point_cents": costs.get(unit),
            "amount_cents": valued(total(own, "outstanding"), costs.get(unit)),
        }
        for (unit, month), own in grouped(held, "unit", "expiry_month").items()
    ]


def share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def points_by_month(asked: Asked) -> list[Row]:
    first = asked.month(asked.span.start)
    rows = [row for row in points_vintages(asked) if row["given_month"] >= first]
    sums = ("given", "taken_back", "spent", "expired", "outstanding")
    return [
        {
            "unit": unit,
            "given_month": month,
            **{name: total(own, name) for name in sums},
            "redemption_share": share(
                total(own, "spent"), total(own, "given") - total(own, "taken_back")
            ),
            "breakage_share": share(
                total(own, "expired"), total(own, "given") - total(own, "taken_back")
            ),
        }
        for (unit, month), own in grouped(rows, "unit", "given_month").items()
    ]


def points_breakage(asked: Asked) -> list[Row]:
    costs = {row["unit"]: row["cost_per_point_cents"] for row in point_costs(asked)}
    first = asked.month(asked.span.start)
    rows = [
        row
        for row in points_vintages(asked)
        if row["ended"] and row["expiry_month"] is not None and row["expiry_month"] >= first
    ]
    return [
        {
            "unit": unit,
            "expiry_month": month,
            "ended": total(own, "ended"),
            "spent": total(own, "ended") - total(own, "expired"),
            "expired": total(own, "expired"),
            "breakage_share": share(total(own, "expired"), total(own, "ended")),
            "amount_cents": valued(total(own, "expired"), costs.get(unit)),
        }
        for (unit, month), own in grouped(rows, "unit", "expiry_month").items()
    ]


SIGN = {"given": 0, "redeemed": 1, "undone": -1}


def reward_redemptions(asked: Asked) -> list[Row]:
    payers = {one.reward_id: one.paid_by for one in asked.rewards}
    rows = [row for row in asked.of("award") if row["occurred_at"] >= asked.span.start]
    found = []
    for (reward,), own in grouped(rows, "reward_id").items():
        actions = [row["action"] for row in own]
        paid = {
            unit: sum(SIGN[row["action"]] * row["price"] for row in own if row["unit"] == unit)
            for unit in ("points", "stamps")
        }
        found.append(
            {
                "reward_id": reward,
                "paid_by": payers.get(reward) or "",
                "given": actions.count("given"),
                "redeemed": actions.count("redeemed") - actions.count("undone"),
                "bought": sum(SIGN[row["action"]] for row in own if row["source"] == "bought"),
                "undone": actions.count("undone"),
                **paid,
                "cost_cents": sum(
                    SIGN[row["action"]] * (row.get("cost_cents") or 0) for row in own
                ),
                "without_cost": sum(
                    SIGN[row["action"]] for row in own if row.get("cost_cents") is None
                ),
            }
        )
    return found


def reward_payers(asked: Asked) -> list[Row]:
    names = ("redeemed", "points", "stamps", "cost_cents", "without_cost")
    return [
        {"paid_by": payer, "rewards": len(own), **{name: total(own, name) for name in names}}
        for (payer,), own in grouped(reward_redemptions(asked), "paid_by").items()
    ]


def reward_gifts(asked: Asked) -> list[Row]:
    first = asked.month(asked.span.start)
    months: dict[date, list[Row]] = {}
    for row in asked.of("award"):
        month = asked.month(row["awarded_at"])
        if row["source"] == "given" and row["customer_key"] and month and first and month >= first:
            months.setdefault(month, []).append(row)
    found = []
    for month, own in months.items():
        given = sum(row["action"] == "given" for row in own)
        if not given:
            continue
        redeemed = sum(SIGN[row["action"]] for row in own)
        over = still = cost = 0
        for row in own:
            left = -1 if row["action"] == "redeemed" else 1
            if is_over(row, asked.span.end):
                over += left
            else:
                still += left
                cost += left * (row.get("cost_cents") or 0)
        found.append(
            {
                "given_month": month,
                "given": given,
                "redeemed": redeemed,
                "expired": over,
                "still_open": still,
                "redemption_share": redeemed / given,
                "breakage_share": over / given,
                "open_cost_cents": cost,
            }
        )
    return found


def best_customers(asked: Asked) -> list[Row]:
    names = (
        *("amount_cents", "orders", "points_given", "points_spent"),
        *("stamps_given", "stamps_spent", "redeemed", "reward_cost_cents"),
    )
    found: dict[str, Row] = {}

    def add(row: Row, **amounts: int) -> None:
        key = asked.customer(row)
        kept = found.setdefault(key, {"customer_id": key, **dict.fromkeys(names, 0)})
        for name, amount in amounts.items():
            kept[name] += amount

    for row in asked.rows:
        if row["customer_key"] is None or row["occurred_at"] not in asked.span:
            continue
        fields = data_of(row)
        if row["type"] == "order":
            add(row, amount_cents=row["amount_cents"] or 0, orders=int(not is_refund(row)))
        elif row["type"] == "points":
            is_spent = fields["reason"] in ("redeem", "undo_redeem")
            amount = -fields["amount"] if is_spent else fields["amount"]
            add(row, **{f"{fields['unit']}_{'spent' if is_spent else 'given'}": amount})
        elif row["type"] == "award" and fields["action"] != "given":
            sign = SIGN[fields["action"]]
            add(row, redeemed=sign, reward_cost_cents=sign * (fields.get("cost_cents") or 0))
    return list(found.values())


def churn_risk(asked: Asked) -> list[Row]:
    days: dict[str, set[date]] = {}
    for row in asked.rows:
        is_given = row["type"] == "points" and data_of(row)["reason"] == "given"
        moment = row["occurred_at"]
        if row["customer_key"] is None or not (row["type"] in VISITS or is_given):
            continue
        if (moment if is_given else bucket_of(moment)) < asked.span.end:
            days.setdefault(asked.customer(row), set()).add(asked.day(moment))
    found = []
    for customer, own in days.items():
        if len(own) < 3:
            continue
        usual = (max(own) - min(own)).days / (len(own) - 1)
        since = (asked.day(asked.span.end) - max(own)).days
        steps = ((1.5, "regular"), (3, "late"), (6, "at risk"))
        risk = next((name for most, name in steps if since <= most * usual), "lost")
        found.append(
            {
                "customer_id": customer,
                "risk": risk,
                "active_days": len(own),
                "usual_days": usual,
                "first_day": min(own),
                "last_day": max(own),
                "days_since_last": since,
                "times_usual": since / usual,
            }
        )
    return found


def churn_levels(asked: Asked) -> list[Row]:
    everybody = churn_risk(asked)
    return [
        {
            "risk": risk,
            "customers": len(own),
            "share": len(own) / len(everybody),
            "average_days_since": sum(row["days_since_last"] for row in own) / len(own),
            "average_usual_days": sum(row["usual_days"] for row in own) / len(own),
        }
        for (risk,), own in grouped(everybody, "risk").items()
    ]


LOYALTY: Mapping[str, Callable[[Asked], list[Row]]] = {
    "points_vintages": points_vintages,
    "point_costs": point_costs,
    "points_liability": points_liability,
    "points_by_month": points_by_month,
    "points_breakage": points_breakage,
    "reward_redemptions": reward_redemptions,
    "reward_payers": reward_payers,
    "reward_gifts": reward_gifts,
    "best_customers": best_customers,
    "churn_risk": churn_risk,
    "churn_levels": churn_levels,
}
"""Plain counts by report; `test_loyalty_reports` compares them."""
