"""Plans with their quotas, subscriptions, payments, and message credits."""
