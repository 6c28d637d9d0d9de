"""The elements of rules for an editor: kinds of conditions, operators and choices."""

from functools import lru_cache
from typing import Literal
from zoneinfo import available_timezones

from api.domains.codes.codes.rules import DEVICES, MAX_CONDITIONS, MAX_RULES, WEEKDAYS
from api.domains.codes.rules.labels import (
    BROWSERS,
    COMPARED,
    DAY_NAMES,
    DEVICE_NAMES,
    LANGUAGES,
    SYSTEMS,
    country_names,
)
from api.kit.schemas import Schema

Input = Literal[
    "choices",
    "words",
    "distance",
    "local_time",
    "date_window",
    "number",
    "stock",
    "query",
    "segments",
    "split",
]


class RuleChoice(Schema):
    """A value that can be chosen."""

    value: str
    label: str


class ConditionOption(Schema):
    """A kind of condition: its label, operators and possible values."""

    kind: str
    label: str
    hint: str
    input: Input
    operators: list[RuleChoice]
    choices: list[RuleChoice]
    free: bool
    """Whether values other than the choices are accepted."""


class RuleOptions(Schema):
    """Everything that a rule can contain."""

    conditions: list[ConditionOption]
    outcomes: list[RuleChoice]
    weekdays: list[RuleChoice]
    time_zones: list[str]
    max_rules: int
    max_conditions: int


_EITHER = [RuleChoice(value="is", label="is"), RuleChoice(value="is_not", label="is not")]
_COMPARED = [RuleChoice(value=op, label=label) for op, label in COMPARED.items()]
_COARSE = "Based on the visitor's network. Approximate, and unknown for some visitors."


@lru_cache(maxsize=1)
def rule_options() -> RuleOptions:
    """Return the options, which never change while a process runs."""
    return RuleOptions(
        conditions=_conditions(),
        outcomes=[
            RuleChoice(value="redirect", label="Redirect to a URL"),
            RuleChoice(value="page", label="Show a page"),
            RuleChoice(value="refuse", label="Refuse the visit"),
        ],
        weekdays=[RuleChoice(value=day, label=DAY_NAMES[day]) for day in WEEKDAYS],
        time_zones=sorted(zone for zone in available_timezones() if "/" in zone or zone == "UTC"),
        max_rules=MAX_RULES,
        max_conditions=MAX_CONDITIONS,
    )


def _conditions() -> list[ConditionOption]:
    countries = [RuleChoice(value=code, label=name) for code, name in country_names().items()]
    devices = [RuleChoice(value=device, label=DEVICE_NAMES[device]) for device in DEVICES]
    languages = [RuleChoice(value=tag, label=name) for tag, name in LANGUAGES]
    within = [
        RuleChoice(value="is", label="at most"),
        RuleChoice(value="is_not", label="more than"),
    ]
    inside = [
        RuleChoice(value="is", label="is in"),
        RuleChoice(value="is_not", label="is not in"),
    ]
    during = [RuleChoice(value="is", label="is"), RuleChoice(value="is_not", label="is not")]
    return [
        _option("country", "Country", _COARSE, "choices", choices=countries),
        _option("region", "Region", "State or province, by name.", "words", free=True),
        _option("city", "City", "By name, based on the visitor's network.", "words", free=True),
        _option(
            "network",
            "Network",
            "Such as 192.0.2.0/24. The visitor's IP address is compared but not stored.",
            "words",
            operators=inside,
            free=True,
        ),
        _option("distance", "Distance from a place", _COARSE, "distance", operators=within),
        _option(
            "device",
            "Device",
            "The type of device that the visitor uses.",
            "choices",
            choices=devices,
        ),
        _option("system", "System", "", "choices", choices=_same(SYSTEMS), free=True),
        _option("browser", "Browser", "", "choices", choices=_same(BROWSERS), free=True),
        _option(
            "language",
            "Language",
            "The browser's preferred language.",
            "choices",
            choices=languages,
            free=True,
        ),
        _option(
            "local_time",
            "Weekday and time",
            "In your organisation's time zone unless you choose another.",
            "local_time",
            operators=during,
        ),
        _option("date_window", "Dates", "", "date_window", operators=during),
        _option(
            "visit_number",
            "Visit number of this visitor",
            "1 is the first. Counting starts when a rule or limit first needs it.",
            "number",
            operators=_COMPARED,
        ),
        _option(
            "total_scans",
            "Total scan number",
            "Across all people. Counting starts when a rule or limit first needs it.",
            "number",
            operators=_COMPARED,
        ),
        _option(
            "stock",
            "One-time codes left",
            "For a base code or a batch, given by its id.",
            "stock",
            operators=_COMPARED,
        ),
        _option(
            "query",
            "URL parameter",
            "Such as table in ?table=7. Without values, it only has to be present.",
            "query",
        ),
        _option(
            "customer_tag",
            "Customer tag",
            "Only for visitors who are known customers.",
            "words",
            free=True,
        ),
        _option(
            "customer_segment",
            "Customer segment",
            "Only for visitors who are known customers. Updated every 15 minutes.",
            "segments",
        ),
        _option(
            "split",
            "Share of visitors",
            "The same people each time, or assigned again on each visit. Rules in one group share the 100%.",
            "split",
            operators=[],
        ),
    ]


def _option(
    kind: str,
    label: str,
    hint: str,
    input_: Input,
    *,
    operators: list[RuleChoice] | None = None,
    choices: list[RuleChoice] | None = None,
    free: bool = False,
) -> ConditionOption:
    return ConditionOption(
        kind=kind,
        label=label,
        hint=hint,
        input=input_,
        operators=_EITHER if operators is None else operators,
        choices=choices or [],
        free=free,
    )


def _same(words: tuple[str, ...]) -> list[RuleChoice]:
    return [RuleChoice(value=word, label=word) for word in words]
