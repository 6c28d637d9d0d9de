"""Whether a visit is a person's: rules that are pure and versioned, so that history can be judged again."""
