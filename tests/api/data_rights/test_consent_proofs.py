"""The record of one person's consents: everything that is stored, in any script."""

import base64
import hashlib
from io import BytesIO

import orjson
from pypdf import PdfReader
from starlette.testclient import TestClient

from tests.support.member_calls import Calls
from tests.support.people import Somebody

ARABIC = "أوافق على تلقي الأخبار والعروض."


def test_consent_proof_contains_every_entry_as_json_and_pdf(
    call: Calls, client: TestClient, viewer: Somebody
) -> None:
    ana = call.add(email="ana@example.com", first_name="Ana", last_name="Łuczak")
    twin = call.add(phone="+14155550143")
    call.say(twin, "given", "sms", text=ARABIC, decided_at="2026-01-31T10:00:00Z")
    call("merge-customers", keep=ana, merge=twin)
    for number in range(40):
        call.say(ana, "withdrawn", reason=f"Call {number}")

    made = call("get-consent-proof", customer_id=twin)
    printed = call("get-consent-proof", customer_id=ana, format="pdf")

    data = base64.b64decode(made["data"])
    proof = orjson.loads(data)
    assert made["sha256"] == hashlib.sha256(data).hexdigest()
    assert (proof["customer_id"], proof["email"]) == (ana, "ana@example.com")
    assert [it["state"] for it in proof["standings"]] == ["withdrawn", "given"]
    entries = proof["entries"]
    assert len(entries) == 41
    assert (entries[-1]["text"], entries[-1]["customer_id"]) == (ARABIC, twin)
    assert entries[-1]["text_hash"] == hashlib.sha256(ARABIC.encode()).hexdigest()
    pages = PdfReader(BytesIO(base64.b64decode(printed["data"]))).pages
    text = "\n".join(page.extract_text() for page in pages)
    assert len(pages) > 1
    assert "Consents of Ana Łuczak" in text
    assert text.count("Consent withdrawn: Email, news and offers") == 40
    assert "2026-01-31 05:00:00 EST" in text
    assert printed["sha256"] in text
    call("get-consent-proof", 404, customer_id="cus_x")
    call("get-consent-proof", 422, customer_id=ana, format="docx")
    body = {"customer_id": ana}
    refused = client.post("/v1/get-consent-proof", json=body, headers=viewer.headers)
    assert refused.status_code == 403
