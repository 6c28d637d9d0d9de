"""Why somebody is not let in."""

from api.kit.errors import Forbidden, Unauthenticated


class InvalidToken(Unauthenticated):
    code = "invalid_token"
    message = "The access token is not valid. Log in again."


class TokenExpired(Unauthenticated):
    code = "token_expired"
    message = "The login has expired. Log in again."


class InvalidKey(Unauthenticated):
    code = "invalid_key"
    message = "The API key is not valid, or was revoked."


class LoginNeeded(Forbidden):
    code = "login_needed"
    message = "This needs a person's login; an API key is not enough."


class NoOrganization(Forbidden):
    code = "no_organization"
    message = "You do not belong to an organisation yet."


class EmailNotVerified(NoOrganization):
    """No organisation either, and an invitation could not have been taken up."""

    message = (
        "You do not belong to an organisation yet. Your email address is not verified: the login names no"
        " address with `email_verified`, so an invitation to it cannot be taken up. Verify the address"
        " with your login provider, then log in again."
    )


class RoleTooWeak(Forbidden):
    code = "role_too_weak"
