"""Requests and responses about pages as their visitors see them."""

from typing import Annotated

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.codes.codes.schemas import CodeId
from api.domains.content.forms.schemas import Contact, ReturnedSubmission
from api.domains.content.forms.types import PageId
from api.domains.content.page_blocks.page_json import PageJson
from api.domains.content.pages.schemas import PageRead
from api.kit.schemas import Body, Schema


class GetPage(Body):
    """The page that a visitor opens; members can request the draft."""

    page_id: PageId | None = Field(None, validation_alias=AliasChoices("page_id", "id"))
    qr_id: CodeId | None = Field(None, validation_alias=AliasChoices("qr_id", "code_id"))
    email: Contact | None = Field(
        None,
        description="Accepted for compatibility; it proves nothing, so it does not change the response",
    )
    language: Annotated[str, StringConstraints(max_length=35)] | None = None
    draft: bool = Field(False, description="The draft instead, for members who are logged in")


class PublicPage(Schema):
    """A published page, and whether this visitor has already submitted a form on it."""

    page_id: str
    code_id: str | None
    title: str
    blocks: PageJson
    language: str
    languages: list[str]
    has_submitted: bool
    first_name: str | None = Field(
        None,
        description="As submitted from this browser before; an email address alone gives nothing",
    )


class DraftPage(PageRead):
    """A page as members see it."""

    small_pictures: dict[str, str] = Field(
        description="By the address of each picture of the media library in `blocks`: the address of its smallest copy"
    )


class ReturnPage(Body):
    """A visitor who returns or exchanges a purchase."""

    id: Annotated[str, StringConstraints(min_length=1, max_length=64)] = Field(
        validation_alias=AliasChoices("id", "page_id", "code_id"), description="A page or a code"
    )
    email: Contact | None = None
    phone: Contact | None = None
    exchange_id: PageId | None = Field(
        None, description="The id of the submission, from the response to it"
    )


class ReturnedPage(PublicPage):
    """The page for a returning visitor, with what they submitted."""

    submissions: list[ReturnedSubmission]
    exchange: ReturnedSubmission | None
