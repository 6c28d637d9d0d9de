import { t } from "@lingui/core/macro";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { memo, useState } from "react";
import { ICONS } from "@/features/insights/analytics/head-icons";
import { PlainIconButton } from "@/shared/components/plain-button";
import { setPrinting } from "@/shared/components/printing";

const POLL_MS = 100;
/** Data that has not arrived after so many polls is printed as it is. */
const MAX_POLLS = 100;
const UNFINISHED = "main .MuiSkeleton-root, main [data-drawn=false]";

/** Prints the whole dashboard, including cards that have not been rendered yet. */
export const PrintButton = memo(function PrintButton() {
  const cache = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const print = async () => {
    setBusy(true);
    setPrinting(true);
    await whenRendered(cache);
    setBusy(false);
    window.print();
    setPrinting(false);
  };
  return (
    <PlainIconButton
      icon={ICONS.print}
      label={t`Print or save as PDF`}
      disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => void print()}
    />
  );
});

async function whenRendered(cache: QueryClient): Promise<void> {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    await new Promise((done) => setTimeout(done, POLL_MS));
    if (cache.isFetching({ queryKey: ["analytics"] }) === 0 && document.querySelector(UNFINISHED) === null) {
      return;
    }
  }
}
