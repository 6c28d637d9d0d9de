"""Errors of uploads."""

from api.kit.errors import FieldError, Forbidden, Invalid, NotFound, TooLarge, UnsupportedType


class MediaNotFound(NotFound):
    code = "media_not_found"
    message = "Picture not found."


class FileNotThere(NotFound):
    code = "file_not_found"
    message = "File not found."


class PictureTooLarge(TooLarge):
    code = "picture_too_large"
    message = "Pictures can be up to 10 MB."


class NotAPicture(UnsupportedType):
    code = "not_a_picture"
    message = "This file is not a picture that Waypost can read. Use PNG, JPEG, WebP, GIF or AVIF."


class HeicRefused(UnsupportedType):
    code = "heic_refused"
    message = (
        "HEIC pictures are not supported. On an iPhone, send a screenshot of it, or choose"
        " Settings, Camera, Formats, “Most Compatible” and take it again."
    )


class SvgRefused(UnsupportedType):
    code = "svg_refused"
    message = (
        "SVG files can contain scripts, so they are not accepted. Save the picture as PNG or WebP."
    )


class UploadNeedsEditor(Forbidden):
    code = "role_too_weak"
    message = "Uploading needs the role editor or owner."


def bad_picture(message: str, code: str) -> Invalid:
    """Return the error for a picture with invalid content."""
    return Invalid(message, errors=[FieldError(field="file", message=message, code=code)])
