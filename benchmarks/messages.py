"""Messages decided and handed over per second, beside plain durable inserts of as many rows in the same run.

Waypost does everything for `MESSAGES` (5,000) customers who consented: the gate decides pages of 1,000 messages and
stores the rows and their events; the dispatcher decides again in batches of 500, hands over to the sandbox's table, and
stores the result of each with its events. As the reference, one connection inserts rows of the same columns, one per
transaction.
"""

import os
import time
from datetime import UTC, datetime, timedelta

import psycopg
from sqlalchemy.orm import Session

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.messaging.messages.dependencies import gate_of
from api.domains.messaging.messages.dispatching import Dispatcher
from api.domains.messaging.messages.sending import carriers_of
from api.domains.messaging.messages.types import MessageRequest
from api.domains.people.customers.sealing import Sealer
from api.jobs.registry import JobContext
from benchmarks.one_time_codes import _organization
from benchmarks.report import Aim, Figure, show
from benchmarks.servers import database
from runtime.settings import Settings

MESSAGES = int(os.environ.get("MESSAGES", "5000"))
PAGE = 1_000
PLAIN = 1_000
TEXT = "Pumpkin spice is back at Harbor Coffee. Show this message for a free shot."

_CUSTOMER = """
insert into customers (customer_id, org_id, phone_sealed, phone_index, phone_loose_index, sealing_key,
  created_at, updated_at)
values (%s, %s, %s, %s, %s, %s, now(), now())
"""
_CONSENT = """
insert into consent_entries (entry_id, org_id, customer_id, channel, purpose, decision, address_index, source,
  decided_at, recorded_at)
values (%s, %s, %s, 'sms', 'marketing', 'given', %s, 'import', now() - interval '1 day', now())
"""
_PLAIN = """
insert into plain (message_id, org_id, source, source_id, step, variant, customer_id, channel, purpose,
  content_sealed, language, state, reason, tries, due_at, skips_quiet, provider, sender, created_at)
values (%s, 'org', 'campaign', 'cmp', '', '', %s, 'sms', 'marketing', %s, '', 'queued', '', 0, now(), false,
  '', '', now())
"""


def main() -> list[Figure]:
    """Send to everybody; each person must have one message, and the sandbox as many."""
    with database() as settings:
        org_id, _ = _organization(settings)
        people = _people(settings, org_id)
        plain = _plain_rate(settings)
        began = time.perf_counter()
        _send(settings, org_id, people)
        rate = MESSAGES / (time.perf_counter() - began)
        with psycopg.connect(settings.database_url) as connection:
            ((sent, kept),) = connection.execute(
                "select (select count(distinct customer_id) from messages where state = 'delivered'),"
                " (select count(*) from sandbox_messages)"
            ).fetchall()
    if (sent, kept) != (MESSAGES, MESSAGES):
        raise RuntimeError(f"{sent} people got {kept} messages in place of {MESSAGES}")
    return [
        Figure(
            f"messages to {MESSAGES:,} people, decided twice and handed over",
            rate,
            "messages/s",
            plain,
            "plain inserts, one a transaction",
            Aim.at_least(500),
        )
    ]


def _people(settings: Settings, org_id: str) -> list[str]:
    sealer, people = Sealer.of(settings), []
    with psycopg.connect(settings.database_url) as connection, connection.cursor() as cursor:
        customers, consents = [], []
        for number in range(MESSAGES):
            customer_id, phone = f"cus_bench{number}", f"+1415{number:07}"
            key = sealer.new_key()
            contact = sealer.sealed_contact(org_id, key, "phone", phone)
            index = contact["phone_index"]
            customers.append(
                (
                    customer_id,
                    org_id,
                    contact["phone_sealed"],
                    index,
                    contact["phone_loose_index"],
                    key,
                )
            )
            consents.append((f"consent_{number}", org_id, customer_id, index))
            people.append(customer_id)
        cursor.executemany(_CUSTOMER, customers)
        cursor.executemany(_CONSENT, consents)
    return people


def _send(settings: Settings, org_id: str, people: list[str]) -> None:
    engine, now = make_engine(settings), datetime.now(UTC)
    for start in range(0, len(people), PAGE):
        requests = [
            MessageRequest(it, "sms", "marketing", TEXT) for it in people[start : start + PAGE]
        ]
        with Session(engine) as session, session.begin():
            enter_tenant(session, org_id)
            gate_of(session, settings, now).queue_many(
                org_id, "campaign", "cmp_bench", "", requests, now
            )
    later = now + timedelta(seconds=1)
    context = JobContext("job_bench", org_id, None, settings, engine, lambda: later)
    Dispatcher(context, carriers_of(settings, engine, lambda: later)).run()


def _plain_rate(settings: Settings) -> float:
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        connection.execute("create table plain (like messages including all)")
        began = time.perf_counter()
        for number in range(PLAIN):
            connection.execute(_PLAIN, [f"msg_{number}", f"cus_{number}", TEXT * 3])
        return PLAIN / (time.perf_counter() - began)


if __name__ == "__main__":
    show(main())
