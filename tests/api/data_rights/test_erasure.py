"""A person is erased: no table, file or log contains them afterwards, and counts stay."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pyarrow.parquet as pq
import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from api.domains.data_rights.erasures.upkeep import TABLES, rewrite_erased_tables
from api.domains.people.customers.sealing import Sealer
from api.kit.clock import utc_now
from api.objects.store import objects_of
from ingest.contracts.codec import decode
from runtime.settings import Settings
from tests.pipelines.events import land, make_event
from tests.support.contacts import rows_naming, tell
from tests.support.jobs import run_jobs
from tests.support.pages import PageMaker
from tests.support.people import MakeMember, Org, Somebody
from tests.support.postgres import Server
from warehouse.builds.activity import build_activity
from warehouse.builds.compaction import compact_events, compact_marts
from warehouse.erasure import Person
from warehouse.lake import Lake
from warehouse.visitor_names import visitor_name

pytestmark = pytest.mark.slow

EMAIL, PHONE = "ana.erased@example.com", "+14155550187"
CARA = "cara_visitor_0001"
PERSON = {
    "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15"
    " (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Accept-Language": "en-GB",
}


@pytest.fixture
def settings(settings: Settings, postgres_server: Server) -> Settings:
    """Return settings that allow reading the server's files."""
    database = urlsplit(settings.database_url).path.removeprefix("/")
    url = SecretStr(postgres_server.superuser_url(database))
    return settings.model_copy(update={"database_url_setting": url})


@pytest.fixture
def admin(org: Org, make_member: MakeMember) -> Somebody:
    return make_member(org, "admin")


@pytest.fixture(autouse=True)
def _no_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.domains.data_rights.erasures.jobs.READER_GRACE_SECONDS", 0)
    # A busy server may be vacuuming one of the tables itself.
    monkeypatch.setattr("api.domains.data_rights.erasures.upkeep.LOCK_TIMEOUT", "60s")


def files_naming(folder: Path, needles: list[str], hashes: list[int]) -> list[tuple[str, str]]:
    """Return (file, needle) for every file that contains a needle; Parquet is also read column by column."""
    found = []
    digits = [str(one) for one in hashes]
    for path in folder.rglob("*"):
        if not path.is_file():
            continue
        raw = path.read_bytes()
        found += [(path.name, one) for one in needles if one.encode() in raw]
        if "_delta_log" in path.parts:
            found += [(path.name, one) for one in digits if one.encode() in raw]
        if path.suffix == ".parquet":
            text = "\n".join(str(column.to_pylist()) for column in pq.read_table(path).columns)
            found += [(path.name, one) for one in [*needles, *digits] if one in text]
    return found


def table_bytes(connection: psycopg.Connection[Any], table: str, *needles: str) -> set[str]:
    """Return the needles found in the files of a table and its indexes, whether their rows are live or dead."""
    files = connection.execute(
        "select pg_read_binary_file(pg_relation_filepath(one), true) from"
        " (select %(table)s::regclass as one union all"
        "  select indexrelid from pg_index where indrelid = %(table)s::regclass) as files",
        {"table": table},
    ).fetchall()
    return {one for one in needles for (raw,) in files if raw and one.encode() in raw}


