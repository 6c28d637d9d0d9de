"""Which customers meet conditions on what people do: one statement over the mart of their acts."""
