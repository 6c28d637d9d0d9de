import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import ArticleIcon from "@mui/icons-material/ArticleOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { listPagesQuery, useDeletePage } from "@/features/content/pages/api/pages";
import { ListedThumbnail } from "@/features/content/pages/components/listed-thumbnail";
import type { PageSummary } from "@/features/content/pages/types";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { CardList } from "@/shared/components/list-screen";
import { Narrowing } from "@/shared/components/narrowing";
import { SearchBox } from "@/shared/components/search-box";
import { useToasts } from "@/shared/components/toasts";
import { useAppConfig } from "@/shared/config/app-config-context";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";
import { useListView } from "@/shared/url/use-list-view";

const PER_PAGE = 20;

/** Returns the public path of a page: its name in the address, if it has one. */
function publicPath(page: PageSummary): string {
  return page.vanity_name === null ? page.public_url : `/p/${page.vanity_name}`;
}

/** The pages of a code or of all codes. Each can be edited, previewed and deleted. */
export function PagesList({ codeId, mayEdit }: { codeId?: string; mayEdit: boolean }) {
  const view = useListView({ at: "page", pageSize: PER_PAGE });
  const list = useQuery(listPagesQuery({ code_id: codeId, filter: view.filter || undefined, page: view.page }));
  const [leaving, setLeaving] = useState<PageSummary | null>(null);
  const deletion = useDeletePage();
  const toasts = useToasts();
  const zone = useOrganizationData().data?.time_zone;
  const site = useAppConfig().base_url.replace(/^https?:\/\//, "");
  const remove = (page: PageSummary) =>
    handleResult(deletion.mutateAsync(page.page_id), {
      onSuccess: () => {
        toasts.success(t`“${page.name}” deleted.`);
        setLeaving(null);
      },
      onError: toasts.error,
    });
  return (
    <>
      <Narrowing list={list} isNarrowed={view.isNarrowed}>
        <Box sx={{ maxWidth: { sm: 360 }, mb: 2 }}>
          <SearchBox label={t`Search pages`} value={view.typed} onChange={view.find} />
        </Box>
      </Narrowing>
      <CardList
        list={list}
        view={view}
        height={118}
        nothingFound={{ title: t`No matching pages`, text: t`No page has this name.`, clear: t`Show all pages` }}
        empty={{
          icon: <ArticleIcon />,
          title: codeId ? t`This code has no page yet` : t`No pages yet`,
          text: t`Start from a template. Templates work on every phone, and you can change everything.`,
          action: mayEdit ? (
            <Stack direction={{ xs: "column", sm: "row" }} spacing={1}>
              <Button component={Link} to={paths.newPage(codeId)} variant="contained" startIcon={<AddIcon />}>
                <Trans>Create a page</Trans>
              </Button>
              {codeId ? null : (
                <Button component={Link} to={paths.firstRun} variant="outlined">
                  <Trans>Create one for me</Trans>
                </Button>
              )}
            </Stack>
          ) : undefined,
        }}
      >
        {(page) => (
          <Card key={page.page_id} component="li" sx={{ p: 1.5, display: "flex", gap: { xs: 1.5, sm: 2 } }}>
            <ListedThumbnail page={page} mayEdit={mayEdit} />
            <Stack
              direction={{ xs: "column", sm: "row" }}
              spacing={1.5}
              sx={{ flex: 1, minWidth: 0, alignItems: { sm: "center" }, justifyContent: "space-between" }}
            >
              <Box sx={{ flex: { sm: 1 }, minWidth: 0 }}>
                <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
                  {page.name}
                </Typography>
                {page.is_published ? (
                  <Typography variant="body2" color="textSecondary" noWrap>
                    {site + publicPath(page)}
                  </Typography>
                ) : null}
                <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1, alignItems: "center", mt: 0.5 }}>
                  <Chip
                    size="small"
                    variant="outlined"
                    color={page.is_published ? "success" : "default"}
                    label={
                      page.is_published
                        ? page.has_changes
                          ? t`Published, with unpublished changes`
                          : t`Published`
                        : t`Draft`
                    }
                  />
                  {page.languages.length > 1 ? (
                    <Chip size="small" variant="outlined" label={page.languages.join(", ")} />
                  ) : null}
                  <Typography variant="caption" color="textSecondary">
                    <Trans>Changed {formatDate(page.updated_at, zone)}</Trans>
                  </Typography>
                </Stack>
              </Box>
              <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1 }}>
                {page.is_published ? (
                  <Button
                    component="a"
                    href={page.public_url}
                    target="_blank"
                    rel="noopener"
                    color="inherit"
                    aria-label={t`View ${page.name}`}
                  >
                    <Trans>View</Trans>
                  </Button>
                ) : null}
                {mayEdit ? (
                  <Button color="inherit" onClick={() => setLeaving(page)} aria-label={t`Delete ${page.name}`}>
                    <Trans>Delete</Trans>
                  </Button>
                ) : null}
                {mayEdit ? (
                  <Button
                    component={Link}
                    to={paths.updatePage(page.page_id)}
                    variant="outlined"
                    aria-label={t`Edit ${page.name}`}
                  >
                    <Trans>Edit</Trans>
                  </Button>
                ) : null}
              </Stack>
            </Stack>
          </Card>
        )}
      </CardList>
      <ConfirmDialog
        open={leaving !== null}
        title={t`Delete this page?`}
        confirmLabel={t`Delete`}
        busy={deletion.isPending}
        onConfirm={() => leaving && remove(leaving)}
        onCancel={() => setLeaving(null)}
      >
        <Trans>Visitors can no longer see it. Form submissions are kept.</Trans>
      </ConfirmDialog>
    </>
  );
}
