"""The rules of a code: what each condition means, what a visit leads to, and why."""
