import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Badge from "@mui/material/Badge";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { lockQuery } from "@/features/promotions/promo-locks/api/queries";
import { Alarms } from "@/features/promotions/promo-locks/components/alarms";
import { LockSettingsCard } from "@/features/promotions/promo-locks/components/lock-settings";
import { MasterKeyTab } from "@/features/promotions/promo-locks/components/master-key";
import { PromoCodes } from "@/features/promotions/promo-locks/components/promo-codes";
import { UsageLog } from "@/features/promotions/promo-locks/components/usage-log";
import { TABS, useLockView } from "@/features/promotions/promo-locks/use-lock-view";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

interface LockPanelProps {
  codeId: string;
  publicUrl: string;
  zone: string;
}

/** The promo lock of a code, with all its settings and data. */
export function LockPanel({ codeId, publicUrl, zone }: LockPanelProps) {
  const view = useLockView();
  const { role } = useOrganization();
  const lock = useQuery(lockQuery(codeId));
  if (lock.isPending) {
    return (
      <Stack spacing={3} aria-busy="true">
        <Skeleton variant="rounded" height={220} />
        <Skeleton variant="rounded" height={320} />
      </Stack>
    );
  }
  if (isUnreadable(lock)) {
    return <ErrorState error={lock.error} onRetry={() => void lock.refetch()} />;
  }
  const overview = lock.data;
  const mayEdit = reaches(role, "editor");
  const tabs = {
    codes: (
      <PromoCodes codeId={codeId} publicUrl={publicUrl} zone={zone} overview={overview} mayEdit={mayEdit} view={view} />
    ),
    uses: <UsageLog codeId={codeId} zone={zone} view={view} />,
    key: (
      <MasterKeyTab
        codeId={codeId}
        zone={zone}
        hasCodes={overview.batches.length > 0}
        mayManage={reaches(role, "admin")}
      />
    ),
    alarms: <Alarms codeId={codeId} zone={zone} mayEdit={mayEdit} unseen={overview.unseen_alarms} view={view} />,
  };
  return (
    <Stack spacing={3}>
      {overview.lock_of !== codeId ? (
        <Alert
          severity="info"
          action={
            <Button component={Link} to={paths.lockCode(overview.lock_of)} color="inherit" size="small">
              <Trans>Open base code</Trans>
            </Button>
          }
        >
          <Trans>This code inherits the lock of its base code. Changing the settings here gives it its own lock.</Trans>
        </Alert>
      ) : null}
      <LockSettingsCard key={codeId} codeId={codeId} overview={overview} mayEdit={mayEdit} />
      <Card>
        <Tabs
          value={view.tab}
          onChange={(_, tab: typeof view.tab) => view.setTab(tab)}
          variant="scrollable"
          allowScrollButtonsMobile
          aria-label={t`Promo lock sections`}
          sx={{ borderBottom: 1, borderColor: "divider", px: { sm: 1 } }}
        >
          {TABS.map((tab) => (
            <Tab
              key={tab.value}
              value={tab.value}
              id={`lock-tab-${tab.value}`}
              aria-controls="lock-tab-panel"
              label={
                tab.value === "alarms" && overview.unseen_alarms > 0 ? (
                  <Badge color="error" variant="dot" sx={{ "& .MuiBadge-badge": { right: -6 } }}>
                    {`${t(tab.label)} (${overview.unseen_alarms})`}
                  </Badge>
                ) : (
                  t(tab.label)
                )
              }
            />
          ))}
        </Tabs>
        <Box role="tabpanel" id="lock-tab-panel" aria-labelledby={`lock-tab-${view.tab}`} sx={{ p: { xs: 2, sm: 3 } }}>
          {tabs[view.tab]}
        </Box>
      </Card>
    </Stack>
  );
}
