"""What one shop of the twin has, and what it answers."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Shop:
    """One shop."""

    name: str
    scopes: list[str] = field(default_factory=list)

    def ask(self, query: str, variables: dict[str, Any]) -> dict[str, Any]:
        """The data of a document, by its root fields."""
        root = (
            query.split("{", 1)[1]
            .split("{", maxsplit=1)[0]
            .split("(", maxsplit=1)[0]
            .split(maxsplit=1)[0]
        )
        answer: dict[str, Any] = getattr(self, f"_{root}")(variables)
        return answer

    def _shop(self, _: dict[str, Any]) -> dict[str, Any]:
        return {
            "shop": {
                "name": "Harbor Coffee",
                "myshopifyDomain": f"{self.name}.myshopify.com",
                "currencyCode": "USD",
            },
            "currentAppInstallation": {"accessScopes": [{"handle": it} for it in self.scopes]},
        }
