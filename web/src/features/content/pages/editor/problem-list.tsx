import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useEffect, useRef } from "react";
import { labelOf } from "@/blocks/samples";
import type { BlockType } from "@/blocks/types";
import { usePuckState } from "@/features/content/pages/editor/puck-config";
import { placeOf, type ProblemPlace } from "@/features/content/pages/editor/reveal";
import { AUDIENCE_SETTINGS, PAGE_SETTINGS, type Setting, SETTINGS } from "@/features/content/pages/editor/settings";

const MAX_SHOWN = 8;

/** Returns an error with the name of its field. */
function named(settings: readonly Setting[], prop: string | undefined, text: string): string {
  const label = settings.find((setting) => setting.name === prop)?.label;
  return label === undefined ? text.charAt(0).toUpperCase() + text.slice(1) : `${t(label)}: ${text}`;
}

const rankOf = (path: string) => placeOf(path)?.index ?? -1;

interface ProblemListProps {
  problems: Readonly<Record<string, string>>;
  /** Whether the problems prevent publication, and not saving. */
  isToPublish: boolean;
  /** Opens the setting that has the problem. */
  onOpen: (place: ProblemPlace) => void;
  /** Creates a code for the page. Undefined while one is being created. */
  onMakeCode: (() => void) | undefined;
}

/** The problems that prevent saving or publishing a page, with a link to each setting and a fix if there is one. */
export function ProblemList({ problems, isToPublish, onOpen, onMakeCode }: ProblemListProps) {
  const content = usePuckState((state) => state.appState.data.content);
  // In the order of the page.
  const entries = Object.entries(problems).sort(([one], [other]) => rankOf(one) - rankOf(other));
  const box = useRef<HTMLDivElement>(null);
  const isShown = entries.length > 0;
  useEffect(() => {
    if (isShown) {
      box.current?.scrollIntoView({ block: "nearest" });
    }
  }, [isShown]);
  if (!isShown) {
    return null;
  }
  return (
    <Alert ref={box} severity="error" sx={{ mb: 2, "& .MuiAlert-message": { width: "100%" } }}>
      {isToPublish ? t`Fix these problems to publish:` : t`Fix these problems to save:`}
      {entries.slice(0, MAX_SHOWN).map(([path, text]) => {
        const place = placeOf(path);
        const type = place?.index == null ? undefined : (content[place.index]?.type as BlockType | undefined);
        const settings = type === undefined ? PAGE_SETTINGS : [...SETTINGS[type], ...AUDIENCE_SETTINGS];
        return (
          <Box key={path} sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1 }}>
            {place === undefined || (type === undefined && place.index !== null) ? null : (
              <Button
                size="small"
                color="inherit"
                sx={{ minHeight: 28, minWidth: 0, px: 0.5, mx: -0.5, textDecoration: "underline" }}
                onClick={() => onOpen(place)}
              >
                {type === undefined ? t`Page` : labelOf(type)}
              </Button>
            )}
            <span>{named(settings, place?.setting, text)}</span>
            {place?.setting === "poll_id" ? (
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                sx={{ minHeight: 28 }}
                aria-disabled={onMakeCode === undefined}
                onClick={onMakeCode}
              >
                {onMakeCode === undefined ? t`Creating a code…` : t`Create a code for this page`}
              </Button>
            ) : null}
          </Box>
        );
      })}
      {entries.length > MAX_SHOWN ? (
        <div>
          <Trans>And {entries.length - MAX_SHOWN} more.</Trans>
        </div>
      ) : null}
    </Alert>
  );
}
