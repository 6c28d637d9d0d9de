"""The fonts for rendered text. All of them come with packages; system fonts are never used."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import manimgx_fonts
import manimgx_fonts_cjk
import uharfbuzz as hb

_HERE = Path(manimgx_fonts.__file__).parent
_HAN = str(Path(manimgx_fonts_cjk.__file__).parent / "NotoSansCJK-VF.otf.ttc")


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font, or one of several in a file. A variable font is used at the requested weight."""

    path: str
    index: int = 0


def _noto(name: str) -> FontFile:
    return FontFile(str(_HERE / f"{name}[wght].ttf"))


NOTO_SANS = _noto("NotoSans")
JAPANESE, KOREAN, SIMPLIFIED, TRADITIONAL, HONG_KONG = (FontFile(_HAN, it) for it in range(5))
SYMBOLS, EMOJI = _noto("NotoSansSymbols"), _noto("NotoEmoji")

OF_SCRIPT = {
    "Arab": _noto("NotoSansArabic"),
    "Armn": _noto("NotoSansArmenian"),
    "Beng": _noto("NotoSansBengali"),
    "Deva": _noto("NotoSansDevanagari"),
    "Ethi": _noto("NotoSansEthiopic"),
    "Geor": _noto("NotoSansGeorgian"),
    "Gujr": _noto("NotoSansGujarati"),
    "Guru": _noto("NotoSansGurmukhi"),
    "Hebr": _noto("NotoSansHebrew"),
    "Khmr": _noto("NotoSansKhmer"),
    "Knda": _noto("NotoSansKannada"),
    "Laoo": _noto("NotoSansLao"),
    "Mlym": _noto("NotoSansMalayalam"),
    "Mymr": _noto("NotoSansMyanmar"),
    "Orya": _noto("NotoSansOriya"),
    "Sinh": _noto("NotoSansSinhala"),
    "Taml": _noto("NotoSansTamil"),
    "Telu": _noto("NotoSansTelugu"),
    "Thai": _noto("NotoSansThai"),
}
"""The font of each script that has only one, by its ISO 15924 name. Chinese, Japanese and Korean share a file."""

HAN_SCRIPTS = frozenset({"Hani", "Hira", "Kana", "Hang", "Bopo"})


@dataclass(frozen=True, slots=True)
class Face:
    """A font at one weight, ready to draw. It is immutable, so threads can share it."""

    font: hb.Font
    letters: hb.Set
    em: float


@cache
def face_of(file: FontFile, weight: int) -> Face:
    """Return a font at a weight, which is opened only once. Its file is memory-mapped rather than read."""
    face = hb.Face(hb.Blob.from_file_path(file.path), file.index)
    font = hb.Font(face)
    if any(axis.tag == "wght" for axis in face.axis_infos):
        font.set_variations({"wght": weight})
    return Face(font, face.unicodes, face.upem)


def has_letter(file: FontFile, letter: str) -> bool:
    """Return whether a font has a character. All weights have the same ones."""
    return ord(letter) in face_of(file, 400).letters


def typographic_language(text: str) -> str | None:
    """Return the language of a text, recognised by characters that only this language uses together with Han
    characters.
    """
    for letter in text:
        if "\u3041" <= letter <= "\u30ff" or "\uff66" <= letter <= "\uff9f":
            return "ja"
        if (
            "\uac00" <= letter <= "\ud7a3"
            or "\u1100" <= letter <= "\u11ff"
            or "\u3131" <= letter <= "\u318e"
        ):
            return "ko"
        if "\u3105" <= letter <= "\u312f":
            return "zh-Hant"
    return None


def han_font(text: str, language: str | None) -> FontFile:
    """Return the font for Han characters: by the text, else by its language, else for Simplified Chinese."""
    parts = (typographic_language(text) or language or "").lower().split("-")
    if parts[0] in ("ja", "ko"):
        return JAPANESE if parts[0] == "ja" else KOREAN
    if parts[0] == "yue" or (parts[0] == "zh" and {"hk", "mo"} & set(parts)):
        return HONG_KONG
    if parts[0] == "zh" and {"hant", "tw"} & set(parts):
        return TRADITIONAL
    return SIMPLIFIED
