"""An organisation's usage of its plan this month."""
