"""An update of many passes while the worker, Postgres and the API are killed: every phone is reached, and shows the new
value.

`PASSES` (1,000 by default) are each on a separate phone. The update changes a field of all; the worker pushes to a twin
of Apple's service, and each phone that is reached fetches its pass through one of two API processes, repeatedly until
it gets it. Whenever another seventh of the phones was reached, the worker, the postmaster with all its sessions or an
API process is killed, in turn, and started again. The unfinished work of a worker is resumed after two minutes, which
are skipped by shifting the stored times into the past.
"""

import hashlib
import hmac
import io
import itertools
import json
import os
import tempfile
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import psycopg

from api.rendering.wallet.apple_certificates import certificate_chain
from benchmarks.kills import CLIENTS, GIVE_UP, Ground, Worker, ground
from benchmarks.pass_updates import CONTENT, TYPE, seed_phones
from benchmarks.report import Aim, Figure, percentile, show
from tests.support.pass_calls import saving
from tests.twins.apns import ApnsTwin, running_apns

PASSES = int(os.environ.get("PASSES", "1000"))
KILLS = 6
VALUE = "Free cake"
_THREE_MINUTES = "update pass_pushes set due_at = due_at - interval '3 minutes'"


def main() -> list[Figure]:
    """Run the update through the kills, then audit."""
    own, root = certificate_chain(TYPE, "HARBOR1234", datetime.now(UTC))
    with (
        tempfile.TemporaryDirectory() as folder,
        running_apns(root, Path(folder)) as apns,
        ground(**_of(apns)) as (place, headers),
    ):
        with psycopg.connect(place.settings.database_url) as connection:
            connection.execute("update api_keys set role = 'admin'")
        _called(place, headers, "v1/save-pass-certificate", **saving(own))
        _called(place, headers, "dev/pass", content=CONTENT)
        seed_phones(place.settings, PASSES)
        worker = Worker(place, _THREE_MINUTES)
        worker.ensure()
        try:
            began = time.monotonic()
            _called(place, headers, "v1/start-pass-update", field_key="offer", value=VALUE)
            _worked(place, worker, apns)
            took = time.monotonic() - began
            _finished(place, worker)
            return list(_figures(place, apns, took))
        finally:
            worker.stop()


def _of(apns: ApnsTwin) -> dict[str, str]:
    return {
        "APNS_BASE_URL": str(apns.settings.base_url),
        "APNS_CA_FILE": str(apns.settings.ca_file),
    }


def _called(place: Ground, headers: dict[str, str], path: str, **body: Any) -> Any:
    url = f"http://127.0.0.1:{place.ports[0]}/{path}"
    return httpx2.post(url, json=body, headers=headers, timeout=60).raise_for_status().json()


