"""Addresses of codes: where they open and where their pictures are."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CodeLinks:
    """Builds addresses below the product's own address."""

    base_url: str

    def public_path(self, code_id: str, slug: str | None = None) -> str:
        """Path that opens a code: under its shown name, or its id when it has none."""
        return f"/code/{slug or code_id}"

    def short_path(self, code_id: str, slug: str | None = None) -> str:
        """The shorter path that opens it too."""
        return f"/{slug or code_id}"

    def address(self, code_id: str, slug: str | None = None) -> str:
        """What a code's picture encodes: the whole address."""
        return f"{self.base_url}{self.public_path(code_id, slug)}"

    def picture_path(self, code_id: str, extension: str, version: int) -> str:
        """Path of a picture; the version makes browsers fetch a changed one."""
        return f"/v1/code-picture/{code_id}.{extension}?v={version}"
