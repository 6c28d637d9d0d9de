"""What can go wrong with own domains."""

from api.kit.errors import Conflict, Invalid, NotFound


class DomainNotFound(NotFound):
    code = "domain_not_found"
    message = "There is no such domain."


class DomainExists(Conflict):
    code = "domain_exists"
    message = "You have already added this domain."


class HostTaken(Conflict):
    code = "host_taken"
    message = "Another organisation has already verified this domain."


class TooManyDomains(Conflict):
    code = "too_many_domains"
    message = "An organisation can have 20 domains. Remove one that you do not use."


class DomainNotVerified(Invalid):
    code = "domain_not_proven"
    message = "Verify the domain first."


class DomainInUse(Conflict):
    """Names the number of codes; to remove the domain nonetheless, send that number."""

    code = "codes_carry_domain"

    def __init__(self, codes: int) -> None:
        word = "code carries" if codes == 1 else "codes carry"
        super().__init__(
            f"{codes} {word} this domain. What is printed with it stops working.", codes=codes
        )
