"""The objects to which plans refer by ID: codes, pages, folders, forms, games, pass templates and segments."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from sqlalchemy.orm import Session

from api.domains.codes.codes.reading import find_code
from api.domains.codes.folders.reading import all_folders
from api.domains.content.form_inbox.reading import existing_forms
from api.domains.content.pages.reading import existing_pages
from api.domains.messaging.automations.errors import refused
from api.domains.messaging.automations.schemas import AutomationPlan
from api.domains.messaging.automations.steps import ConditionStep, MessageStep, walked
from api.domains.messaging.automations.triggers import EventRule, Trigger, named_ids
from api.domains.people.segments.reading import missing_segments
from api.domains.people.segments.rules import SegmentCondition, leaves
from api.domains.promotions.games.reading import existing_games
from api.domains.wallet.pass_templates.reading import existing_templates


class _Kind(NamedTuple):
    """A kind of object in a field: how to find which IDs exist, and the error for the others."""

    existing: Callable[[Session, str, Collection[str]], set[str]]
    message: str
    code: str


def _existing_codes(session: Session, org_id: str, ids: Collection[str]) -> set[str]:
    found = ((it, find_code(session, org_id, it)) for it in ids)
    return {it for it, code in found if code is not None and code.deleted_at is None}


def _existing_segments(session: Session, org_id: str, ids: Collection[str]) -> set[str]:
    return set(ids) - missing_segments(session, org_id, ids)


def _existing_folders(session: Session, org_id: str, ids: Collection[str]) -> set[str]:
    return {it.folder_id for it in all_folders(session, org_id)} & set(ids)


_KINDS: Mapping[str, _Kind] = {
    "codes": _Kind(_existing_codes, "is not the id of a code", "code_not_found"),
    "pages": _Kind(existing_pages, "is not the id of a page", "page_not_found"),
    "folders": _Kind(_existing_folders, "is not the id of a folder", "folder_not_found"),
    "forms": _Kind(existing_forms, "is not the id of a form", "form_not_found"),
    "games": _Kind(existing_games, "is not the id of a game", "game_not_found"),
    "templates": _Kind(
        existing_templates, "is not the id of a pass template", "template_not_found"
    ),
    "segments": _Kind(_existing_segments, "is not the id of a segment", "segment_not_found"),
}


def check_names(session: Session, org_id: str, plan: AutomationPlan) -> None:
    """Check that everything that a plan names exists.

    Raises:
        Invalid: something does not exist; the error names the field.
    """
    named: dict[str, list[tuple[str, str]]] = {}
    for kind, path, id_ in _named(plan):
        named.setdefault(kind, []).append((path, id_))
    for kind, pairs in named.items():
        there = _KINDS[kind].existing(session, org_id, {id_ for _, id_ in pairs})
        for path, id_ in pairs:
            if id_ not in there:
                raise refused(path, _KINDS[kind].message, _KINDS[kind].code)


def _named(plan: AutomationPlan) -> Iterator[tuple[str, str, str]]:
    """Yield kind, field and ID of everything that a plan names."""
    rules: list[tuple[str, Trigger | EventRule]] = [("trigger", plan.trigger)]
    if plan.goal is not None:
        rules.append(("goal", plan.goal))
    for field, rule in rules:
        for kind, ids in named_ids(rule):
            yield from ((kind, f"{field}.{kind}", it) for it in ids)
    if plan.segment_id is not None:
        yield "segments", "segment_id", plan.segment_id
    for where, _, step in walked(plan.steps):
        if isinstance(step, MessageStep) and step.code_id is not None:
            yield "codes", f"{where}.code_id", step.code_id
        if isinstance(step, ConditionStep):
            for path, leaf in leaves(step.rules, f"{where}.rules"):
                if isinstance(leaf, SegmentCondition):
                    yield "segments", path, leaf.segment_id
