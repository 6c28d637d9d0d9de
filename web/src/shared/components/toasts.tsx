import GlobalStyles from "@mui/material/GlobalStyles";
import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { SnackbarProvider, useSnackbar } from "notistack";
import { type ReactNode, useMemo } from "react";
import { messageOf } from "@/shared/api/errors";
import { usePortalContainer } from "@/shared/components/use-portal-container";

/** The library's own green is too pale for the white letters on it. */
function readableSuccess({ palette }: Theme) {
  const { main, contrastText } = palette.success;
  return {
    ".notistack-MuiContent-success": { backgroundColor: `${main} !important`, color: `${contrastText} !important` },
  };
}

/** Where a dialog fills the screen, its buttons stand at the lower edge: nothing may lie on them. */
const SMALL = "(max-width: 599.95px), (max-height: 500px)";

/** Short notes at the edge of the screen, told above an open dialog too. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const place = usePortalContainer();
  const isSmall = useMediaQuery(SMALL);
  return (
    <>
      <GlobalStyles styles={readableSuccess} />
      <SnackbarProvider
        domRoot={place}
        maxSnack={3}
        preventDuplicate
        autoHideDuration={4500}
        anchorOrigin={{ vertical: isSmall ? "top" : "bottom", horizontal: "center" }}
        classes={{ containerRoot: "waypost-toasts" }}
      >
        {children}
      </SnackbarProvider>
    </>
  );
}

/** Says that something worked, or did not. */
export function useToasts() {
  const { enqueueSnackbar } = useSnackbar();
  return useMemo(
    () => ({
      success: (text: string) => void enqueueSnackbar(text, { variant: "success" }),
      error: (reason: unknown) =>
        void enqueueSnackbar(typeof reason === "string" ? reason : messageOf(reason), {
          variant: "error",
          autoHideDuration: 8000,
        }),
    }),
    [enqueueSnackbar],
  );
}
