"""Passwords and master keys: the cost of their hashes, and the rehashing of older ones."""

import base64
import hashlib

import psycopg
import pytest
from starlette.testclient import TestClient

from api.kit import slow_hashes
from runtime.settings import Settings
from tests.support.calling import call
from tests.support.people import Somebody
from tests.support.promos import Locks


@pytest.fixture(autouse=True)
def as_in_production(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_hashes, "cost", slow_hashes.OWASP)


def cheap(secret: str) -> str:
    """Return a hash as it was stored when the cost was N=2^14, r=8, p=1."""
    salt = b"salt of an older"
    derived = hashlib.scrypt(secret.encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)
    return (
        f"scrypt$16384$8$1${base64.b64encode(salt).decode()}${base64.b64encode(derived).decode()}"
    )


def test_hash_cost_meets_the_owasp_recommendation() -> None:
    kept = slow_hashes.make_hash(b"open sesame")

    assert kept.startswith("scrypt$16384$8$5$")
    assert slow_hashes.verify(b"open sesame", kept)
    assert not slow_hashes.verify(b"Open sesame", kept)
    assert slow_hashes.verify(b"open sesame", cheap("open sesame"))
    assert not slow_hashes.verify(b"x", "scrypt$nonsense")


def test_password_with_older_cost_is_accepted_and_rehashed(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    redirect = {"type": "redirect", "destination": "https://harbor.example/"}
    made = call(client, editor, "qr/create-code", name="Menu", password="open sesame", **redirect)
    code_id = made["code_id"]

    def kept() -> tuple[str, int]:
        with psycopg.connect(api_settings.database_url) as connection:
            row = connection.execute(
                "select password_hash, password_epoch from codes where code_id = %s", [code_id]
            ).fetchone()
        assert row is not None
        return row

    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update codes set password_hash = %s", [cheap("open sesame")])
    epoch = kept()[1]

    wrong = client.post(f"/code/{code_id}/password", data={"password": "open"})
    after_wrong = kept()[0]
    right = client.post(f"/code/{code_id}/password", data={"password": "open sesame"})

    assert (wrong.status_code, after_wrong) == (303, cheap("open sesame"))
    assert "wp_open" not in wrong.headers.get("set-cookie", "")
    assert "wp_open" in right.headers["set-cookie"]
    assert kept()[0].startswith("scrypt$16384$8$5$")
    assert kept()[1] == epoch
    assert slow_hashes.verify(b"open sesame", kept()[0])


def test_master_key_with_older_cost_is_accepted_and_rehashed(
    locks: Locks, api_settings: Settings
) -> None:
    code_id, _ = locks.locked()
    key = locks.call("set_master_key", qr_id=code_id)["key"]
    plain = key.replace("-", "")
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update master_keys set key_hash = %s", [cheap(plain)])

    lines = [locks.use(code_id, key)["locked"] for _ in range(2)]

    with psycopg.connect(api_settings.database_url) as connection:
        kept = connection.execute("select key_hash from master_keys").fetchone()
    assert lines == [False, False]
    assert kept is not None
    assert kept[0].startswith("scrypt$16384$8$5$")
