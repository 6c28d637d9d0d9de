"""A brand's page under a name chosen by the brand."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.pages import PageMaker, heading


def named(pages: PageMaker, page_id: str, name: str | None, status: int = 200) -> dict[str, Any]:
    return pages.call("/v1/update-page", {"page_id": page_id, "vanity_name": name}, status)


def test_published_page_opens_under_its_vanity_name(pages: PageMaker, visitor: TestClient) -> None:
    page_id = pages.page(heading("Hello"))
    named(pages, page_id, "Harbor-Coffee")
    before = visitor.get("/p/harbor-coffee")

    pages.publish(page_id)

    assert before.status_code == 404
    for path in ("/p/Harbor-Coffee", "/pitviper/Harbor-Coffee"):
        shown = visitor.get(path)
        assert shown.status_code == 200
        assert "Hello" in shown.text
    for path in ("/p/somebody-else", f"/page/{page_id}x"):
        missing = visitor.get(path)
        assert (missing.status_code, "Page not found" in missing.text) == (404, True)


def test_page_of_a_code_opens_through_its_code(pages: PageMaker, visitor: TestClient) -> None:
    code_id, page_id = pages.published(heading("Hello"))

    named(pages, page_id, "harbor")

    answer = visitor.get("/p/harbor")
    assert (answer.status_code, answer.headers["location"]) == (302, f"/code/{code_id}")


def test_vanity_name_belongs_to_one_page_until_it_is_released(pages: PageMaker) -> None:
    first, second = pages.page(heading("One")), pages.page(heading("Two"))
    named(pages, first, "harbor")

    refused = named(pages, second, "harbor", status=409)
    named(pages, first, None)

    assert refused["code"] == "vanity_name_taken"
    assert named(pages, second, "harbor")["vanity_name"] == "harbor"
    pages.call("/v1/delete-page", {"page_id": second})
    assert named(pages, first, "harbor")["vanity_name"] == "harbor"


@pytest.mark.parametrize(
    "name", ["a", "-harbor", "harbor-", "har--bor", "har bor", "../x", "x" * 41, ""]
)
def test_invalid_vanity_names_are_refused(pages: PageMaker, name: str) -> None:
    named(pages, pages.page(heading("One")), name, status=422)
