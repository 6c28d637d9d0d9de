"""What calls about Google Wallet take and give."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.kit.schemas import OrgBody, Schema
from api.rendering.wallet.google_kinds import Kind


class GetSaveLink(OrgBody):
    """Which pass shall be saved."""

    pass_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class LossRead(Schema):
    """Something of a pass that Google Wallet does not show."""

    rule: str
    field: str = Field(description="Path within `content`, like `fields.points`")
    message: str


class SaveLink(Schema):
    """A link that saves a pass in Google Wallet."""

    url: str
    is_development: bool = Field(
        description="Signed with a key made on this machine; Google refuses it, so show no button for it"
    )
    object_id: str
    class_id: str
    kind: Kind = Field(description="As what Google shows the pass")
    losses: list[LossRead]


class NoGoogleAccountNeeded(OrgBody):
    """Nothing but, perhaps, the organisation."""


class SaveGoogleAccount(OrgBody):
    """A service account of Google Cloud that may write for an issuer of Google Wallet."""

    service_account: Annotated[str, StringConstraints(min_length=1, max_length=20_000)] = Field(
        description="The content of the JSON key file, as Google Cloud gives it"
    )
    issuer_id: Annotated[
        str, StringConstraints(strip_whitespace=True, pattern=r"^[0-9]{5,25}$")
    ] = Field(description="The issuer ID in the Google Pay & Wallet Console, digits only")


class GoogleAccountRead(Schema):
    """In whose name passes are saved in Google Wallet. The key is never sent back."""

    source: Literal["own", "installation", "development"]
    issuer_id: str
    email: str
    project: str
    key_id: str
    saved_at: datetime | None
    checked_at: datetime | None = Field(description="When Google was last asked about the key")
    problem: str | None = Field(
        description="What Google said was wrong then, or with the last pass"
    )
    key_expires_at: datetime | None = Field(
        description="When Google stops taking the key; null if never, or before Google was asked"
    )
    expires_soon: bool = Field(description="Within 60 days: make another key, then save it")
    passes: int = Field(description="Passes that were given links of this issuer")
    waiting: int = Field(description="Passes whose last change Google does not have yet")


class CallbackKey(Schema):
    """The key that signed a callback, and who signed it."""

    signedKey: Annotated[str, StringConstraints(max_length=2_000)]  # noqa: N815
    signatures: list[Annotated[str, StringConstraints(max_length=500)]] = Field(max_length=10)


class GoogleCallback(Schema):
    """What Google sends when a person saved or deleted a pass, signed under ECv2SigningOnly."""

    signature: Annotated[str, StringConstraints(max_length=500)]
    intermediateSigningKey: CallbackKey  # noqa: N815
    protocolVersion: Annotated[str, StringConstraints(max_length=40)]  # noqa: N815
    signedMessage: Annotated[str, StringConstraints(max_length=4_000)]  # noqa: N815


class CallbackTaken(Schema):
    """What Google gets for a callback."""

    taken: bool = Field(description="False when it was known, or the pass is gone")


class GoogleAccountRemoved(Schema):
    """Whether an account was removed."""

    removed: bool


class GoogleAccountCheck(Schema):
    """What Google says about the key."""

    works: bool
    code: str | None = Field(description="`google_key_refused` or `google_unavailable`")
    message: str
