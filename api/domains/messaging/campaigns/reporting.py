"""The report of a campaign: messages by state and reason, results by version, and its cost."""

from sqlalchemy.orm import Session

from api.domains.messaging.campaigns.errors import CampaignNotFound
from api.domains.messaging.campaigns.experiments import chance_of_luck
from api.domains.messaging.campaigns.reading import read
from api.domains.messaging.campaigns.report_schemas import (
    CampaignCount,
    CampaignReport,
    VariantResult,
)
from api.domains.messaging.campaigns.repository import CampaignRepository
from api.domains.messaging.campaigns.running import results_of
from api.domains.messaging.campaigns.service import plan_of
from api.domains.messaging.messages.reading import bill_of, counts_of


def report(session: Session, org_id: str, campaign_id: str) -> CampaignReport:
    """Return a report about a campaign so far.

    Raises:
        CampaignNotFound: there is no such campaign.
    """
    row = CampaignRepository(session).find(org_id, campaign_id)
    if row is None:
        raise CampaignNotFound
    counts = counts_of(session, org_id, "campaign", campaign_id)
    results = results_of(session, row, plan_of(row))
    variants = []
    for it in results:
        others = sorted((o for o in results if o.key != it.key), key=lambda o: o.rate)
        variants.append(
            VariantResult(
                key=it.key,
                messages=it.sent,
                delivered=sum(
                    one.messages
                    for one in counts
                    if one.variant == it.key and one.state == "delivered"
                ),
                clicked=round(it.total),
                chance=chance_of_luck(it, others[-1]) if others else None,
            )
        )
    bill = bill_of(session, org_id, "campaign", campaign_id)
    return CampaignReport(
        campaign=read(row),
        counts=[CampaignCount.model_validate(it) for it in counts],
        passed_over=row.passed_over,
        reached=sum(it.messages for it in counts) + sum(row.passed_over.values()),
        variants=variants,
        segments=bill.segments,
        cost_micros=bill.cost_micros,
        currency=bill.currency,
    )
