"""The rules of a code: the meaning of each condition, and the decision about a visit with its reasons."""
