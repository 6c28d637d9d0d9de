"""The data dictionary: what every table and metric means."""
