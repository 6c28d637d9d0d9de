"""Requests and responses about Google Wallet."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.kit.schemas import OrgBody, Schema
from api.rendering.wallet.google_kinds import Kind


class GetSaveLink(OrgBody):
    """The pass to save."""

    pass_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class LossRead(Schema):
    """A part of a pass that Google Wallet does not show."""

    rule: str
    field: str = Field(description="Path within `content`, such as `fields.points`")
    message: str


class SaveLink(Schema):
    """A link that saves a pass in Google Wallet."""

    url: str
    is_development: bool = Field(
        description="Signed with a local development key that Google rejects, so don't show a button for it"
    )
    object_id: str
    class_id: str
    kind: Kind = Field(description="The type of pass that it is in Google Wallet")
    losses: list[LossRead]


class NoGoogleAccountNeeded(OrgBody):
    """No parameters except, optionally, the organisation."""


class SaveGoogleAccount(OrgBody):
    """A Google Cloud service account that has write access to a Google Wallet issuer."""

    service_account: Annotated[str, StringConstraints(min_length=1, max_length=20_000)] = Field(
        description="The content of the JSON key file from Google Cloud"
    )
    issuer_id: Annotated[
        str, StringConstraints(strip_whitespace=True, pattern=r"^[0-9]{5,25}$")
    ] = Field(description="The issuer ID in the Google Pay & Wallet Console, digits only")


class GoogleAccountRead(Schema):
    """The service account with which passes are saved in Google Wallet. The key is never returned."""

    source: Literal["own", "installation", "development"]
    issuer_id: str
    email: str
    project: str
    key_id: str
    saved_at: datetime | None
    checked_at: datetime | None = Field(description="When the key was last checked with Google")
    problem: str | None = Field(
        description="The error that Google returned then, or for the last pass"
    )
    key_expires_at: datetime | None = Field(
        description="When the key expires at Google; null if never, or if it has not been checked yet"
    )
    expires_soon: bool = Field(
        description="Whether the key expires within 60 days; if so, create another key and save it"
    )
    passes: int = Field(description="Number of passes with links for this issuer")
    waiting: int = Field(
        description="Number of passes whose latest change has not reached Google yet"
    )


class CallbackKey(Schema):
    """The key that signed a callback, and the signature of that key."""

    signedKey: Annotated[str, StringConstraints(max_length=2_000)]  # noqa: N815
    signatures: list[Annotated[str, StringConstraints(max_length=500)]] = Field(max_length=10)


class GoogleCallback(Schema):
    """What Google sends when a person saves or deletes a pass, signed with ECv2SigningOnly."""

    signature: Annotated[str, StringConstraints(max_length=500)]
    intermediateSigningKey: CallbackKey  # noqa: N815
    protocolVersion: Annotated[str, StringConstraints(max_length=40)]  # noqa: N815
    signedMessage: Annotated[str, StringConstraints(max_length=4_000)]  # noqa: N815


class CallbackTaken(Schema):
    """The response to a callback from Google."""

    taken: bool = Field(
        description="False if it was already known, or if the pass no longer exists"
    )


class GoogleAccountRemoved(Schema):
    """Whether an account was removed."""

    removed: bool


class GoogleAccountCheck(Schema):
    """The result of the check with Google."""

    works: bool
    code: str | None = Field(description="`google_key_refused` or `google_unavailable`")
    message: str
