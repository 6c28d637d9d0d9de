"""SQL models by layer; joins go one layer down. `catalogue` reads them."""
