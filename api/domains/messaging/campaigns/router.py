"""The calls for campaigns."""

from typing import Annotated

from fastapi import Depends, Request
from limits import parse

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.db.offload import OffloadDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.messaging.campaigns.check_schemas import CampaignCheck, CampaignLinks
from api.domains.messaging.campaigns.checking import check
from api.domains.messaging.campaigns.composing import Composer
from api.domains.messaging.campaigns.explaining import CampaignExplainer
from api.domains.messaging.campaigns.explanation_schemas import (
    CampaignExplained,
    CampaignNumbers,
    CampaignNumbersList,
    ExplainCampaign,
    GetCampaignNumbers,
)
from api.domains.messaging.campaigns.link_checking import check_links
from api.domains.messaging.campaigns.previewing import preview
from api.domains.messaging.campaigns.report_schemas import CampaignReport, CampaignResultsRead
from api.domains.messaging.campaigns.reporting import report
from api.domains.messaging.campaigns.results import read_results, results
from api.domains.messaging.campaigns.schemas import (
    ArchiveCampaign,
    CampaignEditRead,
    CampaignKey,
    CampaignKeys,
    CampaignKeysBody,
    CampaignPreview,
    CampaignRead,
    CampaignRef,
    CampaignSummary,
    CampaignTested,
    ChangeCampaign,
    CopyCampaign,
    FindCampaign,
    ListCampaignEdits,
    ListCampaigns,
    PreviewCampaign,
    SaveCampaign,
    SendSmsCampaign,
    SmsCampaignAnswer,
    TestCampaign,
)
from api.domains.messaging.campaigns.service import CampaignService, plan_of
from api.domains.messaging.campaigns.settings_schemas import (
    CampaignSettingsRead,
    GetCampaignSettings,
    SaveCampaignSettings,
)
from api.domains.messaging.campaigns.starting import CampaignStarter
from api.domains.messaging.campaigns.state import CampaignsState
from api.domains.messaging.campaigns.testing import send_test
from api.domains.messaging.messages.dependencies import MessageGateDep
from api.domains.messaging.messages.reading import numbers_of
from api.domains.messaging.messages.router import MessageServiceDep
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.jobs.queue import JobsDep
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.pagination import Page
from api.kit.process_state import RateLimitsDep, SettingsDep

router = ApiRouter(tags=["campaigns"])
LINK_CHECKS = parse("120 per hour")


def _campaigns(session: SessionDep, now: NowDep) -> CampaignService:
    return CampaignService(session, now, new_id)


CampaignsDep = Annotated[CampaignService, Depends(_campaigns)]


def _starter(
    session: SessionDep, campaigns: CampaignsDep, gate: MessageGateDep, jobs: JobsDep, now: NowDep
) -> CampaignStarter:
    return CampaignStarter(session, campaigns, gate, jobs, now)


StarterDep = Annotated[CampaignStarter, Depends(_starter)]


@router.post("/v1/list-campaigns")
def list_campaigns(
    body: ListCampaigns, me: ViewerDep, campaigns: CampaignsDep
) -> Page[CampaignSummary]:
    """List campaigns or templates, newest first."""
    return campaigns.list_page(me.org_id, body)


@router.post("/v1/get-campaign")
def get_campaign(body: FindCampaign, me: ViewerDep, campaigns: CampaignsDep) -> CampaignRead:
    """Get a campaign by its ID, or the newest campaign of a code."""
    return campaigns.get(me, body)


@router.post("/v1/save-campaign")
def save_campaign(body: SaveCampaign, me: EditorDep, campaigns: CampaignsDep) -> CampaignRead:
    """Save the draft of a campaign or a template. Nothing is sent."""
    return campaigns.save(me, body)


@router.post("/v1/copy-campaign")
def copy_campaign(body: CopyCampaign, me: EditorDep, campaigns: CampaignsDep) -> CampaignRead:
    """Copy a campaign or template to a new draft or template."""
    return campaigns.copy(me, body)


@router.post("/v1/archive-campaign")
def archive_campaign(body: ArchiveCampaign, me: EditorDep, campaigns: CampaignsDep) -> CampaignRead:
    """Archive a campaign, or restore it from the archive."""
    return campaigns.archive(me, body.campaign_id, is_archived=body.is_archived)


@router.post("/v1/list-campaign-edits")
def list_campaign_edits(
    body: ListCampaignEdits, me: ViewerDep, campaigns: CampaignsDep
) -> Page[CampaignEditRead]:
    """List the edits of a campaign, newest first."""
    return campaigns.list_edits(me.org_id, body.campaign_id, body.paging)


@router.post("/v1/preview-campaign")
def preview_campaign(
    body: PreviewCampaign, me: ViewerDep, session: SessionDep, settings: SettingsDep
) -> CampaignPreview:
    """Preview the message for a customer or a sample person. Nothing is saved or sent."""
    composer = Composer(session, settings, me.org_id)
    return preview(session, me.org_id, body, composer)


