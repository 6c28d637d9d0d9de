"""Rules against people who refer themselves. They know no database."""

from typing import Final

from api.domains.promotions.referrals.types import Evidence, Flag

_DOTS_AND_TAGS: Final = frozenset({"gmail.com"})
"""Providers whose mailboxes ignore dots, and everything from a plus sign on."""

_TAGS: Final = frozenset(
    {
        *("outlook.com", "hotmail.com", "live.com", "msn.com"),
        *("icloud.com", "me.com", "mac.com"),
        *("proton.me", "protonmail.com", "pm.me"),
        *("fastmail.com", "fastmail.fm", "zoho.com", "yandex.com", "yandex.ru"),
    }
)
"""Providers that ignore what follows a plus sign, and tell dots apart."""

_MINUS_TAGS: Final = frozenset({"yahoo.com", "ymail.com", "rocketmail.com"})
"""Providers whose extra addresses are a name, a minus sign and a word."""

_SAME_AS: Final = {"googlemail.com": "gmail.com", "me.com": "icloud.com", "mac.com": "icloud.com"}

MANY_ON_NETWORK: Final = 3
SIMILAR_DIGITS: Final = 9


def mailbox_of(email: str) -> str:
    """The mailbox to which a normalised address leads, in one spelling. Of providers that are not known, the address
    itself: elsewhere a dot or a plus sign may make another mailbox.
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
    """Whether two addresses lead to one mailbox."""
    return one is not None and other is not None and mailbox_of(one) == mailbox_of(other)


def is_similar_phone(one: str | None, other: str | None) -> bool:
    """Whether two numbers in E.164 differ in their country code only."""
    return (
        one is not None and other is not None and one[-SIMILAR_DIGITS:] == other[-SIMILAR_DIGITS:]
    )


def flags_of(evidence: Evidence, daily_limit: int) -> list[Flag]:
    """What to note about a referral. `daily_limit`: friends of one referrer in 24 hours that are nothing unusual."""
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
