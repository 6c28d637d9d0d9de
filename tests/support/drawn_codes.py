"""Pictures for tests: generated logos, and decoding a code from any of Waypost's files."""

from base64 import b64encode
from io import BytesIO

import pypdfium2
import zxingcpp
from PIL import Image, ImageDraw

CONTENT = "https://qr.example/code/abcdefghij"


def logo(width: int = 240, height: int = 160, kind: str = "PNG") -> str:
    """Return a red ellipse as a data URI; PNG and WebP with a transparent background."""
    mode = "RGB" if kind == "JPEG" else "RGBA"
    picture = Image.new(mode, (width, height), "white" if kind == "JPEG" else (0, 0, 0, 0))
    ImageDraw.Draw(picture).ellipse((0, 0, width - 1, height - 1), fill="#d2143c")
    out = BytesIO()
    picture.save(out, kind)
    return data_uri(out.getvalue(), kind.lower())


def data_uri(file: bytes, kind: str) -> str:
    """Return a file as a data URI."""
    return f"data:image/{kind};base64,{b64encode(file).decode()}"


def pixels_of(file: bytes) -> Image.Image:
    """Return the pixels of a PNG, on a white background where it is transparent."""
    picture = Image.open(BytesIO(file)).convert("RGBA")
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture)
    return paper.convert("RGB")


def pixels_of_pdf(file: bytes) -> Image.Image:
    """Return the pixels of the only page of a PDF, with 2 pixels per point."""
    document = pypdfium2.PdfDocument(file)
    assert len(document) == 1
    picture: Image.Image = document[0].render(scale=2).to_pil()
    return picture.convert("RGB")


def texts_in(picture: Image.Image) -> list[str]:
    """Return what a reader decodes."""
    return [found.text for found in zxingcpp.read_barcodes(picture)]
