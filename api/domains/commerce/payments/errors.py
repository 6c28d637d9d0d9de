"""Errors of plans and payments."""

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
    message = (
        "This installation takes no payments. Every organisation has the self-hosted"
        " plan, which has no limits."
    )


class PaymentsUnavailable(Unavailable):
    code = "payments_unavailable"
    message = (
        "The payment provider does not respond. Try again in a minute; you will not be"
        " charged twice."
    )


class PaymentNotTaken(ApiError):
    status, code, title = 402, "payment_refused", "Payment refused"
    message = "The payment provider refused the payment."


class AlreadySubscribed(Conflict):
    code = "already_subscribed"
    message = "The organisation already has a plan. Change that plan instead."


class NotSubscribed(Conflict):
    code = "not_subscribed"
    message = "The organisation has no paid plan."


class OtherMode(Conflict):
    code = "other_payment_mode"
    message = (
        "The organisation paid in live mode, but this installation has test keys of the"
        " payment provider. Set the live keys."
    )


class NotTheOperator(Forbidden):
    code = "not_the_operator"
    message = (
        "Only owners of the organisation that runs this installation can create promotion codes."
    )


class NotFromProvider(BadRequest):
    code = "wrong_signature"
    message = "The signature is not from the payment provider."


def invalid(field: str, message: str, code: str) -> Invalid:
    """Return the error for an invalid field."""
    return Invalid(errors=[FieldError(field=field, message=message, code=code)])


def raise_ours(error: PaymentRefused | PaymentUnavailable) -> Never:
    """Raise the error that callers receive.

    Raises:
        PaymentsUnavailable: the provider did not respond.
        PaymentNotTaken: the provider refused; its message is included.
    """
    if isinstance(error, PaymentUnavailable):
        raise PaymentsUnavailable(headers={"Retry-After": RETRY_AFTER}) from error
    raise PaymentNotTaken(str(error), provider_code=error.code) from error
