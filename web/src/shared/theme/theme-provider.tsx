import "@fontsource-variable/inter";
import "@fontsource-variable/source-serif-4/opsz.css";
import { __unsafe_useEmotionCache as useEmotionCache } from "@emotion/react";
import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider as MuiThemeProvider, useColorScheme } from "@mui/material/styles";
import { type ReactNode, useEffect } from "react";
import { insertInBatches } from "@/shared/theme/style-batches";
import { theme } from "@/shared/theme/theme";
import { useThemeStore } from "@/shared/theme/theme-store";

function SchemeFromStore() {
  const chosen = useThemeStore((state) => state.theme);
  const { setMode } = useColorScheme();
  useEffect(() => {
    setMode(chosen);
    document.documentElement.style.colorScheme = chosen;
  }, [chosen, setMode]);
  return null;
}

/** MUI's theme in the colour scheme of the theme store, the only place that remembers it. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const styles = useEmotionCache()?.sheet;
  if (styles) {
    insertInBatches(styles);
  }
  return (
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
  );
}
