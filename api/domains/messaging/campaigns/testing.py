"""Sends a campaign's message to the member who writes it."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.auth.tenants import organization_of
from api.domains.messaging.campaigns.composing import Composer
from api.domains.messaging.campaigns.errors import refused
from api.domains.messaging.campaigns.previewing import person_of
from api.domains.messaging.campaigns.schemas import CampaignTested, TestCampaign
from api.domains.messaging.messages.gate import MessageGate
from api.domains.messaging.messages.types import MessageRequest
from api.domains.people.customers.contacts import normalised_phone, region_of


def send_test(
    session: Session,
    me: Member,
    body: TestCampaign,
    composer: Composer,
    gate: MessageGate,
    now: datetime,
    new_id: Callable[[str], str],
) -> CampaignTested:
    """Send the message for a customer or a sample person to the member's own address or phone number.

    Raises:
        CustomerNotFound: there is no such customer.
        Invalid: there is no address, or nothing to send.
    """
    personal = person_of(session, me.org_id, body, composer)
    if body.contents[0].missing(body.channel):
        raise refused("contents", "must not be empty", "content_missing")
    composed = composer.write(body.contents, body.channel, personal)
    address = me.email
    if body.channel == "sms":
        region = region_of(organization_of(session, me.org_id).locale)
        address = normalised_phone(body.phone or "", region)
    if address is None:
        if body.channel == "sms":
            raise refused("phone", "must be a valid phone number", "no_address")
        raise refused("channel", "cannot be email: the caller has no email address", "no_address")
    queued = gate.queue_one(
        me.org_id,
        "test",
        new_id("tst"),
        "",
        MessageRequest(
            customer_id=None,
            channel=body.channel,
            purpose="service",
            subject=composed.subject,
            text=composed.text,
            html=composed.html,
            language=composed.language,
            address=address,
            code_id=body.code_id,
        ),
        now,
        created_by=me.caller_id or None,
    )
    state = "refused" if queued.state == "refused" else "queued"
    return CampaignTested(state=state, reason=queued.reason, address=address)
