"""An update of many passes from the call to the last push, and the web service that phones then call.

`PASSES` (10,000 by default; the aim is for 100,000) are each on a separate phone. The update changes a field of all:
jobs change them and push, against a twin of Apple's service in this process that checks each request. No phone may be
left out, and no work may remain; a push whose response is late is sent again, and the number of these is a separate
figure. The reference is up to 5,000 pushes alone, over the same connection. The web service gets one request at a time,
beside an empty FastAPI route called in the same way; its limit per address is lifted.
"""

import io
import json
import os
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from fastapi import FastAPI
from limits import parse
from sqlalchemy import Engine, create_engine
from starlette.testclient import TestClient

from api.apps.job_modules import load
from api.apps.web import create_app
from api.domains.people.customers.sealing import Sealer
from api.domains.wallet.pass_updates import pushing
from api.domains.wallet.passes import web_service
from api.integrations.apns.adapter import Apns
from api.integrations.ports.pass_pusher import PushIdentity
from api.jobs.worker import run_queued
from api.kit.clock import utc_now
from api.rendering.wallet.apple_certificates import PassCertificate, certificate_chain
from benchmarks.one_time_codes import _organization
from benchmarks.report import Figure, show
from benchmarks.servers import database
from runtime.settings import Settings
from tests.support.pass_calls import saving
from tests.twins.apns import ApnsTwin, running_apns

PASSES = int(os.environ.get("PASSES", "10000"))
MOST_ALONE = 5_000
SECONDS = float(os.environ.get("BENCH_SECONDS", "3"))
TYPE = "pass.example.benchmark"
PHONE = "phone-1"
CONTENT = {
    "style": "coupon",
    "description": "Harbor Coffee coupon",
    "organization": "Harbor Coffee",
    "fields": [
        {
            "key": "offer",
            "zone": "primary",
            "label": "Offer",
            "value": "Free cappuccino",
            "change_message": "Now %@",
        }
    ],
    "barcode": {"message": "WP-1234"},
}
NO_LIMIT = parse("100000000 per minute")
_COPIES = """
insert into passes (pass_id, org_id, pass_type, serial_number, content, change_tag, created_at, updated_at,
    template_values, uses)
  select 'pass_' || lpad(n::text, 22, '0'), org_id, pass_type, 'WP-' || n, content, change_tag + n, created_at,
    updated_at, template_values, 0
  from passes, generate_series(1, %s) n
"""
_PHONES = (
    "copy pass_registrations (pass_id, device_id, org_id, push_token_sealed, created_at) from stdin"
)
_LEFT = """
select exists (select from jobs where state = 'queued'), exists (select from pass_pushes)
"""


def main() -> list[Figure]:
    """Seed, then measure each part in turn."""
    own, root = certificate_chain(TYPE, "HARBOR1234", datetime.now(UTC))
    with (
        tempfile.TemporaryDirectory() as folder,
        running_apns(root, Path(folder)) as apns,
        database() as plain,
    ):
        settings = plain.with_vendors(apns.settings).model_copy(
            update={"public_url": "https://waypost.example"}
        )
        _, key = _organization(settings)
        with psycopg.connect(settings.database_url) as connection:
            connection.execute("update api_keys set role = 'admin'")
        app = create_app(settings)
        with TestClient(app, headers={"Authorization": f"Bearer {key}"}) as client:
            _ask(client, "POST", "/v1/save-pass-certificate", **saving(own))
            card = _ask(client, "POST", "/dev/pass", content=CONTENT).json()
            seed_phones(settings, PASSES)
            alone = _pushed_alone(apns, own)
            rate, repeats = _updated(client, settings, apns)
            asked = _web_service(client, card)
        return [
            Figure(f"update of {PASSES:,} passes, to the last push", rate, "passes/s", alone,
                   "the pushes alone"),
            Figure("pushes that were sent again", repeats, "pushes"),
            *asked,
        ]  # fmt: skip


def _ask(client: TestClient, method: str, path: str, **body: Any) -> Any:
    answer = client.request(method, path, json=body)
    if not answer.is_success:
        raise AssertionError(f"{path}: {answer.status_code} {answer.text[:300]}")
    return answer


def seed_phones(settings: Settings, count: int) -> None:
    """Create `count` copies of the only pass, each on a separate phone whose push token is its number."""
    sealer = Sealer.of(settings)
    with psycopg.connect(settings.database_url) as connection:
        ((org_id,),) = connection.execute("select org_id from passes").fetchall()
        connection.execute(_COPIES, [count])
        now = datetime.now(UTC)
        with connection.cursor().copy(_PHONES) as copy:
            for number in range(1, count + 1):
                token = sealer.wrap(f"{number:064x}")
                copy.write_row((f"pass_{number:022}", f"phone-{number}", org_id, token, now))
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        connection.execute("vacuum analyze passes")
        connection.execute("vacuum analyze pass_registrations")


