"""Plans with their quotas, subscriptions to them, payments, and credits for messages."""
