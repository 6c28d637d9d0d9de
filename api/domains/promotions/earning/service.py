"""Earning rules as members define them, and check-ins."""

from collections.abc import Callable, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from api.auth.member import Member
from api.domains.promotions.earning.errors import (
    NotHere,
    RuleNotFound,
    TooManyEarningRules,
    invalid,
)
from api.domains.promotions.earning.models import EarningRule
from api.domains.promotions.earning.repository import EarningRepository, RuleRepository
from api.domains.promotions.earning.schemas import (
    CheckIn,
    EarningRuleList,
    EarningRuleRead,
    RuleDraft,
    SaveEarningRule,
)
from api.domains.promotions.earning.settlement import Earner, is_at, may_be_at
from api.domains.promotions.earning.types import Earned, Happening, Position, Visit
from api.domains.promotions.rewards.definitions import KnowsCode
from api.domains.promotions.rewards.errors import CodeNotFound

MAX_RULES = 100


class EarningService:
    """Earning rules of one organisation."""

    def __init__(
        self,
        rules: RuleRepository,
        earnings: EarningRepository,
        earner: Earner,
        knows_code: KnowsCode,
        *,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._rules = rules
        self._earnings = earnings
        self._earner = earner
        self._knows_code = knows_code
        self._now = now
        self._new_id = new_id

    def list_all(self, org_id: str) -> EarningRuleList:
        """Return all rules and how much each has given."""
        given = self._earnings.sums(org_id)
        items = [_read(rule, given.get(rule.rule_id, 0)) for rule in self._rules.list_all(org_id)]
        return EarningRuleList(items=items, total=len(items))

    def save(self, me: Member, body: SaveEarningRule) -> EarningRuleRead:
        """Add or change a rule. It applies to later acts only.

        Raises:
            RuleNotFound: there is no such rule.
            CodeNotFound: one of the codes does not exist.
            TooManyEarningRules: there would be more than 100.
            Invalid: a rule's kind cannot change.
        """
        for code_id in body.code_ids:
            if not self._knows_code(me.org_id, code_id):
                raise CodeNotFound
        values = body.model_dump(include=set(RuleDraft.model_fields))
        values |= {"updated_at": self._now, "updated_by": me.caller_id or None}
        if body.rule_id is None:
            return _read(self._add(me, values), 0)
        rule = self._rules.find(me.org_id, body.rule_id)
        if rule is None:
            raise RuleNotFound
        if rule.kind != body.kind:
            raise invalid("kind", "cannot be changed; create another rule instead")
        if body.is_active and not rule.is_active:
            rule.read_until = self._now  # acts in the meantime earn nothing
        starts_at = body.starts_at or rule.starts_at
        if body.ends_at is not None and body.ends_at <= starts_at:
            raise invalid("ends_at", "must be later than starts_at")
        for name, value in (values | {"starts_at": starts_at}).items():
            setattr(rule, name, value)
        self._rules.save()
        return _read(rule, self._earnings.sum_of_rule(me.org_id, rule.rule_id))

    def delete(self, me: Member, rule_id: str) -> EarningRuleRead:
        """Delete a rule. The points and stamps that it gave are kept.

        Raises:
            RuleNotFound: there is no such rule.
        """
        rule = self._rules.find(me.org_id, rule_id)
        if rule is None:
            raise RuleNotFound
        rule.deleted_at, rule.is_active = self._now, False
        self._rules.save()
        return _read(rule, self._earnings.sum_of_rule(me.org_id, rule_id))

    def check_in(self, me: Member, customer_ids: Sequence[str], body: CheckIn) -> list[Earned]:
        """Give the points and stamps for being at a rule's place, once a day for each rule.

        Raises:
            NotHere: the position is not at any of the places, or too inaccurate to decide.
        """
        position = Position(body.latitude, body.longitude, body.accuracy_m)
        outcome, earned = self.visit(me, customer_ids, position)
        if outcome in ("elsewhere", "rough"):
            raise NotHere(reason=outcome)
        return earned

    def visit(
        self, me: Member, customer_ids: Sequence[str], position: Position | None
    ) -> tuple[Visit, list[Earned]]:
        """Check a customer in at their position; return the outcome and what the rules gave. Without a position, no
        place matches.
        """
        if position is None:
            return "unknown", []
        rules = self._rules.in_force(me.org_id, "check_in", self._now)
        if not any(is_at(rule, position) for rule in rules):
            return ("rough" if any(may_be_at(it, position) for it in rules) else "elsewhere"), []
        today = self._now.astimezone(ZoneInfo(me.time_zone)).date()
        source = f"check_in:{today.isoformat()}:{customer_ids[0]}"
        it = Happening("check_in", source, self._now, position=position)
        earned = self._earner.earn(me.org_id, me.time_zone, customer_ids, it)
        return ("given" if earned else "before"), earned

    def _add(self, me: Member, values: dict[str, object]) -> EarningRule:
        if self._rules.count(me.org_id) >= MAX_RULES:
            raise TooManyEarningRules
        starts_at = values["starts_at"] or self._now
        ends_at = values["ends_at"]
        if (
            isinstance(ends_at, datetime)
            and isinstance(starts_at, datetime)
            and ends_at <= starts_at
        ):
            raise invalid("ends_at", "must be later than starts_at")
        rule = EarningRule(
            rule_id=self._new_id("ern"),
            org_id=me.org_id,
            created_at=self._now,
            created_by=me.caller_id or None,
            **(values | {"starts_at": starts_at}),
        )
        self._rules.add(rule)
        return rule


def _read(rule: EarningRule, given: int) -> EarningRuleRead:
    values = {name: getattr(rule, name) for name in EarningRuleRead.model_fields if name != "given"}
    return EarningRuleRead.model_validate({**values, "given": given})
