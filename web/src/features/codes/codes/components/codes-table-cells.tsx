import { t } from "@lingui/core/macro";
import BarChartIcon from "@mui/icons-material/BarChart";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Tooltip from "@mui/material/Tooltip";
import { type ReactNode, useContext } from "react";
import { Link } from "react-router";
import { familyOf } from "@/features/codes/codes/components/code-activity";
import { destinationOf, kindIcon, KIND_NAMES, stateLabel } from "@/features/codes/codes/components/code-labels";
import { CodeMenu } from "@/features/codes/codes/components/code-menu";
import { Sparkline } from "@/shared/components/charts/sparkline";
import { TableCells, useShownActivity } from "@/features/codes/codes/table-cells";
import type { Code } from "@/features/codes/codes/types";
import { CopyIconButton } from "@/shared/components/copy-button";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";
import { dragCodes } from "@/shared/folders/dragging";

const chip = (color: string) => ({ color: `${color}.main`, borderColor: `${color}.main` });

/**
 * Styles of the cells, which are plain elements under one style sheet: a row has thirty of them, and when many rows
 * scroll, each component with its own styles costs a frame.
 */
const LOOK = {
  "& .code": { display: "flex", alignItems: "center", gap: 1.5, minWidth: 0, "& > div": { minWidth: 0 } },
  "& .code img": {
    width: 40,
    height: 40,
    flexShrink: 0,
    objectFit: "contain",
    borderRadius: 1.5,
    bgcolor: "common.white",
    border: 1,
    borderColor: "divider",
  },
  // Names with the same beginning must remain distinguishable.
  "& .code-name": {
    typography: "subtitle2",
    color: "text.primary",
    textDecoration: "none",
    display: "-webkit-box",
    WebkitBoxOrient: "vertical",
    WebkitLineClamp: 2,
    overflow: "hidden",
    overflowWrap: "anywhere",
    whiteSpace: "normal",
    lineHeight: 1.3,
  },
  "& .cut": { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  "& .second": { color: "text.secondary" },
  "& .line": { display: "flex", alignItems: "center", gap: 0.75, minWidth: 0, overflow: "hidden" },
  "& .code .line": { typography: "caption" },
  "& .scans": { gap: 1, "& > span": { minWidth: 32 } },
  "& .scans, & .count": { fontVariantNumeric: "tabular-nums" },
  "& .chip": {
    display: "inline-flex",
    alignItems: "center",
    gap: 0.5,
    height: 24,
    px: 1,
    border: 1,
    borderColor: "divider",
    borderRadius: 4,
    fontSize: "0.8125rem",
    fontWeight: 500,
    whiteSpace: "nowrap",
    "& svg": { fontSize: 18, ml: -0.5, color: "text.secondary" },
  },
  "& .chip.low": { height: 20, minWidth: 0 },
  "& .chip.filled": { height: 18, border: 0, bgcolor: "action.selected" },
  "& .chip.error": chip("error"),
  "& .chip.warning": chip("warning"),
  "& .chip.info": chip("info"),
  "& .chip.success": chip("success"),
  "& .actions": { ml: "auto" },
  "& .action": {
    display: "inline-flex",
    p: "5px",
    borderRadius: "50%",
    color: "action.active",
    verticalAlign: "middle",
    "&:hover": { bgcolor: "action.hover" },
    "&:focus-visible": { outline: "2px solid var(--mui-palette-primary-main)", outlineOffset: -2 },
  },
} as const;

/** Wraps the table and styles its cells. */
export function CellLook({ children }: { children: ReactNode }) {
  return (
    <Box sx={LOOK} className="codes-table">
      {children}
    </Box>
  );
}

/** A code's picture, name and destination. It can be dragged into a folder together with all other selected codes. */
export function NameCell({ code }: { code: Code }) {
  const { selected } = useContext(TableCells);
  const family = familyOf(code, useShownActivity(code.code_id).activity);
  const destination = destinationOf(code);
  return (
    <div
      className="code"
      draggable={selected !== undefined}
      onDragStart={(event) => dragCodes(event, selected?.has(code.code_id) ? [...selected] : [code.code_id])}
    >
      <img src={code.svg_url} alt={t`QR code of ${code.name}`} loading="lazy" draggable={false} />
      <div>
        <Link className="code-name" to={paths.showCode(code.code_id)} draggable={false} title={code.name}>
          {code.name}
        </Link>
        <div className="line">
          <span className="cut second" title={destination}>
            {code.short_url} → {destination}
          </span>
          {family === null ? null : <span className="chip filled">{family}</span>}
        </div>
      </div>
    </div>
  );
}

/** The kind of content that the code opens. */
export function KindCell({ kind }: { kind: Code["type"] }) {
  return (
    <span className="chip">
      {kindIcon(kind)}
      {t(KIND_NAMES[kind])}
    </span>
  );
}

/** The scans of the last 30 days: their number and their trend. */
export function ScansCell({ codeId }: { codeId: string }) {
  const { activity, hasFailed } = useShownActivity(codeId);
  return activity === undefined ? (
    <Unknown hasFailed={hasFailed} />
  ) : (
    <div className="line scans">
      <span>{formatCount(activity.scans)}</span>
      {activity.scans > 0 ? <Sparkline values={activity.days} /> : null}
    </div>
  );
}

/** The people of the last 30 days. */
export function PeopleCell({ codeId }: { codeId: string }) {
  const { activity, hasFailed } = useShownActivity(codeId);
  return activity === undefined ? (
    <Unknown hasFailed={hasFailed} />
  ) : (
    <span className="count">{formatCount(activity.people)}</span>
  );
}

/** The day of the last scan. It is a day in the organisation's calendar, so no time zone is applied. */
export function LastScanCell({ codeId }: { codeId: string }) {
  const { activity, hasFailed } = useShownActivity(codeId);
  if (activity === undefined) {
    return <Unknown hasFailed={hasFailed} />;
  }
  return <>{activity.last_scan_on === null ? t`Never` : formatDate(`${activity.last_scan_on}T00:00:00Z`, "UTC")}</>;
}

/** The first tags, and the number of the others. */
export function TagsCell({ tags, most = 2 }: { tags: readonly string[]; most?: number }) {
  return tags.length === 0 ? null : (
    <div className="line" title={tags.join(", ")}>
      {tags.slice(0, most).map((tag) => (
        <span key={tag} className="chip low">
          <span className="cut">{tag}</span>
        </span>
      ))}
      {tags.length > most ? <span className="second">+{tags.length - most}</span> : null}
    </div>
  );
}

/** The destination of a code, in one line. */
export function DestinationCell({ code }: { code: Code }) {
  const destination = destinationOf(code);
  return (
    <span className="cut second" title={destination}>
      {destination}
    </span>
  );
}

/** The current state of the code. */
export function StateCell({ code }: { code: Code }) {
  const { color, label } = stateLabel(code);
  return <span className={`chip ${color}`}>{label}</span>;
}

/** The most frequent actions for a code, and the menu of all others. */
export function ActionsCell({ code }: { code: Code }) {
  return (
    // Clicks here are meant for the buttons, not for the row.
    <div role="presentation" className="actions" onClick={(click) => click.stopPropagation()}>
      <CopyIconButton text={code.url} label={t`Copy link`} />
      <Link
        className="action"
        to={paths.codeAnalytics(code.code_id)}
        aria-label={t`Analytics for ${code.name}`}
        title={t`Analytics`}
      >
        <BarChartIcon fontSize="small" />
      </Link>
      <CodeMenu code={code} />
    </div>
  );
}

function Unknown({ hasFailed }: { hasFailed: boolean }) {
  return hasFailed ? (
    <Tooltip title={t`Not available: scan counts couldn’t be loaded`}>
      <span className="second" role="img" aria-label={t`Not available`}>
        –
      </span>
    </Tooltip>
  ) : (
    <Skeleton variant="text" width={48} />
  );
}