def _worked(place: Ground, worker: Worker, apns: ApnsTwin) -> None:
    """Let each phone fetch its pass once it was reached, and kill processes in between."""
    is_over = threading.Event()
    with ThreadPoolExecutor(CLIENTS) as pool:
        phones = [
            pool.submit(_phones, place, apns, range(first, PASSES + 1, CLIENTS), is_over)
            for first in range(1, CLIENTS + 1)
        ]
        try:
            for number in range(KILLS):
                _wait_for(worker, apns, PASSES * (number + 1) // (KILLS + 1))
                if number % 3 == 0:
                    worker.kill()
                elif number % 3 == 1:
                    place.kill_postmaster()
                else:
                    place.kill_api(number)
            _wait_for(worker, apns, PASSES)
        except AssertionError:
            is_over.set()
            raise
        for one in phones:
            one.result()


def _wait_for(worker: Worker, apns: ApnsTwin, reached: int) -> None:
    end = time.monotonic() + GIVE_UP
    while len(set(apns.tokens)) < reached:
        if time.monotonic() > end:
            raise AssertionError(
                f"{len(set(apns.tokens))} of {reached} phones within {GIVE_UP:.0f} s"
            )
        worker.ensure()
        time.sleep(0.02)


def _phones(place: Ground, apns: ApnsTwin, numbers: range, is_over: threading.Event) -> None:
    with httpx2.Client(timeout=30) as client:
        waiting = list(numbers)
        while waiting and not is_over.is_set():
            reached = set(apns.tokens)
            for number in [it for it in waiting if f"{it:064x}" in reached]:
                _fetch(place, client, number)
                waiting.remove(number)
            time.sleep(0.05)


def _fetch(place: Ground, client: httpx2.Client, number: int) -> None:
    """Request the pass until it arrives; it must show the new value."""
    began = time.monotonic()
    serial = f"WP-{number}"
    message = f"pass token\n{TYPE}\n{serial}".encode()
    token = hmac.digest(place.settings.secret_key, message, hashlib.sha256).hex()
    headers = {"authorization": f"ApplePass {token}"}
    for at in itertools.count(number):
        headers["x-forwarded-for"] = f"81.{number % 200}.{at % 200}.7"
        port = place.ports[at % len(place.ports)]
        url = f"http://127.0.0.1:{port}/dev/v1/passes/{TYPE}/{serial}"
        try:
            answer = client.get(url, headers=headers)
        except httpx2.TransportError:
            answer = None
        if answer is not None and answer.status_code == 200:
            if _shown(answer.content) != VALUE:
                raise AssertionError(f"{serial} was reached and shows {_shown(answer.content)}")
            with place.lock:
                place.waits.append(time.monotonic() - began)
            return
        if answer is not None and answer.status_code < 429:
            raise AssertionError(f"a phone was answered {answer.status_code}: {answer.text}")
        if time.monotonic() - began > GIVE_UP:
            raise AssertionError(f"no pass within {GIVE_UP:.0f} s")
        time.sleep(0.05)


def _shown(package: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        (shown,) = json.loads(archive.read("pass.json"))["coupon"]["primaryFields"]
    return str(shown["value"])


def _finished(place: Ground, worker: Worker) -> None:
    """Wait until the worker has nothing more to push."""
    end = time.monotonic() + GIVE_UP
    while time.monotonic() < end:
        worker.ensure()
        with psycopg.connect(place.settings.database_url) as connection:
            left = connection.execute(
                "select (select count(*) from pass_pushes),"
                " (select count(*) from pass_updates where state <> 'done')"
            ).fetchone()
        if left == (0, 0):
            return
        time.sleep(0.5)


def _figures(place: Ground, apns: ApnsTwin, took: float) -> Iterator[Figure]:
    times = Counter(apns.tokens)
    with psycopg.connect(place.settings.database_url) as connection:
        wrong = {
            "passes that do not show the new value": connection.execute(
                "select serial_number from passes where serial_number like 'WP-%%'"
                " and content -> 'fields' -> 0 ->> 'value' <> %s",
                [VALUE],
            ).fetchall(),
            "passes without exactly one event of the change": connection.execute(
                "with reached as (select convert_from(payload, 'UTF8')::jsonb as event from outbox)"
                " select p.pass_id, count(t.event) from passes p left join reached t"
                "   on t.event ->> 'type' = 'pass' and t.event -> 'data' ->> 'action' = 'updated'"
                "   and t.event -> 'data' ->> 'pass_id' = p.pass_id"
                " group by 1 having count(t.event) <> 1"
            ).fetchall(),
            "pushes that are left": connection.execute("select * from pass_pushes").fetchall(),
            "updates that are not done": connection.execute(
                "select state, changed, unchanged from pass_updates"
                " where state <> 'done' or changed <> %s",
                [PASSES + 1],
            ).fetchall(),
        }
    wrong["phones that were not reached"] = [
        number for number in range(1, PASSES + 1) if f"{number:064x}" not in times
    ]
    print(dict(place.kills), f"{len(apns.pushed)} pushes to {len(times)} phones", flush=True)
    for name, found in wrong.items():
        if found:
            print(f"{name}: {str(found)[:2_000]}", flush=True)
        yield Figure(name, len(found), "", aim=Aim.at_most(0))
    for name in ("worker", "postmaster", "API process"):
        yield Figure(f"kills of {name}", place.kills[name], "", aim=Aim.at_least(2))
    again = (len(apns.pushed) - len(times)) / len(times) * 100
    yield Figure("phones that were reached once more", again, "%")
    yield Figure(f"update of {PASSES:,} passes through the kills", took, "s")
    median = percentile(place.waits, 0.5)
    yield Figure("a phone's wait for its pass, p50", median, "s", max(place.waits), "longest, s")


if __name__ == "__main__":
    show(main())
