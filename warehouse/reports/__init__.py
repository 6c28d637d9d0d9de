"""Reports: declared tables over the marts, each a YAML that says what it shows and the SQL that counts it."""
