"""Rules for what readers tolerate on a screen but not on paper, each with a fix."""

import math
from collections.abc import Iterator
from typing import Any

from api.rendering.qr.contrast import contrast, darkened, lightened, lightness, luminance
from api.rendering.qr.render.composition import compose, encode_for, logo_box, most_cleared
from api.rendering.qr.render.logos import read_logo
from api.rendering.qr.types import Design, Gradient
from api.rendering.qr.warnings import Patch, PictureWarning

LEAST_CONTRAST = 4.0
AIMED_CONTRAST = 5.0
LIGHT_ENOUGH = 0.5
LEAST_TEXT_CONTRAST = 3.0
LEAST_QUIET_ZONE = 4
LEAST_MODULE_MM = 0.33
MODULES_OF_THE_RULE = 25
SAFE_SHARE_OF_LOGO = 0.8
"""Share of the area that a logo may cover at most. Above it, little error correction is left for dirt."""


def rule_warnings(
    content: str, design: Design, width_mm: float | None, distance_m: float | None
) -> Iterator[PictureWarning]:
    """Yield warnings about what may fail on paper, regardless of whether the readers succeed on a screen."""
    yield from _colours(design)
    if design.quiet_zone < LEAST_QUIET_ZONE:
        yield PictureWarning(
            "quiet_zone",
            "high" if design.quiet_zone < 2 else "medium",
            "The quiet zone is narrower than 4 modules, so anything printed next to the code may "
            "disturb scanners.",
            {"quiet_zone": LEAST_QUIET_ZONE},
            "Widen the quiet zone",
        )
    yield from _logo(content, design)
    if width_mm is not None or distance_m is not None:
        yield from _size(content, design, width_mm, distance_m)


def least_width_mm(content: str, design: Design, distance_m: float | None) -> float:
    """Return the minimum printed width of the picture in millimetres, including its margin and frame.

    Files given by one width are squares, in which a frame that is higher than wide leaves less room for the code.
    """
    drawing = compose(content, design)
    return width_of(max(drawing.width, drawing.height), LEAST_MODULE_MM, distance_m)


def width_of(modules: float, least_module_mm: float, distance_m: float | None) -> float:
    """Return the width in millimetres that this many modules need in order to be printed, and to be read from a
    distance.
    """
    far = 0.0 if distance_m is None else distance_m * 1000 / 10 / MODULES_OF_THE_RULE
    return round(modules * max(least_module_mm, far), 1)


def patched(design: Design, patch: Patch) -> Design:
    """Return a design with a JSON merge patch applied (RFC 7396)."""
    return Design.model_validate(_merged(design.model_dump(), patch))


def eyes_with(design: Design, **values: Any) -> Patch:
    """Return a patch for the corners that have their own style."""
    own = {name: look for name, look in design.eyes or () if look is not None}
    return {"eyes": {name: dict(values) for name in own}} if own else {}


def plainest(design: Design) -> Patch:
    """Return the patch that makes any design readable: black on white, square modules, and a small logo in a cleared
    area.
    """
    patch: Patch = {
        **_as_colors("#000000", "#ffffff"),
        "modules": "square",
        "eye_frame": "square",
        "eye_ball": "square",
        "eyes": None,
        "quiet_zone": max(design.quiet_zone, LEAST_QUIET_ZONE),
    }
    if design.logo is not None:
        patch["error_correction"] = "H"
        patch["logo"] = {"size": min(design.logo.size, 0.15), "padding": 0.5, "excavate": True}
    return patch


def _merged(value: dict[str, Any], patch: Patch) -> dict[str, Any]:
    result = dict(value)
    for key, change in patch.items():
        old = result.get(key)
        both = isinstance(change, dict) and isinstance(old, dict)
        result[key] = _merged(old, change) if both and isinstance(old, dict) else change
    return result


_EYES_LIKE_MODULES: Patch = {"eye_frame_color": None, "eye_ball_color": None}


