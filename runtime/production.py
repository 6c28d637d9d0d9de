"""Requirements that settings must meet before a process serves people on the internet."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runtime.settings import Settings

LEAST_SECRET = 32
"""Minimum length in bytes of the secret that signs cookies, share links and addresses of files."""


def require_production_settings(settings: "Settings") -> None:
    """Raise a ValueError that names a setting which is missing, too weak, or not encrypted."""
    missing = [
        name
        for name, value in (
            ("WAYPOST_SECRET_KEY", settings.secret_key_setting),
            ("AUTH0_DOMAIN", settings.auth0_domain),
            ("DATABASE_URL", not settings.embedded_postgres),
            ("WAYPOST_PUBLIC_URL", settings.public_url),
        )
        if not value
    ]
    if missing:
        raise ValueError(f"production needs {', '.join(missing)}")
    if len(settings.secret_key) < LEAST_SECRET:
        raise ValueError(
            f"WAYPOST_SECRET_KEY needs at least {LEAST_SECRET} bytes in production and has"
            f" {len(settings.secret_key)}; `openssl rand -hex 32` makes a good one"
        )
    for name, url in (("AUTH0_DOMAIN", settings.issuer), ("WAYPOST_PUBLIC_URL", settings.base_url)):
        if not url.startswith("https://"):
            raise ValueError(f"{name} must be an https address in production")
