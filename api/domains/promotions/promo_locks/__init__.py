"""Promo locks: a code's page stays closed until the visitor enters a promo code or the master key."""
