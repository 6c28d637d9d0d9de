"""Visitors of a running installation, with their own log of acknowledgements.

A call with a key is repeated until it is acknowledged, so its event must be in the lake exactly once. Opening a code
has no key: it is tried once. If it was answered, its event must be there once, otherwise at most once.
"""

import asyncio
import json
import random
import secrets
import time
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from threading import Event as Signal
from threading import Lock, Thread
from typing import Any, Literal, TextIO

import httpx2
import psycopg

from ingest.contracts.envelope import Event, Verdicts, Visitor
from ingest.contracts.message import MessageData, MessageRecorded
from ingest.contracts.miss import MissData, MissRecorded
from ingest.contracts.order import OrderData, OrderRecorded
from ingest.contracts.play import PlayData, PlayRecorded
from ingest.contracts.wallet_pass import PassData, PassRecorded
from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.harbor_content import PUBLISHED_CODE
from tests.support.events import insert_in

AGENT = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1"
)
ORG = HARBOR_COFFEE.org_id
POLL = "guest-roast"
CHOICES = ("guji", "antigua", "mandheling")
ONE_TIME_CODES = 200
EVENTS_A_BATCH = 20

Kind = Literal["event_id", "marker", "moment", "submission", "vote", "use", "issue"]
"""How an acknowledged event is recognised in the lake."""


@dataclass(frozen=True)
class Site:
    """The codes, page, poll and form that visitors use."""

    base_url: str
    database_url: str
    headers: dict[str, str]
    redirects: tuple[str, ...]
    one_time_base: str
    page_code: str
    page_id: str
    form_id: str


@dataclass
class AcknowledgementLog:
    """A log with a line for each event that was acknowledged, or that was tried once without a response."""

    path: Path
    events: int = 0
    tries: Counter[str] = field(default_factory=Counter)
    _lock: Lock = field(default_factory=Lock)
    _file: TextIO | None = None

    def write(self, family: str, kind: Kind, key: str, *, acknowledged: bool = True) -> None:
        """Record one event; the line is in the file when this returns."""
        line = {"family": family, "kind": kind, "key": key, "acknowledged": acknowledged}
        with self._lock:
            if self._file is None:
                self._file = self.path.open("a", buffering=1)
            self._file.write(f"{json.dumps(line)}\n")
            self.events += acknowledged
            self.tries[family if acknowledged else f"{family}, not answered"] += 1


class Unanswered(Exception):
    """The installation refused, was not available, or did not respond in time."""


