"""A contract for import-linter: what a domain keeps to itself is imported by that domain alone.

Its own `protected` contracts name their importers one by one, so each domain would need another one.
"""

from fnmatch import fnmatchcase

import grimp
from importlinter import Contract, ContractCheck, fields, output


class OwnDomainContract(Contract):
    """No module outside a package matching `domains` imports its modules called as in `private`."""

    type_name = "own_domain"

    domains = fields.StringField()
    """A package a domain: `api.domains.*.*`."""
    private = fields.ListField(subfield=fields.StringField())
    """Names of modules in a domain: `models`, `*_repository`."""

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        """Find every import of a private module from outside of its domain."""
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
        """Say which imports these are, and what to do instead."""
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
