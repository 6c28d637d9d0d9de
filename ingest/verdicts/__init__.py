"""Bot verdicts: pure, versioned rules, so that the verdicts of past events can be recomputed."""
