"""A campaign to `PEOPLE` (5,000 by default) through `KILLS` (30) kills of the worker, the postmaster and the API.

Four fifths consented to text messages, the others to emails; the campaign uses the best channel of each. A twin of
Twilio and a mail server on loopback fail for 5 % of the requests, and after 2 % of those that they accept the
connection breaks; receipts arrive twice and out of order, and the API accepts them between kills. 1 % reply STOP while
the campaign runs, and 0.5 % replied STOP to the provider before, which only the provider knows.

At the end, each person must have been sent one message at most, everybody who had not refused must have one whose
outcome is known, nothing may have been started after a STOP was accepted, every state must be final, and the stored
cost must be what the twin charges. Whatever waits for minutes by the clock (claims of killed workers, silence, prices)
is shifted into the past while no worker runs.
"""

import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import httpx2
import psycopg
from aiosmtpd.controller import Controller

from api.db.engine import make_engine
from api.domains.messaging.campaigns.running import queue_due as queue_due_campaigns
from api.domains.messaging.messages.dispatching import queue_due
from api.domains.people.customers.sealing import Sealer
from benchmarks.kills import GIVE_UP, Ground, Worker, ground
from benchmarks.messages_twins import Reporter, StatefulPost, StatefulTwilio
from benchmarks.report import Aim, Figure, show
from runtime.embedded.process import free_port
from runtime.settings import Settings
from tests.twins.twilio import ACCOUNT, SERVICE, TOKEN, running_twilio

PEOPLE = int(os.environ.get("PEOPLE", "5000"))
KILLS = int(os.environ.get("KILLS", "30"))
TEXT = "Pumpkin spice is back at Harbor Coffee. Show this for a free shot. Reply STOP to opt out."
CONTENT = {
    "language": "en",
    "sms": TEXT,
    "subject": "Pumpkin spice is back",
    "html": "<p>Pumpkin spice is back at Harbor Coffee. Show this mail for a free shot.</p>",
}
STUCK = 60.0
"""Seconds without a message after which the clock is advanced; a worker starts faster than that even on a busy
machine.
"""
BASE_URL = "http://waypost.example"
OPEN = ("queued", "sending", "unknown")
_PASSES = """
update messages set claimed_until = claimed_until - interval '6 minutes' where claimed_until is not null;
update messages set due_at = due_at - interval '2 hours'
  where state = 'queued' and tries > 0
    or provider = 'twilio' and provider_id is not null and cost_micros is null and state <> 'queued'
"""
_CUSTOMER = """
insert into customers (customer_id, org_id, {kind}_sealed, {kind}_index, {kind}_loose_index, sealing_key,
  created_at, updated_at)
values (%s, %s, %s, %s, %s, %s, now(), now())
"""
_CONSENT = """
insert into consent_entries (entry_id, org_id, customer_id, channel, purpose, decision, address_index, source,
  decided_at, recorded_at)
values (%s, %s, %s, %s, 'marketing', 'given', %s, 'import', now() - interval '1 day', now())
"""


def phone_of(number: int) -> str:
    """Return the phone number of a person."""
    return f"+1415{number:07}"


def is_mailed(number: int) -> bool:
    """Return whether a person consented to emails rather than to text messages."""
    return number % 5 == 4


def main() -> list[Figure]:
    """Run the campaign through the kills, then audit."""
    twilio, post = StatefulTwilio(), StatefulPost()
    chance = random.Random(7)
    twilio.stopped = {phone_of(it) for it in range(PEOPLE) if it % 200 == 3}
    mail_port = free_port()
    mails = Controller(post, hostname="127.0.0.1", port=mail_port)
    with ExitStack() as stack:
        stack.enter_context(running_twilio(twilio))
        mails.start()
        stack.callback(mails.stop)
        place, headers = stack.enter_context(ground(**_environment(twilio.url, mail_port)))
        people = _seed(place.settings)
        reporter = Reporter(twilio, BASE_URL, place.ports)
        reporter.start()
        stops = Stops(reporter, chance)

        def taken(sid: str) -> None:
            reporter.report(sid)
            stops.next()

        twilio.on_taken = taken
        worker = Worker(place, _PASSES)
        stack.callback(worker.stop)
        worker.ensure()
        _start(place, headers)
        _run(place, worker, twilio, post)
        _finish(place, worker)
        reporter.stop()
        _finish(place, worker)
        print(dict(place.kills), twilio.failures, post.failures, reporter.posted, flush=True)
        return list(_figures(place, people, twilio, post, stops))


