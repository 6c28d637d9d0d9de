"""Codes made together: one per row of data, imports, one-time codes. A single code is codes' business."""
