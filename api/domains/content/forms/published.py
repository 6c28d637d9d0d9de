"""The published form that a visitor fills in, and the protocols for finding it. Pages provide both."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol, TypeVar

from pydantic import Field, StringConstraints, field_validator

from api.domains.codes.codes.types import ResolvedCode
from api.domains.content.forms.definition import MAX_FIELDS, FormField, Label, problem_of
from api.domains.content.forms.limits import FormLimits
from api.domains.people.consents.types import Channel
from api.rendering.visitor_pages.brand import Brand

FormId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Paragraph = Annotated[str, StringConstraints(max_length=5_000)]

TEXTS = ("consent_text", "success_text", "closed_text")
"""The texts of a form that the server shows or stores in the visitor's language."""


def label_key(field: FormField) -> str:
    """Return the key under which translations have the label of a field."""
    return f"fields.{field.name}.input_display_name"


class FormDefinition(FormLimits):
    """The fields, texts and limits of a form."""

    form_id: FormId
    title: Label = ""
    fields: list[FormField] = Field(default_factory=list, max_length=MAX_FIELDS)
    layout: Literal["page", "one_question"] = Field(
        "page", description="All questions of a screen at once, or each on a screen of its own"
    )
    submit_label: Label = ""
    consent_text: Paragraph = ""
    consent_channels: list[Channel] | None = Field(
        None,
        max_length=5,
        description="Agreeing to `consent_text` is the consent to news and offers through these channels",
    )
    success_title: Label = ""
    success_text: Paragraph = ""
    success_link_label: Label = Field(
        "", description="Of the link to `next_url`; without it visitors are taken there at once"
    )
    success_share: bool = False
    pass_template_id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{0,64}$")] = Field(
        "", description="The pass template of which everybody who answers gets a wallet pass"
    )
    success_confetti: bool = False

    @field_validator("fields")
    @classmethod
    def _fit_together(cls, fields: list[FormField]) -> list[FormField]:
        problem = problem_of(fields)
        if problem is not None:
            raise ValueError(f"[{problem[0]}] {problem[1]}")
        return fields


@dataclass(frozen=True, slots=True)
class PublishedForm:
    """A form in one version of its page."""

    definition: FormDefinition
    page_version: int
    languages: tuple[str, ...]
    """The page's own language, followed by those into which it is translated."""
    translations: Mapping[str, Mapping[str, str]]
    """Its `TEXTS` and the labels of consents, by language and name, where they are translated."""
    next_url: str | None

    def language(self, body: str | None) -> str:
        """Return the requested language if the page has it, else the page's own."""
        return body if body in self.languages else self.languages[0]

    def text(self, name: str, language: str | None) -> str:
        """Return one of its `TEXTS` in a language, or in the page's own if it is not translated."""
        translated = self.translations.get(language or "", {}).get(name)
        return translated or str(getattr(self.definition, name) or "")

    def label(self, field: FormField, language: str | None) -> str:
        """Return the label of a field in a language."""
        translated = self.translations.get(language or "", {}).get(label_key(field))
        return translated or field.input_display_name


class FormSource(Protocol):
    """Reads published forms through a session that has entered their organisation."""

    def published(self, org_id: str, page_id: str, form_id: str | None) -> PublishedForm | None:
        """Return the form that visitors of the page see now. Without an ID, it is the page's first one."""

    def of_version(
        self, org_id: str, page_id: str, version: int, form_id: str
    ) -> PublishedForm | None:
        """Return the form from a version of its page."""


class FormPage(Protocol):
    """The parts of a published page that are needed to receive its forms."""

    @property
    def page_id(self) -> str: ...

    @property
    def org_id(self) -> str: ...

    @property
    def code_id(self) -> str | None: ...

    @property
    def brand(self) -> Brand: ...

    @property
    def confirms(self) -> bool: ...


PageT_co = TypeVar("PageT_co", bound=FormPage, covariant=True)


class FormPages(Protocol[PageT_co]):
    """Finds published pages and their forms."""

    async def of_page(self, page_id: str) -> PageT_co | None:
        """Return the page with this ID."""

    async def of_code(self, code: ResolvedCode) -> PageT_co | None:
        """Return the page that a code opens."""
