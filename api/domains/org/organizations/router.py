"""The calls for organisations."""

from typing import Annotated

from fastapi import Depends, Query

from api.auth.member import AdminDep, Caller, CallerDep, Member, PersonDep, ViewerDep, require
from api.auth.models import Organization
from api.auth.roles import Role
from api.db.routing import ApiRouter
from api.domains.org.organizations.currencies import currency_of
from api.domains.org.organizations.dependencies import OrganizationServiceDep
from api.domains.org.organizations.schemas import (
    CheckOrganization,
    GetOrganization,
    Me,
    OrganizationData,
    OrganizationDeleted,
    OrganizationExists,
    OwnOrganizationItem,
    OwnOrganizations,
    UpdateOrganization,
)
from api.jobs.queue import JobsDep
from api.rendering.visitor_pages.consent import ConsentMode

router = ApiRouter(tags=["organizations"])

OwnerByLogin = Annotated[Member, Depends(require(Role.OWNER, by_login=True))]


def organization_data(organization: Organization, role: str) -> OrganizationData:
    """Return the organisation as an API response."""
    return OrganizationData(
        org_id=organization.org_id,
        org_name=organization.name,
        organization_logo=organization.logo,
        slug=organization.slug,
        time_zone=organization.time_zone,
        locale=organization.locale,
        week_start=organization.week_start,
        currency=organization.currency or currency_of(organization.locale),
        brand=organization.brand,
        retention_months=organization.retention_months,
        alerts_by_mail=organization.alerts_by_mail,
        visitor_consent=ConsentMode(organization.visitor_consent),
        is_demo=organization.is_demo,
        created_at=organization.created_at,
        role=role,
    )


@router.get("/v1/me")
def get_me(caller: CallerDep) -> Me:
    """Get the caller, their organisation and their role in it."""
    return _me(caller)


def _me(caller: Caller) -> Me:
    role = caller.role.value if caller.role else None
    return Me(
        user_id=caller.user_id,
        key_id=caller.key_id,
        name=caller.name,
        email=caller.email,
        email_verified=caller.email_verified,
        role=role,
        organization=organization_data(caller.organization, role)
        if caller.organization and role
        else None,
    )


@router.post("/v1/list-organizations")
def list_organizations(
    _person: PersonDep, organizations: OrganizationServiceDep
) -> OwnOrganizations:
    """List the organisations to which the caller belongs. Each request selects one of them with the header
    `Waypost-Organization`.
    """
    own = [OwnOrganizationItem.model_validate(it) for it in organizations.own()]
    return OwnOrganizations(items=own)


@router.post("/v1/get-organization")
def check_organization(
    member: ViewerDep, organizations: OrganizationServiceDep, _body: CheckOrganization | None = None
) -> OrganizationExists:
    """Get the caller's organisation. Responds with 403 `no_organization` if there is none yet."""
    organization = organizations.get(member.org_id)
    return OrganizationExists(
        organization_id=organization.org_id,
        organization_name=organization.name,
        organization_logo=organization.logo,
        role=member.role,
    )


@router.post("/v1/get-org-data")
def get_organization(
    member: ViewerDep, organizations: OrganizationServiceDep, _body: GetOrganization | None = None
) -> OrganizationData:
    """Get the name, logo, time zone, locale and brand of the caller's organisation."""
    return organization_data(organizations.get(member.org_id), member.role)


@router.post("/v1/update-organization")
def update_organization(
    body: UpdateOrganization, member: AdminDep, organizations: OrganizationServiceDep, jobs: JobsDep
) -> OrganizationData:
    """Change the organisation's settings. Absent fields do not change. Changes to the name, logo or colours appear on
    published pages within moments. A new time zone also applies to scheduled reports.
    """
    organization, follow = organizations.update(member.org_id, body)
    for kind in follow:
        jobs.enqueue(member.org_id, kind, {}, created_by=member.caller_id, is_bulk=True)
    return organization_data(organization, member.role)


@router.delete("/v1/organization")
def delete_organization(
    member: OwnerByLogin,
    organizations: OrganizationServiceDep,
    confirm: Annotated[str, Query(description="The organisation's short name", max_length=100)],
) -> OrganizationDeleted:
    """Delete the organisation. From then on, its printed codes lead to their fallback."""
    deleted_at = organizations.close(member, confirm)
    return OrganizationDeleted(org_id=member.org_id, deleted_at=deleted_at)
