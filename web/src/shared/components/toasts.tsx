import Button from "@mui/material/Button";
import GlobalStyles from "@mui/material/GlobalStyles";
import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type Mutation, QueryClientContext } from "@tanstack/react-query";
import { type SnackbarKey, SnackbarProvider, useSnackbar } from "notistack";
import { type ReactNode, useContext, useEffect, useMemo } from "react";
import { messageOf } from "@/shared/api/errors";
import { usePortalContainer } from "@/shared/components/use-portal-container";

/** A button in a toast. It can be pressed once, which closes the toast. */
export interface ToastAction {
  label: string;
  onPress: () => void;
}

/** Long enough to read, decide and reach the button; hovering over the toast pauses the timer. */
const WITH_ACTION_MS = 12_000;

/** The library's own green has too little contrast with the white text on it. */
function readableSuccess({ palette }: Theme) {
  const { main, contrastText } = palette.success;
  return {
    // Placed above a bar that floats at the bottom edge.
    "body:has([data-floating-bar]) .waypost-toasts": { "@media (min-width: 600px)": { marginBottom: 64 } },
    ".notistack-MuiContent-success": { backgroundColor: `${main} !important`, color: `${contrastText} !important` },
  };
}

/** On these screens a dialog fills the window with its buttons at the bottom edge, which nothing may cover. */
const SMALL = "(max-width: 599.95px), (max-height: 500px)";

/** Provides short messages at the edge of the screen, which are announced above an open dialog too. */
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
        <DismissResolvedErrors />
        {children}
      </SnackbarProvider>
    </>
  );
}

/** The snackbar key of each error that is shown. */
const shownAs = new WeakMap<Error, SnackbarKey>();

type Try = Mutation<unknown, unknown>;

/**
 * Closes the error toasts of an action once a retry of it succeeds. Errors of attempts that ended after the retry began
 * stay, since the user may not have read them yet.
 */
function DismissResolvedErrors() {
  const { closeSnackbar } = useSnackbar();
  const changes = useContext(QueryClientContext)?.getMutationCache();
  useEffect(() => {
    const triesOf = new WeakMap<object, Try[]>();
    const failedBefore = new WeakMap<Try, Try[]>();
    return changes?.subscribe((event) => {
      if (event.type === "observerAdded") {
        const before = triesOf.get(event.observer) ?? [];
        failedBefore.set(
          event.mutation,
          before.filter(({ state }) => state.status === "error"),
        );
        triesOf.set(event.observer, [...before.filter(({ state }) => state.status !== "success"), event.mutation]);
      } else if (event.type === "updated" && event.action.type === "success") {
        for (const { state } of failedBefore.get(event.mutation) ?? []) {
          const key = state.error instanceof Error ? shownAs.get(state.error) : undefined;
          if (key !== undefined) {
            closeSnackbar(key);
          }
        }
      }
    });
  }, [changes, closeSnackbar]);
  return null;
}

/** Reports that something worked or failed, and offers actions for it. */
export function useToasts() {
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  return useMemo(() => {
    const withAction = (action: ToastAction | undefined) => {
      if (action === undefined) {
        return {};
      }
      let isPressed = false;
      const press = (key: SnackbarKey) => {
        closeSnackbar(key);
        // A second click may arrive while the toast fades.
        if (!isPressed) {
          isPressed = true;
          action.onPress();
        }
      };
      return {
        // The same text may come with a different action.
        key: `with-action-${(count += 1)}`,
        autoHideDuration: WITH_ACTION_MS,
        action: (key: SnackbarKey) => (
          <Button size="small" color="inherit" onClick={() => press(key)} sx={{ fontWeight: 700 }}>
            {action.label}
          </Button>
        ),
      };
    };
    const tell = (reason: unknown, action: ToastAction | undefined) => {
      const key = enqueueSnackbar(typeof reason === "string" ? reason : messageOf(reason), {
        variant: "error",
        autoHideDuration: 8000,
        ...withAction(action),
      });
      if (reason instanceof Error) {
        shownAs.set(reason, key);
      }
    };
    return {
      success: (text: string, action?: ToastAction) =>
        void enqueueSnackbar(text, { variant: "success", ...withAction(action) }),
      error: (reason: unknown) => tell(reason, undefined),
      errorWith: tell,
    };
  }, [enqueueSnackbar, closeSnackbar]);
}

let count = 0;
