"""An organisation's portable export: all its data, no secrets, and redirect maps that are safe."""

import csv
import io
import json
import zipfile
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.domains.data_rights.portability import redirects
from api.domains.data_rights.portability.redirects import Redirect
from runtime.settings import Settings
from tests.support.automation_calls import automation_plan
from tests.support.campaign_calls import campaign_plan
from tests.support.jobs import run_jobs
from tests.support.pages import PageMaker, form_block, heading
from tests.support.people import MakeMember, MakeOrg, Somebody

NASTY = 'https://example.com/a b?q="$host";{x}#top'


def archive_of(
    client: TestClient, who: Somebody, settings: Settings, events: str = "none"
) -> zipfile.ZipFile:
    answer = client.post("/v1/portable-export", headers=who.headers, json={"events": events})
    assert answer.status_code == 200, answer.text
    run_jobs(settings)
    body = {"job_id": answer.json()["job_id"]}
    job = client.post("/v1/get-job", headers=who.headers, json=body).json()
    assert job["state"] == "done", job
    file = client.get(job["result"]["url"].removeprefix(settings.base_url))
    return zipfile.ZipFile(io.BytesIO(file.content))


def code(client: TestClient, who: Somebody, **wanted: Any) -> str:
    body = {"name": "Poster", "type": "redirect", "destination": "https://example.com/", **wanted}
    made = client.post("/v1/qr/create-code", headers=who.headers, json=body)
    assert made.status_code == 200, made.text
    return str(made.json()["code_id"])


def test_archive_is_complete_and_locked_codes_have_no_redirect(
    client: TestClient, make_org: MakeOrg, make_member: MakeMember, api_settings: Settings
) -> None:
    org, other = make_org(), make_org()
    owner, stranger = make_member(org, "owner"), make_member(other, "owner")
    pages = PageMaker(client, owner.headers)
    plain = code(client, owner, destination="https://example.com/menu", slug="harbor-menu")
    locked, foreign = code(client, owner, name="Locked"), code(client, stranger)
    paused = code(client, owner, name="Paused")
    fallback = "https://example.com/later"
    for changes in (
        {"code_id": locked, "password": "open sesame"},
        {"code_id": paused, "state": "paused", "fallback_url": fallback},
    ):
        pages.call("/v1/qr/update-code", changes)
    shown, page_id = pages.published(heading("Hello <b>"), form_block())
    deleted = pages.page(heading("Gone"))
    pages.call("/v1/delete-page", {"id": deleted})
    pages.call("/v1/save-campaign", campaign_plan("Cake"))
    pages.call("/v1/save-automation", automation_plan("Welcome"))
    pages.call("/v1/send-sms", {"phone": "+351912345678", "text": "Your table is ready."})

    archive = archive_of(client, owner, api_settings)

    names = set(archive.namelist())
    lines = archive.read("codes.jsonl").decode().splitlines()
    codes = {row["code_id"]: row for row in map(json.loads, lines)}
    assert set(codes) == {plain, locked, paused, shown}
    assert codes[plain]["names"] == ["harbor-menu"]
    assert codes[locked]["has_password"] is True
    assert not any("password_hash" in row for row in codes.values())
    campaigns, automations = (
        json.loads(archive.read(f"{it}.json")) for it in ("campaigns", "automations")
    )
    assert ([it["name"] for it in campaigns], [it["name"] for it in automations]) == (
        ["Cake"],
        ["Welcome"],
    )
    (message,) = map(json.loads, archive.read("messages.jsonl").decode().splitlines())
    assert (message["source"], message["channel"]) == ("single", "sms")
    assert "Your table" not in str(message)
    assert foreign not in archive.read("redirects/nginx.conf").decode()
    netlify = dict(
        line.rsplit(" ", 1)[0].split(" ")
        for line in archive.read("redirects/_redirects").decode().splitlines()
    )
    assert netlify["/code/harbor-menu"] == netlify[f"/{plain}"] == "https://example.com/menu"
    assert netlify[f"/code/{shown}"] == f"/pages/{page_id}.html"
    assert netlify[f"/code/{paused}"] == fallback
    assert f"/code/{locked}" not in netlify
    left_out = archive.read("redirects/left-out.csv").decode("utf-8-sig")
    assert {row["code_id"]: row["why"] for row in csv.DictReader(io.StringIO(left_out))} == {
        locked: "needs a password"
    }
    assert deleted not in archive.read("pages.json").decode()
    html = archive.read(f"pages/{page_id}.html").decode()
    assert "Hello &lt;b&gt;" in html
    assert "<form" not in html
    assert {
        "README.md",
        "folders.json",
        "pages.json",
        f"redirects/html/{plain}/index.html",
    } <= names
    assert "What a static map can't do" in archive.read("README.md").decode()


