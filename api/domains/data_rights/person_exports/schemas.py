"""Request and response schemas of the export of a person."""

from typing import Annotated

from pydantic import Field, StringConstraints

from api.kit.schemas import OrgBody, Schema


class ExportPerson(OrgBody):
    """The customer whose data is exported."""

    customer_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class PersonFile(Schema):
    """The file. Its JSON has `profile`, `stored` with the rows of each table that refer to the person or a browser
    proven to be theirs, and `events`, newest first.
    """

    file_name: str
    media_type: str = "application/json"
    data: str = Field(description="The file's bytes in base64")
