"""Errors of saved views."""

from api.kit.errors import Conflict, Forbidden, NotFound


class ViewNotFound(NotFound):
    code = "view_not_found"
    message = "View not found."


class ViewNameTaken(Conflict):
    code = "view_name_taken"
    message = "You already have a view with this name. Choose another name."


class TooManyViews(Conflict):
    code = "too_many_views"
    message = "You can have at most 100 views. Delete some first."


class SharingNeedsEditor(Forbidden):
    code = "sharing_needs_editor"
    message = "Only editors can create and change shared views."
