import Box from "@mui/material/Box";
import type { SxProps, Theme } from "@mui/material/styles";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "./render";

test.each<{ sx: SxProps<Theme> }>([
  { sx: { display: "none" } },
  { sx: { visibility: "hidden" } },
  { sx: { "@media (min-width: 1px)": { display: "none" } } },
])("what a rule of style hides is neither seen nor found by its role: $sx", ({ sx }) => {
  renderApp(
    <Box sx={sx}>
      <button>{"Save"}</button>
    </Box>,
  );

  expect(screen.getByText("Save")).not.toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

test("an element that a style rule excludes from pointer events cannot be clicked", async () => {
  renderApp(
    <Box sx={{ pointerEvents: "none", color: "red" }}>
      <button>{"Save"}</button>
    </Box>,
  );

  await expect(userEvent.click(screen.getByRole("button", { name: "Save" }))).rejects.toThrow("pointer-events");
});
