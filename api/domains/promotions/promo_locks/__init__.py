"""Promo locks: a code's page stays closed until a valid promo code or the master key is given."""
