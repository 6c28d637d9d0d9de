"""`make domain AREA=org NAME=price_list`: the files of a new domain, as docs/contributing.md describes them.

They are generated from docs/domain_template: a table with row-level security, a repository, a service, calls to list,
create and delete, their test, and the lines that name them elsewhere. NAME is a singular noun in snake_case.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Names:
    """The spellings of the new domain's name."""

    area: str
    name: str
    """`price_list`."""

    @property
    def module(self) -> str:
        """`price_lists`: the folder, the table and the tag."""
        if self.name.endswith("y"):
            return f"{self.name[:-1]}ies"
        return f"{self.name}es" if self.name.endswith(("s", "x", "ch", "sh")) else f"{self.name}s"

    def context(self, revision: int) -> dict[str, str]:
        """Return every spelling that the templates use."""
        plural, singular = self.module.replace("_", " "), self.name.replace("_", " ")
        return {
            "area": self.area,
            "name": self.name,
            "module": self.module,
            "slug": self.module.replace("_", "-"),
            "slug_one": self.name.replace("_", "-"),
            "singular": singular,
            "plural": plural,
            "Plural": plural.capitalize(),
            "Class": singular.title().replace(" ", ""),
            "Classes": plural.title().replace(" ", ""),
            "prefix": self.name[:3],
            "revision": f"{revision:04d}",
            "down_revision": f"{revision - 1:04d}",
        }


def create_domain(root: Path, names: Names) -> list[Path]:
    """Write the files of the domain below `root` and return the new ones.

    Raises:
        ValueError: the area does not exist, the name is not snake_case, or the domain already exists.
    """
    area = root / "api/domains" / names.area
    if not (area / "__init__.py").is_file():
        raise ValueError(f"there is no area {names.area} in api/domains")
    if not re.fullmatch(r"[a-z][a-z_]{1,40}[a-z]", names.name):
        raise ValueError("NAME is one thing in snake_case, such as price_list")
    if (area / names.module).exists():
        raise ValueError(f"there is a domain {names.area}/{names.module}")
    migrations = root / "api/db/migrations/versions"
    revision = max(int(path.name[:4]) for path in migrations.glob("[0-9]*.py")) + 1
    context = names.context(revision)
    templates = Environment(
        loader=FileSystemLoader(root / "docs/domain_template"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,
    )
    written = []
    for template in sorted(templates.list_templates(filter_func=lambda it: it.endswith(".jinja"))):
        path = {
            "migration.py.jinja": migrations / f"{revision:04d}_{names.module}.py",
            "test.py.jinja": root / "tests/api" / names.area / f"test_{names.module}.py",
        }.get(template, area / names.module / template.removesuffix(".jinja"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(templates.get_template(template).render(context), encoding="utf-8")
        written.append(path)
    _add_router(root / "api/apps/routers.py", context)
    _add_calls(root / "tests/architecture/wire_catalogue.csv", context)
    return written


def _add_router(path: Path, names: dict[str, str]) -> None:
    """Import the router and match its paths before the last ones."""
    line = (
        f"from api.domains.{names['area']}.{names['module']}.router"
        f" import router as {names['module']}\n"
    )
    text = path.read_text(encoding="utf-8")
    first = text.index("from api.domains.")
    text = text[:first] + line + text[first:]
    before, after = text.split("    objects,\n)", 1)
    path.write_text(f"{before}    {names['module']},\n    objects,\n){after}", encoding="utf-8")


def _add_calls(path: Path, names: dict[str, str]) -> None:
    """Add the lines of the wire catalogue."""
    domain = f"{names['area']}/{names['module']}"
    calls = {
        f"list-{names['slug']}": f"list_{names['module']}",
        f"create-{names['slug_one']}": f"create_{names['name']}",
        f"delete-{names['slug_one']}": f"delete_{names['name']}",
    }
    with path.open("a", encoding="utf-8") as catalogue:
        for call, handler in calls.items():
            catalogue.write(f"POST,/v1/{call},{domain},{handler},infrastructure,built\n")


if __name__ == "__main__":
    try:
        for created in create_domain(ROOT, Names(*sys.argv[1:3])):
            print(created.relative_to(ROOT))
    except (TypeError, ValueError) as error:
        raise SystemExit(f"make domain AREA=org NAME=price_list: {error}") from error