def _updated(client: TestClient, settings: Settings, apns: ApnsTwin) -> tuple[float, int]:
    """Return the passes per second until every phone was pushed, and the number of repeated pushes; check that nothing
    is left.
    """
    load()
    engine = create_engine(settings.database_url)
    apns.pushed.clear()
    spent = None
    began = time.perf_counter()
    _ask(client, "POST", "/v1/start-pass-update", field_key="offer", value="Free cake")
    run_queued(settings)
    while _is_more_to_do(settings, engine):
        if spent is None and len(set(apns.tokens)) == PASSES:
            spent = time.perf_counter() - began
        run_queued(settings)
    spent = spent or time.perf_counter() - began
    engine.dispose()
    reached = len(set(apns.tokens))
    if reached != PASSES:
        raise AssertionError(f"{reached:,} phones of {PASSES:,} were pushed")
    return PASSES / spent, len(apns.pushed) - reached


def _is_more_to_do(settings: Settings, engine: Engine) -> bool:
    """Return whether a job is queued or a phone waits for its push; if a phone does, wait until the push is due. A
    worker that runs until no job is left does not see one that arrives while it waits for its last.
    """
    pushing.queue_due(engine, utc_now())
    with psycopg.connect(settings.database_url) as connection:
        row = connection.execute(_LEFT).fetchone()
    assert row is not None
    is_queued, is_waiting = row
    if is_waiting and not is_queued:
        time.sleep(1)
    return bool(is_queued or is_waiting)


def _pushed_alone(apns: ApnsTwin, own: PassCertificate) -> float:
    pem = own.certificate.public_bytes(Encoding.PEM) + own.issuer.public_bytes(Encoding.PEM)
    key = own.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    tokens = [f"{number:064x}" for number in range(1, min(PASSES, MOST_ALONE) + 1)]
    began = time.perf_counter()
    with Apns(apns.settings).connected(PushIdentity(TYPE, pem, key)) as line:
        outcomes = line.push(tokens)
    spent = time.perf_counter() - began
    if set(outcomes) != {"sent"}:
        raise AssertionError(f"pushes alone: {set(outcomes)}")
    return len(tokens) / spent


def _web_service(client: TestClient, card: dict[str, Any]) -> list[Figure]:
    page = f"/card/{card['pass_id']}/pass.pkpass"
    package = _ask(client, "GET", page).content
    token = _token(package)
    headers = {"authorization": f"ApplePass {token}"}
    of_phone = f"/dev/v1/devices/{PHONE}/registrations/{TYPE}"
    fetch = f"/dev/v1/passes/{TYPE}/{card['serialNumber']}"
    with _no_limit():
        known = client.get(fetch, headers=headers).headers["last-modified"]
        answered = {
            "register a phone again": lambda: client.post(
                f"{of_phone}/{card['serialNumber']}", headers=headers, json={"pushToken": "ab" * 32}
            ),
            "which passes changed": lambda: client.get(of_phone),
            "fetch a signed pass": lambda: client.get(fetch, headers=headers),
            "fetch a known pass": lambda: client.get(
                fetch, headers={**headers, "if-modified-since": known}
            ),
            "a wrong token": lambda: client.get(fetch, headers={"authorization": "ApplePass x"}),
        }
        with TestClient(_empty()) as empty:
            reference = _rate(lambda: empty.get("/"))
        return [
            Figure(
                f"web service of passes, {name}", _rate(ask), "requests/s", reference, "empty route"
            )
            for name, ask in answered.items()
        ]


def _token(package: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return str(json.loads(archive.read("pass.json"))["authenticationToken"])


def _rate(ask: Callable[[], Any]) -> float:
    ask()
    count, began = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - began) < SECONDS:
        ask()
        count += 1
    return count / elapsed


def _empty() -> FastAPI:
    app = FastAPI()

    @app.get("/")
    def nothing() -> dict[str, bool]:
        return {"nothing": True}

    return app


@contextmanager
def _no_limit() -> Iterator[None]:
    limit, web_service.PER_ADDRESS = web_service.PER_ADDRESS, NO_LIMIT
    try:
        yield
    finally:
        web_service.PER_ADDRESS = limit


if __name__ == "__main__":
    show(main())