class Story:
    """Ana, whom the organisation knows as a customer and a visitor, and Ben, who stays."""

    def __init__(self, client: TestClient, owner: Somebody, org: Org, settings: Settings) -> None:
        self.client, self.owner, self.org, self.settings = client, owner, org, settings
        self.lake = Lake.from_settings(settings)
        self.code, _ = PageMaker(client, owner.headers).published()
        client.post("/v1/get-identifier", json={}, headers=PERSON)
        form = {"code_id": self.code, "fields": {"first_name": "Ana", "email": EMAIL}}
        client.post("/v1/append-submit", json=form, headers=PERSON)
        with psycopg.connect(settings.database_url) as connection:
            ((self.visitor, self.customer),) = connection.execute(
                "select visitor_id, customer_id from submissions"
            ).fetchall()
            self._write_rows(connection)
        self._land()
        self.key = f"org/{org.org_id}/exports/job_1.csv"
        self.pack = f"org/{org.org_id}/packs/job_2/wall.zip"
        for key in (self.key, self.pack):
            objects_of(settings).put(key, f"id\n{self.visitor}".encode(), "text/csv")

    def call(self, path: str, **body: Any) -> Any:
        answer = self.client.post(f"/v1/{path}", json=body, headers=self.owner.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    @property
    def names(self) -> list[str]:
        return [self.visitor, self.customer, EMAIL, PHONE]

    @property
    def hashes(self) -> list[int]:
        return Person(self.org.org_id, visitor_ids=frozenset({self.visitor})).visitors

    def _write_rows(self, connection: psycopg.Connection[Any]) -> None:
        """Write the rows that other parts of the product store about a visitor or customer."""
        sealer = Sealer.of(self.settings)
        own = {
            "org": self.org.org_id,
            "code": self.code,
            "who": self.visitor,
            "mail": EMAIL,
            "mail_index": sealer.index(self.org.org_id, "email", EMAIL).hex(),
            "mail_sealed": sealer.wrap(EMAIL),
        }
        tell(connection, self.settings, self.org, self.customer, phone=PHONE)
        for statement in (
            "insert into code_visitors values (%(code)s, %(who)s, %(org)s, 3, now())",
            (
                "insert into polls (code_id, poll_id, org_id, question, choices, source)"
                " values (%(code)s, 'poll', %(org)s, 'Tea?', '[]', 'call')"
            ),
            (
                "insert into votes (code_id, poll_id, visitor_id, org_id, choice)"
                " values (%(code)s, 'poll', %(who)s, %(org)s, 'tea')"
            ),
            (
                "insert into promo_uses (use_id, org_id, code_id, opened_code_id, kind, customer,"
                " customer_kind, customer_sealed, visitor_id, used_at, open_until, epoch, event_id)"
                " values ('use', %(org)s, %(code)s, %(code)s, 'master', %(mail_index)s, 'email',"
                " %(mail_sealed)s, %(who)s,"
                " now(), now(), 1, gen_random_uuid())"
            ),
            (
                "insert into sandbox_messages (message_id, org_id, channel, recipient, body)"
                " values ('message', %(org)s, 'email', %(mail)s, 'Hello')"
            ),
            (
                "insert into report_schedules (schedule_id, org_id, name, cadence, hour, next_run_at,"
                " next_run_day) values ('weekly', %(org)s, 'Weekly', 'week', 8, now(), now())"
            ),
            (
                "insert into report_recipients (recipient_id, org_id, schedule_id, email, state)"
                " select name, %(org)s, 'weekly', address, 'confirmed'"
                " from (values ('ana', %(mail)s), ('ben', 'ben@example.com')) as r (name, address)"
            ),
            (
                "insert into report_runs (org_id, schedule_id, period_start, period_end)"
                " values (%(org)s, 'weekly', now(), now())"
            ),
            (
                "insert into report_mails"
                " (org_id, schedule_id, period_start, email, state, message, changed_at)"
                " values (%(org)s, 'weekly', now(), %(mail)s, 'failed', '550 ' || %(mail)s, now())"
            ),
            (
                "insert into idempotency_keys values (%(org)s, 'somebody', 'key', 'request', 200,"
                " convert_to(%(who)s, 'UTF8'))"
            ),
            (
                "insert into dead_letters (pos, partition, reason, detail, key, payload) values (1, 0,"
                " 'invalid', '', 'key', convert_to('{\"org_id\":\"' || %(org)s || '\",' || %(who)s, 'UTF8'))"
            ),
        ):
            connection.execute(statement, own)

    def _land(self) -> None:
        """Land events of three days, in marts, compacted, so that old versions remain."""
        now = datetime.now(UTC)
        for number in range(3):
            at = now - timedelta(days=2 - number)
            land(
                self.lake,
                *(
                    make_event(
                        number * 10 + place,
                        org_id=self.org.org_id,
                        code_id=self.code,
                        day=at.date(),
                        occurred_at=at + timedelta(seconds=place),
                        received_at=at + timedelta(seconds=place),
                        visitor_id=who,
                        customer_key=key,
                        type=kind,
                        data='{"submission_id":"s","sealed":"abc"}' if kind == "submit" else "{}",
                    )
                    for place, (who, key, kind) in enumerate(
                        (
                            (self.visitor, None, "scan"),
                            ("ben_visitor", None, "scan"),
                            (CARA, None, "scan"),
                            ("phone_of_ana", self.customer, "submit"),
                        )
                    )
                ),
            )
            build_activity(self.lake, {self.org.org_id: self.org.time_zone})
        compact_events(self.lake)
        compact_marts(self.lake)

    def numbers(self) -> dict[str, int]:
        answer = self.call("get-analytics", interval="7day")
        return {name: answer["totals"][name] for name in ("scans", "people", "new", "submits")}


def test_customer_is_erased_from_every_table_and_file(
    client: TestClient, owner: Somebody, admin: Somebody, org: Org, settings: Settings
) -> None:
    story = Story(client, owner, org, settings)
    story.call("add-customer-note", customer_id=story.customer, text=f"Call Ana at {PHONE}.")
    consent = {"channel": "email", "decision": "given", "reason": "Asked for news"}
    story.call("record-consent", customer_id=story.customer, **consent, confirm=True)
    assert {table for table, _ in rows_naming(settings, story.names)} >= {
        *("customers", "customer_visitors", "submissions", "votes", "promo_uses", "code_visitors"),
        *("sandbox_messages", "idempotency_keys", "dead_letters"),
        *("report_recipients", "report_mails", "customer_notes", "customer_touchpoints"),
        *("consent_entries", "consent_mails"),
    }
    assert files_naming(settings.var_dir, story.names, story.hashes)
    assert story.numbers() == {"scans": 9, "people": 3, "new": 3, "submits": 3}

    def erase(**whom: str) -> None:
        asked = client.post("/v1/erase-person", json=whom, headers=admin.headers).json()
        run_jobs(settings)
        assert story.call("get-job", job_id=asked["job_id"])["state"] == "done"

    erase(visitor_id=CARA)
    cara = Person(org.org_id, visitor_ids=frozenset({CARA})).visitors
    assert files_naming(settings.var_dir, [CARA], cara) == []
    assert story.numbers() == {"scans": 9, "people": 2, "new": 2, "submits": 3}
    assert rows_naming(settings, [story.customer])

    objects_of(settings).put(story.key, f"id\n{story.visitor}".encode(), "text/csv")
    erase(customer_id=story.customer)
    assert rows_naming(settings, story.names) == []
    assert files_naming(settings.var_dir, story.names, story.hashes) == []
    assert objects_of(settings).keys(f"org/{org.org_id}/") == []
    assert story.numbers() == {"scans": 9, "people": 1, "new": 1, "submits": 3}
    receipt, _ = story.call("list-erasures")["items"]
    assert (receipt["subject"], receipt["state"]) == ("customer", "done")
    assert receipt["receipt"]["lake"]["events"] == 6
    assert receipt["receipt"]["exports"] == 1
    with psycopg.connect(settings.database_url) as connection:
        payloads = [row[0] for row in connection.execute("select payload from outbox").fetchall()]
        ((votes,),) = connection.execute("select count(*) from votes").fetchall()
        ((left,),) = connection.execute("select email from report_recipients").fetchall()
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        connection.execute("checkpoint")
        known = table_bytes(connection, "customers", story.customer)
    assert left == "ben@example.com"
    assert known
    assert rewrite_erased_tables(settings, utc_now()) == len(TABLES)
    with psycopg.connect(settings.database_url) as connection:
        assert [name for name in TABLES if table_bytes(connection, name, *story.names)] == []
    assert rewrite_erased_tables(settings, utc_now() + timedelta(hours=27)) == 0
    assert {decode(bytes(payload)).visitor.kind for payload in payloads} >= {"none"}
    assert votes == 1
    nobody = client.post(
        "/v1/erase-person", json={"customer_id": story.customer}, headers=admin.headers
    )
    assert nobody.status_code == 404


def test_visitor_is_erased_by_the_id_shown_in_reports_and_events(
    client: TestClient, admin: Somebody, org: Org, settings: Settings
) -> None:
    names = ("dora_visitor", "dora_visitor", "ben_visitor")
    land(
        Lake.from_settings(settings),
        *(
            make_event(pos, org_id=org.org_id, visitor_id=name, occurred_at=datetime.now(UTC))
            for pos, name in enumerate(names)
        ),
    )
    whom = {"visitor_id": visitor_name("dora_visitor").upper()}

    asked = client.post("/v1/erase-person", json=whom, headers=admin.headers).json()
    run_jobs(settings)

    body = {"job_id": asked["job_id"]}
    job = client.post("/v1/get-job", json=body, headers=admin.headers).json()
    assert (job["state"], job["result"]["lake"]["events"]) == ("done", 2)
    assert files_naming(settings.var_dir, ["dora_visitor"], []) == []
    assert files_naming(settings.var_dir, ["ben_visitor"], [])


def test_erasure_requires_an_admin_and_exactly_one_id(
    client: TestClient, org: Org, admin: Somebody, make_member: MakeMember
) -> None:
    editor = make_member(org, "editor")

    def erase(who: Somebody, **body: str) -> int:
        return client.post("/v1/erase-person", json=body, headers=who.headers).status_code

    assert erase(editor, visitor_id="visitor_12") == 403
    assert erase(admin) == 422
    assert erase(admin, visitor_id="visitor_12", customer_id="customer_12") == 422


def test_person_is_found_by_address_or_number_and_a_failed_erasure_continues(
    client: TestClient, org: Org, admin: Somebody, settings: Settings
) -> None:
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into customers (customer_id, org_id) values ('customer_of_mail', %s)",
            [org.org_id],
        )
        tell(connection, settings, org, "customer_of_mail", email=EMAIL, phone=PHONE)

    def call(path: str, **body: str) -> Any:
        return client.post(f"/v1/{path}", json=body, headers=admin.headers)

    by_mail = call("erase-person", email=f" {EMAIL.upper()} ").json()
    by_number = call("erase-person", phone="(415) 555-0187").json()
    assert by_number["erasure_id"] == by_mail["erasure_id"]
    unknown = call("erase-person", email="nobody@example.com")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "nobody_to_erase")
    assert call("erase-person", phone="tea").status_code == 422
    assert call("erase-person", erasure_id="no_such_erasure").status_code == 404

    def listed() -> Any:
        (only,) = call("list-erasures").json()["items"]
        return only["state"], only["author"] is not None, EMAIL in str(only)

    assert listed() == ("asked", True, False)
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("update jobs set state = 'failed' where org_id = %s", [org.org_id])
    assert listed() == ("failed", True, False)
    assert call("erase-person", erasure_id=by_mail["erasure_id"]).status_code == 200
    assert listed() == ("asked", True, False)


