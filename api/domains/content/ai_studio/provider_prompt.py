"""The prompt for an image provider."""

from api.integrations.ports.image_generator import TakesCode


def wording(prompt: str, takes_code: TakesCode) -> str:
    """Return the provider's prompt: for a picture with room for a code, or the bare prompt if the provider draws the
    code.
    """
    if takes_code is not TakesCode.NO:
        return prompt
    return (
        f"{prompt}. Square illustration filling the whole frame, rich even detail everywhere, clear light "
        "and dark areas, no text, no letters, no QR code, no border."
    )
