import { screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { InvitationPage } from "@/features/org/organization/components/invitation-page";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

test("a link that lost its token on the way says so, without asking the server", () => {
  const post = vi.spyOn(calls, "POST");
  renderApp(
    <MemoryRouter>
      <InvitationPage token="" />
    </MemoryRouter>,
  );

  expect(screen.getByText("This link is incomplete")).toBeVisible();
  expect(screen.queryByLabelText("Loading")).toBeNull();
  expect(post).not.toHaveBeenCalled();
});
