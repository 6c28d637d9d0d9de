"""An organisation whose passes are on phones, with the push service and workers."""

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
from sqlalchemy import Engine, create_engine
from starlette.testclient import TestClient

from api.apps.job_modules import load
from api.domains.messaging.messages.broadcasts import BroadcastGate
from api.domains.wallet.pass_updates import pushing, running
from api.jobs.registry import JobContext
from api.jobs.worker import run_queued
from runtime.settings import Settings
from tests.support.jobs import run_jobs
from tests.support.pass_calls import drawn_pass
from tests.support.people import Somebody
from tests.twins.apns import ApnsTwin
from tests.twins.phone import WokenPhone

TYPE = "pass.com.harbor-coffee.card"
TOKEN, OTHER = "ab" * 32, "cd" * 32


class World:
    """An organisation with an Apple certificate, its passes, the push service, and a worker."""

    def __init__(
        self, client: TestClient, admin: Somebody, settings: Settings, twin: ApnsTwin
    ) -> None:
        self._client = client
        self._headers = admin.headers
        self.settings = settings.with_vendors(twin.settings)
        self._engine: Engine = create_engine(settings.database_url)

    def ask(self, method: str, path: str, status: int = 200, **body: Any) -> Any:
        answer = self._client.request(method, path, json=body, headers=self._headers)
        assert answer.status_code == status, answer.text
        return answer

    def make(self, **body: Any) -> Any:
        return self.ask("POST", "/dev/pass", content=drawn_pass("Harbor"), **body).json()

    def change(self, card: dict[str, Any], text: str) -> None:
        content = {**card["content"], "description": text}
        self.ask("PUT", f"/dev/pass/{card['pass_id']}", content=content)

    def read(self, card: dict[str, Any]) -> Any:
        return self.ask("GET", f"/dev/pass/{card['pass_id']}").json()

    def token(self, card: dict[str, Any]) -> str:
        address = f"/dev/pass/{card['passTypeIdentifier']}/{card['serialNumber']}.pkpass"
        return str(document(self.ask("GET", address).content)["authenticationToken"])

    def install(self, card: dict[str, Any], push_token: str = TOKEN, device: str = "phone") -> Any:
        phone = WokenPhone(self._client, device, card, self.token(card))
        assert phone.add(card, self.token(card), push_token) in (200, 201)
        return phone

    def work(self, after: timedelta | None = None) -> None:
        """Run everything that the workers have to do now, or after some time."""
        if after is None:
            run_jobs(self.settings)
            return
        load()
        now = datetime.now(UTC) + after
        pushing.queue_due(self._engine, now)
        running.queue_due(self._engine, now)
        run_queued(self.settings, lambda: now)

    def run_updates(self) -> None:
        """Run one update job in this process."""
        with psycopg.connect(self.settings.database_url) as connection:
            ((org_id,),) = connection.execute("select distinct org_id from passes").fetchall()
        context = JobContext(
            "job_here", org_id, None, self.settings, self._engine, lambda: datetime.now(UTC)
        )
        running.DueUpdates(context, BroadcastGate(context, "wallet_push")).run()

    def waiting(self) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.settings.database_url) as connection:
            return connection.execute("select tag, tries from pass_pushes").fetchall()


def document(package: bytes) -> Any:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return json.loads(archive.read("pass.json"))
