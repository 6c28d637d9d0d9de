"""Errors of submissions."""

from collections.abc import Mapping
from types import MappingProxyType

from api.domains.content.forms.answers import MESSAGES
from api.kit.errors import Conflict, FieldError, Gone, Invalid, NotFound, TooLarge


class FormNotFound(NotFound):
    code = "form_not_found"
    message = "This form is no longer available. Please reload the page."


class FormClosed(Gone):
    code = "form_closed"
    message = "This form is not open at the moment."


class FormIsOver(FormClosed):
    """The form is closed by its own limits. The text is the owner's."""


class AnsweredAlready(Conflict):
    code = "answered_already"
    message = "You have already answered. Thank you!"


class AnswersTooLong(TooLarge):
    code = "answers_too_long"
    message = "The answers are too long in total. Shorten them."


class SubmissionKeyReused(Conflict):
    code = "idempotency_key_reused"
    message = "This key was already used with different answers. Use a new key."


class SubmissionNotFound(NotFound):
    code = "submission_not_found"
    message = "Submission not found."


class InvalidAnswers(Invalid):
    code = "invalid_answers"
    message = "Some answers are invalid."

    def __init__(
        self, codes: dict[str, str], messages: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """`messages` explains errors of fields where the code alone does not name the bound."""
        self.codes = codes
        errors = [
            FieldError(
                field="consent" if name == "consent" else f"fields.{name}",
                message=messages.get(name) or MESSAGES[code],
                code=code,
            )
            for name, code in codes.items()
        ]
        super().__init__(errors=errors)


class PhoneUnconfirmed(InvalidAnswers):
    """The form is valid except that its phone number must be verified with a passcode."""

    def __init__(self, field: str, phone: str) -> None:
        self.phone = phone
        super().__init__({field: "unconfirmed"})
