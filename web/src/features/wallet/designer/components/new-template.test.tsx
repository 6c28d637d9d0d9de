import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { NewTemplate } from "@/features/wallet/designer/components/new-template";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

// jsdom draws nothing.
vi.mock("@/features/wallet/designer/drawings", () => ({
  pngOf: (_: string, name: string) => Promise.resolve(new File(["png"], `${name}.png`, { type: "image/png" })),
}));

interface Sent {
  name?: string;
  file?: File;
  content?: { pictures: Record<string, { media_id: string }> };
}

const TAKEN = {
  status: 422,
  code: "invalid",
  message: "Another template has this name.",
  errors: [{ field: "name", message: "Another template has this name." }],
};

function show(problem: (path: string, body: Sent) => object | undefined = () => undefined) {
  const sent: [string, Sent][] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Sent }) => {
    sent.push([path, body]);
    const error = problem(path, body);
    if (error !== undefined) {
      return Promise.resolve({ error, response: new Response("", { status: 422 }) });
    }
    const answers: Record<string, unknown> = {
      "/v1/upload-image": { media_id: `med_${body.file?.name ?? ""}` },
      "/v1/save-pass-template": { template_id: "ptpl_1" },
    };
    return Promise.resolve({ data: answers[path] ?? {}, response: new Response() });
  }) as never);
  const router = createMemoryRouter([{ path: "*", element: <NewTemplate /> }]);
  renderApp(<RouterProvider router={router} />);
  return { router, of: (path: string) => sent.filter(([one]) => one === path).map(([, body]) => body) };
}

beforeEach(() => vi.restoreAllMocks());

test("the pictures of a starter are uploaded to the library, and the template uses them", async () => {
  const { router, of } = show();
  await userEvent.click(screen.getByRole("button", { name: /^Stamp card/ }));

  await waitFor(() => expect(router.state.location.pathname).toContain("ptpl_1"));
  expect(of("/v1/upload-image")).toHaveLength(2);
  expect(of("/v1/save-pass-template")[0]?.content?.pictures).toMatchObject({
    icon: { media_id: "med_Stamp card icon.png" },
    strip: { media_id: "med_Stamp card strip.png" },
  });
});

test("a name that is taken gets a number, and no picture is uploaded twice", async () => {
  const { router, of } = show((path, { name }) =>
    path === "/v1/save-pass-template" && name === "Gift card" ? TAKEN : undefined,
  );
  await userEvent.click(screen.getByRole("button", { name: /^Gift card/ }));

  await waitFor(() => expect(router.state.location.pathname).toContain("ptpl_1"));
  expect(of("/v1/save-pass-template").map(({ name }) => name)).toEqual(["Gift card", "Gift card 2"]);
  expect(of("/v1/upload-image")).toHaveLength(2);
});

test("a failed upload of a picture is an error, and no template is created", async () => {
  const { of } = show((path) =>
    path === "/v1/upload-image" ? { ...TAKEN, message: "No room.", errors: [] } : undefined,
  );
  await userEvent.click(screen.getByRole("button", { name: /^Coupon/ }));

  expect(await screen.findByRole("alert")).toHaveTextContent("No room.");
  expect(of("/v1/save-pass-template")).toHaveLength(0);
});
