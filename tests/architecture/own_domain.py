"""A contract for import-linter: the private modules of a domain may only be imported by that domain.

Its own `protected` contracts name their importers one by one, so each domain would need a separate one.
"""

from fnmatch import fnmatchcase

import grimp
from importlinter import Contract, ContractCheck, fields, output


class OwnDomainContract(Contract):
    """No module outside a package that matches `domains` may import its modules whose names match `private`."""

    type_name = "own_domain"

    domains = fields.StringField()
    """A pattern of packages, one per domain: `api.domains.*.*`."""
    private = fields.ListField(subfield=fields.StringField())
    """Patterns of module names in a domain: `models`, `*_repository`."""

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        """Find every import of a private module from outside its domain."""
        depth = str(self.domains).count(".") + 1
        broken = []
        for module in sorted(graph.modules):
            domain = _domain_of(module, str(self.domains), depth)
            if domain is None or not self._is_private(module.split(".")[depth:]):
                continue
            broken += [
                (importer, module)
                for importer in sorted(graph.find_modules_that_directly_import(module))
                if not f"{importer}.".startswith(f"{domain}.")
            ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the offending imports, and what to do instead."""
        for importer, module in check.metadata["broken"]:
            output.print_error(f"{importer} -> {module}", bold=False)
        output.new_line()
        output.print_error(
            "Call the other domain's service or reading module, or join the columns of its tables.py.",
            bold=False,
        )

    def _is_private(self, names: list[str]) -> bool:
        patterns = [str(pattern) for pattern in self.private]  # type: ignore[attr-defined]
        return any(fnmatchcase(name, pattern) for name in names for pattern in patterns)


def _domain_of(module: str, pattern: str, depth: int) -> str | None:
    parts = module.split(".")
    domain = ".".join(parts[:depth])
    return domain if len(parts) > depth and fnmatchcase(domain, pattern) else None
