"""Routes for Klaviyo."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import AdminDep, EditorDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.commerce.connections.audiences import AudienceService
from api.domains.commerce.connections.router import ConnectionServiceDep
from api.domains.commerce.connections.schemas import (
    ConnectionRead,
    CreateVendorList,
    IntegrateKlaviyo,
    ListVendorGroups,
    VendorGroupRead,
    VendorGroups,
)
from api.domains.commerce.connections.vendor_requests import VendorRequests
from api.domains.commerce.connections.views import connection_read
from api.kit.clock import NowDep
from api.kit.process_state import SettingsDep

router = ApiRouter(tags=["integrations"])


def _asking(
    session: SessionDep, settings: SettingsDep, connections: ConnectionServiceDep, now: NowDep
) -> VendorRequests:
    return VendorRequests(session, settings, connections, now)


AskingDep = Annotated[VendorRequests, Depends(_asking)]


def _audiences(
    session: SessionDep, connections: ConnectionServiceDep, asking: AskingDep
) -> AudienceService:
    return AudienceService(session, connections, asking)


AudienceServiceDep = Annotated[AudienceService, Depends(_audiences)]


@router.post("/v1/klaviyo-integration")
def integrate_klaviyo(
    body: IntegrateKlaviyo,
    me: AdminDep,
    audiences: AudienceServiceDep,
    connections: ConnectionServiceDep,
) -> ConnectionRead:
    """Connect a Klaviyo account with its private API key, or change what is sent to it."""
    row = audiences.integrate(me, body)
    return connection_read(row, connections.counts(me.org_id, row))


@router.post("/v1/get-klaviyo-lists")
def get_klaviyo_lists(
    _body: ListVendorGroups, me: EditorDep, audiences: AudienceServiceDep
) -> VendorGroups:
    """List the lists of the connected Klaviyo account by name."""
    return VendorGroups.of(audiences.groups(me.org_id, "list"))


@router.post("/v1/get-klaviyo-groups")
def get_klaviyo_groups(
    _body: ListVendorGroups, me: EditorDep, audiences: AudienceServiceDep
) -> VendorGroups:
    """List the segments of the connected Klaviyo account by name."""
    return VendorGroups.of(audiences.groups(me.org_id, "segment"))


@router.post("/v0/create-klaviyo-list")
def create_klaviyo_list(
    body: CreateVendorList, me: AdminDep, audiences: AudienceServiceDep
) -> VendorGroupRead:
    """Create a list in the connected Klaviyo account."""
    return VendorGroupRead.model_validate(audiences.create_list(me.org_id, body.name))
