"""Reports: predefined tables about the results of codes, read from the warehouse and completed with names."""
