import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { ThemeSettings } from "@/features/org/organization/components/theme-settings";
import { renderApp } from "@/shared/testing/render";
import { CLASSIC, type Theme } from "@/shared/organization/themes";
import { calls } from "@/shared/testing/calls";

const PAPER = { ...CLASSIC, name: "paper", color: "#f6efe4" };
const POP = { ...CLASSIC, name: "pop", color: "#ffffff" };
const HARBOR = {
  org_id: "org_1",
  org_name: "Harbor",
  organization_logo: "/logo.png",
  brand: { color: "#1f3a5f", theme: { ...PAPER, cover: "/media/cover.webp" } },
} as unknown as Parameters<typeof ThemeSettings>[0]["organization"];
const IDEA = { label: "Strong", theme: { ...CLASSIC, name: "", accent: "#c8102e" }, css: "" };

function Settings({ mayEdit = true }: { mayEdit?: boolean }) {
  const [draft, setDraft] = useState<Theme | null>(null);
  return <ThemeSettings organization={HARBOR} mayEdit={mayEdit} draft={draft} setDraft={setDraft} />;
}

function serve() {
  const themes = [PAPER, POP].map((theme) => ({ theme, css: ":root{--ground:#fff}" }));
  vi.spyOn(calls, "GET").mockResolvedValue({ data: { themes, fonts: [] }, response: new Response() });
  return vi.spyOn(calls, "POST").mockImplementation((path: string) =>
    Promise.resolve({
      data: path.endsWith("suggest-themes") ? { colors: ["#c8102e"], themes: [IDEA] } : HARBOR,
      response: new Response(),
    }),
  );
}

/** A stub, because the frames of previews have no size here. */
class StillObserver {
  observe = vi.fn();
  unobserve = vi.fn();
  disconnect = vi.fn();
}

vi.stubGlobal("ResizeObserver", StillObserver);
afterEach(() => vi.restoreAllMocks());

test("a theme is previewed first and saved by its own button, and its cover stays", async () => {
  const post = serve();
  renderApp(<Settings />);

  expect(await screen.findByRole("button", { name: "Paper" })).toHaveAttribute("aria-pressed", "true");
  fireEvent.click(screen.getByRole("button", { name: "Pop" }));
  expect(post).not.toHaveBeenCalledWith("/v1/update-organization", expect.anything());
  fireEvent.click(screen.getByRole("button", { name: "Save theme" }));

  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/update-organization", {
      body: { brand: { theme: { ...POP, cover: "/media/cover.webp" } } },
    }),
  );
});

test("a change can be discarded, and the theme can be reset", async () => {
  serve();
  renderApp(<Settings />);

  fireEvent.click(await screen.findByRole("button", { name: "Pop" }));
  fireEvent.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(screen.getByRole("button", { name: "Paper" })).toHaveAttribute("aria-pressed", "true");
  fireEvent.click(screen.getByRole("button", { name: "Reset to Classic" }));

  expect(screen.getByRole("button", { name: "Save theme" })).toBeEnabled();
  expect(screen.getByRole("button", { name: "Reset to Classic" })).toBeDisabled();
});

test("themes from a website are offered, and applied only to the draft", async () => {
  const post = serve();
  renderApp(<Settings />);

  fireEvent.change(await screen.findByLabelText("Website"), { target: { value: "example.com" } });
  fireEvent.click(screen.getByRole("button", { name: "From the website" }));
  fireEvent.click(await screen.findByRole("button", { name: "Strong" }));

  expect(post).toHaveBeenCalledWith("/v1/suggest-themes", { body: { website: "example.com" } });
  expect(screen.getByRole("button", { name: "Strong" })).toHaveAttribute("aria-pressed", "true");
  expect(post).not.toHaveBeenCalledWith("/v1/update-organization", expect.anything());
});

test("members who may not edit see the themes but can choose none", async () => {
  serve();
  renderApp(<Settings mayEdit={false} />);

  expect(await screen.findByRole("button", { name: "Pop" })).toBeDisabled();
  expect(screen.getByText("Only admins can change it.")).toBeInTheDocument();
});
