"""Replies to text messages: STOP and START take effect at once, and everything else is for a person to read and
answer.
"""
