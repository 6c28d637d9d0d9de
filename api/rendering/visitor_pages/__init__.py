"""Pages for visitors: style, texts in sixteen languages, notices and the privacy choice."""
