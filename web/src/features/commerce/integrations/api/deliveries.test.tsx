import { screen } from "@testing-library/react";
import { useQuery } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { deliveriesQuery } from "@/features/commerce/integrations/api/integrations";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

function States() {
  const deliveries = useQuery(deliveriesQuery("con_1", 1, false));
  return <p>{deliveries.data?.items.map(({ state }) => state).join(", ")}</p>;
}

test("an event that is on its way is fetched again until it is delivered", async () => {
  let state = "sending";
  const post = vi
    .spyOn(calls, "POST")
    .mockImplementation(() => Promise.resolve({ data: { items: [{ state }] }, response: new Response() }));
  renderApp(<States />);
  expect(await screen.findByText("sending")).toBeVisible();

  state = "delivered";

  expect(await screen.findByText("delivered")).toBeVisible();
  expect(post).toHaveBeenCalledTimes(2);
});
