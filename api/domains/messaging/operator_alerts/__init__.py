"""Emails to the operator about failing pipeline checks, one for each outage."""
