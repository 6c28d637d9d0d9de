"""Previews the message of a campaign for one person."""

from typing import NamedTuple

from sqlalchemy.orm import Session

from api.domains.codes.codes.reading import find_code
from api.domains.messaging.campaigns.audience_repository import AudienceRepository
from api.domains.messaging.campaigns.composing import Composer, Personal
from api.domains.messaging.campaigns.content import chosen, used
from api.domains.messaging.campaigns.errors import refused
from api.domains.messaging.campaigns.schemas import (
    CampaignPreview,
    CampaignPreviewPart,
    PreviewCampaign,
    SmsParts,
    TestCampaign,
)
from api.domains.messaging.campaigns.types import channels_of
from api.domains.messaging.messages.sms_segments import sms_size
from api.domains.people.customers.errors import CustomerNotFound


class _Unsaved(NamedTuple):
    campaign_id: str
    code_id: str | None


def person_of(
    session: Session, org_id: str, body: PreviewCampaign | TestCampaign, composer: Composer
) -> Personal:
    """Return the values for placeholders of the given customer, or of a sample person.

    Raises:
        CustomerNotFound: there is no such customer.
        Invalid: there is no such code.
    """
    if body.code_id is not None and find_code(session, org_id, body.code_id) is None:
        raise refused("code_id", "is not the id of a code", "code_not_found")
    source = _Unsaved("preview", body.code_id)
    if body.customer_id is None:
        return composer.sample(source, body.language)
    found = AudienceRepository(session).receivers(org_id, [body.customer_id])
    if body.customer_id not in found:
        raise CustomerNotFound
    personal = composer.personal(found[body.customer_id], source, body.language)
    return personal._replace(language=body.language or personal.language)


def preview(
    session: Session, org_id: str, body: PreviewCampaign, composer: Composer
) -> CampaignPreview:
    """Return the message that a customer or a sample person would get, on each channel that has a text.

    Raises:
        CustomerNotFound: there is no such customer.
        Invalid: there is no such code.
    """
    personal = person_of(session, org_id, body, composer)
    parts = []
    content = chosen(body.contents, personal.language)
    for channel in channels_of(body.channel):
        if content.missing(channel):
            continue
        composed = composer.write(body.contents, channel, personal)
        size = sms_size(composed.text) if channel == "sms" else None
        parts.append(
            CampaignPreviewPart(
                channel=channel,
                **composed._asdict(),
                sms=SmsParts(
                    encoding=size.encoding,
                    segments=size.segments,
                    units=size.units,
                    forcing=list(size.forcing),
                )
                if size is not None
                else None,
            )
        )
    missing = {
        it.name
        for it in used([content], body.channel)
        if not it.has_default and not personal.values.get(it.name)
    }
    return CampaignPreview(parts=parts, values=personal.values, unknown=sorted(missing))
