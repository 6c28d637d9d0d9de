"""`waypost up`: the whole product on one machine, started with one command."""
