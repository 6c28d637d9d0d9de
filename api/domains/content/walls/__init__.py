"""Walls: visitors post pictures, their owners approve them, and the wall shows them as they come."""
