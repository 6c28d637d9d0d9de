"""Writes a drawing as SVG: paths, gradients and a base64 image, nothing else."""

from base64 import b64encode
from functools import lru_cache

from api.rendering.paths import Path
from api.rendering.qr.render.shapes import Canvas, Drawing, Paint, RadialPaint, Shape


@lru_cache(20_000)
def number(value: float) -> str:
    """Format a number briefly: three decimals are a thousandth of a module. Results are cached, because most numbers
    occur repeatedly.
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def svg(drawing: Drawing, canvas: Canvas, size: tuple[str, str] | None = None) -> str:
    """Return the file. `size` may give width and height with a unit, such as millimetres."""
    width, height = size or (number(canvas.width), number(canvas.height))
    defs: list[str] = []
    body: list[str] = []
    if drawing.background is not None:
        # In units of the drawing, so that gradients of the background run as designed.
        fill = _fill(drawing.background, defs)
        left, top = -canvas.dx / canvas.scale, -canvas.dy / canvas.scale
        body.append(
            f'<rect x="{number(left)}" y="{number(top)}" '
            f'width="{number(canvas.width / canvas.scale)}" '
            f'height="{number(canvas.height / canvas.scale)}" fill="{fill}"/>'
        )
    for part in drawing.parts:
        if isinstance(part, Shape):
            rule = ' fill-rule="evenodd"' if part.even_odd else ""
            body.append(f'<path d="{_data(part.path)}" fill="{_fill(part.paint, defs)}"{rule}/>')
        else:
            body.append(
                f'<image x="{number(part.x)}" y="{number(part.y)}" width="{number(part.width)}" '
                f'height="{number(part.height)}" preserveAspectRatio="none" '
                f'href="data:{part.media_type};base64,{b64encode(part.file).decode()}"/>'
            )
    gradients = f"<defs>{''.join(defs)}</defs>" if defs else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {number(canvas.width)} {number(canvas.height)}">{gradients}'
        f'<g transform="translate({number(canvas.dx)} {number(canvas.dy)}) '
        f'scale({canvas.scale:.6g})">{"".join(body)}</g></svg>'
    )


def _data(path: Path) -> str:
    return "".join([segment[0] + " ".join([number(it) for it in segment[1:]]) for segment in path])


def _fill(paint: Paint, defs: list[str]) -> str:
    if isinstance(paint, str):
        return paint
    stops = "".join(
        f'<stop offset="{number(offset)}" stop-color="{color}"/>' for offset, color in paint.stops
    )
    if isinstance(paint, RadialPaint):
        x, y = map(number, paint.centre)
        kind, place = "radial", f'cx="{x}" cy="{y}" r="{number(paint.radius)}"'
    else:
        (x1, y1), (x2, y2) = (map(number, point) for point in (paint.start, paint.end))
        kind, place = "linear", f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
    gradient = f'gradientUnits="userSpaceOnUse" {place}>{stops}</{kind}Gradient>'
    gradients = [entry.partition(" ")[2].partition(" ")[2] for entry in defs]
    if gradient not in gradients:
        gradients.append(gradient)
        defs.append(f'<{kind}Gradient id="g{len(defs)}" {gradient}')
    return f"url(#g{gradients.index(gradient)})"
