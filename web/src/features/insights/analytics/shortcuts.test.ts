import { afterEach, expect, test } from "vitest";
import { shortcutOf } from "@/features/insights/analytics/shortcuts";

afterEach(() => {
  document.body.innerHTML = "";
});

function pressed(where: Element, options: KeyboardEventInit): string | null {
  let key: string | null = "nothing";
  const listen = (event: KeyboardEvent) => {
    key = shortcutOf(event);
  };
  window.addEventListener("keydown", listen);
  where.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...options }));
  window.removeEventListener("keydown", listen);
  return key;
}

test("a plain key is a shortcut, and one with a modifier is left to the browser", () => {
  expect(pressed(document.body, { key: "T" })).toBe("t");
  expect(pressed(document.body, { key: "?", shiftKey: true })).toBe("?");
  expect(pressed(document.body, { key: "t", ctrlKey: true })).toBeNull();
  expect(pressed(document.body, { key: "t", metaKey: true })).toBeNull();
});

test.each(["<input>", "<textarea></textarea>", "<select></select>", '<p contenteditable="true"></p>'])(
  "typing into %s stays typing",
  (field) => {
    document.body.innerHTML = `<main>${field}</main>`;
    const target = document.querySelector("main > *");
    expect(target && pressed(target, { key: "t" })).toBeNull();
  },
);

test("shortcuts do nothing while a dialog is open", () => {
  document.body.innerHTML = '<div role="dialog"><button>OK</button></div>';
  expect(pressed(document.body, { key: "t" })).toBeNull();
});
