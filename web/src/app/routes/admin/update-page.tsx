import { t } from "@lingui/core/macro";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { pageQuery } from "@/features/content/pages/api/pages";
import { EmptyPage } from "@/features/content/pages/components/empty-page";
import { PageReading } from "@/features/content/pages/components/page-reading";
import { PageEditor } from "@/features/content/pages/editor/page-editor";
import { useBrand } from "@/features/content/pages/use-brand";
import { isUnreadable } from "@/shared/api/unreadable";
import { EditorsOnly, ViewerNote } from "@/shared/components/editors-only";
import { PageHeader } from "@/shared/components/page-header";
import { ErrorState } from "@/shared/components/state-views";
import { NEW_PAGE, paths } from "@/shared/config/paths";
import { reaches, useOrganization, useOrganizationData } from "@/shared/organization/organization";

export function Component() {
  const { pageId = "" } = useParams();
  const [params] = useSearchParams();
  /** The page that was started here: its editor stays mounted while the page gets its own address. */
  const [begun, setBegun] = useState<string | null>(null);
  const mayEdit = reaches(useOrganization().role, "editor");
  if (pageId === NEW_PAGE && !mayEdit) {
    return (
      <EditorsOnly
        title={t`Create a page`}
        text={t`Only editors can create pages.`}
        back={{ to: paths.allPages, label: t`Pages` }}
      />
    );
  }
  return pageId === NEW_PAGE || pageId === begun ? (
    <EmptyPage
      codeId={params.get("code")}
      onMade={setBegun}
      onReload={() => {
        setBegun(null);
        return Promise.resolve();
      }}
    />
  ) : (
    <StoredPage pageId={pageId} />
  );
}

function StoredPage({ pageId }: { pageId: string }) {
  const page = useQuery(pageQuery(pageId));
  const brand = useBrand();
  const zone = useOrganizationData().data?.time_zone;
  const mayEdit = reaches(useOrganization().role, "editor");
  const [edition, setEdition] = useState(0);
  if (page.isPending) {
    return (
      <Stack spacing={2} aria-busy="true">
        <Skeleton variant="text" width="40%" height={48} />
        <Skeleton variant="rounded" height={420} />
      </Stack>
    );
  }
  if (isUnreadable(page)) {
    return (
      <ErrorState
        title={t`This page couldn’t be loaded`}
        error={page.error}
        onRetry={() => void page.refetch()}
        back={{ to: paths.allPages, label: t`Pages` }}
      />
    );
  }
  if (!mayEdit) {
    return (
      <>
        <PageHeader title={page.data.name} />
        <ViewerNote text={t`You are a viewer. Only editors can change this page.`} />
        <PageReading page={page.data} brand={brand} zone={zone} />
      </>
    );
  }
  const reload = async () => {
    await page.refetch({ throwOnError: true });
    setEdition((before) => before + 1);
  };
  return <PageEditor key={`${pageId}-${edition}`} page={page.data} brand={brand} onReload={reload} />;
}
