import { t } from "@lingui/core/macro";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useQuery } from "@tanstack/react-query";
import { referralsQuery } from "@/features/promotions/referrals/api/referrals";
import { ProgramForm } from "@/features/promotions/referrals/components/program-form";
import { ReferralAnalysis } from "@/features/promotions/referrals/components/referral-analysis";
import { ReferralList } from "@/features/promotions/referrals/components/referral-list";
import { ReferralTree } from "@/features/promotions/referrals/components/referral-tree";
import { PageHeader } from "@/shared/components/page-header";
import { reaches } from "@/shared/organization/organization";
import { useSearchChange } from "@/shared/url/use-search-change";
import { formatCount } from "@/shared/format/numbers";

const TABS = ["analysis", "tree", "list", "review", "settings"] as const;

/** The referral programme: numbers, the tree, decisions and settings. */
export function ReferralScreen({ role }: { role: string }) {
  const [search, change] = useSearchChange();
  const tab = TABS.find((one) => one === search.get("tab")) ?? "analysis";
  const doubtful = useQuery(referralsQuery("doubtful", 1)).data?.total ?? 0;
  return (
    <>
      <PageHeader title={t`Referrals`} subtitle={t`Customers who refer friends, and what both of them get.`} />
      <Tabs
        value={tab}
        onChange={(_, next: string) => change({ tab: next === "analysis" ? null : next, at: null, top: null })}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={t`Referrals`}
        sx={{ mb: 3 }}
      >
        <Tab value="analysis" label={t`Analysis`} />
        <Tab value="tree" label={t`Tree`} />
        <Tab value="list" label={t`All referrals`} />
        <Tab value="review" label={doubtful > 0 ? t`To review (${formatCount(doubtful)})` : t`To review`} />
        <Tab value="settings" label={t`Programme`} />
      </Tabs>
      {tab === "analysis" ? <ReferralAnalysis /> : null}
      {tab === "tree" ? <ReferralTree /> : null}
      {tab === "list" ? <ReferralList key="list" state={null} mayDecide={false} /> : null}
      {tab === "review" ? <ReferralList key="review" state="doubtful" mayDecide={reaches(role, "editor")} /> : null}
      {tab === "settings" ? <ProgramForm mayEdit={reaches(role, "admin")} /> : null}
    </>
  );
}
