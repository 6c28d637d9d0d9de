"""Errors of the not-found log."""

from api.kit.errors import NotFound


class DomainNotFound(NotFound):
    code = "domain_not_found"
    message = "Domain not found."