def test_erasure_covers_every_table_with_personal_identifiers(settings: Settings) -> None:
    with psycopg.connect(settings.database_url) as connection:
        tables = connection.execute(
            "select distinct table_name from information_schema.columns"
            " where table_schema = 'public' and column_name in ('visitor_id', 'customer_id',"
            " 'customer', 'recipient', 'email_hash', 'phone_key', 'guesser', 'email')"
            " and table_name not in ('users', 'invitations')"
            " and table_name in (select tablename from pg_tables where schemaname = 'public')"
        ).fetchall()
        bodies = connection.execute(
            "select pg_get_functiondef(oid) from pg_proc"
            " where proname in ('erase_person', 'erase_rows_of_person')"
        ).fetchall()

    body = " ".join(text for (text,) in bodies)
    assert len(bodies) == 2
    assert tables
    assert [name for (name,) in tables if f" {name}" not in body] == []
    changed = set(re.findall(r"(?:delete from|update) (\w+)", body))
    assert changed - {"outbox"} <= set(TABLES)


def test_admin_sets_the_retention_of_events(
    client: TestClient, org: Org, admin: Somebody, make_member: MakeMember
) -> None:
    editor = make_member(org, "editor")

    def update(who: Somebody, months: int) -> Any:
        body = {"retention_months": months}
        return client.post("/v1/update-organization", json=body, headers=who.headers)

    assert update(admin, 13).json()["retention_months"] == 13
    assert update(admin, 0).json()["retention_months"] is None
    assert update(admin, 121).status_code == 422
    assert update(editor, 13).status_code == 403
