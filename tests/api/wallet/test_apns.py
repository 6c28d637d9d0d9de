"""Pushes through Apple's push service: what is sent, what is returned, and what is retried."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from api.integrations.apns.adapter import Apns
from api.integrations.ports.pass_pusher import PushIdentity, PushOutcome
from api.rendering.wallet.apple_certificates import PassCertificate, certificate_chain
from tests.twins.apns import ApnsTwin, running_apns

TYPE = "pass.com.harbor-coffee.card"
TOKEN = "ab" * 32


def identity_of(own: PassCertificate, pass_type: str = TYPE) -> PushIdentity:
    pem = own.certificate.public_bytes(Encoding.PEM) + own.issuer.public_bytes(Encoding.PEM)
    key = own.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return PushIdentity(pass_type, pem, key)


@pytest.fixture(scope="module")
def chain() -> tuple[PassCertificate, x509.Certificate]:
    return certificate_chain(TYPE, "HARBOR1234", datetime.now(UTC))


@pytest.fixture
def apns(chain: tuple[PassCertificate, x509.Certificate], tmp_path: Path) -> Iterator[ApnsTwin]:
    with running_apns(chain[1], tmp_path) as running:
        yield running


@pytest.fixture
def identity(chain: tuple[PassCertificate, x509.Certificate]) -> PushIdentity:
    return identity_of(chain[0])


def push(apns: ApnsTwin, identity: PushIdentity, *tokens: str) -> list[PushOutcome]:
    with Apns(apns.settings, seconds=1).connected(identity) as line:
        return line.push(tokens)


def test_200_phones_are_pushed_on_one_connection(apns: ApnsTwin, identity: PushIdentity) -> None:
    tokens = [f"{at:064x}" for at in range(200)]

    assert push(apns, identity, *tokens) == ["sent"] * 200

    assert sorted(apns.tokens) == tokens
    assert apns.connections == 1
    first = apns.pushed[0]
    assert (first.body, first.topic) == (b"{}", TYPE)
    assert first.headers["apns-push-type"] == "background"
    assert first.headers["apns-priority"] == "5"
    assert int(first.headers["apns-expiration"]) > datetime.now(UTC).timestamp()


def test_unknown_and_unregistered_tokens_are_reported_as_gone(
    apns: ApnsTwin, identity: PushIdentity
) -> None:
    removed, unknown = "cd" * 32, "ef" * 32
    apns.unregistered.add(removed)
    apns.unknown.add(unknown)

    found = push(apns, identity, removed, TOKEN, unknown, "../../3/device/x", "", "é" * 32)

    assert found == ["gone", "sent", "gone", "gone", "gone", "gone"]
    assert apns.asked == 3, "no token becomes another path"


@pytest.mark.parametrize(
    ("status", "reason", "outcome"),
    [
        (429, "TooManyRequests", "later"),
        (500, "InternalServerError", "later"),
        (503, "Shutdown", "later"),
        (403, "BadCertificate", "refused"),
        (400, "BadTopic", "refused"),
        (400, "DeviceTokenNotForTopic", "gone"),
    ],
)
def test_apple_refusals_map_to_outcomes(
    apns: ApnsTwin, identity: PushIdentity, status: int, reason: str, outcome: str
) -> None:
    apns.fails_with = (status, reason)
    assert push(apns, identity, TOKEN) == [outcome]


def test_connection_closed_by_apple_is_reopened(apns: ApnsTwin, identity: PushIdentity) -> None:
    apns.closes_after = 2
    with Apns(apns.settings, seconds=5).connected(identity) as line:
        found = [line.push([f"{at:064x}"])[0] for at in range(5)]

    assert found == ["sent"] * 5
    assert apns.connections == 2


def test_apple_outage_returns_later_instead_of_an_error(
    apns: ApnsTwin, identity: PushIdentity
) -> None:
    apns.is_away = True
    assert push(apns, identity, TOKEN, "cd" * 32) == ["later"] * 2
    apns.is_away = False
    apns.gate.clear()
    assert push(apns, identity, TOKEN) == ["later"]
    apns.gate.set()
    assert push(apns, identity, TOKEN) == ["sent"]


def test_certificate_unknown_to_apple_cannot_connect(apns: ApnsTwin) -> None:
    forged, _ = certificate_chain(TYPE, "HARBOR1234", datetime.now(UTC))
    assert push(apns, identity_of(forged), TOKEN) == ["later"]
    assert apns.pushed == []


def test_certificate_cannot_push_another_pass_type(
    apns: ApnsTwin, chain: tuple[PassCertificate, x509.Certificate]
) -> None:
    other = identity_of(chain[0], "pass.com.harbor-coffee.ticket")
    assert push(apns, other, TOKEN) == ["refused"]


def test_private_key_is_not_in_the_repr(identity: PushIdentity) -> None:
    assert "PRIVATE" not in repr(identity)
