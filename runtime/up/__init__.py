"""`waypost up`: the whole product on one machine, from one command."""
