"""What a phone downloads for a page with photographs."""

from io import BytesIO

import pytest
from playwright.sync_api import Response, StorageState, expect

from tests.e2e.browser import PATIENCE_MS, calls_of
from tests.e2e.conftest import Caller, NewContext
from tests.support.installation import Installation
from tests.support.pictures import photograph

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

LIMIT = 250_000


def test_page_with_five_photographs_is_light_on_a_phone(
    new_browser: NewContext, owner: Caller, owner_session: StorageState, product: Installation
) -> None:
    content = [{"type": "Heading", "props": {"id": "h", "text": "Our summer", "level": 1}}]
    with calls_of(owner_session, product.url("")) as client:
        for seed in range(5):
            file = {"file": ("photo.jpg", BytesIO(photograph(1440, 810, seed)), "image/jpeg")}
            url = client.post("upload-image", files=file).json()["url"]
            props = {"id": f"p{seed}", "url": url, "alt": f"Photograph {seed + 1}"}
            content.append({"type": "Picture", "props": props})
    code_id = str(owner("qr/create-code", name="Summer", type="page")["code_id"])
    page_id = owner("gen-page", code_id=code_id, blocks={"root": {}, "content": content})["page_id"]
    owner("update-page", page_id=page_id, action="publish")
    page = new_browser(device="phone", is_new=True).new_page()
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    page.on("response", note)

    page.goto(f"/code/{code_id}")
    for number in range(1, 6):
        picture = page.get_by_alt_text(f"Photograph {number}")
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
    page.wait_for_load_state("networkidle")

    shown = {
        page.get_by_alt_text(f"Photograph {number}").evaluate("it => it.currentSrc")
        for number in range(1, 6)
    }
    photographs = [it for it in answers if it.url in shown]
    assert len(photographs) == 5
    assert all(it.url.endswith(".avif") for it in photographs), [it.url for it in photographs]
    assert sum(sum(it.request.sizes().values()) for it in answers) <= LIMIT
