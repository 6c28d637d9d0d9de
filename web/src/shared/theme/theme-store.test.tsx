import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followDevice, useThemeStore } from "@/shared/theme/theme-store";
import { renderApp } from "@/shared/testing/render";

beforeEach(() => {
  useThemeStore.getState().choose("system");
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

/** Stubs a device that prefers dark; returns a function that makes it prefer light. */
function preferDark(): () => void {
  const query = new EventTarget();
  const media = Object.assign(query, { matches: true });
  vi.stubGlobal("matchMedia", () => media);
  return () => {
    media.matches = false;
    query.dispatchEvent(new Event("change"));
  };
}

function kept(): unknown {
  return JSON.parse(localStorage.getItem("theme-store") ?? "null");
}

test("the default is light", () => {
  expect(useThemeStore.getInitialState().theme).toBe("light");
});

test("toggling switches to dark and back, and is stored under theme-store with one field", () => {
  useThemeStore.getState().toggleTheme();
  expect(kept()).toMatchObject({ state: { theme: "dark" } });
  expect(Object.keys((kept() as { state: object }).state)).toEqual(["theme"]);
  useThemeStore.getState().toggleTheme();
  expect(kept()).toMatchObject({ state: { theme: "light" } });
});

test("without a choice the device's preference applies, and nothing is stored", () => {
  const preferLight = preferDark();
  useThemeStore.getState().choose("system");
  const stop = followDevice();
  expect(useThemeStore.getState().theme).toBe("dark");
  preferLight();
  expect(useThemeStore.getState().theme).toBe("light");
  expect(kept()).toBeNull();
  stop();
});

test("a choice applies whatever the device prefers, until the device is chosen again", () => {
  preferDark();
  useThemeStore.getState().choose("light");
  const stop = followDevice();
  expect(useThemeStore.getState().theme).toBe("light");
  expect(kept()).toMatchObject({ state: { theme: "light" } });
  useThemeStore.getState().choose("system");
  expect(useThemeStore.getState().theme).toBe("dark");
  expect(kept()).toBeNull();
  stop();
});

test("a stored choice is restored, and an invalid one counts as no choice", async () => {
  localStorage.setItem("theme-store", JSON.stringify({ state: { theme: "dark" }, version: 0 }));
  await useThemeStore.persist.rehydrate();
  expect(useThemeStore.getState().theme).toBe("dark");
  localStorage.setItem("theme-store", JSON.stringify({ state: { theme: "plaid" }, version: 0 }));
  await useThemeStore.persist.rehydrate();
  expect(useThemeStore.getState().theme).toBe("light");
});

test("the page follows the store, and nothing else stores the scheme", () => {
  renderApp(<p>hello</p>);
  act(() => useThemeStore.getState().toggleTheme());
  expect(document.documentElement.getAttribute("data-theme")).toBe("dark");
  expect(Object.keys(localStorage)).toEqual(["theme-store"]);
});
