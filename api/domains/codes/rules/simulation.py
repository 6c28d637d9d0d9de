"""Simulates a visit: an owner describes a visitor and sees what that visitor would get.

Nothing is recorded, counted or redeemed. Unsaved rules can be tried too.
"""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.domains.codes.codes.errors import CodeNotFound
from api.domains.codes.codes.resolution import ResolvedCodes
from api.domains.codes.codes.rule_sets import RuleSet
from api.domains.codes.codes.rules import Country, Device, PartId, Rules, Word
from api.domains.codes.codes.state import ResolvedCodesDep
from api.domains.codes.codes.types import CODE_ID, REDIRECT_KINDS, CodeKind, ResolvedCode
from api.domains.codes.rules.decide import led_to
from api.domains.codes.rules.explanation import Explanation, Step, StepName, explain
from api.domains.codes.rules.lookups import VisitLookups
from api.domains.codes.rules.options import RuleOptions, rule_options
from api.domains.codes.rules.state import LookupsDep, PublishedPages, RulePagesDep
from api.domains.codes.rules.types import (
    Agent,
    Facts,
    Identity,
    Place,
    Refusal,
    Verdict,
    Visit,
    VisitContext,
)
from api.domains.codes.rules.visit_context import language_of
from api.kit.clock import NowDep
from api.kit.schemas import Body, OrgBody, Schema
from api.kit.timestamps import Moment

router = ApiRouter(tags=["visits"])


Number = Annotated[int, Field(ge=0, le=10**12)]


class SimulatedVisitor(Body):
    """The visitor to simulate. Absent fields are unknown and match no rule."""

    country: Country | None = None
    region: Word | None = None
    city: Word | None = None
    latitude: float | None = Field(None, ge=-90, le=90)
    longitude: float | None = Field(None, ge=-180, le=180)
    device: Device = "phone"
    system: Word | None = None
    browser: Word | None = None
    language: Word | None = Field(None, description="As in Accept-Language")
    at: Moment | None = Field(None, description="When; defaults to now")
    visit_number: Number | None = Field(None, description="1 is the first visit; the default")
    total_scans: Number | None = Field(
        None, description="Defaults to the number that the next scan will have"
    )
    query: Annotated[str, StringConstraints(max_length=2000)] = Field(
        "", description="The part of the URL after the ?"
    )
    customer_tags: list[Word] | None = Field(None, max_length=100)
    customer_segments: list[PartId] | None = Field(
        None, max_length=200, description="Ids of segments that the customer is in"
    )
    address: Annotated[str, StringConstraints(max_length=64)] = Field(
        "", description="For rules about networks"
    )
    visitor_id: PartId = Field("simulated", description="Determines percentage splits")
    password_ok: bool = False
    promo_ok: bool = False
    stock: dict[PartId, Number] = Field(
        default_factory=dict, max_length=100, description="Defaults to what is actually left"
    )


class SimulateVisit(OrgBody):
    """The code, and the visitor who would open it."""

    code_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    visit: SimulatedVisitor = SimulatedVisitor()
    rules: Rules | None = Field(None, description="Simulated in place of the saved rules")


class SimulatedStep(Schema):
    """One step, in the order of the checks. `passed` is null if the step was not needed."""

    step: StepName
    passed: bool | None
    why: str


class SimulatedRule(Schema):
    """One rule, and the first of its conditions that did not match."""

    id: str
    name: str
    state: Literal["fired", "not_matched", "not_asked", "off"]
    failed_condition: int | None
    why: str


class SimulatedVisit(Schema):
    """What the visitor would get, and why."""

    outcome: Literal["redirect", "page", "fallback", "refused"]
    url: str | None
    page_id: str | None = Field(description="The page set in the rule; null: the code's own")
    app_url: str | None = Field(description="The link that opens an app on this visitor's phone")
    is_offer: bool = Field(
        description="Whether a one-time code's offer would be shown; nothing is used"
    )
    refusal: str | None
    message: str
    rule: str | None = Field(description="Id of the rule that applies")
    steps: list[SimulatedStep]
    rules: list[SimulatedRule]
    at: datetime


@router.post("/v1/simulate-visit")
async def simulate_visit(
    body: SimulateVisit,
    me: ViewerDep,
    now: NowDep,
    codes: ResolvedCodesDep,
    lookups: LookupsDep,
    pages: RulePagesDep,
) -> SimulatedVisit:
    """Simulate a visit: what a visitor would get, which rule applies, and why the others do not."""
    code = await _own_code(codes, me.org_id, body.code_id)
    if body.rules is not None:
        named = [
            rule if rule.id else rule.model_copy(update={"id": f"new_{place}"})
            for place, rule in enumerate(body.rules)
        ]
        code = replace(code, rules=RuleSet.of(named))
    at = body.visit.at or now
    visit = await _visit(lookups, code, body.visit)
    return _answer(await _with_published_page(explain(code, visit, at), pages, visit.query), at)


