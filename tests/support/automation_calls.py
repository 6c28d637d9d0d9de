"""The entries for automations in tests/support/calls.py, and the rows that they need."""

from collections.abc import Callable
from typing import Any

from tests.support.call import Call


def message(
    step_id: str = "hello", text: str = "Hi {{customer.first_name|there}}.", **more: Any
) -> dict[str, Any]:
    """Return a step that sends a text message."""
    contents = [{"language": "en", "sms": text}]
    return {"kind": "message", "id": step_id, "channel": "sms", "contents": contents, **more}


def automation_plan(name: str, *steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return an automation that texts people who sent a form."""
    return {
        "name": name,
        "trigger": {"kind": "submit"},
        "steps": list(steps) or [message()],
        **more,
    }


def automation_rows(
    call: Callable[[str, dict[str, Any]], dict[str, Any]], segment_id: str, mark: str
) -> dict[str, str]:
    """Create a draft, a rule and a trial, and return their ids."""
    plan = automation_plan(f"{mark} hello", segment_id=segment_id)
    made = call("/v1/save-automation", plan)
    rule = {"action": "create", "on": "scan", "message": f"{mark} hello"}
    tried = call("/v1/try-automation", {"plan": plan})
    return {
        "automation": made["automation_id"],
        "rule": call("/v1/auto-sms", rule)["items"][0]["rule_id"],
        "trial": tried["job_id"],
    }


def _automation(ids: dict[str, str]) -> dict[str, Any]:
    return {"automation_id": ids["automation"]}


def _plan(ids: dict[str, str]) -> dict[str, Any]:
    return automation_plan(
        "Hello again",
        {"kind": "wait", "id": "wait", "amount": 2},
        {
            "kind": "condition",
            "id": "if",
            "rules": {"conditions": [{"kind": "segment", "segment_id": ids["segment"]}]},
            "yes": [message("yes", code_id=ids["code"])],
            "no": [{"kind": "exit", "id": "out"}],
        },
        trigger={"kind": "scan", "codes": [ids["code"]]},
        goal={"kind": "order", "min_amount_cents": 500},
        segment_id=ids["segment"],
    )


def _nothing(_ids: dict[str, str]) -> dict[str, Any]:
    return {}


AUTOMATION_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/list-automations"): Call("viewer", _nothing),
    ("POST", "/v1/get-automation"): Call("viewer", _automation),
    ("POST", "/v1/save-automation"): Call("editor", lambda ids: {**_plan(ids), **_automation(ids)}),
    ("POST", "/v1/change-automation"): Call(
        "editor", lambda ids: {**_automation(ids), "action": "turn_on"}
    ),
    ("POST", "/v1/list-automation-edits"): Call("viewer", _automation),
    ("POST", "/v1/list-automation-people"): Call("viewer", _automation),
    ("POST", "/v1/get-automation-report"): Call("viewer", _automation),
    ("POST", "/v1/get-automation-results"): Call("viewer", _automation),
    ("POST", "/v1/try-automation"): Call("editor", lambda ids: {"plan": _plan(ids)}, foreign=422),
    ("POST", "/v1/get-automation-trial"): Call("viewer", lambda ids: {"job_id": ids["trial"]}),
    ("POST", "/v1/auto-sms"): Call(
        "editor",
        lambda ids: {"action": "update", "rule_id": ids["rule"], "code_id": ids["code"]},
    ),
}
