"""Creates the demonstration's campaigns through the services that members use. The jobs process sends them."""

from datetime import timedelta

from api.apps.demo_moments import DemoMoments
from api.domains.messaging.campaigns.schemas import ChangeCampaign, SaveCampaign
from api.domains.messaging.campaigns.service import CampaignService
from api.domains.messaging.campaigns.starting import CampaignStarter
from api.domains.messaging.messages.dependencies import gate_of
from api.jobs.queue import Jobs
from api.kit.ids import new_id
from runtime.demo import harbor_campaigns


def make_campaigns(moments: DemoMoments) -> None:
    """Create a sent campaign, a scheduled one, a draft and a template."""
    session, me, now = moments.session, moments.me, moments.now
    campaigns = CampaignService(session, now, new_id)
    gate = gate_of(session, moments.settings, now)
    starter = CampaignStarter(session, campaigns, gate, Jobs(session, now), now)
    template = {**harbor_campaigns.TEMPLATE, "is_template": True}
    for plan in (template, harbor_campaigns.DRAFT):
        campaigns.save(me, SaveCampaign.model_validate(plan))
    day = (now + timedelta(days=7)).date()
    planned = {
        **harbor_campaigns.PLANNED,
        "schedule": {"kind": "local", "local": f"{day}T10:00:00"},
    }
    for plan in (planned, harbor_campaigns.SENT):
        saved = campaigns.save(me, SaveCampaign.model_validate(plan))
        starter.change(me, ChangeCampaign(campaign_id=saved.campaign_id, action="schedule"))
