"""Errors of pages."""

from api.kit.errors import Conflict, Gone, NotFound, Unavailable


class PageNotFound(NotFound):
    code = "page_not_found"
    message = "Page not found."


class PageChanged(Conflict):
    code = "page_changed"
    message = (
        "Somebody else has changed this page in the meantime. Reload it, then repeat your change."
    )


class TooManyPages(Conflict):
    code = "too_many_pages"
    message = "An organisation can have at most 5,000 pages. Delete one first."


class VanityNameTaken(Conflict):
    code = "vanity_name_taken"
    message = "Another page already has this address. Choose another one."


class VersionNotFound(NotFound):
    code = "version_not_found"
    message = "Page version not found."


class CodeNotOpen(Gone):
    code = "code_not_open"
    message = "The code of this page is not open at the moment."


class RendererMissing(Unavailable):
    code = "renderer_missing"
    message = "Pages cannot be published here at the moment: the page renderer is not installed."


class RenderingFailed(Unavailable):
    code = "rendering_failed"
    message = "This page could not be rendered and was not changed. Please try again."
