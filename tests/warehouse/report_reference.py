"""Every report computed by counting raw events in plain Python, according to its definition."""

import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.warehouse.automation_reference import AUTOMATIONS
from tests.warehouse.event_groups import Key, Row, groups, named, of, people, share, times
from tests.warehouse.game_reference import GAMES
from tests.warehouse.reference import family_of, is_human
from warehouse.queries.sources import bucket_of

PARTS = ("fields", "reached", "filled")
STANDS = ("stands_at", "stood_at")
STEPS = ("scan", "view", "submit", "redemption", "order")


def step_of(row: Row) -> str | None:
    """Return the funnel step that an event is, or undoes, if any."""
    family = "redemption" if is_undone(row) else family_of(row)
    return family if family in STEPS else None


def is_undone(row: Row) -> bool:
    """Return whether the event undoes a redemption."""
    return family_of(row) == "undone_redemption"


def standing(rows: Iterable[Row]) -> list[Row]:
    """Return the redemptions of each visitor that remain after the undone ones are removed, and all other events."""
    answer: list[Row] = []
    for own in groups(rows, named("visitor_id")).values():
        undone = sum(map(is_undone, own))
        answer += [row for row in own if not is_undone(row)][undone:]
    return answer


def adding(rows: Iterable[Row]) -> list[Row]:
    """Return the order events that add to the revenue."""
    return [row for row in rows if row["amount_cents"] > 0]


def reached_steps(by_step: Mapping[str, list[Row]]) -> dict[str, int]:
    """Return how many people did each step and all steps before it."""
    left: set[str] | None = None
    found = {}
    for step, own in by_step.items():
        who = {row["visitor_id"] for row in own if row.get("visitor_id")}
        left = who if left is None else left & who
        found[step] = len(left)
    return found


