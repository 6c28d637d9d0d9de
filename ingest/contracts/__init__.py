"""Versioned contracts of events on the wire. This package imports no other package of Waypost."""
