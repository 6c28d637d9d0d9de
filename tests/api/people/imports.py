"""The calls of a member who imports customers."""

from typing import Any

import psycopg
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.api.people.test_merging import Calls
from tests.support.jobs import run_jobs
from tests.support.people import Somebody

PROFILES = (
    "select customer_id, email_index, phone_index, phone_verified_at, first_name, last_name, language,"
    " time_zone, birthday, owner_id, attributes, tags from customers order by customer_id"
)


class Imports(Calls):
    """The calls of one member who imports customers."""

    def __init__(self, client: TestClient, member: Somebody, settings: Settings) -> None:
        super().__init__(client, member, settings.database_url)
        self.settings = settings

    def upload(self, content: str | bytes, status: int = 200, **form: str) -> Any:
        data = content.encode() if isinstance(content, str) else content
        answer = self._client.post(
            "/v1/upload-customer-import",
            headers=self._member.headers,
            files={"file": ("people.csv", data, "text/csv")},
            data=form,
        )
        assert answer.status_code == status, answer.text
        return answer.json()

    def check(self, content: str | bytes, **options: Any) -> Any:
        """Check a file with the suggested columns, unless others are given."""
        file = self.upload(content)
        mapping = options.pop("mapping", [it["target"] for it in file["columns"]])
        self("check-customer-import", import_id=file["import_id"], mapping=mapping, **options)
        run_jobs(self.settings)
        return self("get-customer-import", import_id=file["import_id"])

    def run(self, content: str | bytes, **options: Any) -> Any:
        """Import a file; the result must match the earlier check."""
        checked = self.check(content, **options)
        self("run-customer-import", import_id=checked["import_id"])
        run_jobs(self.settings)
        done = self("get-customer-import", import_id=checked["import_id"])
        assert (done["state"], done["counts"]) == ("done", checked["counts"]), done
        return done

    def undo(self, import_id: str) -> Any:
        self("undo-customer-import", import_id=import_id)
        run_jobs(self.settings)
        return self("get-customer-import", import_id=import_id)

    def problems(self, import_id: str) -> list[tuple[int, str, str, str]]:
        items = self("list-customer-import-problems", import_id=import_id, pageSize=100)["items"]
        return [(it["row"], it["field"], it["message"], it["outcome"]) for it in items]

    def found(self, text: str) -> Any:
        return self("get-customers", filter=text)["items"]

    def profiles(self) -> list[tuple[Any, ...]]:
        with psycopg.connect(self._database_url) as connection:
            return connection.execute(PROFILES).fetchall()
