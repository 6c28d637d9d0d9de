"""Simple rules (`auto-sms`), each of which sends a text message after an event. Each is an automation with one
message.
"""

from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, ValidationError, model_validator

from api.auth.member import Member
from api.domains.messaging.automations.errors import AutomationNotFound, refused
from api.domains.messaging.automations.repository import AutomationRepository
from api.domains.messaging.automations.schemas import (
    AutomationPlan,
    AutomationRead,
    ChangeAutomation,
    Id,
    Name,
    SaveAutomation,
)
from api.domains.messaging.automations.service import AutomationService
from api.domains.messaging.automations.steps import MOST_MINUTES, MessageStep, WaitStep
from api.domains.messaging.automations.triggers import Trigger
from api.domains.messaging.campaigns.content import MOST_SMS, LocalContent
from api.kit.pagination import ListBody, Page, PagedBody, page_of
from api.kit.schemas import Schema
from api.kit.visible_text import VISIBLE

RuleTrigger = Literal["scan", "submit", "vote", "redemption", "birthday", "quiet_days"]


class AutoSms(PagedBody):
    """A rule to create, list, change or delete."""

    action: Literal["create", "list", "update", "delete"] = "list"
    rule_id: Id | None = Field(None, description="Required for `update` and `delete`")
    on: RuleTrigger | None = Field(
        None,
        validation_alias=AliasChoices("on", "trigger"),
        description="Required for `create`: the trigger",
    )
    days: int | None = Field(
        None,
        ge=1,
        le=365,
        description="For `quiet_days`: number of days without activity",
    )
    code_id: Id | None = Field(None, description="Only at this code; null for all codes")
    delay_minutes: int | None = Field(
        None, ge=0, le=MOST_MINUTES, description="Minutes to wait before the message; null means 0"
    )
    again_after_days: int | None = Field(None, ge=1, le=3650)
    message: (
        Annotated[
            str,
            StringConstraints(strip_whitespace=True, min_length=1, max_length=MOST_SMS),
            VISIBLE,
        ]
        | None
    ) = Field(None, validation_alias=AliasChoices("message", "body", "text"))
    name: Name | None = None
    is_on: bool | None = Field(
        None, description="Whether the rule is active; null means true for a new rule"
    )

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> Self:
        if self.action in ("update", "delete") and self.rule_id is None:
            raise ValueError("needs rule_id for this action")
        if self.action == "create" and (self.on is None or self.message is None):
            raise ValueError("needs `on` and `message` to create a rule")
        return self


class AutoSmsRule(Schema):
    """A simple rule."""

    rule_id: str
    name: str
    on: RuleTrigger
    days: int | None
    code_id: str | None
    delay_minutes: int
    again_after_days: int | None
    message: str
    is_on: bool


class SimpleRules:
    """Simple rules of one organisation, in one session."""

    def __init__(self, automations: AutomationService, rows: AutomationRepository) -> None:
        self._automations = automations
        self._rows = rows

    def act(self, me: Member, body: AutoSms) -> Page[AutoSmsRule]:
        """Perform the requested action, and return all rules, or the one that was created or changed.

        Raises:
            AutomationNotFound: there is no such rule.
            TooManyAutomations, Invalid: the action is not possible.
        """
        if body.action == "list":
            rows, total = self._rows.list_page(
                me.org_id,
                ListBody(page=body.page, page_size=body.page_size),
                state=None,
                trigger=None,
                is_archived=False,
                is_rule=True,
            )
            rules = [
                _rule(it.automation_id, AutomationPlan.model_validate(it.plan), it.state)
                for it in rows
            ]
            return page_of(rules, total, body.paging)
        if body.action == "create":
            saved = self._automations.save(me, _saved(_plan(body, None), None), is_rule=True)
        else:
            saved = self._automations.get(me.org_id, body.rule_id or "")
            if not saved.is_rule or saved.state == "archived":
                raise AutomationNotFound
        automation_id = saved.automation_id
        if body.action == "delete":
            self._change(me, automation_id, "archive")
            return page_of([], 0, body.paging)
        if body.action == "update":
            plan = _plan(body, _rule(automation_id, saved.plan, saved.state))
            self._automations.save(me, _saved(plan, automation_id), is_rule=True)
        is_on = body.is_on if body.is_on is not None else saved.state != "paused"
        if is_on:
            saved = self._change(me, automation_id, "turn_on")
        elif saved.state == "on":
            saved = self._change(me, automation_id, "pause")
        else:
            saved = self._automations.get(me.org_id, automation_id)
        return page_of([_rule(automation_id, saved.plan, saved.state)], 1, body.paging)

    def _change(
        self, me: Member, automation_id: str, action: Literal["turn_on", "pause", "archive"]
    ) -> AutomationRead:
        change = ChangeAutomation(automation_id=automation_id, action=action)
        return self._automations.change(me, change)


def _saved(plan: AutomationPlan, automation_id: str | None) -> SaveAutomation:
    return SaveAutomation.model_validate({**plan.model_dump(), "automation_id": automation_id})


def _plan(body: AutoSms, before: AutoSmsRule | None) -> AutomationPlan:
    """Return the plan of a rule. Fields that the request leaves out keep their previous values."""
    kind = body.on or (before.on if before else "scan")
    code_id = body.code_id or (before.code_id if before else None)
    days = body.days or (before.days if before and before.on == kind else None)
    delay = body.delay_minutes
    if delay is None:
        delay = before.delay_minutes if before else 0
    message = body.message or (before.message if before else "")
    waits = [WaitStep(id="wait", amount=delay, unit="minutes")] if delay else []
    content = LocalContent(language="en", sms=message)
    return AutomationPlan(
        name=body.name or (before.name if before else f"Text after {kind.replace('_', ' ')}"),
        trigger=_trigger(kind, code_id, days),
        steps=[*waits, MessageStep(id="text", channel="sms", contents=[content])],
        again_after_days=body.again_after_days or (before.again_after_days if before else None),
    )


def _trigger(kind: str, code_id: str | None, days: int | None) -> Trigger:
    try:
        return Trigger.model_validate(
            {"kind": kind, "codes": [code_id] if code_id else [], "days": days}
        )
    except ValidationError as error:
        reason = error.errors()[0]["msg"].removeprefix("Value error, ")
        raise refused("on", reason, "wrong_trigger") from None


def _rule(automation_id: str, plan: AutomationPlan, state: str) -> AutoSmsRule:
    text = next(it for it in plan.steps if isinstance(it, MessageStep))
    waits = [it for it in plan.steps if isinstance(it, WaitStep)]
    return AutoSmsRule.model_validate(
        {
            "rule_id": automation_id,
            "name": plan.name,
            "on": plan.trigger.kind,
            "days": plan.trigger.days,
            "code_id": plan.trigger.codes[0] if plan.trigger.codes else None,
            "delay_minutes": sum(it.amount or 0 for it in waits),
            "again_after_days": plan.again_after_days,
            "message": text.contents[0].sms,
            "is_on": state == "on",
        }
    )
