"""Requests the links in a campaign's texts, in the same way as the nightly check of the destinations of codes."""

from collections.abc import Sequence
from functools import partial

from sqlalchemy.orm import Session

from api.db.offload import Offload
from api.domains.messaging.campaigns.check_schemas import CampaignLink, CampaignLinks
from api.domains.messaging.campaigns.composing import Composer
from api.domains.messaging.campaigns.content import LINK, compose
from api.domains.messaging.campaigns.findings import host_of, links_in
from api.domains.messaging.campaigns.placeholders import PREFERENCES
from api.domains.messaging.campaigns.schemas import CampaignPlan
from api.domains.messaging.campaigns.service import CampaignService, plan_of
from api.domains.messaging.campaigns.types import channels_of
from runtime.destinations import Finding, look_at, look_at_all
from runtime.outbound_http import OutboundHttp
from runtime.settings import Settings

MOST = 20
"""Maximum number of links of a campaign that are requested, all at once."""
SECONDS = 5.0
"""Seconds within which a link must respond."""


def check_links(
    session: Session,
    settings: Settings,
    campaigns: CampaignService,
    offload: Offload,
    org_id: str,
    campaign_id: str,
) -> CampaignLinks:
    """Return the result for each link of a saved campaign. The request holds no database connection in the meantime.

    Raises:
        CampaignNotFound: there is no such campaign.
    """
    row = campaigns.found(org_id, campaign_id)
    sample = Composer(session, settings, org_id).sample(row, None).values
    links = links_of(plan_of(row), sample)
    urls = [it.url for it in links[:MOST]]
    found = offload.run(org_id, look_at_links, urls) if urls else {}
    for it in links[:MOST]:
        it.state, it.reason = found[it.url].state, found[it.url].reason
    return CampaignLinks(items=links[:MOST], total=len(links))


def links_of(plan: CampaignPlan, sample: dict[str, str]) -> list[CampaignLink]:
    """Return the distinct links in its texts, with the values of a sample person. Generated links, to its code and to
    the preference page, are left out.
    """
    values = {name: it for name, it in sample.items() if name not in (LINK, PREFERENCES)}
    links: dict[str, CampaignLink] = {}
    for variant in plan.variants:
        for content in variant.contents:
            for channel in channels_of(plan.channel):
                if content.missing(channel):
                    continue
                written = compose(content, channel, {})
                fixed = links_in(f"{written.text} {written.url}")
                filled = compose(content, channel, values)
                for url in links_in(f"{filled.text} {filled.url}"):
                    if host_of(url):
                        link = CampaignLink(
                            url=url,
                            variant=variant.key,
                            language=content.language,
                            has_sample=url not in fixed,
                        )
                        links.setdefault(url, link)
    return list(links.values())


def look_at_links(urls: Sequence[str]) -> dict[str, Finding]:
    """Return the result for each link. Runs in a worker process."""
    return look_at_all(urls, partial(look_at, http=OutboundHttp(seconds=SECONDS)), MOST)
