import { type MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import WalletIcon from "@mui/icons-material/AccountBalanceWalletOutlined";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import { useTheme } from "@mui/material/styles";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link as RouterLink } from "react-router";
import {
  type HolderFilter,
  type HolderSort,
  holdersQuery,
  type PassHolder,
} from "@/features/wallet/passes/api/holders";
import { PassActions } from "@/features/wallet/passes/components/pass-actions";
import { type TableColumn, WRAPS } from "@/shared/components/data-table";
import { ListScreen } from "@/shared/components/list-screen";
import { ListTable } from "@/shared/components/list-table";
import { paths } from "@/shared/config/paths";
import { formatDate, formatDateTime } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";
import { passTemplateNamesQuery } from "@/shared/passes/pass-templates";
import { useListView } from "@/shared/url/use-list-view";

const STATES: Readonly<Record<HolderFilter, MessageDescriptor>> = {
  installed: msg`In a wallet`,
  not_installed: msg`Not installed`,
  removed: msg`Removed`,
  stale: msg`Update not fetched`,
  void: msg`Void`,
};
const COLOURS = { installed: "success", not_installed: "default", removed: "warning" } as const;
const COLUMNS: Readonly<Record<string, HolderSort>> = {
  created_at: "created_at",
  updated_at: "updated_at",
  serialNumber: "serialNumber",
};

function isState(text: string | null): text is HolderFilter {
  return text !== null && text in STATES;
}

function sortIn(text: string | null): HolderSort {
  const column = COLUMNS[text?.replace(/^-/, "") ?? ""];
  return column === undefined ? "-created_at" : text?.startsWith("-") ? (`-${column}` as HolderSort) : column;
}

