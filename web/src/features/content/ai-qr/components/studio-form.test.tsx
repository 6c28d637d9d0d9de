import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { StudioForm } from "@/features/content/ai-qr/components/studio-form";
import type { Style } from "@/features/content/ai-qr/types";
import { AppConfigContext } from "@/shared/config/app-config-context";
import { renderApp, TEST_CONFIG } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const file = (name: string) => new File(["x"], name, { type: "image/png" });
const uploaded = (name: string) => ({
  media_id: `id-${name}`,
  name,
  url: `/media/${name}`,
  sizes: { "320": `/media/320-${name}` },
});

function shown(style: Style = "halftone", paintsPrompts = false) {
  const asked: Record<string, unknown>[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    if (path.endsWith("upload-image")) {
      const name = (body["file"] as File).name;
      return name.startsWith("broken")
        ? Promise.reject(new Error("This is no picture."))
        : Promise.resolve({ data: uploaded(name), response: new Response() });
    }
    if (path.endsWith("generate-ai-qr")) {
      asked.push(body);
      return Promise.resolve({ data: { job_id: "job_1" }, response: new Response() });
    }
    return Promise.resolve({ data: { items: [], total: 0 }, response: new Response() });
  }) as never);
  renderApp(
    <AppConfigContext value={{ ...TEST_CONFIG, paints_prompts: paintsPrompts }}>
      <StudioForm prompt="Harbor" style={style} codeId="c1" isBusy={false} onStarted={() => undefined} />
    </AppConfigContext>,
  );
  return asked;
}

test("the user's own picture for the dots is shown, replaced and removed", async () => {
  const asked = shown();
  const input = screen.getByLabelText("Your image");

  fireEvent.change(input, { target: { files: [file("cat.png")] } });
  expect(await screen.findByRole("img", { name: "Selected: cat.png" })).toHaveAttribute("src", "/media/320-cat.png");
  fireEvent.change(input, { target: { files: [file("broken.png")] } });
  expect(await screen.findByRole("alert")).toHaveTextContent("This is no picture.");
  expect(screen.getByRole("img", { name: "Selected: cat.png" })).toBeVisible();
  fireEvent.change(input, { target: { files: [file("dog.png")] } });
  expect(await screen.findByRole("img", { name: "Selected: dog.png" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Create pictures" }));
  await waitFor(() => expect(asked).toHaveLength(1));
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(screen.queryByRole("img", { name: /^Selected/ })).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "Create pictures" })).toBeEnabled());
  fireEvent.click(screen.getByRole("button", { name: "Create pictures" }));

  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.map((body) => body["media_id"])).toEqual(["id-dog.png", undefined]);
});

test("without a model there is no description, only colours that patterns support", async () => {
  const asked = shown();

  expect(screen.queryByLabelText("Description")).toBeNull();
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Colours" }));
  fireEvent.click(await screen.findByRole("option", { name: "Sunset" }));
  fireEvent.click(screen.getByRole("button", { name: "Create pictures" }));

  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ prompt: "Sunset", style: "halftone" });
});

test("a model paints the description", async () => {
  const asked = shown("auto", true);

  fireEvent.change(screen.getByLabelText("Description"), { target: { value: "A pier at sunrise" } });
  fireEvent.click(screen.getByRole("button", { name: "Generate pictures" }));

  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ prompt: "A pier at sunrise", style: "auto" });
});
