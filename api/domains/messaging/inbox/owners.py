"""Finds the owners of conversations: after a merge, the profile into which theirs was merged, with the keys of both."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy.orm import Session

from api.domains.messaging.messages.contents import ContentSealer
from api.domains.people.consents.many_reading import ManyPeople


class Owner(NamedTuple):
    """The person to whom a conversation belongs."""

    customer_id: str | None
    """The profile into which theirs was merged; None for a number without a customer, or whose customer was erased."""
    sealing_keys: tuple[bytes, ...]
    """The keys of all profiles of the person."""

    def text(self, contents: ContentSealer, sealed: str) -> str:
        """Return their message, or an empty text if no key decrypts it."""
        for key in (*self.sealing_keys, None):
            content = contents.unseal(key, sealed)
            if content is not None:
                return content.text
        return ""


NOBODY = Owner(None, ())


def owners_of(
    session: Session, org_id: str, customer_ids: Iterable[str | None]
) -> dict[str | None, Owner]:
    """Return the owners of conversations, by the profile with which they are stored."""
    people = ManyPeople(session, org_id)
    asked = people.profiles(it for it in customer_ids if it is not None)
    ids = people.ids_of_people(it.kept_id for it in asked.values()) if asked else {}
    keys: dict[str, list[bytes]] = defaultdict(list)
    for customer_id, profile in (people.profiles(ids) if ids else {}).items():
        if profile.sealing_key is not None:
            keys[ids[customer_id]].append(profile.sealing_key)
    found: dict[str | None, Owner] = {
        customer_id: Owner(it.kept_id, tuple(keys[it.kept_id])) for customer_id, it in asked.items()
    }
    return defaultdict(lambda: NOBODY, found)
