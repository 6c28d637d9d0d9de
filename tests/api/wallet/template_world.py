"""The calls of a member who designs passes."""

from typing import Any

from starlette.testclient import TestClient

from tests.support.pass_template_calls import drawn_template
from tests.support.people import Somebody


class Templates:
    """The calls of an editor."""

    def __init__(self, client: TestClient, who: Somebody) -> None:
        self._client = client
        self._headers = who.headers

    def call(self, path: str, status: int = 200, /, **body: Any) -> Any:
        answer = self._client.post(f"/v1/{path}", headers=self._headers, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def save(self, name: str = "Card", status: int = 200, **body: Any) -> Any:
        content = body.pop("content", None) or drawn_template("Harbor")
        return self.call("save-pass-template", status, name=name, content=content, **body)

    def publish(self, template_id: str, status: int = 200, **body: Any) -> Any:
        return self.call("publish-pass-template", status, template_id=template_id, **body)

    def published(self, name: str = "Card", **body: Any) -> str:
        template_id: str = self.save(name, **body)["template_id"]
        self.publish(template_id)
        return template_id

    def make(self, template_id: str, status: int = 200, **body: Any) -> Any:
        return self.call("create-pass-from-template", status, template_id=template_id, **body)

    def customer(self, first_name: str = "Ana") -> str:
        made = self.call("save-customer", first_name=first_name, last_name="Silva")
        customer_id: str = made["customer_id"]
        return customer_id

    def read(self, pass_id: str) -> Any:
        return self._client.get(f"/dev/pass/{pass_id}", headers=self._headers).json()

    def void(self, made: dict[str, Any]) -> None:
        self.put(made, {**made["content"], "is_void": True})

    def put(self, made: dict[str, Any], content: dict[str, Any]) -> None:
        address = f"/dev/pass/{made['pass_id']}"
        assert self._client.put(
            address, headers=self._headers, json={"content": content}
        ).is_success
