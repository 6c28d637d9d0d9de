"""Everything that is sent to customers is checked first for permission to contact them."""

import ast
import re
from collections import defaultdict

from tests.architecture.sources import named, sources, text_of, trees

DOMAINS = "api/domains"
SENDING = (
    "api.integrations.ports.mail_sender",
    "api.integrations.ports.pass_pusher",
    "api.integrations.ports.sms_sender",
    "api.integrations.ports.web_pusher",
)
POLICY = "api.domains.people.consents.policy"
GATE = "api.domains.wallet.pass_updates.gate_port"
"""The interface of the message gate for lower-level domains."""

NOT_TO_CUSTOMERS = {
    "content/form_inbox": "members who subscribed to a form",
    "content/forms": "one-time passcodes, by the sender of messages/passcodes.py, which asks the gate",
    "insights/scheduled_reports": "recipients who confirmed a report",
    "messaging/operator_alerts": "the operator",
    "messaging/owner_alerts": "members",
    "org/members": "people who are invited",
}
"""Domains that send without this check, and their recipients."""


def test_sending_domain_uses_the_contact_policy_or_sends_to_no_customers() -> None:
    imported: dict[str, set[str]] = defaultdict(set)
    for name, modules in importers(*SENDING, POLICY, GATE).items():
        imported[domain_of(name)] |= modules
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


def test_emails_and_texts_to_customers_are_sent_only_by_the_dispatcher() -> None:
    """Other files that have a sender are on the list above, with the people to whom they send. For messages, one module
    has the sender and one calls it. Passcodes are sent immediately.
    """
    users = importers(*GATED, *MAKING)
    others = {name for name in users if domain_of(name) not in NOT_TO_CUSTOMERS} - {
        "content/pages/dependencies.py",  # checks whether texts can be sent
        "messaging/mail_domains/dependencies.py",  # looks up the names in an SPF record
    }

    assert others == {
        "messaging/messages/mails.py",
        "messaging/messages/passcodes.py",
        "messaging/messages/sending.py",
    }
    handing = [
        named(path).removeprefix(f"{DOMAINS}/")
        for path in sources(".py", floors=(DOMAINS,))
        if ".hand_over(" in text_of(path)
    ]
    # The carrier of passes hands over to itself, one message at a time.
    assert sorted(handing) == ["messaging/messages/dispatching.py", "messaging/messages/wallet.py"]


def importers(*modules: str) -> dict[str, set[str]]:
    """Return the files of domains that import from these modules, and from which of them."""
    found = {
        named(path).removeprefix(f"{DOMAINS}/"): {
            node.module
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module in modules
        }
        for path, tree in trees("|".join(map(re.escape, modules)), floors=(DOMAINS,))
    }
    return {name: imported for name, imported in found.items() if imported}


def domain_of(name: str) -> str:
    """Return the domain of a file in `importers`."""
    return "/".join(name.split("/")[:2])
