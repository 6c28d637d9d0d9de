"""The development login: a small OIDC provider on Auth0's paths, which is never started in production."""
