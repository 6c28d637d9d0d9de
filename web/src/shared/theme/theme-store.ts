import { create } from "zustand";
import { persist } from "zustand/middleware";

type ThemeName = "light" | "dark";

interface ThemeState {
  theme: ThemeName;
  toggleTheme: () => void;
}

/** The visitor's choice of theme, kept in local storage under `theme-store`. */
export const useThemeStore = create<ThemeState>()(
  persist(
    (set) => ({
      theme: "light",
      toggleTheme: () => set(({ theme }) => ({ theme: theme === "light" ? "dark" : "light" })),
    }),
    {
      name: "theme-store",
      partialize: ({ theme }) => ({ theme }),
      merge: (stored, current) => ({
        ...current,
        theme: (stored as Partial<ThemeState> | undefined)?.theme === "dark" ? "dark" : "light",
      }),
    },
  ),
);
