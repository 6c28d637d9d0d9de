"""Landing: consumes the topic and writes each event to the lake once; invalid events become dead letters."""
