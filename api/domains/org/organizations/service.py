"""Rules of organisations."""

import re
import unicodedata
from collections.abc import Callable
from datetime import datetime

from api.auth.member import Member
from api.auth.models import Organization
from api.auth.roles import Role
from api.auth.tenants import OwnOrganization, organizations_of_login
from api.db.advisory_locks import lock_until_commit
from api.db.idempotency import RETENTION
from api.domains.org.organizations.errors import NotConfirmed
from api.domains.org.organizations.repository import OrganizationRepository
from api.domains.org.organizations.schemas import CreateOrganization, UpdateOrganization
from api.domains.org.organizations.week_starts import week_start_of

REBRAND = "pages.rebrand"
"""The kind of job that rerenders all published pages."""
RETIME = "reports.retime"
"""The kind of job that moves scheduled reports to the new time zone."""

PLAIN_SETTINGS = (
    *("name", "logo", "time_zone", "locale", "currency", "alerts_by_mail", "visitor_consent"),
)
"""Fields of a request that are stored unchanged."""

MAX_SLUG = 48


def slug_of(name: str) -> str:
    """Return a slug for URLs and commands: lower-case ASCII, with words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MAX_SLUG].strip("-") or "organization"


class OrganizationService:
    """Reads, creates, changes and deletes organisations."""

    def __init__(
        self,
        repository: OrganizationRepository,
        now: datetime,
        new_id: Callable[[str], str],
        random_text: Callable[[int], str],
    ) -> None:
        self._repository = repository
        self._now = now
        self._new_id = new_id
        self._random_text = random_text

    def get(self, org_id: str) -> Organization:
        """Return the organisation."""
        return self._repository.get(org_id)

    def own(self) -> list[OwnOrganization]:
        """Return all organisations of the logged-in person."""
        return organizations_of_login(self._repository.session)

    def lately_founded(self, user_id: str) -> list[str]:
        """Return the IDs of the organisations that this person may have created with a request that is now repeated.

        Until the transaction ends, the person cannot create another one.
        """
        lock_until_commit(self._repository.session, "found-organization", user_id)
        oldest = self._now - RETENTION
        return [it.org_id for it in self.own() if it.role == Role.OWNER and it.founded_at >= oldest]

    def create(self, user_id: str, body: CreateOrganization) -> Organization:
        """Create an organisation with this person as its owner, in addition to those to which they belong."""
        slug = slug_of(body.name)
        organization = self._new(body, slug)
        while not self._repository.add(organization):
            organization = self._new(body, f"{slug}-{self._random_text(6).lower()}")
        self._repository.add_owner(organization.org_id, user_id, self._now)
        return organization

    def update(self, org_id: str, body: UpdateOrganization) -> tuple[Organization, list[str]]:
        """Change the fields that the request contains, and return the organisation and the kinds of jobs to queue."""
        organization = self._repository.get_to_change(org_id)
        before, zone = _branding(organization), organization.time_zone
        follows_locale = not organization.week_start_chosen and (
            organization.week_start == week_start_of(organization.locale)
        )
        for name in PLAIN_SETTINGS:
            value = getattr(body, name)
            if value is not None:
                setattr(organization, name, value)
        if body.week_start is not None:
            organization.week_start, organization.week_start_chosen = body.week_start, True
        elif follows_locale:
            organization.week_start = week_start_of(organization.locale)
        if body.retention_months is not None:
            organization.retention_months = body.retention_months or None
        if body.brand is not None:
            changes = body.brand.model_dump(exclude_unset=True)
            # Stored completely, so that later defaults do not change its appearance
            if body.brand.theme is not None:
                changes["theme"] = body.brand.theme.model_dump(mode="json")
            merged = {**organization.brand, **changes}
            organization.brand = {key: value for key, value in merged.items() if value is not None}
        self._repository.session.flush()
        follow = [REBRAND] if _branding(organization) != before else []
        return organization, follow + ([RETIME] if organization.time_zone != zone else [])

    def close(self, member: Member, confirm: str) -> datetime:
        """Soft-delete the organisation, and return the time."""
        if confirm != self._repository.get(member.org_id).slug:
            raise NotConfirmed
        self._repository.close(member.org_id, self._now)
        return self._now

    def _new(self, body: CreateOrganization, slug: str) -> Organization:
        return Organization(
            org_id=self._new_id("org"),
            slug=slug,
            name=body.name,
            logo=body.logo,
            time_zone=body.time_zone,
            locale=body.locale,
            week_start=body.week_start or week_start_of(body.locale),
            week_start_chosen=body.week_start is not None,
            brand={},
            is_demo=False,
            created_at=self._now,
        )


def _branding(organization: Organization) -> tuple[object, ...]:
    """Return the parts of an organisation that published pages show."""
    return organization.name, organization.logo, dict(organization.brand)
