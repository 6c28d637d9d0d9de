"""Rules, pages and rows have a type in the API, and unusual stored values are still shown."""

import re
from typing import Any

import psycopg
import pytest
from psycopg.types.json import Jsonb

from runtime.settings import Settings
from tests.support.descriptions import described
from tests.support.pages import PageMaker, heading

ODD_RULES: list[Any] = [
    {
        "id": "old",
        "conditions": [{"kind": "mood", "values": ["happy"]}],
        "outcome": {"type": "sing"},
    },
    {"outcome": None},
    "not even a rule",
]
ODD_PAGE = {
    "root": {"props": {"title": "Old", "theme": "neon"}},
    "content": [{"type": "Hologram", "props": {"id": "h"}}, {"type": "Heading"}],
}


def test_code_with_odd_stored_rules_is_returned_unchanged(
    pages: PageMaker, api_settings: Settings
) -> None:
    code_id = pages.code()
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "update codes set rules = %s where code_id = %s", (Jsonb(ODD_RULES), code_id)
        )

    read = pages.call("/v1/qr/get-code", {"code_id": code_id})
    listed = pages.call("/v1/get-all-qr-codes", {})["items"]

    assert read["rules"] == ODD_RULES
    assert [it["rules"] for it in listed if it["code_id"] == code_id] == [ODD_RULES]


def test_page_with_odd_stored_blocks_is_returned_unchanged(
    pages: PageMaker, api_settings: Settings
) -> None:
    page_id = pages.page(heading("Hello"))
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "update pages set draft = %s where page_id = %s", (Jsonb(ODD_PAGE), page_id)
        )

    read = pages.call("/v1/get-page", {"page_id": page_id, "draft": True})

    assert read["blocks"] == ODD_PAGE
    assert pages.call("/v1/get-all-pages", {})["items"][0]["title"] == "Old"


@pytest.mark.parametrize(
    ("model", "field", "part"),
    [
        ("CodeRead", "rules", "Rule"),
        ("CloneMany", "data", "CodeRow"),
        ("GenPage", "blocks", "HeadingBlock-Input"),
        ("UpdatePage", "blocks", "FormBlock-Input"),
        ("PageRead", "blocks", "HeadingBlock-Output"),
        ("PublicPage", "blocks", "VoteBlock-Output"),
        ("SlipRead", "elements", "TextElement-Output"),
    ],
)
def test_api_description_names_the_schemas_of_json_columns(
    model: str, field: str, part: str
) -> None:
    schemas = described()["components"]["schemas"]

    shown = str(schemas[model]["properties"][field])
    document = re.search(r"#/components/schemas/(PageDocument[\w-]*)", shown)
    if document is not None:
        shown = str(schemas[document[1]])
    assert f"'#/components/schemas/{part}'" in shown


def test_fields_with_defaults_are_required_in_responses() -> None:
    schemas = described()["components"]["schemas"]

    assert "errors" in schemas["ManyCodes"]["required"]
    assert "text" in schemas["Heading-Output"]["required"]
    assert schemas["Heading-Input"]["required"] == ["id"]
