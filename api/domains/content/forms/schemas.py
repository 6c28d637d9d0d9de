"""Requests and responses about submissions."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from api.domains.codes.codes.schemas import CodeId
from api.domains.content.forms.passes_port import GivenPass
from api.domains.content.forms.types import PageId
from api.kit.pagination import ListBody
from api.kit.schemas import Body, Schema
from api.kit.timestamps import Moment

MAX_FIELDS = 200

FormId = Annotated[str, StringConstraints(max_length=64)]
Key = Annotated[str, StringConstraints(min_length=8, max_length=255, pattern=r"^[\x21-\x7e]+$")]
Contact = Annotated[str, StringConstraints(max_length=254)]


class AppendSubmit(Body):
    """A form as a visitor submits it."""

    code_id: CodeId | None = Field(None, validation_alias=AliasChoices("code_id", "qr_id"))
    page_id: PageId | None = None
    form_id: FormId | None = Field(None, description="Optional on a page with only one form")
    fields: dict[str, Any] = Field(
        default_factory=dict,
        max_length=MAX_FIELDS,
        validation_alias=AliasChoices("fields", "data", "user_data"),
        description="Answers by field name",
    )
    consent: bool = Field(
        False, description="Whether the visitor agreed to the form's consent text"
    )
    consent_shown: Annotated[str, StringConstraints(max_length=20_000)] | None = Field(
        None,
        description="The consent text as the visitor saw it. It is refused if the form's text has changed"
        " since",
    )
    submission_key: Key | None = Field(
        None, description="Requests with the same key count as one submission"
    )
    phone_proof: Annotated[str, StringConstraints(max_length=200)] | None = Field(
        None,
        description="If the form verifies a phone number: the `phone_proof` from `phone_number_verification`",
    )
    language: Annotated[str, StringConstraints(max_length=35)] | None = None


class SubmitAppended(Schema):
    """The response to a visitor whose submission was stored."""

    submission_id: str
    welcome_back: bool = Field(
        description="Whether this customer was already known and is proven to be the sender"
    )
    message: str
    success_text: str
    next_url: str | None
    given_pass: GivenPass | None = Field(
        description="The wallet pass that the visitor got from the form"
    )


class GetSubmits(ListBody):
    """List submissions of a code and its children, of a page, or of the organisation. `filter` searches names and finds
    a complete email address or phone number.
    """

    code_id: CodeId | None = None
    page_id: PageId | None = None
    form_id: FormId | None = Field(None, description="A form of that page")
    unread: bool | None = Field(None, description="True: only unread ones")
    from_: Moment | None = Field(
        None, validation_alias=AliasChoices("from", "from_"), serialization_alias="from"
    )
    to: Moment | None = Field(None, description="Exclusive")
    sort: Literal["created_at", "-created_at"] | None = None


class DeleteSubmission(Body):
    """Delete a submission."""

    submission_id: PageId = Field(validation_alias=AliasChoices("submission_id", "id"))


class MarkSubmissions(Body):
    """Submissions to mark as read or unread: selected ones, or all of a form."""

    submission_ids: list[PageId] | None = Field(None, max_length=500)
    page_id: PageId | None = None
    form_id: FormId | None = None
    is_read: bool = True

    @model_validator(mode="after")
    def _names_some(self) -> Self:
        if self.submission_ids is None and (self.page_id is None or self.form_id is None):
            raise ValueError("send submission_ids, or page_id and form_id")
        return self


class SubmissionsMarked(Schema):
    """The number of submissions that were changed."""

    changed: int


class SubmissionDeleted(Schema):
    """The submission that was deleted with its reserved places."""

    submission_id: str


class ConsentRead(Schema):
    """A text that a visitor agreed to, and when."""

    text: str
    text_hash: str
    given_at: datetime
    language: str | None


class SubmissionRead(Schema):
    """A submission as the organisation sees it."""

    submission_id: str
    id: str
    code_id: str | None = Field(description="The code that was opened, such as a child")
    code_name: str | None
    base_code_id: str | None = Field(description="The base of that code")
    page_id: str
    page_version: int
    form_id: str
    customer_id: str | None
    email: str | None
    phone: str | None
    first_name: str | None
    last_name: str | None
    fields: dict[str, Any] | None = Field(description="Null once the customer has been erased")
    consent: ConsentRead | None
    is_new_customer: bool
    is_proven: bool = Field(
        description="Whether it is proven to come from this customer: sent from the browser in which they"
        " were first identified, or with a phone number that they verified. If not, the answers did"
        " not change the customer"
    )
    language: str | None
    created_at: datetime
    read_at: datetime | None = Field(description="When a member first read it")


class ReturnedSubmission(Schema):
    """A submission as its sender sees it."""

    submission_id: str
    form_id: str
    fields: dict[str, Any]
    created_at: datetime


class GetSuccess(Body):
    """The submission whose thank-you to show, on a code or on a page without a code."""

    code_id: CodeId | None = Field(None, validation_alias=AliasChoices("code_id", "qr_id"))
    page_id: PageId | None = Field(None, description="For a page without a code")
    submission_id: PageId


class SuccessPage(Schema):
    """The content that is shown after a submission."""

    submission_id: str
    page_id: str
    form_id: str
    code_id: str | None
    success_text: str
    next_url: str | None
    given_pass: GivenPass | None = Field(
        description="The wallet pass that the visitor got from the form"
    )
    first_name: str | None
    created_at: datetime
