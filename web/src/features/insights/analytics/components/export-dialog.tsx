import { lazy, Suspense, useState } from "react";
import type { ExportChoice } from "@/features/insights/analytics/components/export-form";
import { ICONS } from "@/features/insights/analytics/head-icons";
import { PlainButton, PlainIconButton } from "@/shared/components/plain-button";

const ExportForm = lazy(() => import("@/features/insights/analytics/components/export-form"));

interface ExportDialogProps extends ExportChoice {
  /** Stands in the head of the page as a sign alone. */
  isSign?: boolean;
}

/** Saves any table of the dashboard: which one, of which range, in which format. */
export function ExportDialog({ isSign = false, ...choice }: ExportDialogProps) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  return (
    <>
      {isSign ? (
        <PlainIconButton icon={ICONS.download} label="Export data" hint="Export" onClick={open} />
      ) : (
        <PlainButton icon={ICONS.download} onClick={open}>
          Export
        </PlainButton>
      )}
      {isOpen ? (
        <Suspense fallback={null}>
          <ExportForm {...choice} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
