"""Messages that people get by themselves: after what they do, on their days, or when they stay away."""
