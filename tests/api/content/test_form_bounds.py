"""What a form shows for an answer outside its limits and for an accepted one, with and without JavaScript."""

from typing import Any

import pytest

from api.domains.content.forms.answers import bound_messages, check
from api.domains.content.forms.definition import FormField
from api.domains.content.pages.form_refill import refill_form
from api.domains.content.pages.lifespan import RENDERER
from api.domains.content.pages.rendering import NodeRenderer
from api.domains.content.pages.slots import Filling, fill, thanks_in
from tests.support.pages import form_block, page_data


def asked(kind: str, **bounds: Any) -> FormField:
    return FormField.model_validate({"name": "a", "input_type": kind, "validation": bounds})


@pytest.mark.parametrize(
    ("field", "answer", "messages"),
    [
        (asked("number", min=18), "7", "Please enter 18 or more."),
        (asked("number", max=2.5), "3", "Please enter 2.5 or less."),
        (
            asked("date", min="2026-03-01"),
            "2026-02-28",
            "Please choose 2026-03-01 or a later date.",
        ),
        (
            asked("date", max="2026-03-01"),
            "2026-03-02",
            "Please choose 2026-03-01 or an earlier date.",
        ),
        (asked("text", min_length=2), "x", "Please enter at least 2 characters."),
        (asked("text", max_length=1), "xy", "Please enter no more than 1 character."),
    ],
)
def test_out_of_bounds_answer_gets_an_error_with_the_bound(
    field: FormField, answer: str, messages: str
) -> None:
    errors = check([field], {"a": answer}).errors

    assert bound_messages([field], errors) == {"a": messages}


def test_bound_that_no_field_sets_is_not_named() -> None:
    field = asked("number")

    assert bound_messages([field], check([field], {"a": "x"}).errors) == {}


def test_page_without_script_names_what_is_wrong_and_shows_the_custom_thanks() -> None:
    age = {"name": "age", "input_type": "number", "validation": {"min": 18}}
    block = form_block(
        age, success_title="Danke!", success_link_label="Karte", consent_text="Ich stimme zu."
    )
    block["props"]["next_url"] = "https://menu.example/?a=1&b=2"
    form_id = block["props"]["form_id"]

    html = (
        NodeRenderer(RENDERER)
        .render(
            {
                "data": page_data(block),
                "language": "de",
                "brand": {},
                "page_id": "p",
                "pictures": {},
            }
        )
        .html
    )

    refilled = refill_form(html, form_id, {"age": ["7"]}, {"age": "too_small"})
    assert ">Bitte geben Sie 18 oder mehr ein.</p>" in refilled
    assert ">Mindestens 18</p>" in refilled
    refilled = refill_form(html, form_id, {}, {"consent": "missing"})
    assert ">Bitte stimmen Sie zu, um fortzufahren.</p>" in refilled
    thanks = thanks_in(html, form_id)
    assert "Danke!" in thanks
    assert 'href="https://menu.example/?a=1&amp;b=2"' in thanks
    assert "wp:done" not in fill(html, Filling("p"))
