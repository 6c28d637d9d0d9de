"""The basis of all tests: real services, started once per run."""
