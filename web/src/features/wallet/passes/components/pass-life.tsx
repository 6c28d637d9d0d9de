import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import { passLifeQuery } from "@/features/wallet/passes/api/passes";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatCount } from "@/shared/format/numbers";

const STEPS = ["installed", "updated", "fetched", "stale", "removed"] as const;
type Step = (typeof STEPS)[number];
type Row = Readonly<Record<string, unknown>>;

interface TemplateLife {
  id: string;
  name: string | null;
  counts: Record<Step, number>;
}

/** Sums daily rows by template, those with most installs first. */
function byTemplate(rows: readonly Row[]): TemplateLife[] {
  const found = new Map<string, TemplateLife>();
  for (const row of rows) {
    const id = textIn(row, "template_id") ?? "";
    const life = found.get(id) ?? {
      id,
      name: textIn(row, "template_name"),
      counts: { installed: 0, updated: 0, fetched: 0, stale: 0, removed: 0 },
    };
    for (const step of STEPS) {
      life.counts[step] += Number(row[step] ?? 0);
    }
    found.set(id, life);
  }
  return [...found.values()].sort((one, other) => other.counts.installed - one.counts.installed);
}

function textIn(row: Row, name: string) {
  const value = row[name];
  return typeof value === "string" && value !== "" ? value : null;
}

/** Shows statistics of passes in the last 30 days, by template. It is empty before the first pass. */
export function PassLife() {
  const report = useQuery(passLifeQuery());
  if (report.isError) {
    return (
      <Card sx={{ mt: 2 }}>
        <ErrorState compact error={report.error} onRetry={() => void report.refetch()} />
      </Card>
    );
  }
  const lives = byTemplate(report.data?.rows ?? []);
  if (lives.length === 0) {
    return null;
  }
  const titles: Record<Step, string> = {
    installed: t`Installed`,
    updated: t`Updated`,
    fetched: t`Fetched`,
    stale: t`Stale`,
    removed: t`Removed`,
  };
  return (
    <Card component="section" aria-label={t`Last 30 days`} sx={{ mt: 2, p: { xs: 2, md: 3 }, minWidth: 0 }}>
      <Typography variant="h6" component="h2">
        <Trans>Last 30 days</Trans>
      </Typography>
      <Typography variant="body2" color="textSecondary">
        <Trans>
          A change that no phone has fetched within a day is stale. A removed pass can mean that a customer is leaving.
        </Trans>
      </Typography>
      <Box
        tabIndex={0}
        role="region"
        aria-label={t`Passes by template`}
        sx={{ overflowX: "auto", mt: 1, "& td, & th": { whiteSpace: "nowrap", px: 1 } }}
      >
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{t`Template`}</TableCell>
              {STEPS.map((step) => (
                <TableCell key={step} align="right">
                  {titles[step]}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {lives.map(({ id, name, counts }) => (
              <TableRow key={id}>
                <TableCell>{name ?? (id === "" ? t`Without a template` : t`Deleted template`)}</TableCell>
                {STEPS.map((step) => (
                  <TableCell key={step} align="right" sx={{ fontVariantNumeric: "tabular-nums" }}>
                    {formatCount(counts[step])}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      <Link
        component={RouterLink}
        to={`${paths.reports}?report=pass_templates&interval=30day`}
        variant="body2"
        sx={{ display: "inline-block", mt: 1.5 }}
      >
        <Trans>Daily report</Trans>
      </Link>
    </Card>
  );
}
