"""Writes the messages of one step: the channel, language and text for each person."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy.orm import Session

from api.domains.messaging.automations.steps import MessageStep
from api.domains.messaging.automations.types import STEP_LATEST
from api.domains.messaging.campaigns.channels import ChannelChooser
from api.domains.messaging.campaigns.composing import Composer
from api.domains.messaging.campaigns.content import chosen, used
from api.domains.messaging.campaigns.receiver_reading import receivers_of
from api.domains.messaging.messages.types import MessageRequest
from api.domains.people.consents.dependencies import policy_of
from runtime.settings import Settings


class StepLinks(NamedTuple):
    """The source that the links of a message record."""

    campaign_id: str
    code_id: str | None


class Written(NamedTuple):
    """The messages of a step, and the people for whom there is none, each with the reason."""

    requests: list[MessageRequest]
    passed_over: list[tuple[str, str]]


class StepWriter:
    """Writes messages of one organisation, in one session."""

    def __init__(self, session: Session, settings: Settings, org_id: str, now: datetime) -> None:
        self._session = session
        self._org_id = org_id
        self._now = now
        self._policy = policy_of(session, settings, now)
        self._composer = Composer(session, settings, org_id)

    def write(
        self, automation_id: str, step: MessageStep, entry_numbers: Mapping[str, int]
    ) -> Written:
        """Return the messages of a step. `entry_numbers` contains how many times each customer has entered the
        automation.
        """
        receivers = receivers_of(self._session, self._org_id, entry_numbers)
        chooser = ChannelChooser(
            *(self._session, self._policy, self._org_id, step.channel, step.purpose),
            step.contents,
            self._now,
        )
        channels = chooser.choose(list(receivers))
        source = StepLinks(automation_id, step.code_id)
        written = Written([], [])
        for customer_id, receiver in receivers.items():
            personal = self._composer.personal(receiver, source)
            content = chosen(step.contents, personal.language)
            channel = channels[customer_id]
            if content.missing(channel):
                written.passed_over.append((customer_id, "no_content"))
                continue
            if any(
                not it.has_default and not personal.values.get(it.name)
                for it in used([content], channel)
            ):
                written.passed_over.append((customer_id, "no_value"))
                continue
            composed = self._composer.write(step.contents, channel, personal)
            written.requests.append(
                MessageRequest(
                    customer_id=customer_id,
                    channel=channel,
                    purpose=step.purpose,
                    subject=composed.subject,
                    text=composed.text,
                    html=composed.html,
                    url=composed.url,
                    language=composed.language,
                    not_after=self._now + STEP_LATEST,
                    step=step_key(step.id, entry_numbers[customer_id]),
                    code_id=step.code_id,
                )
            )
        return written


def step_key(step_id: str, entry_number: int) -> str:
    """Return the step key of a message. A person gets each step once per entry."""
    return step_id if entry_number == 1 else f"{step_id}.{entry_number}"


def step_of(key: str) -> str:
    """Return the step to which a message belongs."""
    return key.partition(".")[0]
