"""The entries for passes in tests/support/calls.py, and the rows that they need."""

import base64
import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any

from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    pkcs12,
)
from starlette.testclient import TestClient

from api.rendering.wallet.apple_certificates import PassCertificate, certificate_chain
from tests.support.call import Call
from tests.support.google_calls import GOOGLE_CALLS


def drawn_pass(mark: str) -> dict[str, Any]:
    """Return the content of a pass."""
    return {
        "style": "coupon",
        "description": f"{mark} coupon",
        "organization": f"{mark} company",
        "fields": [{"key": "offer", "zone": "primary", "label": "Offer", "value": f"{mark} tea"}],
        "barcode": {"message": "WP-1"},
    }


def pass_rows(client: TestClient, headers: dict[str, str], mark: str) -> dict[str, str]:
    """Create a pass on a phone; return its ids, and the token inside."""
    made = client.post("/dev/pass", headers=headers, json={"content": drawn_pass(mark)}).json()
    address = f"/dev/pass/{made['passTypeIdentifier']}/{made['serialNumber']}.pkpass"
    with zipfile.ZipFile(io.BytesIO(client.get(address, headers=headers).content)) as archive:
        token = json.loads(archive.read("pass.json"))["authenticationToken"]
    draft = {"name": f"{mark} pass code", "type": "pass"}
    code = client.post("/v1/qr/create-code", headers=headers, json=draft).json()
    connection = {"code_id": code["code_id"], "pass_id": made["pass_id"], "is_personal": True}
    client.post("/v1/save-pass-code", headers=headers, json=connection).raise_for_status()
    opened = client.get(code["public_url"], headers=_BROWSER, follow_redirects=False)
    many = {"content": drawn_pass(mark), "max_uses": 1_000}
    used = client.post("/dev/pass", headers=headers, json=many).json()
    use = {"pass_id": used["pass_id"], "idempotency_key": "first"}
    redeemed = client.post("/v1/redeem-pass", headers=headers, json=use).json()
    ids = {
        "pass_redemption": redeemed["redemption_id"],
        "pass_code": code["code_id"],
        "offer": opened.headers["location"].rpartition("/")[2],
        "pass": made["pass_id"],
        "pass_type": made["passTypeIdentifier"],
        "serial": made["serialNumber"],
        "pass_token": token,
        "device": f"phone-of-{mark}",
    }
    held = client.post(_registration(ids), headers=_phone(ids), json={"pushToken": f"{mark}push"})
    assert held.status_code == 201, held.text
    later = {"message": f"{mark} news", "send_at": _tomorrow()}
    sent = client.post("/v1/send-push", headers=headers, json=later).json()
    return ids | {"pass_update": sent["update_id"], "push_message": sent["message_id"]}


def _tomorrow() -> str:
    return (datetime.now(UTC) + timedelta(days=1)).isoformat()


_BROWSER = {
    "accept": "text/html",
    "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0",
}


def _registration(ids: dict[str, str]) -> str:
    return f"{_registrations(ids)}/{ids['serial']}"


def _registrations(ids: dict[str, str]) -> str:
    return f"/dev/v1/devices/{ids['device']}/registrations/{ids['pass_type']}"


def _phone(ids: dict[str, str]) -> dict[str, str]:
    return {"authorization": f"ApplePass {ids['pass_token']}"}


def _of_phones(_ids: dict[str, str]) -> dict[str, Any]:
    return {"pushToken": "0123456789abcdef"}


def saved_certificate(pass_type: str, password: bytes = b"secret") -> dict[str, Any]:
    """Return a body that saves a new certificate of a pass type."""
    own, _ = certificate_chain(pass_type, "HARBOR1234", datetime.now(UTC))
    return saving(own, password)


def saving(own: PassCertificate, password: bytes = b"secret") -> dict[str, Any]:
    """Return a body that saves this certificate."""
    how = BestAvailableEncryption(password)
    file = pkcs12.serialize_key_and_certificates(b"pass", own.key, own.certificate, None, how)
    return {
        "certificate": base64.b64encode(file).decode(),
        "password": password.decode(),
        "issuer": base64.b64encode(own.issuer.public_bytes(Encoding.DER)).decode(),
    }


_SERIAL = "/{passTypeIdentifier}/{serialNumber}"
_DEVICE = "/dev/v1/devices/{device_id}/registrations/{passTypeIdentifier}"

