import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import PeopleIcon from "@mui/icons-material/PeopleAltOutlined";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink, useNavigate } from "react-router";
import {
  type CustomerField,
  customerFieldsQuery,
  customersQuery,
  membersQuery,
  useExportCustomers,
} from "@/features/people/customers/api/customers";
import { AddToListDialog } from "@/features/people/customers/components/add-to-list-dialog";
import { CustomerForm } from "@/features/people/customers/components/customer-form";
import { CustomersTable } from "@/features/people/customers/components/customers-table";
import { FieldsDialog } from "@/features/people/customers/components/fields-dialog";
import { MergeDialog } from "@/features/people/customers/components/merge-dialog";
import { TagDialog } from "@/features/people/customers/components/tag-dialog";
import { handleResult } from "@/shared/api/handle-result";
import { ListScreen } from "@/shared/components/list-screen";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { allSegmentsQuery } from "@/shared/segments/segments";
import { useListView } from "@/shared/url/use-list-view";
import { formatCount } from "@/shared/format/numbers";

const FILTERS = ["tag", "has", "owner", "segment", "campaign"];
const NEWEST = "-created_at";
const NO_FIELDS: readonly CustomerField[] = [];

/** All customers: search, filter, tag, export. */
export function CustomersList({ role }: { role: string }) {
  const mayEdit = reaches(role, "editor");
  const navigate = useNavigate();
  const toasts = useToasts();
  const exporting = useExportCustomers();
  const zone = useOrganizationData().data?.time_zone;
  const [open, setOpen] = useState<"add" | "tags" | "fields" | "merge" | "list" | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const view = useListView({
    filters: FILTERS,
    onNarrow: (values) => {
      if (!("sort" in values)) {
        setSelected(new Set());
      }
      return { ...values, after: null };
    },
  });
  const { search, filter, page, pageSize } = view;
  const tag = search.get("tag");
  const hasParam = search.get("has");
  const has = hasParam === "email" || hasParam === "phone" ? hasParam : null;
  const owner = search.get("owner");
  const segment = search.get("segment");
  const campaign = search.get("campaign");
  const { data: segments = [], isPending: hasNoSegmentsYet } = useQuery(allSegmentsQuery);
  const lists = segments.filter((one) => one.kind === "list");
  const sort = search.get("sort") ?? NEWEST;
  const after = search.get("after");
  const list = useQuery(customersQuery({ filter, tag, has, owner, segment, campaign, sort, page, pageSize, after }));
  const { tags = [], items: fields = NO_FIELDS } = useQuery(customerFieldsQuery).data ?? {};
  const members = useQuery(membersQuery).data ?? [];
  const [first, second, ...more] = (list.data?.items ?? []).filter((one) => selected.has(one.customer_id));
  const pair = first && second && more.length === 0 && selected.size === 2 ? ([first, second] as const) : null;
  const save = () =>
    handleResult(exporting.mutateAsync(), {
      onSuccess: (isSaved) => {
        if (!isSaved) {
          toasts.success(t`The file is too large to download at once. Export it under Analytics.`);
        }
      },
      onError: toasts.error,
    });
  const setPage = (next: number, size = pageSize) => {
    const last = list.isPlaceholderData ? undefined : list.data?.items.at(-1);
    const follows = next === page + 1 && size === pageSize;
    view.change({
      at: next === 1 ? null : String(next),
      rows: String(size),
      after: follows && last ? last.customer_id : null,
    });
  };
  return (
    <>
      <ListScreen
        title={t`Customers`}
        subtitle={t`People who gave you an email address or phone number, and what they did.`}
        actions={
          <>
            <Button variant="outlined" component={RouterLink} to={paths.duplicateCustomers}>
              <Trans>Duplicates</Trans>
            </Button>
            {reaches(role, "admin") ? (
              <Button variant="outlined" onClick={() => setOpen("fields")}>
                <Trans>Fields</Trans>
              </Button>
            ) : null}
            {mayEdit ? (
              <Button variant="outlined" component={RouterLink} to={paths.importCustomers}>
                <Trans>Import</Trans>
              </Button>
            ) : null}
            <Button variant="outlined" startIcon={<DownloadIcon />} onClick={save} disabled={exporting.isPending}>
              <Trans>Export</Trans>
            </Button>
            {mayEdit ? (
              <Button variant="contained" onClick={() => setOpen("add")}>
                <Trans>Add customer</Trans>
              </Button>
            ) : null}
          </>
        }
        list={list}
        view={view}
        search={{ placeholder: t`Name, number, or full email or phone` }}
        filters={
          <>
            <TextField
              select
              size="small"
              label={t`Tag`}
              value={tag ?? ""}
              onChange={({ target }) => view.narrow({ tag: target.value || null })}
              sx={{ width: { sm: 160 }, flexShrink: 0 }}
            >
              <MenuItem value="">
                <Trans>Any</Trans>
              </MenuItem>
              {[...new Set(tag === null ? tags : [...tags, tag])].map((one) => (
                <MenuItem key={one} value={one}>
                  {one}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              select
              size="small"
              label={t`Reachable by`}
              value={has ?? ""}
              onChange={({ target }) => view.narrow({ has: target.value || null })}
              sx={{ width: { sm: 160 }, flexShrink: 0 }}
            >
              <MenuItem value="">
                <Trans>Any</Trans>
              </MenuItem>
              <MenuItem value="email">
                <Trans>Email</Trans>
              </MenuItem>
              <MenuItem value="phone">
                <Trans>Phone</Trans>
              </MenuItem>
            </TextField>
            <TextField
              select
              size="small"
              label={t`Owner`}
              value={owner ?? ""}
              onChange={({ target }) => view.narrow({ owner: target.value || null })}
              sx={{ width: { sm: 160 }, flexShrink: 0 }}
            >
              <MenuItem value="">
                <Trans>Any</Trans>
              </MenuItem>
              {members.map((one) => (
                <MenuItem key={one.id} value={one.id}>
                  {one.name}
                </MenuItem>
              ))}
              {owner === null || members.some((one) => one.id === owner) ? null : (
                <MenuItem value={owner}>
                  <Trans>Former member</Trans>
                </MenuItem>
              )}
            </TextField>
            {segments.length > 0 || segment !== null || hasNoSegmentsYet ? (
              <TextField
                select
                size="small"
                label={t`Segment`}
                value={segment ?? ""}
                onChange={({ target }) => view.narrow({ segment: target.value || null, campaign: null })}
                sx={{ width: { sm: 180 }, flexShrink: 0 }}
              >
                <MenuItem value="">
                  <Trans>Any</Trans>
                </MenuItem>
                {segment !== null && !segments.some((one) => one.segment_id === segment) ? (
                  <MenuItem value={segment}>…</MenuItem>
                ) : null}
                {segments.map((one) => (
                  <MenuItem key={one.segment_id} value={one.segment_id}>
                    {one.name}
                  </MenuItem>
                ))}
              </TextField>
            ) : null}
            {pair === null ? null : (
              <Button variant="outlined" onClick={() => setOpen("merge")}>
                <Trans>Merge…</Trans>
              </Button>
            )}
            {selected.size > 0 && lists.length > 0 ? (
              <Button variant="outlined" onClick={() => setOpen("list")}>
                <Trans>Add to list…</Trans>
              </Button>
            ) : null}
            {selected.size > 0 ? (
              <Button variant="outlined" onClick={() => setOpen("tags")}>
                {t`Tag ${formatCount(selected.size)} selected`}
              </Button>
            ) : null}
          </>
        }
      >
        {campaign === null ? null : (
          <Chip label={t`Reached by one campaign`} onDelete={() => view.narrow({ campaign: null })} sx={{ mb: 2 }} />
        )}
        <CustomersTable
          list={list}
          view={{ ...view, setPage }}
          fields={fields}
          isAbout={list.data?.is_total_exact === false}
          sort={sort}
          zone={zone}
          selected={mayEdit ? selected : undefined}
          onSelect={setSelected}
          empty={{
            icon: <PeopleIcon />,
            title: t`No customers yet`,
            text: t`People who send a form with an email address or phone number appear here.`,
            action: mayEdit ? (
              <Button variant="contained" onClick={() => setOpen("add")}>
                <Trans>Add customer</Trans>
              </Button>
            ) : undefined,
          }}
          nothingFound={{
            title: t`No matching customers`,
            text: t`Try another name or tag. Enter email addresses and phone numbers in full.`,
          }}
        />
      </ListScreen>
      {open === "add" ? (
        <CustomerForm
          customer={null}
          onDone={(saved) => {
            setOpen(null);
            if (saved !== null) {
              void navigate(paths.customer(saved.customer_id));
            }
          }}
        />
      ) : null}
      {open === "tags" ? (
        <TagDialog
          customerIds={[...selected]}
          tags={tags}
          onDone={(changed) => {
            setOpen(null);
            if (changed !== null) {
              setSelected(new Set());
              toasts.success(plural(changed, { one: "# customer changed.", other: "# customers changed." }));
            }
          }}
        />
      ) : null}
      {open === "list" ? (
        <AddToListDialog
          customerIds={[...selected]}
          lists={lists}
          onDone={(added) => {
            setOpen(null);
            if (added !== null) {
              setSelected(new Set());
              toasts.success(t`${formatCount(added.count)} added to ${added.list}.`);
            }
          }}
        />
      ) : null}
      {open === "merge" && pair !== null ? (
        <MergeDialog
          customers={pair}
          zone={zone}
          onDone={(kept) => {
            setOpen(null);
            if (kept !== null) {
              setSelected(new Set());
              void navigate(paths.customer(kept.customer_id));
            }
          }}
        />
      ) : null}
      {open === "fields" ? <FieldsDialog onClose={() => setOpen(null)} /> : null}
    </>
  );
}
