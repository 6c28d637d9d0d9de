"""The object store in both variants, and files over HTTP."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from botocore.auth import S3SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from sqlalchemy import text
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.objects.errors import BadSignature, LinkExpired, ObjectNotFound
from api.objects.files import FileObjects
from api.objects.removal import delete_after_commit
from api.objects.signing import LinkSigner
from api.objects.store import ObjectStore, link_signer, objects_of
from runtime.settings import Settings
from tests.support.s3 import KEY_ID, REGION, S3, SECRET, running_s3

KEY = "org/org_one/pictures/med_one/320.webp"


@pytest.fixture(scope="module")
def s3() -> Iterator[S3]:
    with running_s3() as running:
        yield running


def s3_settings(s3: S3, folder: Path) -> Settings:
    return Settings(
        _env_file=None,  # type: ignore[call-arg]
        var_dir=folder,
        s3_bucket=s3.new_bucket(),
        s3_endpoint_url=s3.url,
        s3_region=REGION,
        s3_access_key_id=KEY_ID,  # type: ignore[arg-type]
        s3_secret_access_key=SECRET,  # type: ignore[arg-type]
    )


@pytest.fixture(params=["files", "s3"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> ObjectStore:
    if request.param == "files":
        return FileObjects(tmp_path / "objects", LinkSigner("http://localhost:1", b"secret"))
    return objects_of(s3_settings(request.getfixturevalue("s3"), tmp_path))


def test_files_are_stored_read_replaced_and_removed(store: ObjectStore) -> None:
    store.put(KEY, b"first", "image/webp")
    store.put(KEY, BytesIO(b"second " * 100_000), "image/png")

    found = store.find(KEY)

    assert found is not None
    assert (found.size, found.media_type) == (700_000, "image/png")
    assert store.read(KEY) == b"second " * 100_000
    with store.open(KEY) as stream:
        assert stream.read(6) == b"second"
    store.delete(KEY)
    store.delete(KEY)
    assert store.find(KEY) is None
    for absent in (KEY, "org/org_one/pictures"):
        with pytest.raises(ObjectNotFound):
            store.read(absent)
        with pytest.raises(ObjectNotFound):
            store.open(absent)


@pytest.mark.parametrize(
    "key",
    [
        "",
        "/etc/passwd",
        "org/x",
        "org/x/../y",
        "org/x/.hidden",
        "pictures/a",
        "org/x/a\n",
        "org//a",
    ],
)
def test_invalid_key_reaches_no_file(store: ObjectStore, key: str) -> None:
    for act in (store.read, store.open, store.find, store.delete, store.signed_url):
        with pytest.raises(ValueError, match="not the key"):
            act(key)
    with pytest.raises(ValueError, match="not the key"):
        store.put(key, b"x", "text/plain")


def test_s3_upload_urls_are_signed_with_type_and_length(s3: S3, tmp_path: Path) -> None:
    store = objects_of(s3_settings(s3, tmp_path))

    url = store.signed_url(KEY, "PUT", media_type="image/png", size=5)

    query = parse_qs(urlsplit(url).query)
    assert query["X-Amz-Expires"] == ["900"]
    assert query["X-Amz-SignedHeaders"] == ["content-length;content-type;host"]
    good = {"content-type": "image/png", "content-length": "5"}
    assert signature(url, "PUT", good) == query["X-Amz-Signature"][0]
    for wrong in ({"content-type": "text/html"}, {"content-length": "6"}):
        assert signature(url, "PUT", good | wrong) != query["X-Amz-Signature"][0]
    assert httpx2.put(url, content=b"12345", headers=good).status_code == 200
    assert store.read(KEY) == b"12345"
    answer = httpx2.get(store.signed_url(KEY, filename="Café.png"))
    assert answer.content == b"12345"


def signature(url: str, method: str, headers: dict[str, str]) -> str:
    """Return the signature that Amazon would compute for this request, since the tests' S3 does not check
    signatures.
    """
    parts = urlsplit(url)
    given = {name: value[0] for name, value in parse_qs(parts.query).items()}
    request = AWSRequest(
        method=method,
        url=f"{parts.scheme}://{parts.netloc}{parts.path}",
        headers={**headers, "host": parts.netloc},
        params={name: value for name, value in given.items() if name != "X-Amz-Signature"},
    )
    request.context["timestamp"] = given["X-Amz-Date"]
    referee = S3SigV4QueryAuth(Credentials(KEY_ID, SECRET), "s3", REGION)
    query = "&".join(
        f"{name}={value}"
        for name, _, value in sorted(
            part.partition("=") for part in parts.query.split("&") if "X-Amz-Signature" not in part
        )
    )
    canonical = "\n".join(
        (
            method,
            parts.path,
            query,
            referee.canonical_headers(referee.headers_to_sign(request)) + "\n",
            given["X-Amz-SignedHeaders"],
            "UNSIGNED-PAYLOAD",
        )
    )
    return str(referee.signature(referee.string_to_sign(request, canonical), request))


def test_signed_urls_use_the_public_s3_host(s3: S3, tmp_path: Path) -> None:
    settings = s3_settings(s3, tmp_path).model_copy(
        update={"s3_public_url": "https://files.example"}
    )
    store = objects_of(settings)
    store.put(KEY, b"12345", "image/png")

    url = store.signed_url(KEY)

    assert url.startswith(f"https://files.example/{settings.s3_bucket}/objects/{KEY}?")
    assert signature(url, "GET", {}) == parse_qs(urlsplit(url).query)["X-Amz-Signature"][0]
    assert store.read(KEY) == b"12345"


def test_signed_url_allows_only_its_signed_parameters_and_expires() -> None:
    times = [1_000.0]
    signer = LinkSigner("https://w.example", b"secret", lambda: times[0])
    url = urlsplit(signer.url(KEY, "GET", 900, filename="a&method=PUT.png"))
    query = {name: values[0] for name, values in parse_qs(url.query).items()}

    assert url.path == f"/objects/{KEY}"
    assert signer.check(KEY, "HEAD", query).filename == "a&method=PUT.png"
    for change in (
        {"method": "PUT"},
        {"expires": "9999999999"},
        {"filename": "b.html"},
        {"size": "5"},
        {"type": "text/html"},
        {"signature": "é"},
        {"expires": "٣"},
    ):
        with pytest.raises(BadSignature):
            signer.check(KEY, "GET", query | change)
    with pytest.raises(BadSignature):
        signer.check(KEY, "PUT", query)
    with pytest.raises(BadSignature):
        signer.check(KEY.replace("one", "two"), "GET", query)
    with pytest.raises(BadSignature):
        LinkSigner("https://w.example", b"other").check(KEY, "GET", query)
    times[0] += 901
    with pytest.raises(LinkExpired):
        signer.check(KEY, "GET", query)


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}"


def test_files_are_uploaded_and_downloaded_by_signed_urls(
    client: TestClient, api_settings: Settings
) -> None:
    objects = objects_of(api_settings)
    key = "org/org_one/uploads/one/report.csv"
    there = path_of(objects.signed_url(key, "PUT", media_type="text/csv", size=8))

    def put(content: bytes, media_type: str = "text/csv") -> int:
        headers = {"content-type": media_type}
        return client.put(there, content=content, headers=headers).status_code

    assert put(b"a,b\r\n1,2") == 201
    assert put(b"a,b\r\n1,2", "text/html") == 415
    assert put(b"a,b\r\n1,23") == 413
    assert put(b"a,b") == 400
    assert put(b"x,y\r\n3,4") == 409
    assert client.get(there).status_code == 403
    answer = client.get(path_of(objects.signed_url(key, filename="Café.csv")))
    assert answer.content == b"a,b\r\n1,2"
    assert answer.headers["content-type"].startswith("text/csv")
    assert "attachment" in answer.headers["content-disposition"]
    assert "Caf%C3%A9.csv" in answer.headers["content-disposition"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in answer.headers["content-security-policy"]
    head = client.head(path_of(objects.signed_url(key)))
    assert (head.headers["content-length"], head.content) == ("8", b"")
    assert client.get(path_of(objects.signed_url(key + "x"))).status_code == 404
    assert client.get(f"/objects/{key}").status_code == 403


def test_only_pictures_are_public(client: TestClient, api_settings: Settings) -> None:
    objects = objects_of(api_settings)
    private = "org/org_one/uploads/one/320.webp"
    for key in (KEY, private, "org/org_one/pictures/med_one/x.html"):
        objects.put(key, b"RIFF", "image/webp")

    shown = client.get(f"/media/{KEY}")

    assert (shown.status_code, shown.content) == (200, b"RIFF")
    assert shown.headers["content-type"] == "image/webp"
    assert "immutable" in shown.headers["cache-control"]
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in shown.headers["content-security-policy"]
    seen = client.get(f"/media/{KEY}", headers={"if-none-match": shown.headers["etag"]})
    assert seen.status_code == 304
    for hidden in (private, "org/org_one/pictures/med_one/x.html", "../secrets", KEY + "/"):
        answer = client.get(f"/media/{hidden}")
        assert answer.status_code == 404, hidden


def test_too_large_upload_is_refused_before_it_is_read(client: TestClient) -> None:
    answer = client.put(
        "/objects/org/x/uploads/a", content=b"", headers={"content-length": "60000000"}
    )

    assert answer.status_code == 413


@pytest.mark.parametrize("is_committed", [True, False])
def test_file_is_deleted_only_when_its_row_deletion_commits(
    settings: Settings, tmp_path: Path, is_committed: bool
) -> None:
    objects = FileObjects(tmp_path, link_signer(settings))
    objects.put("org/a/uploads/b/c.txt", b"kept", "text/plain")
    engine = make_engine(settings)
    with Session(engine) as session:
        session.execute(text("select 1"))
        delete_after_commit(session, objects, ["org/a/uploads/b/c.txt"])

        assert objects.find("org/a/uploads/b/c.txt")
        session.commit() if is_committed else session.rollback()
    engine.dispose()

    assert (objects.find("org/a/uploads/b/c.txt") is None) == is_committed
