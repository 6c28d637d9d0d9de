"""Conditions of the list of codes: filters, and the text search."""

from sqlalchemy import ColumnElement, Select, and_, case, func, not_, or_, select
from sqlalchemy.orm import aliased

from api.domains.codes.codes.listing_schemas import CodeFilter
from api.domains.codes.codes.models import Code, CodeSlug
from api.domains.codes.codes.types import CodeKind
from api.kit.pagination import contains_pattern


def matching_codes(codes: Select[Code], filters: CodeFilter) -> Select[Code]:
    """Select those of the codes that match the filters."""
    matching = codes.where(
        Code.deleted_at.is_not(None) if filters.deleted else Code.deleted_at.is_(None)
    )
    if filters.filter:
        matching = matching.where(_contains(filters.filter))
    if filters.type is not None:
        matching = matching.where(Code.type == filters.type.value)
    if filters.state is not None:
        matching = matching.where(_state_is(filters.state.value))
    if not filters.one_time:
        matching = matching.where(Code.one_time_state.is_(None))
    if filters.tag is not None:
        matching = matching.where(Code.tags.contains([filters.tag]))
    if filters.batch_id is not None:
        matching = matching.where(Code.batch_id == filters.batch_id)
    if filters.folder_id is not None:
        matching = matching.where(Code.folder_id == filters.folder_id)
    if filters.base_code_id is not None:
        matching = matching.where(Code.base_code_id == filters.base_code_id)
    if filters.relation is not None:
        matching = matching.where(_is_related(filters.relation))
    return matching


def _is_related(relation: str) -> ColumnElement[bool]:
    if relation == "child":
        return Code.base_code_id.is_not(None)
    child = aliased(Code)
    has_children = (
        select(child.code_id)
        .where(
            child.org_id == Code.org_id,
            child.base_code_id == Code.code_id,
            child.deleted_at.is_(None),
            child.one_time_state.is_(None),
        )
        .exists()
    )
    if relation == "base":
        return has_children
    return and_(Code.base_code_id.is_(None), not_(has_children))


def _state_is(state: str) -> ColumnElement[bool]:
    """Compare the state. A child is paused when its base is, unless it overrides its state."""
    base = aliased(Code)
    of_base = select(base.state).where(base.code_id == Code.base_code_id).scalar_subquery()
    follows = and_(Code.base_code_id.is_not(None), not_(Code.overrides.contains(["state"])))
    return case((follows, of_base), else_=Code.state) == state


def _contains(text_filter: str) -> ColumnElement[bool]:
    """Match codes that contain this text in a part that their owner sees: texts, property values or link."""
    pattern = contains_pattern(text_filter)
    in_link = _end_of_link(text_filter)
    values = func.jsonb_each_text(Code.properties).table_valued("key", "value")
    names = select(CodeSlug.slug).where(
        CodeSlug.org_id == Code.org_id,
        CodeSlug.code_id == Code.code_id,
        or_(CodeSlug.slug.ilike(pattern), CodeSlug.slug == in_link.lower()),
    )
    return or_(
        Code.name.ilike(pattern),
        # Addresses of our own notes, walls and polls are stored as paths, which are never
        # displayed.
        and_(
            Code.type == CodeKind.REDIRECT.value,
            Code.destination.ilike("http%"),
            Code.destination.ilike(pattern),
        ),
        Code.content["title"].astext.ilike(pattern),
        func.array_to_string(Code.tags, "\n").ilike(pattern),
        select(values.c.value).where(values.c.value.ilike(pattern)).exists(),
        Code.code_id == in_link,
        names.exists(),
    )


def _end_of_link(pasted: str) -> str:
    """Return the ID or slug at the end of a pasted link. A text that is not a link is returned unchanged."""
    path = pasted.strip().partition("#")[0].partition("?")[0]
    return path.rstrip("/").rpartition("/")[2]
