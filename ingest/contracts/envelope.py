"""The envelope that every event family shares."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints


def _utc(value: datetime) -> datetime:
    return value.astimezone(UTC)


Utc = Annotated[AwareDatetime, AfterValidator(_utc)]
Id = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Text = Annotated[str, StringConstraints(max_length=512, pattern=r"^[^\x00]*$")]
Cents = Annotated[int, Field(ge=-(2**53), le=2**53)]
Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]

EventType = Literal[
    "scan",
    "view",
    "use",
    "submit",
    "vote",
    "play",
    "redemption",
    "message",
    "pass",
    "order",
    "miss",
    "issue",
    "segment",
    "referral",
    "points",
    "award",
    "prize",
    "automation",
]


class Contract(BaseModel):
    """Base of all wire shapes: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Visitor(Contract):
    """Who acted. `cookie`: a signed first-party id; `daily`: a hash salted anew each day; `none`: nobody."""

    id: Id | None = None
    kind: Literal["cookie", "daily", "none"] = "none"


class Context(Contract):
    """Circumstances of a visitor's act, already coarse: no IP address is ever part of an event."""

    country: Text | None = Field(None, description="ISO 3166-1 alpha-2")
    region: Text | None = None
    city: Text | None = None
    device: Text | None = Field(None, description="phone, tablet, desktop, tv, other")
    system: Text | None = None
    browser: Text | None = None
    language: Text | None = Field(None, description="BCP 47, as short as the visitor sent it")
    referrer: Text | None = Field(None, description="host name only")
    utm_source: Text | None = None
    utm_medium: Text | None = None
    utm_campaign: Text | None = None
    utm_term: Text | None = None
    utm_content: Text | None = None
    user_agent: Text | None = Field(None, description="kept so that verdicts can be computed again")


class Verdicts(Contract):
    """What the rules of `version` said of this event. They never drop it."""

    version: int = Field(ge=0, le=2**31 - 1)
    is_bot: bool = False
    bot_reason: Text | None = None
    is_preview: bool = False
    preview_reason: Text | None = None


class Event(Contract):
    """One event as it travels. Subclasses narrow `type`, `version` and `data`."""

    event_id: UUID = Field(
        description="UUIDv7, made where the event happened; the key of exactly-once"
    )
    type: EventType
    version: int = Field(ge=1)
    org_id: Id
    code_id: Id | None = None
    page_id: Id | None = None
    campaign_id: Id | None = None
    customer_key: Id | None = Field(
        None, description="random key that only Postgres maps to a person"
    )
    occurred_at: Utc
    received_at: Utc
    visitor: Visitor = Visitor()
    context: Context = Context()
    verdicts: Verdicts | None = None
    is_demo: bool = False
    data: Any

    @property
    def key(self) -> str:
        """Return the Kafka key: the code, so that its events keep their order, or else the organisation."""
        return self.code_id or self.org_id
