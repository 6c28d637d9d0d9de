"""The AI studio: pictures with a working code in them, made from a prompt and offered only if scanners can read
them.
"""