class Stops:
    """Makes some people reply STOP while the campaign runs."""

    def __init__(self, reporter: Reporter, chance: random.Random) -> None:
        self._reporter = reporter
        numbers = [it for it in range(PEOPLE) if it % 100 == 50]
        chance.shuffle(numbers)
        self._waiting = numbers
        self._count = 0
        self.taken: dict[int, float] = {}
        """When the API accepted the reply, in seconds since 1970, by person."""

    def next(self) -> None:
        """Send one more STOP after every 40th message."""
        self._count += 1
        if self._count % 40 == 0 and self._waiting:
            number = self._waiting.pop()
            self._reporter.text(phone_of(number), "STOP", lambda: self._note(number))

    def _note(self, number: int) -> None:
        self.taken[number] = time.time()


def _environment(url: str, mail_port: int) -> dict[str, str]:
    return {
        "WAYPOST_PUBLIC_URL": BASE_URL,
        "WAYPOST_LOG_LEVEL": "ERROR",
        "TWILIO_ACCOUNT_SID": ACCOUNT,
        "TWILIO_AUTH_TOKEN": TOKEN,
        "TWILIO_MESSAGING_SERVICE_SID": SERVICE,
        "TWILIO_BASE_URL": url,
        "WAYPOST_SMTP_HOST": "127.0.0.1",
        "WAYPOST_SMTP_PORT": str(mail_port),
        "WAYPOST_SMTP_SECURITY": "none",
    }


def _seed(settings: Settings) -> dict[str, int]:
    """Create the people; return them by customer ID."""
    sealer = Sealer.of(settings)
    with psycopg.connect(settings.database_url) as connection, connection.cursor() as cursor:
        cursor.execute("update api_keys set role = 'admin'")
        cursor.execute("select org_id from organizations")
        ((org_id,),) = cursor.fetchall()
        found: dict[str, int] = {}
        rows: dict[str, list[Any]] = {"phone": [], "email": []}
        consents = []
        for number in range(PEOPLE):
            customer_id, key = f"cus_bench{number}", sealer.new_key()
            kind = "email" if is_mailed(number) else "phone"
            address = f"person{number}@harbor.example" if kind == "email" else phone_of(number)
            contact = sealer.sealed_contact(org_id, key, kind, address)  # type: ignore[arg-type]
            sealed, index, loose = (
                contact[f"{kind}_{it}"] for it in ("sealed", "index", "loose_index")
            )
            rows[kind].append((customer_id, org_id, sealed, index, loose, key))
            channel = "email" if kind == "email" else "sms"
            consents.append((f"consent_{number}", org_id, customer_id, channel, index))
            found[customer_id] = number
        for kind, values in rows.items():
            cursor.executemany(_CUSTOMER.format(kind=kind), values)
        cursor.executemany(_CONSENT, consents)
    return found


def _start(place: Ground, headers: dict[str, str]) -> None:
    plan = {
        "name": "Pumpkin",
        "channel": "best",
        "audience": {"kind": "everyone"},
        "variants": [{"contents": [CONTENT]}],
    }
    with httpx2.Client(headers=headers, timeout=60) as client:

        def called(path: str, **body: Any) -> Any:
            return client.post(place.address(path), json=body).raise_for_status().json()

        campaign_id = called("save-campaign", **plan)["campaign_id"]
        called("change-campaign", campaign_id=campaign_id, action="schedule")


