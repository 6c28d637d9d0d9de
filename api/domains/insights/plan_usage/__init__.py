"""How much of its plan an organisation has used this month."""
