"""The findings for pictures that are hard to read, and that the offered remedies fix them."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.rendering.qr.contrast import contrast, lightness
from api.rendering.qr.drawing import draw
from api.rendering.qr.legibility import check
from api.rendering.qr.render.composition import compose
from api.rendering.qr.rules import patched
from api.rendering.qr.types import (
    Design,
    EyeBallShape,
    EyeFrameShape,
    Frame,
    FrameShape,
    Gradient,
    Logo,
    ModuleShape,
    PictureFormat,
    Stop,
)
from tests.support.drawn_codes import CONTENT, logo, pixels_of, texts_in

SLOW = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])

COLORS = st.tuples(*[st.integers(0, 255)] * 3).map(lambda rgb: "#{:02x}{:02x}{:02x}".format(*rgb))
TEXTS = st.text(
    st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1, max_size=80
).map(lambda tail: f"https://qr.example/{tail}")


@st.composite
def gradients(draw: st.DrawFn) -> Gradient:
    offsets = sorted(draw(st.lists(st.floats(0, 1), min_size=2, max_size=4)))
    return Gradient(
        type=draw(st.sampled_from(["linear", "radial"])),
        angle=draw(st.integers(0, 360)),
        stops=tuple(Stop(offset=offset, color=draw(COLORS)) for offset in offsets),
    )


@st.composite
def designs(draw: st.DrawFn, *, with_logo: bool = True) -> Design:
    maybe = st.none() | COLORS
    framed = draw(st.booleans())
    frame = Frame(
        shape=draw(st.sampled_from(FrameShape)),
        text=draw(st.sampled_from(["", "Scan me", "Speisekarte öffnen, bitte"])),
        color=draw(COLORS),
        text_color=draw(COLORS),
    )
    mark = Logo(
        image=logo(),
        size=draw(st.floats(0.08, 0.3)),
        padding=draw(st.floats(0, 2)),
        excavate=draw(st.booleans()),
        plate=draw(st.sampled_from(["none", "square", "rounded", "circle"])),
    )
    return Design(
        foreground=draw(COLORS),
        foreground_gradient=draw(st.none() | gradients()),
        background=draw(COLORS),
        background_gradient=draw(st.none() | gradients()),
        transparent=draw(st.booleans()),
        modules=draw(st.sampled_from(ModuleShape)),
        eye_frame=draw(st.sampled_from(EyeFrameShape)),
        eye_ball=draw(st.sampled_from(EyeBallShape)),
        eye_frame_color=draw(maybe),
        eye_ball_color=draw(maybe),
        logo=mark if with_logo and draw(st.booleans()) else None,
        frame=frame if framed else None,
        error_correction=draw(st.sampled_from(["L", "M", "Q", "H"])),
        quiet_zone=draw(st.integers(0, 8)),
    )


def _with_enough_contrast(design: Design) -> Design:
    """Change the colors to have enough contrast, dark on light, with a margin."""
    for _ in range(3):
        for warning in check(CONTENT, design).warnings:
            if warning.code in {"low_contrast", "eyes_inverted", "inverted", "quiet_zone"}:
                assert warning.fix is not None
                design = patched(design, warning.fix)
                break
    return design


@SLOW
@given(designs(with_logo=False), TEXTS)
def test_design_with_enough_contrast_can_be_read(design: Design, content: str) -> None:
    design = _with_enough_contrast(design)

    picture = pixels_of(draw(content, design, 900, 900, PictureFormat.PNG))

    assert texts_in(picture) == [content]


@SLOW
@given(designs())
def test_each_fix_removes_its_warning(design: Design) -> None:
    for warning in check(CONTENT, design).warnings:
        if warning.fix is None:
            assert warning.code == "reads_badly"
            continue

        mended = check(CONTENT, patched(design, warning.fix))

        assert warning.code not in {it.code for it in mended.warnings}, warning


def test_good_design_has_no_warnings() -> None:
    for modules in ModuleShape:
        found = check(CONTENT, Design(modules=modules, foreground="#1a237e"))

        assert found.decodes
        assert [warning.code for warning in found.warnings] == []


@pytest.mark.parametrize(
    ("design", "code"),
    [
        ({"foreground": "#aaaaaa"}, "low_contrast"),
        ({"eye_ball_color": "#eeee88"}, "low_contrast"),
        ({"foreground": "#ffffff", "background": "#000000"}, "inverted"),
        ({"foreground": "#222222", "background": "#888888", "eye_ball_color": "#ffffff"}, "eyes_inverted"),
        ({"quiet_zone": 1}, "quiet_zone"),
        ({"transparent": True}, "transparent"),
        ({"frame": {"shape": "bubble", "color": "#ffffff"}}, "frame_text"),
        ({"logo": {"image": logo(), "excavate": False}}, "logo_over_modules"),
        ({"logo": {"image": logo(), "size": 0.3, "padding": 2}}, "logo_too_large"),
        (
            {"foreground_gradient": {"stops": [{"offset": 0, "color": "#000000"}, {"offset": 1, "color": "#cccccc"}]}},
            "low_contrast",
        ),
        (
            {"background_gradient": {"stops": [{"offset": 0, "color": "#ffffff"}, {"offset": 1, "color": "#333333"}]}},
            "low_contrast",
        ),
    ],
)  # fmt: skip
def test_design_that_may_fail_gets_the_matching_warning(design: dict[str, Any], code: str) -> None:
    found = check(CONTENT, Design.model_validate(design))

    assert code in {warning.code for warning in found.warnings}
    assert all(warning.message.endswith(".") for warning in found.warnings)


def test_contrast_just_below_the_minimum_is_not_rounded_up_to_it() -> None:
    found = check(CONTENT, Design(foreground="#807f7f"))

    [text] = [warning.message for warning in found.warnings if warning.code == "low_contrast"]
    assert "only 3.9 to 1 with the background. In bad light, scanners need at least 4 to 1" in text


def test_width_is_checked_against_scan_distance_and_print_size() -> None:
    near = check(CONTENT, Design(), width_mm=30)
    far = check(CONTENT, Design(), width_mm=30, distance_m=3)
    tiny = check(CONTENT, Design(), width_mm=8)

    assert [warning.code for warning in near.warnings] == []
    assert [warning.code for warning in far.warnings] == ["too_small_for_distance"]
    assert [warning.code for warning in tiny.warnings] == ["too_small_to_print"]
    # 29 modules and a margin of 8: a tenth of 3 m for every 25 modules.
    assert far.least_width_mm == pytest.approx(300 * 37 / 25)


def test_contrast_is_measured_for_the_worst_pair_of_colours() -> None:
    assert contrast(lightness("#000000"), lightness("#ffffff")) == pytest.approx(21)
    across = Gradient.model_validate(
        {"stops": [{"offset": 0, "color": "#000000"}, {"offset": 1, "color": "#ffffff"}]}
    )
    assert contrast(lightness("#000000", across), lightness("#808080")) == 1.0


@pytest.mark.parametrize("shape", FrameShape)
def test_minimum_width_includes_the_frame(shape: FrameShape) -> None:
    framed = Design(frame=Frame(shape=shape))
    drawing = compose(CONTENT, framed)

    found = check(CONTENT, framed, width_mm=13)

    assert found.least_width_mm == pytest.approx(drawing.height * 0.33, abs=0.05)
    assert found.least_width_mm > check(CONTENT, Design()).least_width_mm
    assert [warning.code for warning in found.warnings] == ["too_small_to_print"]


def test_delivered_picture_is_checked_at_its_actual_size() -> None:
    mark = Logo(image=logo(), plate="circle")
    design = Design(modules=ModuleShape.HEART, eye_frame=EyeFrameShape.CIRCLE, logo=mark)
    tiny, large = (draw(CONTENT, design, side, side, PictureFormat.PNG) for side in (50, 512))

    too_small, enough = (check(CONTENT, design, png=file) for file in (tiny, large))

    assert texts_in(pixels_of(tiny)) == []
    assert (too_small.decodes, enough.decodes) == (False, True)
    [warning] = [it for it in too_small.warnings if it.code == "too_few_pixels"]
    assert (warning.severity, warning.fix) == ("high", None)
    wanted = int(warning.message.partition("at least ")[2].partition(" pixels")[0])
    mended = check(CONTENT, design, png=draw(CONTENT, design, wanted, wanted, PictureFormat.PNG))
    assert mended.decodes
    assert "too_few_pixels" not in {it.code for it in mended.warnings}


def test_shapes_that_one_of_two_readers_misses_get_a_warning_with_a_fix() -> None:
    design = Design(eye_frame=EyeFrameShape.CIRCLE, eye_ball=EyeBallShape.LEAF)

    [warning] = check(CONTENT, design).warnings

    assert (warning.code, warning.severity) == ("reads_badly", "medium")
    assert warning.message == "One of two scanners cannot read it out of focus and at an angle."
    assert check(CONTENT, patched(design, warning.fix or {})).warnings == ()
