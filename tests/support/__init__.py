"""What tests of every floor stand on: real services, started once for a run."""
