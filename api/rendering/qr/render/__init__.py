"""The renderer of codes: one list of shapes, written as SVG, PDF, EPS or pixels."""
