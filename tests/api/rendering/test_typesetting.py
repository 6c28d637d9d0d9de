"""Text in any script: shaped, ordered, fitted, and drawn in every format."""

import unicodedata

import pytest
from bidi import get_display
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from api.domains.content.slips.text_layout import FONTS, lines_of
from api.rendering.paths import moved
from api.rendering.qr.drawing import draw
from api.rendering.qr.render.frames import framed
from api.rendering.qr.render.text_paths import lettering
from api.rendering.qr.types import Design, Frame, FrameShape, PictureFormat
from api.rendering.typesetting.direction import levels, visual_order
from api.rendering.typesetting.fonts import (
    HONG_KONG,
    JAPANESE,
    KOREAN,
    NOTO_SANS,
    SIMPLIFIED,
    TRADITIONAL,
    FontFile,
    face_of,
    han_font,
)
from api.rendering.typesetting.line_breaking import pieces
from api.rendering.typesetting.runs import Style
from api.rendering.typesetting.shaping import Line, ink_of, line_of, outline_of
from tests.support.drawn_codes import CONTENT, pixels_of, pixels_of_pdf, texts_in

SAMPLES = {
    "Arabic": "امسح الرمز",
    "Bengali": "স্ক্যান করুন",
    "Devanagari": "स्कैन करें",
    "Hebrew": "סרקו אותי",
    "Japanese": "スキャンしてください",
    "Khmer": "ស្កេនខ្ញុំ",
    "Korean": "스캔하세요",
    "Simplified Chinese": "扫码点餐",
    "Tamil": "ஸ்கேன் செய்யவும்",
    "Thai": "สแกนเพื่อดูเมนู",
    "Traditional Chinese": "掃描點餐",
    "mixed": "Menu قائمة 50%",
    "emoji": "☕ Kaffee ❤️",
}


INTER = str(FONTS / "inter/400Regular/Inter_400Regular.ttf")


def names(line: Line) -> list[str]:
    """Return the glyph names of a line, from left to right."""
    return [face_of(it.font, 700).font.glyph_to_string(it.number) for it in line.glyphs]


def bold(text: str, language: str | None = None) -> Line:
    return line_of(text, Style(language=language))


def test_arabic_letters_join_and_run_from_the_right() -> None:
    joined, alone = bold("محمد"), [bold(letter) for letter in "محمد"]

    assert [it.letter for it in joined.glyphs] == [3, 2, 1, 0]
    assert [name.rpartition(".")[2] for name in names(joined)] == ["fina", "medi", "medi", "init"]
    assert not {glyph.number for glyph in joined.glyphs} & {it.glyphs[0].number for it in alone}


def test_lam_and_alef_form_one_ligature() -> None:
    assert names(bold("لا")) == ["uni0627.fina.rlig", "uni0644.init.rlig"]


def test_devanagari_vowel_signs_are_placed_before_their_letter() -> None:
    assert [it.letter for it in bold("कि").glyphs] == [0, 0]
    assert names(bold("कि")) == [*names(bold("कि"))[:1], *names(bold("क"))]


def test_latin_within_arabic_keeps_its_direction() -> None:
    text = "قهوة ABC 12"
    order = dict.fromkeys(it.letter for it in bold(text).glyphs)

    assert "".join(text[place] for place in order) == "ABC 12 ةوهق"


def test_arabic_within_latin_is_reversed_in_place() -> None:
    text = "Menu قائمة!"
    order = dict.fromkeys(it.letter for it in bold(text).glyphs)

    assert "".join(text[place] for place in order) == "Menu ةمئاق!"


def test_brackets_are_mirrored_with_the_direction_of_their_text() -> None:
    assert names(bold("א(ב)"))[0] == names(bold("("))[0]


@settings(max_examples=60)
@given(st.text("abc אבג ابج 12٣ ,.-+%()[]«»!?/", max_size=20))
def test_visual_order_equals_that_of_another_implementation(text: str) -> None:
    of = levels(text)
    shown = "".join(text[place] for place in visual_order(of))

    assert shown == get_display(text)


