"""Stripe: subscriptions, payments, invoices, usage meters."""
