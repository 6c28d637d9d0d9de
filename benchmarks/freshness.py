"""The time from a scan over HTTP until get-analytics counts it, also over HTTP."""

import secrets
import time
from typing import Any

import httpx2

from benchmarks.report import Aim, Figure, percentile, show
from benchmarks.stack import Stack, running_stack

SCANS = 40
POLL_SECONDS = 0.05
GIVE_UP_SECONDS = 30.0
AGENT = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1"
)


def main() -> list[Figure]:
    """Measure on a separate installation that is otherwise idle."""
    with running_stack() as stack:
        return measure(stack)


def measure(stack: Stack) -> list[Figure]:
    """Create a code, scan it repeatedly, and wait each time until the dashboard counts the scan."""
    key = {"authorization": f"Bearer {stack.api_key()}"}
    with httpx2.Client(base_url=stack.base_url, timeout=30) as client:
        made = client.post(
            "/v1/qr/create-code",
            headers=key,
            json={
                "name": f"Freshness {secrets.token_hex(3)}",
                "type": "redirect",
                "destination": "https://harbor-coffee.example/fresh",
            },
        )
        made.raise_for_status()
        code_id = made.json()["code_id"]
        question = {"interval": "24hour", "filters": {"code": [code_id]}}
        counted = scans_of(client, key, question)
        delays, asked = [], []
        for _ in range(SCANS):
            client.get(
                f"/code/{code_id}", headers={"user-agent": AGENT, "accept": "text/html"}
            ).read()
            scanned = time.monotonic()
            while True:
                began = time.monotonic()
                now_counted = scans_of(client, key, question)
                asked.append(time.monotonic() - began)
                if now_counted > counted:
                    break
                if time.monotonic() - scanned > GIVE_UP_SECONDS:
                    raise RuntimeError(f"a scan was not counted within {GIVE_UP_SECONDS:.0f} s")
                time.sleep(POLL_SECONDS)
            counted = now_counted
            delays.append(time.monotonic() - scanned)
    return [
        Figure(
            f"scan to dashboard, p95 of {SCANS}",
            percentile(delays, 0.95),
            "s",
            reference_name=f"median {percentile(delays, 0.5):.2f} s",
            aim=Aim.at_most(3.0),
        ),
        Figure("the question itself, p95", percentile(asked, 0.95) * 1000, "ms"),
    ]


def scans_of(client: httpx2.Client, key: dict[str, str], question: dict[str, Any]) -> int:
    """Return the number of scans that the dashboard counts now."""
    answer = client.post("/v1/get-analytics", headers=key, json=question)
    answer.raise_for_status()
    return int(answer.json()["totals"]["scans"])


if __name__ == "__main__":
    show(main())
