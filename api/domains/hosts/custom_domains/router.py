"""The calls for custom domains, and the call of the web server that gets certificates."""

from fastapi import Request
from limits import parse

from api.auth.member import AdminDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.hosts.custom_domains.dependencies import CheckLimit, DomainServiceDep
from api.domains.hosts.custom_domains.errors import DomainNotFound
from api.domains.hosts.custom_domains.schemas import (
    MAX_DOMAINS,
    AddDomain,
    DomainRead,
    DomainRef,
    DomainRemoved,
    Domains,
    KnownHost,
    ListDomains,
    RemoveDomain,
    UpdateDomain,
)
from api.domains.hosts.custom_domains.state import CustomDomainsState
from api.kit.addresses import client_network
from api.kit.process_state import RateLimitsDep

router = ApiRouter(tags=["own_domains"])

PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}

ASKED = parse("6000 per minute")
UNKNOWN = parse("300 per minute")
"""Requests about unknown hosts, which are the only ones that a client can choose freely."""


@router.post("/v1/list-domains")
def list_domains(_body: ListDomains, me: ViewerDep, domains: DomainServiceDep) -> Domains:
    """List the organisation's custom domains, and how to verify each."""
    items = domains.list_all(me.org_id)
    return Domains(
        items=items, total=len(items), product_host=domains.product_host, most=MAX_DOMAINS
    )


@router.post("/v1/add-domain")
def add_domain(body: AddDomain, me: AdminDep, domains: DomainServiceDep) -> DomainRead:
    """Add a custom domain. The response contains the DNS record or file that verifies it."""
    return domains.add(me.org_id, me.caller_id, body.host)


@router.post("/v1/check-domain", dependencies=[CheckLimit])
def check_domain(body: DomainRef, me: AdminDep, domains: DomainServiceDep) -> DomainRead:
    """Verify the domain now. `problem` contains the reason of a failure."""
    return domains.check(me.org_id, body.domain_id)


@router.post("/v1/update-domain")
def update_domain(body: UpdateDomain, me: AdminDep, domains: DomainServiceDep) -> DomainRead:
    """Make a domain the default for codes, or set its redirects."""
    return domains.update(me.org_id, body)


@router.post("/v1/remove-domain")
def remove_domain(body: RemoveDomain, me: AdminDep, domains: DomainServiceDep) -> DomainRemoved:
    """Remove a domain. If codes use it, the response is 409 with their number. Send that number to confirm."""
    codes = domains.remove(me.org_id, body.domain_id, body.codes)
    return DomainRemoved(domain_id=body.domain_id, codes=codes)


@router.get(
    "/v1/may-have-certificate",
    responses={404: {"description": "No organisation has verified this host", "content": PROBLEM}},
)
async def may_have_certificate(domain: str, request: Request, limits: RateLimitsDep) -> KnownHost:
    """Check whether a certificate may be issued for this host: 200 for a verified domain, 404 for any other. For the
    web server in front (Caddy's `on_demand_tls ask`). The response does not reveal to whom the domain belongs.
    """
    network = client_network(request)
    limits.hit(ASKED, "certificates", network)
    hosts = CustomDomainsState.of(request).hosts
    if await hosts.of(domain) is None:
        limits.hit(UNKNOWN, "certificates-unknown", network)
        raise DomainNotFound
    return KnownHost(is_known=True)
