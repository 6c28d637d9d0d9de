"""What can go wrong with numbers."""

from api.kit.errors import Conflict, NotFound, Unavailable


class NumberNotFound(NotFound):
    code = "number_not_found"
    message = "There is no such number."


class NumberNotForSale(Conflict):
    code = "number_not_for_sale"
    message = "This number cannot be bought any more. Search again."


class TooManyNumbers(Conflict):
    code = "too_many_numbers"
    message = "An organisation has at most 20 numbers."


class NumbersNotAvailable(Unavailable):
    code = "numbers_not_available"
    message = "The provider of text messages does not answer. Try again in a minute."
