import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import ListItemButton from "@mui/material/ListItemButton";
import ListSubheader from "@mui/material/ListSubheader";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import { type ReportInfo, reportsQuery } from "@/features/insights/analytics/api/reports";
import { RangePicker } from "@/features/insights/analytics/components/range-picker";
import { ReportCard } from "@/features/insights/analytics/components/report-card";
import { groupedReports } from "@/features/insights/analytics/report-groups";
import { useEvidence } from "@/features/insights/analytics/api/use-evidence";
import { useReportView } from "@/features/insights/analytics/use-report-view";
import { isUnreadable } from "@/shared/api/unreadable";
import { PageHeader } from "@/shared/components/page-header";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { useOrganizationData } from "@/shared/organization/organization";

/** Every report of the warehouse: a list of them, and the rows of the selected one. */
export function ReportsScreen() {
  const [view, change] = useReportView();
  const zone = useOrganizationData().data?.time_zone;
  const reports = useQuery(reportsQuery);
  const isKept = useEvidence();
  // A link opens its report whether or not it has rows.
  const groups = groupedReports(reports.data ?? [], (name) => name === view.report || isKept(name));
  const selected = reports.data?.find(({ name }) => name === view.report) ?? reports.data?.[0];
  return (
    <>
      <PageHeader
        title={t`Reports`}
        subtitle={
          <Trans>
            Performance of your codes as tables. The{" "}
            <Link component={RouterLink} to={paths.dataDictionary}>
              data dictionary
            </Link>{" "}
            explains every column.
          </Trans>
        }
        actions={zone ? <RangePicker range={view.range} zone={zone} onChange={(range) => change({ range })} /> : null}
      />
      {isUnreadable(reports) ? (
        <Card>
          <ErrorState
            title={t`The reports couldn’t be loaded`}
            error={reports.error}
            onRetry={() => void reports.refetch()}
          />
        </Card>
      ) : selected === undefined || zone === undefined ? (
        <Skeleton variant="rounded" height={480} aria-label={t`Loading`} />
      ) : (
        <Box
          sx={{
            display: "grid",
            gap: 3,
            gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "220px minmax(0, 1fr)" },
            alignItems: "start",
          }}
        >
          <ReportChoice groups={groups} selected={selected.name} onChoose={(report) => change({ report })} />
          <ReportCard report={selected} view={{ ...view, report: selected.name }} zone={zone} onChange={change} />
        </Box>
      )}
    </>
  );
}

interface ReportChoiceProps {
  groups: ReturnType<typeof groupedReports<ReportInfo>>;
  selected: string;
  onChoose: (name: string) => void;
}

/** A list next to the report on wide screens, otherwise a field above it. */
function ReportChoice({ groups, selected, onChoose }: ReportChoiceProps) {
  return (
    <>
      <Card component="nav" aria-label={t`Reports`} sx={{ display: { xs: "none", lg: "block" }, p: 1 }}>
        {groups.map(({ heading, reports }) => (
          <Box key={heading} role="group" aria-label={heading} sx={{ "& + &": { mt: 1 } }}>
            <Typography
              variant="overline"
              component="p"
              color="textSecondary"
              aria-hidden
              sx={{ px: 2, lineHeight: 2.2 }}
            >
              {heading}
            </Typography>
            {reports.map(({ name, title }) => (
              <ListItemButton
                key={name}
                selected={name === selected}
                aria-current={name === selected ? "page" : undefined}
                onClick={() => onChoose(name)}
                sx={{ borderRadius: 1.5, minHeight: 36, py: 0.5 }}
              >
                {title}
              </ListItemButton>
            ))}
          </Box>
        ))}
      </Card>
      <TextField
        select
        label={t`Report`}
        value={selected}
        onChange={(event) => onChoose(event.target.value)}
        sx={{ display: { lg: "none" } }}
      >
        {groups.flatMap(({ heading, reports }) => [
          <ListSubheader key={heading} sx={{ bgcolor: "transparent" }}>
            {heading}
          </ListSubheader>,
          ...reports.map(({ name, title }) => (
            <MenuItem key={name} value={name}>
              {title}
            </MenuItem>
          )),
        ])}
      </TextField>
    </>
  );
}
