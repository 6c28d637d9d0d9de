"""The sealing key can be changed: data sealed with earlier keys is sealed again, and those keys are no longer
needed.
"""

import psycopg
from pydantic import SecretStr

from api.apps.resealing import SEALED_COLUMNS, reseal
from api.domains.commerce.connections.sealing import CredentialBox
from api.domains.messaging.messages.contents import ContentSealer
from api.domains.people.customers.sealing import Sealer
from runtime.settings import Settings
from tests.support.connections import Wires

SEALED_WITH_A_CUSTOMERS_KEY = {
    ("customers", "email_sealed"),
    ("customers", "phone_sealed"),
    ("submissions", "sealed"),
}
RESEALED = {
    "customers.sealing_key",
    "connections.credentials_sealed",
    "messages.address_sealed",
    "messages.content_sealed",
}


def with_keys(settings: Settings, secret: str, sealing: str, previous: str = "") -> Settings:
    keys = {
        "secret_key_setting": SecretStr(secret),
        "sealing_key_setting": SecretStr(sealing),
        "sealing_keys_previous": SecretStr(previous),
    }
    return settings.model_copy(update=keys)


def test_every_sealed_column_is_resealed(settings: Settings) -> None:
    with psycopg.connect(settings.database_url) as connection:
        rows = connection.execute(
            "select table_name, column_name from information_schema.columns"
            " where table_schema = 'public' and column_name like '%seal%'"
        ).fetchall()
    known = {(it.table, it.column) for it in SEALED_COLUMNS}
    assert set(rows) == known | SEALED_WITH_A_CUSTOMERS_KEY


def test_new_sealing_key_replaces_the_old_key(wires: Wires, api_settings: Settings) -> None:
    wires("save-customer", email="ana@example.com", first_name="Ana")
    wires("send-sms", phone="+14155550143", text="Your table is ready.")
    endpoint = {"url": "https://crm.example.com/hook"}
    wires("integration-controller", action="connect", vendor="webhooks", settings=endpoint)

    old = api_settings.secret_key.decode()
    first = list(reseal(with_keys(api_settings, old, "a new key")))
    assert {f"{it.column.table}.{it.column.column}" for it in first if it.resealed} == RESEALED
    assert [it for it in first if it.unreadable] == []

    # The old key is unknown now; only the new one opens what is stored.
    alone = with_keys(api_settings, "a stranger's", "a new key")
    assert [it for it in reseal(alone) if it.resealed or it.unreadable] == []
    sealer = Sealer.of(alone)
    with psycopg.connect(api_settings.database_url) as connection:
        ((key, email),) = connection.execute(
            "select sealing_key, email_sealed from customers where email_sealed is not null"
        ).fetchall()
        assert sealer.unseal(key, email) == b"ana@example.com"
        ((address, content),) = connection.execute(
            "select address_sealed, content_sealed from messages"
        ).fetchall()
        assert sealer.unwrap(address) == "+14155550143"
        message = ContentSealer(sealer).unseal(None, content)
        assert message is not None
        assert message.text == "Your table is ready."
        ((credentials,),) = connection.execute(
            "select credentials_sealed from connections"
        ).fetchall()
    assert CredentialBox(alone).unseal(credentials)["secret"].startswith("whsec_")


def test_values_that_no_key_can_unseal_are_counted_and_left_unchanged(
    wires: Wires, api_settings: Settings
) -> None:
    wires("save-customer", email="ben@example.com", first_name="Ben")
    strange = list(reseal(with_keys(api_settings, "a stranger's", "another key")))
    assert [(it.column.column, it.unreadable) for it in strange if it.unreadable] == [
        ("sealing_key", 1)
    ]
    assert wires("get-customers")["items"][0]["email"] == "ben@example.com"
