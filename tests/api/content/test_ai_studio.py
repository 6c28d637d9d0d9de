"""The AI studio: pictures from prompts, offered only if readers can decode them."""

from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import psycopg
import pytest
from PIL import Image
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.content.ai_studio import composition, generation
from api.domains.content.ai_studio.art.halftone import dotted
from api.domains.content.ai_studio.art.styles import GENERATORS, chosen_style, draw_art
from api.domains.content.ai_studio.composition import LAYOUTS, Symbol, compose, symbol_of
from api.domains.content.ai_studio.jobs import make_pictures
from api.domains.content.ai_studio.types import Style
from api.jobs.registry import JobContext
from api.kit.clock import utc_now
from api.rendering.qr.decoding import Reading, zbar_reads, zxing_reads
from runtime.settings import Settings
from tests.support.calling import call
from tests.support.drawn_codes import pixels_of, pixels_of_pdf, texts_in
from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.support.pictures import picture
from tests.support.studio import CONTENT, made
from tests.support.waiting import eventually

pytestmark = pytest.mark.slow


def opened(client: TestClient, url: str) -> Image.Image:
    answer = client.get(urlsplit(url).path)
    assert answer.status_code == 200
    return Image.open(BytesIO(answer.content)).convert("L")


@pytest.mark.parametrize("style", list(GENERATORS))
def test_every_style_passes_the_readability_check_and_is_deterministic(style: Style) -> None:
    symbol = symbol_of(CONTENT)
    art, ink = generation.built_in_art("Tea in the garden", style, 7, symbol.side)

    picture_made = generation.make(art, ink, CONTENT)

    assert picture_made is not None
    assert picture_made.grip <= 2
    assert generation.passes(picture_made.readings)
    small = draw_art("Tea in the garden", style, 7, 240)
    assert np.array_equal(small, draw_art("Tea in the garden", style, 7, 240))
    assert not np.array_equal(small, draw_art("Tea in the garden", style, 8, 240))


