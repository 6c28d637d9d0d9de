"""Errors of pictures."""

from api.kit.errors import FieldError, Invalid


class ContentTooLong(Invalid):
    code = "content_too_long"
    message = (
        "The content does not fit into a QR code. Shorten it, or choose a lower error correction."
    )

    def __init__(self) -> None:
        super().__init__(
            errors=[
                FieldError(field="content", message="does not fit into a QR code", code=self.code)
            ]
        )


class PictureTooSmall(Invalid):
    code = "picture_too_small"

    def __init__(self, least: int) -> None:
        message = f"must be at least {least} pixels for this content"
        super().__init__(
            f"The picture {message}.",
            errors=[FieldError(field="width", message=message, code=self.code)],
        )


class PictureTooLarge(Invalid):
    code = "picture_too_large"

    def __init__(self, most: int, field: str = "width") -> None:
        message = f"must be at most {most} pixels as PNG; SVG, PDF and EPS have no such limit"
        super().__init__(
            f"The picture {message}.",
            errors=[FieldError(field=field, message=message, code=self.code)],
        )


class NotAnAddress(Invalid):
    code = "not_an_address"

    def __init__(self) -> None:
        message = "must be a web address that starts with http:// or https://"
        super().__init__(
            f"The content {message}.",
            errors=[FieldError(field="content", message=message, code=self.code)],
        )


class BadLogo(Invalid):
    code = "bad_logo"

    def __init__(self, message: str) -> None:
        super().__init__(
            f"The logo {message}.",
            errors=[FieldError(field="design.logo.image", message=message, code=self.code)],
        )


class TextNotDrawable(Invalid):
    code = "text_not_drawable"

    def __init__(self, characters: list[str], name: str = "text") -> None:
        message = f"has characters that cannot be drawn: {' '.join(characters[:10])}"
        super().__init__(
            f"The frame's text {message}",
            errors=[FieldError(field=f"design.frame.{name}", message=message, code=self.code)],
        )


class NotReadable(Invalid):
    code = "picture_not_readable"

    def __init__(self) -> None:
        message = (
            "cannot be scanned by any phone. Change the colours, make the logo smaller, "
            "or send accept_unreadable to save it anyway"
        )
        super().__init__(
            f"This design {message}.",
            errors=[FieldError(field="design", message=message, code=self.code)],
        )
