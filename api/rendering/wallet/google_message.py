"""The text that a holder reads when a pass in Google Wallet changes."""

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from api.rendering.wallet.content import WalletPass
from api.rendering.wallet.google_json import Document
from api.rendering.wallet.google_texts import Texts


def text_of_changes(
    content: WalletPass, zone: ZoneInfo, announced: Mapping[str, str], values: Mapping[str, str]
) -> Document | None:
    """Return the change messages of fields whose value differs from the one that the holder last read, or None if there
    are none.
    """
    changed = [
        field
        for field in content.fields
        if field.change_message and announced.get(field.key) != values[field.key]
    ]
    if not changed:
        return None
    texts = Texts(content, zone)
    return texts.localized(
        lambda language: "\n".join(texts.message(field, language) for field in changed)
    )


def message(content: WalletPass, message_id: str, text: Document) -> Document:
    """Return a message that notifies the holder's phone."""
    header = content.title or content.organization
    return {
        "id": message_id,
        "header": header,
        "body": text["defaultValue"]["value"],
        "messageType": "TEXT_AND_NOTIFY",
        **({"localizedBody": text} if "translatedValues" in text else {}),
    }
