"""Rules of custom domains."""

from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlsplit

from api.domains.codes.codes.destinations import BadDestination, refuse_private, web_address
from api.domains.codes.codes.errors import invalid_field
from api.domains.hosts.custom_domains.errors import (
    DomainExists,
    DomainInUse,
    DomainNotFound,
    DomainNotVerified,
    HostTaken,
    TooManyDomains,
)
from api.domains.hosts.custom_domains.hosts import BadHost, own_host, shown_host
from api.domains.hosts.custom_domains.models import CustomDomain
from api.domains.hosts.custom_domains.repository import DomainRepository
from api.domains.hosts.custom_domains.schemas import MAX_DOMAINS, DomainRead, UpdateDomain
from api.domains.hosts.custom_domains.verification import FILE, RECORD, DomainVerifier, expected

TOKEN_LENGTH = 32


class DomainService:
    """Custom domains of one organisation."""

    def __init__(
        self,
        domains: DomainRepository,
        prover: DomainVerifier,
        *,
        base_url: str,
        may_be_private: bool,
        now: datetime,
        new_id: Callable[[str], str],
        random_text: Callable[[int], str],
    ) -> None:
        self._domains = domains
        self._prover = prover
        self._base_url = base_url
        self._may_be_private = may_be_private
        self._now = now
        self._new_id = new_id
        self._random_text = random_text

    @property
    def product_host(self) -> str:
        """Return the host of codes without a custom domain."""
        return urlsplit(self._base_url).netloc

    def list_all(self, org_id: str) -> list[DomainRead]:
        """Return every domain with the record or file that verifies it."""
        carried = self._domains.carried(org_id)
        return [_read(it, carried.get(it.domain_id, 0)) for it in self._domains.list_all(org_id)]

    def add(self, org_id: str, caller_id: str | None, text: str) -> DomainRead:
        """Add a host."""
        try:
            host = own_host(text, self._base_url)
        except BadHost as error:
            raise invalid_field("host", str(error), "bad_host") from None
        self._domains.lock(org_id)
        if self._domains.count(org_id) >= MAX_DOMAINS:
            raise TooManyDomains
        domain = CustomDomain(
            domain_id=self._new_id("dom"),
            org_id=org_id,
            host=host,
            token=self._random_text(TOKEN_LENGTH),
            created_at=self._now,
            created_by=caller_id,
        )
        if not self._domains.add(domain):
            raise DomainExists
        return _read(domain, 0)

    def check(self, org_id: str, domain_id: str) -> DomainRead:
        """Verify the domain now. Nothing is locked while other servers respond.

        Raises:
            HostTaken: another organisation has verified this host.
        """
        wanted = self._get(org_id, domain_id)
        proof = self._prover.prove(wanted.host, wanted.token)
        domain = self._locked(org_id, domain_id)
        if proof.found in ("dns", "file"):
            if not self._prove(domain, proof.found):
                raise HostTaken
        else:
            domain.checked_at = self._now
            domain.problem = proof.problem[:300]
            self._domains.save()
        return self._counted(domain)

    def update(self, org_id: str, body: UpdateDomain) -> DomainRead:
        """Choose the default, or set the redirects."""
        self._domains.lock(org_id)
        domain = self._locked(org_id, body.domain_id)
        if body.home_url is not None:
            domain.home_problem = None
            domain.home_url = self._home(domain.host, body.home_url) if body.home_url else None
        if body.unknown_url is not None:
            unknown_url = body.unknown_url
            domain.unknown_problem = None
            domain.unknown_url = self._elsewhere(org_id, unknown_url) if unknown_url else None
        if body.is_default is not None:
            if body.is_default and domain.proven_at is None:
                raise DomainNotVerified
            if body.is_default:
                self._domains.let_no_other_be_default(org_id, domain.domain_id)
            domain.is_default = body.is_default
        self._domains.save()
        return self._counted(domain)

    def remove(self, org_id: str, domain_id: str, expected_codes: int) -> int:
        """Remove a domain, and return the number of codes that used it.

        Raises:
            DomainInUse: codes use it, and `expected_codes` is not their number.
        """
        self._domains.lock(org_id)
        domain = self._locked(org_id, domain_id)
        codes = self._domains.carried(org_id).get(domain_id, 0)
        if codes != expected_codes and codes > 0:
            raise DomainInUse(codes)
        self._domains.remove(domain)
        return codes

    def _prove(self, domain: CustomDomain, how: str) -> bool:
        """Assign the host to the organisation that has verified it, if the host is free or its organisation is
        closed.
        """
        return self._domains.prove(domain, how, self._now) or (
            self._domains.free_of_closed(domain.host)
            and self._domains.prove(domain, how, self._now)
        )

    def _get(self, org_id: str, domain_id: str) -> CustomDomain:
        found = self._domains.find(org_id, domain_id)
        if found is None:
            raise DomainNotFound
        return found

    def _locked(self, org_id: str, domain_id: str) -> CustomDomain:
        found = self._domains.find_for_update(org_id, domain_id)
        if found is None:
            raise DomainNotFound
        return found

    def _counted(self, domain: CustomDomain) -> DomainRead:
        return _read(domain, self._domains.carried(domain.org_id).get(domain.domain_id, 0))

    def _address(self, field: str, text: str) -> str:
        try:
            url = web_address(text)
            if not self._may_be_private:
                refuse_private(url)
        except BadDestination as error:
            raise invalid_field(field, str(error), "bad_address") from None
        return url

    def _elsewhere(self, org_id: str, text: str) -> str:
        """Return an address for unknown paths. It must not be on a custom domain, which may not know it either."""
        url = self._address("unknown_url", text)
        host = (urlsplit(url).hostname or "").rstrip(".")
        if any(it.host == host for it in self._domains.list_all(org_id)):
            message = "is on one of your own domains and would redirect in a loop"
            raise invalid_field("unknown_url", message, "bad_address")
        return url

    def _home(self, host: str, text: str) -> str:
        url = self._address("home_url", text)
        parts = urlsplit(url)
        if parts.hostname == host and parts.path in ("", "/"):
            raise invalid_field("home_url", "leads back to itself", "bad_address")
        return url


def _read(domain: CustomDomain, codes: int) -> DomainRead:
    return DomainRead(
        domain_id=domain.domain_id,
        host=domain.host,
        shown_host=shown_host(domain.host),
        is_proven=domain.proven_at is not None,
        proven_at=domain.proven_at,
        proven_by=domain.proven_by,
        checked_at=domain.checked_at,
        problem=domain.problem,
        lost_at=domain.lost_at,
        is_default=domain.is_default,
        home_url=domain.home_url,
        unknown_url=domain.unknown_url,
        home_problem=domain.home_problem,
        unknown_problem=domain.unknown_problem,
        codes=codes,
        record_name=f"{RECORD}.{domain.host}",
        proof=expected(domain.token),
        file_url=f"https://{domain.host}{FILE}",
        created_at=domain.created_at,
    )
