import { Trans } from "@lingui/react/macro";
import Typography from "@mui/material/Typography";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { type Dimension, dimensionsAmong, headingOf, isProperty } from "@/features/insights/analytics/dimensions";
import { formatChoices } from "@/shared/format/lists";

const OF_CODES: readonly Dimension[] = ["code", "base_code", "folder", "placement"];

/** Returns the active filters that visitor-level data can't apply, because it is stored by code only. */
export function unsupportedFilters(question: QueryInput): Dimension[] {
  const active = Object.entries(question.filters ?? {}).filter(([, values]) => values.length > 0);
  return dimensionsAmong(active.map(([name]) => name)).filter((one) => !OF_CODES.includes(one) && !isProperty(one));
}

/** Explains why a card ignores some filters. */
export function UnsupportedFilters({ what, dimensions }: { what: string; dimensions: readonly Dimension[] }) {
  const names = dimensions.map((one) => headingOf(one).replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()));
  return (
    <Typography variant="body2" color="textSecondary" sx={{ py: 4, textAlign: "center" }}>
      <Trans>
        {what} can’t be filtered by {formatChoices(names)}
      </Trans>
    </Typography>
  );
}
