import Alert from "@mui/material/Alert";
import Autocomplete from "@mui/material/Autocomplete";
import Pagination from "@mui/material/Pagination";
import TablePagination from "@mui/material/TablePagination";
import TextField from "@mui/material/TextField";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DataTable } from "@/shared/components/data-table";
import { speakEnglish, speakPseudo, untranslated } from "@/shared/testing/pseudo-locale";
import { renderApp } from "@/shared/testing/render";

const none = () => undefined;

beforeEach(speakPseudo);
afterEach(speakEnglish);

test("nothing that MUI shows by itself is left in English in another language", async () => {
  renderApp(
    <>
      <Alert onClose={none}>1</Alert>
      <Pagination count={20} page={9} showFirstButton showLastButton />
      <TablePagination component="div" count={-1} page={1} rowsPerPage={10} onPageChange={none} />
      <Autocomplete
        options={[]}
        freeSolo={false}
        renderInput={(props) => <TextField {...props} />}
        value={null}
        inputValue="1"
      />
    </>,
  );
  await userEvent.click(screen.getByRole("combobox", { name: "" }));

  expect(untranslated(document.body, /nothing/g)).toEqual([]);
  expect(document.body).toHaveTextContent("Ｎｏ ｏｐｔｉｏｎｓ");
});

test("nothing of a list that is loading is left in English in another language", async () => {
  renderApp(<Autocomplete loading options={[]} renderInput={(props) => <TextField {...props} />} />);
  await userEvent.click(screen.getByRole("combobox"));

  expect(untranslated(document.body, /nothing/g)).toEqual([]);
  expect(document.body).toHaveTextContent("Ｌｏａｄｉｎｇ…");
});

test.each([
  ["a known", 72, false],
  ["an estimated", 90, true],
])("nothing of a table with %s number of rows is left in English in another language", async (_, total, isAbout) => {
  const { container } = renderApp(
    <DataTable
      label="1"
      rows={[{ id: "1", name: "2" }]}
      columns={[{ field: "name", headerName: "3" }]}
      rowId={({ id }) => id}
      total={total}
      isAbout={isAbout}
      page={2}
      pageSize={25}
      onPage={none}
      sort={{ field: "name", direction: "asc" }}
      onSort={none}
      loading={false}
      empty=""
      selected={new Set()}
      onSelect={none}
    />,
  );
  await screen.findByText(/26–50/);

  expect(untranslated(container, /nothing/g)).toEqual([]);
});
