"""Pictures of codes: styled ones per second, beside segno's plain PNG in the same run."""

import statistics
import time
from base64 import b64encode
from collections.abc import Callable
from io import BytesIO

import segno
from PIL import Image

from api.rendering.qr.drawing import draw
from api.rendering.qr.legibility import check
from api.rendering.qr.types import Design, Frame, FrameShape, Gradient, Logo, PictureFormat
from benchmarks.report import Aim, Figure, show

ROUNDS = 3
SECONDS = 0.4
"""CPU seconds per measurement, which other programs on the machine do not affect."""
SIDE = 512
CONTENT = "https://qr.example/code/{:010d}"


def _logo() -> str:
    out = BytesIO()
    Image.new("RGBA", (200, 200), "#d2143c").save(out, "PNG")
    return f"data:image/png;base64,{b64encode(out.getvalue()).decode()}"


STYLED = Design(
    modules="blob",
    eye_frame="rounded",
    eye_ball="circle",
    foreground_gradient=Gradient.model_validate(
        {"angle": 45, "stops": [{"offset": 0, "color": "#0b7a80"}, {"offset": 1, "color": "#163a7a"}]}
    ),
    logo=Logo(image=_logo()),
    frame=Frame(shape=FrameShape.TICKET, text="See the menu", color="#163a7a"),
)  # fmt: skip


CHECKED = "print check of a styled one"
AIMS = {
    "styled SVG": Aim.ratio_at_least(0.5),
    "styled PNG": Aim.ratio_at_least(0.5),
    CHECKED: Aim.ratio_at_least(0.2),
}
"""A check that read five pictures of a code instead of three, and drew through files, reached 0.1."""


def _segno(content: str) -> None:
    code = segno.make_qr(content, error="m", boost_error=False)
    modules = int(code.symbol_size(border=4)[0])
    code.save(BytesIO(), kind="png", scale=SIDE // modules, border=4)


def _drawn(design: Design, form: PictureFormat) -> Callable[[str], object]:
    return lambda content: len(draw(content, design, SIDE, SIDE, form))


def _rate(work: Callable[[str], object], round_: int) -> float:
    work(CONTENT.format(0))
    count, begin = 0, time.process_time()
    while (elapsed := time.process_time() - begin) < SECONDS:
        count += 1
        work(CONTENT.format(round_ * 100_000 + count))
    return count / elapsed


def main() -> list[Figure]:
    """Measure in rounds, so that a noisy minute affects all of them alike."""
    works: dict[str, Callable[[str], object]] = {
        "segno": _segno,
        "plain PNG": _drawn(Design(), PictureFormat.PNG),
        "styled PNG": _drawn(STYLED, PictureFormat.PNG),
        "styled SVG": _drawn(STYLED, PictureFormat.SVG),
        "styled PDF": _drawn(STYLED, PictureFormat.PDF),
        "styled EPS": _drawn(STYLED, PictureFormat.EPS),
        CHECKED: lambda content: check(content, STYLED),
    }
    rates: dict[str, list[float]] = {name: [] for name in works}
    for round_ in range(ROUNDS):
        for name, work in works.items():
            rates[name].append(_rate(work, round_))
    measured = {name: statistics.median(of) for name, of in rates.items()}
    plain = measured.pop("segno")
    return [
        Figure(
            f"{name}, {SIDE} px", rate, "pictures/CPU s", plain, "segno's plain PNG", AIMS.get(name)
        )
        for name, rate in measured.items()
    ]


if __name__ == "__main__":
    show(main())