class Visitors:
    """Many concurrent visitors, on a separate thread, until they are stopped."""

    def __init__(
        self, site: Site, log: AcknowledgementLog, *, seed: int, rate: float, workers: int = 16
    ) -> None:
        self.site = site
        self.log = log
        self.rate = rate
        """Events per second, as far as the installation keeps up."""
        self.paused = Signal()
        self._chance = random.Random(seed)
        self._workers = workers
        self._stopped = Signal()
        self._moments = iter(range(10**9))
        self._epoch = datetime.now(UTC) - timedelta(hours=1)
        self._codes: list[str] = []
        self._issuing = False
        self._thread = Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._acts: list[tuple[float, Callable[[httpx2.AsyncClient], Awaitable[int]]]] = [
            (60, self._open_code),
            (12, self._append_scan),
            (1.2, self._collect),
            (3, self._submit),
            (3, self._vote),
            (3, self._use_code),
            (0.4, self._record_directly),
        ]

    def start(self) -> None:
        """Start the visitors."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the visitors, and wait until their unfinished calls are acknowledged."""
        self._stopped.set()
        self.paused.clear()
        self._thread.join(300)
        if self._thread.is_alive():
            raise RuntimeError("visitors are not acknowledged after 300 s")

    async def _run(self) -> None:
        limits = httpx2.Limits(max_connections=self._workers)
        async with httpx2.AsyncClient(
            base_url=self.site.base_url, timeout=30, limits=limits
        ) as client:
            await self._issue(client)
            await asyncio.gather(*(self._visit(client) for _ in range(self._workers)))

    async def _visit(self, client: httpx2.AsyncClient) -> None:
        weights = [weight for weight, _ in self._acts]
        while not self._stopped.is_set():
            if self.paused.is_set():
                await asyncio.sleep(0.1)
                continue
            began = time.monotonic()
            ((_, act),) = self._chance.choices(self._acts, weights)
            events = await act(client)
            due = max(events, 1) * self._workers / self.rate - (time.monotonic() - began)
            if due > 0:
                await asyncio.sleep(due)

    # Actions: each returns the number of events that were acknowledged.

    async def _open_code(self, client: httpx2.AsyncClient) -> int:
        marker = f"m{secrets.token_hex(8)}"
        code = self._chance.choice(self.site.redirects)
        try:
            answer = await client.get(
                f"/code/{code}", params={"utm_content": marker}, headers=self._device()
            )
            answered = answer.status_code == 302
        except httpx2.HTTPError:
            answered = False
        self.log.write("scan", "marker", marker, acknowledged=answered)
        if not answered:
            await asyncio.sleep(0.2)
        return int(answered)

    async def _append_scan(self, client: httpx2.AsyncClient) -> int:
        body = {"code_id": self._chance.choice(self.site.redirects), "user_agent": AGENT}
        answer = await self._insist(client, "/v1/append-scan", body)
        self.log.write("scan", "event_id", answer["event_id"])
        return 1

    async def _collect(self, client: httpx2.AsyncClient) -> int:
        page = {"code_id": self.site.page_code, "page_id": self.site.page_id}
        moments = [self._epoch + timedelta(microseconds=next(self._moments)) for _ in range(10)]
        events = [
            {**page, "action": "click" if at else "view", "occurred_at": moment.isoformat()}
            for at, moment in enumerate(moments)
        ]
        answer = await self._insist(client, "/v1/collect", {"events": events})
        if answer["accepted"] != len(events):
            raise RuntimeError(f"collect refused events: {answer}")
        for event, moment in zip(events, moments, strict=True):
            family = "view" if event["action"] == "view" else "use"
            self.log.write(family, "moment", moment.isoformat())
        return len(events)

    async def _submit(self, client: httpx2.AsyncClient) -> int:
        key = secrets.token_hex(12)
        body = {
            "code_id": self.site.page_code,
            "page_id": self.site.page_id,
            "form_id": self.site.form_id,
            "submission_key": key,
            "consent": True,
            "fields": {
                "first_name": "Robin",
                "email": f"robin-{key}@example.com",
            },
        }
        answer = await self._insist(client, "/v1/append-submit", body)
        self.log.write("submit", "submission", answer["submission_id"])
        return 1

    async def _vote(self, client: httpx2.AsyncClient) -> int:
        body = {"code_id": self.site.page_code, "poll_id": POLL}
        choice = self._chance.choice(CHOICES)
        answer = await self._insist(client, "/v1/append-vote", {**body, "choice": choice})
        if answer["counted"]:
            self.log.write("vote", "vote", self.site.page_code)
        return int(answer["counted"])

    async def _use_code(self, client: httpx2.AsyncClient) -> int:
        if not self._codes:
            return await self._issue(client)
        code = self._codes.pop()
        device = self._device()
        while True:
            try:
                answer = await client.post(f"/code/{code}/use", headers=device)
                if answer.status_code < 400 or "lready used" in answer.text:
                    break
            except httpx2.HTTPError:
                pass
            await self._wait()
        self.log.write("redemption", "use", code)
        return 1

    async def _issue(self, client: httpx2.AsyncClient) -> int:
        """Create one-time codes as their owner, and learn their IDs."""
        if self._issuing:
            return 0
        self._issuing = True
        try:
            return await self._issue_batch(client)
        finally:
            self._issuing = False

    async def _issue_batch(self, client: httpx2.AsyncClient) -> int:
        body = {"base_code_id": self.site.one_time_base, "amount": ONE_TIME_CODES}
        made = await self._insist(client, "/v1/qr/create_one_time_codes", body, self.site.headers)
        while True:
            job = await self._insist(
                client, "/v1/get-job", {"job_id": made["job_id"]}, self.site.headers
            )
            if job["state"] not in {"queued", "running"}:
                break
            await asyncio.sleep(0.5)
        if job["state"] != "done":
            raise RuntimeError(f"one-time codes were not made: {job}")
        self.log.write("issue", "issue", str(job["result"]["batch_id"]))
        codes = await asyncio.to_thread(self._codes_of, str(job["result"]["batch_id"]))
        self._codes += codes
        return 1

    def _codes_of(self, batch: str) -> list[str]:
        while True:
            try:
                with psycopg.connect(self.site.database_url, connect_timeout=5) as connection:
                    rows = connection.execute(
                        "select code_id from codes where batch_id = %s", [batch]
                    ).fetchall()
                return [str(code) for (code,) in rows]
            except psycopg.OperationalError:
                time.sleep(0.5)

    async def _record_directly(self, _client: httpx2.AsyncClient) -> int:
        """Record families that no visitor's call creates, in a transaction with their state, as a vendor's webhook
        would.
        """
        events = [self._vendor_event() for _ in range(EVENTS_A_BATCH)]
        return await asyncio.to_thread(self._record, events)

    def _record(self, events: list[Event]) -> int:
        while True:
            try:
                with psycopg.connect(self.site.database_url, connect_timeout=5) as connection:
                    known = connection.execute(
                        "select 1 from outbox where event_id = %s", [events[0].event_id]
                    ).fetchone()
                    if known is None:
                        insert_in(connection, events)
                break
            except psycopg.OperationalError:
                time.sleep(0.5)
        for event in events:
            self.log.write(str(event.type), "event_id", str(event.event_id))
        return len(events)

    def _vendor_event(self) -> Event:
        now = datetime.now(UTC)
        fields: dict[str, Any] = {
            "event_id": uuid.uuid4(),
            "org_id": ORG,
            "occurred_at": now,
            "received_at": now,
        }
        visitor = Visitor(id=f"v{self._chance.randrange(1000)}", kind="cookie")
        code = self._chance.choice(self.site.redirects)
        key = secrets.token_hex(6)
        match self._chance.randrange(5):
            case 0:
                data = OrderData(
                    order_id=key, source="shop", status="paid", amount_cents=1250, currency="USD"
                )
                return OrderRecorded(**fields, code_id=code, visitor=visitor, data=data)
            case 1:
                play = PlayData(game_id="wheel", play_id=key, kind="wheel", result="lost", season=1)
                return PlayRecorded(**fields, code_id=code, visitor=visitor, data=play)
            case 2:
                message = MessageData(message_id=key, channel="email", status="delivered")
                return MessageRecorded(**fields, data=message)
            case 3:
                wallet = PassData(pass_id=key, action="installed", wallet="apple")
                return PassRecorded(**fields, code_id=code, visitor=visitor, data=wallet)
            case _:
                miss = MissData(host="menu.harbor-coffee.example", path=f"/{key}")
                return MissRecorded(**fields, verdicts=Verdicts(version=1), data=miss)

    # how they ask

    def _device(self) -> dict[str, str]:
        """Return the headers of a new phone: each call has a different address."""
        number = self._chance.randrange(2**22)
        address = str(ip_address("100.64.0.0") + number)
        return {"user-agent": AGENT, "accept": "text/html", "x-forwarded-for": address}

    async def _insist(
        self,
        client: httpx2.AsyncClient,
        path: str,
        body: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> dict[str, Any]:
        """Return the response, repeating the call with one key until there is one."""
        fields = {**self._device(), **(headers or {}), "idempotency-key": secrets.token_hex(16)}
        while True:
            try:
                answer = await client.post(path, json=body, headers=fields)
                if answer.is_success:
                    found: dict[str, Any] = answer.json()
                    return found
                if answer.status_code not in {409, 429, 500, 502, 503, 504}:
                    raise RuntimeError(f"{path}: {answer.status_code} {answer.text[:500]}")
                self.log.tries[f"{path} → {answer.status_code}"] += 1
            except httpx2.HTTPError:
                pass
            await self._wait()

    async def _wait(self) -> None:
        await asyncio.sleep(0.3 + self._chance.random() * 0.4)


def prepare(base_url: str, key: str, database_url: str, *, redirects: int = 40) -> Site:
    """Set up the demonstration's page with poll and form, and codes for the visitors."""
    headers = {"authorization": f"Bearer {key}"}
    page_code = next(code.code_id for code in HARBOR_COFFEE.codes if code.slug == PUBLISHED_CODE)
    with httpx2.Client(base_url=base_url, headers=headers, timeout=60) as client:
        codes = [
            _post(
                client,
                "/v1/qr/create-code",
                name=f"Visited {number} {secrets.token_hex(3)}",
                type="redirect",
                destination="https://harbor-coffee.example/menu",
            )["code_id"]
            for number in range(redirects + 1)
        ]
        (page,) = _post(client, "/v1/get-all-pages", code_id=page_code)["items"]
    return Site(
        base_url, database_url, headers, tuple(codes[1:]), codes[0], page_code,
        page["page_id"], "tasting",
    )  # fmt: skip


def _post(client: httpx2.Client, path: str, **body: Any) -> dict[str, Any]:
    answer = client.post(path, json=body)
    if not answer.is_success:
        raise RuntimeError(f"{path}: {answer.status_code} {answer.text[:500]}")
    found: dict[str, Any] = answer.json()
    return found
