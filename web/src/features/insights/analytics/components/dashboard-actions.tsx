import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { memo, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { filtersOf, type CodeScope } from "@/features/insights/analytics/dashboard-query";
import { viewsQuery } from "@/features/insights/analytics/api/views";
import { ExportDialog } from "@/features/insights/analytics/components/export-dialog";
import { PrintButton } from "@/features/insights/analytics/components/print-button";
import { PrintStyles } from "@/features/insights/analytics/components/print-styles";
import { ReportsDialog } from "@/features/insights/analytics/components/reports-dialog";
import { ShareDialog } from "@/features/insights/analytics/components/share-dialog";
import { Shortcuts } from "@/features/insights/analytics/components/shortcuts";
import { ViewsMenu } from "@/features/insights/analytics/components/views-menu";
import { type AnalyticsView, formatView } from "@/features/insights/analytics/filters";
import { ICONS } from "@/features/insights/analytics/head-icons";
import { PlainButton, PlainIconButton } from "@/shared/components/plain-button";
import { reaches, useOrganization } from "@/shared/organization/organization";

interface DashboardActionsProps {
  title: string;
  view: AnalyticsView;
  question: QueryInput;
  zone: string;
  code: CodeScope | undefined;
  onChange: (changes: Partial<AnalyticsView>) => void;
}

/** The actions for the whole dashboard: saved views, sharing, printing, shortcuts. */
export const DashboardActions = memo(function DashboardActions({
  title,
  view,
  question,
  zone,
  code,
  onChange,
}: DashboardActionsProps) {
  const { role } = useOrganization();
  const [opened, setOpened] = useState<"share" | "reports" | null>(null);
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const views = useQuery(viewsQuery);
  const exported = { ...view, filters: filtersOf(view, code) };
  const search = formatView(view).toString();
  const items = views.data?.items ?? [];
  const go = (next: string) => void navigate({ search: next }, { preventScrollReset: true });
  const first = items.find((one) => one.is_default)?.search;
  // The default view is applied only once, and only if the URL has no parameters, so that a shared link stays what it
  // is.
  const isSettled = useRef(window.location.search !== "");
  useEffect(() => {
    if (!isSettled.current && views.data !== undefined) {
      isSettled.current = true;
      if (first && search === "") {
        void navigate({ search: first }, { replace: true });
      }
    }
  }, [first, search, views.data, navigate]);
  const step = (by: "open" | -1 | 1) => {
    if (by === "open") {
      setOpen(true);
      return;
    }
    const place = items.findIndex((one) => one.search === search);
    const next = items[place === -1 ? (by === 1 ? 0 : items.length - 1) : (place + by + items.length) % items.length];
    if (next) {
      go(next.search);
    }
  };
  return (
    <>
      <PrintStyles />
      <ViewsMenu
        search={search}
        isOpen={isOpen}
        anchor={anchor}
        onOpen={setOpen}
        onChoose={(columns) => {
          setOpen(false);
          go(columns.search);
        }}
      />
      {reaches(role, "editor") ? (
        <>
          <PlainButton icon={ICONS.share} onClick={() => setOpened("share")}>
            <Trans>Share</Trans>
          </PlainButton>
          <PlainIconButton icon={ICONS.mail} label={t`Scheduled reports`} onClick={() => setOpened("reports")} />
        </>
      ) : null}
      <ExportDialog view={exported} zone={zone} role={role} codeId={code?.id} />
      <PrintButton />
      <Shortcuts view={view} onChange={onChange} onViews={step} />
      {opened === "share" ? (
        <ShareDialog title={title} question={question} zone={zone} onClose={() => setOpened(null)} />
      ) : null}
      {opened === "reports" ? (
        <ReportsDialog
          title={title}
          question={{
            filters: question.filters ?? {},
            include_bots: question.include_bots ?? false,
            dimensions_as_of: question.dimensions_as_of ?? "current",
            compare: question.compare === "year" ? "year" : "previous",
          }}
          zone={zone}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
});
