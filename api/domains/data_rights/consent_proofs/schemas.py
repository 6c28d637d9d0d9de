"""Request and response schemas of the proof of consents."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.people.consents.schemas import EntryRead, StandingRead
from api.kit.schemas import OrgBody, Schema


class GetConsentProof(OrgBody):
    """Get the consents of a customer as a file."""

    customer_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    format: Literal["json", "pdf"] = "json"


class ConsentProof(Schema):
    """Everything recorded about one person's consents."""

    organization: str
    customer_id: str
    name: str
    email: str | None
    phone: str | None
    made_at: datetime
    standings: list[StandingRead]
    entries: list[EntryRead]


class ProofFile(Schema):
    """The file."""

    file_name: str
    media_type: str
    data: str = Field(description="The file's bytes in base64")
    sha256: str = Field(description="Of the JSON file; the PDF names it, too")
