"""What opening a code leads to: a pure function, so every case can be tested."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from api.domains.codes.codes.types import CodeKind, CodeState, ResolvedCode
from api.domains.codes.rules.decide import decide, refusal_of
from api.domains.codes.rules.types import (
    UNKNOWN_PLACE,
    Identity,
    Refusal,
    Verdict,
    Visit,
    VisitContext,
)
from api.domains.visits.visits.agents import identify

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
VISIT = Visit(Identity(None, "none"), identify(""), UNKNOWN_PLACE, VisitContext(), Verdict())
REDIRECT = ResolvedCode("aaaaaaaaaa", "org_a", CodeKind.REDIRECT, destination="https://a.example/")

instants = st.integers(-3000, 3000).map(lambda minutes: NOW + timedelta(minutes=minutes))
moments = st.none() | instants
codes = st.builds(
    ResolvedCode,
    code_id=st.just("aaaaaaaaaa"),
    org_id=st.just("org_a"),
    kind=st.sampled_from(CodeKind),
    destination=st.none() | st.just("https://a.example/"),
    state=st.sampled_from(CodeState),
    active_from=moments,
    active_until=moments,
    fallback_url=st.none() | st.just("https://fallback.example/"),
    deleted_at=moments,
)


def test_redirect_code_redirects_to_its_destination() -> None:
    decision = decide(REDIRECT, VISIT, NOW)

    assert (decision.outcome, decision.url, decision.rule) == (
        "redirect",
        "https://a.example/",
        None,
    )


def test_page_code_shows_its_page() -> None:
    decision = decide(replace(REDIRECT, kind=CodeKind.PAGE, destination=None), VISIT, NOW)

    assert (decision.outcome, decision.url) == ("page", None)


def test_deleted_code_is_reported_as_deleted_even_if_paused() -> None:
    code = replace(REDIRECT, deleted_at=NOW, state=CodeState.PAUSED)

    assert decide(code, VISIT, NOW).refusal is Refusal.DELETED


def test_schedule_includes_its_first_instant_and_excludes_its_last() -> None:
    code = replace(REDIRECT, active_from=NOW, active_until=NOW + timedelta(hours=1))

    assert refusal_of(code, NOW - timedelta(microseconds=1)) is Refusal.NOT_YET
    assert refusal_of(code, NOW) is None
    assert refusal_of(code, NOW + timedelta(hours=1) - timedelta(microseconds=1)) is None
    assert refusal_of(code, NOW + timedelta(hours=1)) is Refusal.OVER


def test_refused_visit_redirects_to_the_fallback_of_the_code() -> None:
    code = replace(REDIRECT, state=CodeState.PAUSED, fallback_url="https://fallback.example/")

    decision = decide(code, VISIT, NOW)

    assert (decision.outcome, decision.url) == ("fallback", "https://fallback.example/")


@given(codes, instants)
def test_every_code_has_a_valid_decision_at_every_time(code: ResolvedCode, now: datetime) -> None:
    decision = decide(code, VISIT, now)

    assert (decision.url is not None) == (decision.outcome in {"redirect", "fallback"})
    assert (decision.refusal is not None) == (decision.outcome in {"fallback", "refused"})
    if code.fallback_url is not None:
        assert decision.outcome != "refused"
    if decision.outcome in {"redirect", "page"}:
        assert code.deleted_at is None
        assert code.state is CodeState.ACTIVE
        assert code.active_from is None or code.active_from <= now
        assert code.active_until is None or now < code.active_until
    assert decide(code, VISIT, now) == decision
