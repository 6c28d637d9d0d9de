"""Errors of custom domains."""

from api.kit.errors import Conflict, Invalid, NotFound


class DomainNotFound(NotFound):
    code = "domain_not_found"
    message = "Domain not found."


class DomainExists(Conflict):
    code = "domain_exists"
    message = "You have already added this domain."


class HostTaken(Conflict):
    code = "host_taken"
    message = "Another organisation has already verified this domain."


class TooManyDomains(Conflict):
    code = "too_many_domains"
    message = "An organisation can have at most 20 domains. Remove one that you no longer use."


class DomainNotVerified(Invalid):
    code = "domain_not_proven"
    message = "Verify the domain first."


class DomainInUse(Conflict):
    """Codes use the domain. The error has their number, which a request must send to remove the domain anyway."""

    code = "codes_carry_domain"

    def __init__(self, codes: int) -> None:
        word = "code uses" if codes == 1 else "codes use"
        super().__init__(
            f"{codes} {word} this domain. Links printed with it stop working.", codes=codes
        )
