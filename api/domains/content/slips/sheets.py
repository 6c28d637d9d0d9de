"""The number of slips on a sheet of paper, and their positions. All lengths are in millimetres."""

from dataclasses import dataclass
from itertools import product

from api.domains.codes.codes.errors import invalid_field
from api.domains.content.slips.schemas import PrintSlip

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
MARK_LENGTH, MARK_DISTANCE = 5.0, 1.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: its size, the upper left corners of its slips, and the lines to cut along."""

    width: float
    height: float
    places: tuple[tuple[float, float], ...]
    columns: tuple[float, ...]
    rows: tuple[float, ...]
    margin: float

    def count(self, copies: int) -> int:
        """Return how many sheets these copies need."""
        return -(-copies // len(self.places))


def sheet_for(width: float, height: float, body: PrintSlip) -> Sheet:
    """Return the sheet for slips of this size, in portrait or landscape format, whichever fits more."""
    if body.paper == "slip":
        return Sheet(width, height, ((0.0, 0.0),), (), (), 0.0)
    short, tall = PAPERS[body.paper]
    ways = [_filled(*size, width, height, body) for size in ((short, tall), (tall, short))]
    best = max(ways, key=lambda sheet: len(sheet.places))
    if not best.places:
        raise invalid_field(
            "paper", f"is too small for a slip of {width:g} x {height:g} mm", "too_small"
        )
    if body.per_sheet is None:
        return best
    if body.per_sheet > len(best.places):
        raise invalid_field(
            "per_sheet",
            f"is too many; at most {len(best.places)} fit on {body.paper}",
            "too_many",
        )
    fitting = next(sheet for sheet in ways if len(sheet.places) >= body.per_sheet)
    return Sheet(
        fitting.width,
        fitting.height,
        fitting.places[: body.per_sheet],
        fitting.columns,
        fitting.rows,
        fitting.margin,
    )


def marks(sheet: Sheet) -> list[tuple[float, float, float, float]]:
    """Return the cut marks in the margin as lines: x1, y1, x2, y2."""
    length = min(MARK_LENGTH, sheet.margin - 2 * MARK_DISTANCE)
    if length <= 0 or not sheet.columns:
        return []
    left, right = sheet.columns[0] - MARK_DISTANCE, sheet.columns[-1] + MARK_DISTANCE
    top, bottom = sheet.rows[0] - MARK_DISTANCE, sheet.rows[-1] + MARK_DISTANCE
    upright = [
        line
        for x in sheet.columns
        for line in ((x, top - length, x, top), (x, bottom, x, bottom + length))
    ]
    across = [
        line
        for y in sheet.rows
        for line in ((left - length, y, left, y), (right, y, right + length, y))
    ]
    return upright + across


def _filled(
    paper_width: float, paper_height: float, width: float, height: float, body: PrintSlip
) -> Sheet:
    margin, gap = body.margin_mm, body.gap_mm
    columns = int((paper_width - 2 * margin + gap + 1e-6) // (width + gap))
    rows = int((paper_height - 2 * margin + gap + 1e-6) // (height + gap))
    columns, rows = max(columns, 0), max(rows, 0)
    left = (paper_width - columns * width - (columns - 1) * gap) / 2
    top = (paper_height - rows * height - (rows - 1) * gap) / 2
    xs = [left + number * (width + gap) for number in range(columns)]
    ys = [top + number * (height + gap) for number in range(rows)]
    return Sheet(
        paper_width,
        paper_height,
        tuple((x, y) for y, x in product(ys, xs)),
        tuple(sorted({round(edge, 4) for x in xs for edge in (x, x + width)})),
        tuple(sorted({round(edge, 4) for y in ys for edge in (y, y + height)})),
        margin,
    )
