"""Mails that tell an organisation's owners what stopped working, once for each outage."""
