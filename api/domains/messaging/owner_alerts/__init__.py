"""Emails to an organisation's owners about broken destinations, lost domains and other problems, one for each
outage.
"""
