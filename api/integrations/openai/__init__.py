"""OpenAI, or a service with the same API, for texts and pictures."""