/** Lists the holders of passes: where a pass is installed, and when it was last changed, removed and redeemed. */
export function HoldersScreen() {
  const view = useListView({ text: "q", filters: ["template", "state"] });
  const zone = useOrganizationData().data?.time_zone;
  const templates = useQuery(passTemplateNamesQuery);
  const isPhone = useMediaQuery(useTheme().breakpoints.down("md"));
  const templateId = view.search.get("template");
  const wanted = view.search.get("state");
  const state = isState(wanted) ? wanted : null;
  const sort = sortIn(view.search.get("sort"));
  const { filter: text, page, pageSize } = view;
  const list = useQuery(holdersQuery({ text, templateId, state, sort, page, pageSize }));
  const names = useMemo(() => new Map(templates.data?.map((it) => [it.id, it.name])), [templates.data]);
  const columns = useMemo(() => columnsIn(names, zone, isPhone), [names, zone, isPhone]);
  return (
    <ListScreen
      title={t`Pass holders`}
      subtitle={t`Who has your passes, and the status of each.`}
      list={list}
      view={view}
      search={{ label: t`Name or serial number` }}
      filters={
        <>
          <TextField
            select
            label={t`State`}
            value={state ?? ""}
            onChange={({ target }) => view.narrow({ state: target.value || null })}
            sx={{ width: { sm: 200 }, flexShrink: 0 }}
          >
            <MenuItem value="">
              <Trans>Any</Trans>
            </MenuItem>
            {Object.entries(STATES).map(([value, label]) => (
              <MenuItem key={value} value={value}>
                {t(label)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            label={t`Template`}
            value={templateId ?? ""}
            onChange={({ target }) => view.narrow({ template: target.value || null })}
            error={templates.isError}
            helperText={templates.isError ? t`Your pass templates couldn’t be loaded.` : undefined}
            sx={{ width: { sm: 220 }, flexShrink: 0 }}
          >
            <MenuItem value="">
              <Trans>Any</Trans>
            </MenuItem>
            {templateId === null || names.has(templateId) ? null : (
              <MenuItem value={templateId}>{templates.isSuccess ? t`Deleted template` : t`One template`}</MenuItem>
            )}
            {[...names].map(([id, name]) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        </>
      }
    >
      <ListTable
        label={t`Pass holders`}
        list={list}
        view={view}
        columns={columns}
        rowId={(row) => row.pass_id}
        sort={sort}
        empty={{
          icon: <WalletIcon />,
          title: t`Nobody has a pass yet`,
          text: t`Publish a pass template, then hand out passes with a code, a form, an import or at the till.`,
          action: (
            <Link component={RouterLink} to={paths.passTemplates}>
              <Trans>Pass templates</Trans>
            </Link>
          ),
        }}
        nothingFound={{ title: t`No matching passes`, text: t`Try another name, state or template.` }}
      />
    </ListScreen>
  );
}

function columnsIn(
  names: ReadonlyMap<string, string>,
  zone: string | undefined,
  isPhone: boolean,
): TableColumn<PassHolder>[] {
  const holder: TableColumn<PassHolder> = {
    field: isPhone ? "holder" : "serialNumber",
    headerName: isPhone ? t`Holder` : t`Holder and serial number`,
    flex: 1.3,
    minWidth: 150,
    sortable: !isPhone,
    renderCell: ({ row }) => (
      <Box sx={{ minWidth: 0 }}>
        <Holder row={row} />
        <Typography variant="caption" color="textSecondary" component="div" noWrap>
          {row.serialNumber}
        </Typography>
      </Box>
    ),
  };
  const where: TableColumn<PassHolder> = {
    field: "state",
    headerName: t`Where`,
    flex: 1,
    minWidth: 132,
    sortable: false,
    renderCell: ({ row }) => (
      <Box sx={{ minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 0.5, flexWrap: "wrap" }}>
          <Chip size="small" color={COLOURS[row.state]} variant="outlined" label={t(STATES[row.state])} />
          {row.is_void ? <Chip size="small" color="warning" label={t`Void`} /> : null}
          {row.is_stale ? <Chip size="small" color="warning" label={t`Update not fetched`} /> : null}
        </Stack>
        <Typography variant="caption" color="textSecondary" component="div" noWrap>
          {walletsOf(row, zone)}
        </Typography>
      </Box>
    ),
  };
  const actions: TableColumn<PassHolder> = {
    field: "actions",
    headerName: t`Actions`,
    width: isPhone ? 56 : 84,
    sortable: false,
    renderHeader: () => null,
    renderCell: ({ row }) => <PassActions pass={row} />,
  };
  if (isPhone) {
    return [holder, where, actions];
  }
  const template: TableColumn<PassHolder> = {
    field: "template",
    headerName: t`Template`,
    flex: 1,
    minWidth: 130,
    sortable: false,
    valueGetter: (_, row) =>
      row.template_id === null ? t`Without a template` : (names.get(row.template_id) ?? t`Deleted template`),
  };
  const created: TableColumn<PassHolder> = {
    field: "created_at",
    headerName: t`Created`,
    width: 120,
    cellClassName: WRAPS,
    valueGetter: (_, row) => formatDateTime(row.created_at, zone),
  };
  const updated: TableColumn<PassHolder> = {
    field: "updated_at",
    headerName: t`Last updated`,
    width: 120,
    cellClassName: WRAPS,
    valueGetter: (_, row) => formatDateTime(row.updated_at, zone),
  };
  const uses: TableColumn<PassHolder> = {
    field: "uses",
    headerName: t`Redeemed`,
    width: 150,
    sortable: false,
    renderCell: ({ row }) => (
      <Box>
        {usesOf(row)}
        <Typography variant="caption" color="textSecondary" component="div" noWrap>
          {row.used_at === null ? "" : formatDateTime(row.used_at, zone)}
        </Typography>
      </Box>
    ),
  };
  return [holder, where, template, created, updated, uses, actions];
}

function Holder({ row }: { row: PassHolder }) {
  if (row.customer_id === null) {
    return (
      <Typography variant="body2" color="textSecondary" noWrap>
        <Trans>No customer</Trans>
      </Typography>
    );
  }
  return (
    <Link
      component={RouterLink}
      to={paths.customer(row.customer_id)}
      variant="body2"
      underline="hover"
      color="textPrimary"
      noWrap
      sx={{ fontWeight: 500, display: "block" }}
    >
      {row.customer_name ?? t`A customer without a name`}
    </Link>
  );
}

/** The wallets that contain a pass, or when it was removed from the last one. */
function walletsOf(row: PassHolder, zone: string | undefined): string {
  if (row.removed_at !== null) {
    return formatDate(row.removed_at, zone);
  }
  const phones = row.phones === 0 ? null : plural(row.phones, { one: "# iPhone", other: "# iPhones" });
  return [phones, row.is_at_google ? t`Google Wallet` : null].filter((it) => it !== null).join(" · ");
}

function usesOf(row: PassHolder): string {
  if (row.max_uses !== null) {
    return t`${row.uses} of ${row.max_uses}`;
  }
  return row.uses === 0 ? t`Never` : plural(row.uses, { one: "# time", other: "# times" });
}
