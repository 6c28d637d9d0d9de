"""Every message to a person: one store, one gate that decides whether it may leave, one dispatcher that sends it."""
