"""Errors about passes."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound, Unauthenticated
from api.rendering.wallet.apple_certificates import BadCertificate


class PassNotFound(NotFound):
    code = "pass_not_found"
    message = "Pass not found."


class PassUseNotFound(NotFound):
    code = "pass_use_not_found"
    message = "Pass use not found."


class SerialNumberTaken(Conflict):
    code = "serial_number_taken"
    message = "Another pass has this serial number."

    def __init__(self) -> None:
        error = FieldError(field="serialNumber", message=self.message, code=self.code)
        super().__init__(errors=[error])


class TooManyPasses(Conflict):
    code = "too_many_passes"
    message = "An organisation can have at most 1,000,000 passes."


class AllPassesGiven(Conflict):
    code = "all_passes_given"
    message = "All copies of this pass have been given out."


class PassAmbiguous(Conflict):
    code = "pass_ambiguous"
    message = "Several passes have this barcode. Enter the serial number instead."


class PassUsedUp(Conflict):
    code = "pass_used_up"
    message = "This pass has already been used."


class PassVoid(Conflict):
    code = "pass_void"
    message = "This pass is void."


class PassExpired(Conflict):
    code = "pass_expired"
    message = "This pass has expired."


class CannotUndoPass(Conflict):
    code = "cannot_undo_pass"
    message = "Only redemptions from the last 15 minutes can be undone."


class PassTypeTaken(Conflict):
    code = "pass_type_taken"
    message = (
        "Another organisation here already signs passes of this type. Use a certificate with"
        " another pass type ID."
    )


class WrongPassToken(Unauthenticated):
    """The error for a phone with no token, or with that of another pass. Also used for a pass that does not exist."""

    code = "wrong_pass_token"
    message = "This is not the token of the pass."

    def __init__(self) -> None:
        super().__init__(headers={"WWW-Authenticate": 'ApplePass realm="waypost"'})


def unusable_certificate(problem: BadCertificate) -> Invalid:
    """Return the error for a certificate that cannot sign passes, with a remedy."""
    field = {
        "wrong_password": "password",
        "wrong_issuer": "issuer",
        "issuer_expired": "issuer",
    }.get(problem.problem, "certificate")
    error = FieldError(field=field, message=str(problem), code=f"certificate_{problem.problem}")
    return Invalid(str(problem), errors=[error])


def not_base64(field: str) -> Invalid:
    """Return the error for a file that is not sent in base64."""
    message = "must be a file in base64"
    return Invalid(
        f"{field} {message}", errors=[FieldError(field=field, message=message, code="not_base64")]
    )


def unknown_customer() -> Invalid:
    """Return the error for a customer that the organisation does not have."""
    message = "is not a customer of this organisation"
    error = FieldError(field="customer_id", message=message, code="customer_not_found")
    return Invalid(f"customer_id {message}", errors=[error])


def no_pass_code() -> Invalid:
    """Return the error for a code that leads to something other than a pass."""
    message = "is not a code of type pass"
    error = FieldError(field="code_id", message=message, code="not_a_pass_code")
    return Invalid(f"code_id {message}", errors=[error])


def not_shareable(why: str) -> Invalid:
    """Return the error for giving one pass to everybody."""
    error = FieldError(field="pass_id", message=why, code="pass_not_shareable")
    return Invalid(f"pass_id {why}", errors=[error])


def fewer_than_given(given: int) -> Invalid:
    """Return the error for a limit below the number of passes already given."""
    message = f"must be at least {given}, as so many were given"
    error = FieldError(field="most", message=message, code="fewer_than_given")
    return Invalid(f"most {message}", errors=[error])


def fewer_than_used(uses: int) -> Invalid:
    """Return the error for a number of uses below the number of past uses."""
    message = f"must be at least {uses}, as it was used so often"
    error = FieldError(field="max_uses", message=message, code="fewer_than_used")
    return Invalid(f"max_uses {message}", errors=[error])


def not_a_bundle(message: str) -> Invalid:
    """Return the error for passes that phones do not accept at once."""
    error = FieldError(field="pass_ids", message=message, code="pass_bundle")
    return Invalid(f"pass_ids {message}", errors=[error])
