"""Notes on codes: kept by the organisation, and public where it says so."""
