import { plural } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";

test("a text keeps its elements, uses the plural rules of the language, and needs no provider", () => {
  const { container } = render(
    <Trans>
      Codes of <b>Harbor Coffee</b>: <Plural value={1200} one="# code" other="# codes" />
    </Trans>,
  );
  expect(container.innerHTML).toBe("Codes of <b>Harbor Coffee</b>: 1,200 codes");
  expect(plural(1, { one: "# code", other: "# codes" })).toBe("1 code");
});

test("a name that looks like an element stays as typed", () => {
  const name = "<b>bold</b> <0/>";
  const { container } = render(<Trans>“{name}” was deleted</Trans>);
  expect(container.textContent).toBe("“<b>bold</b> <0/>” was deleted");
});
