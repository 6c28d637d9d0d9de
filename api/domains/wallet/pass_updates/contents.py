"""The content of a pass after an update."""

from pydantic import ValidationError

from api.domains.wallet.passes.changing import NEWS
from api.rendering.wallet.content import MOST_FIELDS, PassField, WalletPass

SHOWS_VALUE = "%@"
LABELS = {
    "en": "News",
    "de": "Neuigkeiten",
    "fr": "Actualités",
    "es": "Novedades",
    "it": "Novità",
    "nl": "Nieuws",
    "pt": "Novidades",
    "pl": "Aktualności",
    "ja": "お知らせ",
    "ko": "소식",
    "zh": "最新消息",
    "tr": "Haberler",
    "uk": "Новини",
    "ar": "أخبار",
    "he": "חדשות",
}


def with_news(content: WalletPass, message: str) -> WalletPass:
    """Return the pass with a message on its back, which phones show when it arrives. The pass is unchanged if it has no
    room.
    """
    field = PassField(
        key=NEWS,
        zone="back",
        label=LABELS.get(content.language.partition("-")[0], LABELS["en"]),
        value=message,
        change_message=SHOWS_VALUE,
    )
    others = tuple(it for it in content.fields if it.key != NEWS)
    if len(others) >= MOST_FIELDS:
        return content
    return content.model_copy(update={"fields": (*others, field)})


def shows(content: WalletPass, message: str) -> bool:
    """Return whether a pass already shows this message. Phones would not announce the same message again."""
    return any(it.key == NEWS and it.value == message for it in content.fields)


def with_value(content: WalletPass, key: str, value: str, change_message: str | None) -> WalletPass:
    """Return the pass with another value in a field. It is unchanged if it has no such field, or if the value does not
    fit.
    """
    fields = tuple(
        _changed(it, value, change_message) if it.key == key else it for it in content.fields
    )
    return content.model_copy(update={"fields": fields})


def _changed(field: PassField, value: str, change_message: str | None) -> PassField:
    given = field.model_dump() | {"value": value}
    # Translations of the value would still contain the old one.
    given["translations"] = {
        language: {**texts, "value": None} for language, texts in given["translations"].items()
    }
    try:
        changed = PassField.model_validate(given)
        if changed.value == field.value:
            return field
        if change_message is None:
            return changed
        return PassField.model_validate(changed.model_dump() | {"change_message": change_message})
    except ValidationError:
        return field
