"""Consents of customers to be contacted: the ledger, the states derived from it, and the suppression lists."""
