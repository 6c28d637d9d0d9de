"""Texts of a pass in all its languages, in Google Wallet's format: formatted values with translations."""

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime, format_time
from babel.numbers import format_currency, format_decimal, format_percent

from api.rendering.wallet.content import PassField, WalletPass

Document = dict[str, Any]
InLanguage = Callable[[str], str]


class Texts:
    """The texts of one pass. Google has no formats, so numbers and dates are formatted here for each language."""

    def __init__(self, content: WalletPass, zone: ZoneInfo) -> None:
        self._content = content
        self._zone = zone
        self._others = sorted(content.languages() - {content.language})

    def label(self, field: PassField, language: str) -> str:
        """Return a field's label in a language, or in the pass's own if it is not translated."""
        translated = field.translations.get(language)
        return (translated.label if translated else None) or field.label

    def value(self, field: PassField, language: str) -> str:
        """Return a field's value in the format of a language."""
        translated = field.translations.get(language)
        if translated is not None and translated.value and isinstance(field.value, str):
            return translated.value
        return written(field, language, self._zone)

    def message(self, field: PassField, language: str) -> str:
        """Return the message for a change of the field, including its value."""
        translated = field.translations.get(language)
        message = (translated.change_message if translated else None) or field.change_message or ""
        return message.replace("%@", self.value(field, language))

    def title(self, language: str) -> str:
        """Return the text beside the logo."""
        return self._content.title_translations.get(language) or self._content.title

    def heading(self) -> Document:
        """Return the title, or the description of the pass if it has none."""
        return self.localized(lambda language: self.title(language) or self._content.description)

    def moment(self, moment: datetime) -> str:
        """Return a point in time with the offset of the zone in which it is shown."""
        return moment.astimezone(self._zone).isoformat()

    def local(self, moment: datetime | None, zone: str | None) -> str | None:
        """Return a point in time in the local time of a zone, without an offset. By default, it is the zone in which it
        is shown.
        """
        if moment is None:
            return None
        there = ZoneInfo(zone) if zone else self._zone
        return moment.astimezone(there).strftime("%Y-%m-%dT%H:%M:%S")

    def same(self, text: str) -> Document:
        """Return a text that has no translations."""
        return {"defaultValue": {"language": self._content.language, "value": text}}

    def text(self, say: InLanguage) -> tuple[str, Document | None]:
        """Return a text in the pass's own language, and with its translations if it has any."""
        document = self.localized(say)
        translated = document if "translatedValues" in document else None
        return document["defaultValue"]["value"], translated

    def localized(self, say: InLanguage) -> Document:
        """Return a text with those translations that differ from it."""
        own = say(self._content.language)
        document: Document = self.same(own)
        translated = [
            {"language": language, "value": text}
            for language in self._others
            if (text := say(language)) and text != own
        ]
        if translated:
            document["translatedValues"] = translated
        return document

    def module(self, field: PassField) -> Document:
        """Return a field as a text module."""
        header, headers = self.text(lambda language: self.label(field, language))
        body, bodies = self.text(lambda language: self.value(field, language))
        return {
            "id": field.key,
            **({"header": header} if header else {}),
            "body": body,
            **({"localizedHeader": headers} if headers else {}),
            **({"localizedBody": bodies} if bodies else {}),
        }


def written(field: PassField, language: str, zone: ZoneInfo) -> str:
    """Return a field's value in the format of a language."""
    value, locale = field.value, _locale(language)
    if isinstance(value, datetime):
        if field.format == "date":
            return str(format_date(value.astimezone(zone), "medium", locale=locale))
        if field.format == "time":
            return str(format_time(value, "short", tzinfo=zone, locale=locale))
        return str(format_datetime(value, "short", tzinfo=zone, locale=locale))
    if isinstance(value, Decimal):
        if field.format == "currency" and field.currency is not None:
            return str(format_currency(value, field.currency, locale=locale))
        if field.format == "percent":
            return str(format_percent(value / 100, locale=locale, decimal_quantization=False))
        return str(format_decimal(value, locale=locale))
    return value


@lru_cache(maxsize=256)
def _locale(language: str) -> Locale:
    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale.parse("en")
