"""Pages that visitors see: their look, words in ten languages, notices and the privacy choice."""
