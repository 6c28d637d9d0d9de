"""Errors of the AI studio."""

from api.kit.errors import Conflict, NotFound


class PictureNotFound(NotFound):
    code = "ai_picture_not_found"
    message = "Picture not found."


class PictureOfOther(Conflict):
    code = "picture_of_other_content"
    message = "This picture leads somewhere else. Create one for this code."
