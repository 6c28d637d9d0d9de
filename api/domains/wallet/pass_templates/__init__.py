"""Pass templates: the design and texts of one kind of pass, with placeholders for values that differ by person."""
