import { create } from "zustand";
import { persist } from "zustand/middleware";

type ThemeName = "light" | "dark";

/** The user's choice; with `system`, the device decides. */
export type ThemeChoice = ThemeName | "system";

interface ThemeState {
  theme: ThemeName;
  choice: ThemeChoice;
  choose: (choice: ThemeChoice) => void;
  toggleTheme: () => void;
}

const DARK = "(prefers-color-scheme: dark)";

function ofDevice(): ThemeName {
  return typeof matchMedia === "function" && matchMedia(DARK).matches ? "dark" : "light";
}

function nameIn(stored: unknown): ThemeName | null {
  const theme = (stored as Partial<ThemeState> | undefined)?.theme;
  return theme === "dark" || theme === "light" ? theme : null;
}

/**
 * The theme, by choice or as the device prefers. Only a choice is stored: in local storage under `theme-store`, with
 * one field.
 */
export const useThemeStore = create<ThemeState>()(
  persist(
    (set, get) => ({
      theme: ofDevice(),
      choice: "system",
      choose: (choice) => {
        set({ choice, theme: choice === "system" ? ofDevice() : choice });
        if (choice === "system") {
          useThemeStore.persist.clearStorage();
        }
      },
      toggleTheme: () => get().choose(get().theme === "light" ? "dark" : "light"),
    }),
    {
      name: "theme-store",
      partialize: ({ choice }) => (choice === "system" ? {} : { theme: choice }),
      merge: (stored, current) => {
        const theme = nameIn(stored);
        return theme === null
          ? { ...current, theme: ofDevice(), choice: "system" as const }
          : { ...current, theme, choice: theme };
      },
    },
  ),
);

/** Follows the device's preference while nothing is chosen; returns a function that stops it. */
export function followDevice(): () => void {
  if (typeof matchMedia !== "function") {
    return () => undefined;
  }
  const query = matchMedia(DARK);
  const follow = () => {
    const { choice, choose } = useThemeStore.getState();
    if (choice === "system") {
      choose("system");
    }
  };
  query.addEventListener("change", follow);
  return () => query.removeEventListener("change", follow);
}
