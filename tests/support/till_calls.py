"""The entries for tills in tests/support/calls.py, and the rows that they need."""

from collections.abc import Callable
from typing import Any

from tests.support.call import Call

PIN = "4711"


def till_rows(call: Callable[[str, dict[str, Any]], dict[str, Any]], mark: str) -> dict[str, str]:
    """Create a device with a person who works at it; return their IDs. A user of the device can read the names of its
    staff.
    """
    till = call("/v1/enrol-till", {"name": "Counter"})
    staff = call("/v1/save-till-staff", {"name": "Mia", "pin": PIN})
    gone = call("/v1/enrol-till", {"name": f"{mark} counter"})
    left = call("/v1/save-till-staff", {"name": "Noa", "pin": PIN})
    return {
        "till_secret": till["secret"],
        "till_staff": staff["staff_id"],
        "till_gone": gone["till_id"],
        "till_staff_gone": left["staff_id"],
    }


TILL_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/enrol-till"): Call("admin", lambda _: {"name": "Window"}),
    ("POST", "/v1/list-tills"): Call("admin", lambda _: {}),
    ("POST", "/v1/revoke-till"): Call(
        "admin", lambda ids: {"till_id": ids["till_gone"]}, takes_away=1
    ),
    ("POST", "/v1/save-till-staff"): Call(
        "admin", lambda ids: {"staff_id": ids["till_staff"], "name": "Mia", "daily_stamps": 50}
    ),
    ("POST", "/v1/list-till-staff"): Call("admin", lambda _: {}),
    ("POST", "/v1/delete-till-staff"): Call(
        "admin", lambda ids: {"staff_id": ids["till_staff_gone"]}, takes_away=1
    ),
    ("POST", "/v1/list-till-actions"): Call("admin", lambda _: {}),
    ("POST", "/v1/open-till"): Call("public", lambda ids: {"secret": ids["till_secret"]}),
    ("POST", "/v1/unlock-till"): Call(
        "public",
        lambda ids: {"secret": ids["till_secret"], "staff_id": ids["till_staff"], "pin": PIN},
    ),
}
