"""What a holder reads when a pass in Google Wallet changes."""

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from api.rendering.wallet.content import WalletPass
from api.rendering.wallet.google_json import Document
from api.rendering.wallet.google_texts import Texts


def text_of_changes(
    content: WalletPass, zone: ZoneInfo, announced: Mapping[str, str], values: Mapping[str, str]
) -> Document | None:
    """The change messages of fields that say something else than the holder read last; None where there is none."""
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
    """A message that wakes the phone."""
    header = content.title or content.organization
    return {
        "id": message_id,
        "header": header,
        "body": text["defaultValue"]["value"],
        "messageType": "TEXT_AND_NOTIFY",
        **({"localizedBody": text} if "translatedValues" in text else {}),
    }
