"""Rules against people who refer themselves. They do not use the database."""

from typing import Final

from api.domains.promotions.referrals.types import Evidence, Flag

_DOTS_AND_TAGS: Final = frozenset({"gmail.com"})
"""Providers whose mailboxes ignore dots, and everything after a plus sign."""

_TAGS: Final = frozenset(
    {
        *("outlook.com", "hotmail.com", "live.com", "msn.com"),
        *("icloud.com", "me.com", "mac.com"),
        *("proton.me", "protonmail.com", "pm.me"),
        *("fastmail.com", "fastmail.fm", "zoho.com", "yandex.com", "yandex.ru"),
    }
)
"""Providers that ignore everything after a plus sign, but not dots."""

_MINUS_TAGS: Final = frozenset({"yahoo.com", "ymail.com", "rocketmail.com"})
"""Providers whose additional addresses consist of a name, a minus sign and a word."""

_SAME_AS: Final = {"googlemail.com": "gmail.com", "me.com": "icloud.com", "mac.com": "icloud.com"}

MANY_ON_NETWORK: Final = 3
SIMILAR_DIGITS: Final = 9


def mailbox_of(email: str) -> str:
    """Return the canonical form of the mailbox to which a normalised address leads. For unknown providers, that is the
    address itself, because there a dot or a plus sign may mean another mailbox.
    """
    local, _, domain = email.rpartition("@")
    domain = _SAME_AS.get(domain, domain)
    if domain in _DOTS_AND_TAGS:
        local = local.partition("+")[0].replace(".", "") or local
    elif domain in _TAGS:
        local = local.partition("+")[0] or local
    elif domain in _MINUS_TAGS:
        local = local.partition("-")[0] or local
    return f"{local}@{domain}"


def is_same_mailbox(one: str | None, other: str | None) -> bool:
    """Return whether two addresses lead to the same mailbox."""
    return one is not None and other is not None and mailbox_of(one) == mailbox_of(other)


def is_similar_phone(one: str | None, other: str | None) -> bool:
    """Return whether two numbers in E.164 format end with the same nine digits, so that at most their prefixes
    differ.
    """
    return (
        one is not None and other is not None and one[-SIMILAR_DIGITS:] == other[-SIMILAR_DIGITS:]
    )


def flags_of(evidence: Evidence, daily_limit: int) -> list[Flag]:
    """Return the flags for a referral. `daily_limit` is the number of one referrer's friends within 24 hours that is
    not unusual.
    """
    noticed: dict[Flag, bool] = {
        "same_device": evidence.is_own_device,
        "same_mailbox": evidence.is_known_mailbox,
        "similar_phone": evidence.has_similar_phone,
        "shared_phone": evidence.has_shared_phone,
        "shared_network": 0 < evidence.on_network < MANY_ON_NETWORK,
        "many_on_network": evidence.on_network >= MANY_ON_NETWORK,
        "velocity": evidence.of_day >= daily_limit,
        "existing_customer": evidence.is_existing,
    }
    return [flag for flag, is_noticed in noticed.items() if is_noticed]
