"""What can go wrong with plans and payments."""

from typing import Never

from api.integrations.ports.payment_provider import PaymentRefused, PaymentUnavailable
from api.kit.errors import (
    ApiError,
    BadRequest,
    Conflict,
    FieldError,
    Forbidden,
    Invalid,
    Unavailable,
)

RETRY_AFTER = "30"


class SelfHosted(Conflict):
    code = "self_hosted"
    message = "This installation takes no payments: every organisation has the self-hosted plan, without limits."


class PaymentsUnavailable(Unavailable):
    code = "payments_unavailable"
    message = (
        "The payment provider does not answer. Nothing is charged twice: try again in a minute."
    )


class PaymentNotTaken(ApiError):
    status, code, title = 402, "payment_refused", "Payment refused"
    message = "The payment provider refused."


class AlreadySubscribed(Conflict):
    code = "already_subscribed"
    message = "The organisation has a plan. Change it instead."


class NotSubscribed(Conflict):
    code = "not_subscribed"
    message = "The organisation has no paid plan."


class OtherMode(Conflict):
    code = "other_payment_mode"
    message = "The organisation paid in live mode, and this installation has keys of test mode. Set the live keys."


class NotTheOperator(Forbidden):
    code = "not_the_operator"
    message = "Promotion codes are made by the organisation that runs this installation."


class NotFromProvider(BadRequest):
    code = "wrong_signature"
    message = "The payment provider did not sign this."


def invalid(field: str, message: str, code: str) -> Invalid:
    """A field that cannot be taken."""
    return Invalid(errors=[FieldError(field=field, message=message, code=code)])


def raise_ours(error: PaymentRefused | PaymentUnavailable) -> Never:
    """Raise the error that callers get.

    Raises:
        PaymentsUnavailable: there was no answer.
        PaymentNotTaken: the provider refused, with its words.
    """
    if isinstance(error, PaymentUnavailable):
        raise PaymentsUnavailable(headers={"Retry-After": RETRY_AFTER}) from error
    raise PaymentNotTaken(str(error), provider_code=error.code) from error