def _run(place: Ground, worker: Worker, twilio: StatefulTwilio, post: StatefulPost) -> None:
    """Kill processes in turn whenever another share of the people was reached."""
    for number in range(KILLS):
        _wait_for(place, worker, twilio, post, PEOPLE * 9 // 10 * (number + 1) // KILLS)
        if number % 3 == 0:
            worker.kill()
        elif number % 3 == 1:
            place.kill_postmaster()
        else:
            place.kill_api(number // 3)
        _wake(place)


def _wait_for(
    place: Ground, worker: Worker, twilio: StatefulTwilio, post: StatefulPost, reached: int
) -> None:
    moved, last, pushed = time.monotonic(), 0, time.monotonic()
    while (now := len(twilio.by_phone) + len(post.taken)) < reached:
        if now > last:
            moved, last = time.monotonic(), now
        if time.monotonic() - moved > 3 * GIVE_UP:
            raise AssertionError(f"{now} of {reached} people, and no more for {3 * GIVE_UP:.0f} s")
        worker.ensure()
        if time.monotonic() - max(moved, pushed) > STUCK:
            # The remaining work waits for the clock.
            worker.end()
            worker.ensure()
            _wake(place)
            pushed = time.monotonic()
        time.sleep(0.05)


def _wake(place: Ground) -> None:
    """Do the work of the periodic task without waiting for the minute."""
    engine, now = make_engine(place.settings), datetime.now(UTC)
    queue_due(engine, now)
    queue_due_campaigns(engine, now)
    engine.dispose()


def _finish(place: Ground, worker: Worker) -> None:
    """Let time pass until no message is open and each has its price."""
    end = time.monotonic() + GIVE_UP + PEOPLE / 100
    while time.monotonic() < end:
        worker.end()
        worker.ensure()
        _wake(place)
        settled = time.monotonic() + 60
        while time.monotonic() < settled:
            time.sleep(1)
            busy = _one(place, "select count(*) from jobs where state in ('queued', 'running')")
            if not busy:
                break
        left = _one(
            place,
            "select count(*) from messages where state in ('queued', 'sending', 'unknown')"
            " or provider_id is not null and cost_micros is null"
            "   and state in ('delivered', 'undelivered')",
        )
        done = _one(place, "select count(*) from campaigns where state = 'completed'")
        if not left and done:
            return
        print(f"{left} messages are open or have no price", flush=True)


def _one(place: Ground, statement: str) -> int:
    with psycopg.connect(place.settings.database_url) as connection:
        ((found,),) = connection.execute(statement).fetchall()
        return int(found)


def _figures(
    place: Ground,
    people: dict[str, int],
    twilio: StatefulTwilio,
    post: StatefulPost,
    stops: Stops,
) -> Iterator[Figure]:
    with psycopg.connect(place.settings.database_url) as connection:
        rows = connection.execute(
            "select customer_id, channel, state, reason, sending_at, cost_micros from messages"
        ).fetchall()
    by_person = {people[row[0]]: row for row in rows}
    print(Counter((row[1], row[2], row[3][:40]) for row in rows), flush=True)
    bill = sum((-Decimal(it["price"]) for it in twilio.rows.values() if it["price"]), Decimal(0))
    stored = sum(row[5] or 0 for row in rows)
    wrong: dict[str, Any] = {
        "people without exactly one row": [it for it in range(PEOPLE) if it not in by_person]
        + [None] * (len(rows) - len(by_person)),
        "phones with more than one message": [
            it for it, own in twilio.by_phone.items() if len(own) > 1
        ],
        "mailboxes with more than one mail": [it for it, own in post.taken.items() if own > 1],
        "messages begun after a STOP was taken": [
            number
            for number, at in stops.taken.items()
            if (began := by_person[number][4]) is not None and began.timestamp() > at
        ],
        "messages to those who answered STOP to the provider": [
            it for it in twilio.stopped if it in twilio.by_phone
        ],
        "states that are not final": [row for row in rows if row[2] in OPEN],
        "phones whose state is not what the twin reported": [
            number
            for number, row in by_person.items()
            if (own := twilio.by_phone.get(phone_of(number)))
            and not is_mailed(number)
            and row[2] != own[0]["status"]
        ],
        "people who agreed, were not reached, and no reason": [
            number
            for number, row in by_person.items()
            if number not in stops.taken
            and row[2] not in ("delivered", "undelivered", "sent", "bounced")
            and not row[3]
        ],
        "difference of stored cost and the twin's bill, in millionths": [None]
        * abs(stored - int(bill * 1_000_000)),
    }
    for name, found in wrong.items():
        if found:
            print(f"{name}: {str(found)[:1_000]}", flush=True)
        yield Figure(name, len(found), "", aim=Aim.at_most(0))
    for name in ("worker", "postmaster", "API process"):
        yield Figure(f"kills of {name}", place.kills[name], "", aim=Aim.at_least(KILLS // 3))
    yield Figure("STOPs taken while it ran", len(stops.taken), "")
    yield Figure("the twin's bill", float(bill), "$", stored / 1_000_000, "stored cost, $")
    moments = [row[4].timestamp() for row in rows if row[4] is not None]
    took = max(moments) - min(moments)
    yield Figure(f"campaign to {PEOPLE:,} people through the kills", PEOPLE / took, "people/s")


if __name__ == "__main__":
    show(main())
