"""Image providers of the AI studio: called, waited for, and replaced."""

import base64
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from pydantic import SecretStr
from starlette.testclient import TestClient

from api.domains.content.ai_studio.composition import plain, symbol_of
from api.integrations.image_generator import image_generator
from api.integrations.openai.adapter import OpenAiImages
from api.integrations.openai.config import OpenAiSettings
from api.integrations.ports.image_generator import (
    NoPicture,
    PictureUnavailable,
    PlainCode,
    TakesCode,
)
from api.integrations.replicate.adapter import ReplicateImages
from api.integrations.replicate.config import ReplicateSettings
from api.rendering.qr.decoding import zbar_reads, zxing_reads
from runtime.outbound_http import OutboundAnswer
from runtime.settings import Settings
from tests.support.calling import call
from tests.support.jobs import run_jobs
from tests.support.people import Somebody
from tests.support.pictures import picture
from tests.support.studio import made
from tests.twins.image_providers import KEY, ImageProviders, running_image_providers

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("small_pictures")]

CODE = PlainCode("https://harbor.example/menu", b"png")
UNSAFE = (
    "http://169.254.169.254/latest",
    "https://169.254.169.254/latest",
    "https://10.0.0.1/picture.png",
    "file:///etc/passwd",
)


@pytest.fixture
def providers() -> Iterator[ImageProviders]:
    with running_image_providers() as running:
        yield running


@pytest.fixture
def with_key(api_settings: Settings, providers: ImageProviders) -> Settings:
    """Return settings of an installation that has a key of the provider."""
    return api_settings.with_vendors(
        OpenAiSettings(
            api_key=SecretStr(KEY), base_url=f"{providers.url}/v1", image_model="gpt-image-1"
        )
    )


def test_provider_picture_is_used_with_built_in_art_as_fallback(
    client: TestClient, editor: Somebody, with_key: Settings, providers: ImageProviders
) -> None:
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