def _as_colors(ink: str, paper: str) -> Patch:
    return {
        "foreground": ink,
        "foreground_gradient": None,
        "background": paper,
        "background_gradient": None,
        "transparent": False,
        **_EYES_LIKE_MODULES,
    }


def _colours(design: Design) -> Iterator[PictureWarning]:
    paper_color = "#ffffff" if design.transparent else design.background
    paper = lightness(paper_color, None if design.transparent else design.background_gradient)
    modules = lightness(design.foreground, design.foreground_gradient)
    colors = {
        color for look in design.eye_looks for color in (look.frame_color, look.ball_color) if color
    }
    eyes = [lightness(color) for color in sorted(colors)]
    is_inverted = modules.mean > paper.mean
    worst = min(contrast(ink, paper) for ink in (modules, *eyes))
    if worst < LEAST_CONTRAST:
        yield PictureWarning(
            "low_contrast",
            "high" if worst < 2.5 else "medium",
            f"The lightest part of the code has a contrast of only {_below(worst)} to 1 with the "
            "background. In bad light, scanners need at least 4 to 1.",
            _apart(design),
            "Increase the contrast",
        )
    if is_inverted:
        yield PictureWarning(
            "inverted",
            "high",
            "The modules are lighter than the background. Some scanners cannot read such codes.",
            _swapped(design),
            "Swap the colours",
        )
    if any((eye.mean > paper.mean) != is_inverted for eye in eyes):
        yield PictureWarning(
            "eyes_inverted",
            "high",
            "The corners are light while the rest is dark, so scanners may not find the code.",
            {**_EYES_LIKE_MODULES, **eyes_with(design, frame_color=None, ball_color=None)},
            "Use the code's colour for the corners",
        )
    if design.transparent:
        yield PictureWarning(
            "transparent",
            "low",
            "The background is transparent and was tested on white. Print the code on a light, "
            "plain surface.",
            {"transparent": False},
            "Add a background",
        )
    frame = design.frame
    if frame is not None and (frame.text or frame.second_text):
        pair = lightness(frame.text_color), lightness(frame.color)
        if contrast(*pair) < LEAST_TEXT_CONTRAST:
            best = "#ffffff" if luminance(frame.color) < 0.18 else "#000000"
            yield PictureWarning(
                "frame_text",
                "low",
                "The frame's text has too little contrast with the frame.",
                {"frame": {"text_color": best}},
                "Increase the text contrast",
            )


def _below(ratio: float) -> str:
    """Format a ratio with one digit, truncated, so that a ratio that is too small is never shown as the
    required one.
    """
    return f"{math.floor(ratio * 10) / 10:.1f}"


def _apart(design: Design) -> Patch:
    """Return a patch with backgrounds light enough and inks dark enough. Hues are preserved as far as possible, and a
    transparent background stays transparent.
    """
    patch: Patch = {}
    least = 1.0
    if not design.transparent:
        patch["background"] = lightened(design.background, LIGHT_ENOUGH)
        if design.background_gradient is not None:
            patch["background_gradient"] = _each_stop(
                design.background_gradient, lambda color: lightened(color, LIGHT_ENOUGH)
            )
        seen = patched(design, patch)
        least = lightness(seen.background, seen.background_gradient).least
    most = (least + 0.05) / AIMED_CONTRAST - 0.05
    patch["foreground"] = darkened(design.foreground, most)
    if design.foreground_gradient is not None:
        patch["foreground_gradient"] = _each_stop(
            design.foreground_gradient, lambda color: darkened(color, most)
        )
    for name, color in (
        ("eye_frame_color", design.eye_frame_color),
        ("eye_ball_color", design.eye_ball_color),
    ):
        if color is not None:
            patch[name] = darkened(color, most)
    own = {
        corner: {
            part: darkened(color, most)
            for part in ("frame_color", "ball_color")
            if (color := getattr(look, part)) is not None
        }
        for corner, look in design.eyes or ()
        if look is not None
    }
    if any(own.values()):
        patch["eyes"] = {corner: changed for corner, changed in own.items() if changed}
    return patch


