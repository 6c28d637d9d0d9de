"""The fonts for rendered text. All come with packages; fonts of the machine are never used."""

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
"""The font of each script of one font, by its ISO 15924 name. Chinese, Japanese and Korean share one file."""

HAN_SCRIPTS = frozenset({"Hani", "Hira", "Kana", "Hang", "Bopo"})


@dataclass(frozen=True, slots=True)
class Face:
    """A font at one weight, ready to draw. Nobody changes it, so threads share it."""

    font: hb.Font
    letters: hb.Set
    em: float


@cache
def face_of(file: FontFile, weight: int) -> Face:
    """A font at a weight, opened once; its file is mapped, not read."""
    face = hb.Face(hb.Blob.from_file_path(file.path), file.index)
    font = hb.Font(face)
    if any(axis.tag == "wght" for axis in face.axis_infos):
        font.set_variations({"wght": weight})
    return Face(font, face.unicodes, face.upem)


def has_letter(file: FontFile, letter: str) -> bool:
    """Whether a font has a letter. Every weight has the same ones."""
    return ord(letter) in face_of(file, 400).letters


def typographic_language(text: str) -> str | None:
    """The language of a text, judged by letters that only this language uses beside Han letters."""
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
    """The font for Han letters: by the text, else by its language, else Simplified Chinese."""
    parts = (typographic_language(text) or language or "").lower().split("-")
    if parts[0] in ("ja", "ko"):
        return JAPANESE if parts[0] == "ja" else KOREAN
    if parts[0] == "yue" or (parts[0] == "zh" and {"hk", "mo"} & set(parts)):
        return HONG_KONG
    if parts[0] == "zh" and {"hant", "tw"} & set(parts):
        return TRADITIONAL
    return SIMPLIFIED