def test_provider_at_its_limit_is_not_called_again_for_the_same_request(
    client: TestClient, editor: Somebody, with_key: Settings, providers: ImageProviders
) -> None:
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
def test_temporary_provider_errors_are_retried_within_the_time_limit_of_a_picture(
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
        assert painter.paint("sea", 1, CODE) == providers.picture
    else:
        with pytest.raises(PictureUnavailable) as refused:
            painter.paint("sea", 1, CODE)
        assert refused.value.why is why
        assert KEY not in str(refused.value)
    assert (len(providers.asked), naps) == (asked, slept)


NONSENSE = (b"", b"{", b"null", b"[]", b"{}", b"<html>busy</html>", b"\xff\xfe", b'"text"', b"7")


@pytest.mark.parametrize(
    "reply",
    [
        *NONSENSE,
        b'{"data": []}',
        b'{"data": {}}',
        b'{"data": [null]}',
        b'{"data": ["a"]}',
        b'{"data": [{}]}',
        b'{"data": [{"b64_json": 7}]}',
        b'{"data": [{"b64_json": ""}]}',
        b'{"data": [{"url": "https://[::1"}]}',
        b'{"data": [{"url": "https://x.example:port/"}]}',
    ],
)
def test_malformed_provider_response_is_a_plain_failure(
    providers: ImageProviders, reply: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    providers.broken = reply
    painter = OpenAiImages(base_url=f"{providers.url}/v1", api_key=KEY, model="m")

    with pytest.raises(PictureUnavailable) as refused:
        painter.paint("sea", 1, CODE)

    assert refused.value.why is NoPicture.BROKEN
    assert len(providers.asked) == 1
    entry = capsys.readouterr()
    assert KEY not in str(refused.value) + entry.out + entry.err


@pytest.mark.parametrize("reply", [*NONSENSE, b'{"id": "p0"}', b'{"id": [1], "status": []}'])
def test_malformed_prediction_is_a_plain_failure(
    providers: ImageProviders, reply: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    providers.broken = reply
    painter = ReplicateImages(base_url=f"{providers.url}/v1", token=KEY, model="a/b")

    with pytest.raises(PictureUnavailable) as refused:
        painter.paint("sea", 1, CODE)

    assert refused.value.why is NoPicture.BROKEN
    entry = capsys.readouterr()
    assert KEY not in str(refused.value) + entry.out + entry.err


@pytest.mark.parametrize(
    ("over", "why"),
    [
        ({"output": None}, NoPicture.BROKEN),
        ({"output": []}, NoPicture.BROKEN),
        ({"output": {"image": "x"}}, NoPicture.BROKEN),
        ({"output": 7}, NoPicture.BROKEN),
        ({"output": [None]}, NoPicture.BROKEN),
        ({"status": "canceled"}, NoPicture.REFUSED),
        ({"status": "failed", "error": f"no, {KEY}"}, NoPicture.REFUSED),
        ({"status": "something new"}, NoPicture.SLOW),
    ],
)
def test_unsuccessful_prediction_is_a_failure_within_the_time_limit_of_a_picture(
    providers: ImageProviders, over: dict[str, Any], why: NoPicture
) -> None:
    clock = [0.0]

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    providers.polls_until_done, providers.over = 1, over
    painter = ReplicateImages(
        base_url=f"{providers.url}/v1",
        token=KEY,
        model="a/b",
        seconds=30,
        monotonic=lambda: clock[0],
        sleep=sleep,
    )

    with pytest.raises(PictureUnavailable) as refused:
        painter.paint("sea", 1, CODE)

    assert refused.value.why is why
    assert KEY not in str(refused.value)
    assert clock[0] <= 30


def test_hanging_provider_is_abandoned_and_not_called_twice(providers: ImageProviders) -> None:
    providers.hangs_for = 1.5
    painter = OpenAiImages(base_url=f"{providers.url}/v1", api_key=KEY, model="m", seconds=0.2)

    with pytest.raises(PictureUnavailable) as refused:
        painter.paint("sea", 1, CODE)

    assert refused.value.why is NoPicture.SLOW
    assert len(providers.asked) == 1


def test_cancelled_job_generates_no_more_pictures_and_keeps_existing_pictures(
    client: TestClient, editor: Somebody, with_key: Settings, providers: ImageProviders
) -> None:
    wanted = {"prompt": "Ocean", "count": 4, "content": CODE.content}
    job_id = call(client, editor, "generate-ai-qr", **wanted)["job_id"]
    providers.when_asked = lambda: call(client, editor, "cancel-job", job_id=job_id)

    run_jobs(with_key)
    stopped = call(client, editor, "get-ai-qr", job_id=job_id)

    assert (stopped["state"], stopped["error"]) == ("cancelled", None)
    assert (len(stopped["pictures"]), len(providers.asked)) == (1, 1)


def test_pictures_are_bought_only_if_an_image_provider_is_configured(
    api_settings: Settings,
) -> None:
    openai = OpenAiSettings(api_key=SecretStr(KEY))
    for_texts = api_settings.with_vendors(openai)
    for_pictures = api_settings.with_vendors(
        openai.model_copy(update={"image_model": "gpt-image-1"})
    )
    at_replicate = api_settings.with_vendors(ReplicateSettings(api_token=SecretStr(KEY)))

    assert OpenAiSettings.model_fields["image_model"].default == ""
    assert image_generator(for_texts) is None
    assert isinstance(image_generator(for_pictures), OpenAiImages)
    assert isinstance(image_generator(at_replicate), ReplicateImages)


def test_replicate_result_is_awaited_and_its_token_is_sent_only_to_replicate(
    providers: ImageProviders,
) -> None:
    clock = [0.0]

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    def painter(**options: Any) -> ReplicateImages:
        wanted = {"base_url": f"{providers.url}/v1", "token": KEY, "model": "a/b"} | options
        return ReplicateImages(**wanted, monotonic=lambda: clock[0], sleep=sleep)

    assert painter().paint("sea", 2**40, CODE) == providers.picture
    assert providers.asked[0]["input"]["seed"] < 2**31
    assert providers.keys_with_pictures == [None]
    assert clock[0] == 2.0
    providers.polls_until_done = 1000
    with pytest.raises(PictureUnavailable, match="too long"):
        painter(seconds=30).paint("sea", 1, CODE)
    assert len(providers.given_up) == 1
    providers.polls_until_done = 0
    for elsewhere in (*UNSAFE, f"https://{providers.url.removeprefix('http://')}/files/p.png"):
        providers.picture_address = elsewhere
        with pytest.raises(PictureUnavailable, match="no safe address"):
            painter().paint("sea", 1, CODE)
    providers.fails = True
    with pytest.raises(PictureUnavailable, match="failed"):
        painter().paint("sea", 1, CODE)
    with pytest.raises(PictureUnavailable):
        painter(token="wrong").paint("sea", 1, CODE)


def test_openai_with_a_wrong_key_is_a_plain_failure(providers: ImageProviders) -> None:
    painter = OpenAiImages(base_url=f"{providers.url}/v1", api_key="wrong", model="m")

    with pytest.raises(PictureUnavailable):
        painter.paint("sea", 1, CODE)


def test_picture_can_be_downloaded_from_an_address_but_never_from_a_private_network(
    providers: ImageProviders,
) -> None:
    asked = list[str]()

    def fetch(url: str, most: int, seconds: float) -> OutboundAnswer:
        asked.append(url)
        return OutboundAnswer(200, url, 0, providers.picture)

    def painter(**options: Any) -> OpenAiImages:
        return OpenAiImages(base_url=f"{providers.url}/v1", api_key=KEY, model="m", **options)

    providers.answers_by_address = True
    assert painter().paint("sea", 1, CODE) == providers.picture
    assert providers.keys_with_pictures == [None]
    for providers.picture_address in UNSAFE:
        with pytest.raises(PictureUnavailable, match="no safe address"):
            painter().paint("sea", 1, CODE)
    written = base64.b64encode(providers.picture).decode()
    providers.picture_address = f"data:image/png;base64,{written}"
    assert painter().paint("sea", 1, CODE) == providers.picture
    providers.picture_address = "data:text/html,hello"
    with pytest.raises(PictureUnavailable):
        painter().paint("sea", 1, CODE)
    providers.picture_address = "https://pictures.example/made.png"
    assert painter(fetch=fetch).paint("sea", 1, CODE) == providers.picture
    assert asked == ["https://pictures.example/made.png"]


def test_model_guided_by_a_code_receives_its_modules(
    client: TestClient, editor: Somebody, api_settings: Settings, providers: ImageProviders
) -> None:
    settings = api_settings.with_vendors(
        ReplicateSettings(
            api_token=SecretStr(KEY),
            base_url=f"{providers.url}/v1",
            model="someone/controlnet-qr:0123abcd",
            image_input="control_image",
        )
    )
    providers.inputs = frozenset({"prompt", "seed", "control_image"})
    providers.polls_until_done = 0
    content = CODE.content
    providers.picture = plain(symbol_of(content))

    drawn = made(client, editor, settings, content=content)
    providers.picture = picture("PNG", (512, 512), color=(40, 140, 160))
    laid_in = made(client, editor, settings, content=content)

    (shown,) = drawn["pictures"]
    assert (shown["source"], shown["style"]) == ("replicate", "auto")
    asked = providers.asked[0]
    assert asked["version"] == "someone/controlnet-qr:0123abcd"
    assert asked["input"]["prompt"] == "Ocean at sunset"
    kind, _, written = asked["input"]["control_image"].partition(",")
    assert kind == "data:image/png;base64"
    control = Image.open(BytesIO(base64.b64decode(written)))
    assert control.width == control.height >= 512
    assert zxing_reads(control, content)
    assert zbar_reads(control, content)
    assert laid_in["pictures"][0]["source"] == "replicate"


def test_model_that_generates_codes_itself_receives_their_content(
    client: TestClient, editor: Somebody, api_settings: Settings, providers: ImageProviders
) -> None:
    settings = api_settings.with_vendors(
        ReplicateSettings(
            api_token=SecretStr(KEY),
            base_url=f"{providers.url}/v1",
            model="someone/draws-codes:0123abcd",
            content_input="qr_code_content",
        )
    )
    painter = image_generator(settings)
    assert painter is not None
    assert painter.takes_code is TakesCode.CONTENT
    providers.inputs = frozenset({"prompt", "seed", "qr_code_content"})
    providers.polls_until_done = 0
    providers.picture = plain(symbol_of(CODE.content))

    drawn = made(client, editor, settings, content=CODE.content)
    providers.picture = picture("PNG", (512, 512), color=(40, 140, 160))
    unread = made(client, editor, settings, content=CODE.content)

    assert providers.asked[0]["input"]["qr_code_content"] == CODE.content
    assert drawn["pictures"][0]["source"] == "replicate"
    assert unread["pictures"][0]["source"] == "built-in"
    assert unread["result"] == {"offered": 1, "refused": 0, "fallbacks": 1, "why": "unreadable"}
