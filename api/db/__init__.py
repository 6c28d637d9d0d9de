"""Postgres from the API's side: sessions, tenancy and migrations."""
