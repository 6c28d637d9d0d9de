"""Request and response schemas of the calls that visitors make."""

from typing import Annotated, Any, Literal, cast
from uuid import UUID

from pydantic import (
    BaseModel,
    Field,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from api.kit.schemas import Body, Schema
from api.kit.timestamps import Moment
from api.kit.validation_messages import words_for
from ingest.contracts.view import FieldName, FieldNames

MAX_BATCH = 100

CodeId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
PartId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Long = Annotated[str, StringConstraints(max_length=10_000)]
Short = Annotated[str, StringConstraints(max_length=512)]


class AppendScan(Body):
    """A scan that another system observed. Absent fields are taken from the request itself."""

    code_id: CodeId
    occurred_at: Moment | None = Field(
        None, description="When; a time more than a week ago or in the future counts as now"
    )
    user_agent: Long | None = Field(
        None, description="The visitor's user agent; 512 characters are stored"
    )
    referrer: Long | None = Field(
        None, description="Where the visitor came from; only the host is stored"
    )
    language: Short | None = Field(None, description="As in Accept-Language")
    utm_source: Short | None = None
    utm_medium: Short | None = None
    utm_campaign: Short | None = None
    utm_term: Short | None = None
    utm_content: Short | None = None


class ScanAppended(Schema):
    """The scan is recorded."""

    event_id: UUID
    outcome: Literal["redirect", "page", "fallback", "refused"] = Field(
        description="What the code leads to at this moment"
    )


class CollectedEvent(Body):
    """An event on a page, which may have a code. Without a code, the page is required."""

    code_id: CodeId | None = Field(
        None, description="The code that was opened; leave it out for a page without a code"
    )
    action: Literal["view", "click", "play", "share", "duration", "form"] = Field(
        "view", description="`view` is the page itself, and the only one that counts as a page view"
    )
    page_id: PartId | None = None
    block_id: PartId | None = Field(None, description="The part of the page that was used")
    target: Annotated[str, StringConstraints(max_length=4096)] | None = Field(
        None, description="Where a click or share went; its query is not stored"
    )
    duration_ms: int | None = Field(None, ge=0, le=86_400_000)
    form_id: PartId | None = Field(None, description="For the action `form`: the form")
    opened: bool = Field(
        False, description="Whether this is the first event about this form in this page view"
    )
    reached: FieldNames = Field((), description="Newly reached fields; only names, never answers")
    filled: FieldNames = Field((), description="Newly filled-in fields")
    stands_at: FieldName | None = Field(
        None, description="Where the visitor was when they left the page"
    )
    stood_at: FieldName | None = Field(None, description="The `stands_at` of the previous event")
    occurred_at: Moment | None = None


class RefusedEvent(BaseModel):
    """An event of a batch that was not accepted, and the reason."""

    index: int = Field(0, description="Position in the batch, from 0")
    field: str
    message: str


def _refused_alone(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
    """Validate one event, so that an invalid event does not affect the others of its batch."""
    try:
        return handler(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        return RefusedEvent(field=place, message=words_for(first))


class Collect(BaseModel):
    """A batch of events on pages."""

    events: list[Annotated[CollectedEvent, WrapValidator(_refused_alone)]] = Field(
        min_length=1, max_length=MAX_BATCH
    )

    @property
    def judged(self) -> list[CollectedEvent | RefusedEvent]:
        """Return the events, with an error in the place of each invalid one."""
        return cast(list[CollectedEvent | RefusedEvent], self.events)


class Collected(Schema):
    """How many events were recorded."""

    accepted: int
    rejected: int
    errors: list[RefusedEvent]


class GetIdentifier(Body):
    """No field is required. A code or page identifies the organisation, which may need the visitor's consent first."""

    code_id: str | None = Field(None, max_length=64, description="The code that was opened")
    page_id: str | None = Field(None, max_length=64, description="The page, if it has no code")


class VisitorIdentifier(Schema):
    """The visitor's own identifier; null if consent is refused."""

    identifier: str | None
