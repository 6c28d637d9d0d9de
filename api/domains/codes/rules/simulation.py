"""Trying a code without visiting it: an owner describes a visitor and is told what they would get.

Nothing is recorded, counted or used up. Rules that are not saved yet can be tried too.
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
from api.domains.codes.codes.types import CODE_ID, LEAD_ON, CodeKind, ResolvedCode
from api.domains.codes.rules.circumstances import language_of
from api.domains.codes.rules.explaining import Explanation, Step, StepName, explain
from api.domains.codes.rules.lookups import VisitLookups
from api.domains.codes.rules.options import RuleOptions, rule_options
from api.domains.codes.rules.state import LookupsDep, PublishedPages, RulePagesDep
from api.domains.codes.rules.types import (
    Agent,
    Circumstances,
    Facts,
    Identity,
    Place,
    Refusal,
    Verdict,
    Visit,
)
from api.kit.clock import NowDep
from api.kit.moments import Moment
from api.kit.schemas import Body, OrgBody, Schema

router = ApiRouter(tags=["visits"])


Number = Annotated[int, Field(ge=0, le=10**12)]


class SimulatedVisitor(Body):
    """A visitor as the owner imagines them. What is left out is not known, and fits no rule."""

    country: Country | None = None
    region: Word | None = None
    city: Word | None = None
    latitude: float | None = Field(None, ge=-90, le=90)
    longitude: float | None = Field(None, ge=-180, le=180)
    device: Device = "phone"
    system: Word | None = None
    browser: Word | None = None
    language: Word | None = Field(None, description="As in Accept-Language")
    at: Moment | None = Field(None, description="When; now if absent")
    visit_number: Number | None = Field(None, description="1 is the first visit, which is meant")
    total_scans: Number | None = Field(None, description="Else the number the next scan will have")
    query: Annotated[str, StringConstraints(max_length=2000)] = Field(
        "", description="What stands behind the ? of the address"
    )
    customer_tags: list[Word] | None = Field(None, max_length=100)
    address: Annotated[str, StringConstraints(max_length=64)] = Field(
        "", description="For rules about networks"
    )
    visitor_id: PartId = Field("simulated", description="Decides about percentage splits")
    password_ok: bool = False
    promo_ok: bool = False
    stock: dict[PartId, Number] = Field(
        default_factory=dict, max_length=100, description="Else what is really left"
    )


class SimulateVisit(OrgBody):
    """Which code, and who would open it."""

    code_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    visit: SimulatedVisitor = SimulatedVisitor()
    rules: Rules | None = Field(None, description="Tried in place of the saved ones")


class SimulatedStep(Schema):
    """One step, in the order in which they are asked; `passed` is null where none was needed."""

    step: StepName
    passed: bool | None
    why: str


class SimulatedRule(Schema):
    """One rule, and the first of its conditions that did not hold."""

    id: str
    name: str
    state: Literal["fired", "not_matched", "not_asked", "off"]
    failed_condition: int | None
    why: str


class SimulatedVisit(Schema):
    """What the visitor would get, and why."""

    outcome: Literal["redirect", "page", "fallback", "refused"]
    url: str | None
    page_id: str | None = Field(description="The page that the rule names; null: the code's own")
    app_url: str | None = Field(description="What opens an app on this visitor's phone")
    is_offer: bool = Field(description="A one-time code: its offer is shown, nothing is used")
    refusal: str | None
    message: str
    rule: str | None = Field(description="Id of the rule that fires")
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
    """Tell what a visitor would get, which rule fires and why the others don't."""
    code = await _own_code(codes, me.org_id, body.code_id)
    if body.rules is not None:
        named = [
            rule if rule.id else rule.model_copy(update={"id": f"new_{place}"})
            for place, rule in enumerate(body.rules)
        ]
        code = replace(code, rules=RuleSet.of(named))
    at = body.visit.at or now
    visit = await _visit(lookups, code, body.visit)
    return _answer(await _as_shown(explain(code, visit, at), pages), at)


