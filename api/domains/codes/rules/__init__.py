"""The rules of a code: what each condition asks, what a visit leads to, and why."""
