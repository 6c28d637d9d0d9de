import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { memo } from "react";
import { DASHBOARD_TABS, type DashboardTab } from "@/features/insights/analytics/filters";
import { FINGER, TOUCH } from "@/shared/theme/touch";

const LABELS: Readonly<Record<DashboardTab, MessageDescriptor>> = {
  overview: msg`Overview`,
  journeys: msg`Journeys`,
  times: msg`Time of day`,
  map: msg`Map`,
  cross: msg`Cross table`,
  live: msg`Right now`,
  events: msg`Events`,
  changes: msg`Changes`,
};

/** The ID of the panel that the tabs control. */
export const PANEL = "analytics-panel";

/** Returns the ID of a tab, which labels its panel. */
export function tabId(tab: DashboardTab): string {
  return `analytics-tab-${tab}`;
}

/** The tabs of the dashboard. */
export const DashboardTabs = memo(function DashboardTabs({
  tab,
  onTab,
}: {
  tab: DashboardTab;
  onTab: (tab: DashboardTab) => void;
}) {
  return (
    <Tabs
      value={tab}
      onChange={(_, next: DashboardTab) => onTab(next)}
      variant="scrollable"
      scrollButtons={false}
      aria-label={t`Dashboard sections`}
      sx={TABS}
    >
      {DASHBOARD_TABS.map((one) => (
        <Tab
          key={one}
          value={one}
          id={tabId(one)}
          aria-controls={one === tab ? PANEL : undefined}
          label={t(LABELS[one])}
        />
      ))}
    </Tabs>
  );
});

const TABS = {
  minHeight: 40,
  borderBottom: 1,
  borderColor: "divider",
  "& .MuiTab-root": { minHeight: 40, minWidth: 0, px: 1.5, [TOUCH]: { minHeight: FINGER, minWidth: FINGER } },
} as const;
