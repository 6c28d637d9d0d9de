"""Art generated from a prompt without a model or the network. The same prompt and seed always give the same art."""
