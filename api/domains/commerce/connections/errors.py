"""Errors of connections."""

from collections.abc import Sequence

from api.integrations.ports.connector import (
    CredentialsRefused,
    RequestRefused,
    VendorBusy,
    VendorProblem,
)
from api.kit.errors import ApiError, Conflict, FieldError, Invalid, NotFound, Unavailable

RETRY_AFTER = 30


class ConnectionNotFound(NotFound):
    code = "connection_not_found"
    message = "Connection not found."


class HookNotFound(NotFound):
    code = "hook_not_found"
    message = "Subscription not found."


class DeliveryNotFound(NotFound):
    code = "delivery_not_found"
    message = "Delivery not found, or it cannot be retried."


class AlreadyConnected(Conflict):
    code = "already_connected"
    message = "This vendor is already connected. Change that connection, or remove it first."


class TooManyConnections(Conflict):
    code = "too_many_connections"
    message = "An organisation can have at most 20 connections of this kind. Remove one first."


class ConnectedElsewhere(Conflict):
    code = "connected_elsewhere"
    message = (
        "This account is connected to another organisation. Remove the connection there first."
    )


class AttemptEnded(Conflict):
    code = "attempt_ended"
    message = (
        "This login has expired, was already used, or was started by somebody else. Connect again."
    )


class OtherAccount(Conflict):
    code = "other_account"
    message = (
        "You logged in to a different account than the connected one. Log in to that"
        " account, or remove the connection first."
    )


class LoginNeededToConnect(Conflict):
    code = "login_needed"
    message = (
        "An API key cannot connect this vendor. Log in to Waypost and connect it in a browser."
    )


class NotSetUp(Conflict):
    code = "not_set_up"
    message = "The operator of this installation must register an app with the vendor first."

    def __init__(self, variables: Sequence[str]) -> None:
        super().__init__(f"{self.message} Missing settings: {', '.join(variables)}.")


class NotFromVendor(NotFound):
    code = "not_from_vendor"
    message = "Vendor not found, or the signature of this webhook is invalid or too old."


class IncomingNotFound(NotFound):
    code = "incoming_not_found"
    message = "Webhook not found, or it is already waiting to be applied."


class BackfillRunning(Conflict):
    code = "backfill_running"
    message = "A backfill of this connection has not ended yet. Wait for it, or cancel it first."


class BackfillNotFound(Conflict):
    code = "backfill_not_found"
    message = (
        "No backfill can be changed like this. Only a running one can be paused, only a"
        " paused one resumed, and only one that has not ended cancelled."
    )


class NothingToRead(Conflict):
    code = "nothing_to_read"
    message = "This vendor has no past orders to read."


class NothingToRotate(Conflict):
    code = "nothing_to_rotate"
    message = (
        "Only the signing secrets of webhooks can be rotated. For this vendor, get new"
        " credentials from the vendor."
    )


class NotConnected(Conflict):
    code = "not_connected"
    message = "This vendor is not connected, or its connection is paused or broken."


class VendorNotReached(Unavailable):
    code = "vendor_not_reached"
    message = "The vendor is not available. Try again in a moment."


def invalid(field: str, message: str, code: str = "invalid") -> Invalid:
    """Return the error for an invalid field; the message continues the field's name."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])


def refusal(problem: VendorProblem, text: str, field: str = "credentials") -> ApiError:
    """Translate a vendor's refusal into an error for the caller; `text` is the vendor's response, masked."""
    answer = f" Its answer: {text}" if text else ""
    if isinstance(problem, CredentialsRefused):
        return invalid(
            field, f"failed: the vendor rejected the credentials.{answer}", "credentials_refused"
        )
    if isinstance(problem, RequestRefused):
        return invalid(
            field, f"failed: the vendor rejected the request.{answer}", "request_refused"
        )
    wait = problem.retry_after if isinstance(problem, VendorBusy) else None
    seconds = str(int(wait) + 1 if wait else RETRY_AFTER)
    return VendorNotReached(
        f"{VendorNotReached.message}{answer}" if answer else None, headers={"Retry-After": seconds}
    )
