"""Reports: declared tables of what came of codes, answered by the warehouse, with names put to ids."""
