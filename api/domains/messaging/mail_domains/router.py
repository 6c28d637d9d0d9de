"""The calls for mail domains."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import AdminDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.messaging.mail_domains.dependencies import service_of
from api.domains.messaging.mail_domains.schemas import (
    AddMailDomain,
    ListMailDomains,
    MailDomainRead,
    MailDomainRef,
    MailDomainRemoved,
    MailDomains,
)
from api.domains.messaging.mail_domains.service import MailDomainService
from api.kit.clock import NowDep
from api.kit.process_state import SettingsDep

router = ApiRouter(tags=["messages"])


def _service(session: SessionDep, settings: SettingsDep, now: NowDep) -> MailDomainService:
    return service_of(session, settings, now)


MailDomainsDep = Annotated[MailDomainService, Depends(_service)]


@router.post("/v1/list-mail-domains")
def list_mail_domains(
    _body: ListMailDomains, me: ViewerDep, domains: MailDomainsDep
) -> MailDomains:
    """List the domains for sending emails, with their DNS records."""
    items = domains.list_all(me.org_id)
    return MailDomains(items=items, total=len(items))


@router.post("/v1/add-mail-domain")
def add_mail_domain(body: AddMailDomain, me: AdminDep, domains: MailDomainsDep) -> MailDomainRead:
    """Add a domain for sending emails. It is used once its DNS records have been found."""
    return domains.add(me, body)


@router.post("/v1/check-mail-domain")
def check_mail_domain(body: MailDomainRef, me: AdminDep, domains: MailDomainsDep) -> MailDomainRead:
    """Check the DNS records of a domain now."""
    return domains.check(me.org_id, body.domain_id)


@router.post("/v1/choose-mail-domain")
def choose_mail_domain(body: MailDomainRef, me: AdminDep, domains: MailDomainsDep) -> MailDomains:
    """Choose the verified domain from which emails are sent."""
    items = domains.choose(me.org_id, body.domain_id)
    return MailDomains(items=items, total=len(items))


@router.post("/v1/remove-mail-domain")
def remove_mail_domain(
    body: MailDomainRef, me: AdminDep, domains: MailDomainsDep
) -> MailDomainRemoved:
    """Remove a domain. Emails are then sent from another verified domain, or from the installation's address."""
    domains.remove(me.org_id, body.domain_id)
    return MailDomainRemoved(domain_id=body.domain_id)
