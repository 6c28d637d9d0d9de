"""Mail domains: added with a key, found in DNS, used once verified, and signed with DKIM."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import dkim
import psycopg
import pytest
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.messaging.mail_domains import jobs
from api.domains.messaging.mail_domains.keys import new_key_pair
from api.domains.messaging.mail_domains.records import check, records_of
from api.domains.messaging.messages.mails import identities_of
from api.integrations.ports.mail_sender import DkimKey, Mail
from api.integrations.smtp.adapter import SmtpMail
from runtime.settings import Settings
from tests.support.name_server import NameServer, name_server
from tests.support.people import MakeMember, Org, Somebody
from tests.support.post_office import mail_server, post_office


@pytest.fixture
def names() -> Iterator[NameServer]:
    with name_server() as server:
        yield server


@pytest.fixture
def settings(settings: Settings, names: NameServer) -> Settings:
    return settings.model_copy(update={"dns_server": names.address})


def published(names: NameServer, domain: dict[str, Any]) -> None:
    """Publish the records of a domain in DNS, long ones in parts as DNS requires."""
    for it in domain["records"]:
        parts = [it["value"][at : at + 200] for at in range(0, len(it["value"]), 200)]
        names.records[it["name"]] = ['" "'.join(parts)]


def test_emails_use_a_mail_domain_while_its_dns_records_are_found(
    client: TestClient,
    admin: Somebody,
    org: Org,
    make_member: MakeMember,
    api_settings: Settings,
    names: NameServer,
) -> None:
    def ask(path: str, status: int = 200, who: Somebody = admin, **body: Any) -> Any:
        answer = client.post(f"/v1/{path}", json=body, headers=who.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    engine = make_engine(api_settings)
    identity = identities_of(engine, api_settings)
    made = ask("add-mail-domain", domain="Mail.Harbor.Dev", sender_name="Harbor")
    ref = {"domain_id": made["domain_id"]}
    assert (made["state"], made["sender"], made["is_default"]) == (
        "pending",
        "hello@mail.harbor.dev",
        False,
    )
    assert [it["kind"] for it in made["records"]] == ["dkim", "dmarc"]
    assert made["records"][1]["name"] == "_dmarc.harbor.dev"
    assert ask("add-mail-domain", 409, domain="mail.harbor.dev")["code"] == "mail_domain_exists"
    for wrong in ("co.uk", "localhost", "127.0.0.1", "a b.example.com"):
        ask("add-mail-domain", 422, domain=wrong)
    ask("add-mail-domain", 403, make_member(org, "editor"), domain="other.dev")

    missing = ask("check-mail-domain", **ref)
    assert {it["finding"] for it in missing["records"]} == {"missing"}
    assert ask("choose-mail-domain", 409, **ref)["code"] == "mail_domain_not_verified"
    assert identity(org.org_id) is None

    published(names, made)
    found = ask("check-mail-domain", **ref)
    assert (found["state"], found["is_default"]) == ("verified", True)
    assert ask("choose-mail-domain", **ref)["total"] == 1
    own = identity(org.org_id)
    assert own is not None
    assert own.sender == "Harbor <hello@mail.harbor.dev>"

    # A DNS failure proves nothing; a missing record does.
    names.is_broken = True
    assert ask("check-mail-domain", **ref)["state"] == "verified"
    names.is_broken = False
    names.records.pop(made["records"][0]["name"])
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update mail_domains set checked_at = now() - interval '7 hours'")
    jobs.check_mail_domains(api_settings, engine, datetime.now(UTC))
    assert ask("list-mail-domains")["items"][0]["state"] == "failed"
    assert identity(org.org_id) is None
    ask("remove-mail-domain", **ref)
    assert ask("list-mail-domains")["total"] == 0


def test_removing_a_mail_domain_during_its_check_does_not_stop_other_checks(
    client: TestClient, admin: Somebody, api_settings: Settings, names: NameServer
) -> None:
    def ask(path: str, **body: Any) -> Any:
        return client.post(f"/v1/{path}", json=body, headers=admin.headers).json()

    refs = [{"domain_id": ask("add-mail-domain", domain=f"{it}.dev")["domain_id"]} for it in "abc"]
    answer, removed = names.answer, []

    def removing(wire: bytes) -> bytes:
        if len(removed) == 0 or (len(removed) == 1 and b"\x01b\x03dev" in wire):
            removed.append(ask("remove-mail-domain", **refs[len(removed)]))
        return answer(wire)

    names.answer = removing  # type: ignore[method-assign]
    assert ask("check-mail-domain", **refs[0])["code"] == "mail_domain_not_found"
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update mail_domains set created_at = created_at - interval '7 hours'")
    jobs.check_mail_domains(api_settings, make_engine(api_settings), datetime.now(UTC))

    assert len(removed) == 2
    (kept,) = ask("list-mail-domains")["items"]
    assert (kept["domain"], kept["checked_at"] is not None) == ("c.dev", True)


def test_email_signature_can_be_verified_by_its_recipient() -> None:
    """Non-ASCII text, and both headers that one-click unsubscribing needs, are covered by the signature."""
    pair = new_key_pair()
    mail = Mail(
        to="ana@example.com",
        subject="Olá",
        text="Pão de Deus ☕",
        html="<p>Pão de Deus ☕</p>",
        headers={"List-Unsubscribe": "<https://way.dev/u>", "Message-ID": "<1@way.dev>"},
        sender="Harbor <hello@harbor.dev>",
        dkim=DkimKey("harbor.dev", "waypost", pair.private),
    )
    with post_office() as (post, port):
        SmtpMail(mail_server(port)).send("org_1", mail)
    (raw,) = post.raw

    record = f"v=DKIM1; k=rsa; p={pair.public}".encode()
    assert dkim.verify(raw, dnsfunc=lambda name, timeout=5: record)
    assert b"From: Harbor <hello@harbor.dev>" in raw
    forged = raw.replace(b"way.dev/u", b"evil.dev/u")
    assert not dkim.verify(forged, dnsfunc=lambda name, timeout=5: record)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({}, {"dkim": "missing", "dmarc": "missing", "spf": "missing"}),
        (
            {
                "s._domainkey.mail.harbor.dev": ["v=DKIM1; k=rsa; p=AB CD=="],
                "_dmarc.mail.harbor.dev": ["v=DMARC1;p=reject; rua=mailto:x@harbor.dev"],
                "mail.harbor.dev": ["other=1", "v=spf1 mx include:spf.way.dev -all"],
            },
            {"dkim": "found", "dmarc": "found", "spf": "found"},
        ),
        (
            {
                "s._domainkey.mail.harbor.dev": ["v=DKIM1; p=AB"],
                "_dmarc.harbor.dev": ["v=DMARC1; pct=100"],
                "mail.harbor.dev": ["v=spf1 -all"],
            },
            {"dkim": "wrong", "dmarc": "wrong", "spf": "wrong"},
        ),
    ],
)
def test_valid_wrong_and_missing_dns_records_are_distinguished(
    texts: dict[str, list[str]], expected: dict[str, str]
) -> None:
    records = records_of("mail.harbor.dev", "s", "ABCD==", "include:spf.way.dev")
    assert check(records, "mail.harbor.dev", lambda name: texts.get(name, [])) == expected
    assert set(check(records, "mail.harbor.dev", lambda _: None).values()) == {"unsure"}
