"""Domains: one package a subject; each reads the same (docs/architecture.md)."""
