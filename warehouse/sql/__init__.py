"""SQL queries by analysts: permitted statements, helpful macros, and the execution of one query in a worker."""
