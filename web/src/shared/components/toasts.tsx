import { SnackbarProvider, useSnackbar } from "notistack";
import { type ReactNode, useMemo } from "react";
import { messageOf } from "@/shared/api/errors";

/** Short notes at the edge of the screen. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <SnackbarProvider
      maxSnack={3}
      autoHideDuration={4500}
      anchorOrigin={{ vertical: "bottom", horizontal: "center" }}
      classes={{ containerRoot: "waypost-toasts" }}
    >
      {children}
    </SnackbarProvider>
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
