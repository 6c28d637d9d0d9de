"""Errors about passes."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound, Unauthenticated
from api.rendering.wallet.apple_certificates import BadCertificate


class PassNotFound(NotFound):
    code = "pass_not_found"
    message = "There is no such pass."


class SerialNumberTaken(Conflict):
    code = "serial_number_taken"
    message = "Another pass has this serial number."

    def __init__(self) -> None:
        error = FieldError(field="serialNumber", message=self.message, code=self.code)
        super().__init__(errors=[error])


class TooManyPasses(Conflict):
    code = "too_many_passes"
    message = "An organisation has at most 1,000,000 passes."


class PassTypeTaken(Conflict):
    code = "pass_type_taken"
    message = "Another organisation signs passes of this type here."


class WrongPassToken(Unauthenticated):
    """What a phone gets that has no, or another pass's, token; also for a pass that does not exist."""

    code = "wrong_pass_token"
    message = "This is not the token of the pass."

    def __init__(self) -> None:
        super().__init__(headers={"WWW-Authenticate": 'ApplePass realm="waypost"'})


def unusable_certificate(problem: BadCertificate) -> Invalid:
    """The refusal of a certificate that cannot sign passes, with the cure."""
    field = {
        "wrong_password": "password",
        "wrong_issuer": "issuer",
        "issuer_expired": "issuer",
    }.get(problem.problem, "certificate")
    error = FieldError(field=field, message=str(problem), code=f"certificate_{problem.problem}")
    return Invalid(str(problem), errors=[error])


def not_base64(field: str) -> Invalid:
    """The refusal of a file that is not sent in base64."""
    message = "must be a file in base64"
    return Invalid(
        f"{field} {message}", errors=[FieldError(field=field, message=message, code="not_base64")]
    )


def unknown_customer() -> Invalid:
    """The refusal of a customer that the organisation does not have."""
    message = "is no customer of the organisation"
    error = FieldError(field="customer_id", message=message, code="customer_not_found")
    return Invalid(f"customer_id {message}", errors=[error])
