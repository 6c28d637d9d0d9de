"""Settings: the result of an empty environment, the requirements of production, and the documentation."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from runtime.kafka_access import kafka_access
from runtime.settings import Settings
from tests.support.settings_table import settings_table, written_table


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WAYPOST_VAR_DIR", str(tmp_path))
    for name in ("DATABASE_URL", "KAFKA_BOOTSTRAP_SERVERS", "S3_BUCKET", "AUTH0_DOMAIN"):
        monkeypatch.delenv(name, raising=False)


def bare() -> Settings:
    return Settings(_env_file=None)  # type: ignore[call-arg]


def test_empty_environment_uses_only_embedded_services(tmp_path: Path) -> None:
    settings = bare()

    assert settings.embedded_postgres
    assert settings.embedded_kafka
    assert settings.embedded_identity
    assert settings.base_url == "http://localhost:8000"
    assert settings.issuer == "http://localhost:8001/"
    assert settings.lake_url == str(tmp_path / "lake")


def test_secrets_are_generated_once_and_kept_private(tmp_path: Path) -> None:
    first, second = bare(), bare()

    assert first.secret_key == second.secret_key
    assert first.database_url == second.database_url
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "secrets").iterdir()} == {0}


def test_each_real_service_is_selected_by_a_single_variable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://waypost:x@db/waypost?sslmode=require")
    monkeypatch.setenv("KAFKA_BOOTSTRAP_SERVERS", "kafka-1:9092,kafka-2:9092")
    monkeypatch.setenv("S3_BUCKET", "bucket")
    monkeypatch.setenv("S3_ENDPOINT_URL", "http://minio:9000")
    monkeypatch.setenv("AUTH0_DOMAIN", "tenant.auth0.com")

    settings = bare()

    assert settings.database_url_as("waypost_app").endswith(
        "sslmode=require&options=-c%20role%3Dwaypost_app"
    )
    assert settings.kafka_bootstrap_servers == "kafka-1:9092,kafka-2:9092"
    assert settings.lake_url == "s3://bucket/lake"
    assert settings.storage_options["AWS_ALLOW_HTTP"] == "true"
    assert settings.issuer == "https://tenant.auth0.com/"


def test_production_lists_missing_settings() -> None:
    with pytest.raises(ValidationError, match="WAYPOST_SECRET_KEY, AUTH0_DOMAIN, DATABASE_URL"):
        Settings(_env_file=None, environment="production")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("setting", "value", "name"),
    [
        ("secret_key_setting", "x", "WAYPOST_SECRET_KEY needs at least 32 bytes"),
        ("secret_key_setting", "x" * 31, "WAYPOST_SECRET_KEY needs at least 32 bytes"),
        ("auth0_domain", "http://idp.example", "AUTH0_DOMAIN must be an https address"),
        ("public_url", "http://shop.example", "WAYPOST_PUBLIC_URL must be an https address"),
        ("public_url", "shop.example", "WAYPOST_PUBLIC_URL must be an https address"),
    ],
)
def test_production_refuses_weak_or_unencrypted_settings(
    setting: str, value: str, name: str
) -> None:
    good = {
        "secret_key_setting": "x" * 32,
        "auth0_domain": "idp.example",
        "database_url_setting": "postgresql://a:b@h/d",
        "public_url": "https://shop.example",
    }
    Settings(_env_file=None, environment="production", **good)  # type: ignore

    with pytest.raises(ValidationError, match=name):
        Settings(_env_file=None, environment="production", **{**good, setting: value})  # type: ignore
    Settings(_env_file=None, **{setting: value})  # type: ignore


@pytest.mark.parametrize("proxies", ["*", "ingress", "127.0.0.1, 10.0.0.0/99"])
def test_proxies_that_are_no_addresses_are_refused(
    proxies: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAYPOST_TRUSTED_PROXIES", proxies)

    with pytest.raises(ValidationError, match="WAYPOST_TRUSTED_PROXIES"):
        bare()


def test_network_of_proxies_may_be_named_by_one_of_its_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WAYPOST_TRUSTED_PROXIES", "127.0.0.1, 10.1.2.3/8, fd00::1/64")

    assert bare().trusted_proxies == "127.0.0.1,10.0.0.0/8,fd00::/64"


def test_settings_never_show_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://waypost:hunter2@db/waypost")
    monkeypatch.setenv("WAYPOST_SECRET_KEY", "hunter2")

    assert "hunter2" not in repr(bare())


def test_missing_settings_are_reported_without_revealing_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", "hunter2")
    monkeypatch.setenv("OPENAI_API_KEY", "hunter2")

    with pytest.raises(ValidationError) as refusal:
        Settings(_env_file=None, environment="production")  # type: ignore[call-arg]

    assert "WAYPOST_SECRET_KEY" in str(refusal.value)
    assert "hunter2" not in str(refusal.value)


def test_operations_page_lists_every_setting() -> None:
    assert written_table() == settings_table(), "run `python -m tests.support.settings_table`"


def test_kafka_credentials_must_be_complete_and_the_password_is_hidden(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KAFKA_BOOTSTRAP_SERVERS", "one:9096,two:9096")
    monkeypatch.setenv("KAFKA_SECURITY_PROTOCOL", "SASL_SSL")
    monkeypatch.setenv("KAFKA_USERNAME", "waypost")
    with pytest.raises(ValidationError, match="SASL_SSL needs KAFKA_USERNAME and KAFKA_PASSWORD"):
        bare()
    monkeypatch.setenv("KAFKA_PASSWORD", "unspoken")
    monkeypatch.setenv("KAFKA_CA_FILE", str(tmp_path / "missing.pem"))
    with pytest.raises(ValidationError, match="KAFKA_CA_FILE"):
        bare()
    monkeypatch.delenv("KAFKA_CA_FILE")

    settings = bare()

    assert "unspoken" not in repr(settings)
    assert kafka_access(settings) == {
        "bootstrap_servers": ["one:9096", "two:9096"],
        "security_protocol": "SASL_SSL",
        "sasl_mechanism": "SCRAM-SHA-512",
        "sasl_plain_username": "waypost",
        "sasl_plain_password": "unspoken",
    }
    monkeypatch.setenv("WAYPOST_ENVIRONMENT", "production")
    monkeypatch.setenv("KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT")
    with pytest.raises(ValidationError, match="no password unencrypted"):
        Settings(  # type: ignore[call-arg]
            _env_file=None,
            secret_key_setting="s" * 32,
            auth0_domain="tenant.auth0.com",
            database_url_setting="postgresql://db/waypost",
            public_url="https://go.example.com",
        )
