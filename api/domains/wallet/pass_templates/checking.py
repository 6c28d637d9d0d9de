"""Checks a template before passes are created from it."""

from collections.abc import Callable, Mapping, Sequence

from api.domains.wallet.pass_templates.content import TemplateContent
from api.domains.wallet.pass_templates.placeholders import (
    SAMPLE,
    Problem,
    Unresolvable,
    resolve,
    sample_columns,
    unknown,
)
from api.domains.wallet.pass_templates.schemas import CheckedPassTemplate, WalletLoss
from api.domains.wallet.passes.schemas import LintFinding
from api.rendering.wallet.content import WalletPass
from api.rendering.wallet.losses import losses

_NOBODY = {"points": "0", "stamps": "0", "stamps_goal": "10", "serial": "wp_1", "code": "A1"}
"""Values for a person about whom nothing is known."""


def problems_of(content: TemplateContent) -> list[Problem]:
    """Return why no pass can be created from a template, for any person."""
    problems = [
        Problem(path, f"has the placeholder {{{{{name}}}}}, which does not exist")
        for path, name in unknown(content)
    ]
    try:
        resolve(content, sample_of(content, {}))
    except Unresolvable as wrong:
        problems += wrong.problems
    return problems


def check(
    content: TemplateContent,
    sample: Mapping[str, str],
    lint: Callable[[WalletPass], Sequence[LintFinding]],
    *,
    has_address: bool,
) -> CheckedPassTemplate:
    """Return the pass that a draft becomes for a sample person, the findings of the linter, and the parts that wallets
    leave out.

    `has_address`: whether wallets can fetch pictures from this installation.
    """
    findings = [
        _finding("error", "unknown_placeholder", path, f"There is no placeholder {{{{{name}}}}}.")
        for path, name in unknown(content)
    ]
    values = sample_of(content, sample)
    shown = None
    try:
        shown = resolve(content, values)
    except Unresolvable as wrong:
        findings += [
            _finding("error", "not_a_pass", path, f"With the sample values, this {message}.")
            for path, message in wrong.problems
        ]
    if shown is not None:
        findings += _of_nobody(content)
        findings += lint(shown)
    return CheckedPassTemplate(
        content=shown,
        findings=sorted(findings, key=lambda it: it.severity),
        losses=[WalletLoss(**it._asdict()) for it in losses(shown, has_logo=has_address)]
        if shown
        else [],
        placeholders=values,
    )


def sample_of(content: TemplateContent, sample: Mapping[str, str]) -> dict[str, str]:
    """Return sample values for every placeholder, and for the columns that the template mentions."""
    known = {**SAMPLE, **sample_columns(content)}
    return {**known, **{name: text for name, text in sample.items() if name in known}}


def _of_nobody(content: TemplateContent) -> list[LintFinding]:
    try:
        resolve(content, _NOBODY)
    except Unresolvable as wrong:
        return [
            _finding(
                "warning",
                "no_default",
                path,
                f"For people without known values, this {message}."
                " Add a default, such as {{customer.name|Guest}}.",
            )
            for path, message in wrong.problems
        ]
    return []


def _finding(severity: str, rule: str, field: str, message: str) -> LintFinding:
    return LintFinding.model_validate(
        {"severity": severity, "rule": rule, "field": field, "message": message}
    )
