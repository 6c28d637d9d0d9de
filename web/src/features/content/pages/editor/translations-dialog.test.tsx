import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { TranslationsDialog } from "@/features/content/pages/editor/translations-dialog";
import { renderApp } from "@/shared/testing/render";

const puck = vi.hoisted(() => ({
  told: [] as { root: { props: { translations: Record<string, Record<string, string>> } } }[],
  data: {
    root: { props: { language: "en", title: "Harbor", translations: {} } },
    content: [
      { type: "Heading", props: { id: "h", text: "Welcome" } },
      { type: "Text", props: { id: "t", html: "<p>Hello</p>" } },
      { type: "Form", props: { id: "f", form_id: "f", success_text: "Thanks", fields: [] } },
    ],
  },
}));

vi.mock("@/features/content/pages/editor/puck-config", () => ({
  fromPuck: (data: unknown) => data,
  usePuckState: (select: (state: unknown) => unknown) =>
    select({ appState: { data: puck.data }, dispatch: (action: (typeof puck.told)[0]) => puck.told.push(action) }),
}));

test("a pasted translation of a single line stays on one line, and one of several lines keeps them", () => {
  renderApp(<TranslationsDialog onClose={() => undefined} />);
  const [, heading, , thanks] = screen.getAllByLabelText("In German");

  fireEvent.change(heading as HTMLElement, { target: { value: "Willkommen \r\n\n  am Hafen" } });
  fireEvent.change(thanks as HTMLElement, { target: { value: "Danke\nBis bald" } });

  const texts = puck.told.map((action) => action.root.props.translations["de"]);
  expect(texts).toEqual([{ "h.text": "Willkommen am Hafen" }, { "f.success_text": "Danke\nBis bald" }]);
});

test("Enter adds no line break to a text of one line", () => {
  renderApp(<TranslationsDialog onClose={() => undefined} />);
  const [, heading, , thanks] = screen.getAllByLabelText("In German");

  const isWritten = [heading, thanks].map((field) => fireEvent.keyDown(field as HTMLElement, { key: "Enter" }));

  expect(isWritten).toEqual([false, true]);
});

test("a translation from another language can be read and edited in its writing direction", () => {
  Object.assign(puck.data.root.props.translations, { ar: { "h.text": "مرحبا" } });
  renderApp(<TranslationsDialog onClose={() => undefined} />);

  expect(screen.getByRole("combobox").textContent).toContain("Arabic");
  const [, heading, markup] = screen.getAllByLabelText<HTMLTextAreaElement>("In Arabic");
  expect([heading?.value, heading?.dir, heading?.lang]).toEqual(["مرحبا", "rtl", "ar"]);
  expect(markup?.dir, "tags are written from left to right").toBe("ltr");
  puck.data.root.props.translations = {};
});
