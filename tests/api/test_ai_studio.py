"""The AI studio: pictures from prompts, offered only when readers read them."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import psycopg
import pytest
from PIL import Image
from pydantic import SecretStr
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.ai_studio import making
from api.domains.ai_studio.art.styles import DRAWN, Style, chosen_style, draw_art
from api.domains.ai_studio.composing import symbol_of
from api.domains.ai_studio.jobs import make_pictures
from api.domains.ai_studio.providers import generator_of
from api.domains.media.reading import Reading, zbar_reads, zxing_reads
from api.integrations.openai_images import OpenAiImages
from api.integrations.ports.image_generator import NoPicture, PictureUnavailable
from api.integrations.replicate_images import ReplicateImages
from api.jobs.registry import JobContext
from api.kit.clock import utc_now
from runtime.settings import Settings
from tests.support.drawn_codes import pixels_of, pixels_of_pdf, texts_in
from tests.support.jobs import run_jobs
from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.support.pictures import picture
from tests.support.waiting import eventually
from tests.twins.image_providers import KEY, ImageProviders, running_image_providers

CONTENT = "https://harbor.example/menu"


@pytest.fixture
def providers() -> Iterator[ImageProviders]:
    with running_image_providers() as running:
        yield running


def call(client: TestClient, who: Somebody, path: str, **body: Any) -> Any:
    answer = client.post(f"/v1/{path}", json=body, headers=who.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def made(client: TestClient, who: Somebody, settings: Settings, **body: Any) -> Any:
    """What a request has made once its job is done."""
    wanted = {"prompt": "Ocean at sunset", "count": 1} | body
    if "code_id" not in wanted:
        wanted["content"] = CONTENT
    job_id = call(client, who, "generate-ai-qr", **wanted)["job_id"]
    assert call(client, who, "get-ai-qr", job_id=job_id)["state"] == "queued"
    run_jobs(settings)
    return call(client, who, "get-ai-qr", job_id=job_id)


def opened(client: TestClient, url: str) -> Image.Image:
    answer = client.get(urlsplit(url).path)
    assert answer.status_code == 200
    return Image.open(BytesIO(answer.content)).convert("L")


@pytest.mark.parametrize("style", list(DRAWN))
def test_every_style_passes_the_gate_and_is_the_same_each_time(style: Style) -> None:
    symbol = symbol_of(CONTENT)
    art, ink = making.built_in_art("Tea in the garden", style, 7, symbol.side)

    picture_made = making.make(art, ink, symbol, CONTENT)

    assert picture_made is not None
    assert picture_made.grip <= 2
    assert making.passes(picture_made.readings)
    small = draw_art("Tea in the garden", style, 7, 240)
    assert np.array_equal(small, draw_art("Tea in the garden", style, 7, 240))
    assert not np.array_equal(small, draw_art("Tea in the garden", style, 8, 240))


def test_hard_pictures_are_held_more_firmly_and_still_read() -> None:
    symbol = symbol_of(CONTENT)
    rng = np.random.default_rng(1)
    checks = rng.integers(0, 2, (symbol.side // 8 + 1, symbol.side // 8 + 1, 1)).astype(float)
    noise = np.kron(checks, np.ones((8, 8, 3)))[: symbol.side, : symbol.side]

    kept = making.make(noise, np.array([0.1, 0.1, 0.3]), symbol, CONTENT)

    assert kept is not None
    assert making.passes(kept.readings)


def test_a_picture_that_one_reader_cannot_read_is_not_offered() -> None:
    names = ("plain", "small", "blurred", "turned", "photographed")
    good = tuple(Reading(name, zxing=True, zbar=name == "plain") for name in names)

    assert making.passes(good)
    assert not making.passes((Reading("plain", zxing=True, zbar=False), *good[1:]))
    for place in range(5):
        bad = [*good]
        bad[place] = Reading(names[place], zxing=False, zbar=True)
        assert not making.passes(tuple(bad))


def test_prompts_choose_their_style() -> None:
    assert chosen_style("stars over the mountains at night", Style.AUTO, 0) is Style.NIGHT_SKY
    assert chosen_style("herbs from the garden", Style.AUTO, 0) is Style.BOTANICAL
    assert chosen_style("anything", Style.MOSAIC, 3) is Style.MOSAIC
    assert len({chosen_style("anything", Style.AUTO, number) for number in range(6)}) == 6


def test_pictures_are_made_read_and_used(
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


def test_a_codes_picture_is_the_chosen_one_in_every_format_until_it_is_drawn_again(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    code = call(client, editor, "qr/create-code", name="Menu", type="page")
    code_id = code["code_id"]
    child = call(
        client, editor, "qr/create-code", name="Table 1", type="page", base_code_id=code_id
    )
    at = f"/v1/code-picture/{code_id}"
    drawn = client.get(f"{at}.png?size=300")
    done = made(client, editor, api_settings, code_id=code_id, style="mosaic")
    before = call(client, editor, "get-just-qr", code_id=code_id)

    used = call(client, editor, "use-ai-picture", job_id=done["job_id"], number=1, code_id=code_id)
    after = call(client, editor, "get-just-qr", code_id=code_id)

    assert (before["ai_media_id"], after["ai_media_id"]) == (None, used["media_id"])
    assert call(client, editor, "qr/get-code", code_id=code_id)["ai_media_id"] == used["media_id"]
    assert after["picture_url"] != before["picture_url"]
    png = client.get(f"{at}.png?width=600&height=700")
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


def test_a_code_whose_chosen_picture_is_removed_is_drawn_again(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    code = call(client, editor, "qr/create-code", name="Menu", type="page")
    code_id = code["code_id"]
    at = f"/v1/code-picture/{code_id}.png"
    drawn = client.get(at).content
    done = made(client, editor, api_settings, code_id=code_id, style="mosaic")
    used = call(client, editor, "use-ai-picture", job_id=done["job_id"], number=1, code_id=code_id)
    eventually(lambda: client.get(at).content != drawn)

    call(client, editor, "delete-media", media_id=used["media_id"])

    eventually(lambda: client.get(at).content == drawn)
    assert call(client, editor, "qr/get-code", code_id=code_id)["ai_media_id"] is None


def test_a_photo_becomes_a_code(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    photo = picture("JPEG", (900, 700), color=(180, 120, 60))
    media = client.post(
        "/v1/upload-image", files={"file": ("a.jpg", photo)}, headers=editor.headers
    ).json()

    done = made(client, editor, api_settings, style="photo", media_id=media["media_id"])

    assert [it["style"] for it in done["pictures"]] == ["photo"]
    assert zxing_reads(opened(client, done["pictures"][0]["png_url"]), CONTENT)


def test_a_providers_picture_is_used_and_the_built_in_art_stands_in(
    client: TestClient, editor: Somebody, api_settings: Settings, providers: ImageProviders
) -> None:
    with_key = api_settings.model_copy(
        update={
            "openai_api_key": SecretStr(KEY),
            "openai_base_url": f"{providers.url}/v1",
            "image_model": "gpt-image-1",
        }
    )

    painted = made(client, editor, with_key)
    providers.fails = True
    drawn = made(client, editor, with_key)
    providers.fails = False
    providers.picture = b"<html>no picture</html>"
    again = made(client, editor, with_key)

    assert painted["pictures"][0]["source"] == "openai"
    assert "Ocean at sunset" in providers.asked[0]["prompt"]
    for answer, why in ((drawn, "refused"), (again, "broken")):
        assert answer["pictures"][0]["source"] == "built-in"
        assert (answer["result"]["fallbacks"], answer["result"]["why"]) == (1, why)


def test_a_provider_that_is_at_its_limit_is_asked_no_more_for_this_request(
    client: TestClient, editor: Somebody, api_settings: Settings, providers: ImageProviders
) -> None:
    with_key = api_settings.model_copy(
        update={
            "openai_api_key": SecretStr(KEY),
            "openai_base_url": f"{providers.url}/v1",
            "image_model": "gpt-image-1",
        }
    )
    providers.refusals = [(429, "3600"), (500, None)]

    done = made(client, editor, with_key, count=2)

    assert done["state"] == "done"
    assert [it["source"] for it in done["pictures"]] == ["built-in"] * 2
    assert done["result"] == {"offered": 2, "refused": 0, "fallbacks": 2, "why": "busy"}
    assert len(providers.asked) == 1
    assert KEY not in str(done)


@pytest.mark.parametrize(
    ("refusals", "asked", "slept", "why"),
    [
        ([(429, "7"), (503, None)], 3, [7.0, 4.0], None),
        ([(500, None)] * 3, 3, [2.0, 4.0], NoPicture.AWAY),
        ([(429, "Sun, 22 Nov 2026 10:00:00 GMT")], 1, [], NoPicture.BUSY),
        ([(401, None)], 1, [], NoPicture.KEY),
        ([(422, None)], 1, [], NoPicture.REFUSED),
        ([(429, "19")] * 3, 2, [19.0], NoPicture.SLOW),
    ],
)
def test_what_may_pass_is_asked_again_within_the_time_of_a_picture(
    providers: ImageProviders,
    refusals: list[tuple[int, str | None]],
    asked: int,
    slept: list[float],
    why: NoPicture | None,
) -> None:
    clock, naps = [0.0], list[float]()

    def sleep(seconds: float) -> None:
        naps.append(seconds)
        clock[0] += seconds

    painter = OpenAiImages(
        base_url=f"{providers.url}/v1",
        api_key=KEY,
        model="m",
        seconds=30,
        monotonic=lambda: clock[0],
        sleep=sleep,
    )
    providers.refusals = [*refusals]

    if why is None:
        assert painter.paint("sea", 1) == providers.picture
    else:
        with pytest.raises(PictureUnavailable) as refused:
            painter.paint("sea", 1)
        assert refused.value.why is why
        assert KEY not in str(refused.value)
    assert (len(providers.asked), naps) == (asked, slept)


def test_a_picture_encodes_the_name_that_its_code_is_shown_under(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    code = call(client, editor, "qr/create-code", name="Menu", type="page", slug="sea-menu")
    other = call(client, editor, "qr/create-code", name="Other", type="page")
    done = made(client, editor, api_settings, code_id=code["code_id"], style="mosaic")
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


def test_pictures_are_bought_only_where_somebody_asked_for_it(api_settings: Settings) -> None:
    for_texts = api_settings.model_copy(update={"openai_api_key": SecretStr(KEY)})
    for_pictures = for_texts.model_copy(update={"image_model": "gpt-image-1"})
    at_replicate = api_settings.model_copy(update={"replicate_api_token": SecretStr(KEY)})

    assert Settings.model_fields["image_model"].default == ""
    assert generator_of(for_texts) is None
    assert isinstance(generator_of(for_pictures), OpenAiImages)
    assert isinstance(generator_of(at_replicate), ReplicateImages)


def test_replicate_is_waited_for_and_its_token_stays_with_it(providers: ImageProviders) -> None:
    clock = [0.0]

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    def painter(**options: Any) -> ReplicateImages:
        wanted = {"base_url": f"{providers.url}/v1", "token": KEY, "model": "a/b"} | options
        return ReplicateImages(**wanted, monotonic=lambda: clock[0], sleep=sleep)

    assert painter().paint("sea", 2**40) == providers.picture
    assert providers.asked[0]["input"]["seed"] < 2**31
    assert providers.keys_with_pictures == [None]
    assert clock[0] == 2.0
    providers.polls_until_done = 1000
    with pytest.raises(PictureUnavailable, match="too long"):
        painter(seconds=30).paint("sea", 1)
    providers.polls_until_done = 0
    for elsewhere in ("http://169.254.169.254/latest", "file:///etc/passwd"):
        providers.picture_address = elsewhere
        with pytest.raises(PictureUnavailable, match="no safe address"):
            painter().paint("sea", 1)
    providers.fails = True
    with pytest.raises(PictureUnavailable, match="failed"):
        painter().paint("sea", 1)
    with pytest.raises(PictureUnavailable):
        painter(token="wrong").paint("sea", 1)


def test_openai_without_the_right_key_gives_a_plain_no(providers: ImageProviders) -> None:
    painter = OpenAiImages(base_url=f"{providers.url}/v1", api_key="wrong", model="m")

    with pytest.raises(PictureUnavailable):
        painter.paint("sea", 1)


def test_a_job_done_again_makes_nothing_twice(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:

    done = made(client, editor, api_settings, style="mosaic")
    engine = make_engine(api_settings)
    context = JobContext(done["job_id"], editor.org_id or "", None, api_settings, engine, utc_now)
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update jobs set state = 'running'")
    args = {"prompt": "x", "content": CONTENT, "style": "mosaic", "seed": None, "count": 1}

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
        {"content": None},
        {"count": 5},
        {"seed": -1},
    ],
)
def test_requests_without_sense_are_refused(
    client: TestClient, editor: Somebody, wrong: dict[str, Any]
) -> None:
    body = {"prompt": "sea", "content": CONTENT} | wrong

    answer = client.post("/v1/generate-ai-qr", json=body, headers=editor.headers)

    assert answer.status_code == 422


def test_jobs_and_codes_of_others_are_not_there(
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
