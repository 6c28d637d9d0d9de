"""Log lines are structured, contain the ids of their context, and reveal no secrets."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from runtime import logs
from runtime.settings import Settings


@pytest.fixture
def written(tmp_path: Path) -> Iterator[io.StringIO]:
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        environment="production",
        var_dir=tmp_path,
        auth0_domain="tenant.auth0.com",
        secret_key_setting="x" * 32,  # type: ignore[arg-type]
        database_url_setting="postgresql://x",  # type: ignore[arg-type]
        public_url="https://way.example",
    )
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    logs.configure(settings, "relay", stream)
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def lines_of(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_log_line_is_json_with_the_ids_of_its_context(written: io.StringIO) -> None:
    with structlog.contextvars.bound_contextvars(request_id="req_1"):
        structlog.get_logger("here").info("sent", records=3)
    structlog.get_logger("here").info("idle")

    sent, idle = lines_of(written)
    assert sent["event"] == "sent"
    assert (sent["records"], sent["request_id"], sent["process"]) == (3, "req_1", "relay")
    assert "request_id" not in idle


def test_library_logs_and_exceptions_use_the_same_format(written: io.StringIO) -> None:
    try:
        raise ValueError("a bad value from sam@harbor.example")
    except ValueError:
        logging.getLogger("some.library").exception("failed for %s", "+1 212 555 0100")

    (line,) = lines_of(written)
    assert line["level"] == "error"
    assert "ValueError" in str(line["exception"])
    assert "sam@" not in written.getvalue()
    assert "555" not in written.getvalue()


def test_secrets_and_personal_data_are_hidden_everywhere_in_a_log_line(
    written: io.StringIO,
) -> None:
    structlog.get_logger().info(
        "cannot reach postgresql://waypost:hunter2@db/waypost for sam@harbor.example",
        phone="2125550100",
        user={"email": "sam@harbor.example", "access_token": "abc", "name": "kept"},
        header="Bearer eyJhbGciOi.eyJzdWIi.c2ln",
        key="wp_0123456789abcdef",
    )

    text = written.getvalue()
    for secret in ("hunter2", "sam@", "2125550100", 'abc"', "eyJ", "wp_0123"):
        assert secret not in text
    assert "kept" in text


def test_ids_and_times_are_not_hidden_as_phone_numbers() -> None:
    text = "0192f0c1-7d3a-7bbb-8f00-1234567890ab at 2026-11-21T07:22:08+00:00 took 1234567.8 ms"

    assert logs.hide(text) == text
