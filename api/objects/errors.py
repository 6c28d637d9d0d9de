"""Errors of stored files."""

from api.kit.errors import BadRequest, Conflict, Forbidden, NotFound, TooLarge, UnsupportedType


class ObjectNotFound(NotFound):
    code = "object_not_found"
    message = "File not found."


class BadSignature(Forbidden):
    code = "bad_signature"
    message = "This link was changed, or was made for something else."


class LinkExpired(Forbidden):
    code = "link_expired"
    message = "This link has expired. Ask for a new one."


class AlreadyUploaded(Conflict):
    code = "already_uploaded"
    message = "This link was already used, and its file is stored. Ask for a new one."


class WrongLength(BadRequest):
    code = "wrong_length"
    message = "The file does not have the length that this link was made for."


class FileTooLarge(TooLarge):
    code = "file_too_large"
    message = "The file is larger than this link allows."


class WrongMediaType(UnsupportedType):
    code = "wrong_media_type"
    message = "Send the file with the Content-Type that this link was made for."
