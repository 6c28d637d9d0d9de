import { screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { CodePagesButton } from "@/features/content/pages/components/code-pages-button";
import { renderApp } from "@/shared/testing/render";

const counts = vi.hoisted(
  () =>
    new Map([
      ["has-none", 0],
      ["has-two", 2],
    ]),
);

vi.mock("@/features/content/pages/api/pages", () => ({
  listPagesQuery: ({ code_id }: { code_id: string }) => ({
    queryKey: ["pages", code_id],
    queryFn: () => ({ items: [], total: counts.get(code_id) }),
  }),
}));

function open(codeId: string, mayEdit: boolean) {
  renderApp(
    <MemoryRouter>
      <CodePagesButton codeId={codeId} mayEdit={mayEdit} />
    </MemoryRouter>,
  );
}

test("a code without pages offers to create the first one", async () => {
  open("has-none", true);
  expect(await screen.findByRole("link", { name: "Design page" })).toHaveAttribute(
    "href",
    "/admin/add-new-page?code=has-none",
  );
});

test.each([
  ["has-two", true],
  ["has-none", false],
])("otherwise it leads to the list of its pages (%s)", async (codeId, mayEdit) => {
  open(codeId, mayEdit);
  expect(await screen.findByRole("link", { name: "Pages" })).toHaveAttribute("href", `/admin/pages/${codeId}`);
});
