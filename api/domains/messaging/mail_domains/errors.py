"""Errors of mail domains."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class MailDomainNotFound(NotFound):
    code = "mail_domain_not_found"
    message = "Domain not found."


class MailDomainExists(Conflict):
    code = "mail_domain_exists"
    message = "The organisation has already added this domain."


class MailDomainNotVerified(Conflict):
    code = "mail_domain_not_verified"
    message = "This domain is not verified yet. Add its DNS records, then check the domain."


class TooManyMailDomains(Conflict):
    code = "too_many_mail_domains"
    message = "An organisation can have at most 10 domains for emails. Remove one first."


def not_a_domain() -> Invalid:
    """Return the error for a name that is not a domain that somebody can own."""
    message = "must be a domain of your own, such as mail.example.com"
    return Invalid(
        f"domain {message}",
        errors=[FieldError(field="domain", message=message, code="not_domain")],
    )
