"""Rules of segments evaluated in plain Python, over profiles and raw events."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytz

Profile = Mapping[str, Any]
Rule = Mapping[str, Any]

NOT_OWN = {
    "message",
    "master_use",
    "undone_redemption",
    "issue",
    "miss",
    "segment",
    "pass_removed",
    "pass_change",
}


def _act(event: Mapping[str, Any]) -> str:
    """Return the act of an event: a pass event is its holder's act if they installed or removed it; an undone
    redemption is none.
    """
    if event["type"] == "redemption" and json.loads(event["data"]).get("action") == "undone":
        return "undone_redemption"
    if event["type"] != "pass":
        return str(event["type"])
    action = json.loads(event["data"])["action"]
    return {"downloaded": "pass", "installed": "pass", "removed": "pass_removed"}.get(
        action, "pass_change"
    )


@dataclass
class Reference:
    """All data: profiles by id, events, browsers, placements of codes, other segments and lists."""

    zone: ZoneInfo
    now: datetime
    profiles: Mapping[str, Profile]
    events: Sequence[Mapping[str, Any]]
    browsers: Mapping[str, str]
    merged: Mapping[str, str]
    folders: Mapping[str, set[str]]
    placements: Mapping[str, set[str]]
    segments: Mapping[str, Rule]
    lists: Mapping[str, set[str]]
    decisions: Sequence[Mapping[str, Any]]

    def members(self, rules: Rule) -> set[str]:
        return {it for it in self.profiles if self.holds(rules, it)}

    def holds(self, rule: Rule, who: str) -> bool:
        kind = rule["kind"]
        if kind in ("all", "any", "not"):
            several = [self.holds(it, who) for it in rule["conditions"]]
            return {"all": all, "any": any, "not": lambda them: not any(them)}[kind](several)
        return bool(getattr(self, f"_{kind}")(rule, who))

    @property
    def today(self) -> date:
        return self.now.astimezone(self.zone).date()

    def _either(self, rule: Rule, value: bool | None) -> bool:
        return value is not None and value == (rule.get("op", "is") == "is")

    def _language(self, rule: Rule, who: str) -> bool:
        spoken = self.profiles[who].get("language")
        if spoken is None:
            return False
        low = spoken.lower()
        matches = any(
            low == it or low.startswith(f"{it}-") for it in map(str.lower, rule["values"])
        )
        return self._either(rule, matches)

    def _country(self, rule: Rule, who: str) -> bool:
        profile = self.profiles[who]
        given = (profile.get("fields") or {}).get("country")
        zone = profile.get("time_zone")
        if given:
            return self._either(rule, given.upper() in rule["values"])
        of_zone = {it for it, zones in pytz.country_timezones.items() if zone in zones}
        return bool(of_zone) and self._either(rule, bool(of_zone & set(rule["values"])))

    def _time_zone(self, rule: Rule, who: str) -> bool:
        zone = self.profiles[who].get("time_zone")
        return self._either(rule, None if zone is None else zone in rule["values"])

    def _tag(self, rule: Rule, who: str) -> bool:
        return self._either(
            rule, bool(set(self.profiles[who].get("tags", ())) & set(rule["values"]))
        )

    def _contact(self, rule: Rule, who: str) -> bool:
        return self._either(rule, bool(self.profiles[who].get(rule["value"])))

    def _consent(self, rule: Rule, who: str) -> bool:
        counted = [
            it
            for it in self.decisions
            if self.merged.get(it["customer_id"], it["customer_id"]) == who
            and (it["channel"], it["purpose"]) == (rule["channel"], rule["purpose"])
            and it["decision"] != "requested"
            and it["decided_at"] <= self.now
            and (it["decision"] == "withdrawn" or self._is_for(it, who))
        ]
        last = max(counted, key=lambda it: (it["decided_at"], it["decision"]), default=None)
        return self._either(rule, (last["decision"] if last else "none") == rule["state"])

    def _is_for(self, decision: Mapping[str, Any], who: str) -> bool:
        address = decision["address"]
        reaches = {"email": "email", "sms": "phone", "whatsapp": "phone"}.get(decision["channel"])
        return address is None or reaches is None or address == self.profiles[who].get(reaches)

    def _field(self, rule: Rule, who: str) -> bool:
        value = (self.profiles[who].get("fields") or {}).get(rule["name"])
        op, values = rule.get("op", "is"), rule.get("values", [])
        if op in ("known", "unknown"):
            return (value is not None) == (op == "known")
        if value is None:
            return False
        if op == "at_least":
            return bool(value >= values[0])
        if op == "at_most":
            return bool(value <= values[0])
        if op == "contains":
            return str(values[0]).lower() in str(value).lower()
        low = value.lower() if isinstance(value, str) else value
        return self._either(
            rule, low in [it.lower() if isinstance(it, str) else it for it in values]
        )

    def _birthday(self, rule: Rule, who: str) -> bool:
        birthday = self.profiles[who].get("birthday")
        if birthday is None:
            return False
        month, day = map(int, birthday[-5:].split("-"))
        if rule.get("months"):
            return month in rule["months"]
        for number in range(rule["days"] + 1):
            it = self.today + timedelta(days=number)
            is_leap_day = (month, day) == (2, 29)
            is_eve = (it.month, it.day) == (2, 28) and (it + timedelta(days=1)).day == 1
            if (it.month, it.day) == (month, day) or (is_leap_day and is_eve):
                return True
        return False

    def _age(self, rule: Rule, who: str) -> bool:
        birthday = self.profiles[who].get("birthday")
        if birthday is None or birthday.startswith("--"):
            return False
        born = date.fromisoformat(birthday)
        age = (
            self.today.year
            - born.year
            - ((self.today.month, self.today.day) < (born.month, born.day))
        )
        return (
            age >= rule["years"]
            if rule.get("op", "at_least") == "at_least"
            else age <= rule["years"]
        )

    def _created(self, rule: Rule, who: str) -> bool:
        return self._either(
            rule, self._within(rule.get("within", {}), self.profiles[who]["created_at"])
        )

    def _segment(self, rule: Rule, who: str) -> bool:
        name = rule["segment_id"]
        if name in self.lists:
            return self._either(rule, who in self.lists[name])
        return self._either(rule, self.holds(self.segments[name], who))

    def _within(self, within: Rule, moment: datetime) -> bool:
        day = moment.astimezone(self.zone).date()
        if within.get("last_days"):
            return self.today - timedelta(days=within["last_days"] - 1) <= day <= self.today
        first, last = within.get("first_day"), within.get("last_day")
        return (not first or day >= date.fromisoformat(first)) and day <= (
            date.fromisoformat(last) if last else self.today
        )

    def _times(self, who: str, act: str, rule: Rule) -> dict[date, int]:
        """Return the number of acts by day, minus those that were undone."""
        found: dict[date, int] = defaultdict(int)
        signs = [(act, 1), ("undone_redemption", -1)]
        for one, sign in signs if act in ("any", "redemption") else signs[:1]:
            for it in self._acts(who, one, rule):
                found[it["occurred_at"].astimezone(self.zone).date()] += sign
        return found

    def _acts(self, who: str, act: str, rule: Rule) -> list[Mapping[str, Any]]:
        return [
            it
            for it in self.events
            if self._find_owner(it) == who
            and (_act(it) not in NOT_OWN if act == "any" else _act(it) == act)
            and self._within(rule.get("within", {}), it["occurred_at"])
            and self._is_there(it, rule)
        ]

    def _find_owner(self, event: Mapping[str, Any]) -> str | None:
        key = event.get("customer_key")
        if key is None and event["visitor_kind"] == "cookie" and not event["is_bot"]:
            key = self.browsers.get(event["visitor_id"])
        return self.merged.get(key, key) if key else None

    def _is_there(self, event: Mapping[str, Any], rule: Rule) -> bool:
        codes, pages = set(rule.get("codes", ())), set(rule.get("pages", ()))
        for name, known in (("folders", self.folders), ("placements", self.placements)):
            for it in rule.get(name, ()):
                codes |= known.get(it, set())
        if not any(rule.get(it) for it in ("codes", "pages", "folders", "placements")):
            return True
        return event.get("code_id") in codes or event.get("page_id") in pages

    def _behaviour(self, rule: Rule, who: str) -> bool:
        times = sum(self._times(who, rule.get("act", "any"), rule).values())
        return self._either(rule, times >= rule.get("times", 1))

    def _frequency(self, rule: Rule, who: str) -> bool:
        times = self._times(who, rule.get("act", "any"), rule)
        days = sum(it > 0 for it in times.values())
        return (
            days >= rule["days"]
            if rule.get("op", "at_least") == "at_least"
            else days <= rule["days"]
        )

    def _value(self, rule: Rule, who: str) -> bool:
        amount = sum(it.get("amount_cents") or 0 for it in self._acts(who, "order", rule))
        wanted = rule["amount_cents"]
        return amount >= wanted if rule.get("op", "at_least") == "at_least" else amount <= wanted

    def _recency(self, rule: Rule, who: str) -> bool:
        times = self._times(who, "any", {})

        def since(days: int) -> int:
            return sum(it for day, it in times.items() if (self.today - day).days <= days)

        if rule.get("op", "at_most") == "at_most":
            return since(rule["days"]) > 0
        return sum(times.values()) > 0 and since(rule["days"] - 1) <= 0
