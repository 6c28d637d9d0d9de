"""Addresses of codes: where they open and where their pictures are."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CodeLinks:
    """Builds addresses below the product's own address."""

    base_url: str

    def public_path(self, code_id: str) -> str:
        """Path that opens a code."""
        return f"/code/{code_id}"

    def short_path(self, code_id: str) -> str:
        """The shorter path that opens it too."""
        return f"/{code_id}"

    def address(self, code_id: str) -> str:
        """What a code's picture encodes: the whole address."""
        return f"{self.base_url}{self.public_path(code_id)}"

    def picture_path(self, code_id: str, extension: str, version: int) -> str:
        """Path of a picture; the version makes browsers fetch a changed one."""
        return f"/v1/code-picture/{code_id}.{extension}?v={version}"
