"""What can be wrong with a question in SQL."""

from api.kit.errors import FieldError, Invalid


class WrongStatement(Invalid):
    """The statement is wrong; `position` of the answer is the character at which, from 0, where it is
    known."""

    code = "wrong_statement"

    def __init__(self, message: str, position: int | None) -> None:
        error = FieldError(field="sql", message=message, code=self.code)
        super().__init__(message, errors=[error], position=position)


class StatementNotAllowed(WrongStatement):
    code = "statement_not_allowed"


class QuestionTooHeavy(Invalid):
    """It was stopped at the limit of its time or memory."""

    code = "question_too_heavy"

    def __init__(self, message: str) -> None:
        super().__init__(message, errors=[FieldError(field="sql", message=message, code=self.code)])
