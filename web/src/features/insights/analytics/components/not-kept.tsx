import Typography from "@mui/material/Typography";
import type { Question } from "@/features/insights/analytics/api/get-analytics";
import { type Dimension, dimensionsAmong, headingOf, isProperty } from "@/features/insights/analytics/dimensions";

const OF_CODES: readonly Dimension[] = ["code", "base_code", "folder", "placement"];

/** The filters of a question that what is kept of each visitor knows nothing of: it knows their codes alone. */
export function notKept(question: Question): Dimension[] {
  const asked = Object.entries(question.filters ?? {}).filter(([, values]) => values.length > 0);
  return dimensionsAmong(asked.map(([name]) => name)).filter((one) => !OF_CODES.includes(one) && !isProperty(one));
}

/** Says why something does not follow the filters. */
export function NotKept({ what, dimensions }: { what: string; dimensions: readonly Dimension[] }) {
  const names = dimensions.map((one) => headingOf(one).replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()));
  return (
    <Typography variant="body2" color="textSecondary" sx={{ py: 4, textAlign: "center" }}>
      {what} is kept by code, and can’t be narrowed by {names.join(" or ")}
    </Typography>
  );
}