@router.post("/v1/rule-options")
def list_rule_options(_me: ViewerDep, _body: OrgBody | None = None) -> RuleOptions:
    """List what rules can contain: types of conditions, their operators and choices."""
    return rule_options()


async def _own_code(codes: ResolvedCodes, org_id: str, code_id: str) -> ResolvedCode:
    if not CODE_ID.match(code_id):
        raise CodeNotFound
    codes.invalidate(code_id)  # the simulation must use the most recently saved state
    code = await codes.find(code_id)
    if code is None or code.org_id != org_id:
        raise CodeNotFound
    return code


async def _visit(lookups: VisitLookups, code: ResolvedCode, visitor: SimulatedVisitor) -> Visit:
    facts: dict[str, Any] = {"total_scans": visitor.total_scans}
    if visitor.total_scans is None:
        scans, _ = await lookups.counts(code.code_id, None)
        facts["total_scans"] = scans + 1
    left = await lookups.stock_of(code.org_id, code.rules.stocks)
    tags, segments = visitor.customer_tags, visitor.customer_segments
    return Visit(
        identity=Identity(visitor.visitor_id, "cookie"),
        agent=Agent("", visitor.device, visitor.system, visitor.browser, None, None),
        place=Place(
            visitor.country, visitor.region, visitor.city, visitor.latitude, visitor.longitude
        ),
        context=VisitContext(language=language_of(visitor.language) if visitor.language else None),
        verdict=Verdict(),
        query=visitor.query.lstrip("?"),
        address=visitor.address.strip(),
        facts=Facts(
            password_ok=visitor.password_ok,
            promo_ok=visitor.promo_ok,
            visit_number=1 if visitor.visit_number is None else visitor.visit_number,
            stock={**left, **visitor.stock},
            customer_tags=None if tags is None else frozenset(tags),
            customer_segments=None if segments is None else frozenset(segments),
            **facts,
        ),
    )


async def _with_published_page(
    explanation: Explanation, pages: PublishedPages, query: str
) -> Explanation:
    """Return the explanation with what is really shown: if the page is not published, visitors get something else."""
    decision, code = explanation.decision, explanation.decision.code
    if decision.outcome != "page" or decision.is_offer:
        return explanation
    steps = explanation.steps
    if decision.page_id is not None:
        named = await pages.of_page(decision.page_id)
        if named is not None and named.org_id == code.org_id:
            return explanation
        steps = _with_why(steps, "rules", "{why} However, its page is not published.")
        decision = decision._replace(page_id=None)
    if await pages.of_code(code) is not None:
        return explanation._replace(decision=decision, steps=steps)
    if code.kind in REDIRECT_KINDS and code.destination is not None:
        url = led_to(code, code.destination, query)
        decision = decision._replace(outcome="redirect", url=url)
    elif code.kind is CodeKind.NOTE:
        decision = decision._replace(outcome="redirect", url=f"/code/note/{code.code_id}")
    elif code.kind is CodeKind.FORM:
        decision = decision._replace(outcome="refused", refusal=Refusal.UNAVAILABLE)
        steps = _with_why(steps, "default", "Its form is not published yet.")
    return explanation._replace(decision=decision, steps=steps)


def _with_why(steps: list[Step], name: StepName, why: str) -> list[Step]:
    return [
        it._replace(why=why.replace("{why}", it.why)) if it.step == name else it for it in steps
    ]


def _answer(explanation: Explanation, at: datetime) -> SimulatedVisit:
    decision = explanation.decision
    return SimulatedVisit(
        outcome=decision.outcome,
        url=decision.url,
        page_id=decision.page_id,
        app_url=decision.app.url if decision.app is not None else None,
        is_offer=decision.is_offer,
        refusal=decision.refusal.value if decision.refusal else None,
        message=decision.message,
        rule=decision.rule,
        steps=[
            SimulatedStep(step=it.step, passed=it.passed, why=it.why) for it in explanation.steps
        ],
        rules=[
            SimulatedRule(
                id=it.rule.key,
                name=it.rule.name,
                state=it.state,
                failed_condition=it.failed,
                why=it.why,
            )
            for it in explanation.rules
        ],
        at=at,
    )
