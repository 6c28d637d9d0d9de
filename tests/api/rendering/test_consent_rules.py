"""When a visitor may be remembered: every combination of policy, country, signals and choices."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from api.domains.visits.visits.identity import VisitorIdentities
from api.rendering.visitor_pages.consent import (
    OPT_IN_COUNTRIES,
    Consent,
    ConsentMode,
    ConsentPolicy,
    choice_cookie,
    consent_of,
    withdraws_identifier,
)

OURS, THEIRS = "org_ours", "org_theirs"
LAWS_THAT_ASK = {"DE", "FR", "IE", "IS", "LI", "NO", "GB", "CH"}
OTHERS = {"US", "BR", "JP", "TR", "UA", "RS", "AU"}
CHOICES = st.sampled_from([None, "given", "refused", "", "nonsense"])
COUNTRIES = st.sampled_from([None, "", "ZZ", "EU", *sorted(LAWS_THAT_ASK), *sorted(OTHERS)])


@given(
    mode=st.sampled_from(ConsentMode),
    country=COUNTRIES,
    gpc=st.sampled_from([None, "1", "0"]),
    dnt=st.sampled_from([None, "1", "0"]),
    ours=CHOICES,
    theirs=CHOICES,
    host=CHOICES,
    has_cookie=st.booleans(),
    is_person=st.booleans(),
)
def test_nothing_is_stored_or_read_before_required_consent(
    mode: ConsentMode,
    country: str | None,
    gpc: str | None,
    dnt: str | None,
    ours: str | None,
    theirs: str | None,
    host: str | None,
    has_cookie: bool,
    is_person: bool,
) -> None:
    identities = VisitorIdentities(b"secret", lambda length: b"n" * length)
    known = VisitorIdentities(b"secret", lambda length: b"k" * length)
    old = known.identify(
        cookie=None,
        may_remember=True,
        withdraws=False,
        may_give_cookie=True,
        address="192.0.2.1",
        agent="Safari",
        today=date(2026, 11, 23),
    )
    choices = {choice_cookie(OURS): ours, choice_cookie(THEIRS): theirs, "wp_consent": host}
    cookies = {name: value for name, value in choices.items() if value is not None}
    headers = {name: it for name, it in (("sec-gpc", gpc), ("dnt", dnt)) if it is not None}

    consent = consent_of(ConsentPolicy(OURS, mode), country, cookies, headers)
    identity = identities.identify(
        cookie=old.new_cookie if has_cookie else None,
        may_remember=consent.may_remember,
        withdraws=withdraws_identifier(consent, cookies),
        may_give_cookie=is_person,
        address="192.0.2.1",
        agent="Safari",
        today=date(2026, 11, 23),
    )

    says_no = "1" in (gpc, dnt) or ours == "refused" or (host == "refused" and ours != "given")
    asks_first = mode is ConsentMode.OPT_IN or (
        mode is ConsentMode.BY_COUNTRY and country not in OTHERS
    )
    may = not says_no and (ours == "given" or not asks_first)
    assert consent.may_remember is may
    assert (consent is Consent.ASKED) is (asks_first and not says_no and ours != "given")
    if may and has_cookie:
        assert identity.visitor_id == old.visitor_id
    elif may and is_person:
        assert (identity.kind, identity.new_cookie is not None) == ("cookie", True)
    else:
        assert (identity.kind, identity.new_cookie) == ("daily", None)
        assert identity.visitor_id != old.visitor_id
    keeps_for_others = theirs == "given" and "1" not in (gpc, dnt)
    assert identity.forget is (says_no and has_cookie and not keeps_for_others)


def test_consent_countries_are_the_eea_the_united_kingdom_and_switzerland() -> None:
    overseas = {"AX", "GF", "GP", "MF", "MQ", "RE", "YT"}

    assert len(OPT_IN_COUNTRIES - overseas) == 27 + 3 + 2
    assert LAWS_THAT_ASK < OPT_IN_COUNTRIES
    assert not OTHERS & OPT_IN_COUNTRIES
