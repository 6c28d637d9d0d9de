"""What an image provider is asked for."""

from api.integrations.ports.image_generator import TakesCode


def wording(prompt: str, takes_code: TakesCode) -> str:
    """What a provider is asked for: a picture that a code can lie in; the bare prompt where it draws the code."""
    if takes_code is not TakesCode.NO:
        return prompt
    return (
        f"{prompt}. Square illustration filling the whole frame, rich even detail everywhere, clear light "
        "and dark areas, no text, no letters, no QR code, no border."
    )
