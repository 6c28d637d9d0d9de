"""The vendors' own button images, if an operator has added them. They are shown as they are and never changed.

Apple and Google provide them to those who accept their terms, so they are not part of the product. Sources:
developer.apple.com/wallet/add-to-apple-wallet-guidelines;
developers.google.com/wallet/generic/resources/brand-guidelines.
"""

import base64
from functools import lru_cache
from pathlib import Path
from typing import Literal

FOLDER = "wallet-buttons"
"""The folder within the data folder: `apple/de.svg`, `google/en.png`, …"""
MOST_BYTES = 200_000
_TYPES = {".svg": "image/svg+xml", ".png": "image/png"}


def vendor_button(folder: Path, wallet: Literal["apple", "google"], language: str) -> str | None:
    """Return the button of a language, else the English one, as a data URL, or None if there is none."""
    for name in dict.fromkeys((language, language.partition("-")[0], "en")):
        for suffix, media_type in _TYPES.items():
            file = folder / wallet / f"{name}{suffix}"
            try:
                found = file.stat()
            except OSError:
                continue
            if found.st_size <= MOST_BYTES:
                return _address(file, media_type, found.st_mtime_ns)
    return None


@lru_cache(maxsize=64)
def _address(file: Path, media_type: str, _changed: int) -> str:
    return f"data:{media_type};base64,{base64.b64encode(file.read_bytes()).decode()}"
