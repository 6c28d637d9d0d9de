import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import QrCode2Icon from "@mui/icons-material/QrCode2";
import SearchIcon from "@mui/icons-material/Search";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import { useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { codeActivityQuery, NO_ACTIVITY } from "@/features/codes/codes/api/code-activity";
import { listCodesQuery } from "@/features/codes/codes/api/list-codes";
import { ActivityNotice } from "@/features/codes/codes/components/activity-notice";
import { BulkBar } from "@/features/codes/codes/components/bulk-bar";
import { CodesCards } from "@/features/codes/codes/components/codes-cards";
import { CodesFilters } from "@/features/codes/codes/components/codes-filters";
import { CodesTable } from "@/features/codes/codes/components/codes-table";
import { type CodesView, useCodesView } from "@/features/codes/codes/use-codes-view";
import { isUnreadable } from "@/shared/api/unreadable";
import { StaleWarning } from "@/shared/components/stale-warning";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useLastPage } from "@/shared/components/use-last-page";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization, useOrganizationData } from "@/shared/organization/organization";

/** The codes of the organisation or of a folder, with search, filters, sorting, pages, selection and actions. */
export function CodesList({ folderId = null }: { folderId?: string | null }) {
  const view = useCodesView(folderId);
  const zone = useOrganizationData().data?.time_zone;
  const mayEdit = reaches(useOrganization().role, "editor");
  const list = useQuery(listCodesQuery(view.body, view.ranking));
  const isWide = useMediaQuery(useTheme().breakpoints.up("md"));
  const [selection, setSelection] = useState<{ of: boolean; ids: ReadonlySet<string> }>({
    of: view.deleted,
    ids: new Set(),
  });
  const codes = list.data?.items ?? [];
  const activity = useQuery(codeActivityQuery(codes.map((code) => code.code_id)));
  const total = list.data?.total ?? 0;
  const isBeyond = useLastPage(list, { ...view, setPage: (page) => view.setPage(page, view.pageSize) });
  // A selection among the deleted codes does not apply to the others.
  const selected = selection.of === view.deleted ? selection.ids : new Set<string>();
  const onSelect = (ids: ReadonlySet<string>) => setSelection({ of: view.deleted, ids });
  const shared = {
    codes,
    activity: activity.data ?? NO_ACTIVITY,
    failure: isUnreadable(activity) ? (
      <ActivityNotice isTrying={activity.isFetching} onRetry={() => void activity.refetch()} />
    ) : null,
    total,
    loading: list.isPending || list.isPlaceholderData || isBeyond,
    view,
    empty: <NoCodes view={view} inFolder={folderId !== null} mayEdit={mayEdit} />,
    ...(mayEdit ? { selected, onSelect } : {}),
  };
  return (
    <>
      <CodesFilters view={view} inFolder={folderId !== null} />
      {selected.size > 0 ? (
        <BulkBar
          selected={selected}
          deleted={view.deleted}
          body={bodyOfAll(view)}
          // The warehouse reports which codes have scans only one page at a time.
          total={list.isPlaceholderData || view.narrowed.scans ? 0 : total}
          onSelect={onSelect}
        />
      ) : null}
      <StaleWarning reading={list} />
      {isUnreadable(list) ? (
        <Card>
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </Card>
      ) : isWide ? (
        <Card>
          <Box sx={{ minHeight: 400, display: "flex", flexDirection: "column" }}>
            <CodesTable {...shared} zone={zone} />
          </Box>
        </Card>
      ) : (
        <CodesCards {...shared} />
      )}
      {/* Under the end of the list there is always room for the bar of the selection, so that nothing moves. */}
      {mayEdit ? <Box sx={{ height: 64 }} /> : null}
    </>
  );
}

/** Returns the request for all matches, regardless of the page. */
function bodyOfAll({ body }: CodesView): CodesView["body"] {
  return { ...body, page: 1, pageSize: 100 };
}

function NoCodes({ view, inFolder, mayEdit }: { view: CodesView; inFolder: boolean; mayEdit: boolean }) {
  const { type, state, tag, folder, relation, scans } = view.narrowed;
  if (view.filter) {
    return (
      <EmptyState
        icon={<SearchIcon />}
        title={t`No matching codes`}
        text={t`No code has “${view.filter}” in its name, link, tags, destination, title or placement.`}
        action={
          <Button onClick={view.clear}>
            <Trans>Clear search</Trans>
          </Button>
        }
      />
    );
  }
  if (type || state || tag || relation || scans) {
    return (
      <EmptyState
        icon={<SearchIcon />}
        title={t`No matching codes`}
        text={t`No code matches all of these filters.`}
        action={
          <Button onClick={view.clear}>
            <Trans>Show all codes</Trans>
          </Button>
        }
      />
    );
  }
  if (view.deleted) {
    return (
      <EmptyState icon={<QrCode2Icon />} title={t`No deleted codes`} text={t`Deleted codes stay here for 30 days.`} />
    );
  }
  if (inFolder || folder) {
    return (
      <EmptyState
        icon={<QrCode2Icon />}
        title={t`No codes in this folder`}
        text={t`Select codes in My codes and move them here, or drag them onto the folder.`}
        action={
          <Button component={Link} to={paths.codes}>
            <Trans>My codes</Trans>
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<QrCode2Icon />}
      title={t`Create your first code`}
      text={t`Enter a name and a destination, print the code, and watch the scans come in.`}
      action={
        <Stack direction={{ xs: "column", sm: "row" }} spacing={1}>
          <Button component={Link} to={paths.createCode} variant="contained" startIcon={<AddIcon />}>
            <Trans>Create a code</Trans>
          </Button>
          {mayEdit ? (
            <Button component={Link} to={paths.firstRun} variant="outlined">
              <Trans>Create a page and a code for me</Trans>
            </Button>
          ) : null}
        </Stack>
      }
    />
  );
}
