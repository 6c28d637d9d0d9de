"""Rules of organisations."""

import re
import unicodedata
from collections.abc import Callable
from datetime import datetime

from api.auth.member import Caller, Member
from api.auth.models import Organization
from api.domains.org.organizations.errors import AlreadyInOrganization, NotConfirmed
from api.domains.org.organizations.repository import OrganizationRepository
from api.domains.org.organizations.schemas import CreateOrganization, UpdateOrganization
from api.domains.org.organizations.week_starts import week_start_of

REBRAND = "pages.rebrand"
"""The kind of job that draws all published pages again."""
RETIME = "reports.retime"
"""The kind of job that lets reports by mail go out at their hour in another time zone."""

MAX_SLUG = 48


def slug_of(name: str) -> str:
    """A short name for addresses and commands: lower case ASCII, words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MAX_SLUG].strip("-") or "organization"


class OrganizationService:
    """What can be done with an organisation."""

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
        """The organisation."""
        return self._repository.get(org_id)

    def create(self, caller: Caller, wanted: CreateOrganization) -> Organization:
        """Make an organisation with the caller as its owner."""
        if caller.organization is not None or caller.user_id is None:
            raise AlreadyInOrganization
        slug = slug_of(wanted.name)
        organization = self._made(wanted, slug)
        while not self._repository.add(organization):
            organization = self._made(wanted, f"{slug}-{self._random_text(6).lower()}")
        if not self._repository.add_owner(organization.org_id, caller.user_id, self._now):
            raise AlreadyInOrganization
        return organization

    def update(self, org_id: str, wanted: UpdateOrganization) -> tuple[Organization, list[str]]:
        """Change what the request names; which kinds of jobs follow from that."""
        organization = self._repository.get(org_id)
        before, zone = _look(organization), organization.time_zone
        follows_locale = not organization.week_start_chosen and (
            organization.week_start == week_start_of(organization.locale)
        )
        for name in ("name", "logo", "time_zone", "locale", "alerts_by_mail", "visitor_consent"):
            value = getattr(wanted, name)
            if value is not None:
                setattr(organization, name, value)
        if wanted.week_start is not None:
            organization.week_start, organization.week_start_chosen = wanted.week_start, True
        elif follows_locale:
            organization.week_start = week_start_of(organization.locale)
        if wanted.retention_months is not None:
            organization.retention_months = wanted.retention_months or None
        if wanted.brand is not None:
            told = wanted.brand.model_dump(exclude_unset=True)
            merged = {**organization.brand, **told}
            organization.brand = {key: value for key, value in merged.items() if value is not None}
        self._repository.session.flush()
        follow = [REBRAND] if _look(organization) != before else []
        return organization, follow + ([RETIME] if organization.time_zone != zone else [])

    def close(self, member: Member, confirm: str) -> datetime:
        """Delete the organisation, softly."""
        if confirm != self._repository.get(member.org_id).slug:
            raise NotConfirmed
        self._repository.close(member.org_id, self._now)
        return self._now

    def _made(self, wanted: CreateOrganization, slug: str) -> Organization:
        return Organization(
            org_id=self._new_id("org"),
            slug=slug,
            name=wanted.name,
            logo=wanted.logo,
            time_zone=wanted.time_zone,
            locale=wanted.locale,
            week_start=wanted.week_start or week_start_of(wanted.locale),
            week_start_chosen=wanted.week_start is not None,
            brand={},
            is_demo=False,
            created_at=self._now,
        )


def _look(organization: Organization) -> tuple[object, ...]:
    """What of an organisation is drawn into pages."""
    return organization.name, organization.logo, dict(organization.brand)
