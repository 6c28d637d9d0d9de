"""Domains that an organisation's mails come from: their records, whether they are there, and the key that signs mails."""
