import Button from "@mui/material/Button";
import { useEffect, useRef, useState } from "react";
import { matchingCodes, MAX_SELECTED } from "@/features/codes/codes/api/match-codes";
import type { ListCodes } from "@/features/codes/codes/types";
import { useToasts } from "@/shared/components/toasts";

interface ChooseAllProps {
  selectedCount: number;
  body: Partial<ListCodes>;
  total: number;
  busy: boolean;
  onAsking: (isAsking: boolean) => void;
  onSelect: (ids: ReadonlySet<string>) => void;
}

/** Chooses what the list matches over all its pages. */
export function SelectAll({ selectedCount, body, total, busy, onAsking, onSelect }: ChooseAllProps) {
  const [isAsking, setAsking] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const toasts = useToasts();
  // Another list, or nothing chosen any more: what is still on its way is not wanted.
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
            `The first ${count(ids.size)} of ${count(matching)} codes are selected. You can’t change more at once`,
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
  return (
    <Button size="small" disabled={busy || isAsking} onClick={() => void choose()}>
      {isAsking ? "Selecting…" : total > MAX_SELECTED ? `Select the first ${count(most)}` : `Select all ${count(most)}`}
    </Button>
  );
}

function count(number: number): string {
  return number.toLocaleString("en");
}
