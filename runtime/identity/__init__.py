"""The development login: a small OIDC provider on Auth0's paths, never started in production."""
