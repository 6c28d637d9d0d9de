"""REST hooks: programs subscribe with an API key, get events, see samples, and unsubscribe by a call or with 410."""

from tests.support.connections import Wires
from tests.twins.webhook_receiver import Receiver


def test_program_can_subscribe_receive_events_and_unsubscribe(
    wires: Wires, receiver: Receiver
) -> None:
    hook = wires("subscribe-hook", 201, hookUrl=receiver.url, event_kind="scan", name="Zap")
    receiver.secrets = [hook["secret"]]

    samples = wires("list-hook-samples", event_kind="scan")
    assert samples["is_example"]
    assert samples["items"][0]["type"] == "scan"
    ids = wires.happen(2)
    wires.send()
    assert [it.message_id for it in receiver.received] == ids
    samples = wires("list-hook-samples", event_kind="scan")
    assert not samples["is_example"]
    assert {it["data"]["event_id"] for it in samples["items"]} == set(ids)
    assert samples["items"][0] == next(
        it.body
        for it in receiver.received
        if it.message_id == samples["items"][0]["data"]["event_id"]
    )

    wires("unsubscribe-hook", hook_id=hook["hook_id"])
    wires("unsubscribe-hook", 404, hook_id=hook["hook_id"])
    wires.happen(1)
    wires.send()
    assert len(receiver.received) == 2


def test_status_410_ends_a_subscription_without_an_email(wires: Wires, receiver: Receiver) -> None:
    hook = wires("subscribe-hook", 201, url=receiver.url, event_kind="scan")
    receiver.secrets = [hook["secret"]]
    receiver.answers = [410]
    wires.happen(1)
    wires.send()

    read = wires("get-integration", connection_id=hook["hook_id"])
    assert (read["status"], read["last_error"]["status"]) == ("disabled", 410)
    wires.happen(2)
    wires.send()
    assert receiver.received == []


def test_unsafe_addresses_and_ids_of_other_connections_are_refused(
    wires: Wires, receiver: Receiver
) -> None:
    for url in ("http://example.com/x", "ftp://example.com", "https://user:pass@example.com"):
        answer = wires("subscribe-hook", 422, url=url, event_kind="scan")
        assert answer["errors"][0]["field"] == "settings.url"
    wires("subscribe-hook", 422, url="https://example.com/x", event_kind="nothing")
    endpoint = wires(
        "integration-controller",
        action="connect",
        vendor="webhooks",
        settings={"url": receiver.url},
        event_kinds=[],
    )["connection"]
    wires("unsubscribe-hook", 404, hook_id=endpoint["connection_id"])
