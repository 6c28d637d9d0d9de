import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { BottomBar } from "@/app/shell/bottom-bar";
import { AREAS } from "@/app/shell/navigation";
import { paths } from "@/shared/config/paths";
import { renderApp } from "@/shared/testing/render";

test("every area is in the bar of a phone or in its menu, which names the current area", async () => {
  renderApp(
    <MemoryRouter>
      <BottomBar area={paths.customers} />
    </MemoryRouter>,
  );
  const inBar = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  const more = screen.getByRole("button", { name: "More", current: true });
  await userEvent.click(more);

  const inMenu = (await screen.findAllByRole("menuitem")).map((item) => item.getAttribute("href"));
  expect([...inBar, ...inMenu].sort()).toEqual(AREAS.map(({ screens }) => screens[0].path).sort());
  expect(screen.getByRole("menuitem", { current: true })).toHaveTextContent("People");

  await userEvent.click(screen.getByRole("menuitem", { name: "Settings" }));
  expect(more).toHaveAttribute("aria-expanded", "false");
});
