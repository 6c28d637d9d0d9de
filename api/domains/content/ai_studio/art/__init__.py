"""Pictures drawn from a prompt without any model or network: the same prompt and seed, the same art."""
