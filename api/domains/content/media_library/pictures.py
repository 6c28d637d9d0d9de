"""Uploaded pictures: decoded, rotated upright, and encoded again without metadata."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageCms, ImageOps

from api.domains.content.media_library.errors import PictureTooLarge, bad_picture
from api.domains.content.media_library.sniffing import picture_format

MAX_BYTES = 10_000_000
MAX_PIXELS = 50_000_000
MAX_SIDE = 12_000
LARGEST = 2560
"""Longest side of a stored picture, in pixels."""

SIZES = (320, 640, 720, 1280)
"""Widths that are created in addition to the largest one, in WebP and AVIF. 720 is a column on most phones."""

PREVIEW_WIDTH = 16

_BROKEN = (OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError, TypeError)
"""The exceptions that Pillow raises for truncated or malformed files."""


@dataclass(frozen=True, slots=True)
class EncodedFile:
    """One file of a picture."""

    name: str
    data: bytes
    media_type: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class EncodedPicture:
    """A picture and the files made from it. The last one is for clients without WebP support."""

    width: int
    height: int
    files: tuple[EncodedFile, ...]
    preview: str | None = None
    """A tiny version of it as WebP in base64, shown until the picture has loaded. None if the picture has
    transparency.
    """

    @property
    def bytes(self) -> int:
        return sum(len(file.data) for file in self.files)


def re_encode(data: bytes, largest: int = LARGEST, sizes: Sequence[int] = SIZES) -> EncodedPicture:
    """Decode an uploaded picture and encode it again. Raises an error that names the problem."""
    return encode(decode(data, largest), sizes)


def decode(data: bytes, largest: int = LARGEST) -> Image.Image:
    """Return the picture upright, in sRGB, with no side longer than `largest`. Raises an error that names the
    problem.
    """
    if len(data) > MAX_BYTES:
        raise PictureTooLarge
    form = picture_format(data)
    try:
        with Image.open(BytesIO(data), formats=[form]) as source:
            _check_size(source.size)
            if form == "JPEG":
                # Decodes a large picture at a reduced size, such as an eighth.
                source.draft("RGB", (largest, largest))
            picture = ImageOps.exif_transpose(source)
            picture.load()
            profile = source.info.get("icc_profile")
            picture = _in_srgb(picture, profile)
            picture.thumbnail((largest, largest), Image.Resampling.LANCZOS)
            return picture
    except Image.DecompressionBombError:
        raise _too_many_pixels() from None
    except _BROKEN as error:
        raise bad_picture(
            "This picture is damaged and cannot be read. Choose another one.", "damaged"
        ) from error


def encode(
    picture: Image.Image, sizes: Sequence[int] = SIZES, *, lossless: bool = False
) -> EncodedPicture:
    """Encode the picture in WebP and AVIF at these widths, at full size in WebP, and at full size as PNG or JPEG."""
    width, height = picture.size
    files = []
    for size in sizes:
        if size < width:
            smaller = _resized(picture, size)
            files.append(_file(str(size), smaller, "webp"))
            if not lossless:
                files.append(_file(str(size), smaller, "avif"))
    files.append(_file("full", picture, "webp"))
    is_translucent = _is_translucent(picture)
    files.append(_file("full", picture, "png" if lossless or is_translucent else "jpg"))
    preview = None if is_translucent else _preview(picture)
    return EncodedPicture(width, height, tuple(files), preview)


def _resized(picture: Image.Image, width: int) -> Image.Image:
    height = max(1, round(picture.height * width / picture.width))
    return picture.resize((width, height), Image.Resampling.LANCZOS)


def _preview(picture: Image.Image) -> str:
    out = BytesIO()
    small = picture.resize((PREVIEW_WIDTH, PREVIEW_WIDTH), Image.Resampling.BOX)
    small.convert("RGB").save(out, "WEBP", quality=30, method=6)
    return b64encode(out.getvalue()).decode()


def _check_size(size: tuple[int, int]) -> None:
    width, height = size
    if width < 1 or height < 1:
        raise bad_picture("This picture has no size.", "damaged")
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise _too_many_pixels()


def _too_many_pixels() -> Exception:
    return bad_picture(
        "This picture has too many pixels. The maximum is 12,000 per side and 50 million in total.",
        "too_many_pixels",
    )


def _in_srgb(picture: Image.Image, profile: bytes | None) -> Image.Image:
    """Convert colours to those that every browser shows once the profile is removed."""
    wanted = "RGBA" if picture.has_transparency_data else "RGB"
    if profile and picture.mode in ("RGB", "RGBA", "CMYK"):
        alpha = picture.getchannel("A") if picture.mode == "RGBA" else None
        try:
            plain = ImageCms.profileToProfile(
                picture if picture.mode != "RGBA" else picture.convert("RGB"),
                ImageCms.ImageCmsProfile(BytesIO(profile)),
                ImageCms.createProfile("sRGB"),
                outputMode="RGB",
            )
        except (ImageCms.PyCMSError, OSError):
            plain = None  # An invalid profile is ignored.
        if plain is not None:
            if alpha is not None:
                plain.putalpha(alpha)
            picture = plain
    converted = picture.convert(wanted)
    converted.info = {}
    return converted


def _is_translucent(picture: Image.Image) -> bool:
    if picture.mode != "RGBA":
        return False
    lowest, _ = picture.getchannel("A").getextrema()
    return int(lowest) < 255  # type: ignore[arg-type]


def _file(name: str, picture: Image.Image, extension: str) -> EncodedFile:
    out = BytesIO()
    if extension == "webp":
        picture.save(out, "WEBP", quality=84 if name == "full" else 76, method=4)
    elif extension == "avif":
        picture.save(out, "AVIF", quality=50, speed=8)
    elif extension == "png":
        picture.save(out, "PNG", optimize=False, compress_level=6)
    else:
        picture.convert("RGB").save(out, "JPEG", quality=88, progressive=True)
    kind = {"jpg": "jpeg"}.get(extension, extension)
    return EncodedFile(
        f"{name}.{extension}", out.getvalue(), f"image/{kind}", picture.width, picture.height
    )
