import { fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { BrandSettings } from "@/features/org/organization/components/brand-settings";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const HARBOR = {
  org_id: "org_1",
  organization_logo: "",
  brand: {},
} as unknown as Parameters<typeof BrandSettings>[0]["organization"];

function open() {
  const router = createMemoryRouter([{ path: "/", element: <BrandSettings organization={HARBOR} mayEdit /> }]);
  renderApp(<RouterProvider router={router} />);
}

afterEach(() => vi.restoreAllMocks());

test("a logo can be uploaded from this device, and is stored with an address that works on every host of the organisation", async () => {
  const post = vi.spyOn(calls, "POST").mockImplementation((path: string) =>
    Promise.resolve({
      data:
        path === "/v1/upload-image"
          ? {
              url: "http://localhost:8000/media/org/org_1/a/full.webp",
              fallback_url: "http://localhost:8000/media/org/org_1/a/full.png",
            }
          : HARBOR,
      response: new Response(),
    }),
  );
  open();
  fireEvent.change(screen.getByLabelText("File for: Logo"), {
    target: { files: [new File(["x"], "logo.png", { type: "image/png" })] },
  });

  await waitFor(() => expect(screen.getByLabelText("Logo")).toHaveValue("/media/org/org_1/a/full.png"));
  fireEvent.click(screen.getByRole("button", { name: "Save settings" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/update-organization", {
      body: { logo: "/media/org/org_1/a/full.png" },
    }),
  );
});
