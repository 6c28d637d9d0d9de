import { t } from "@lingui/core/macro";
import { lazy, Suspense, useState } from "react";
import type { ExportChoice } from "@/features/insights/analytics/components/export-form";
import { ICONS } from "@/features/insights/analytics/head-icons";
import { PlainIconButton } from "@/shared/components/plain-button";

const ExportForm = lazy(() => import("@/features/insights/analytics/components/export-form"));

/** Saves any table of the dashboard, with a choice of table, range and format. */
export function ExportDialog(choice: ExportChoice) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <PlainIconButton icon={ICONS.download} label={t`Export data`} hint={t`Export`} onClick={() => setIsOpen(true)} />
      {isOpen ? (
        <Suspense fallback={null}>
          <ExportForm {...choice} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