@pytest.mark.parametrize(
    ("text", "language", "font"),
    [
        ("直す", None, JAPANESE),
        ("営業中", "ja-JP", JAPANESE),
        ("漢字 한글", "zh-CN", KOREAN),
        ("點餐", "zh-TW", TRADITIONAL),
        ("點餐", "zh-Hant-HK", HONG_KONG),
        ("扫码", "en-US", SIMPLIFIED),
        ("扫码", None, SIMPLIFIED),
    ],
)
def test_han_letters_use_the_font_of_the_text_or_its_language(
    text: str, language: str | None, font: object
) -> None:
    assert han_font(text, language) == font
    assert bold(text, language).glyphs[0].font == font


def test_same_han_letter_differs_by_language() -> None:
    shapes = {lettering("直", language).path for language in ("ja", "zh-Hans", "zh-HK")}

    assert len(shapes) == 3


def test_latin_in_japanese_is_set_in_the_latin_font() -> None:
    fonts = [glyph.font for glyph in bold("QRコード").glyphs]

    assert fonts == [NOTO_SANS] * 2 + [JAPANESE] * 3


def test_standalone_accents_are_placed_by_the_font() -> None:
    accented = bold("x\u0302").glyphs

    assert [it.font for it in accented] == [NOTO_SANS] * 2
    assert accented[1].advance == 0


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_fonts_have_glyphs_for_every_script(text: str) -> None:
    assert all(glyph.number for glyph in bold(unicodedata.normalize("NFD", text)).glyphs)


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("漢字かな", ["漢", "字", "か", "な"]),
        ("「珈琲」とパン。", ["「珈", "琲」", "と", "パ", "ン。"]),
        ("コーヒー", ["コー", "ヒー"]),
        ("QRコード", ["QR", "コー", "ド"]),
        ("two words", ["two", " words"]),
        ("สแกนเพื่อ ดู", ["สแกนเพื่อ", " ดู"]),
    ],
)
def test_lines_break_between_words_or_han_letters(text: str, cut: list[str]) -> None:
    assert pieces(text) == cut


def test_lines_of_a_slip_follow_the_direction_of_their_paragraph() -> None:
    lines = lines_of("قهوة مرحبا ABC!", "sans", 400, 10, 30, "right")
    alone = moved(outline_of(line_of("ABC!", Style(400, base=FontFile(INTER))), 400), 10, 0, 0)

    assert [line.text for line in lines] == ["قهوة", "مرحبا", "ABC!"]
    assert lines[2].path != alone
    assert sorted(lines[2].path or ()) != sorted(alone)
    assert ink_of(lines[2].path or ()) == ink_of(alone)


def test_built_in_fonts_of_a_slip_are_still_printed_as_text() -> None:
    (line,) = lines_of("Żółw Ωmega кот", "sans", 400, 10, 300, "left")

    assert line.path is None


@pytest.mark.parametrize("shape", list(FrameShape))
@pytest.mark.parametrize("text", [SAMPLES["Thai"], SAMPLES["Khmer"], "سلام" * 10, "漢" * 40])
def test_texts_stay_within_their_frame(shape: FrameShape, text: str) -> None:
    frame = framed(Frame(shape=shape, text=text), 33)
    (letters,) = (it for it in frame.shapes if it.paint == "#ffffff" and len(it.path) > 200)

    points = [pair for _, *them in letters.path for pair in zip(them[::2], them[1::2], strict=True)]
    assert all(0 < x < frame.width and 0 < y < frame.height for x, y in points)
    assert all(y < frame.y or y > frame.y + 33 for _, y in points)


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_every_script_is_rendered_in_every_format(text: str) -> None:
    frame = Frame(shape=FrameShape.BANNER_BOTTOM, text=text, text_color="#ff0000")
    drawn, plain = (
        {it: draw(CONTENT, Design(frame=shown), 300, 350, it) for it in PictureFormat}
        for shown in (frame, frame.model_copy(update={"text": "\u200b"}))
    )

    for pixels, form in ((pixels_of, PictureFormat.PNG), (pixels_of_pdf, PictureFormat.PDF)):
        assert texts_in(pixels(drawn[form])) == [CONTENT]
        assert red(pixels(drawn[form])) > 300
        assert red(pixels(plain[form])) == 0
    for form in (PictureFormat.SVG, PictureFormat.EPS):
        assert len(drawn[form]) > len(plain[form]) + 1000


def red(picture: Image.Image) -> int:
    """Return the number of pixels that belong to letters."""
    red, green, _ = picture.split()
    return sum(ImageChops.subtract(red, green).histogram()[128:])
