"""Landing, which consumes the topic and writes each event to the lake once. Invalid events become dead letters."""
