"""The only path that events take: contract, outbox, relay, Kafka and landing in the lake."""
