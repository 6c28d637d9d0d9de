"""Request and response schemas of bulk changes and tags."""

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from api.domains.codes.codes.schemas import MAX_TAGS, CodeId, Tag
from api.domains.codes.codes.utm import Utm
from api.kit.schemas import OrgBody, Schema
from api.kit.validation_messages import field_problem

MAX_BULK = 500


class BulkAction(StrEnum):
    """The actions that one call can apply to many codes."""

    PAUSE = "pause"
    RESUME = "resume"
    FOLLOW_STATE = "follow_state"
    """Children are active or paused as their base is. Other codes do not change."""
    DELETE = "delete"
    RESTORE = "restore"
    MOVE = "move"
    ADD_TAGS = "add_tags"
    REMOVE_TAGS = "remove_tags"
    PUT_UTM = "put_utm"


class BulkCodes(OrgBody):
    """One action for many codes, applied to all of them or none."""

    code_ids: list[CodeId] = Field(min_length=1, max_length=MAX_BULK)
    action: BulkAction
    folder_id: CodeId | None = Field(None, description="For a move; null is the top level")
    tags: list[Tag] = Field(
        default_factory=list, max_length=MAX_TAGS, description="For `add_tags` and `remove_tags`"
    )
    utm: Utm | None = Field(None, description="For `put_utm`: set on each destination")

    @model_validator(mode="after")
    def _require_change(self) -> Self:
        if self.action in (BulkAction.ADD_TAGS, BulkAction.REMOVE_TAGS) and not self.tags:
            raise field_problem("tags", "tags are required")
        if self.action is BulkAction.MOVE and "folder_id" not in self.model_fields_set:
            raise field_problem("folder_id", "folder_id is required; use null for the top level")
        if self.action is BulkAction.PUT_UTM and (self.utm is None or self.utm == Utm()):
            raise field_problem("utm", "utm is required, with at least one value")
        return self


class UndoStep(Schema):
    """A bulk change that restores the previous state of some of the codes."""

    action: BulkAction
    code_ids: list[str]
    folder_id: str | None = Field(description="For a move; null is the top level")
    tags: list[str] = Field(description="For `add_tags` and `remove_tags`")


class CodesChanged(Schema):
    """The codes, which now have the requested state."""

    code_ids: list[str]
    changed: int
    undo: list[UndoStep] = Field(
        description="The calls that undo the change, for the codes that were changed"
    )


class ListTags(OrgBody):
    """List all tags, optionally only those with this text."""

    filter: str | None = Field(None, max_length=200)


class TagRead(Schema):
    """A tag and the number of codes that have it."""

    tag: str
    codes: int


class Tags(Schema):
    """Every tag in use."""

    items: list[TagRead]
    total: int


class RenameTag(OrgBody):
    """Rename or remove a tag."""

    tag: Tag
    to: Tag | None = Field(description="The new name; null removes the tag from every code")


class TagRenamed(Schema):
    """How many codes had the tag."""

    tag: str | None
    changed: int
