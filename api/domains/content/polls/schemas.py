"""Requests and answers about polls and votes."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, field_validator, model_validator

from api.domains.codes.codes.destinations import BadDestination, web_address
from api.domains.codes.codes.schemas import CodeId
from api.kit.schemas import Body, OrgBody, Schema
from api.kit.timestamps import Moment

MAX_CHOICES = 50

PollId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
ChoiceId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Line = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]
ShowResults = Literal["always", "after", "never"]


class PollChoice(Body):
    """One answer."""

    id: ChoiceId | None = Field(None, description="Made from its place when left out")
    label: Line
    picture_url: Annotated[str, StringConstraints(max_length=2048)] | None = None

    @field_validator("picture_url")
    @classmethod
    def _is_web_address(cls, value: str | None) -> str | None:
        if not value or value.startswith("/media/"):
            return value or None
        try:
            return web_address(value)
        except BadDestination as error:
            raise ValueError(str(error)) from None


def _numbered(choices: list[PollChoice]) -> list[PollChoice]:
    named = [
        choice if choice.id else choice.model_copy(update={"id": f"c{place}"})
        for place, choice in enumerate(choices, 1)
    ]
    if len({choice.id for choice in named}) != len(named):
        raise ValueError("two choices have the same id")
    return named


class CreatePoll(OrgBody):
    """A poll on a code that needs no page."""

    code_id: CodeId
    poll_id: PollId | None = Field(None, description="Made up when left out")
    question: Line
    choices: list[PollChoice] = Field(min_length=2, max_length=MAX_CHOICES)
    changeable: bool = False
    show_results: ShowResults = "after"
    closes_at: Moment | None = None

    @field_validator("choices")
    @classmethod
    def _numbered(cls, choices: list[PollChoice]) -> list[PollChoice]:
        return _numbered(choices)


class UpdatePoll(OrgBody):
    """Changes to a poll; absent fields stay as they are."""

    code_id: CodeId
    poll_id: PollId
    question: Line | None = None
    choices: list[PollChoice] | None = Field(None, min_length=2, max_length=MAX_CHOICES)
    changeable: bool | None = None
    show_results: ShowResults | None = None
    is_open: bool | None = Field(None, description="false closes the poll, true opens it again")
    closes_at: Moment | None = None

    @field_validator("choices")
    @classmethod
    def _numbered(cls, choices: list[PollChoice] | None) -> list[PollChoice] | None:
        return _numbered(choices) if choices is not None else None

    @model_validator(mode="after")
    def _some_change(self) -> Self:
        if not self.model_fields_set - {"code_id", "poll_id", "org_id"}:
            raise ValueError("nothing is to be changed")
        return self


class ListPolls(OrgBody):
    """The polls of a code."""

    code_id: CodeId


class PollRef(Body):
    """Which poll."""

    code_id: CodeId
    poll_id: PollId


class DeletePoll(OrgBody):
    """A poll that shall be gone, with its votes."""

    code_id: CodeId
    poll_id: PollId


class PollDeleted(Schema):
    """Which poll is gone."""

    code_id: str
    poll_id: str


class AppendVote(PollRef):
    """A visitor's choice."""

    choice: ChoiceId


class ChoiceVotes(Schema):
    """An answer and how many gave it."""

    id: str
    label: str
    picture_url: str | None
    votes: int | None = Field(description="null where the result is not shown")
    percent: float | None


class Tally(Schema):
    """A poll and its current votes."""

    code_id: str
    poll_id: str
    question: str
    choices: list[ChoiceVotes]
    total: int | None = Field(description="All votes; null where the result is not shown")
    my_choice: str | None = Field(description="What this visitor chose")
    changeable: bool
    is_open: bool
    show_results: ShowResults


class VoteTaken(Tally):
    """The vote is stored, or was already."""

    counted: bool = Field(description="false: this visitor had chosen the same before")
    previous_choice: str | None = None


class PollRead(Tally):
    """A poll as its owner sees it."""

    public_url: str = Field(description="Path of its page, where visitors vote")
    source: Literal["page", "call"]
    closes_at: datetime | None
    created_at: datetime
    updated_at: datetime


class Polls(Schema):
    """All polls of a code, the newest first."""

    items: list[PollRead]
    total: int
