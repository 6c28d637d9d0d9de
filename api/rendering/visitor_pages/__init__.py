"""Pages for visitors: style, texts in ten languages, notices and the privacy choice."""
