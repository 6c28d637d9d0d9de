"""Errors of SQL queries."""

from api.kit.errors import FieldError, Invalid


class WrongStatement(Invalid):
    """The statement is invalid. `position` is the index of the character, if known."""

    code = "wrong_statement"

    def __init__(self, message: str, position: int | None) -> None:
        error = FieldError(field="sql", message=message, code=self.code)
        super().__init__(message, errors=[error], position=position)


class StatementNotAllowed(WrongStatement):
    code = "statement_not_allowed"


class QuestionTooHeavy(Invalid):
    """The query exceeded its time or memory limit."""

    code = "question_too_heavy"

    def __init__(self, message: str) -> None:
        super().__init__(message, errors=[FieldError(field="sql", message=message, code=self.code)])
