import { act } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { useThemeStore } from "@/shared/theme/theme-store";
import { renderApp } from "@/shared/testing/render";

beforeEach(() => useThemeStore.setState({ theme: "light" }));

function kept(): unknown {
  return JSON.parse(localStorage.getItem("theme-store") ?? "null");
}

test("the default is light", () => {
  expect(useThemeStore.getInitialState().theme).toBe("light");
});

test("toggling goes to dark and back, and is kept under theme-store with one field", () => {
  useThemeStore.getState().toggleTheme();
  expect(kept()).toMatchObject({ state: { theme: "dark" } });
  expect(Object.keys((kept() as { state: object }).state)).toEqual(["theme"]);
  useThemeStore.getState().toggleTheme();
  expect(kept()).toMatchObject({ state: { theme: "light" } });
});

test("what was kept is taken up; nonsense counts as light", async () => {
  localStorage.setItem("theme-store", JSON.stringify({ state: { theme: "dark" }, version: 0 }));
  await useThemeStore.persist.rehydrate();
  expect(useThemeStore.getState().theme).toBe("dark");
  localStorage.setItem("theme-store", JSON.stringify({ state: { theme: "plaid" }, version: 0 }));
  await useThemeStore.persist.rehydrate();
  expect(useThemeStore.getState().theme).toBe("light");
});

test("the page follows the store and nothing else remembers the scheme", () => {
  renderApp(<p>hello</p>);
  act(() => useThemeStore.getState().toggleTheme());
  expect(document.documentElement.getAttribute("data-theme")).toBe("dark");
  expect(Object.keys(localStorage)).toEqual(["theme-store"]);
});
