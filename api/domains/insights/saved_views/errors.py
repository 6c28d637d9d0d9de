"""What can go wrong with saved views."""

from api.kit.errors import Conflict, Forbidden, NotFound


class ViewNotFound(NotFound):
    code = "view_not_found"
    message = "There is no such view."


class ViewNameTaken(Conflict):
    code = "view_name_taken"
    message = "You have a view of this name already."


class TooManyViews(Conflict):
    code = "too_many_views"
    message = "One person has at most 100 views."


class SharingNeedsEditor(Forbidden):
    code = "sharing_needs_editor"
    message = "Views of the whole organisation are kept by editors."