PASS_CALLS: dict[tuple[str, str], Call] = {
    **GOOGLE_CALLS,
    ("POST", "/dev/v1/passes"): Call("editor", lambda _: {"content": drawn_pass("another")}),
    ("POST", "/dev/pass"): Call(
        "editor",
        lambda ids: {"content": drawn_pass("another"), "customer_id": ids["customer"]},
        foreign=422,
    ),
    ("GET", "/dev/pass/{pass_id}"): Call("viewer", path=lambda ids: f"/dev/pass/{ids['pass']}"),
    ("GET", "/dev/allpass"): Call("viewer"),
    ("PUT", "/dev/pass/{pass_id}"): Call(
        "editor",
        lambda _: {"content": drawn_pass("changed")},
        path=lambda ids: f"/dev/pass/{ids['pass']}",
    ),
    ("GET", "/dev/pass" + _SERIAL + ".pkpass"): Call(
        "viewer", path=lambda ids: f"/dev/pass/{ids['pass_type']}/{ids['serial']}.pkpass"
    ),
    ("POST", _DEVICE + "/{serialNumber}"): Call(
        "public", _of_phones, path=_registration, headers=_phone
    ),
    ("DELETE", _DEVICE + "/{serialNumber}"): Call(
        "public", path=_registration, headers=_phone, takes_away=1
    ),
    ("GET", _DEVICE): Call("public", path=_registrations),
    ("GET", "/dev/v1/passes" + _SERIAL): Call(
        "public",
        path=lambda ids: f"/dev/v1/passes/{ids['pass_type']}/{ids['serial']}",
        headers=_phone,
        says="pass.json",
    ),
    ("PUT", "/v1/bundle-passes"): Call(
        "viewer", lambda ids: {"pass_ids": [ids["pass"]]}, says="pkpass"
    ),
    ("POST", "/v1/save-pass-certificate"): Call(
        "admin",
        lambda _: {"certificate": "bm90aGluZw==", "issuer": "bm90aGluZw=="},
        good=lambda ids: saved_certificate(f"pass.example.{ids['pass']}"),
    ),
    ("POST", "/v1/list-pass-certificates"): Call("viewer", lambda _: {}),
    ("GET", "/card/{pass_id:pass}"): Call(
        "public", path=lambda ids: f"/card/{ids['pass']}", says="pass.pkpass"
    ),
    ("GET", "/card/{pass_id:pass}/google"): Call(
        "public", path=lambda ids: f"/card/{ids['pass']}/google", gives=303
    ),
    ("GET", "/card/{pass_id:pass}/pass.pkpass"): Call(
        "public", path=lambda ids: f"/card/{ids['pass']}/pass.pkpass", says="pass.json"
    ),
    ("POST", "/v1/send-push"): Call(
        "editor", lambda ids: {"message": "We bake again.", "pass_id": ids["pass"]}
    ),
    ("POST", "/dev/send-push"): Call(
        "editor", lambda ids: {"message": "We bake bread.", "pass_id": ids["pass"]}
    ),
    ("POST", "/v1/preview-pass-update"): Call("viewer", lambda ids: {"pass_id": ids["pass"]}),
    ("POST", "/v1/start-pass-update"): Call(
        "editor",
        lambda ids: {"pass_id": ids["pass"], "field_key": "offer", "value": "Free cake"},
    ),
    ("POST", "/v1/list-pass-updates"): Call("viewer", lambda _: {}),
    ("POST", "/v1/list-pass-holders"): Call("viewer", lambda _: {}),
    ("POST", "/v1/change-pass-update"): Call(
        "editor", lambda ids: {"update_id": ids["pass_update"], "action": "pause"}
    ),
    ("GET", "/card/{offer_id:pass_offer}"): Call(
        "public", path=lambda ids: f"/card/{ids['offer']}", says="Get your pass"
    ),
    ("POST", "/card/{offer_id:pass_offer}"): Call(
        "public",
        lambda _: {"name": "Ana"},
        path=lambda ids: f"/card/{ids['offer']}",
        is_form=True,
        gives=303,
        wrong=({"name": "x" * 1_001}, 422, "name"),
    ),
    ("POST", "/v1/save-pass-code"): Call(
        "editor",
        lambda ids: {"code_id": ids["pass_code"], "pass_id": ids["pass"], "is_personal": True},
    ),
    ("POST", "/v1/find-pass"): Call("editor", lambda ids: {"text": ids["serial"]}),
    ("POST", "/v1/redeem-pass"): Call(
        "editor", lambda ids: {"pass_id": ids["pass"], "idempotency_key": "once"}
    ),
    ("POST", "/v1/undo-pass-redemption"): Call(
        "editor", lambda ids: {"redemption_id": ids["pass_redemption"]}
    ),
    ("POST", "/v1/get-pass-code"): Call("viewer", lambda ids: {"code_id": ids["pass_code"]}),
    ("POST", "/dev/v1/log"): Call("public", lambda _: {"logs": ["cannot update"]}),
}
