import { msg, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { useTheme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type ComponentProps, useMemo } from "react";
import { Link as RouterLink } from "react-router";
import type { Customer, CustomerField } from "@/features/people/customers/api/customers";
import { birthdayText, fieldText } from "@/features/people/customers/customer-texts";
import { customerName } from "@/shared/customers/customer-name";
import { ColumnsButton } from "@/shared/components/columns-button";
import type { TableColumn } from "@/shared/components/data-table";
import { ListTable } from "@/shared/components/list-table";
import { useChosenColumns } from "@/shared/components/use-chosen-columns";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";

/** Columns that can be hidden. The name is always visible. */
const COLUMNS = [
  ["number", msg`Number`],
  ["email", msg`Email`],
  ["phone", msg`Phone`],
  ["tags", msg`Tags`],
  ["owner", msg`Owner`],
  ["language", msg`Language`],
  ["birthday", msg`Birthday`],
  ["created_at", msg`Since`],
  ["updated_at", msg`Changed`],
] as const;
const USUAL = ["email", "phone", "tags", "created_at"] as const;

/** The prefix of columns for custom fields, which are hidden by default. */
const OWN = "field:";

interface CustomersTableProps extends Omit<ComponentProps<typeof ListTable<Customer>>, "label" | "columns" | "rowId"> {
  fields: readonly CustomerField[];
  sort: string;
  zone: string | undefined;
}

/** Customers as rows. On a phone, name and address share one column. */
export function CustomersTable({ fields, zone, ...table }: CustomersTableProps) {
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const [shown, toggle] = useChosenColumns<string>("waypost.customer-columns", USUAL);
  // The grid drops a sort order for a column that it does not have.
  const sortedBy = table.sort.replace(/^-/, "");
  const columns = useMemo(
    () =>
      columnsIn(zone, isPhone, fields).filter(
        ({ field }) => field === "name" || field === sortedBy || shown.has(field),
      ),
    [zone, isPhone, fields, shown, sortedBy],
  );
  return (
    <ListTable label={t`Customers`} columns={columns} rowId={(row) => row.customer_id} {...table}>
      {isPhone ? null : (
        <Box sx={{ display: "flex", justifyContent: "flex-end", px: 1, pt: 1 }}>
          <ColumnsButton
            columns={[
              ...COLUMNS.map(([column, label]) => [column, t(label)] as const),
              ...fields.map(({ name, label }) => [OWN + name, label] as const),
            ]}
            shown={shown}
            onToggle={toggle}
          />
        </Box>
      )}
    </ListTable>
  );
}

function columnsIn(
  zone: string | undefined,
  isPhone: boolean,
  fields: readonly CustomerField[],
): TableColumn<Customer>[] {
  const name: TableColumn<Customer> = {
    field: "name",
    headerName: t`Name`,
    flex: 1.2,
    minWidth: 160,
    renderCell: ({ row }) => (
      <Box sx={{ minWidth: 0 }}>
        <Link
          component={RouterLink}
          to={paths.customer(row.customer_id)}
          underline="hover"
          color="textPrimary"
          sx={{ display: "block", fontWeight: 500, overflow: "hidden", textOverflow: "ellipsis" }}
        >
          {customerName(row)}
        </Link>
        {isPhone ? (
          <Typography variant="caption" color="textSecondary" noWrap component="div">
            {row.email ?? row.phone ?? ""}
          </Typography>
        ) : null}
      </Box>
    ),
  };
  if (isPhone) {
    return [name];
  }
  return [
    name,
    { field: "number", headerName: t`Number`, width: 130, sortable: false },
    {
      field: "email",
      headerName: t`Email`,
      flex: 1.2,
      minWidth: 170,
      sortable: false,
      valueGetter: (_, row) => row.email ?? "",
    },
    { field: "phone", headerName: t`Phone`, width: 150, sortable: false, valueGetter: (_, row) => row.phone ?? "" },
    {
      field: "tags",
      headerName: t`Tags`,
      flex: 1,
      minWidth: 140,
      sortable: false,
      renderCell: ({ row }) => <Tags tags={row.tags} />,
    },
    {
      field: "owner",
      headerName: t`Owner`,
      width: 130,
      sortable: false,
      valueGetter: (_, row) => row.owner ?? "",
    },
    {
      field: "language",
      headerName: t`Language`,
      width: 110,
      sortable: false,
      valueGetter: (_, row) => row.language ?? "",
    },
    {
      field: "birthday",
      headerName: t`Birthday`,
      width: 150,
      sortable: false,
      valueGetter: (_, row) => (row.birthday === null ? "" : birthdayText(row.birthday)),
    },
    ...(["created_at", "updated_at"] as const).map((field) => ({
      field,
      headerName: field === "created_at" ? t`Since` : t`Changed`,
      width: 130,
      valueGetter: (_: unknown, row: Customer) => formatDate(row[field], zone),
    })),
    ...fields.map(({ name, label }) => ({
      field: OWN + name,
      headerName: label,
      width: 150,
      sortable: false,
      valueGetter: (_: unknown, row: Customer) => fieldText(row.attributes[name]),
    })),
  ];
}

const SHOWN_TAGS = 2;

function Tags({ tags }: { tags: readonly string[] }) {
  const rest = tags.length - SHOWN_TAGS;
  return (
    <Stack direction="row" spacing={0.5} sx={{ minWidth: 0 }} title={tags.join(", ")}>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <Chip key={tag} size="small" label={tag} sx={{ maxWidth: 110 }} />
      ))}
      {rest > 0 ? <Chip size="small" variant="outlined" label={`+${String(rest)}`} /> : null}
    </Stack>
  );
}
