"""OpenAI, or whoever speaks its protocol, writes texts and makes pictures."""
