"""Designs with one fault each: only that fault is named, and its remedy fixes it and changes nothing else."""

from typing import Any

import pytest

from api.rendering.qr.decoding import Reading
from api.rendering.qr.legibility import check
from api.rendering.qr.rules import patched
from api.rendering.qr.types import Design
from tests.support.drawn_codes import CONTENT, logo

NAVY, GRADIENT = "#14213d", {"stops": [{"offset": 0, "color": "#b9c2cc"}, {"offset": 1, "color": "#14213d"}]}  # fmt: skip
BESIDE: dict[str, Any] = {
    "modules": "rounded",
    "eye_frame": "leaf",
    "eyes": {"top_left": {"ball": "circle"}},
    "error_correction": "Q",
}
"""Settings that no remedy may change."""

ONE_FAULT: list[tuple[dict[str, Any], str, set[str]]] = [
    ({"foreground": "#9aa0a6"}, "low_contrast", {"foreground"}),
    ({"foreground": NAVY, "eye_ball_color": "#c9a227"}, "low_contrast", {"eye_ball_color"}),
    ({"foreground_gradient": GRADIENT}, "low_contrast", {"foreground_gradient"}),
    (
        {"foreground": "#ffffff", "background": NAVY},
        "inverted",
        {"foreground", "background"},
    ),
    ({"quiet_zone": 1}, "quiet_zone", {"quiet_zone"}),
    ({"transparent": True}, "transparent", {"transparent"}),
    (
        {"frame": {"shape": "ticket", "color": "#f5f5f5", "text_color": "#ffffff"}},
        "frame_text",
        {"frame"},
    ),
    (
        {"logo": {"image": logo(), "size": 0.3, "padding": 1}},
        "logo_too_large",
        {"error_correction", "logo"},
    ),
    ({"logo": {"image": logo(), "size": 0.12, "excavate": False}}, "logo_over_modules", {"logo"}),
]


@pytest.mark.parametrize(("fault", "code", "may_change"), ONE_FAULT)
def test_design_with_one_fault_gets_its_warning_and_a_working_fix(
    fault: dict[str, Any], code: str, may_change: set[str]
) -> None:
    design = Design.model_validate(BESIDE | fault)

    named = [it for it in check(CONTENT, design).warnings if it.code != "reads_badly"]
    assert [it.code for it in named] == [code]
    assert named[0].fix is not None
    mended = patched(design, named[0].fix)

    assert [it.code for it in check(CONTENT, mended).warnings if it.code != "reads_badly"] == []
    before, after = design.model_dump(), mended.model_dump()
    assert {name for name in before if before[name] != after[name]} <= may_change


def test_transparent_pictures_stay_transparent_when_their_contrast_is_fixed() -> None:
    design = Design(transparent=True, foreground="#9aa0a6")
    found = {it.code: it.fix for it in check(CONTENT, design).warnings}

    mended = patched(design, found["low_contrast"] or {})

    assert mended.transparent
    assert [it.code for it in check(CONTENT, mended).warnings] == ["transparent"]


def _read(**lost: str) -> tuple[Reading, ...]:
    return tuple(
        Reading(name, "z" not in lost.get(name, ""), "b" not in lost.get(name, ""))
        for name in ("plain", "blurred", "turned")
    )


@pytest.mark.parametrize(
    ("lost", "sentence"),
    [
        ({"blurred": "zb"}, "No scanner can read it out of focus."),
        ({"turned": "zb"}, "No scanner can read it at an angle."),
        ({"plain": "b"}, "One of two scanners cannot read it as it is."),
        ({"plain": "z"}, "One of two scanners cannot read it as it is."),
        (
            {"blurred": "b", "turned": "z"},
            "One of two scanners cannot read it out of focus and at an angle.",
        ),
        (
            {"blurred": "zb", "turned": "z"},
            "No scanner can read it out of focus; one of two scanners cannot read it at an angle.",
        ),
        ({"turned": "b"}, None),
        ({"blurred": "z"}, None),
        ({}, None),
    ],
)
def test_readers_that_miss_a_picture_are_reported_with_the_condition(
    lost: dict[str, str], sentence: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.rendering.qr.legibility._readings", lambda *_: _read(**lost))

    found = check(CONTENT, Design())

    assert [it.message for it in found.warnings] == ([sentence] if sentence else [])


def test_unreadable_design_is_fixed_by_the_smallest_change() -> None:
    """Grey that no reader decodes is darkened; shapes, frame and corners stay."""
    design = Design.model_validate(
        BESIDE | {"foreground": "#fdfdfd", "frame": {"shape": "outline", "text": "Menu"}}
    )
    (unreadable,) = [it for it in check(CONTENT, design).warnings if it.code == "unreadable"]

    assert unreadable.fix_label == "Make it readable"
    assert set(unreadable.fix or {}) <= {"foreground", "background"}