@router.post("/v1/rule-options")
def list_rule_options(_me: ViewerDep, _body: OrgBody | None = None) -> RuleOptions:
    """What rules can be made of: kinds of conditions, their operators and choices."""
    return rule_options()


async def _own_code(codes: ResolvedCodes, org_id: str, code_id: str) -> ResolvedCode:
    if not CODE_ID.match(code_id):
        raise CodeNotFound
    codes.forget(code_id)  # what was saved a moment ago shall be what is tried
    code = await codes.find(code_id)
    if code is None or code.org_id != org_id:
        raise CodeNotFound
    return code


async def _visit(lookups: VisitLookups, code: ResolvedCode, said: SimulatedVisitor) -> Visit:
    facts: dict[str, Any] = {"total_scans": said.total_scans}
    if said.total_scans is None:
        scans, _ = await lookups.counts(code.code_id, None)
        facts["total_scans"] = scans + 1
    left = await lookups.stock_of(code.org_id, code.rules.stocks)
    tags = said.customer_tags
    return Visit(
        identity=Identity(said.visitor_id, "cookie"),
        agent=Agent("", said.device, said.system, said.browser, None, None),
        place=Place(said.country, said.region, said.city, said.latitude, said.longitude),
        circumstances=Circumstances(language=language_of(said.language) if said.language else None),
        verdict=Verdict(),
        query=said.query.lstrip("?"),
        address=said.address.strip(),
        facts=Facts(
            password_ok=said.password_ok,
            promo_ok=said.promo_ok,
            visit_number=1 if said.visit_number is None else said.visit_number,
            stock={**left, **said.stock},
            customer_tags=None if tags is None else frozenset(tags),
            **facts,
        ),
    )


async def _as_shown(told: Explanation, pages: PublishedPages) -> Explanation:
    """What is there to be shown: while a page is not published, a visitor gets something else."""
    decision, code = told.decision, told.decision.code
    if decision.outcome != "page" or decision.is_offer:
        return told
    steps = told.steps
    if decision.page_id is not None:
        named = await pages.of_page(decision.page_id)
        if named is not None and named.org_id == code.org_id:
            return told
        steps = _with_why(steps, "rules", "{why} Its page is not published, though.")
        decision = decision._replace(page_id=None)
    if await pages.of_code(code) is not None:
        return told._replace(decision=decision, steps=steps)
    if code.kind in LEAD_ON and code.destination is not None:
        decision = decision._replace(outcome="redirect", url=code.destination)
    elif code.kind is CodeKind.NOTE:
        decision = decision._replace(outcome="redirect", url=f"/code/note/{code.code_id}")
    elif code.kind is CodeKind.FORM:
        decision = decision._replace(outcome="refused", refusal=Refusal.UNAVAILABLE)
        steps = _with_why(steps, "default", "Its form is not published yet.")
    return told._replace(decision=decision, steps=steps)


def _with_why(steps: list[Step], name: StepName, why: str) -> list[Step]:
    return [
        it._replace(why=why.replace("{why}", it.why)) if it.step == name else it for it in steps
    ]


def _answer(told: Explanation, at: datetime) -> SimulatedVisit:
    decision = told.decision
    return SimulatedVisit(
        outcome=decision.outcome,
        url=decision.url,
        page_id=decision.page_id,
        app_url=decision.app.url if decision.app is not None else None,
        is_offer=decision.is_offer,
        refusal=decision.refusal.value if decision.refusal else None,
        message=decision.message,
        rule=decision.rule,
        steps=[SimulatedStep(step=it.step, passed=it.passed, why=it.why) for it in told.steps],
        rules=[
            SimulatedRule(
                id=it.rule.key,
                name=it.rule.name,
                state=it.state,
                failed_condition=it.failed,
                why=it.why,
            )
            for it in told.rules
        ],
        at=at,
    )
