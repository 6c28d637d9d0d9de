"""Mails to an organisation's owners about broken destinations and lost domains, one for each outage."""
