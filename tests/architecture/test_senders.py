"""Whatever is sent to customers asks first whether they may be contacted."""

import ast
from pathlib import Path

from runtime.settings import ROOT

DOMAINS = ROOT / "api" / "domains"
SENDING = (
    "api.integrations.ports.mail_sender",
    "api.integrations.ports.pass_pusher",
    "api.integrations.ports.sms_sender",
    "api.integrations.ports.web_pusher",
)
POLICY = "api.domains.people.consents.policy"
GATE = "api.domains.wallet.pass_updates.gate_port"
"""What the gate of messages is for what lies below it."""

NOT_TO_CUSTOMERS = {
    "content/form_inbox": "members who subscribed to a form",
    "content/forms": "one-time passcodes that the owner of the number requests",
    "insights/scheduled_reports": "recipients who confirmed a report",
    "messaging/operator_alerts": "the operator",
    "messaging/owner_alerts": "members",
    "org/members": "people who are invited",
    "people/consents": "the mail that asks for a confirmation",
}
"""Domains that send without asking, and to whom."""


def imports_of(folder: Path) -> set[str]:
    """The modules that the files of a domain import."""
    trees = (ast.parse(path.read_text()) for path in folder.rglob("*.py"))
    nodes = (node for tree in trees for node in ast.walk(tree))
    return {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}


def test_a_domain_that_sends_asks_the_policy_or_sends_to_no_customers() -> None:
    imported = {
        f"{folder.parent.name}/{folder.name}": imports_of(folder)
        for folder in DOMAINS.glob("*/*")
        if folder.is_dir()
    }
    senders = {name for name, modules in imported.items() if modules & set(SENDING)}

    unasked = {name for name in senders if not {POLICY, GATE} & imported[name]} - set(
        NOT_TO_CUSTOMERS
    )

    assert not unasked, (
        f"ask {POLICY}.ContactPolicy.may_contact before anything is sent, or the gate"
    )
    assert set(NOT_TO_CUSTOMERS) <= senders, "takes away what sends nothing any more"


GATED = ("api.integrations.ports.mail_sender", "api.integrations.ports.sms_sender")
MAKING = ("api.integrations.mail_sender", "api.integrations.sms_sender")


def test_mails_and_texts_to_customers_leave_by_the_one_dispatcher() -> None:
    """Other files that have a sender are on the list above, with the people whom they write to; of messages, one module
    has it, and one calls it.
    """
    users = {
        path.relative_to(DOMAINS).as_posix(): path
        for path in DOMAINS.rglob("*.py")
        if {*GATED, *MAKING} & imports_of_file(path)
    }
    others = {name for name in users if "/".join(name.split("/")[:2]) not in NOT_TO_CUSTOMERS} - {
        "content/pages/dependencies.py",  # asks whether texts can be sent
        "messaging/mail_domains/dependencies.py",  # asks what an SPF record names
    }

    assert others == {"messaging/messages/sending.py", "messaging/messages/mails.py"}
    handing = [
        path.relative_to(DOMAINS).as_posix()
        for path in DOMAINS.rglob("*.py")
        if ".hand_over(" in path.read_text()
    ]
    # The carrier of passes hands over to itself, one message at a time.
    assert sorted(handing) == ["messaging/messages/dispatching.py", "messaging/messages/wallet.py"]


def imports_of_file(path: Path) -> set[str]:
    """The modules that a file imports."""
    nodes = ast.walk(ast.parse(path.read_text()))
    return {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
