import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import { useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useEffect, useRef, useState } from "react";
import { matchingCodes, MAX_SELECTED } from "@/features/codes/codes/api/match-codes";
import type { ListCodes } from "@/features/codes/codes/types";
import { useToasts } from "@/shared/components/toasts";
import { formatCount } from "@/shared/format/numbers";

interface ChooseAllProps {
  selectedCount: number;
  body: Partial<ListCodes>;
  total: number;
  busy: boolean;
  onAsking: (isAsking: boolean) => void;
  onSelect: (ids: ReadonlySet<string>) => void;
}

/** Selects everything that the list matches, on all pages. */
export function SelectAll({ selectedCount, body, total, busy, onAsking, onSelect }: ChooseAllProps) {
  const [isAsking, setAsking] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const toasts = useToasts();
  const hasRoom = useMediaQuery(useTheme().breakpoints.up("sm"));
  // The list changed or nothing is selected any more, so a pending response is obsolete.
  useEffect(() => () => stop.current?.abort(), []);
  const most = Math.min(total, MAX_SELECTED);
  if (selectedCount >= most && !isAsking) {
    return null;
  }
  const choose = async () => {
    const controller = new AbortController();
    stop.current = controller;
    setAsking(true);
    onAsking(true);
    try {
      const { ids, total: matching } = await matchingCodes(body, controller.signal);
      if (!controller.signal.aborted) {
        onSelect(ids);
        if (matching > ids.size) {
          toasts.success(
            t`The first ${formatCount(ids.size)} of ${formatCount(matching)} codes are selected. You can’t change more at once.`,
          );
        }
      }
    } catch (error) {
      if (!controller.signal.aborted) {
        toasts.error(error);
      }
    } finally {
      setAsking(false);
      onAsking(false);
    }
  };
  const [label, short] =
    total > MAX_SELECTED
      ? [t`Select the first ${formatCount(most)}`, t`First ${formatCount(most)}`]
      : [t`Select all ${formatCount(most)}`, t`All ${formatCount(most)}`];
  return (
    <Button
      size="small"
      aria-label={isAsking ? undefined : label}
      disabled={busy || isAsking}
      onClick={() => void choose()}
      // On a phone the actions next to it need the space.
      sx={{ minWidth: 0 }}
    >
      {isAsking ? t`Selecting…` : hasRoom ? label : short}
    </Button>
  );
}
