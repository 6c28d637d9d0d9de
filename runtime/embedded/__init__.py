"""The services that a bare machine gets from wheels: Postgres and a Kafka-protocol broker."""
