"""All messages to people: one store, one gate that decides whether a message may be sent, one dispatcher that
sends it.
"""
