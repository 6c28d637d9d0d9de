"""A visitor's agreements with a form: its consent text, and the checkboxes that are consents."""

from collections.abc import Mapping

from api.domains.content.forms.answers import Value
from api.domains.content.forms.published import PublishedForm
from api.domains.content.forms.schemas import AppendSubmit
from api.domains.people.consents.service import Agreement
from api.domains.people.consents.types import Channel


def agreements_in(
    form: PublishedForm, values: Mapping[str, Value], *, agreed_in: str | None, language: str | None
) -> list[Agreement]:
    """Return the texts that were agreed to, as the visitor read them, with their channels.

    `agreed_in` is the language of the consent text, and `language` that of the answers.
    """
    definition = form.definition
    text = form.text("consent_text", agreed_in)
    agreed = [(text, definition.consent_channels)] if text else []
    agreed += [
        (form.label(field, language), field.consent_channels)
        for field in definition.fields
        if field.consent_channels and values.get(field.name) is True
    ]
    return [_agreement(text, channels) for text, channels in agreed if channels]


def language_agreed_in(form: PublishedForm, sent: AppendSubmit, language: str) -> str | None:
    """Return the language of the consent text that the visitor saw, which may differ from that of the answers, or None
    if the text has changed since. If the request does not name the text, the current one is assumed.
    """
    if sent.consent_shown is None:
        return language
    shown = sent.consent_shown.split()
    return next(
        (
            candidate
            for candidate in dict.fromkeys((language, *form.languages))
            if form.text("consent_text", candidate).split() == shown
        ),
        None,
    )


def _agreement(text: str, channels: list[Channel]) -> Agreement:
    return Agreement(text, tuple((channel, "marketing") for channel in dict.fromkeys(channels)))
