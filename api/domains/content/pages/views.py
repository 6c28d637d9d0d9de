"""Pages in the form in which responses show them."""

from api.domains.content.forms import definition
from api.domains.content.forms.answers import MESSAGES, countries
from api.domains.content.forms.definition import InputType
from api.domains.content.forms.patterns import MAX_PATTERN
from api.domains.content.forms.places import Place
from api.domains.content.pages import initial_content, page_weight
from api.domains.content.pages.models import Page, PageVersion
from api.domains.content.pages.page_weight import Picture, Weight
from api.domains.content.pages.schemas import (
    BlockWeightRead,
    CountryRead,
    FieldOptions,
    FieldTypeRead,
    GeneratedContent,
    LighterPicture,
    PageRead,
    PageSummary,
    PageWeight,
    PlaceRead,
    VersionRead,
)


def public_path(page: Page) -> str:
    """Return the path at which visitors see a page."""
    return f"/code/{page.code_id}" if page.code_id else f"/page/{page.page_id}"


def summary(page: Page) -> PageSummary:
    """Return a page for a list."""
    props = page.draft["root"]["props"]
    language = str(props.get("language", "en"))
    return PageSummary(
        page_id=page.page_id,
        id=page.page_id,
        org_id=page.org_id,
        code_id=page.code_id,
        name=page.name,
        title=str(props.get("title", "")),
        vanity_name=page.vanity_name,
        version=page.version,
        published_version=page.published_version,
        published_at=page.published_at,
        is_published=page.published_version is not None,
        has_changes=page.published_version != page.version,
        public_url=public_path(page),
        languages=list(dict.fromkeys([language, *props.get("translations", {})])),
        created_at=page.created_at,
        updated_at=page.updated_at,
    )


def whole(page: Page) -> PageRead:
    """Return a page with its draft."""
    return PageRead(**summary(page).model_dump(), blocks=page.draft)


def version(row: PageVersion, page: Page) -> VersionRead:
    """Return an earlier version of a page."""
    return VersionRead(
        version=row.version,
        name=row.name,
        created_at=row.created_at,
        created_by=row.created_by,
        published_at=row.published_at,
        is_draft=row.version == page.version,
        is_published=row.version == page.published_version,
    )


def place(found: Place) -> PlaceRead:
    """Return a place of a form with its remaining capacity."""
    return PlaceRead(
        form_id=found.form_id,
        field=found.field or None,
        option=found.option or None,
        capacity=found.capacity,
        taken=found.taken,
        left=max(found.capacity - found.taken, 0),
    )


def weight(found: Weight) -> PageWeight:
    """Return the size of a page."""
    return PageWeight(
        bytes=found.total,
        budget=page_weight.BUDGET,
        html_bytes=found.html_bytes,
        style_bytes=found.style_bytes,
        script_bytes=found.script_bytes,
        script_budget=page_weight.SCRIPT_BUDGET,
        picture_bytes=found.picture_bytes,
        unknown_pictures=_unknown(found.pictures),
        is_over=found.total > page_weight.BUDGET or found.script_bytes > page_weight.SCRIPT_BUDGET,
        blocks=[
            BlockWeightRead(
                block_id=block.block_id,
                type=block.type,
                bytes=block.bytes,
                html_bytes=block.html_bytes,
                picture_bytes=block.bytes - block.html_bytes,
                unknown_pictures=_unknown(block.pictures),
                advice=page_weight.advice(block),
                lighter=[
                    LighterPicture(
                        url=it.url,
                        bytes=it.bytes or 0,
                        lighter_url=it.lighter_url,
                        lighter_bytes=it.lighter_bytes or 0,
                    )
                    for it in block.pictures
                    if it.lighter_url is not None
                ],
            )
            for block in sorted(found.blocks, key=lambda block: -block.bytes)
        ],
    )


def _unknown(pictures: tuple[Picture, ...]) -> int:
    return sum(picture.bytes is None for picture in pictures)


_LABELS = {
    InputType.TEXT: "Short text",
    InputType.EMAIL: "Email",
    InputType.PHONE: "Phone",
    InputType.NUMBER: "Number",
    InputType.DATE: "Date",
    InputType.SELECT: "Drop-down",
    InputType.RADIO: "One of several",
    InputType.CHECKBOX: "Tick box",
    InputType.CHECKBOXES: "Several of several",
    InputType.TEXTAREA: "Long text",
    InputType.COUNTRY: "Country",
    InputType.HIDDEN: "Hidden value",
    InputType.PAGE_DIVIDER: "Page divider",
}
_LENGTHS = ["min_length", "max_length", "pattern"]
_VALIDATIONS = {
    **dict.fromkeys(definition.OF_TEXT, _LENGTHS),
    InputType.EMAIL: ["max_length"],
    InputType.NUMBER: ["min", "max"],
    InputType.DATE: ["min", "max"],
}


def field_options(*, can_confirm: bool) -> FieldOptions:
    """Return everything that the form builder offers."""
    return FieldOptions(
        field_types=[
            FieldTypeRead(
                input_type=kind.value,
                label=_LABELS[kind],
                has_options=kind in definition.WITH_OPTIONS,
                validations=_VALIDATIONS.get(kind, []),
            )
            for kind in InputType
        ],
        show_if=["equals", "not_equals", "filled"],
        default_form=definition.DEFAULT_FIELDS,
        address_block=definition.ADDRESS_FIELDS,
        default_content=definition.DEFAULT_CONTENT,
        countries=[CountryRead(value=code, label=name) for code, name in countries().items()],
        messages=MESSAGES,
        can_confirm=can_confirm,
        limits={
            "fields": definition.MAX_FIELDS,
            "options": definition.MAX_OPTIONS,
            "answer": definition.MAX_ANSWER,
            "pattern": MAX_PATTERN,
            "capacity": definition.MAX_CAPACITY,
        },
    )


def generated(made: initial_content.InitialContent, tone: initial_content.Tone) -> GeneratedContent:
    """Return a starter page with the available alternatives."""
    return GeneratedContent(
        blocks=made.page.dump(),
        kind=made.kind,
        tone=tone,
        source=made.source,
        kinds=list(initial_content.kinds()),
        tones=[tone.value for tone in initial_content.Tone],
    )
