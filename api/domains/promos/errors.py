"""What can go wrong with promo locks and master keys."""

from api.kit.errors import Conflict, NotFound, TooMany


class NoSuchCode(NotFound):
    code = "code_not_found"
    message = "There is no such code."


class NoLock(Conflict):
    code = "no_promo_lock"
    message = "This code has no promo lock yet. Make promo codes for it first."


class NoMasterKey(NotFound):
    code = "no_master_key"
    message = "This code has no master key."


class MasterKeyExists(Conflict):
    code = "master_key_exists"
    message = "This code has a master key already. Change it, or delete it first."


class TooManyPromoCodes(Conflict):
    code = "too_many_promo_codes"
    message = "A code has at most 100,000 promo codes."


class TooManyGuesses(TooMany):
    code = "too_many_guesses"
    message = "Too many wrong promo codes. Wait a few minutes, then try again."
