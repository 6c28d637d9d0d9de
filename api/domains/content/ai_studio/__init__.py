"""The AI studio: codes that are pictures, made from a prompt, offered only if readers read them."""
