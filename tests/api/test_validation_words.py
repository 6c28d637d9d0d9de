"""Messages about invalid fields: written for people, not in the terms of a library."""

from datetime import datetime
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field, StringConstraints, ValidationError

from api.kit.validation_messages import words_for


class _Form(BaseModel):
    name: Annotated[str, StringConstraints(min_length=1, max_length=2000)] = "x"
    password: Annotated[str, StringConstraints(min_length=4)] = "long"
    group: Annotated[str, StringConstraints(pattern="^[a-z]+$")] = "a"
    percent: Annotated[float, Field(gt=0, le=100)] = 1
    limit: Annotated[int, Field(ge=1, le=10**12)] = 1
    countries: Annotated[list[str], Field(min_length=1, max_length=2)] = ["GB"]
    op: Literal["is", "is_not"] = "is"
    at: datetime | None = None


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"name": ""}, "must not be empty"),
        ({"name": "x" * 2001}, "must have at most 2,000 characters"),
        ({"name": None}, "must be text"),
        ({"password": "abc"}, "must have at least 4 characters"),
        ({"group": "my group!"}, "is too long or has characters that are not allowed here"),
        ({"percent": 0}, "must be more than 0"),
        ({"percent": 100.5}, "must be at most 100"),
        ({"percent": "x"}, "must be a number"),
        ({"limit": 0}, "must be at least 1"),
        ({"limit": 1.5}, "must be a whole number"),
        ({"limit": 10**13}, "must be at most 1,000,000,000,000"),
        ({"countries": []}, "needs at least one entry"),
        ({"countries": ["a", "b", "c"]}, "must have at most 2 entries"),
        ({"op": "was"}, "must be 'is' or 'is_not'"),
        ({"at": "20270-01-02"}, "must be a date and time, like 2027-12-31T18:00:00Z"),
    ],
)
def test_problems_are_described_in_plain_words(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError) as caught:
        _Form.model_validate(given)
    assert [words_for(problem) for problem in caught.value.errors()] == [words]


def test_messages_of_custom_validators_are_unchanged() -> None:
    problem = {"type": "value_error", "msg": "Value error, starts and ends are required together"}
    assert words_for(problem) == "starts and ends are required together"


class _Tea(BaseModel):
    kind: Literal["tea"]


class _Coffee(BaseModel):
    kind: Literal["coffee"]


class _Order(BaseModel):
    drink: Annotated[_Tea | _Coffee, Field(discriminator="kind")]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([], "must be an object"),
        ({"drink": None}, "must be an object"),
        ({"drink": {"kind": "milk"}}, "kind must be one of 'tea', 'coffee'"),
        ({"drink": {}}, "needs kind"),
    ],
)
def test_non_objects_and_unknown_kinds_are_described_plainly(given: Any, words: str) -> None:
    with pytest.raises(ValidationError) as caught:
        _Order.model_validate(given)
    assert [words_for(problem) for problem in caught.value.errors()] == [words]
