"""Reports of automations computed by counting raw events in plain Python, according to their definitions."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.warehouse.event_groups import Key, Row, groups, named, of, share, times

ENDS = ("finished", "exit")


def automations(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    answer = []
    for (automation,), own in groups(of(rows, "automation"), named("source_id")).items():
        ways: dict[str, list[Row]] = {}
        for row in own:
            ways.setdefault(row["subject_id"], []).append(row)

        def with_(*actions: str, among: dict[str, list[Row]] = ways) -> set[str]:
            return {
                it for it, some in among.items() if {row["action"] for row in some} & {*actions}
            }

        entered, left, converted = with_("entered"), with_("left"), with_("converted")
        finished = {row["subject_id"] for row in own if row.get("reason") in ENDS}
        answer.append(
            {
                "automation_id": automation,
                "entered": len(entered),
                "still_in": len(entered - left),
                "finished": len(finished),
                "left_early": len(left - finished),
                "converted": len(converted),
                "converted_share": share(len(entered & converted), len(entered)),
                "steps": sum(row["action"] == "step" for row in own),
                **times(own),
            }
        )
    return answer


def automation_steps(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    known = [row for row in of(rows, "automation") if row.get("step")]
    return [
        {
            "automation_id": automation,
            "step": step,
            "kind": max(row.get("kind") or "" for row in own),
            "made": sum(row["action"] == "step" for row in own),
            "left_before": sum(row["action"] == "left" for row in own),
            **times(own),
        }
        for (automation, step), own in groups(known, named("source_id"), named("step")).items()
    ]


AUTOMATIONS: Mapping[str, Callable[[list[Row], Key], list[dict[str, Any]]]] = {
    "automations": automations,
    "automation_steps": automation_steps,
}
