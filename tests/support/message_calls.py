"""The entries for messages in tests/support/calls.py, and the rows that they need."""

from collections.abc import Callable
from typing import Any

from tests.support.call import Call

LATER = "2030-06-01T12:00:00Z"


def message_rows(
    call: Callable[[str, dict[str, Any]], dict[str, Any]], mark: str
) -> dict[str, str]:
    """Create messages that wait for years, a conversation and canned answers; return their ids."""
    sent = [
        call(
            "/v1/send-email-w-qr",
            {
                "email": f"{name}@mailed-by-{mark.lower()}.example",
                "code_id": call("/v1/qr/create-code", {"name": f"{mark} mailed", "type": "page"})[
                    "code_id"
                ],
                "subject": f"{mark} {name}",
                "send_at": LATER,
            },
        )["message_id"]
        for name in ("kept", "spare")
    ]
    answers = [
        call("/v1/save-canned-answer", {"name": f"{mark} {name}", "text": f"{mark} thanks you"})[
            "answer_id"
        ]
        for name in ("kept", "spare")
    ]
    reply = {"phone": "+14155550177", "text": f"{mark} asks"}
    conversation = call("/v1/reply-in-sandbox", reply)["conversation"]["conversation_id"]
    area = 200 + sum(mark.encode()) % 700
    number = call("/v1/twilio/purchase-number", {"phone": f"+1{area}5550101"})["number_id"]
    call("/v1/save-sender-name", {"country": "FR", "name": "Harbor"})
    domain = call("/v1/add-mail-domain", {"domain": f"{mark.lower()}.harbor.dev"})["domain_id"]
    spare = call("/v1/add-mail-domain", {"domain": f"spare-{mark.lower()}.harbor.dev"})["domain_id"]
    return {
        "mail_domain": domain,
        "spare_mail_domain": spare,
        "sms_number": number,
        "conversation": conversation,
        "message": sent[0],
        "spare_message": sent[1],
        "canned_answer": answers[0],
        "spare_canned_answer": answers[1],
    }


def _customer(ids: dict[str, str]) -> dict[str, Any]:
    return {"customer_id": ids["customer"], "send_at": LATER}


def _message(ids: dict[str, str]) -> dict[str, Any]:
    return {"message_id": ids["message"]}


def _conversation(ids: dict[str, str]) -> dict[str, Any]:
    return {"conversation_id": ids["conversation"]}


MESSAGE_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/send-sms"): Call("editor", lambda ids: {**_customer(ids), "text": "Hello"}),
    ("POST", "/v1/send-email-w-qr"): Call(
        "editor", lambda ids: {**_customer(ids), "code_id": ids["code"]}
    ),
    ("GET", "/l/{token}"): Call(
        "public", path=lambda _: "/l/00000000000", gives=404, says="Nothing found"
    ),
    ("HEAD", "/l/{token}"): Call("public", path=lambda _: "/l/00000000000", gives=404),
    ("POST", "/v1/report-mail"): Call("editor", lambda _: {"message": "Subject: Hello"}),
    # Only the provider can sign one, and tests have none.
    ("POST", "/v1/twilio/message-status/{org_id}/{message_id}"): Call(
        "public",
        lambda _: {"MessageSid": "SM1", "MessageStatus": "sent"},
        path=lambda ids: f"/v1/twilio/message-status/org/{ids['message']}",
        gives=403,
        is_form=True,
        wrong=({"MessageSid": "SM1"}, 403, "signature"),
    ),
    ("POST", "/v1/twilio/inbound"): Call(
        "public",
        lambda _: {"MessageSid": "SM1", "From": "+1"},
        gives=403,
        is_form=True,
        wrong=({"From": "+1"}, 403, "signature"),
    ),
    ("POST", "/v1/twilio/fetch-available-numbers"): Call("editor", lambda _: {"area_code": "415"}),
    ("POST", "/v1/twilio/purchase-number"): Call("admin", lambda _: {"phone": "+14155550105"}),
    ("POST", "/v1/list-numbers"): Call("viewer", lambda _: {}),
    ("POST", "/v1/list-mail-domains"): Call("viewer", lambda _: {}),
    ("POST", "/v1/add-mail-domain"): Call("admin", lambda _: {"domain": "mail.harbor.dev"}),
    ("POST", "/v1/check-mail-domain"): Call("admin", lambda ids: {"domain_id": ids["mail_domain"]}),
    ("POST", "/v1/choose-mail-domain"): Call(
        "admin",
        lambda ids: {"domain_id": ids["mail_domain"]},
        gives=409,
    ),
    ("POST", "/v1/remove-mail-domain"): Call(
        "admin", lambda ids: {"domain_id": ids["spare_mail_domain"]}
    ),
    ("POST", "/v1/choose-number"): Call("admin", lambda ids: {"number_id": ids["sms_number"]}),
    ("POST", "/v1/set-number-rate"): Call(
        "admin", lambda ids: {"number_id": ids["sms_number"], "per_second": 3}
    ),
    ("POST", "/v1/list-sender-names"): Call("viewer", lambda _: {}),
    ("POST", "/v1/save-sender-name"): Call("admin", lambda _: {"country": "DE", "name": "Harbor"}),
    ("POST", "/v1/remove-sender-name"): Call("admin", lambda _: {"country": "FR"}),
    ("POST", "/v1/make-messaging-service"): Call("admin", lambda _: {"per_second": 2}),
    ("POST", "/v1/get-messaging-service"): Call("viewer", lambda _: {}),
    ("POST", "/v1/reply-in-sandbox"): Call(
        "editor", lambda _: {"phone": "+14155550188", "text": "Are you open?"}
    ),
    ("POST", "/v1/get-sandbox"): Call("admin", lambda _: {}),
    ("POST", "/v1/get-sandbox-phone"): Call(
        "admin", lambda _: {"phone": "+14155550177"}, foreign=200
    ),
    ("POST", "/v1/list-conversations"): Call("viewer", lambda _: {}),
    ("POST", "/v1/open-conversation"): Call("viewer", _conversation),
    ("POST", "/v1/count-conversations"): Call("viewer", lambda _: {}),
    ("POST", "/v1/opt-out-conversation"): Call("editor", _conversation),
    ("POST", "/v1/write-canned-answer"): Call(
        "editor", lambda ids: {**_conversation(ids), "answer_id": ids["canned_answer"]}
    ),
    ("POST", "/v1/change-conversation"): Call(
        "editor", lambda ids: {**_conversation(ids), "is_flagged": False}
    ),
    ("POST", "/v1/answer-conversation"): Call(
        "editor", lambda ids: {**_conversation(ids), "text": "Thank you"}
    ),
    ("POST", "/v1/list-canned-answers"): Call("viewer", lambda _: {}),
    ("POST", "/v1/save-canned-answer"): Call(
        "editor",
        lambda ids: {"answer_id": ids["canned_answer"], "name": "Thanks", "text": "Thank you"},
    ),
    ("POST", "/v1/delete-canned-answer"): Call(
        "editor",
        lambda ids: {"answer_id": ids["canned_answer"]},
        good=lambda ids: {"answer_id": ids["spare_canned_answer"]},
        takes_away=1,
    ),
    ("POST", "/v1/list-messages"): Call("viewer", lambda _: {}),
    ("POST", "/v1/get-message"): Call("viewer", _message),
    ("POST", "/v1/cancel-message"): Call(
        "editor",
        _message,
        good=lambda ids: {"message_id": ids["spare_message"]},
        takes_away=1,
    ),
}
