import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ColumnsButton } from "@/shared/components/columns-button";
import { renderApp } from "@/shared/testing/render";

test("a column of the menu is one control with a state, without a field in it", async () => {
  const person = userEvent.setup();
  const onToggle = vi.fn();
  renderApp(
    <ColumnsButton
      columns={[
        ["tags", "Tags"],
        ["scans", "Scans"],
      ]}
      shown={new Set(["tags"])}
      onToggle={onToggle}
    />,
  );

  await person.click(screen.getByRole("button", { name: "Columns" }));
  const tags = screen.getByRole("menuitemcheckbox", { name: "Tags", checked: true });
  const scans = screen.getByRole("menuitemcheckbox", { name: "Scans", checked: false });
  await person.click(scans);

  expect(within(tags).queryByRole("checkbox", { hidden: true })).toBeNull();
  expect(onToggle).toHaveBeenCalledWith("scans");
});
