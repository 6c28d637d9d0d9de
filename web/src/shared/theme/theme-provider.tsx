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
import { theme } from "@/shared/theme/theme";
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

/** Where styles are kept, in batches. Pages that are drawn when the app is built hold theirs in their text. */
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

/** MUI's theme in the colour scheme of the theme store, the only place that remembers it. */
export function ThemeProvider({ children }: { children: ReactNode }) {
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
