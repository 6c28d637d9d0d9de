import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { DataTable } from "@/shared/components/data-table";
import { renderApp } from "@/shared/testing/render";

test("sorting by a column that is not shown, as on a phone, keeps the page", async () => {
  const onSort = vi.fn();
  const onPage = vi.fn();

  renderApp(
    <DataTable
      label="Customers"
      rows={[{ id: "1", name: "Ana" }]}
      columns={[{ field: "name", headerName: "Name" }]}
      rowId={({ id }) => id}
      total={72}
      page={2}
      pageSize={25}
      onPage={onPage}
      sort={{ field: "created_at", direction: "desc" }}
      onSort={onSort}
      loading={false}
      empty="Nobody"
    />,
  );

  expect(await screen.findByText("26–50 of 72")).toBeVisible();
  expect(onSort).not.toHaveBeenCalled();
  expect(onPage).not.toHaveBeenCalled();
});
