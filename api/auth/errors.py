"""Errors of authentication and authorisation."""

from api.kit.errors import Forbidden, NotFound, Unauthenticated


class InvalidToken(Unauthenticated):
    code = "invalid_token"
    message = "The access token is not valid. Log in again."


class TokenExpired(Unauthenticated):
    code = "token_expired"
    message = "Your login has expired. Log in again."


class InvalidKey(Unauthenticated):
    code = "invalid_key"
    message = "The API key is not valid, or was revoked."


class LoginNeeded(Forbidden):
    code = "login_needed"
    message = "This needs a person's login; an API key is not enough."


class NotAMember(NotFound):
    """The request names an organisation to which the caller does not belong, or no longer belongs."""

    code = "not_a_member"
    message = "You do not belong to this organisation, or it was deleted."


class NoOrganization(Forbidden):
    code = "no_organization"
    message = "You do not belong to an organisation yet."


class EmailNotVerified(NoOrganization):
    """The login belongs to no organisation, and an invitation could not be accepted because the email address is not
    verified.
    """

    message = (
        "You do not belong to an organisation yet. Your email address is not verified: the login names no"
        " address with `email_verified`, so an invitation to it cannot be accepted. Verify the address"
        " with your login provider, then log in again."
    )


class RoleTooWeak(Forbidden):
    code = "role_too_weak"
