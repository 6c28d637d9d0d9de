import Button from "@mui/material/Button";
import GlobalStyles from "@mui/material/GlobalStyles";
import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type Mutation, QueryClientContext } from "@tanstack/react-query";
import { type SnackbarKey, SnackbarProvider, useSnackbar } from "notistack";
import { type ReactNode, useContext, useEffect, useMemo } from "react";
import { messageOf } from "@/shared/api/errors";
import { usePortalContainer } from "@/shared/components/use-portal-container";

/** A button in a toast. It can be pressed once: the toast closes. */
export interface ToastAction {
  label: string;
  onPress: () => void;
}

/** Long enough to read, decide and reach the button; a pointer on the toast stops the time. */
const WITH_ACTION_MS = 12_000;

/** The library's own green is too pale for the white letters on it. */
function readableSuccess({ palette }: Theme) {
  const { main, contrastText } = palette.success;
  return {
    // Above a bar that floats at the lower edge.
    "body:has([data-floating-bar]) .waypost-toasts": { "@media (min-width: 600px)": { marginBottom: 64 } },
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
        <DismissResolvedErrors />
        {children}
      </SnackbarProvider>
    </>
  );
}

/** Under which key an error is shown. */
const shownAs = new WeakMap<Error, SnackbarKey>();

type Try = Mutation<unknown, unknown>;

/**
 * Closes the error toasts of an action once a retry of it succeeds.
 * Errors of attempts that ended after the retry began stay: nobody may have read them yet.
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

/** Says that something worked, or did not, and offers what can be done about it. */
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
        // A second click may come while the toast fades.
        if (!isPressed) {
          isPressed = true;
          action.onPress();
        }
      };
      return {
        // The same text again has another way back.
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
