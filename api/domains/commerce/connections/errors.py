"""What can go wrong with connections."""

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
    message = "There is no such connection."


class HookNotFound(NotFound):
    code = "hook_not_found"
    message = "There is no such subscription."


class DeliveryNotFound(NotFound):
    code = "delivery_not_found"
    message = "There is no such delivery, or it cannot be tried again."


class AlreadyConnected(Conflict):
    code = "already_connected"
    message = "This vendor is connected already. Remove that connection first, or change it."


class TooManyConnections(Conflict):
    code = "too_many_connections"
    message = "An organisation has at most 20 of these."


class ConnectedElsewhere(Conflict):
    code = "connected_elsewhere"
    message = "This account is connected to another organisation. Remove it there first."


class AttemptEnded(Conflict):
    code = "attempt_ended"
    message = "This login has ended, or it was begun by somebody else. Connect again."


class OtherAccount(Conflict):
    code = "other_account"
    message = "This is another account than the connected one. Remove that connection first."


class LoginNeededToConnect(Conflict):
    code = "login_needed"
    message = "This vendor is connected in a browser, by somebody who is logged in."


class NotSetUp(Conflict):
    code = "not_set_up"
    message = "The operator of this installation has to register an app at the vendor first."

    def __init__(self, variables: Sequence[str]) -> None:
        super().__init__(f"{self.message} Not set: {', '.join(variables)}.")


class NotFromVendor(NotFound):
    code = "not_from_vendor"
    message = "There is no such vendor, or it did not sign this."


class IncomingNotFound(NotFound):
    code = "incoming_not_found"
    message = "There is no such webhook, or it waits to be applied."


class BackfillRunning(Conflict):
    code = "backfill_running"
    message = "The past is being read already. Cancel that first."


class BackfillNotFound(Conflict):
    code = "backfill_not_found"
    message = "There is no backfill that this can be done to."


class NothingToRead(Conflict):
    code = "nothing_to_read"
    message = "This vendor has no orders of the past."


class NothingToRotate(Conflict):
    code = "nothing_to_rotate"
    message = "This vendor makes its keys itself. Connect again with a new one."


class NotConnected(Conflict):
    code = "not_connected"
    message = "This is not connected, or it is paused."


class VendorNotReached(Unavailable):
    code = "vendor_not_reached"
    message = "The vendor does not answer. Try again in a moment."


def invalid(field: str, message: str, code: str = "invalid") -> Invalid:
    """The refusal of a field; the message continues its name."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])


def refusal(problem: VendorProblem, text: str, field: str = "credentials") -> ApiError:
    """What a vendor's answer means for who made the request; `text` is its answer, masked."""
    answer = f" It answers: {text}" if text else ""
    if isinstance(problem, CredentialsRefused):
        return invalid(field, f"are not accepted by the vendor.{answer}", "credentials_refused")
    if isinstance(problem, RequestRefused):
        return invalid(field, f"are not accepted as they are.{answer}", "request_refused")
    wait = problem.retry_after if isinstance(problem, VendorBusy) else None
    seconds = str(int(wait) + 1 if wait else RETRY_AFTER)
    return VendorNotReached(
        f"{VendorNotReached.message}{answer}" if answer else None, headers={"Retry-After": seconds}
    )
