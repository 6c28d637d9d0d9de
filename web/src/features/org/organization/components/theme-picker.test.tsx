import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ThemePicker } from "@/features/org/organization/components/theme-picker";
import { api } from "@/shared/api/client";
import { renderApp } from "@/shared/testing/render";

const PAPER = { name: "paper", color: "#f6efe4", cover: null };
const POP = { name: "pop", color: "#ffffff", cover: null };
const HARBOR = {
  org_id: "org_1",
  brand: { color: "#1f3a5f", theme: { ...PAPER, cover: "/media/cover.webp" } },
} as unknown as Parameters<typeof ThemePicker>[0]["organization"];

function serve() {
  const themes = [PAPER, POP].map((theme) => ({ theme, css: ":root{--ground:#fff}" }));
  vi.spyOn(api, "GET").mockResolvedValue({ data: { themes, fonts: [] }, response: new Response() });
  return vi.spyOn(api, "POST").mockResolvedValue({ data: HARBOR, response: new Response() } as never);
}

afterEach(() => vi.restoreAllMocks());

test("a click gives the theme to the organisation, and its cover stays", async () => {
  const post = serve();
  renderApp(<ThemePicker organization={HARBOR} mayEdit />);

  expect(await screen.findByRole("button", { name: "Paper" })).toHaveAttribute("aria-pressed", "true");
  fireEvent.click(screen.getByRole("button", { name: "Pop" }));

  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/update-organization", {
      body: { brand: { theme: { ...POP, cover: "/media/cover.webp" } } },
    }),
  );
});

test("who may not edit sees the themes and can choose none", async () => {
  serve();
  renderApp(<ThemePicker organization={HARBOR} mayEdit={false} />);

  expect(await screen.findByRole("button", { name: "Pop" })).toBeDisabled();
  expect(screen.getByText("Only admins can change it.")).toBeInTheDocument();
});
