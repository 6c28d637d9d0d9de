"""A Kafka like managed ones: the connection is encrypted and requires a password."""

import os
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from ingest.outbox.publisher import BrokerError, Publisher
from runtime.doctor import examine
from runtime.kafka_access import kafka_access
from runtime.settings import Settings
from tests.support.certificates import Authority
from tests.support.events import Road
from tests.support.kafka import (
    AUTHORITY_VARIABLE,
    PASSWORD_VARIABLE,
    SECURE_KAFKA_VARIABLE,
    USERNAME,
)
from tests.support.waiting import eventually

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.skipif(
        SECURE_KAFKA_VARIABLE not in os.environ,
        reason="Apache Kafka is not running: python -m tests.support.real_kafka",
    ),
]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Return settings that the broker accepts."""
    known: dict[str, Any] = {
        "kafka_bootstrap_servers_setting": os.environ[SECURE_KAFKA_VARIABLE],
        "kafka_security_protocol": "SASL_SSL",
        "kafka_username": USERNAME,
        "kafka_password": SecretStr(os.environ[PASSWORD_VARIABLE]),
        "kafka_ca_file": Path(os.environ[AUTHORITY_VARIABLE]),
    }
    return settings.model_copy(update=known)


def test_events_pass_through_secure_kafka(settings: Settings) -> None:
    with Road(settings, shared=True) as road:
        scans = road.record_scans(20)
        road.relay()
        road.lander()

        road.wait_landed(20)

        road.assert_exact(scans)
    assert {found.state for found in examine(settings) if found.name == "Kafka"} == {"ok"}


def test_wrong_password_is_refused_and_not_revealed(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = settings.model_copy(update={"kafka_password": SecretStr("not-the-password")})

    # kafka-python loses the broker's reason if it reads the end of the connection with it, so the
    # password is the only difference: the right one is accepted before and after.
    with Publisher(kafka_access(settings), 1):
        pass
    with pytest.raises(BrokerError, match="cannot connect") as refused:
        Publisher(kafka_access(wrong), 1)
    with Publisher(kafka_access(settings), 1):
        pass
    assert "invalid credentials" in caplog.text or "socket disconnected" in caplog.text
    assert "not-the-password" not in caplog.text + str(refused.value)
    with Road(wrong, shared=True) as road:
        relay, lander = road.relay(), road.lander()
        eventually(lambda: not relay.process.health().well and not lander.process.health().well)
        assert relay.failure is lander.failure is None


def test_broker_certificate_of_an_unknown_authority_is_rejected(
    settings: Settings, tmp_path: Path
) -> None:
    stranger = tmp_path / "authority.pem"
    stranger.write_bytes(Authority().pem)

    with pytest.raises(BrokerError):
        Publisher(kafka_access(settings.model_copy(update={"kafka_ca_file": stranger})), 1)
