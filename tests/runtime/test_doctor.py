"""The doctor distinguishes broken from healthy parts, and never fails itself."""

from pathlib import Path

import pytest

from runtime.doctor import Finding, examine, print_report
from runtime.embedded.kafka import EmbeddedKafka, create_topic
from runtime.embedded.process import free_port
from runtime.settings import Settings


def _by_name(findings: list[Finding]) -> dict[str, Finding]:
    return {finding.name: finding for finding in findings}


def test_stopped_services_fail_and_every_failure_has_advice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ports = {name: free_port() for name in ("postgres_port", "kafka_port", "identity_port")}
    settings = Settings(_env_file=None, var_dir=tmp_path / "var", **ports)  # type: ignore[arg-type, call-arg]

    findings = examine(settings)
    print_report(findings)

    found = _by_name(findings)
    assert {found[name].state for name in ("Postgres", "Kafka", "login")} == {"fail"}
    assert all(finding.advice for finding in findings if finding.state == "fail")
    assert "waypost up" in capsys.readouterr().out


def test_running_services_are_healthy(settings: Settings, broker: EmbeddedKafka) -> None:
    create_topic(broker.bootstrap_servers, "some-topic", 1)
    running = settings.model_copy(
        update={"kafka_bootstrap_servers_setting": broker.bootstrap_servers}
    )

    found = _by_name(examine(running))

    assert found["Postgres"].state == "ok"
    assert found["Kafka"].state == "ok"
    assert "some-topic" in found["Kafka"].text


def test_port_in_use_is_shown_with_the_process_that_holds_it(
    tmp_path: Path, broker: EmbeddedKafka
) -> None:
    settings = Settings(_env_file=None, var_dir=tmp_path, kafka_port=broker.port)  # type: ignore[call-arg]

    found = _by_name(examine(settings))

    assert f"process {broker.pid}" in found[f"port {broker.port}"].text
