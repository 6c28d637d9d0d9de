"""Errors of walls."""

from api.kit.errors import Conflict, NotFound


class WallNotFound(NotFound):
    code = "wall_not_found"
    message = "Wall not found."


class CodeHasWall(Conflict):
    code = "code_has_wall"
    message = "This code already opens another wall. Choose another code."


class TooManyWalls(Conflict):
    code = "too_many_walls"
    message = "An organisation can have at most 500 walls. Delete one first."