def test_difficult_pictures_are_adjusted_more_strongly_and_remain_readable() -> None:
    symbol = symbol_of(CONTENT)
    rng = np.random.default_rng(1)
    checks = rng.integers(0, 2, (symbol.side // 8 + 1, symbol.side // 8 + 1, 1)).astype(float)
    noise = np.kron(checks, np.ones((8, 8, 3)))[: symbol.side, : symbol.side]

    kept = generation.make(noise, np.array([0.1, 0.1, 0.3]), CONTENT)

    assert kept is not None
    assert generation.passes(kept.readings)


def test_picture_unreadable_for_one_reader_is_not_offered() -> None:
    names = ("plain", "small", "blurred", "turned", "photographed")
    good = tuple(Reading(name, zxing=True, zbar=name == "plain") for name in names)

    assert generation.passes(good)
    assert not generation.passes((Reading("plain", zxing=True, zbar=False), *good[1:]))
    for place in range(5):
        bad = [*good]
        bad[place] = Reading(names[place], zxing=False, zbar=True)
        assert not generation.passes(tuple(bad))


def test_dots_are_larger_where_the_picture_is_darker() -> None:
    side = 312
    ramp = np.repeat(np.linspace(0, 1, side)[None, :, None], side, 0).repeat(3, 2)

    dots = dotted(ramp).mean(axis=2)

    inked = [(part < 0.75).mean() for part in np.array_split(dots, 6, axis=1)]
    assert inked == sorted(inked, reverse=True)
    assert inked[0] > 0.75
    assert inked[-1] < 0.2
    row = dots[:, side // 2 : side // 2 + 8]
    assert row.min() < 0.6
    assert row.max() > 0.9


def test_long_links_pass_the_readability_check_at_200_pixels() -> None:
    content = ("https://codes.a-company-with-a-long-name.example/code/" + "a7bc9d" * 10)[:100]
    art, ink = generation.built_in_art("Tea", Style.TERRAZZO, 3, symbol_of(content).side)

    kept = generation.make(art, ink, content)

    assert kept is not None
    assert generation.passes(kept.readings)
    small = kept.picture.convert("L").resize((200, 200), Image.Resampling.BILINEAR)
    assert zxing_reads(small, content)
    assert kept.readings[1].circumstance == "small"


def test_unreadable_small_picture_gets_larger_modules_before_stronger_adjustment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    content = "https://codes.a-company-with-a-long-name.example/code/" + "a7bc9d" * 7
    tried = list(generation.attempts(content))
    seen: list[int] = []

    def gate(_picture: object, _content: str, symbol: Symbol) -> tuple[Reading, ...]:
        seen.append(symbol.modules)
        return (Reading("plain", zxing=len(seen) == 4, zbar=True),)

    def laid_in(*given: Any) -> Image.Image:
        """Compose only the picture that passes."""
        return compose(*given) if len(seen) == 3 else Image.new("RGB", (64, 64))

    monkeypatch.setattr(generation, "gate", gate)
    monkeypatch.setattr(generation, "compose", laid_in)
    flat = np.full((64, 64, 3), 0.5)
    kept = generation.make(flat, np.array([0.1, 0.1, 0.3]), content)

    assert kept is not None
    assert (kept.layout, kept.grip) == (LAYOUTS[1], 0)
    assert seen[0] == seen[2] > seen[3]
    sizes = [symbol_of(content, layout).modules for layout, number, _ in tried if number == 0]
    assert sizes == sorted(set(sizes), reverse=True)
    assert [number for _, number, _ in tried[-2:]] == [3, 4]


def test_prompt_selects_the_style() -> None:
    assert chosen_style("stars over the mountains at night", Style.AUTO, 0) is Style.NIGHT_SKY
    assert chosen_style("herbs from the garden", Style.AUTO, 0) is Style.BOTANICAL
    assert chosen_style("anything", Style.MOSAIC, 3) is Style.MOSAIC
    assert len({chosen_style("anything", Style.AUTO, number) for number in range(6)}) == 6


@pytest.mark.usefixtures("small_pictures")
def test_pictures_are_generated_verified_and_used(
    client: TestClient, editor: Somebody, viewer: Somebody, api_settings: Settings
) -> None:
    code = call(client, editor, "qr/create-code", name="Menu", type="page")

    done = made(client, editor, api_settings, code_id=code["code_id"], count=2, style="waves")

    assert (done["state"], done["done"], done["total"]) == ("done", 2, 2)
    assert done["result"] == {"offered": 2, "refused": 0, "fallbacks": 0}
    first, second = done["pictures"]
    assert first["seed"] + 1 == second["seed"]
    for shown in (first["png_url"], first["url"]):
        image = opened(client, shown)
        assert zxing_reads(image, code["url"])
        assert zbar_reads(image, code["url"])
    modules = first["width"] / composition.PIXELS
    assert first["least_width_mm"] == pytest.approx(modules * 0.4, abs=0.05)
    assert first["png_url"].endswith(".png")
    used = call(
        client, editor, "use-ai-picture", job_id=done["job_id"], number=2, code_id=code["code_id"]
    )
    assert used["code_id"] == code["code_id"]
    call(client, editor, "use-ai-picture", job_id=done["job_id"], number=1, code_id=code["code_id"])
    listed = call(client, viewer, "list-ai-pictures", code_id=code["code_id"])["items"]
    assert [it["number"] for it in listed] == [1]
    other = call(client, editor, "qr/create-code", name="Other", type="page")
    body = {"job_id": done["job_id"], "number": 1, "code_id": other["code_id"]}
    refused = client.post("/v1/use-ai-picture", json=body, headers=editor.headers)
    assert (refused.status_code, refused.json()["code"]) == (409, "picture_of_other_content")


@pytest.mark.usefixtures("small_pictures")
def test_chosen_ai_picture_is_used_in_every_format_until_the_standard_picture_is_restored(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    code = call(client, editor, "qr/create-code", name="Menu", type="page")
    code_id = code["code_id"]
    child = call(
        client, editor, "qr/create-code", name="Table 1", type="page", base_code_id=code_id
    )
    at = f"/v1/code-picture/{code_id}"
    drawn = client.get(f"{at}.png?size=300")
    done = made(client, editor, api_settings, code_id=code_id, style="botanical")
    before = call(client, editor, "get-just-qr", code_id=code_id)

    used = call(client, editor, "use-ai-picture", job_id=done["job_id"], number=1, code_id=code_id)
    after = call(client, editor, "get-just-qr", code_id=code_id)

    assert (before["ai_media_id"], after["ai_media_id"]) == (None, used["media_id"])
    assert call(client, editor, "qr/get-code", code_id=code_id)["ai_media_id"] == used["media_id"]
    plain = call(client, editor, "check-picture", code_id=code_id, design={})
    small, large = (
        call(client, editor, "check-picture", code_id=code_id, size=size, width_mm=14)
        for size in (48, 1024)
    )
    assert large["least_width_mm"] == used["least_width_mm"] > plain["least_width_mm"]
    assert [it["code"] for it in large["warnings"]] == ["too_small_to_print"]
    assert [it["code"] for it in small["warnings"]] == ["too_few_pixels", "too_small_to_print"]
    assert (plain["decodes"], large["decodes"], small["decodes"]) == (True, True, False)
    assert after["picture_url"] != before["picture_url"]
    v = after["picture_url"].partition("?")[2]
    png = client.get(f"{at}.png?width=600&height=700&{v}")
    shown = pixels_of(png.content)
    assert shown.size == (600, 700)
    assert len(shown.getcolors(600 * 700) or ()) > 1000
    assert texts_in(shown) == [code["url"]]
    again = client.get(
        f"{at}.png?width=600&height=700", headers={"If-None-Match": png.headers["etag"]}
    )
    assert again.status_code == 304
    assert client.get(f"{at}.png?size=300").headers["etag"] != drawn.headers["etag"]
    assert "data:image/png;base64," in client.get(f"{at}.svg").text
    assert texts_in(pixels_of_pdf(client.get(f"{at}.pdf").content)) == [code["url"]]
    assert b"/ImageType 1" in client.get(f"{at}.eps").content
    element = {"id": "a", "type": "code", "x": 5, "y": 5, "width": 80, "height": 80}
    layout = {"name": "Table", "width_mm": 90, "height_mm": 90, "elements": [element]}
    slip = call(
        client, editor, "slip", action="create_slip", updated_data={**layout, "code_id": code_id}
    )
    printed = call(client, editor, "print-slip", slip_id=slip["slip_id"], paper="slip")
    sheet = pixels_of_pdf(client.get(printed["url"]).content)
    assert texts_in(sheet) == [code["url"]]
    assert len(sheet.getcolors(2**20) or ()) > 1000
    of_child = pixels_of(client.get(f"/v1/code-picture/{child['code_id']}.png").content)
    assert texts_in(of_child) == [child["url"]]
    assert len(of_child.getcolors() or ()) == 2
    assert call(client, editor, "get-just-qr", code_id=child["code_id"])["ai_media_id"] is None

    back = call(client, editor, "use-drawn-picture", code_id=code_id)

    assert back["ai_media_id"] is None
    assert back["version"] > after["version"]
    eventually(lambda: client.get(f"{at}.png?size=300").content == drawn.content)
    assert call(client, editor, "use-drawn-picture", code_id=code_id)["version"] == back["version"]
    assert call(client, editor, "list-ai-pictures", code_id=code_id)["items"] == []
    assert len(call(client, editor, "list-ai-pictures")["items"]) == 1


@pytest.mark.usefixtures("small_pictures")
def test_code_is_rendered_again_after_its_chosen_picture_is_removed(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    code = call(client, editor, "qr/create-code", name="Menu", type="page")
    code_id = code["code_id"]
    at = f"/v1/code-picture/{code_id}.png"
    drawn = client.get(at).content
    done = made(client, editor, api_settings, code_id=code_id, style="botanical")
    used = call(client, editor, "use-ai-picture", job_id=done["job_id"], number=1, code_id=code_id)
    eventually(lambda: client.get(at).content != drawn)

    call(client, editor, "delete-media", media_id=used["media_id"])

    eventually(lambda: client.get(at).content == drawn)
    assert call(client, editor, "qr/get-code", code_id=code_id)["ai_media_id"] is None


@pytest.mark.usefixtures("small_pictures")
def test_photo_becomes_a_code(client: TestClient, editor: Somebody, api_settings: Settings) -> None:
    photo = picture("JPEG", (900, 700), color=(180, 120, 60))
    media = client.post(
        "/v1/upload-image", files={"file": ("a.jpg", photo)}, headers=editor.headers
    ).json()

    done = made(client, editor, api_settings, style="photo", media_id=media["media_id"])

    assert [it["style"] for it in done["pictures"]] == ["photo"]
    assert zxing_reads(opened(client, done["pictures"][0]["png_url"]), CONTENT)
    dotted = made(client, editor, api_settings, style="halftone", media_id=media["media_id"])
    assert [it["style"] for it in dotted["pictures"]] == ["halftone"]
    assert zxing_reads(opened(client, dotted["pictures"][0]["png_url"]), CONTENT)


@pytest.mark.usefixtures("small_pictures")
def test_picture_encodes_the_current_slug_of_its_code(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    code = call(client, editor, "qr/create-code", name="Menu", type="page", slug="sea-menu")
    other = call(client, editor, "qr/create-code", name="Other", type="page")
    done = made(client, editor, api_settings, code_id=code["code_id"], style="botanical")
    use = {"job_id": done["job_id"], "number": 1}

    (offered,) = done["pictures"]
    assert offered["content"].endswith("/code/sea-menu")
    assert offered["for_code_id"] == code["code_id"]
    assert zxing_reads(opened(client, offered["png_url"]), code["url"])
    body = {**use, "code_id": other["code_id"]}
    assert client.post("/v1/use-ai-picture", json=body, headers=editor.headers).status_code == 409
    call(client, editor, "set-code-slug", code_id=code["code_id"], slug="winter-menu")
    assert call(client, editor, "use-ai-picture", **use, code_id=code["code_id"])["code_id"]

    call(client, editor, "set-code-slug", code_id=other["code_id"], slug="sea-menu", move=True)

    assert call(client, editor, "qr/get-code", code_id=code["code_id"])["ai_media_id"] is None
    (moved,) = call(client, editor, "get-ai-qr", job_id=done["job_id"])["pictures"]
    assert moved["for_code_id"] == other["code_id"]


@pytest.mark.usefixtures("small_pictures")
def test_repeated_job_creates_no_duplicates(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:

    done = made(client, editor, api_settings, style="botanical")
    engine = make_engine(api_settings)
    context = JobContext(done["job_id"], editor.org_id or "", None, api_settings, engine, utc_now)
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update jobs set state = 'running'")
    args = {"prompt": "x", "content": CONTENT, "style": "botanical", "seed": None, "count": 1}

    assert make_pictures(context, args)["offered"] == 1
    assert len(call(client, editor, "list-ai-pictures")["items"]) == 1
    engine.dispose()


@pytest.mark.parametrize(
    "wrong",
    [
        {"prompt": ""},
        {"prompt": "x" * 501},
        {"content": "x" * 200},
        {"style": "cubism"},
        {"style": "photo"},
        {"style": "waves", "media_id": "med_1"},
        {"content": None},
        {"count": 5},
        {"seed": -1},
    ],
)
def test_invalid_requests_are_refused(
    client: TestClient, editor: Somebody, wrong: dict[str, Any]
) -> None:
    body = {"prompt": "sea", "content": CONTENT} | wrong

    answer = client.post("/v1/generate-ai-qr", json=body, headers=editor.headers)

    assert answer.status_code == 422


def test_jobs_and_codes_of_other_organisations_are_not_found(
    client: TestClient,
    editor: Somebody,
    viewer: Somebody,
    make_org: MakeOrg,
    make_member: MakeMember,
) -> None:
    stranger = make_member(make_org("Northwind Books"), "owner")
    code = call(client, editor, "qr/create-code", name="Menu", type="page")["code_id"]
    job_id = call(client, editor, "generate-ai-qr", prompt="sea", code_id=code)["job_id"]
    for path, body in (
        ("get-ai-qr", {"job_id": job_id}),
        ("generate-ai-qr", {"prompt": "sea", "code_id": code}),
        ("use-ai-picture", {"job_id": job_id, "number": 1, "code_id": code}),
        ("use-drawn-picture", {"code_id": code}),
        ("generate-ai-qr", {"prompt": "x", "content": "x", "style": "photo", "media_id": "med_x"}),
    ):
        answer = client.post(f"/v1/{path}", json=body, headers=stranger.headers)
        assert answer.status_code == 404, path
    theirs = call(client, stranger, "qr/create-code", name="Books", type="page")["code_id"]
    body = {"job_id": job_id, "number": 1, "code_id": theirs}
    answer = client.post("/v1/use-ai-picture", json=body, headers=stranger.headers)
    assert answer.status_code == 404
    body = {"code_id": code}
    assert (
        client.post("/v1/use-drawn-picture", json=body, headers=viewer.headers).status_code == 403
    )
    body = {"prompt": "sea", "code_id": code}
    assert client.post("/v1/generate-ai-qr", json=body, headers=viewer.headers).status_code == 403
