"""Referral rules over random addresses and random orders of who refers whom."""

import base64
from collections.abc import Iterator

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.domains.promotions.referrals.code_texts import parse_code
from api.domains.promotions.referrals.guards import flags_of, is_same_mailbox, mailbox_of
from api.domains.promotions.referrals.referral_emails import (
    decode_referral_email,
    encode_referral_email,
)
from api.domains.promotions.referrals.types import DOUBTFUL, Evidence
from runtime.settings import Settings

LOCALS = st.from_regex(r"[a-z0-9]{1,12}", fullmatch=True)
TAGS = st.from_regex(r"[a-z0-9]{0,6}", fullmatch=True)
EXACT = st.sampled_from(("example.com", "harbor-coffee.example", "mailbox.org"))


@given(LOCALS, TAGS, st.sampled_from(("gmail.com", "googlemail.com")), st.data())
def test_gmail_addresses_with_dots_and_tags_are_one_mailbox(
    local: str, tag: str, domain: str, data: st.DataObject
) -> None:
    dots = data.draw(st.lists(st.booleans(), min_size=len(local), max_size=len(local)))
    dotted = "".join(
        f".{it}" if has_dot and at else it
        for at, (it, has_dot) in enumerate(zip(local, dots, strict=True))
    )

    assert is_same_mailbox(f"{dotted}+{tag}@{domain}", f"{local}@gmail.com")
    assert mailbox_of(mailbox_of(f"{dotted}+{tag}@{domain}")) == f"{local}@gmail.com"


@given(LOCALS, LOCALS, EXACT)
def test_addresses_elsewhere_with_dots_and_tags_are_different_mailboxes(
    local: str, more: str, domain: str
) -> None:
    assert not is_same_mailbox(f"{local}@{domain}", f"{local}.{more}@{domain}")
    assert not is_same_mailbox(f"{local}@{domain}", f"{local}+{more}@{domain}")
    assert is_same_mailbox(f"{local}.{more}+x@outlook.com", f"{local}.{more}@outlook.com")
    assert not is_same_mailbox(f"{local}.{more}@outlook.com", f"{local}{more}@outlook.com")


@given(LOCALS, EXACT, st.booleans(), st.booleans(), st.data())
def test_address_survives_base64_without_padding_and_with_backslashes(
    local: str, domain: str, is_url_safe: bool, is_padded: bool, data: st.DataObject
) -> None:
    address = f"{local}@{domain}"
    at = data.draw(st.integers(0, len(address)))
    slashed = (address[:at] + "\\" + address[at:]).encode()
    encode = base64.urlsafe_b64encode if is_url_safe else base64.b64encode
    encoded = encode(slashed).decode()

    assert decode_referral_email(encoded if is_padded else encoded.rstrip("=")) == address
    assert decode_referral_email(encode_referral_email(address)) == address


@given(st.text(max_size=80))
def test_no_text_breaks_decoding_or_a_referral_code(text: str) -> None:
    decoded, code = decode_referral_email(text), parse_code(text)

    assert decoded is None or "@" in decoded
    assert code is None or len(code) == 8


@given(
    st.builds(
        Evidence,
        *(st.booleans(), st.booleans(), st.booleans(), st.booleans()),
        *(st.integers(0, 20), st.integers(0, 20), st.booleans()),
    ),
    st.integers(1, 10),
)
def test_shared_network_address_alone_raises_no_suspicion(evidence: Evidence, limit: int) -> None:
    flags = set(flags_of(evidence, limit))

    assert ("velocity" in flags) == (evidence.of_day >= limit)
    assert bool({"shared_network", "many_on_network"} & flags) == (evidence.on_network > 0)
    if flags <= {"shared_network", "shared_phone"}:
        assert not DOUBTFUL & flags


@pytest.fixture(scope="module")
def connection(module_settings: Settings) -> Iterator[psycopg.Connection]:
    with psycopg.connect(module_settings.database_url, autocommit=True) as opened:
        yield opened


PEOPLE = 7
_CUSTOMERS = """
insert into customers (customer_id, org_id, attributes, tags, merged_into, created_at, updated_at)
select %(org)s || '-' || n, %(org)s, '{}', '{}',
  case when n >= 5 then %(org)s || '-' || (n - 5) end, now(), now()
from generate_series(0, 6) n
"""
_REFERRAL = """
insert into referrals (referral_id, org_id, referrer_id, friend_id, source, state, flags, created_at, act_by)
values (%(id)s, %(org)s, %(referrer)s, %(friend)s, 'call', 'held', '{}', now(), now() + interval '1 day')
"""


@given(st.lists(st.tuples(st.integers(0, PEOPLE - 1), st.integers(0, PEOPLE - 1)), max_size=14))
def test_referrals_in_any_order_form_no_cycle(
    connection: psycopg.Connection, pairs: list[tuple[int, int]]
) -> None:
    """Profiles 5 and 6 are merged into 0 and 1. The database accepts exactly what a plain search allows."""
    with connection.transaction(force_rollback=True):
        org = "org_circles"
        connection.execute(
            "insert into organizations (org_id, name, slug) values (%s, 'C', 'circles')", [org]
        )
        connection.execute(_CUSTOMERS, {"org": org})
        brought_by: dict[int, set[int]] = {}
        friends: set[int] = set()
        for number, (referrer, friend) in enumerate(pairs):
            top, low = referrer % 5, friend % 5
            is_allowed = friend not in friends and low not in _above(brought_by, top)
            values = {
                "id": f"r{number}",
                "org": org,
                "referrer": f"{org}-{referrer}",
                "friend": f"{org}-{friend}",
            }
            try:
                with connection.transaction():
                    connection.execute(_REFERRAL, values)
                is_taken = True
            except psycopg.errors.IntegrityError:
                is_taken = False
            assert is_taken == is_allowed
            if is_taken:
                friends.add(friend)
                brought_by.setdefault(low, set()).add(top)


def _above(brought_by: dict[int, set[int]], person: int) -> set[int]:
    found, next_people = {person}, [person]
    while next_people:
        for one in brought_by.get(next_people.pop(), set()) - found:
            found.add(one)
            next_people.append(one)
    return found
