"""Renderer of codes: one list of shapes, written as SVG, PDF or EPS and as pixels."""
