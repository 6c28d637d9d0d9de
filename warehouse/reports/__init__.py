"""Reports: declared tables over the marts. Each is a YAML file that describes it and the SQL that computes it."""
