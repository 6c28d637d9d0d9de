"""Errors about passes in Google Wallet."""

from api.integrations.ports.wallet_objects import WalletProblem, WalletUnavailable
from api.integrations.service_accounts import BadServiceAccount
from api.kit.errors import ApiError, Conflict, FieldError, Forbidden, Invalid, NotFound, Unavailable


class NoGoogleAccount(NotFound):
    code = "no_google_account"
    message = "The organisation has no service account. Add one first."


class GoogleKeyRefused(Conflict):
    code = "google_key_refused"
    message = (
        "Google does not accept the service account’s key for this issuer. Check that the"
        " account is a user of the issuer in the Google Pay & Wallet Console, that the Google"
        " Wallet API is enabled, and that the issuer ID is correct."
    )


class NotFromGoogle(Forbidden):
    code = "not_from_google"
    message = "The callback is not signed by Google for this issuer, or it has expired."


class GoogleRefusedPass(Conflict):
    code = "google_refused_pass"
    message = "Google does not accept this pass."


class GoogleUnavailable(Unavailable):
    code = "google_unavailable"
    message = (
        "Google Wallet cannot be reached or limits the number of requests. Try again in a minute."
    )


def unusable_account(problem: BadServiceAccount) -> Invalid:
    """Return the error for a file that cannot be used for signing, with a remedy."""
    error = FieldError(
        field="service_account", message=str(problem), code=f"account_{problem.problem}"
    )
    return Invalid(str(problem), errors=[error])


def not_done(problem: WalletProblem, text: str) -> ApiError:
    """Return the error for a request that Google did not carry out."""
    if problem is WalletProblem.KEY:
        return GoogleKeyRefused(google_says=text)
    if problem in (WalletProblem.BUSY, WalletProblem.AWAY):
        return GoogleUnavailable(headers={"Retry-After": "60"})
    return GoogleRefusedPass(f"Google does not accept this pass: {text}", google_says=text)


def not_reached(error: WalletUnavailable) -> ApiError:
    """Return the error for a missing or unusable response from Google."""
    return not_done(error.problem, str(error))