def _each_stop(gradient: Gradient, change: Any) -> Patch:
    stops = [{"offset": stop.offset, "color": change(stop.color)} for stop in gradient.stops]
    return {"type": gradient.type, "angle": gradient.angle, "stops": stops}


def _swapped(design: Design) -> Patch:
    eyes = eyes_with(design, frame_color=None, ball_color=None)
    if design.transparent:
        return {**_as_colors("#000000", "#ffffff"), **eyes}
    gradients = design.foreground_gradient, design.background_gradient
    ink, paper = (gradient and gradient.model_dump() for gradient in gradients)
    return {
        "foreground": design.background,
        "foreground_gradient": paper,
        "background": design.foreground,
        "background_gradient": ink,
        **_EYES_LIKE_MODULES,
        **eyes,
    }


def _logo(content: str, design: Design) -> Iterator[PictureWarning]:
    if design.logo is None:
        return
    if not design.logo.excavate:
        yield PictureWarning(
            "logo_over_modules",
            "low",
            "The code continues behind the logo, which makes both harder to recognise.",
            {"logo": {"excavate": True}},
            "Clear the space behind the logo",
        )
    if _cleared(content, design) > SAFE_SHARE_OF_LOGO:
        fix = _smaller_logo(content, design, design.logo.size)
        yield PictureWarning(
            "logo_too_large",
            "medium",
            "The logo covers so much of the code that little error correction is left for dirt and "
            "scratches.",
            fix,
            "Increase error correction" if "logo" not in fix else "Make the logo smaller",
        )


def _smaller_logo(content: str, design: Design, size: float) -> Patch:
    """Return a higher error correction if that is sufficient, else the largest logo that leaves some of it."""
    candidates: list[Patch] = [{"error_correction": "H"}]
    candidates += [
        {"error_correction": "H", "logo": {"size": smaller}}
        for smaller in (0.25, 0.22, 0.2, 0.18, 0.15, 0.12, 0.1)
        if smaller < size
    ]
    for patch in candidates:
        if _cleared(content, patched(design, patch)) <= SAFE_SHARE_OF_LOGO:
            return patch
    return {"error_correction": "H", "logo": {"size": 0.08, "padding": 0.5, "plate": "none"}}


def _cleared(content: str, design: Design) -> float:
    """Return the area that this logo clears, as a share of the maximum that a logo may cover."""
    if design.logo is None:
        return 0.0
    size, level = encode_for(content, design).size, design.effective_error_correction
    image = read_logo(design.logo.image)
    box = logo_box(size, design.logo, image.width, image.height, level)
    return box.clear_width * box.clear_height / most_cleared(size, level)


def _size(
    content: str, design: Design, width_mm: float | None, distance_m: float | None
) -> Iterator[PictureWarning]:
    for_paper = least_width_mm(content, design, None)
    yield from size_warnings(
        for_paper, least_width_mm(content, design, distance_m), width_mm, distance_m
    )


def size_warnings(
    for_paper: float, needed: float, width_mm: float | None, distance_m: float | None
) -> Iterator[PictureWarning]:
    """Yield warnings about a width that is too small, if one is given.

    Args:
        for_paper: the minimum width in millimetres for a reader in the hand.
        needed: the minimum width for the distance.
        width_mm: the printed width.
        distance_m: the distance from which it must be readable.
    """
    if width_mm is None:
        return
    if width_mm < for_paper:
        yield PictureWarning(
            "too_small_to_print",
            "high",
            f"At {width_mm:g} mm, the modules are too small to print well. Make it at least "
            f"{for_paper:g} mm wide.",
        )
    if width_mm < needed and distance_m is not None:
        yield PictureWarning(
            "too_small_for_distance",
            "high",
            f"To be scanned from {distance_m:g} m, it must be at least {needed:g} mm wide.",
        )
