"""What calls about messages to browsers, and to passes and browsers at once, take and give."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from api.domains.wallet.pass_updates.schemas import SendPush, UpdateState
from api.kit.pagination import PagedBody
from api.kit.schemas import OrgBody, Schema

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
PushChannel = Literal["passes", "browsers"]
Address = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, max_length=1_000, pattern=r"^(https://|/)[^\s\x00-\x1f\x7f\\]+$"
    ),
]


class SendPushMessage(SendPush):
    """A message to people who have a pass on their phone, and to browsers that are subscribed."""

    channels: Annotated[list[PushChannel], Field(min_length=1, max_length=2)] | None = Field(
        None, description="Without it both; with `pass_id` passes only"
    )
    url: Address | None = Field(
        None,
        description="What a tap on the notification of a browser opens, `https://…` or a path here;"
        " without one, the page where it was subscribed",
    )

    @model_validator(mode="after")
    def _passes_have_no_browsers(self) -> Self:
        if self.pass_id is not None and "browsers" in (self.channels or ()):
            raise ValueError("a pass is no browser; leave out pass_id or the channel")
        return self

    @property
    def wanted(self) -> frozenset[PushChannel]:
        """The channels."""
        if self.pass_id is not None:
            return frozenset({"passes"})
        return frozenset(self.channels or ("passes", "browsers"))


class PushMessageAnswer(Schema):
    """What becomes of a message. `text` has the word `sent` or `Scheduled`."""

    status: Literal["sent", "scheduled"]
    text: str
    update_id: str | None = Field(description="The update of passes")
    passes: int
    phones: int
    development: int
    message_id: str | None = Field(description="The message to browsers")
    browsers: int


class PreviewBrowsers(OrgBody):
    """Asks how many browsers a message would reach."""

    segment_id: Id | None = None


class BrowserReach(Schema):
    """How many browsers are subscribed."""

    browsers: int


class ListBrowserMessages(PagedBody):
    """Messages to browsers, newest first."""


class ChangeBrowserMessage(OrgBody):
    """Pauses a message to browsers, goes on with it, or ends it."""

    message_id: Id
    action: Literal["pause", "resume", "cancel"]


class BrowserMessageRead(Schema):
    """A message to browsers and how far it is."""

    message_id: str
    text: str
    url: str | None
    audience: Literal["all", "segment"]
    audience_id: str | None
    state: UpdateState
    scheduled_for: datetime | None
    total: int = Field(description="Browsers that it was for when it was made")
    sent: int = Field(description="Browsers whose push service took it")
    gone: int = Field(description="Browsers that are not subscribed any more")
    failed: int = Field(description="Browsers whose push service did not take it")
    not_allowed: int = Field(description="Browsers of people who did not agree to messages")
    waiting: int = Field(description="Browsers that get it later, as after quiet hours")
    created_at: datetime
    finished_at: datetime | None
