"""Decisions about many people equal those about each, and are counted in the same way."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import psycopg
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError

from api.domains.messaging.campaigns.audience_count_repository import count_audience
from api.domains.messaging.campaigns.audience_repository import AudienceRepository
from api.domains.messaging.campaigns.channels import ChannelChooser
from api.domains.messaging.campaigns.content import LocalContent
from api.domains.people.consents.dependencies import policy_of
from api.domains.people.consents.many_reading import ContactPair
from api.domains.people.consents.types import (
    ASKED_PURPOSES,
    CHANNELS,
    PURPOSES,
    Channel,
    Decision,
    Purpose,
)
from tests.api.messaging.gates import Gate
from tests.api.messaging.test_gate import ANA, CARA
from tests.api.people.consent_ledger import Decided, Ledger
from tests.support.member_calls import Calls
from tests.support.people import Org

_BROWSER = """
insert into web_push_subscriptions (subscription_id, org_id, endpoint_hash, sealed, customer_id, page_id, page_version,
  language, text_hash, agreed_at)
values (%(id)s, %(org)s, %(id)s, '', %(customer)s, 'page', 1, 'en', '', now())
"""


decisions: st.SearchStrategy[Decision] = st.sampled_from(["requested", "given", "withdrawn"])
steps = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.sampled_from(CHANNELS),
        st.sampled_from(PURPOSES),
        decisions,
        st.integers(-30, 400),
    ),
    max_size=30,
)


@given(steps, st.booleans(), st.integers(-1, 3), st.integers(0, 23))
@hypothesis_settings(
    max_examples=4,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_bulk_decisions_equal_individual_decisions(
    call: Calls,
    gate: Gate,
    ledger: Ledger,
    org: Org,
    script: list[tuple[int, Channel, Purpose, Decision, int]],
    is_merged: bool,
    suppressed: int,
    hour: int,
) -> None:
    """Over random ledgers, merged profiles, suppressions, quiet hours, and people who are deleted or have no
    address.
    """
    with psycopg.connect(call.settings.database_url, autocommit=True) as connection:
        connection.execute("set app.erasing = 'on'")
        tables = ("consent_entries", "customer_merges", "customers", "suppression_lists")
        for table in tables:
            connection.execute(f"delete from {table} where org_id = %s", [org.org_id])
    people = [
        call.add(first_name="Ana", email="ana@example.com", phone=ANA[1]),
        call.add(first_name="Ben", email="ben@example.com"),
        call.add(first_name="Cara", phone=CARA[1]),
        call.add(first_name="Dora"),
    ]
    now = datetime.now(UTC)
    for who, channel, purpose, decision, hours in script:
        at = now - timedelta(hours=hours)
        with suppress(IntegrityError):  # entries that the ledger always refuses
            ledger.record(people[who], Decided(channel, purpose, decision, at))
    if is_merged:
        call("merge-customers", keep=people[1], merge=people[2])
    if suppressed >= 0:
        text = ("ana@example.com", "ben@example.com", CARA[1], ANA[1])[suppressed]
        call("import-suppressions", name="Complaints", text=text)
    call("save-contact-rules", quiet_from=f"{hour:02}:00", quiet_until=f"{(hour + 9) % 24:02}:30")
    pairs = [
        ContactPair(customer_id, channel, purpose)
        for customer_id in [*people, "cus_nobody"]
        for channel in CHANNELS
        for purpose in PURPOSES
    ]

    each = ledger.decide_each(pairs, now)
    assert ledger.decide_many(pairs, now) == each
    _give_browsers(call, org, people[::2])
    kept = {it.customer_id for it, found in each.items() if found.reason not in ("gone", "merged")}
    for channel in ("sms", "email", "web_push", "wallet_push", "best"):
        for purpose in ASKED_PURPOSES:
            with gate.session() as (session, _):
                policy = policy_of(session, call.settings, now)
                content = LocalContent(
                    language="en", sms="Hi", push="Hi", notice="Hi", subject="Hi", html="<p>Hi</p>"
                )
                chooser = ChannelChooser(
                    *(session, policy, org.org_id, channel, purpose, [content], now)
                )
                chosen = chooser.choose(sorted(kept))
                everyone = AudienceRepository(session).people(org.org_id, "everyone", None)
                asked = (everyone, chooser.written, purpose, now, 10)
                counted = count_audience(session, org.org_id, *asked)
            decided: Counter[tuple[str, str]] = Counter()
            for customer_id, on in chosen.items():
                reason = each[ContactPair(customer_id, on, purpose)].reason
                if customer_id in chooser.without_device:
                    reason = "no_device"  # type: ignore[assignment]
                is_allowed = reason in (None, "quiet_hours")
                decided[("", on) if is_allowed else (str(reason), "")] += 1
            allowed = Counter({("", it): people for it, people in counted.allowed.items()})
            refused = Counter({(it, ""): people for it, people in counted.refused.items()})
            assert allowed + refused == decided
            assert len(counted.some_allowed) == allowed.total()


def _give_browsers(call: Calls, org: Org, customer_ids: Sequence[str]) -> None:
    """Give each of these people a subscribed browser."""
    with psycopg.connect(call.settings.database_url, autocommit=True) as connection:
        connection.execute("delete from web_push_subscriptions where org_id = %s", [org.org_id])
        for it in customer_ids:
            connection.execute(_BROWSER, {"id": f"wps_{it}", "org": org.org_id, "customer": it})