def test_imported_codes_have_redirects_in_the_archive_and_one_time_codes_have_none(
    client: TestClient, make_org: MakeOrg, make_member: MakeMember, api_settings: Settings
) -> None:
    owner = make_member(make_org(), "owner")
    calls = PageMaker(client, owner.headers)
    base = code(client, owner, destination="https://example.com/menu")
    rows = [{"link": "https://bit.ly/from-bitly", "long_url": "https://example.com/old"}]
    calls.call("/v1/import-codes", {"source": "bitly", "rows": rows})
    cloned = calls.call("/v1/clone-multiple", {"code_id": base, "data": [{"name": "Table 1"}]})
    calls.call("/v1/qr/create_one_time_codes", {"base_code_id": base, "amount": 1})
    run_jobs(api_settings)

    archive = archive_of(client, owner, api_settings)

    netlify = archive.read("redirects/_redirects").decode()
    assert "/code/from-bitly https://example.com/old " in netlify
    assert f"/code/{cloned['codes'][0]['code_id']} https://example.com/menu " in netlify
    left_out = archive.read("redirects/left-out.csv").decode("utf-8-sig")
    reasons = [row["why"] for row in csv.DictReader(io.StringIO(left_out))]
    assert reasons == ["is a one-time code"]


def test_events_are_included_on_request(
    client: TestClient, owner: Somebody, api_settings: Settings
) -> None:
    archive = archive_of(client, owner, api_settings, events="csv")

    assert (
        archive.read("events.csv")
        .decode("utf-8-sig")
        .startswith("event_id,occurred_at,received_at")
    )


@pytest.mark.parametrize("role", ["editor", "viewer"])
def test_only_an_admin_can_export_the_archive(
    client: TestClient, make_org: MakeOrg, make_member: MakeMember, role: str
) -> None:
    member = make_member(make_org(), role)

    answer = client.post("/v1/portable-export", headers=member.headers, json={})

    assert answer.status_code == 403


def test_urls_cannot_inject_directives_into_a_redirect_map() -> None:
    redirect_map = [Redirect(("abc",), NASTY)]
    safe = "https://example.com/a%20b?q=%22%24host%22%3B%7Bx%7D#top"

    assert f'"/code/abc" "{safe}";' in "".join(redirects.nginx(redirect_map))
    for_caddy = "".join(redirects.caddy([Redirect(("abc", "Shop-1"), NASTY)]))
    assert f"\t/code/abc {safe}\n\t/abc {safe}\n" in for_caddy
    assert f"\t~(?i)^/(code/)?Shop-1$ {safe}\n" in for_caddy
    assert f"/code/abc {safe} 302\n" in "".join(redirects.netlify(redirect_map))
    pages = dict(redirects.pages([Redirect(("abc",), 'https://e.com/?a=1&b="><script>')]))
    assert "<script" not in pages["abc/index.html"]
    assert 'content="0; url=https://e.com/?a=1&amp;b=%22%3E%3Cscript%3E"' in pages["abc/index.html"]
