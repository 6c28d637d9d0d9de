"""A print order for a worker process, with all its data read in advance."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from api.domains.content.slips.elements import Layout
from api.domains.content.slips.sheets import Sheet
from api.rendering.qr.drawing import draw, fit
from api.rendering.qr.types import Design, PictureFormat

PIXELS_PER_MM = 96 / 25.4


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """The content to print and the paper."""

    layout: Layout
    sheet: Sheet
    codes: Sequence[str | None]
    """The code of each copy. None prints no code."""
    addresses: Mapping[str, str]
    """The address that each code's picture encodes."""
    design: Design
    pictures: Mapping[str, bytes]
    """Files of the layout's pictures, by address."""
    painted: Mapping[str, bytes]
    """Finished pictures that replace codes, as created by the AI studio."""
    cut_marks: bool


def render(order: PrintOrder, progress: Callable[[int], None] = lambda _: None) -> bytes:
    """Return the PDF."""
    from api.domains.content.slips.pdf import print_slips

    def drawn(code_id: str, width: float, height: float) -> bytes:
        sides = (width * PIXELS_PER_MM, height * PIXELS_PER_MM)
        painted = order.painted.get(code_id)
        if painted is not None:
            return fit(painted, *sides, PictureFormat.PDF)
        return draw(order.addresses[code_id], order.design, *sides, PictureFormat.PDF)

    return print_slips(
        order.layout,
        order.sheet,
        order.codes,
        read_picture=order.pictures.__getitem__,
        draw_code=drawn,
        cut_marks=order.cut_marks,
        progress=progress,
    )
