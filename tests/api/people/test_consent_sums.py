"""Properties: the current state is a plain fold of the ledger, however it was recorded; quiet hours end when they
should.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import psycopg
from hypothesis import HealthCheck, example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from api.domains.people.consents.quiet_hours import QuietHours, end_of_quiet, is_quiet
from api.domains.people.consents.standings import standing_of
from api.domains.people.consents.types import Channel, Decision
from api.domains.people.customers.types import ContactIndexes
from runtime.settings import Settings
from tests.api.people.consent_ledger import Decided, Ledger
from tests.support.member_calls import Calls
from tests.support.people import Org

START = datetime(2026, 3, 1, tzinfo=UTC)
OWN, OTHER = b"own", b"other"
CHANNELS: tuple[Channel, ...] = ("email", "sms")
ANA, TWIN = "ana@example.com", "twin@example.com"


@dataclass(frozen=True)
class Row:
    """An entry of the ledger."""

    entry_id: str
    decision: Decision
    address_index: bytes | None
    decided_at: datetime
    channel: str = "email"
    purpose: str = "marketing"
    source: str = "import"


decisions: st.SearchStrategy[Decision] = st.sampled_from(["requested", "given", "withdrawn"])
rows = st.builds(
    Row,
    entry_id=st.uuids().map(str),
    decision=decisions,
    address_index=st.sampled_from([OWN, OTHER, None]),
    decided_at=st.integers(0, 20).map(lambda days: START + timedelta(days=days)),
)


def plain_fold(entries: Iterable[Row], moment: datetime) -> tuple[str, int]:
    """Return the state and the number of open requests, processing one entry after the other; within a moment, a
    refusal comes last.
    """
    state, since, requests = "none", None, []
    for row in sorted(entries, key=lambda it: (it.decided_at, it.decision == "withdrawn")):
        if row.decided_at > moment:
            break
        if row.decision == "withdrawn":
            state, since, requests = "withdrawn", row.decided_at, []
        elif row.address_index == OTHER:
            continue
        elif row.decision == "given":
            state, since, requests = "given", row.decided_at, []
        elif since != row.decided_at and row.decided_at > moment - timedelta(days=7):
            requests.append(row.entry_id)
    return state, len(requests)


@given(
    st.lists(rows, max_size=12, unique_by=lambda it: it.entry_id), st.randoms(), st.integers(-1, 30)
)
def test_consent_sum_equals_the_reference_fold_in_any_order_and_with_repetition(
    entries: list[Row], random: object, days: int
) -> None:
    moment, current = START + timedelta(days=days), ContactIndexes(OWN, None)
    # Requests at the exact moment of a decision come before it.
    expected = plain_fold([it for it in entries if not _overtaken(it, entries)], moment)
    shuffled = list(entries)
    random.shuffle(shuffled)  # type: ignore[attr-defined]

    sums = [standing_of(it, "email", "marketing", current, moment) for it in (entries, shuffled)]

    assert {(it.state, len(it.pending)) for it in sums} == {expected}
    assert {it.since for it in sums} == {sums[0].since}


def _overtaken(row: Row, entries: Sequence[Row]) -> bool:
    """Return whether a request is as old as a decision that counts."""
    return row.decision == "requested" and any(
        it.decided_at == row.decided_at
        and (it.decision == "withdrawn" or (it.decision == "given" and it.address_index != OTHER))
        for it in entries
    )


zones = st.sampled_from(
    ["UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Casablanca"]
)
times = st.times().map(lambda it: it.replace(second=0, microsecond=0))


moments = st.integers(0, 365 * 24 * 60).map(lambda minutes: START + timedelta(minutes=minutes))
put_back = datetime(2026, 11, 1, 4, tzinfo=UTC)
"""Two hours before the clocks in New York show 1:00 for the second time."""


@given(moments, times, times, zones)
@example(put_back + timedelta(hours=2, minutes=30), time(22), time(1, 45), "America/New_York")
@example(put_back + timedelta(hours=1, minutes=40), time(1, 30), time(23), "America/New_York")
@example(put_back + timedelta(hours=1, minutes=55), time(1, 50), time(1, 20), "America/New_York")
@example(datetime(2026, 3, 8, 6, 50, tzinfo=UTC), time(22), time(2, 30), "America/New_York")
def test_quiet_hours_end_at_the_first_minute_that_is_not_quiet(
    moment: datetime, start: time, end: time, zone_name: str
) -> None:
    if start == end:
        return
    hours, zone = QuietHours(start, end), ZoneInfo(zone_name)
    ends = end_of_quiet(moment, hours, zone)
    assert (ends is None) == (not is_quiet(moment, hours, zone))
    if ends is None:
        return
    assert moment < ends <= moment + timedelta(hours=25)
    assert not is_quiet(ends, hours, zone)
    step = timedelta(minutes=7)
    inside = [moment + step * n for n in range(int((ends - moment) / step) + 1)]
    assert all(
        is_quiet(it, hours, zone) for it in [*inside, ends - timedelta(seconds=1)] if it < ends
    )


steps = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from([0, 1]), st.sampled_from(CHANNELS), decisions, st.integers(1, 400)
        ),
        st.sampled_from(["merge", "unmerge"]),
    ),
    max_size=14,
)


@given(steps)
@hypothesis_settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_merging_and_undoing_preserve_the_consent_ledger(
    call: Calls, api_settings: Settings, org: Org, script: list[object]
) -> None:
    """Two profiles without addresses of their own but with a shared number: every entry counts for the person."""
    ledger = Ledger(api_settings, org)
    with psycopg.connect(api_settings.database_url, autocommit=True) as connection:
        connection.execute("set app.erasing = 'on'")
        for table in ("consent_entries", "customer_merges", "customers"):
            connection.execute(f"delete from {table} where org_id = %s", [org.org_id])
    people = [call.add(first_name="Ana", email=ANA), call.add(first_name="Ana", email=TWIN)]
    recorded: list[list[tuple[Decided, str]]] = [[], []]
    merge_id: str | None = None
    now = datetime.now(UTC)
    for step in script:
        if step == "merge" and merge_id is None:
            merge_id = call("merge-customers", keep=people[0], merge=people[1])["merges"][0][
                "merge_id"
            ]
        elif step == "unmerge" and merge_id is not None:
            call("undo-customer-merge", merge_id=merge_id)
            merge_id = None
        elif isinstance(step, tuple):
            who, channel, decision, hours = step
            # After a merge, everything is recorded for the kept profile and its address, and a
            # refusal for both.
            owner = 0 if merge_id is not None else who
            decided = Decided(channel, "marketing", decision, now - timedelta(hours=hours))
            ledger.record(people[who], decided)
            recorded[owner].append((decided, ANA if owner == 0 else TWIN))
            if merge_id is not None and decision == "withdrawn":
                recorded[1].append((decided, TWIN))

    for who, customer_id in enumerate(people):
        if merge_id is not None and who == 1:
            refused = ledger.decide(customer_id, "email", "marketing", now)
            assert (refused.reason, refused.customer_id) == ("merged", people[0])
            continue
        entries = recorded[0] + recorded[1] if merge_id is not None else recorded[who]
        state, waiting = _fold_decided(entries, ANA if who == 0 else TWIN, now)
        reason = ledger.decide(customer_id, "email", "marketing", now).reason
        assert (reason is None) == (state == "given")
        assert (reason == "pending") == (state != "given" and waiting > 0)
        assert (reason == "withdrawn") == (state == "withdrawn" and not waiting)


def _fold_decided(
    entries: list[tuple[Decided, str]], address: str, now: datetime
) -> tuple[str, int]:
    plain = [
        Row(str(number), decided.decision, OWN if of == address else OTHER, decided.at)
        for number, (decided, of) in enumerate(entries)
        if decided.channel == "email"
    ]
    return plain_fold([it for it in plain if not _overtaken(it, plain)], now)
