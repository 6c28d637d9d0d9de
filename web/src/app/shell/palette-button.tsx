import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useState } from "react";
import { PlainIcon } from "@/shared/components/plain-icon";
import { useWasOpen } from "@/shared/components/use-was-open";
import { useOrganizationData } from "@/shared/organization/organization";

const LENS =
  "M15.5 14h-.79l-.28-.27C15.41 12.59 16 11.11 16 9.5 16 5.91 13.09 3 9.5 3S3 5.91 3 9.5 5.91 16 9.5 16c1.61 0 3.09-.59 4.23-1.57l.27.28v.79l5 4.99L20.49 19zm-6 0C7.01 14 5 11.99 5 9.5S7.01 5 9.5 5 14 7.01 14 9.5 11.99 14 9.5 14";
const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform);

// Loaded on demand, because most visits to the app do not open it.
const PaletteHost = lazy(() => import("@/app/shell/palette/palette-host"));

/** Opens the command palette, as Ctrl-K and Cmd-K do. */
export function PaletteButton() {
  const [open, setOpen] = useState(false);
  const wasOpen = useWasOpen(open);
  const isMember = useOrganizationData().data !== undefined;
  useEffect(() => {
    if (!isMember) {
      return undefined;
    }
    const press = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (isShortcut && !event.shiftKey && !event.altKey && !event.defaultPrevented) {
        event.preventDefault(); // the browser's own search
        setOpen((isOpen) => isOpen || document.querySelector('[role="dialog"]') === null);
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [isMember]);
  if (!isMember) {
    return null;
  }
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-label={t`Search and commands`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <PlainIcon path={LENS} size={20} />
        <span className="words">
          <Trans>Search</Trans>
        </span>
        <kbd className="words" data-keys={IS_MAC ? "⌘K" : "Ctrl K"} />
      </button>
      {wasOpen ? (
        <Suspense fallback={null}>
          <PaletteHost open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
