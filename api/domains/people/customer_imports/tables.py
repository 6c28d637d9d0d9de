"""Columns of imports that other domains may read and join."""

from sqlalchemy import Text, column, table

customer_imports = table(
    "customer_imports",
    column("import_id", Text),
    column("org_id", Text),
    column("file_name", Text),
    column("state", Text),
)

customer_import_changes = table(
    "customer_import_changes",
    column("org_id", Text),
    column("import_id", Text),
    column("customer_id", Text),
)
"""Customers that an import added or changed."""
