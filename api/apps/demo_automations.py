"""Creates the demonstration's automations through the services that members and workers use: one with people who
entered recently, and one for birthdays. The jobs process sends their messages.
"""

from collections.abc import Sequence
from datetime import timedelta

from api.apps.demo_moments import DemoMoments
from api.domains.messaging.automations.conditions import behaviour_of
from api.domains.messaging.automations.enrolment import EventEntry
from api.domains.messaging.automations.following import automations_on
from api.domains.messaging.automations.running import Walk
from api.domains.messaging.automations.schemas import ChangeAutomation, SaveAutomation
from api.domains.messaging.automations.service import AutomationService
from api.domains.messaging.automations.triggers import Occurrence
from api.domains.messaging.messages.dependencies import gate_of
from api.kit.ids import new_id
from runtime.demo import harbor_automations

FIRST_HOURS_AGO = 44
"""Steps that are two days late are skipped, so the automation's history must be younger than that."""


def make_automations(moments: DemoMoments, customer_ids: Sequence[str]) -> None:
    """Create automations that are switched on. Some customers submitted a form in the last two days."""
    session, settings, me = moments.session, moments.settings, moments.me
    start = moments.now - timedelta(hours=FIRST_HOURS_AGO + 1)
    service = AutomationService(session, gate_of(session, settings, start), start, new_id)
    for plan in (harbor_automations.BIRTHDAY, harbor_automations.AFTER_A_FORM):
        saved = service.save(me, SaveAutomation.model_validate(plan))
        change = ChangeAutomation(automation_id=saved.automation_id, action="turn_on")
        service.change(me, change)
    with behaviour_of(settings) as behaviour:
        for number, customer_id in enumerate(customer_ids[: FIRST_HOURS_AGO // 2]):
            at = moments.now - timedelta(hours=FIRST_HOURS_AGO - 2 * number)
            form = Occurrence("submit", f"demo-{number}", at, customer_id, None, None, None, {})
            entry = EventEntry(session, me.org_id, lambda _: None, at)
            entry.take(automations_on(session, me.org_id), [form])
            session.flush()
            Walk(session, settings, me.org_id, behaviour, at).go_due(100)
            session.flush()
