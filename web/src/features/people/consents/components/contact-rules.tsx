import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import BlockIcon from "@mui/icons-material/BlockOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Pagination from "@mui/material/Pagination";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import {
  suppressionsQuery,
  type SuppressionList,
  useDeleteSuppressionList,
  useFindSuppression,
  useRemoveSuppression,
} from "@/features/people/consents/api/consents";
import { ImportDialog } from "@/features/people/consents/components/import-dialog";
import { ContactLimits } from "@/features/people/consents/components/contact-limits";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { PageHeader } from "@/shared/components/page-header";
import { isUnreadable } from "@/shared/api/unreadable";
import { StaleWarning } from "@/shared/components/stale-warning";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { useLastPage } from "@/shared/components/use-last-page";
import { formatDate } from "@/shared/format/dates";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useSearchChange } from "@/shared/url/use-search-change";

const PAGE_SIZE = 25;
/**
 * Height in pixels of a list while it loads, of an empty one, or of three entries, so that the content below does not
 * move on a phone.
 */
const LEAST_HEIGHT = 176;

/** The suppression lists, and the limits on when messages are sent. */
export function ContactRules({ role }: { role: string }) {
  const mayEdit = reaches(role, "editor");
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <PageHeader
        title={t`Contact rules`}
        subtitle={t`These rules apply to everything you send, whatever customers agreed to.`}
        actions={
          mayEdit ? (
            <Button variant="contained" onClick={() => setImporting(true)}>
              <Trans>Import suppression list</Trans>
            </Button>
          ) : null
        }
      />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 2fr) minmax(0, 1fr)" },
        }}
      >
        <Lists mayEdit={mayEdit} />
        <Stack spacing={2}>
          <ContactLimits mayEdit={reaches(role, "admin")} />
          <FindAddress mayEdit={mayEdit} />
        </Stack>
      </Box>
      {isImporting ? <ImportDialog onClose={() => setImporting(false)} /> : null}
    </>
  );
}

function Lists({ mayEdit }: { mayEdit: boolean }) {
  const zone = useOrganizationData().data?.time_zone;
  const [search, change] = useSearchChange();
  const page = Math.max(1, Number(search.get("at")) || 1);
  const lists = useQuery(suppressionsQuery(page));
  const deletion = useDeleteSuppressionList();
  const toasts = useToasts();
  const [doomed, setDoomed] = useState<SuppressionList | null>(null);
  const setPage = (next: number) => change({ at: next === 1 ? null : String(next) });
  const isBeyond = useLastPage(lists, { page, pageSize: PAGE_SIZE, setPage });
  const pages = Math.ceil((lists.data?.total ?? 0) / PAGE_SIZE);
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h6" component="h2">
          <Trans>Suppression lists</Trans>
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          <Trans>
            Nothing is sent to these addresses and numbers. They are stored as hashes, so nobody can read them.
          </Trans>
          {lists.data ? (
            <>
              {" "}
              <Plural value={lists.data.addresses} one="# address in total." other="# addresses in total." />
            </>
          ) : null}
        </Typography>
        <Box sx={{ minHeight: LEAST_HEIGHT }}>
          <StaleWarning reading={lists} />
          {isUnreadable(lists) ? (
            <ErrorState compact error={lists.error} onRetry={() => void lists.refetch()} />
          ) : lists.isPending || isBeyond ? (
            <Skeleton variant="rounded" height={LEAST_HEIGHT} aria-busy="true" />
          ) : lists.data.items.length === 0 ? (
            <EmptyState
              compact
              icon={<BlockIcon />}
              title={t`No suppression list`}
              text={t`Import the addresses that must not be contacted, for example from the system you used before.`}
            />
          ) : (
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
              {lists.data.items.map((list) => (
                <Stack
                  component="li"
                  key={list.list_id}
                  direction="row"
                  spacing={2}
                  sx={{ py: 1, alignItems: "center", borderTop: 1, borderColor: "divider" }}
                >
                  <Box sx={{ flex: 1, minWidth: 0 }}>
                    <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
                      {list.name}
                    </Typography>
                    <Typography variant="caption" color="textSecondary">
                      {[
                        plural(list.emails, { one: "# email address", other: "# email addresses" }),
                        plural(list.phones, { one: "# phone number", other: "# phone numbers" }),
                        formatDate(list.created_at, zone),
                      ].join(" · ")}
                    </Typography>
                  </Box>
                  {mayEdit ? (
                    <Button
                      size="small"
                      color="inherit"
                      aria-label={t`Delete ${list.name}`}
                      onClick={() => setDoomed(list)}
                    >
                      <Trans>Delete</Trans>
                    </Button>
                  ) : null}
                </Stack>
              ))}
            </Box>
          )}
        </Box>
        {pages > 1 ? (
          <Pagination sx={{ mt: 2 }} count={pages} page={page} onChange={(_, next) => setPage(next)} />
        ) : null}
      </CardContent>
      <ConfirmDialog
        open={doomed !== null}
        title={t`Delete “${doomed?.name ?? ""}”?`}
        confirmLabel={t`Delete`}
        busy={deletion.isPending}
        onConfirm={() => {
          if (doomed !== null) {
            handleResult(deletion.mutateAsync(doomed.list_id), {
              onSuccess: () => setDoomed(null),
              onError: toasts.error,
            });
          }
        }}
        onCancel={() => setDoomed(null)}
      >
        <Trans>
          Its addresses can be contacted again where customers agreed to it, unless they are on another list.
        </Trans>
      </ConfirmDialog>
    </Card>
  );
}

function FindAddress({ mayEdit }: { mayEdit: boolean }) {
  const finding = useFindSuppression();
  const removal = useRemoveSuppression();
  const toasts = useToasts();
  const [address, setAddress] = useState("");
  const [asked, setAsked] = useState("");
  const find = (event: SyntheticEvent) => {
    event.preventDefault();
    setAsked(address.trim());
    finding.mutate(address.trim());
  };
  const lists = finding.data?.lists;
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h6" component="h2" sx={{ mb: 1.5 }}>
          <Trans>Check an address</Trans>
        </Typography>
        <Stack component="form" spacing={1.5} onSubmit={find} noValidate>
          <TextField
            label={t`Email address or phone number`}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            error={finding.isError}
            helperText={finding.error ? messageOf(finding.error) : undefined}
          />
          <Button
            type="submit"
            variant="outlined"
            disabled={address.trim().length < 3 || finding.isPending}
            sx={{ alignSelf: "flex-start" }}
          >
            <Trans>Check</Trans>
          </Button>
        </Stack>
        <Box role="status">
          {lists === undefined ? null : (
            <Typography variant="body2" sx={{ mt: 1.5, overflowWrap: "anywhere" }}>
              {lists.length === 0
                ? t`${asked} isn’t on any suppression list.`
                : t`${asked} is on ${lists.map((name) => `“${name}”`).join(", ")}.`}
            </Typography>
          )}
        </Box>
        {mayEdit && lists !== undefined && lists.length > 0 ? (
          <Button
            size="small"
            sx={{ mt: 1 }}
            disabled={removal.isPending}
            onClick={() =>
              handleResult(removal.mutateAsync(asked), {
                onSuccess: () => {
                  finding.reset();
                  toasts.success(t`The address was removed.`);
                },
                onError: toasts.error,
              })
            }
          >
            <Trans>Remove from all lists</Trans>
          </Button>
        ) : null}
      </CardContent>
    </Card>
  );
}
