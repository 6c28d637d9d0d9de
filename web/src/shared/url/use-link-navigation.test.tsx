import Box from "@mui/material/Box";
import { fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { useLinkNavigation } from "@/shared/url/use-link-navigation";

function List() {
  return (
    <Box component="nav" onClick={useLinkNavigation()}>
      <a href="/there">
        <span>There</span>
      </a>
    </Box>
  );
}

test("a click navigates within the app, and a click for a new tab is left to the browser", () => {
  const router = createMemoryRouter([{ path: "*", element: <List /> }]);
  render(<RouterProvider router={router} />);
  let isLeft = false;
  const leave = (event: Event) => {
    isLeft = !event.defaultPrevented;
    event.preventDefault(); // nowhere to go in a test
  };
  window.addEventListener("click", leave);

  fireEvent.click(screen.getByText("There"), { ctrlKey: true });
  expect([router.state.location.pathname, isLeft]).toEqual(["/", true]);
  fireEvent.click(screen.getByText("There"));
  expect([router.state.location.pathname, isLeft]).toEqual(["/there", false]);
  window.removeEventListener("click", leave);
});
