"""What viewers see of promo codes that are still usable."""

from typing import Any

from starlette.testclient import TestClient

from tests.support.people import Somebody
from tests.support.promos import Locks


def test_viewer_sees_no_usable_promo_code(
    locks: Locks, client: TestClient, viewer: Somebody
) -> None:
    code_id, promo = locks.locked(max_uses=2)
    locks.use(code_id, promo)
    shown = locks.call("promo_lock/list_promo_codes", qr_id=code_id)["items"][0]["promo_code"]

    def ask(path: str, **body: Any) -> Any:
        return client.post(f"/v1/{path}", json={"qr_id": code_id, **body}, headers=viewer.headers)

    (masked,) = ask("promo_lock/list_promo_codes").json()["items"]
    by_letters = ask("promo_lock/list_promo_codes", filter=shown[:6]).json()["items"]
    log = ask("promo_code_usage")
    uses_by_letters = ask("promo_code_usage", filter=shown[:6]).json()["items"]

    assert (masked["is_masked"], masked["used"]) == (True, 1)
    assert masked["promo_code"] == f"{shown[:2]}••••••"
    assert (by_letters, uses_by_letters) == ([], [])
    assert shown not in log.text
    assert len(log.json()["items"]) == 1
    assert ask("export_promo_codes").status_code == 403
    gone = {"qr_id": code_id, "promo_code_ids": [masked["promo_code_id"]]}
    locks.call("promo_lock/withdraw_promo_codes", **gone)
    (useless,) = ask("promo_lock/list_promo_codes").json()["items"]
    assert (useless["state"], useless["promo_code"]) == ("withdrawn", shown)
