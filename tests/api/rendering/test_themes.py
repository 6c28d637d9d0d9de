"""Themes of visitors' pages: readable whatever colors are chosen, small, and used by every page."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from api.domains.content.page_templates.gallery import built_in
from api.rendering.visitor_pages.colors import contrast
from api.rendering.visitor_pages.theme import THEMES, Font, Theme
from api.rendering.visitor_pages.tokens import (
    FONT_URL,
    accent_of,
    font_faces,
    look_of,
    palettes,
)
from runtime.settings import ROOT
from tests.support.visitor_scenes import ART, files

BUILT_FROM = ROOT / "web" / "visitor-public" / "assets" / "fonts"
FONT_BUDGET = 48_000
COLORS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")
ANY_THEME = st.builds(
    Theme,
    accent=COLORS | st.none(),
    color=COLORS,
    color_to=COLORS | st.none(),
    background=st.sampled_from(["color", "gradient", "picture"]),
    picture=st.sampled_from([None, "/media/org/a.webp"]),
    cards=st.sampled_from(["raised", "outlined", "flat", "bold"]),
    dark=st.sampled_from(["auto", "light", "dark"]),
)


@given(ANY_THEME, COLORS)
def test_text_is_readable_on_every_background_with_any_chosen_colours(
    theme: Theme, brand: str
) -> None:
    for palette in palettes(theme, accent_of(theme, brand)):
        for text in (palette.ink, palette.soft, palette.link, palette.alarm):
            assert min(contrast(text, ground) for ground in palette.grounds) >= 4.5
        assert contrast(palette.on_brand, palette.brand) >= 4.5
        assert contrast(palette.edge, palette.card) >= 3


def test_ten_themes_differ_in_more_than_colour() -> None:
    looks = {
        (it.heading_font, it.body_font, it.buttons, it.cards, it.background, it.dark)
        for it in THEMES
    }

    assert len(THEMES) == len({it.name for it in THEMES}) == len(looks) == 10
    assert len({palettes(it, accent_of(it, ""))[0].ground for it in THEMES}) == 10


def test_named_themes_keep_their_original_colours() -> None:
    for theme in THEMES:
        assert palettes(theme, accent_of(theme, ""))[0].ground == theme.color


def test_theme_fonts_are_small_and_include_their_licence() -> None:
    for theme in THEMES:
        files = [BUILT_FROM / url.removeprefix(FONT_URL) for url in look_of(theme, "").fonts]
        assert sum(it.stat().st_size for it in files) <= FONT_BUDGET, theme.name
    for font in Font:
        assert "SIL Open Font License" in (BUILT_FROM / f"{font.value}.OFL.txt").read_text()


def test_every_font_has_its_files_and_a_fallback_with_matching_metrics() -> None:
    for font in Font:
        for for_headings in (False, True):
            rules, value, file = font_faces(font, for_headings=for_headings)
            named = [part.split(")")[0] for part in rules.split(f"url({FONT_URL}")[1:]]
            assert named
            assert all(Path(BUILT_FROM / it).is_file() for it in named)
            assert file.startswith(FONT_URL)
            assert "size-adjust" in rules
            assert f'"{font.value}' in value


def test_unreadable_theme_is_ignored() -> None:
    assert Theme.read({"name": "of-a-later-version", "sparkles": True}) is None
    assert Theme.read({"picture": "/media/a.webp);x{}"}) is None
    assert Theme.read(None) is None
    assert Theme.read(Theme(accent="#123456").model_dump(mode="json")) == Theme(accent="#123456")


def test_page_with_its_own_background_takes_everything_else_from_the_theme() -> None:
    css = look_of(THEMES[1], "#000000", "#101820").css

    assert "--ground:#101820" in css
    assert "fraunces" in css


def test_scene_files_equal_the_output_of_their_generator() -> None:
    for name, content in files().items():
        assert (ART / name).read_text() == content, name
        assert len(content) < 16_000, name


def test_gallery_templates_begin_with_a_picture_and_differ_in_theme() -> None:
    themes = [it.blocks["root"]["props"]["theme"] for it in built_in().values()]

    assert all(it.blocks["content"][0]["type"] == "Picture" for it in built_in().values())
    assert len({(it["heading_font"], it["color"], it["buttons"]) for it in themes}) >= 10
