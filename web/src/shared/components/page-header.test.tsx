import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PageHeader } from "@/shared/components/page-header";
import { renderApp } from "@/shared/testing/render";

test("another screen starts at its heading, and the first one at its top", () => {
  const first = renderApp(<PageHeader title="My codes" />);
  expect(document.body).toHaveFocus();
  first.unmount();
  window.history.pushState(null, "", "/admin/folders");
  renderApp(<PageHeader title="Folders" />);
  expect(screen.getByRole("heading", { name: "Folders" })).toHaveFocus();
});

test("focus moves away from a navigation link, but stays in a field of the screen", () => {
  const shell = (key: string) => (
    <>
      <nav>
        <a href="/admin/notes">Notes</a>
      </nav>
      <main>
        <PageHeader key={key} title={key} />
        <input aria-label="Name" />
      </main>
    </>
  );
  const app = render(shell("Folders"));
  screen.getByRole("link", { name: "Notes" }).focus();
  window.history.pushState(null, "", "/admin/notes");
  app.rerender(shell("Notes"));
  expect(screen.getByRole("heading", { name: "Notes" })).toHaveFocus();

  screen.getByLabelText("Name").focus();
  window.history.pushState(null, "", "/admin/terms-pages");
  app.rerender(shell("Terms"));
  expect(screen.getByLabelText("Name")).toHaveFocus();
});
