"""OpenAI, or anyone who speaks its protocol, writes texts and makes pictures."""
