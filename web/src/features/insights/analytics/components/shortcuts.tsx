import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useEffect, useId, useRef, useState } from "react";
import type { AnalyticsView } from "@/features/insights/analytics/filters";
import { ICONS } from "@/features/insights/analytics/head-icons";
import { rangeLabel } from "@/features/insights/analytics/ranges";
import { RANGE_KEYS, shortcutOf } from "@/features/insights/analytics/shortcuts";
import { PlainIconButton } from "@/shared/components/plain-button";
import { useWasOpen } from "@/shared/components/use-was-open";

const ACTIONS: readonly (readonly [string, MessageDescriptor])[] = [
  ["v", msg`Saved views`],
  ["[", msg`Previous saved view`],
  ["]", msg`Next saved view`],
  ["c", msg`Toggle comparison with the previous period`],
  ["x", msg`Clear filters`],
  ["?", msg`Show keyboard shortcuts`],
];

interface ShortcutsProps {
  view: AnalyticsView;
  onChange: (changes: Partial<AnalyticsView>) => void;
  /** Opens the menu of views, or selects the next or previous view. */
  onViews: (step: "open" | -1 | 1) => void;
}

/** Keyboard shortcuts for ranges and views, and the list of them. */
export function Shortcuts({ view, onChange, onViews }: ShortcutsProps) {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasOpen(isOpen);
  const titleId = useId();
  const act = (key: string): boolean => {
    const interval = RANGE_KEYS[key];
    if (interval !== undefined) {
      onChange({ range: { kind: "preset", interval }, granularity: null });
    } else if (key === "c") {
      onChange({ compare: view.compare === "none" ? "previous" : "none" });
    } else if (key === "x") {
      onChange({ filters: {} });
    } else if (key === "v") {
      onViews("open");
    } else if (key === "[" || key === "]") {
      onViews(key === "[" ? -1 : 1);
    } else if (key === "?") {
      setOpen(true);
    } else {
      return false;
    }
    return true;
  };
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = shortcutOf(event);
      if (key !== null && latest.current(key)) {
        event.preventDefault();
      }
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <PlainIconButton
        className="plain-icon-button only-wide"
        icon={ICONS.keyboard}
        label={t`Keyboard shortcuts`}
        hint={t`Keyboard shortcuts (?)`}
        onClick={() => setOpen(true)}
      />
      {wasOpen ? (
        <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby={titleId} maxWidth="sm" fullWidth>
          <DialogTitle id={titleId} sx={{ typography: "h5" }}>
            <Trans>Keyboard shortcuts</Trans>
          </DialogTitle>
          <DialogContent>
            <Box
              component="dl"
              sx={{ m: 0, display: "grid", columnGap: 4, rowGap: 1, gridTemplateColumns: { sm: "1fr 1fr" } }}
            >
              {Object.entries(RANGE_KEYS).map(([key, interval]) => (
                <Line key={key} letter={key} words={rangeLabel(interval)} />
              ))}
              {ACTIONS.map(([key, words]) => (
                <Line key={key} letter={key} words={t(words)} />
              ))}
            </Box>
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2.5 }}>
            <Button onClick={() => setOpen(false)}>
              <Trans>Close</Trans>
            </Button>
          </DialogActions>
        </Dialog>
      ) : null}
    </>
  );
}

function Line({ letter, words }: { letter: string; words: string }) {
  return (
    <Box sx={{ display: "flex", gap: 1.5, alignItems: "center" }}>
      <Box component="dt">
        <Box
          component="kbd"
          sx={{
            display: "inline-block",
            minWidth: 28,
            px: 0.75,
            py: 0.25,
            textAlign: "center",
            border: 1,
            borderColor: "divider",
            borderRadius: 1,
            bgcolor: "action.hover",
            fontFamily: "monospace",
            fontSize: 14,
          }}
        >
          {letter}
        </Box>
      </Box>
      <Box component="dd" sx={{ m: 0, typography: "body2" }}>
        {words}
      </Box>
    </Box>
  );
}
