"""Blocks for some visitors: what each of them sees is decided when the page is filled."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from api.domains.content.page_blocks.audience import Viewer, is_for
from tests.support.browsers import BROWSER, IPHONE
from tests.support.pages import PageMaker, heading

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
PHONE = Viewer("phone", "de-AT", False, NOON)


def only(text: str, **audience: object) -> dict[str, object]:
    block = heading(text, text.lower())
    return {**block, "props": {**block["props"], **audience}}


@pytest.mark.parametrize(
    ("audience", "shown"),
    [
        ({}, True),
        ({"for_devices": ["phone", "tv"]}, True),
        ({"for_devices": ["desktop"]}, False),
        ({"for_languages": ["de"]}, True),
        ({"for_languages": ["DE-at"]}, True),
        ({"for_languages": ["de-CH"]}, False),
        ({"for_languages": ["d"]}, False),
        ({"for_visitors": "new"}, True),
        ({"for_visitors": "returning"}, False),
        ({"for_devices": ["phone"], "for_visitors": "returning"}, False),
        ({"shown_from": "2026-06-01T12:00:00Z"}, True),
        ({"shown_until": "2026-06-01T14:00:00+02:00"}, False),
        ({"shown_until": "2026-06-01T14:00:01+02:00"}, True),
    ],
)
def test_every_given_audience_condition_must_match(
    audience: dict[str, object], shown: bool
) -> None:
    assert is_for(audience, PHONE) is shown


def test_unknown_values_match_no_audience() -> None:
    nobody = Viewer(None, None, None, NOON)

    for audience in (
        {"for_devices": ["phone", "tablet", "desktop", "tv"]},
        {"for_languages": ["de"]},
        {"for_visitors": "new"},
        {"for_visitors": "returning"},
    ):
        assert not is_for(audience, nobody)
    assert is_for({}, nobody)


@given(
    start=st.integers(-5, 5),
    length=st.integers(1, 5),
    offset=st.integers(-14 * 60, 14 * 60),
)
def test_audience_schedule_includes_its_start_and_excludes_its_end(
    start: int, length: int, offset: int
) -> None:
    elsewhere = NOON.astimezone(timezone(timedelta(minutes=offset)))
    window = {
        "shown_from": (elsewhere + timedelta(seconds=start)).isoformat(),
        "shown_until": (elsewhere + timedelta(seconds=start + length)).isoformat(),
    }

    assert is_for(window, PHONE) is (start <= 0 < start + length)


def test_each_visitor_sees_only_blocks_for_their_audience(
    pages: PageMaker, client: TestClient
) -> None:
    code_id, _ = pages.published(
        heading("All"),
        only("Phones", for_devices=["phone"]),
        only("Computers", for_devices=["desktop"]),
        only("German", for_languages=["de"]),
        only("First", for_visitors="new"),
        only("Again", for_visitors="returning"),
        only("Past", shown_until="2020-01-01T00:00:00Z"),
        only("Future", shown_from="2120-01-01T00:00:00+02:00"),
    )

    def seen(**headers: str) -> list[str]:
        text = client.get(f"/code/{code_id}", headers={**BROWSER, **headers}).text
        assert "wp:shown" not in text
        names = ["All", "Phones", "Computers", "German", "First", "Again", "Past", "Future"]
        return [name for name in names if f"<h1>{name}</h1>" in text]

    assert seen() == ["All", "Computers", "First"]
    assert seen() == ["All", "Computers", "Again"]  # because of the cookie of the first visit
    client.cookies.clear()
    fields = {"user-agent": IPHONE, "accept-language": "de-AT,en;q=0.5"}
    assert seen(**fields) == ["All", "Phones", "German", "First"]
    client.cookies.clear()
    refused = {"sec-gpc": "1", "accept-language": "en"}
    assert seen(**refused) == ["All", "Computers"]


def test_editors_can_preview_a_page_as_a_chosen_visitor(pages: PageMaker) -> None:
    page_id = pages.page(
        heading("All"),
        only("Computers", for_devices=["desktop"]),
        only("Again", for_visitors="returning"),
    )

    def seen(**chosen: object) -> list[str]:
        html = pages.call("/v1/page-preview", {"page_id": page_id, **chosen})["html"]
        return [name for name in ("All", "Computers", "Again") if f"<h1>{name}</h1>" in html]

    assert seen(device="phone") == ["All"]
    assert seen(device="desktop", returning=True) == ["All", "Computers", "Again"]


@pytest.mark.parametrize(
    ("audience", "field"),
    [
        ({"for_devices": ["fridge"]}, "for_devices"),
        ({"for_languages": ["german!"]}, "for_languages"),
        ({"for_visitors": "some"}, "for_visitors"),
        ({"shown_from": "2026-06-01T12:00"}, "shown_from"),
        ({"shown_from": "2026-06-01T12:00Z", "shown_until": "2026-06-01T13:00+01:00"}, ""),
    ],
)
def test_invalid_audience_is_refused(
    pages: PageMaker, audience: dict[str, object], field: str
) -> None:
    blocks = {"root": {"props": {}}, "content": [only("Some", **audience)]}

    answer = pages.call("/v1/gen-page", {"name": "Some", "blocks": blocks}, status=422)

    assert any(
        one["field"].startswith(f"blocks.content[0].props{'.' + field if field else ''}")
        for one in answer["errors"]
    ), answer["errors"]
