"""Stripe: subscriptions, payments, invoices and usage meters."""
