"""Short links of messages: how they are written, where they lead, and who is recorded as having clicked them."""

from datetime import UTC, datetime, timedelta

import psycopg
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from api.domains.messaging.links.rewriting import LinkShortener
from api.domains.messaging.links.tokens import new_key, read_token, token_of
from ingest.contracts.message import MessageRecordedV4
from tests.support.jobs import run_jobs
from tests.support.member_calls import Calls
from tests.support.visits import Outbox

SHOP = "https://shop.example/cake?size=2&utm_source=sms"
PHONE = "+14155550143"
SHORT = LinkShortener("https://go.example", "https://waypost.example")


@given(st.integers(0, 62**10 - 1), st.integers(0, 61))
def test_link_tokens_identify_a_link_and_its_message(key: int, place: int) -> None:
    assert read_token(token_of(key, place)) == (key, place)


def test_addresses_in_texts_and_emails_become_short_links() -> None:
    text = f"Cake ({SHOP})! See {SHOP}, https://waypost.example/preferences/a/b."
    html = (
        f'<p><a rel="x" href="{SHOP.replace("&", "&amp;")}">cake</a> <a href="tel:+1">call</a></p>'
    )

    short = SHORT.shortened(5, text, html, "https://other.example/")

    assert short.targets == (SHOP, "https://other.example/")
    link = f"https://go.example/l/{token_of(5, 0)}"
    assert short.text == f"Cake ({link})! See {link}, https://waypost.example/preferences/a/b."
    assert short.html == f'<p><a rel="x" href="{link}">cake</a> <a href="tel:+1">call</a></p>'
    assert short.url == f"https://go.example/l/{token_of(5, 1)}"
    assert SHORT.shortened(5, short.text, short.html, short.url).targets == ()


def test_malformed_addresses_stay_unchanged() -> None:
    for text in ("See http://[2001:db8 today", "See https://@/", "https://]"):
        short = SHORT.shortened(5, text, f'<a href="{text[4:]}">x</a>')
        assert (short.text, short.targets) == (text, ())


@given(st.text(max_size=200))
def test_texts_without_addresses_stay_unchanged(text: str) -> None:
    if "http" not in text.lower():
        assert SHORT.shortened(new_key(), text).text == text


def sent_link(call: Calls, customer_id: str) -> str:
    """Return the path of the link in a text message to a customer."""
    call("send-sms", customer_id=customer_id, text=f"Cake: {SHOP}")
    run_jobs(call.settings)
    body: str = call("get-sandbox-messages", pageSize=1)["items"][0]["body"]
    return body.removeprefix("Cake: ").removeprefix(call.settings.base_url)


def test_click_is_attributed_to_the_person_and_links_their_browser(
    call: Calls, visitor: TestClient, outbox: Outbox
) -> None:
    ana = call.add(first_name="Ana", phone=PHONE)
    path = sent_link(call, ana)

    preview = visitor.get(path, headers={"user-agent": "WhatsApp/2.23.20.0"})
    head = visitor.head(path)
    clicked = visitor.get(f"{path}?fbclid=1")
    again = visitor.get(path)

    assert {it.headers["location"] for it in (preview, head, clicked, again)} == {SHOP}
    assert clicked.status_code == 302
    events = [
        it
        for it in outbox.events()
        if isinstance(it, MessageRecordedV4) and it.data.status == "clicked"
    ]
    assert [it.verdicts.is_bot or it.verdicts.is_preview for it in events if it.verdicts] == [
        True,
        True,
        False,
        False,
    ]
    first, second = events[2:]
    assert (first.customer_key, first.data.link) == (ana, "https://shop.example/cake")
    assert first.visitor is not None
    assert second.visitor == first.visitor
    with psycopg.connect(call.settings.database_url) as connection:
        linked = connection.execute("select customer_id, is_proven from customer_visitors")
        assert linked.fetchall() == [(ana, False)]
        marked = connection.execute(
            "select count(clicked_at) from messages where customer_id = %s", [ana]
        )
        assert marked.fetchall() == [(1,)]


def test_forwarded_link_does_not_reassign_a_linked_browser(
    call: Calls, visitor: TestClient
) -> None:
    ana = call.add(first_name="Ana", phone=PHONE)
    ben = call.add(first_name="Ben", phone="+14155550144")
    visitor.get(sent_link(call, ana))

    visitor.get(sent_link(call, ben))

    with psycopg.connect(call.settings.database_url) as connection:
        linked = connection.execute("select customer_id from customer_visitors")
        assert linked.fetchall() == [(ana,)]


def test_links_end_when_they_expire_or_their_message_is_deleted(
    call: Calls, visitor: TestClient
) -> None:
    ana = call.add(first_name="Ana", phone=PHONE)
    path = sent_link(call, ana)

    with psycopg.connect(call.settings.database_url) as connection:
        connection.execute(
            "update message_links set expires_at = %s", [datetime.now(UTC) - timedelta(days=1)]
        )
    assert visitor.get(path).status_code == 404
    with psycopg.connect(call.settings.database_url) as connection:
        connection.execute("delete from messages")
        assert connection.execute("select count(*) from message_links").fetchall() == [(0,)]
    for wrong in ("/l/abc", path[:-1] + "z", "/l/00000000000"):
        assert visitor.get(wrong).status_code == 404