def funnel(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    answer = []
    steps = [row for row in rows if step_of(row)]
    for (value,), own in groups(steps, key).items():
        by_step = {step: [row for row in own if step_of(row) == step] for step in STEPS}
        by_step["order"] = adding(by_step["order"])
        redeemed = by_step["redemption"]
        undone = sum(map(is_undone, redeemed))
        by_step["redemption"] = standing(redeemed)
        persons = {step: people(found) for step, found in by_step.items()}
        by_currency = groups(of(own, "order"), named("currency"))
        adds = {one: len(adding(found)) for one, found in by_currency.items()}
        chief = max(adds, key=lambda one: (adds[one], one), default=None)
        kept = by_currency[chief] if chief else []
        reached = reached_steps(by_step)
        answer.append(
            {
                "key": value,
                **{f"{step}s": len(found) for step, found in by_step.items()},
                "redemptions": len(redeemed) - 2 * undone,
                **{f"{step}_people": count for step, count in persons.items()},
                **{f"{step}_reached": count for step, count in reached.items() if step != "scan"},
                **{
                    f"{step}_share": share(reached[step], reached[before])
                    for before, step in itertools.pairwise(STEPS)
                },
                "revenue_cents": sum(row["amount_cents"] for row in kept),
                "currency": chief[0] if chief else "",
                "other_orders": len(by_step["order"]) - len(adding(kept)),
            }
        )
    return answer


def forms(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    answer = []
    views = [row for row in rows if step_of(row) == "view"]
    for (form,), own in groups(of(rows, "submit"), named("form")).items():
        homes = {row["code_id"] for row in own}
        seen = sum(row["code_id"] in homes for row in views)
        answer.append(
            {
                "form": form,
                "submits": len(own),
                "new_customers": sum(row.get("is_new_customer", False) for row in own),
                "views": seen,
                "completion_share": share(len(own), seen),
                "fields": len({field for row in own for field in row["fields"]}),
            }
        )
    return answer


def form_fields(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    answer = []
    lines = [row for row in of(rows, "use") if row["action"] == "form"]
    acts = [*of(rows, "submit"), *lines]
    for (form,), own in groups(acts, named("form")).items():
        sent = [row for row in own if row["type"] == "submit"]
        seen = [row for row in own if row["type"] == "use"]
        opened = max(sum(bool(row.get("opened")) for row in seen), len(sent))
        names = {field for row in own for part in PARTS for field in row.get(part) or ()}
        for field in names | {row[at] for row in seen for at in STANDS if row.get(at)}:
            answered = [row for row in sent if field in row["fields"]]
            filled = max(sum(field in (row.get("filled") or ()) for row in seen), len(answered))
            came = sum(field in (row.get("reached") or ()) for row in seen)
            reached = max(came, filled)
            left = sum(
                (row.get("stands_at") == field) - (row.get("stood_at") == field) for row in seen
            )
            if not reached:
                continue
            places = [row["fields"].index(field) + 1 for row in answered]
            answer.append(
                {
                    "form": form,
                    "field": field,
                    "place": min(places, default=None),
                    "opened": opened,
                    "reached": reached,
                    "filled": filled,
                    "submits": len(sent),
                    "answered": len(answered),
                    "left_here": max(left, 0),
                    "skipped": len(sent) - len(answered),
                    "answered_share": share(len(answered), len(sent)),
                    "drop_off_share": 1 - len(answered) / reached,
                }
            )
    return answer


def votes(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    answer = []
    found = groups(of(rows, "vote"), named("code_id"), named("poll_id"))
    for (code, poll), own in found.items():
        gone = [row["previous_choice"] for row in own if row.get("previous_choice")]
        net = len(own) - len(gone)
        for choice in {*(row["choice"] for row in own), *gone}:
            given = [row for row in own if row["choice"] == choice]
            left = len(given) - gone.count(choice)
            answer.append(
                {
                    "code_id": code,
                    "poll_id": poll,
                    "choice": choice,
                    "votes": len(given),
                    "standing": left,
                    "share": share(left, net),
                    "taken_back": gone.count(choice),
                    "people": people(given),
                    **(times(given) if given else {"first_at": None, "last_at": None}),
                }
            )
    return answer


def signed(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Return redemptions and undone redemptions, each with its sign."""
    found = list(rows)
    gone = [{**row, "sign": -1} for row in of(found, "undone_redemption")]
    return [*({**row, "sign": 1} for row in of(found, "redemption")), *gone]


def used(rows: Iterable[Row]) -> list[Row]:
    """Return the redemptions among them."""
    return [row for row in rows if row["sign"] > 0]


def sums_of(rows: list[Row]) -> dict[str, Any]:
    """Return the sums of redemptions minus the undone ones, who redeemed, and when."""
    return {
        "used": sum(row["sign"] for row in rows),
        "people": people(used(rows)),
        "amount_cents": sum(row["sign"] * (row["amount_cents"] or 0) for row in rows),
        "points": sum(row["sign"] * (row.get("points") or 0) for row in rows),
        **(times(used(rows)) if used(rows) else {"first_at": None, "last_at": None}),
    }


def redemptions(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    found = groups(signed(rows), key, named("kind"), named("currency"))
    return [
        {
            "key": value,
            "kind": kind,
            "currency": currency,
            "subjects": len({row["subject_id"] for row in used(own)}),
            **sums_of(own),
        }
        for (value, kind, currency), own in found.items()
    ]


def redeemed_codes(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    found = groups(signed(rows), named("subject_id"), named("kind"), named("currency"))
    return [
        {
            "subject_id": subject,
            "kind": kind,
            "currency": currency,
            "code_id": max(
                (row for row in own if row["code_id"]),
                key=lambda row: (row["occurred_at"], row["pos"]),
                default={"code_id": ""},
            )["code_id"],
            **sums_of(own),
        }
        for (subject, kind, currency), own in found.items()
    ]


def messages(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    answer = []
    for (value, channel), own in groups(of(rows, "message"), key, named("channel")).items():

        def reached(*statuses: str, own: list[Row] = own) -> int:
            return len({row["message_id"] for row in own if row["status"] in statuses})

        clicked = len(
            {row["message_id"] for row in own if row["status"] == "clicked" and is_human(row)}
        )
        answer.append(
            {
                "key": value,
                "channel": channel,
                "sent": reached("sent"),
                "delivered": reached("delivered"),
                "opened": reached("shown", "opened"),
                "clicked": clicked,
                "failed": reached("failed", "bounced"),
                "stopped": reached("unsubscribed", "complained"),
                "refused": reached("refused"),
                "replied": reached("replied"),
                "segments": sum(it["segments"] for it in own if it["status"] == "sent"),
                "cost_micros": sum(it["cost_micros"] for it in own if it["status"] == "charged"),
                "delivered_share": share(reached("delivered"), reached("sent")),
                "clicked_share": share(clicked, reached("delivered")),
            }
        )
    return answer


def passes(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    answer = []
    for (value, wallet), own in groups(of(rows, "pass"), key, named("wallet")).items():
        steps = [row["action"] for row in own]
        answer.append(
            {
                "key": value,
                "wallet": wallet,
                **{
                    step: len({row["pass_id"] for row in own if row["action"] == step})
                    for step in ("created", "downloaded")
                },
                **{
                    step: steps.count(step)
                    for step in ("installed", "updated", "fetched", "stale", "removed")
                },
                "active": steps.count("installed") - steps.count("removed"),
            }
        )
    return answer


def orders(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    answer = []
    found = groups(of(rows, "order"), key, named("source"), named("currency"))
    for (value, source, currency), own in found.items():

        def reached(*statuses: str, own: list[Row] = own) -> int:
            return len({row["order_id"] for row in own if row["status"] in statuses})

        revenue = sum(row["amount_cents"] for row in own)
        answer.append(
            {
                "key": value,
                "source": source,
                "currency": currency,
                **{name: reached(name) for name in ("placed", "paid", "refunded", "cancelled")},
                "revenue_cents": revenue,
                "refunded_cents": -sum(
                    row["amount_cents"] for row in own if row["status"] == "refunded"
                ),
                "average_cents": share(revenue, reached("placed", "paid")),
                "people": people(own),
            }
        )
    return answer


def leaderboard(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    scans = [row for row in rows if row["type"] == "scan" and key(row)]
    found = groups(scans, key)
    return [
        {
            "rank": 1 + sum(len(other) > len(own) for other in found.values()),
            "key": value,
            "scans": len(own),
            "people": people(own),
            "share": len(own) / len(scans),
            "reached_at": max(bucket_of(row["occurred_at"]) for row in own),
        }
        for (value,), own in found.items()
    ]


def missed_paths(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    found = groups(of(rows, "miss"), named("host"), named("path"))
    return [
        {
            "host": host,
            "path": path,
            "people": sum(is_human(row) for row in own),
            "bots": sum(not is_human(row) for row in own),
            **times(own),
        }
        for (host, path), own in found.items()
    ]


REFERENCE: Mapping[str, Callable[[list[Row], Key], list[dict[str, Any]]]] = {
    "funnel": funnel,
    "forms": forms,
    "form_fields": form_fields,
    "votes": votes,
    "redemptions": redemptions,
    "redeemed_codes": redeemed_codes,
    "messages": messages,
    "passes": passes,
    "orders": orders,
    "leaderboard": leaderboard,
    "missed_paths": missed_paths,
    **GAMES,
    **AUTOMATIONS,
}
"""Plain counts by report."""
