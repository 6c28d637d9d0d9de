"""The database refuses what a plan does not include; printed codes keep working."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from api.db.engine import make_engine
from api.domains.commerce.payments.notices import level_of, note_usage, take_unreported
from api.domains.commerce.payments.plans import PLANS, QUOTAS, larger_plan
from api.domains.commerce.payments.reading import PlanLimits
from api.domains.commerce.payments.usage_reports import SCANS, note_hours, send_reports
from api.domains.messaging.owner_alerts.detection import detect_used_up_quotas, queue_due
from api.integrations.payment_provider import payment_provider
from api.jobs.queue import Jobs
from api.jobs.registry import JOBS, JobContext
from tests.api.commerce.payments.conftest import Till
from tests.api.messaging.test_owner_alerts import sandbox_messages, send_queued
from tests.support.campaign_calls import campaign_plan
from tests.support.people import People
from tests.twins.stripe import Stripe

pytestmark = pytest.mark.one_database
CODE = {"type": "redirect", "destination": "https://harbor.example"}


@pytest.fixture
def context(till: Till) -> Any:
    engine = make_engine(till.settings)
    yield JobContext("job", str(till.me.org_id), None, till.settings, engine, till.clock)
    engine.dispose()


def test_larger_plans_have_higher_quotas_for_everything() -> None:
    for quota in QUOTAS:
        counts = [it.quotas[quota] for it in PLANS]
        assert counts == sorted(counts, key=lambda it: float("inf") if it is None else it)
    assert larger_plan("free", "codes") == "starter"
    assert larger_plan("business", "codes") is None
    assert [level_of(it, 100) for it in (79, 80, 99, 100, 500)] == [None, 80, 80, 100, 100]
    assert level_of(5, None) is None


def test_only_one_of_two_concurrent_requests_gets_the_last_code_of_the_quota(till: Till) -> None:
    made = [till.good("qr/create-code", {**CODE, "name": f"Code {it}"}) for it in range(24)]

    with ThreadPoolExecutor(4) as threads:
        answers = list(
            threads.map(lambda it: till.call("qr/create-code", {**CODE, "name": it}), "abcd")
        )

    assert sorted(status for status, _ in answers) == [200, 402, 402, 402]
    refused = next(it for status, it in answers if status == 402)
    assert (refused["code"], refused["quota"], refused["allowed"]) == ("quota_reached", "codes", 25)
    assert (refused["plan"], refused["more_in"]) == ("free", "starter")
    assert refused["message"] == "Your plan Free has 25 codes. The plan Starter has more."
    assert till.client.get(f"/code/{made[0]['code_id']}").status_code == 302

    till.subscribed()
    till.good("qr/create-code", {**CODE, "name": "One more"})
    usage = {it["quota"]: it for it in till.good("get-plan-usage")["quotas"]}
    assert (usage["codes"]["used"], usage["codes"]["allowed"]) == (26, 500)


def test_usage_shows_how_long_events_are_retained(till: Till) -> None:
    """As the warehouse applies it: the plan shortens it once the limits have existed for 90 days."""

    def history() -> dict[str, Any]:
        found: dict[str, Any] = till.good("get-plan-usage", {"with_days": False})["history"]
        return found

    org_id = till.me.org_id
    unlimited = {"months": None, "own_months": None}
    assert history() == {**unlimited, "plan_months": 12, "plan_applies_from": None}
    till.write("insert into quota_checks values (%s, '2026-01-01Z', now())", org_id)
    assert history()["plan_applies_from"].startswith("2026-04-01")
    assert history()["months"] == 12
    till.good("update-organization", {"retention_months": 6})
    till.subscribed()
    assert (history()["own_months"], history()["plan_months"], history()["months"]) == (6, 24, 6)


def test_job_refused_by_quota_reports_the_quota_of_the_plan(
    context: JobContext, till: Till
) -> None:
    def too_much(context: JobContext, args: dict[str, Any]) -> None:
        detail = '{"quota": "codes", "allowed": 25, "plan": "free", "more_in": "starter"}'
        refusal = (
            f"do $$ begin raise exception using errcode = 'QUOTA', detail = '{detail}'; end $$"
        )
        with context.session() as session:
            session.execute(text(refusal.replace(":", chr(92) + ":")))

    JOBS["tests.too_much"] = too_much
    with context.session() as session:
        job_id = Jobs(session, till.clock()).enqueue(context.org_id, "tests.too_much", {})
    till.hear_nothing()

    (row,) = [it for it in till.rows("jobs") if it["job_id"] == job_id]
    assert (row["state"], row["error"]) == (
        "failed",
        "Your plan Free has 25 codes. The plan Starter has more.",
    )


def test_numbers_of_members_and_domains_are_limited_by_the_plan(till: Till, people: People) -> None:
    till.good("add-to-org", {"email": "one@harbor.example", "role": "viewer"})
    status, refused = till.call("add-to-org", {"email": "two@harbor.example", "role": "viewer"})
    assert (status, refused["quota"]) == (402, "seats")
    status, refused = till.call("add-domain", {"host": "go.harbor.example"})
    assert (status, refused["quota"], refused["more_in"]) == (402, "domains", "starter")


def test_messages_use_the_quota_of_the_plan_first_and_credits_afterwards(
    till: Till, stripe: Stripe
) -> None:
    only_one = "update plan_quotas set allowed = 1 where plan = 'free' and quota = 'messages'"
    till.write(only_one)
    intent = till.good("create-intent", {"credits": 1000})["intent_id"]
    later = (till.clock() + timedelta(hours=1)).isoformat()  # so that no worker sends them
    sms = {"text": "Your table is ready", "purpose": "service", "send_at": later}
    tested = {"channel": "sms", "contents": [{"language": "en", "sms": "Cake!"}]}
    try:
        till.good("test-campaign", {**tested, "phone": "+14155550177"})
        till.good("send-sms", {**sms, "phone": "+14155550188"})
        status, refused = till.call("send-sms", {**sms, "phone": "+14155550189"})
        assert (status, refused["quota"]) == (402, "messages")
        campaign = till.good("save-campaign", campaign_plan("Cake"))["campaign_id"]
        check = {"campaign_id": campaign}
        assert till.good("check-campaign", check)["messages_left"] == 0

        stripe.pay_intent(intent)
        till.hear()
        till.write(only_one)  # the worker may have updated the quotas
        sent = till.good("send-sms", {**sms, "phone": "+14155550190"})
        assert till.plan()["credits"] == 999
        assert till.good("check-campaign", check)["messages_left"] == 999
        till.write("update messages set state = 'failed' where message_id = %s", sent["message_id"])
        assert till.plan()["credits"] == 1_000
    finally:
        till.write("update plan_quotas set allowed = 50 where plan = 'free' and quota = 'messages'")


def test_owners_are_notified_of_a_usage_level_once_a_month(context: JobContext, till: Till) -> None:
    limits = PlanLimits("free", {"codes": (10, "starter"), "seats": (2, None)})
    now = till.clock()

    def reported(used: dict[str, int]) -> list[tuple[str, int]]:
        with context.session() as session:
            note_usage(session, context.org_id, limits, used, now.date().replace(day=1), now)
            found = take_unreported(session, context.org_id, now)
        return [(it.quota, it.level) for it in found]

    assert reported({"codes": 8, "seats": 1}) == [("codes", 80)]
    assert reported({"codes": 9, "seats": 2}) == [("seats", 100)]
    assert reported({"codes": 10, "seats": 2}) == [("codes", 100)]
    assert reported({"codes": 10, "seats": 2}) == []


@pytest.mark.parametrize(
    ("used", "subject", "stops"),
    [
        ({"scans": 8}, "80% of your plan’s scans this month are used", ""),
        ({"scans": 12}, "100% of your plan’s scans this month are used", ""),
        (
            {"codes": 10, "messages": 10, "scans": 12},
            "3 limits of your plan are nearly reached",
            "You cannot add more codes and messages this month until the plan is changed.",
        ),
        (
            {"messages": 10},
            "100% of your plan’s messages this month are used",
            "You cannot add more messages this month until the next month begins or the plan",
        ),
    ],
)
def test_owners_get_one_email_that_lists_blocked_features(
    context: JobContext, till: Till, used: dict[str, int], subject: str, stops: str
) -> None:
    limits = PlanLimits("free", dict.fromkeys(QUOTAS, (10, "starter")))
    now = till.clock()
    with context.session() as session:
        note_usage(session, context.org_id, limits, used, now.date().replace(day=1), now)

    assert detect_used_up_quotas(context.engine, now) == 1
    assert detect_used_up_quotas(context.engine, now) == 0
    queue_due(context.engine, now)
    send_queued(till.settings, context.engine, now)

    (mail,) = [
        it for it in sandbox_messages(till.client, till.me) if "of your plan" in it["subject"]
    ]
    assert mail["subject"].startswith(subject)
    assert "Printed codes never stop: they open and count every scan" in mail["body"]
    assert stops in mail["body"]
    assert ("cannot add" in mail["body"]) == bool(stops)


def test_usage_is_reported_exactly_once(context: JobContext, till: Till, stripe: Stripe) -> None:
    till.subscribed()
    hour = till.clock().replace(minute=0, second=0, microsecond=0)
    till.write(
        "update plan_subscriptions set period_start = %s where org_id = %s", hour, context.org_id
    )
    provider = payment_provider(till.settings)
    assert provider is not None

    def note(count: int) -> int:
        with context.session() as session:
            return note_hours(session, context.org_id, SCANS, {hour: count}, till.clock())

    def send() -> int:
        return send_reports(context.session, provider, context.org_id, till.clock())

    assert (note(5), note(5)) == (1, 0)
    stripe.goes_silent = 1  # counted, but the response is lost: the SDK retries
    assert send() == 1
    # The worker was killed between Stripe's response and the commit, and Stripe has dropped the
    # request's key.
    till.write("update usage_reports set sent_at = null where org_id = %s", context.org_id)
    stripe.answers.clear()
    assert send() == 1
    assert note(7) == 1  # two came late
    assert (send(), send()) == (1, 0)

    values = [int(it["payload"]["value"]) for it in stripe.meters.values()]
    assert values == [5, 2]
    assert [it["error"] for it in till.rows("usage_reports")] == ["", ""]
