"""Deleted walls: their codes no longer open them, and their pictures are deleted."""

import importlib
from datetime import UTC, datetime, timedelta

import psycopg
from starlette.testclient import TestClient

from api.domains.content.media_library.upkeep import sweep
from api.objects.store import objects_of
from runtime.settings import Settings
from tests.api.content.test_walls import PHONE, call, make, post
from tests.support.people import Somebody
from tests.support.waiting import eventually


def test_child_that_followed_its_base_opens_its_own_wall(
    client: TestClient, editor: Somebody
) -> None:
    base = make(client, editor)
    body = {"name": "Table 4", "type": "wall", "base_code_id": base["code_id"]}
    child = client.post("/v1/qr/create-code", json=body, headers=editor.headers).json()["code_id"]

    def opened() -> str | None:
        return client.get(f"/code/{child}", headers=PHONE).headers.get("location")

    assert opened() == f"/wall/{base['wall_id']}/"
    own = make(client, editor, code_id=child)
    eventually(lambda: opened() == f"/wall/{own['wall_id']}/")
    call(client, editor, "delete-selfiewall", wall_id=own["wall_id"])
    eventually(lambda: opened() is None)


def test_migration_deletes_pictures_of_walls_deleted_earlier(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    wall, other = (make(client, editor, moderation="after") for _ in range(2))
    for it in (wall, other):
        post(client, it)
    migration = importlib.import_module("api.db.migrations.versions.0174_pictures_of_deleted_walls")

    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "update walls set deleted_at = now() where wall_id = %s", [wall["wall_id"]]
        )
        connection.execute(migration.PICTURES)
        left = connection.execute("select wall_id from wall_posts").fetchall()

    assert left == [(other["wall_id"],)]


def test_deleting_a_wall_deletes_its_pictures(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    wall, other = (make(client, editor, moderation="after") for _ in range(2))
    for it in (wall, other):
        post(client, it)
    folder = f"org/{editor.org_id}/walls"
    objects = objects_of(api_settings)

    call(client, editor, "delete-selfiewall", wall_id=wall["wall_id"])

    with psycopg.connect(api_settings.database_url) as connection:
        left = connection.execute("select wall_id from wall_posts").fetchall()
    assert left == [(other["wall_id"],)]
    sweep(api_settings, datetime.now(UTC) + timedelta(days=2))
    assert list(objects.keys(f"{folder}/{wall['wall_id']}/")) == []
    assert len(list(objects.keys(f"{folder}/{other['wall_id']}/"))) > 0
