"""Property: in any order of consent, STOP, START, sending, crashes, retries and erasure, no news is sent after a
refusal.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

import psycopg
import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from api.domains.messaging.inbox.receiving import Inbox
from api.domains.messaging.messages.carriers import Outcome, Outgoing
from api.domains.messaging.messages.gate_decisions import Decisions, Question, Verdict
from api.domains.people.consents.dependencies import consents_of
from api.domains.people.consents.types import Origin
from api.integrations.ports.text_webhooks import ReceivedText
from api.kit.ids import new_id
from runtime.settings import Settings
from tests.api.messaging.gates import Gate
from tests.api.messaging.test_gate import ANA, BEN, news
from tests.support.member_calls import Calls
from tests.support.people import Org

STEPS = ("yes", "stop", "start", "send", "send", "dispatch", "dispatch", "crash", "busy", "erase")
steps = st.lists(st.tuples(st.integers(0, 1), st.sampled_from(STEPS)), min_size=4, max_size=24)


class World:
    """Two people, their wishes in a plain model, and a provider that records messages against their will."""

    name = "recorded"

    def __init__(self, call: Calls, settings: Settings, org: Org) -> None:
        self.settings, self.org = settings, org
        with psycopg.connect(settings.database_url, autocommit=True) as connection:
            connection.execute("set app.erasing = 'on'")
            for table in ("messages", "text_conversations", "consent_entries", "customers"):
                connection.execute(f"delete from {table} where org_id = %s", [org.org_id])
        self.phones = (ANA[1], BEN[1])
        self.people = [call.add(first_name=name, phone=phone) for name, phone in (ANA, BEN)]
        self.here = set(self.people)
        self.wants: list[bool | None] = [None, None]
        self.once: list[bool] = [False, False]
        self.gate = Gate(settings, org, datetime.now(UTC))
        self.campaigns = 0
        self.mood = "takes"
        self.against: list[str] = []
        self.taken: list[tuple[str, str]] = []

    def step(self, who: int, what: str) -> None:
        self.gate.move(seconds=1)
        if what == "send":
            self.campaigns += 1
            for _ in range(2):
                request = news(self.people[who])
                self.gate.queue(request, source_id=f"cmp_{self.campaigns}")
        elif what in ("dispatch", "crash", "busy"):
            self.mood = {"dispatch": "takes"}.get(what, what)
            try:
                self.gate.dispatch({"sms": self})
            except ConnectionAbortedError:
                self.gate.move(minutes=3)
            if what == "busy":
                self.gate.move(hours=2)
        elif what == "erase":
            with psycopg.connect(self.settings.database_url) as connection:
                connection.execute("select set_config('app.org_id', %s, true)", [self.org.org_id])
                erased = "select erase_person(%s, '{}', '{}', '{}')"
                connection.execute(erased, [[self.people[who]]])
            self.wants[who], self.once[who] = False, False
            self.here.discard(self.people[who])
        else:
            self._say(who, what)

    def _say(self, who: int, what: str) -> None:
        with self.gate.session() as (session, _):
            consents = consents_of(session, self.settings, self.gate.now)
            is_here = self.people[who] in self.here
            if what == "yes" and is_here:
                person = consents.person(self.org.org_id, self.people[who])
                consents.record(person, [("sms", "marketing")], "given", Origin("form"))
                self.wants[who], self.once[who] = True, True
            elif what in ("stop", "start"):
                text = ReceivedText(new_id("sms"), self.phones[who], "", what, None)
                Inbox(session, self.settings, self.gate.now).take(
                    self.org.org_id, self.phones[who], text
                )
                self.wants[who] = what == "start" and self.once[who] and is_here

    def hand_over(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        if self.mood == "busy":
            return [Outcome(it.message_id, "later") for it in messages]
        for it in messages:
            assert it.customer_id is not None
            self.taken.append((it.message_id, it.customer_id))
            if not self.wants[self.people.index(it.customer_id)]:
                self.against.append(it.message_id)
        if self.mood == "crash":
            raise ConnectionAbortedError
        return [Outcome(it.message_id, "sent") for it in messages]

    def look_up(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        known = {message_id for message_id, _ in self.taken}
        return [
            Outcome(it.message_id, "sent" if it.message_id in known else "later") for it in messages
        ]


@given(steps)
@hypothesis_settings(
    max_examples=10,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_no_marketing_message_is_sent_after_consent_is_withdrawn(
    call: Calls, api_settings: Settings, org: Org, script: list[tuple[int, str]]
) -> None:
    world = World(call, api_settings, org)
    for who, what in (*script, (0, "dispatch"), (1, "dispatch")):
        world.step(who, what)

    assert world.against == []
    assert len(world.taken) == len(set(world.taken)), "nothing is sent twice"
    left = {it.message_id for it in world.gate.rows() if it.state == "sending"}
    assert not left or world.mood == "crash"


def test_property_fails_without_the_second_decision(
    call: Calls, api_settings: Settings, org: Org, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mutation: a dispatcher that trusts the first decision."""
    world = World(call, api_settings, org)

    def believes(
        self: Decisions, org_id: str, questions: Sequence[Question], moment: datetime
    ) -> list[Verdict]:
        decided = _DECIDE(self, org_id, questions, moment)
        return [Verdict("allowed", address=ANA[1], profile=it.profile) for it in decided]

    world.step(0, "yes")
    world.step(0, "send")
    world.step(0, "stop")
    monkeypatch.setattr(Decisions, "decide", believes)
    world.step(0, "dispatch")

    assert len(world.against) == 1


_DECIDE = Decisions.decide
