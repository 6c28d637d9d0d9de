import GlobalStyles from "@mui/material/GlobalStyles";
import type { Theme } from "@mui/material/styles";
import { SnackbarProvider, useSnackbar } from "notistack";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { messageOf } from "@/shared/api/errors";

/** The library's own green is too pale for the white letters on it. */
function readableSuccess({ palette }: Theme) {
  const { main, contrastText } = palette.success;
  return { ".notistack-MuiContent-success": { backgroundColor: `${main} !important`, color: `${contrastText} !important` } };
}

/**
 * Where the notes stand. An open dialog hides all else in the body from assistive technology, but for elements that
 * must not be hidden. A slot is one of them, and outside a shadow tree it is nothing but a place for what is in it.
 */
function usePlace(): HTMLElement {
  const [place] = useState(() => document.createElement("slot"));
  useEffect(() => {
    document.body.append(place);
    return () => place.remove();
  }, [place]);
  return place;
}

/** Short notes at the edge of the screen, told above an open dialog too. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const place = usePlace();
  return (
    <>
      <GlobalStyles styles={readableSuccess} />
      <SnackbarProvider
        domRoot={place}
        maxSnack={3}
        preventDuplicate
        autoHideDuration={4500}
        anchorOrigin={{ vertical: "bottom", horizontal: "center" }}
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
