"""Calls about single messages: sent at once or later, with a code in them, listed with the reason, cancelled."""

from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from starlette.testclient import TestClient

from ingest.contracts.message import MessageRecordedV4
from tests.support.jobs import run_jobs
from tests.support.member_calls import Calls
from tests.support.people import Somebody
from tests.support.post_office import mail_server, post_office
from tests.support.visits import Outbox

PHONE = "+14155550143"


def sandbox(call: Calls) -> list[Any]:
    run_jobs(call.settings)
    return list(call("get-sandbox-messages", pageSize=100)["items"])


def test_text_message_is_sent_scheduled_or_refused(call: Calls, outbox: Outbox) -> None:
    ana = call.add(first_name="Ana", phone=PHONE)
    later = (datetime.now(UTC) + timedelta(days=2)).isoformat()

    sent = call("send-sms", phone="(415) 555-0143", text="Your table is ready")
    scheduled = call("send-sms", customer_id=ana, text="See you tomorrow", send_at=later)
    refused = call("send-sms", customer_id=ana, message="Cake!", purpose="marketing")
    free = call("send-sms", to="+14155550199", body="Your order is ready €")

    assert (sent["status"], sent["text"], sent["segments"]) == ("sent", "Message sent.", 1)
    assert scheduled["status"] == "scheduled"
    assert scheduled["text"].startswith("Scheduled for ")
    assert (refused["status"], refused["text"]) == ("refused", "Refused: no_consent")
    assert free["status"] == "sent"
    assert {(it["recipient"], it["body"]) for it in sandbox(call)} == {
        (PHONE, "Your table is ready"),
        ("+14155550199", "Your order is ready €"),
    }
    listed = call("list-messages", customer_id=ana)["items"]
    assert {(it["content"], it["state"], it["reason"]) for it in listed} == {
        ("Your table is ready", "delivered", ""),
        ("See you tomorrow", "queued", ""),
        ("", "refused", "no_consent"),
    }
    assert call("list-messages", state=["refused"])["total"] == 1
    cancelled = call("cancel-message", message_id=scheduled["message_id"])
    assert cancelled["state"] == "cancelled"
    assert call("cancel-message", 409, message_id=sent["message_id"])["code"] == "message_has_left"
    steps = [
        (event.data.status, event.data.failure, event.customer_key)
        for event in outbox.events()
        if isinstance(event, MessageRecordedV4)
    ]
    assert sorted(steps, key=str) == sorted(
        [
            *(("queued", None, who) for who in (ana, ana, None)),
            *((step, None, who) for step in ("sent", "delivered") for who in (ana, None)),
            ("refused", "no_consent", ana),
            ("cancelled", None, ana),
        ],
        key=str,
    )
    assert call("get-message", 404, message_id="msg_none")["code"] == "message_not_found"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"text": "Hello"}, "phone"),
        ({"phone": "123", "text": "Hello"}, "phone"),
        ({"phone": PHONE, "text": "a" * 1601}, "text"),
        ({"phone": PHONE, "customer_id": "cus_1", "text": "Hello"}, "phone"),
    ],
)
def test_message_that_cannot_be_sent_names_the_invalid_field(
    call: Calls, body: dict[str, str], field: str
) -> None:
    assert call("send-sms", 422, **body)["errors"][0]["field"] == field


def test_email_contains_the_picture_of_the_code(call: Calls, code: str, owner: Somebody) -> None:
    call.add(first_name="Ana", email="ana@example.com")
    with post_office() as (post, port):
        settings = call.settings.with_vendors(mail_server(port))
        call("send-email-w-qr", email="ANA@example.com", code_id=code, text="Show this <code>.")
        run_jobs(settings)

    (mail,) = post.mails
    body = mail.get_body(("html",))
    assert body is not None
    assert 'src="cid:code"' in body.get_content()
    assert "Show this &lt;code&gt;." in body.get_content()
    plain = mail.get_body(("plain",))
    assert plain is not None
    assert "/l/" in plain.get_content()
    (picture,) = [it for it in mail.walk() if it.get_content_type() == "image/png"]
    assert picture["Content-ID"] == "<code>"
    assert mail["List-Unsubscribe"] is None
    assert call("list-messages")["items"][0]["state"] == "sent"
    assert call("send-email-w-qr", 404, email="a@example.com", code_id="none")["code"]


def test_email_draws_a_child_in_the_design_of_its_base(call: Calls) -> None:
    menu = {"name": "Menu", "type": "redirect", "destination": "https://harbor.example/menu"}
    base = call("qr/create-code", **menu, design={"foreground": "#aa0000"})["code_id"]
    child = call("qr/create-code", name="Table 4", type="redirect", base_code_id=base)["code_id"]

    with post_office() as (post, port):
        call("send-email-w-qr", email="ana@example.com", code_id=child, text="Show this.")
        run_jobs(call.settings.with_vendors(mail_server(port)))

    (mail,) = post.mails
    (part,) = [it for it in mail.walk() if it.get_content_type() == "image/png"]
    with Image.open(BytesIO(part.get_content())) as picture:
        colors = {color for _, color in picture.convert("RGB").getcolors(1_000_000) or ()}
    assert (170, 0, 0) in colors
    assert (0, 0, 0) not in colors


def test_marketing_emails_are_unsubscribed_with_one_click(
    call: Calls, code: str, visitor: TestClient
) -> None:
    ana = call.add(first_name="Ana", email="ana@example.com")
    call.say(ana, "given")
    news = {"customer_id": ana, "code_id": code, "purpose": "marketing", "subject": "News"}
    with post_office() as (post, port):
        settings = call.settings.with_vendors(mail_server(port))
        assert call("send-email-w-qr", **news)["status"] == "sent"
        run_jobs(settings)
    (mail,) = post.mails
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    url = mail["List-Unsubscribe"].strip("<>")
    html = mail.get_body(("html",))
    assert html is not None
    assert url.removesuffix("/unsubscribe") in html.get_content()

    path = url.removeprefix(call.settings.base_url)
    clicked = visitor.post(path, data={"List-Unsubscribe": "One-Click"})

    assert clicked.status_code in (200, 303)
    assert call("send-email-w-qr", **news)["reason"] == "withdrawn"
