"""Requests and responses about messages to browsers, and to passes and browsers together."""

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
    """A message to people who have a pass on their phone, and to subscribed browsers."""

    channels: Annotated[list[PushChannel], Field(min_length=1, max_length=2)] | None = Field(
        None, description="By default both; with `pass_id`, only passes"
    )
    url: Address | None = Field(
        None,
        description="The URL that a browser notification opens: `https://…` or a path in Waypost. By"
        " default the page on which the browser was subscribed",
    )

    @model_validator(mode="after")
    def _passes_have_no_browsers(self) -> Self:
        if self.pass_id is not None and "browsers" in (self.channels or ()):
            raise ValueError(
                "the channel browsers cannot be combined with pass_id; leave out one of them"
            )
        return self

    @property
    def wanted(self) -> frozenset[PushChannel]:
        """Return the requested channels."""
        if self.pass_id is not None:
            return frozenset({"passes"})
        return frozenset(self.channels or ("passes", "browsers"))


class PushMessageAnswer(Schema):
    """What happens to a message. `text` contains the word `sent` or `Scheduled`."""

    status: Literal["sent", "scheduled"]
    text: str
    update_id: str | None = Field(description="The id of the update of passes")
    passes: int
    phones: int
    development: int
    message_id: str | None = Field(description="The id of the message to browsers")
    browsers: int


class PreviewBrowsers(OrgBody):
    """The browsers to count."""

    segment_id: Id | None = None


class BrowserReach(Schema):
    """How many browsers are subscribed."""

    browsers: int


class ListBrowserMessages(PagedBody):
    """Messages to browsers, newest first."""


class ChangeBrowserMessage(OrgBody):
    """A message to browsers to pause, resume or end."""

    message_id: Id
    action: Literal["pause", "resume", "cancel"]


class BrowserMessageRead(Schema):
    """A message to browsers and its progress."""

    message_id: str
    text: str
    url: str | None
    audience: Literal["all", "segment"]
    audience_id: str | None
    state: UpdateState
    scheduled_for: datetime | None
    total: int = Field(description="Browsers in the audience when it was created")
    sent: int = Field(description="Browsers whose push service accepted it")
    gone: int = Field(description="Browsers that are no longer subscribed")
    failed: int = Field(description="Browsers whose push service refused it")
    not_allowed: int = Field(description="Browsers of customers who have not consented to messages")
    waiting: int = Field(description="Browsers that get it later, for example after quiet hours")
    created_at: datetime
    finished_at: datetime | None
