"""Consents of customers to be contacted: the ledger, what follows from it, and whom nothing may be sent."""