@router.post("/v1/test-campaign")
def test_campaign(
    body: TestCampaign,
    me: EditorDep,
    session: SessionDep,
    settings: SettingsDep,
    gate: MessageGateDep,
    now: NowDep,
) -> CampaignTested:
    """Send a test message to yourself, by email or text message. It contains the data of a customer or a sample person."""
    composer = Composer(session, settings, me.org_id)
    return send_test(session, me, body, composer, gate, now, new_id)


@router.post("/v1/check-campaign")
def check_campaign(
    body: CampaignRef,
    me: ViewerDep,
    campaigns: CampaignsDep,
    session: SessionDep,
    settings: SettingsDep,
    gate: MessageGateDep,
    now: NowDep,
) -> CampaignCheck:
    """Check a campaign: who would get it, who would not and why, its cost, and problems in its texts."""
    return check(session, settings, gate, campaigns, me.org_id, body.campaign_id, now)


def _count_link_check(limits: RateLimitsDep, me: ViewerDep) -> None:
    limits.hit(LINK_CHECKS, "campaign-links", me.org_id)


@router.post("/v1/check-campaign-links", dependencies=[Depends(_count_link_check)])
def check_campaign_links(
    body: CampaignRef,
    me: ViewerDep,
    campaigns: CampaignsDep,
    session: SessionDep,
    settings: SettingsDep,
    offload: OffloadDep,
) -> CampaignLinks:
    """Check the links in the texts of a campaign, and report broken ones. Up to 20 different links are requested, but
    never in private networks.
    """
    return check_links(session, settings, campaigns, offload, me.org_id, body.campaign_id)


@router.post("/v1/explain-campaign")
def explain_campaign(
    body: ExplainCampaign,
    me: ViewerDep,
    campaigns: CampaignsDep,
    session: SessionDep,
    settings: SettingsDep,
    gate: MessageGateDep,
    messages: MessageServiceDep,
    customers: CustomerServiceDep,
    now: NowDep,
) -> CampaignExplained:
    """Explain what a customer got or would get from a campaign, or why they get nothing. Nothing is saved."""
    explainer = CampaignExplainer(session, settings, gate, campaigns, messages, customers, now)
    return explainer.explain(me.org_id, body.campaign_id, body.customer_id)


@router.post("/v1/get-campaign-numbers")
def get_campaign_numbers(
    body: GetCampaignNumbers, me: ViewerDep, session: SessionDep
) -> CampaignNumbersList:
    """Get the delivery figures of several campaigns."""
    found = numbers_of(session, me.org_id, "campaign", body.campaign_ids)
    items = [CampaignNumbers(campaign_id=it, **found[it]._asdict()) for it in sorted(found)]
    return CampaignNumbersList(items=items, total=len(items))


@router.post("/v1/change-campaign")
def change_campaign(body: ChangeCampaign, me: EditorDep, starter: StarterDep) -> CampaignRead:
    """Schedule, approve, withdraw, pause, resume or cancel a campaign."""
    return starter.change(me, body)


@router.post("/v1/get-campaign-report")
def get_campaign_report(body: CampaignRef, me: ViewerDep, session: SessionDep) -> CampaignReport:
    """Get a report about a campaign so far."""
    return report(session, me.org_id, body.campaign_id)


@router.post("/v1/get-campaign-results")
def get_campaign_results(
    body: CampaignRef,
    me: ViewerDep,
    campaigns: CampaignsDep,
    session: SessionDep,
    now: NowDep,
    request: Request,
) -> CampaignResultsRead:
    """Get what people did after a campaign: clicks, visits, orders and revenue, by version and hour."""
    row = campaigns.found(me.org_id, body.campaign_id)
    found = read_results(session, CampaignsState.of(request).conversions, row, now)
    return results(plan_of(row), found)


@router.post("/v1/send-sms-campaign")
def send_sms_campaign(
    body: SendSmsCampaign, me: EditorDep, starter: StarterDep
) -> SmsCampaignAnswer:
    """Send a text message to a segment, now or later. The `text` in the response contains the word `sent` or
    `Scheduled`.
    """
    return starter.send_sms(me, body)


@router.post("/v1/send-sms-campaign-keys")
def list_campaign_keys(
    _body: CampaignKeysBody, me: ViewerDep, campaigns: CampaignsDep
) -> CampaignKeys:
    """List the placeholders for the texts of campaigns."""
    return CampaignKeys(
        keys=[
            CampaignKey(key=name, placeholder=f"{{{{{name}}}}}", label=label, sample=sample)
            for name, label, sample in campaigns.keys(me.org_id)
        ]
    )


@router.post("/v1/get-campaign-settings")
def get_campaign_settings(
    _body: GetCampaignSettings, me: ViewerDep, campaigns: CampaignsDep
) -> CampaignSettingsRead:
    """Get the settings for all campaigns of the organisation."""
    return campaigns.settings(me.org_id)


@router.post("/v1/save-campaign-settings")
def save_campaign_settings(
    body: SaveCampaignSettings, me: AdminDep, campaigns: CampaignsDep
) -> CampaignSettingsRead:
    """Save the settings for all campaigns: when a second person must approve, and the prices of text messages."""
    return campaigns.save_settings(me, body)
