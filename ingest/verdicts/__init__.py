"""Bot verdicts: pure, versioned rules, so that verdicts of past events can be recomputed."""
