"""Annotations: what happened when, said by people and by edits of codes. Shown beside the numbers."""
