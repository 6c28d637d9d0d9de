import { plural, t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { CodeActivity } from "@/features/codes/codes/api/code-activity";
import { Sparkline } from "@/features/codes/codes/components/sparkline";
import { useShownActivity } from "@/features/codes/codes/table-cells";
import type { Code } from "@/features/codes/codes/types";
import { formatDate } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";

/** Scans of the last 30 days: their number, and how they went. */
export function ScansCell({ codeId }: { codeId: string }) {
  const { activity, hasFailed } = useShownActivity(codeId);
  return activity === undefined ? (
    <Unknown hasFailed={hasFailed} />
  ) : (
    <Stack direction="row" spacing={1} sx={{ alignItems: "center" }}>
      <Typography variant="body2" sx={{ fontVariantNumeric: "tabular-nums", minWidth: 32 }}>
        {formatCount(activity.scans)}
      </Typography>
      {activity.scans > 0 ? <Sparkline values={activity.days} /> : null}
    </Stack>
  );
}

/** People of the last 30 days. */
export function PeopleCell({ codeId }: { codeId: string }) {
  const { activity, hasFailed } = useShownActivity(codeId);
  return activity === undefined ? <Unknown hasFailed={hasFailed} /> : <>{formatCount(activity.people)}</>;
}

/** When it was scanned last. */
export function LastScanCell({ codeId }: { codeId: string }) {
  const { activity, hasFailed } = useShownActivity(codeId);
  return activity === undefined ? <Unknown hasFailed={hasFailed} /> : <>{lastScanOf(activity)}</>;
}

/** The day of the last scan. */
function lastScanOf(activity: CodeActivity): string {
  // A day of the organisation's calendar, which no zone moves.
  return activity.last_scan_on === null ? t`Never` : formatDate(`${activity.last_scan_on}T00:00:00Z`, "UTC");
}

/** Whether other codes follow it, or it follows another. */
export function FamilyChip({ code, activity }: { code: Code; activity: CodeActivity | undefined }) {
  if (code.base_code_id) {
    return <Chip size="small" label={t`Child`} sx={{ height: 18 }} />;
  }
  if (!activity?.children) {
    return null;
  }
  const label = plural(activity.children, { one: "# child", other: "# children" });
  return <Chip size="small" label={label} sx={{ height: 18 }} />;
}

/** The same in a table, whose cells find their numbers themselves. */
export function FamilyCell({ code }: { code: Code }) {
  return <FamilyChip code={code} activity={useShownActivity(code.code_id).activity} />;
}

/** The first tags, and how many more there are. */
export function TagChips({ tags, most = 2 }: { tags: readonly string[]; most?: number }) {
  return (
    <Stack direction="row" spacing={0.5} title={tags.join(", ")} sx={{ minWidth: 0, overflow: "hidden" }}>
      {tags.slice(0, most).map((tag) => (
        <Chip key={tag} size="small" variant="outlined" label={tag} sx={{ height: 20, minWidth: 0 }} />
      ))}
      {tags.length > most ? (
        <Typography variant="caption" color="textSecondary">
          +{tags.length - most}
        </Typography>
      ) : null}
    </Stack>
  );
}

function Unknown({ hasFailed }: { hasFailed: boolean }) {
  return hasFailed ? (
    <Tooltip title={t`Not available: scan numbers could not be loaded`}>
      <Typography variant="body2" color="textSecondary" component="span" role="img" aria-label={t`Not available`}>
        –
      </Typography>
    </Tooltip>
  ) : (
    <Skeleton variant="text" width={48} />
  );
}
