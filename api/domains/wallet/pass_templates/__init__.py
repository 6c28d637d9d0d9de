"""Pass templates: how passes of one kind look, with placeholders for what differs from person to person."""
