"""The small pictures of shapes that the web app's designer offers, drawn by the renderer itself.

`python -m tests.support.shape_pictures` writes them again; a test compares the file with the renderer.
"""

import json
from collections.abc import Sequence

from api.rendering.paths import Path, moved, rectangle
from api.rendering.qr.render.eyes import eye_ball, eye_frame
from api.rendering.qr.render.frames import framed
from api.rendering.qr.render.modules import module_path
from api.rendering.qr.render.svg import number
from api.rendering.qr.types import EyeBallShape, EyeFrameShape, Frame, FrameShape, ModuleShape
from runtime.settings import ROOT

FILE = ROOT / "web" / "src" / "features" / "codes" / "qr-picture" / "shape-paths.ts"

_ROWS = ("11011", "10110", "01110", "11001", "01011")
_SAMPLE = frozenset(
    (x, y) for y, row in enumerate(_ROWS) for x, bit in enumerate(row) if bit == "1"
)


def _data(path: Path) -> str:
    return "".join(operator + " ".join(map(number, values)) for operator, *values in path)


def _frame(shape: FrameShape) -> dict[str, str]:
    side = 20.0
    drawn = framed(Frame(shape=shape, text="Text"), side)
    *body, text = drawn.shapes
    code: list[Path] = []
    for x, y in ((3.5, 3.5), (11.5, 3.5), (3.5, 11.5)):
        code.append(rectangle(drawn.x + x, drawn.y + y, 5, 5))
        code.append(rectangle(drawn.x + x + 1.25, drawn.y + y + 1.25, 2.5, 2.5))
    code.append(rectangle(drawn.x + 12.5, drawn.y + 12.5, 3, 3))
    side = max(drawn.width, drawn.height)
    left = (side - drawn.width) / 2
    return {
        "box": f"{number(-left)} 0 {number(side)} {number(side)}",
        "ink": "".join(_data(part.path) for part in body if part.paint == "#000000")
        + "".join(_data(path) for path in code),
        "text": _data(text.path),
    }


def _entries(pictures: Sequence[tuple[str, Path]]) -> dict[str, str]:
    return {name: _data(path) for name, path in pictures}


def source() -> str:
    """Return the content of the TypeScript file."""
    modules = _entries([(shape, module_path(_SAMPLE, shape)) for shape in ModuleShape])
    frames = _entries([(shape, eye_frame(shape, 0, 0, 0)) for shape in EyeFrameShape])
    balls = _entries(
        [(shape, moved(eye_ball(shape, 0, 0, 0), 1, -1.5, -1.5)) for shape in EyeBallShape]
    )
    around = {shape.value: _frame(shape) for shape in FrameShape}
    return "\n".join(
        [
            "// Drawn by the server's renderer: python -m tests.support.shape_pictures",
            "",
            f"export const MODULE_PATHS = {json.dumps(modules, indent=2)} as const;",
            "",
            f"export const EYE_FRAME_PATHS = {json.dumps(frames, indent=2)} as const;",
            "",
            f"export const EYE_BALL_PATHS = {json.dumps(balls, indent=2)} as const;",
            "",
            f"export const FRAME_PATHS = {json.dumps(around, indent=2)} as const;",
            "",
        ]
    )


if __name__ == "__main__":
    FILE.write_text(source())
