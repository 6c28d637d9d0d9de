import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import { useContext } from "react";
import { AnalyticsSourceContext } from "@/features/insights/analytics/api/analytics-source";
import { type Dimension, dimensionsAmong, filterText, labelOf } from "@/features/insights/analytics/dimensions";
import type { AnalyticsView } from "@/features/insights/analytics/filters";
import type { Answer } from "@/features/insights/analytics/metrics";
import { useCodeNames } from "@/shared/codes/code-names";
import { useFolderNames } from "@/shared/folders/folder-names";

interface FilterChipsProps {
  view: AnalyticsView;
  /** Rows by dimension, whose labels name the filter values. */
  rows: Answer["breakdowns"] | undefined;
  /** Dimensions that the whole screen is filtered by, which need no chip. */
  hidden?: readonly Dimension[];
  onRemove: (dimension: Dimension, value: string) => void;
  onClear: () => void;
  /** Switches back to the current groups of codes. Undefined if the reader cannot choose that. */
  onNow?: () => void;
}

/** The active filters. */
export function FilterChips({ view, rows, hidden = [], onRemove, onClear, onNow }: FilterChipsProps) {
  const active = dimensionsAmong(Object.keys(view.filters))
    .filter((dimension) => !hidden.includes(dimension))
    .flatMap((dimension) => (view.filters[dimension] ?? []).map((value) => ({ dimension, value })));
  const known = new Map(
    [...(rows?.["base_code"] ?? []), ...(rows?.["code"] ?? [])].map((row) => [row.key, row.label ?? row.key]),
  );
  const pages = new Map(rows?.["page"]?.map((row) => [row.key, row.label ?? row.key]));
  const codes = active
    .filter(({ dimension }) => dimension === "code" || dimension === "base_code")
    .map(({ value }) => value.replace(/^-/, ""));
  const { isMember } = useContext(AnalyticsSourceContext);
  const names = useCodeNames(isMember && codes.some((code) => !known.has(code)));
  const folders = useFolderNames(isMember && active.some(({ dimension }) => dimension === "folder"));
  const isAtEventTime = view.asOf === "at_event_time" && onNow !== undefined;
  if (active.length === 0 && !isAtEventTime) {
    return null;
  }
  return (
    <Stack
      direction="row"
      spacing={1}
      useFlexGap
      sx={{ flexWrap: "wrap", mb: 2.5, alignItems: "center" }}
      aria-label={t`Filters`}
    >
      {active.map(({ dimension, value }) => {
        const excluded = value.startsWith("-");
        const plain = excluded ? value.slice(1) : value;
        const code = known.get(plain) ?? names.get(plain);
        const named = { code, base_code: code, folder: folders.get(plain), page: pages.get(plain) };
        const name =
          (dimension in named ? named[dimension as keyof typeof named] : undefined) ?? labelOf(dimension, plain);
        const text = filterText(dimension, name, excluded);
        return (
          <Chip
            key={`${dimension}${value}`}
            label={text}
            title={text}
            color={excluded ? "default" : "primary"}
            variant="outlined"
            onDelete={() => onRemove(dimension, value)}
            sx={{ maxWidth: "min(100%, 340px)" }}
          />
        );
      })}
      {isAtEventTime ? (
        <Chip
          label={t`Folders and placements at event time`}
          variant="outlined"
          color="primary"
          onDelete={onNow}
          sx={{ maxWidth: "100%" }}
        />
      ) : null}
      <Button size="small" onClick={onClear}>
        <Trans>Clear all</Trans>
      </Button>
    </Stack>
  );
}
