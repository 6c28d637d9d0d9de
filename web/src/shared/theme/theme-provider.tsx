import "@fontsource-variable/inter";
import "@fontsource-variable/source-serif-4/opsz.css";
import "@/shared/theme/fallback-fonts.css";
import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider as MuiThemeProvider, useColorScheme } from "@mui/material/styles";
import { type ReactNode, useEffect, useState } from "react";
import { prefixed } from "@/shared/theme/prefixed";
import { insertInBatches } from "@/shared/theme/style-batches";
import { muiTexts } from "@/shared/theme/texts";
import { appTheme } from "@/shared/theme/theme";
import { followDevice, useThemeStore } from "@/shared/theme/theme-store";

function SchemeFromStore() {
  const mode = useThemeStore((state) => state.theme);
  const { setMode } = useColorScheme();
  useEffect(() => {
    setMode(mode);
    document.documentElement.style.colorScheme = mode;
  }, [mode, setMode]);
  useEffect(followDevice, []);
  return null;
}

/** Provides the style cache, which inserts rules in batches. Prerendered pages contain their styles inline. */
function Styles({ children }: { children: ReactNode }) {
  const [cache] = useState(() => {
    if (typeof document === "undefined") {
      return null;
    }
    const cache = createCache({ key: "css", stylisPlugins: [prefixed] });
    insertInBatches(cache.sheet);
    return cache;
  });
  return cache === null ? children : <CacheProvider value={cache}>{children}</CacheProvider>;
}

/** Provides MUI's theme in the color scheme of the theme store, which is the only place that stores it. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  // The language is loaded before anything is shown, and stays.
  const [theme] = useState(() => appTheme(muiTexts()));
  return (
    <Styles>
      <MuiThemeProvider
        theme={theme}
        defaultMode={useThemeStore.getState().theme}
        storageManager={null}
        disableTransitionOnChange
      >
        <CssBaseline />
        <SchemeFromStore />
        {children}
      </MuiThemeProvider>
    </Styles>
  );
}
